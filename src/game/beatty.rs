//! The Wythoff pairs as sequences: from an index to its pair, and from a number to the index of its pair.
//!
//! The Beatty sequences of phi and phi^2 in `u64` ([`super`] has the theorems), and `rank`, their inverse.

use super::phi::floor_alpha;

/// The side of a number in its Wythoff pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The smaller number of the pair, a member of the lower Wythoff sequence (OEIS A000201).
    Lower,
    /// The larger number of the pair, a member of the upper Wythoff sequence (OEIS A001950).
    Upper,
}

impl Side {
    /// `lower` or `upper`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }
}

/// The position of a number in the Wythoff pairs. `T` is `u64` or a big integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank<T = u64> {
    /// The index of the pair.
    pub k: T,
    /// The number's side in that pair.
    pub side: Side,
}

/// The k-th Wythoff pair, `(floor(k * phi), floor(k * phi^2))`; `None` if its upper number exceeds `u64`.
///
/// ```
/// use wythoff::game::wythoff_pair;
/// assert_eq!(wythoff_pair(0), Some((0, 0)));
/// assert_eq!(wythoff_pair(4), Some((6, 10)));
/// assert_eq!(wythoff_pair(u64::MAX), None);
/// // The pairs from an index on, as far as they fit:
/// let pairs: Vec<_> = (1..).map_while(wythoff_pair).take(3).collect();
/// assert_eq!(pairs, [(1, 2), (3, 5), (4, 7)]);
/// ```
#[must_use]
pub const fn wythoff_pair(k: u64) -> Option<(u64, u64)> {
    // The upper number is floor(k * phi^2) = floor(k * phi + k), as phi^2 = phi + 1.
    if let Some(lower) = k.checked_add(floor_alpha(k))
        && let Some(upper) = lower.checked_add(k)
    {
        return Some((lower, upper));
    }
    None
}

/// The index of the pair that contains `n`, and the side of `n` in that pair. Exact for every `n`.
///
/// Each `n >= 1` is in exactly one pair (Beatty's theorem). 0 is both numbers of pair 0; its side is `Lower`.
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
    // n = floor(k * phi) means n * alpha < k < (n + 1) * alpha, as 1 / phi = alpha. Both bounds are irrational and their
    // distance is below 1, so the only candidate for k is the first whole number above n * alpha.
    let below = floor_alpha(n);
    let k = below + 1;
    // k <= n, as n * alpha < n, so the subtraction does not wrap. k + floor_alpha(k) could overflow at u64::MAX, so the
    // comparison subtracts.
    if floor_alpha(k) == n - k {
        let side = Side::Lower;
        return Rank { k, side };
    }
    // The lower numbers in 1..=n have the indices 1..=below. The other n - below numbers are upper numbers, and n is the last
    // of them.
    let (k, side) = (n - below, Side::Upper);
    Rank { k, side }
}
