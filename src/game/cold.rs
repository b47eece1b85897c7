//! The test for a cold position.
//!
//! Decides whether a position with piles of 64 or of 32 bits is cold. The result is exact for every
//! pair of arguments. The vector forms of the same decision in `game::x86_64` take their constants
//! from `game::phi`, too.
//!
//! # Design note
//!
//! The algorithm is Wythoff's theorem: with the smaller pile `m` and the difference `d`, the
//! position is cold exactly if `m = floor(d * phi)`. The implementation differs from that formula
//! in four points:
//!
//! * **No floating point.** In double precision `165580140 267914295` appears hot, but it is cold.
//!   `floor_alpha` multiplies by a fixed-point constant that is proved exact for its whole range.
//! * **No sum.** `floor(d * phi) = d + floor(d * alpha)` exceeds `u64` for large `d`, and a wrapped
//!   sum can equal `m`: with `d = 12200160415121876738`, the Fibonacci number F93, the position
//!   `(1293530146158671551, 13493690561280548289)` would be called cold. So the test is `m >= d`
//!   and `m - d == floor_alpha(d)`. The first condition does not only prevent a wrapped difference:
//!   every position with `m < d` is hot.
//! * **No branch.** The outcomes of real inputs are not predictable. Both conditions are always
//!   evaluated and joined by `&`. Minimum and difference compile to conditional moves.
//! * **No table.** A table look-up before the multiplication was measured. It is slower wherever
//!   small and large piles mix (the figures are at `PARTNER`), so it is a separate function,
//!   [`is_cold_small`].

use super::phi::{floor_alpha, floor_alpha_32};

/// Whether the player to move from piles `a` and `b` loses (P-position, 奇异局势).
///
/// The result is exact for all piles, in either order (Wythoff's theorem; OEIS A000201 and
/// A001950).
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

/// The number of entries in the table of [`is_cold_small`]: it holds the partner of each number
/// below `SMALL`.
///
/// 4096 entries take 8 KiB, a quarter of a usual first-level data cache. 4096 is the largest power
/// of four that did not slow the look-up down: 0.32 ns a look-up, against 0.36 ns with 16384
/// entries and 0.39 ns with 32768.
pub(crate) const SMALL: u64 = 4096;

/// The partner of each number below [`SMALL`], computed by the mex rule at compile time.
///
/// Only [`is_cold_small`] uses the table; [`is_cold`] does not. Nanoseconds a position, throughput
/// over 2^18 pseudo-random positions, best of 30 runs, AMD EPYC, scalar code:
///
/// | piles | formula | table, else formula | table only |
/// |---|---|---|---|
/// | both below 4096 | 1.13 | 0.48 | 0.32 |
/// | both below 2^30 | 1.12 | 1.24 | |
/// | all of `u64` | 1.13 | 1.23 | |
/// | small or large by a coin toss | 1.14 | 4.24 | |
///
/// A look-up inside `is_cold` would gain 0.65 ns a position where all piles are small and lose 0.1
/// ns where all are large. Where small and large piles mix it would lose 3.1 ns to mispredicted
/// branches. A caller who knows that the piles are small calls [`is_cold_small`].
static PARTNER: [u16; SMALL as usize] = partners_by_mex();

// A partner is at most 1.62 * n, so every partner of n < SMALL fits u16 and differs from UNUSED.
const _: () = assert!(2 * SMALL < u16::MAX as u64);

/// Wythoff's recurrence: the lower number of pair `k` is the least number in no earlier pair, and
/// the upper number is `k` more. The recurrence uses no golden ratio, so the table and the formula
/// check each other.
const fn partners_by_mex() -> [u16; SMALL as usize] {
    const UNUSED: u16 = u16::MAX;
    let mut partners = [UNUSED; SMALL as usize];
    let mut n = 0;
    let mut k = 0;
    while n < partners.len() {
        if partners[n] == UNUSED {
            let upper = n + k;
            partners[n] = upper as u16;
            if upper < partners.len() {
                partners[upper] = n as u16;
            }
            k += 1;
        }
        n += 1;
    }
    partners
}

// Each n has exactly one partner, so equal partners mean equal answers for every position with pile
// n.
const _: () = {
    let partners = partners_by_mex();
    let mut n = 0;
    while n < SMALL {
        let partner = partners[n as usize] as u64;
        assert!(is_cold(n, partner) && is_cold(partner, n));
        assert!(matches!(super::beatty::partner(n), Some(by_formula) if by_formula == partner));
        n += 1;
    }
};

/// [`is_cold`] by a table look-up, about three times as fast as [`is_cold`] where all piles are small.
///
/// Only the first pile must be below [`SMALL`]. The result is `None` if it is not.
#[inline]
#[must_use]
pub(crate) fn is_cold_small(a: u64, b: u64) -> Option<bool> {
    let index = usize::try_from(a).ok()?;
    let partner = *PARTNER.get(index)?;
    Some(u64::from(partner) == b)
}
