//! Step 2: how long tokens are, and the masks that follow.
//!
//! Owns the choice of a tile's windows. Invariant: what it stores fits a tile of 128 tokens, whatever their lengths are.

use super::ops::store;
use super::tile::{Kind, Tile};
use crate::parse::batch::TOKENS;
use crate::parse::batch::dialect::StaticDialect;
use core::arch::x86_64::*;

/// The longest token that a window holds, with its separator: 31 digits.
const LONGEST: i8 = 32;

/// Step 2: `places` points to the place of the separator behind the tile's first token. With `K::HAS_LAST` a line's
/// first token has the line feed before it.
///
/// # Safety
/// [`TOKENS`] places are there, and one before.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn prepare<K: StaticDialect>(tile: &mut Tile, places: *const u8) {
    let mut most = _mm256_setzero_si256();
    let mut least = _mm256_set1_epi8(64);
    let mut all = [_mm256_setzero_si256(); TOKENS / 32];
    for (i, lengths) in all.iter_mut().enumerate() {
        // SAFETY: the caller's.
        let here = unsafe { _mm256_loadu_si256(places.add(32 * i).cast()) };
        // SAFETY: the caller's.
        let before = unsafe { _mm256_loadu_si256(places.add(32 * i).sub(1).cast()) };
        let whole = _mm256_and_si256(_mm256_sub_epi8(here, before), _mm256_set1_epi8(63));
        store(&mut tile.lengths, i, whole);
        store(
            &mut tile.steps,
            i,
            _mm256_maddubs_epi16(whole, _mm256_set1_epi8(1)),
        );
        // Without the line feed; where there is none but the next separator, below 2 as well.
        *lengths = if K::HAS_LAST {
            _mm256_subs_epu8(whole, _mm256_set1_epi16(1))
        } else {
            whole
        };
        most = _mm256_max_epu8(most, *lengths);
        least = _mm256_min_epu8(least, *lengths);
    }
    let any_above = |v, n| _mm256_movemask_epi8(_mm256_cmpgt_epi8(v, _mm256_set1_epi8(n))) as u32;
    tile.beyond = 0;
    tile.kind = if any_above(least, 1) != u32::MAX {
        Kind::Odd
    } else if any_above(most, 8) == 0 {
        if any_above(most, 4) == 0 {
            Kind::Three
        } else {
            Kind::Seven
        }
    } else if any_above(most, 10) == 0 {
        Kind::Nine
    } else if any_above(most, 16) == 0 {
        Kind::Fifteen
    } else {
        Kind::Long
    };
    match tile.kind {
        Kind::Odd => {}
        Kind::Three | Kind::Seven => {
            // Lines in the order 0 4 1 5 2 6 3 7.
            let order = _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
            let order = _mm256_broadcastsi128_si256(order);
            for (i, &lengths) in all.iter().enumerate() {
                // Eight times a length is at most 64: nothing gets into the neighbour.
                let bits = _mm256_slli_epi16::<3>(lengths);
                let shifts = _mm256_sub_epi8(_mm256_set1_epi8(64), bits);
                store(&mut tile.shifts, i, _mm256_shuffle_epi8(shifts, order));
            }
        }
        Kind::Nine | Kind::Fifteen => {
            for (i, &lengths) in all.iter().enumerate() {
                let less_1 = _mm256_add_epi8(lengths, _mm256_set1_epi8(-1));
                let entry = _mm256_maddubs_epi16(less_1, _mm256_set1_epi16(0x0110));
                store(&mut tile.pairs, i, _mm256_slli_epi16::<5>(entry));
            }
        }
        Kind::Long => {
            for (i, &lengths) in all.iter().enumerate() {
                let beyond = any_above(lengths, LONGEST);
                // Two tokens a line; either makes it one for the scalar parser.
                let lines = _pext_u32(beyond | beyond >> 1, 0x5555_5555);
                tile.beyond |= u64::from(lines) << (16 * i);
            }
        }
    }
}
