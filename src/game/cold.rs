//! The test for a cold position.
//!
//! The algorithm is Wythoff's theorem: with the smaller pile `m` and the difference `d`, the position is cold exactly if
//! `m = floor(d * phi)`. The implementation differs from that formula in four points:
//!
//! * **No floating point.** In double precision `165580140 267914295` appears hot, but it is cold. `floor_alpha` multiplies by
//!   a fixed-point constant that is proved exact for its whole range.
//! * **No sum.** `floor(d * phi) = d + floor(d * alpha)` exceeds `u64` for large `d`, and a wrapped sum can equal `m`: with
//!   `d = 12200160415121876738`, the Fibonacci number F93, the position `(1293530146158671551, 13493690561280548289)` would be
//!   called cold. So the test is `m >= d` and `m - d == floor_alpha(d)`. The first condition does not only prevent a wrapped
//!   difference: every position with `m < d` is hot.
//! * **No branch.** The outcomes of real inputs are not predictable. Both conditions are always evaluated and joined by `&`.
//!   Minimum and difference compile to conditional moves.
//! * **No table.** A table of the partners of small numbers is faster only if all piles are small. If small and large piles
//!   mix, its branch is mispredicted, which costs more than the multiplication.

use super::phi::{floor_alpha, floor_alpha_32};

/// Whether the player to move from piles `a` and `b` loses (P-position, 奇异局势).
///
/// The result is exact for all piles, in either order (Wythoff's theorem; OEIS A000201 and A001950).
///
/// ```
/// use wythoff::is_cold;
/// assert!(is_cold(1, 2) && is_cold(2, 1) && is_cold(0, 0));
/// assert!(is_cold(165580140, 267914295)); // where doubles fail first
/// assert!(!is_cold(8, 8));
/// ```
#[inline]
#[must_use]
pub const fn is_cold(a: u64, b: u64) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    (m >= d) & (m.wrapping_sub(d) == floor_alpha(d))
}

/// [`is_cold`] for 32-bit piles, with one multiplication instead of two.
#[inline]
#[must_use]
pub const fn is_cold_u32(a: u32, b: u32) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    (m >= d) & (m.wrapping_sub(d) == floor_alpha_32(d))
}

/// Decides up to 64 rows, one at a time: bit `i` of the result says whether row `i` is cold.
#[inline]
pub(super) fn cold_word(a: &[u64], b: &[u64]) -> u64 {
    let rows = a.iter().zip(b).enumerate();
    rows.fold(0, |word, (i, (&a, &b))| {
        word | u64::from(is_cold(a, b)) << i
    })
}
