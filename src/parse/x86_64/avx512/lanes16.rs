//! Steps 3 to 5 in lanes of 16 bytes: to twelve digits, and to nine with a byte before the LF.
//!
//! Owns that layout. Invariant: as that of [`decode`](super::decode).

use super::expected::Expected;
use super::ops::{expand, groups, join_sixes, sixes, unzip, vector};
use super::ratio_filter;
use super::tile::{Tile, Tried};
use super::unpermute::{interleave_nibbles, swap_middles};
use crate::parse::Bits;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Lanes512;
use core::arch::x86_64::*;

with_features! {
/// Lanes of 16 bytes: eight expands from the `i`-th on.
///
/// One step of all before the next of any: what waits for its own last step takes room in the processor's
/// queues, and they are short.
#[inline]
unsafe fn sixteens<D: Lanes512, B: Bits, K: StaticDialect>(tile: &Tile, expected: __m512i, i: usize, s: &mut *const u8, odd: &mut __m512i) -> [__m512i; 8] {
    let mut lanes = [_mm512_setzero_si512(); 8];
    for (j, lane) in lanes.iter_mut().enumerate() {
        // SAFETY: as the caller's.
        *lane = unsafe { expand(tile, i + j, s, expected, odd) };
    }
    lanes
}
}

with_features! {
/// Of these lanes: a pair of six-digit numbers (upper, lower) for each token, four times in the order of lines 0 2 | 0 2 | 1 3 | 1 3 (first piles
/// in the even 128-bit lanes).
#[inline]
unsafe fn quads(lanes: [__m512i; 8]) -> [__m512i; 4] {
    // SAFETY: only arithmetic.
    let groups = lanes.map(|lane| unsafe { groups(lane) });
    // SAFETY: as above.
    core::array::from_fn(|j| unsafe { sixes(groups[2 * j], groups[2 * j + 1]) })
}
}

/// Of lanes of 16 bytes, two vectors: the groups that are looked at, the first two or the second and the third.
const PAIRS: [[u32; 16]; 2] = {
    let mut pairs = [[0; 16]; 2];
    let mut i = 0;
    while i < 32 {
        let (from, at) = (i / 16, i % 16);
        let (lane, vector) = (at / 4, at / 2 % 2);
        pairs[from][at] = (16 * vector + 4 * lane + from + at % 2) as u32;
        i += 1;
    }
    pairs
};

with_features! {
/// Of these lanes: whether a line's piles are about of the ratio by six digits.
#[inline]
unsafe fn about<D: Lanes512, B: Bits, K: StaticDialect>(lanes: [__m512i; 8], pairs: __m512i) -> bool {
    let piles: [__m512i; 4] = core::array::from_fn(|j| {
        // SAFETY: only arithmetic.
        unsafe { groups(_mm512_permutex2var_epi32(lanes[2 * j], pairs, lanes[2 * j + 1])) }
    });
    let about = [0, 2].map(|j| {
        let piles = _mm512_packs_epi32(piles[j], piles[j + 1]);
        // SAFETY: as above.
        unsafe { ratio_filter::about::<D>(piles, _mm512_shuffle_i64x2::<0xb1>(piles, piles)) }
    });
    about[0] | about[1] != 0
}
}

with_features! {
/// Lanes of 16 bytes to 9 digits, of lines with a byte before the LF: it needs the hole that lanes of 12 bytes don't have.
#[inline]
pub(super) unsafe fn nine_last<D: Lanes512, B: Bits, K: StaticDialect>(tile: &Tile, expected: &Expected, s: &mut *const u8, odd: &mut __m512i, often: bool, tried: &mut Tried) -> u64 {
    let by_ratio = D::RATIO.is_some() && !often && !tile.small && tried.next();
    // The first group has none.
    let pairs = vector(&PAIRS[1]);
    let mut left = 0;
    let million = _mm512_set1_epi32(1_000_000);
    let mut answers = 0;
    for quarter in 0..4 {
        // SAFETY: as the caller's.
        let answer = unsafe {
            let lanes = sixteens::<D, B, K>(tile, expected.sixteen, 8 * quarter, s, odd);
            if by_ratio {
                if !about::<D, B, K>(lanes, pairs) {
                    continue;
                }
                left += 1;
            }
            let [a, b, c, d] = quads(lanes);
            let [ab, cd] = [(a, b), (c, d)].map(|(a, b)| {
                let (upper, lower) = unzip(a, b);
                _mm512_add_epi32(_mm512_mullo_epi32(upper, million), lower)
            });
            let x = _mm512_shuffle_i32x4::<0x88>(ab, cd);
            let y = _mm512_shuffle_i32x4::<0xdd>(ab, cd);
            // The test for larger ones lets small ones pass.
            if tile.small {
                D::seven_digits(x, y)
            } else {
                D::nine_digits(x, y, often)
            }
        };
        answers |= u64::from(answer) << (16 * quarter);
    }
    if by_ratio {
        tried.was(left < 2);
    }
    // Of each eight lines the even ones come first.
    interleave_nibbles(answers)
}
}

with_features! {
/// Lanes of 16 bytes to 12 digits.
#[inline]
pub(super) unsafe fn twelve<D: Lanes512, B: Bits, K: StaticDialect>(tile: &Tile, expected: &Expected, s: &mut *const u8, odd: &mut __m512i, often: bool, tried: &mut Tried) -> u64 {
    let start = *s;
    let mut by_ratio = D::RATIO.is_some() && !often && tried.next();
    loop {
        let mut left = 0;
        let mut answers = 0;
        let pairs = vector(&PAIRS[usize::from(tried.second)]);
        for quarter in 0..4 {
            // SAFETY: as the caller's.
            let answer = unsafe {
                let lanes = sixteens::<D, B, K>(tile, expected.sixteen, 8 * quarter, s, odd);
                if by_ratio {
                    if !about::<D, B, K>(lanes, pairs) {
                        continue;
                    }
                    left += 1;
                }
                let [a, b, c, d] = quads(lanes).map(|sixes| join_sixes(sixes));
                let [low, high] = [(a, b), (c, d)].map(|(a, b)| {
                    let x = _mm512_shuffle_i64x2::<0x88>(a, b);
                    let y = _mm512_shuffle_i64x2::<0xdd>(a, b);
                    u64::from(D::twelve_digits(x, y))
                });
                low | high << 8
            };
            answers |= answer << (16 * quarter);
        }
        if by_ratio {
            // The digits of each first group.
            let highest = _mm512_set_epi32(0, 0, 0, 0x0f0f_0f00, 0, 0, 0, 0x0f0f_0f00, 0, 0, 0, 0x0f0f_0f00, 0, 0, 0, 0x0f0f_0f00);
            let zeros = _mm512_test_epi32_mask(*odd, highest) == 0;
            if tried.second && !zeros {
                (by_ratio, tried.second, *s) = (false, false, start);
                continue;
            }
            let of_use = left < 2;
            tried.was(of_use || zeros && !tried.second);
            tried.second |= !of_use && zeros;
        }
        // Lines 0 2 1 3 of each four.
        return swap_middles(answers);
    }
}
}
