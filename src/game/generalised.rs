//! Fraenkel's generalised Wythoff game: takes from both piles may differ by less than `r`.
//!
//! Owns the cold test, the pairs, the rank of a number and the winning moves for every `r >= 1` in
//! `u64`. A move takes any positive number from one pile, or positive numbers `k` and `l` from the
//! two with `|k - l| < r`; whoever takes the last object wins (A. S. Fraenkel, *How to beat your
//! Wythoff games' opponent on three fronts*, Amer. Math. Monthly 89, 1982). `r = 1` is Wythoff's
//! game. Invariant: exact for all piles and every `r`; no intermediate wraps unless said so.
//!
//! # Theorem
//!
//! The cold positions are `(A, B)` with `A = floor(n * alpha_r)` and `B = A + r*n`, `n = 0, 1, ...`,
//! where `alpha_r = (2 - r + sqrt(r^2 + 4)) / 2`. Each positive number is in exactly one of these
//! pairs (Beatty's theorem, as `1/alpha_r + 1/(alpha_r + r) = 1`).
//!
//! # The test in whole numbers
//!
//! `n * alpha_r` is the positive root of `M(x) = x^2 + (r-2)*n*x - r*n^2`. For `n > 0` that is
//! irrational: `r^2 + 4` lies between `r^2` and `(r+2)^2`, the one square between those is
//! `(r+1)^2 = r^2 + 2r + 1`, and `2r + 1` is odd. So a smaller pile `m` is `A` exactly if
//! `M(m) < 0 < M(m + 1)`. With `x = n + e` and `d = r*n`, the difference of the piles,
//!
//! `M(n + e) = e*(e + d) - n^2`,
//!
//! and `M(n + 1 + e) = e*(e + d) - n^2 + 2e + d + 1`. As `alpha_r > 1`, `m >= n` is necessary. So with
//! `e = m - n`, the position is cold exactly if `r` divides `d`, `m >= n`, and
//!
//! `0 < n^2 - e*(e + d) <= 2e + d`.
//!
//! For `n > 0` the middle is never 0; for `n = 0`, where `d = 0`, it is `-m^2` and the position is cold
//! exactly if it is 0. So the range `0 ..= 2e + d` serves both.
//!
//! *Nothing wraps that matters.* `e + d = m - n + d` is at most the larger pile, so every product is
//! at most `(2^64 - 1)^2 < 2^128`, and `2e + d = e + (e + d) <= 2 * (2^64 - 1)`. A negative middle,
//! at least `-(2^64 - 1)^2`, is `2^128 - (2^64 - 1)^2 = 2^65 - 1` or more modulo `2^128`; that is above
//! `2 * (2^64 - 1) = 2^65 - 2`, so one comparison of the wrapped difference settles both ends.

use std::num::NonZeroU64;

use super::beatty::{Rank, Side, rank, wythoff_pair};
use super::moves::Moves;

#[cfg(test)]
mod tests;

/// Whether the player to move from piles `a` and `b` loses, if takes from both piles may differ by
/// less than `r`.
///
/// ```
/// use std::num::NonZeroU64;
/// use wythoff::game::is_cold_generalised;
/// let r = NonZeroU64::new(2).unwrap();
/// assert!(is_cold_generalised(1, 3, r) && is_cold_generalised(6, 2, r));
/// assert!(!is_cold_generalised(1, 2, r)); // one and two are taken at once
/// ```
#[inline]
#[must_use]
pub const fn is_cold_generalised(a: u64, b: u64, r: NonZeroU64) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    let (n, rest) = (d / r.get(), d % r.get());
    if rest != 0 || m < n {
        return false;
    }
    let (n, e, d) = (n as u128, (m - n) as u128, d as u128);
    (n * n).wrapping_sub(e * (e + d)) <= 2 * e + d
}

/// The n-th cold pair `(A, B)`, `B = A + r * n`; `None` if `B` is beyond `u64`.
///
/// ```
/// use std::num::NonZeroU64;
/// use wythoff::game::pair_generalised;
/// let r = NonZeroU64::new(2).unwrap();
/// assert_eq!(pair_generalised(5, r), Some((7, 17)));
/// assert_eq!(pair_generalised(u64::MAX, r), None);
/// ```
#[must_use]
pub const fn pair_generalised(n: u64, r: NonZeroU64) -> Option<(u64, u64)> {
    if r.get() == 1 {
        return wythoff_pair(n);
    }
    let Some(d) = n.checked_mul(r.get()) else {
        return None;
    };
    // n <= A, so B is beyond u64 where this is.
    if n.checked_add(d).is_none() {
        return None;
    }
    let (lower, upper) = pair_wide(n, r);
    if upper > u64::MAX as u128 {
        return None;
    }
    Some((lower as u64, upper as u64))
}

/// The n-th pair, for `r >= 2` and `n * (r + 1) < 2^64`.
///
/// `e = floor((sqrt(d^2 + 4 n^2) - d) / 2)`, the positive root of `e * (e + d) = n^2` rounded down;
/// rounding the square root down first changes nothing, as a half of a whole number is rounded down
/// afterwards. `d^2 + 4 n^2 = n^2 * (r^2 + 4)`, which is less than `2^128` because
/// `r^2 + 4 < (r + 1)^2` for `r >= 2`.
const fn pair_wide(n: u64, r: NonZeroU64) -> (u128, u128) {
    let (n, d) = (n as u128, n as u128 * r.get() as u128);
    let e = ((d * d + 4 * n * n).isqrt() - d) / 2;
    (n + e, n + e + d)
}

