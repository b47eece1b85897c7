//! Step 2: the lengths of a batch's tokens, and the masks of their windows.
//!
//! Input: the positions of 128 separators, and of the separator before them. Output: a [`Tile`], whose kind says which of
//! its masks are filled. Any positions give a tile; wrong positions are found when the windows of the tile are compared with
//! the text.

use super::ops::{load_at, store};
use super::tile::{Tile, TokenLayout};
use crate::parse::batch::TOKENS;
use crate::parse::batch::dialect::StaticDialect;
use core::arch::x86_64::*;

/// The longest token, with its separator, that a window holds: 31 digits.
const LONGEST: i8 = 32;

/// A bit for each byte of `v` that is larger than `n`. All bytes of `v` are below 128.
#[inline]
#[target_feature(enable = "avx2")]
fn bytes_above(v: __m256i, n: i8) -> u32 {
    _mm256_movemask_epi8(_mm256_cmpgt_epi8(v, _mm256_set1_epi8(n))) as u32
}

/// Fills `tile`. The first of `positions` is that of the separator before the batch. With [`StaticDialect::HAS_LAST`]
/// the length of a line's first token includes the line feed before it.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn layout<K: StaticDialect>(tile: &mut Tile, positions: &[u8; 1 + TOKENS]) {
    let mut largest = _mm256_setzero_si256();
    let mut smallest = _mm256_set1_epi8(64);
    let mut all = [_mm256_setzero_si256(); TOKENS / 32];
    for (i, lengths) in all.iter_mut().enumerate() {
        let before = load_at(positions, 32 * i);
        let here = load_at(positions, 32 * i + 1);
        let whole = _mm256_and_si256(_mm256_sub_epi8(here, before), _mm256_set1_epi8(63));
        store(&mut tile.lengths, i, whole);
        let steps = _mm256_maddubs_epi16(whole, _mm256_set1_epi8(1));
        store(&mut tile.steps, i, steps);
        // The length of a first token without the line feed before it. If there is only that line feed between two
        // separators, this length is below 2, so the tile is refused, as it must be.
        *lengths = if K::HAS_LAST {
            _mm256_subs_epu8(whole, _mm256_set1_epi16(1))
        } else {
            whole
        };
        largest = _mm256_max_epu8(largest, *lengths);
        smallest = _mm256_min_epu8(smallest, *lengths);
    }
    tile.oversized = 0;
    tile.kind = kind(smallest, largest);
    match tile.kind {
        TokenLayout::EmptyToken => {}
        TokenLayout::Digits3 | TokenLayout::Digits7 => {
            // Lines in the order 0 4 1 5 2 6 3 7.
            let order = _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
            let order = _mm256_broadcastsi128_si256(order);
            for (i, &lengths) in all.iter().enumerate() {
                // Eight times a length is at most 64, so no bit reaches the byte beside it.
                let bits = _mm256_slli_epi16::<3>(lengths);
                let shifts = _mm256_sub_epi8(_mm256_set1_epi8(64), bits);
                let shifts = _mm256_shuffle_epi8(shifts, order);
                store(&mut tile.mask_shifts, i, shifts);
            }
        }
        TokenLayout::Digits9 | TokenLayout::Digits15 => {
            for (i, &lengths) in all.iter().enumerate() {
                // 32 bytes an entry, entry 16 (first - 1) + second - 1.
                let less_1 = _mm256_add_epi8(lengths, _mm256_set1_epi8(-1));
                let entry = _mm256_maddubs_epi16(less_1, _mm256_set1_epi16(0x0110));
                store(&mut tile.mask_offsets, i, _mm256_slli_epi16::<5>(entry));
            }
        }
        TokenLayout::Digits31 => {
            for (i, &lengths) in all.iter().enumerate() {
                let tokens = bytes_above(lengths, LONGEST);
                // A line is oversized if either of its tokens is.
                let lines = _pext_u32(tokens | tokens >> 1, 0x5555_5555);
                tile.oversized |= u64::from(lines) << (16 * i);
            }
        }
    }
}

/// The kind of a batch. `smallest` and `largest` have the smallest and the largest length at each place of a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn kind(smallest: __m256i, largest: __m256i) -> TokenLayout {
    if bytes_above(smallest, 1) != u32::MAX {
        TokenLayout::EmptyToken
    } else if bytes_above(largest, 8) == 0 {
        if bytes_above(largest, 4) == 0 {
            TokenLayout::Digits3
        } else {
            TokenLayout::Digits7
        }
    } else if bytes_above(largest, 10) == 0 {
        TokenLayout::Digits9
    } else if bytes_above(largest, 16) == 0 {
        TokenLayout::Digits15
    } else {
        TokenLayout::Digits31
    }
}
