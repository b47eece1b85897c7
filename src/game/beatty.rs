//! The Wythoff pairs as sequences: from an index to its pair, and from a number back to its index.
//!
//! Owns the lower and upper Wythoff sequences (OEIS [A000201], [A001950]) within `u64`. A number
//! beyond `u64` is `None`, never a wrapped value. Invariant: `rank` inverts `lower` and `upper`.
//!
//! [A000201]: https://oeis.org/A000201
//! [A001950]: https://oeis.org/A001950

use super::phi::floor_alpha;

/// Which number of its Wythoff pair a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The smaller one: a member of the lower Wythoff sequence, OEIS A000201.
    Lower,
    /// The larger one: a member of the upper Wythoff sequence, OEIS A001950.
    Upper,
}

/// The place of a number among the Wythoff pairs.
///
/// `T` is `u64`, or a big integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank<T = u64> {
    /// The index of the pair.
    pub k: T,
    /// The number's side of it.
    pub side: Side,
}

/// `floor(k * phi)`, the lower number of pair `k`; `None` beyond `u64`.
#[must_use]
pub const fn lower(k: u64) -> Option<u64> {
    k.checked_add(floor_alpha(k))
}

/// `floor(k * phi^2)`, the upper number of pair `k`; `None` beyond `u64`.
#[must_use]
pub const fn upper(k: u64) -> Option<u64> {
    match lower(k) {
        // floor(k * phi^2) = floor(k * phi + k), as phi^2 = phi + 1.
        Some(lower) => lower.checked_add(k),
        None => None,
    }
}

/// The k-th Wythoff pair `(lower, upper)`; `None` if its upper number is beyond `u64`.
///
/// ```
/// use wythoff::game::wythoff_pair;
/// assert_eq!(wythoff_pair(0), Some((0, 0)));
/// assert_eq!(wythoff_pair(4), Some((6, 10)));
/// assert_eq!(wythoff_pair(u64::MAX), None);
/// ```
#[must_use]
pub const fn wythoff_pair(k: u64) -> Option<(u64, u64)> {
    match (lower(k), upper(k)) {
        (Some(lower), Some(upper)) => Some((lower, upper)),
        _ => None,
    }
}

/// The index of the pair that `n` belongs to, and its side. Exact for every `n`.
///
/// Each `n >= 1` is in exactly one pair (Beatty's theorem). 0 is both numbers of pair 0, and is
/// called its lower one.
///
/// ```
/// use wythoff::game::{Rank, Side, rank};
/// assert_eq!(rank(7), Rank { k: 3, side: Side::Upper }); // (4, 7)
/// ```
#[must_use]
pub const fn rank(n: u64) -> Rank {
    if n == 0 {
        let side = Side::Lower;
        return Rank { k: 0, side };
    }
    // n = floor(k * phi) means n * alpha < k < (n + 1) * alpha (1 / phi = alpha, and both ends are
    // irrational). The only whole number that can be is the first one above n * alpha.
    let below = floor_alpha(n);
    let k = below + 1;
    // k <= n, as alpha * n + 1 < n + 1; and comparing by subtraction cannot overflow at u64::MAX.
    if floor_alpha(k) == n - k {
        let side = Side::Lower;
        return Rank { k, side };
    }
    // Among 1..=n, those of the lower sequence have the indices 1..=below; the rest are upper.
    let (k, side) = (n - below, Side::Upper);
    Rank { k, side }
}

/// The number `m` for which `(n, m)` is cold; `None` if it is beyond `u64`.
///
/// ```
/// use wythoff::game::partner;
/// assert_eq!(partner(6), Some(10));
/// assert_eq!(partner(10), Some(6));
/// ```
#[must_use]
pub const fn partner(n: u64) -> Option<u64> {
    let Rank { k, side } = rank(n);
    match side {
        Side::Lower => n.checked_add(k),
        Side::Upper => Some(n - k),
    }
}