/// The index of the one pair that `x` belongs to, and its side of it. Exact for every `x`.
///
/// As [`rank`], 0 is called the lower number of pair 0.
///
/// ```
/// use std::num::NonZeroU64;
/// use wythoff::game::{Rank, Side, rank_generalised};
/// let r = NonZeroU64::new(2).unwrap();
/// assert_eq!(rank_generalised(17, r), Rank { k: 5, side: Side::Upper }); // (7, 17)
/// ```
#[must_use]
pub const fn rank_generalised(x: u64, r: NonZeroU64) -> Rank {
    if r.get() == 1 {
        return rank(x);
    }
    let below = uppers_to(x, r);
    // The largest upper number up to x is x itself if it is not up to x - 1.
    if below > 0 && !upper_is_at_most(below, r, x - 1) {
        let (k, side) = (below, Side::Upper);
        return Rank { k, side };
    }
    // Of the numbers 1..=x, all that are not upper are lower.
    let (k, side) = (x - below, Side::Lower);
    Rank { k, side }
}

/// How many upper numbers there are in `1..=x`, for `r >= 2`.
///
/// With `theta = alpha_r + r`, which is between `r + 1` and `r + 2`, that is the largest `n` with
/// `n * theta < x + 1`, or `floor((x + 1) / theta)`. The estimate comes from a pair near its end: with
/// `start = floor(x / (r + 1))` and its upper number `B = start * theta - f`, `0 <= f < 1`, it is
/// `q = floor(x * start / B)`, and `x * start / B = (x + x*f/B) / theta`.
///
/// *Never too large.* If `x < B`, then `q * theta <= x + x*f/B < x + 1`. If not, `start` is no more
/// than the answer, and `q = start`, as `x - B <= x - (r + 1) * start < r + 1 <= B / start`.
///
/// *At most one too small.* `q > x / theta - 1`, and the answer is less than `x / theta + 1`; so one
/// comparison settles it.
const fn uppers_to(x: u64, r: NonZeroU64) -> u64 {
    let start = match r.checked_add(1) {
        Some(most) => x / most.get(),
        // Every upper number is r + 1 or more.
        None => 0,
    };
    if start == 0 {
        return 0;
    }
    let (_, upper) = pair_wide(start, r);
    // B is (r + 1) * start or more, so the quotient is at most x / 3.
    let n = (x as u128 * start as u128 / upper) as u64;
    if upper_is_at_most(n + 1, r, x) {
        n + 1
    } else {
        n
    }
}

/// Whether the upper number of pair `n >= 1` is at most `x`, without computing it.
///
/// `A <= x - d` means `n * alpha_r < x - d + 1`; with `e = x - d + 1 - n`, where `n * alpha_r >= n`
/// wants `e >= 1`, that is `M(n + e) > 0`. As `e + d <= x`, nothing wraps.
const fn upper_is_at_most(n: u64, r: NonZeroU64, x: u64) -> bool {
    let Some(d) = n.checked_mul(r.get()) else {
        return false;
    };
    let Some(rest) = x.checked_sub(d) else {
        return false;
    };
    if rest < n {
        return false;
    }
    let (e, sum) = ((rest - n + 1) as u128, (x - n + 1) as u128);
    e * sum > n as u128 * n as u128
}

/// The number `m` for which `(x, m)` is cold; `None` if it is beyond `u64`.
const fn partner_generalised(x: u64, r: NonZeroU64) -> Option<u64> {
    let Rank { k, side } = rank_generalised(x, r);
    match (side, k.checked_mul(r.get())) {
        (_, None) => None,
        (Side::Lower, Some(d)) => x.checked_add(d),
        (Side::Upper, Some(d)) => x.checked_sub(d),
    }
}

/// All winning moves from piles `a` and `b`, if takes from both piles may differ by less than `r`.
///
/// There are at most four, however large `r` is. A take from both piles changes the difference `d`
/// by less than `r`, so it ends at a pair `n` with `|d - r*n| < r`: the two next to `d / r`, or the one
/// if `r` divides `d`. (With the piles' order exchanged it would be `d + r*n < r`, so `n = 0` again.)
///
/// ```
/// use std::num::NonZeroU64;
/// use wythoff::game::{Take, winning_moves_generalised};
/// let r = NonZeroU64::new(2).unwrap();
/// let moves = winning_moves_generalised(4, 5, r);
/// let takes: Vec<_> = moves.iter().map(|m| (m.take, m.to)).collect();
/// assert_eq!(takes[0], (Take::Uneven { smaller: 4, larger: 5 }, (0, 0)));
/// assert_eq!(takes[1], (Take::Uneven { smaller: 3, larger: 2 }, (1, 3)));
/// ```
#[must_use]
pub fn winning_moves_generalised(a: u64, b: u64, r: NonZeroU64) -> Moves {
    let (x, y) = (a.min(b), a.max(b));
    let (n, rest) = ((y - x) / r.get(), (y - x) % r.get());
    // A rest means r >= 2, so n + 1 does not wrap.
    let last = if rest == 0 { n } else { n + 1 };
    let pairs = (n..=last).filter_map(|n| pair_generalised(n, r));
    let partners = (partner_generalised(x, r), partner_generalised(y, r));
    Moves::new((x, y), pairs, partners)
}
