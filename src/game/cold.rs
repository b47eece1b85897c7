//! The test for a cold position.
//!
//! Owns the decision for piles of 64 and of 32 bits, one position or a column of them. It refuses to
//! know where piles come from; vector forms of the same decision take their constants from
//! [`super::phi`]. Invariant: exact for every pair of arguments.
//!
//! # Design note
//!
//! The plain algorithm is Wythoff's theorem: with the smaller pile `m` and the difference `d`, the
//! position is cold exactly if `m = floor(d * phi)`. What differs from writing just that:
//!
//! * **No float.** A double calls `165580140 267914295` hot, and it is cold. [`floor_alpha`] multiplies by
//!   a fixed-point constant that is certified for its whole range.
//! * **No sum.** `floor(d * phi) = d + floor(d * alpha)` exceeds `u64` for large `d`, and a wrapped sum
//!   can hit `m`: with `d = 12200160415121876738`, the Fibonacci number F93, the position
//!   `(1293530146158671551, 13493690561280548289)` would be called cold. Hence `m >= d` and
//!   `m - d == floor_alpha(d)`. The first condition is no mere guard: `m < d` is hot.
//! * **No branch.** Outcomes of real inputs are not predictable; both conditions are evaluated and
//!   joined by `&`, minimum and difference are conditional moves.
//! * **No table.** A look-up before the multiplication was measured, and loses wherever small and large
//!   piles mix (the figures are at `PARTNER`); so it is a function of its own, [`is_cold_small`].

use super::phi::{floor_alpha, floor_alpha_32};

/// Whether the player to move from piles `a` and `b` loses (P-position, 奇异局势).
///
/// Exact for all piles, in either order (Wythoff's theorem; OEIS A000201 and A001950).
///
/// ```
/// use wythoff::game::is_cold;
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

/// [`is_cold`] for 32-bit piles: one multiplication instead of two.
#[inline]
#[must_use]
pub const fn is_cold_u32(a: u32, b: u32) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    (m >= d) & (m.wrapping_sub(d) == floor_alpha_32(d))
}

/// [`is_cold`] of each row: `cold[i] = is_cold(a[i], b[i])`.
///
/// # Panics
/// If the three columns differ in length.
pub fn is_cold_column(a: &[u64], b: &[u64], cold: &mut [bool]) {
    assert_eq!(a.len(), b.len(), "columns of piles differ in length");
    assert_eq!(a.len(), cold.len(), "column of outcomes differs in length");
    for ((&a, &b), cold) in a.iter().zip(b).zip(cold) {
        *cold = is_cold(a, b);
    }
}

/// Numbers below this have their partner in the table of [`is_cold_small`].
///
/// 4096 entries are 8 KiB, a quarter of a usual first-level data cache, and the largest power of four
/// that was still free: 0.32 ns a look-up, against 0.36 at 16384 and 0.39 at 32768.
pub const SMALL: u64 = 4096;

/// The partner of each number below [`SMALL`], by the mex rule at compile time.
///
/// The table serves [`is_cold_small`] and stays out of [`is_cold`]. Nanoseconds a position, throughput over
/// 2^18 pseudo-random positions, best of 30, AMD EPYC, scalar code:
///
/// | piles | formula | table, else formula | table only |
/// |---|---|---|---|
/// | both below 4096 | 1.13 | 0.48 | 0.32 |
/// | both below 2^30 | 1.12 | 1.24 | |
/// | all of `u64` | 1.13 | 1.23 | |
/// | small or large by a coin toss | 1.14 | 4.24 | |
///
/// A look-up inside `is_cold` would gain 0.65 ns where all is small, lose 0.1 ns where all is large, and
/// lose 3.1 ns a position to mispredicted branches where the input is mixed. A caller who knows that
/// its piles are small can say so.
static PARTNER: [u16; SMALL as usize] = partners_by_mex();

// The partner of n is at most 1.62 * n.
const _: () = assert!(2 * SMALL < u16::MAX as u64);

/// Wythoff's recurrence: the lower number of pair `k` is the least number in no earlier pair, the
/// upper one is `k` more. No golden ratio in it, so that table and formula check each other.
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

// As n has one partner only, agreement there is agreement on every position (n, anything).
const _: () = {
    let partners = partners_by_mex();
    let mut n = 0;
    while n < SMALL {
        let partner = partners[n as usize] as u64;
        assert!(is_cold(n, partner) && is_cold(partner, n));
        assert!(matches!(super::partner(n), Some(by_formula) if by_formula == partner));
        n += 1;
    }
};

/// [`is_cold`] by a table look-up: three times as fast where all piles are small.
///
/// Needs only the first pile to be below [`SMALL`], and is `None` if it is not.
///
/// ```
/// use wythoff::game::cold::is_cold_small;
/// assert_eq!(is_cold_small(3, 5), Some(true));
/// assert_eq!(is_cold_small(u64::MAX, 0), None);
/// ```
#[inline]
#[must_use]
pub fn is_cold_small(a: u64, b: u64) -> Option<bool> {
    let index = usize::try_from(a).ok()?;
    let partner = *PARTNER.get(index)?;
    Some(u64::from(partner) == b)
}
