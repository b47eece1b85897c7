//! Steps 3 to 5 where no token has more than seven digits: lanes of 4 and of 8 bytes.
//!
//! Owns the narrowest layouts. Invariant: as that of [`lanes`](super::lanes).

use super::form::Expected;
use super::lanes::{expand, expand_by, groups, unzip};
use super::order::{gather_halves, transpose_nibbles};
use super::ratio::{Sixes, Tried};
use super::tiles::Tile;
use crate::parse::Bits;
use crate::parse::x86_64::Lanes512;
use crate::parse::x86_64::form::Known;
use core::arch::x86_64::*;

with_features! {
/// Lanes of 4 bytes: a group is a number.
#[inline]
pub(super) unsafe fn three<D: Lanes512, B: Bits, K: Known>(tile: &Tile, expected: &Expected, s: &mut *const u8, odd: &mut __m512i) -> u64 {
    let expected = expected.three;
    let mut answers = 0;
    for quarter in 0..4 {
        let mut numbers = || {
            let i = 2 * quarter;
            // SAFETY: as the caller's.
            let (a, b) = unsafe {
                (
                    expand_by(tile.masks[i], tile.steps[2 * i], s, expected, odd),
                    expand_by(tile.masks[i + 1], tile.steps[2 * i + 2], s, expected, odd),
                )
            };
            // SAFETY: only arithmetic.
            unsafe { (groups(a), groups(b)) }
        };
        let (a, b) = numbers();
        // SAFETY: only arithmetic.
        let answer = unsafe { D::three_digits(_mm512_packs_epi32(a, b)) };
        answers |= u64::from(answer) << (16 * quarter);
    }
    // Of each four lanes the first two are lines of the first eight, the others of the second.
    gather_halves(answers)
}
}

with_features! {
/// Lanes of 8 bytes.
#[inline]
pub(super) unsafe fn narrow<D: Lanes512, B: Bits, K: Known, const SEVEN: bool>(tile: &Tile, expected: __m512i, s: &mut *const u8, odd: &mut __m512i, often: bool, tried: &mut Tried) -> u64 {
    let by_ratio = D::RATIO.is_some() && !often && tried.next();
    let mut left = 0;
    let mut answers = 0;
    for quarter in 0..4 {
        let mut lanes = [_mm512_setzero_si512(); 4];
        for (i, lane) in lanes.iter_mut().enumerate() {
            // SAFETY: as the caller's.
            *lane = unsafe { expand(tile, 4 * quarter + i, s, expected, odd) };
        }
        // Two words for a number, of three digits each: of seven, of the upper six.
        let upper = || {
            // SAFETY: only arithmetic.
            let lanes = lanes.map(|lane| unsafe { if SEVEN { upper_groups(lane) } else { groups(lane) } });
            [_mm512_packs_epi32(lanes[0], lanes[1]), _mm512_packs_epi32(lanes[2], lanes[3])]
        };
        if by_ratio {
            // SAFETY: as above.
            let about = upper().map(|piles| unsafe { Sixes::<D>::about(piles, _mm512_shuffle_epi32::<0xb1>(piles)) });
            if about[0] | about[1] == 0 {
                continue;
            }
            left += 1;
        }
        let [a, b] = if SEVEN {
            // SAFETY: as above.
            let words = unsafe { [fours(lanes[0], lanes[1]), fours(lanes[2], lanes[3])] };
            words.map(|words| _mm512_madd_epi16(words, _mm512_set1_epi32(0x0001_2710)))
        } else {
            upper().map(|words| _mm512_madd_epi16(words, _mm512_set1_epi32(0x0001_03e8)))
        };
        // SAFETY: as above.
        let answer = unsafe {
            let (x, y) = unzip(a, b);
            D::seven_digits(x, y)
        };
        answers |= u64::from(answer) << (16 * quarter);
    }
    if by_ratio {
        tried.was(left < 2);
    }
    // Lane 4 i + j has line 4 j + i.
    transpose_nibbles(answers)
}
}

with_features! {
/// Seven digits behind a hole: the first three and the next three.
#[inline]
unsafe fn upper_groups(lanes: __m512i) -> __m512i {
    // Takes the '0's off.
    let bias = _mm512_set1_epi32(-48 * 111);
    _mm512_dpbusd_epi32(bias, lanes, _mm512_set1_epi64(0x0001_0a64_010a_6400))
}
}

with_features! {
/// Seven digits behind a hole, by pairs, to three and four.
#[inline]
unsafe fn fours(a: __m512i, b: __m512i) -> __m512i {
    let zeros = _mm512_set1_epi8(b'0' as i8);
    let pairs = |v| _mm512_maddubs_epi16(_mm512_sub_epi8(v, zeros), _mm512_set1_epi64(0x010a_010a_010a_0100));
    _mm512_maddubs_epi16(_mm512_packus_epi16(pairs(a), pairs(b)), _mm512_set1_epi16(0x0164))
}
}
