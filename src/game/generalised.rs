//! Fraenkel's generalised Wythoff game: a move from both piles may take numbers that differ by less than `r`.
//!
//! `r = 1` is Wythoff's game.
//!
//! # Theorem
//!
//! The cold positions are `(A, B)` with `A = floor(n * alpha_r)` and `B = A + r*n`, `n = 0, 1, ...`, where
//! `alpha_r = (2 - r + sqrt(r^2 + 4)) / 2`. Each positive number is in exactly one of these pairs (Beatty's theorem, as
//! `1/alpha_r + 1/(alpha_r + r) = 1`). Source: A. S. Fraenkel, *How to beat your Wythoff games' opponent on three fronts*, Amer.
//! Math. Monthly 89, 1982.
//!
//! # The test in whole numbers
//!
//! `n * alpha_r` is the positive root of `M(x) = x^2 + (r-2)*n*x - r*n^2`. For `n > 0` it is irrational: `r^2 + 4` is no
//! square. It is between `r^2` and `(r+2)^2`, and the only square between these two is `(r+1)^2 = r^2 + 2r + 1`, which is not
//! `r^2 + 4`, as `2r + 1` is odd and 4 is even. So a smaller pile `m` is `A` exactly if `M(m) < 0 < M(m + 1)`. With `x = n + e`
//! and `d = r*n`, the difference of the piles,
//!
//! `M(n + e) = e*(e + d) - n^2`,
//!
//! and `M(n + 1 + e) = e*(e + d) - n^2 + 2e + d + 1`. As `alpha_r > 1`, a cold position has `m >= n`. So with `e = m - n`, the
//! position is cold exactly if `r` divides `d`, `m >= n`, and
//!
//! `0 < n^2 - e*(e + d) <= 2e + d`.
//!
//! For `n > 0` the middle term is never 0. For `n = 0`, where `d = 0`, the middle term is `-m^2`, and the position is cold
//! exactly if it is 0. So the range `0 ..= 2e + d` is right in both cases.
//!
//! *No product or sum overflows.* `e + d = m - n + d` is at most the larger pile, so every product is at most
//! `(2^64 - 1)^2 < 2^128`, and `2e + d = e + (e + d) <= 2 * (2^64 - 1)`. *The subtraction may wrap.* A negative middle term is
//! at least `-(2^64 - 1)^2`, so modulo `2^128` it is `2^128 - (2^64 - 1)^2 = 2^65 - 1` or more. That is above
//! `2 * (2^64 - 1) = 2^65 - 2`. So one comparison of the wrapped difference tests both bounds.

use std::num::NonZeroU64;

use super::beatty::{Rank, Side, rank, wythoff_pair};

#[cfg(test)]
mod tests;

/// Whether the player to move from piles `a` and `b` loses, if a move from both piles may take numbers that differ by less
/// than `r`.
#[inline]
#[must_use]
pub(super) const fn is_cold_generalised(a: u64, b: u64, r: NonZeroU64) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    let (n, rest) = (d / r.get(), d % r.get());
    if rest != 0 || m < n {
        return false;
    }
    let (n, e, d) = (n as u128, (m - n) as u128, d as u128);
    (n * n).wrapping_sub(e * (e + d)) <= 2 * e + d
}

/// The n-th cold pair `(A, B)` with `B = A + r * n`; `None` if `B` exceeds `u64`.
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
    // As n <= A, B = A + d exceeds u64 if n + d does.
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
/// `e = floor((sqrt(d^2 + 4 n^2) - d) / 2)` is the positive root of `e * (e + d) = n^2`, rounded down. The square root may be
/// rounded down first: halving a whole number and rounding down gives the same result. `d^2 + 4 n^2 = n^2 * (r^2 + 4)` is less
/// than `2^128` because `r^2 + 4 < (r + 1)^2` for `r >= 2`.
const fn pair_wide(n: u64, r: NonZeroU64) -> (u128, u128) {
    let (n, d) = (n as u128, n as u128 * r.get() as u128);
    let e = ((d * d + 4 * n * n).isqrt() - d) / 2;
    (n + e, n + e + d)
}

/// The index of the pair that contains `x`, and the side of `x` in that pair. Exact for every `x`.
///
/// As in [`rank`], the side of 0 is `Lower`.
#[must_use]
pub(crate) fn rank_generalised(x: u64, r: NonZeroU64) -> Rank {
    if r.get() == 1 {
        return rank(x);
    }
    let below = count_uppers_up_to(x, r);
    // The largest upper number in 1..=x is x itself exactly if it exceeds x - 1.
    if below > 0 && !upper_is_at_most(below, r, x - 1) {
        let (k, side) = (below, Side::Upper);
        return Rank { k, side };
    }
    // All numbers in 1..=x that are not upper numbers are lower numbers.
    let (k, side) = (x - below, Side::Lower);
    Rank { k, side }
}

/// The number of upper numbers in `1..=x`, for `r >= 2`.
///
/// Let `theta = alpha_r + r`, which is between `r + 1` and `r + 2`. The result is the largest `n` with `n * theta < x + 1`,
/// that is `floor((x + 1) / theta)`. The estimate comes from a pair near `x`: with `start = floor(x / (r + 1))` and its upper
/// number `B = start * theta - f`, where `0 <= f < 1`, the estimate is `q = floor(x * start / B)`, and
/// `x * start / B = (x + x*f/B) / theta`.
///
/// *The estimate is never too large.* If `x < B`, then `q * theta <= x + x*f/B < x + 1`. If `x >= B`, then `start` is at most
/// the result, and `q = start`, as `x - B <= x - (r + 1) * start < r + 1 <= B / start`.
///
/// *The estimate is at most one too small.* `q > x / theta - 1`, and the result is less than `x / theta + 1`. So one
/// comparison corrects it.
fn count_uppers_up_to(x: u64, r: NonZeroU64) -> u64 {
    // With r = u64::MAX every upper number is at least r + 1, which exceeds every x.
    let start = r.checked_add(1).map_or(0, |r_plus_1| x / r_plus_1);
    if start == 0 {
        return 0;
    }
    let (_, upper) = pair_wide(start, r);
    // B is at least (r + 1) * start, so the quotient is at most x / 3.
    let n = (u128::from(x) * u128::from(start) / upper) as u64;
    n + u64::from(upper_is_at_most(n + 1, r, x))
}

/// Whether the upper number of pair `n >= 1` is at most `x`, without computing it.
///
/// Let `e = x - d + 1 - n`. `A <= x - d` means `n * alpha_r < x - d + 1 = n + e`, that is `M(n + e) > 0`. As
/// `n * alpha_r >= n`, this requires `e >= 1`. As `e + d = x - n + 1 <= x`, no value wraps.
fn upper_is_at_most(n: u64, r: NonZeroU64, x: u64) -> bool {
    let d = n.checked_mul(r.get());
    let rest = d.and_then(|d| x.checked_sub(d)?.checked_sub(n));
    rest.is_some_and(|rest| {
        let [n, e, sum] = [n, rest + 1, x - n + 1].map(u128::from);
        e * sum > n * n
    })
}
