//! Steps 3 to 5 where no token has more than seven digits: lanes of 4 and of 8 bytes.
//!
//! Owns the narrowest layouts. Invariant: as that of [`decode`](super::decode).

use super::expected::Expected;
use super::ops::{expand, groups, unzip, vector};
use super::ratio_filter;
use super::tile::{Tile, Tried};
use super::unpermute::transpose_nibbles;
use crate::parse::Bits;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Lanes512;
use core::arch::x86_64::*;

/// Where the piles of thirty-two lines are, first and second ones, when their four vectors' numbers are packed to words, two and two. With
/// a byte before the LF a vector has the tokens of two expands in turn.
const fn piles(last: bool) -> [[u16; 32]; 2] {
    let mut words = [[0; 32]; 2];
    let mut i = 0;
    while i < 64 {
        let (line, pile) = (i / 2, i % 2);
        let (vector, token) = (line / 8, line % 8 * 2 + pile);
        let number = if last {
            token % 8 * 2 + token / 8
        } else {
            token
        };
        // Packing takes four of either vector in turn.
        words[pile][line] = (vector / 2 * 32 + number / 4 * 8 + vector % 2 * 4 + number % 4) as u16;
        i += 1;
    }
    words
}

with_features! {
/// To three digits: lanes of 4 bytes, with a byte before the LF of 8, of which the upper group has none. A group is a number.
#[inline]
pub(super) unsafe fn three<D: Lanes512, B: Bits, K: StaticDialect>(tile: &Tile, expected: &Expected, s: &mut *const u8, odd: &mut __m512i) -> u64 {
    let [first, second] = if K::HAS_LAST { const { &piles(true) } } else { const { &piles(false) } };
    let (first, second) = (vector(first), vector(second));
    let mut answers = 0;
    for half in 0..2 {
        let mut numbers = [_mm512_setzero_si512(); 4];
        for (i, number) in numbers.iter_mut().enumerate() {
            let i = 4 * half + i;
            // SAFETY: as the caller's.
            *number = unsafe {
                groups(if K::HAS_LAST {
                    let [even, other] = [2 * i, 2 * i + 1].map(|i| expand(tile, i, s, expected.six, odd));
                    _mm512_mask_shuffle_epi32::<0xf5>(other, 0x5555, even)
                } else {
                    expand(tile, i, s, expected.three, odd)
                })
            };
        }
        let [a, b, c, d] = numbers;
        let [packed, others] = [_mm512_packs_epi32(a, b), _mm512_packs_epi32(c, d)];
        let x = _mm512_permutex2var_epi16(packed, first, others);
        let y = _mm512_permutex2var_epi16(packed, second, others);
        // SAFETY: only arithmetic.
        let answer = unsafe { D::three_digits(x, y) };
        answers |= u64::from(answer) << (32 * half);
    }
    answers
}
}

with_features! {
/// Lanes of 8 bytes.
#[inline]
pub(super) unsafe fn narrow<D: Lanes512, B: Bits, K: StaticDialect>(tile: &Tile, expected: __m512i, s: &mut *const u8, odd: &mut __m512i, often: bool, tried: &mut Tried) -> u64 {
    let by_ratio = D::RATIO.is_some() && !often && tried.next();
    let mut left = 0;
    let mut answers = 0;
    for quarter in 0..4 {
        let mut lanes = [_mm512_setzero_si512(); 4];
        for (i, lane) in lanes.iter_mut().enumerate() {
            // SAFETY: as the caller's.
            *lane = unsafe { expand(tile, 4 * quarter + i, s, expected, odd) };
        }
        if by_ratio {
            // Two words for a number, of three digits each: of seven, of the upper six.
            // SAFETY: only arithmetic.
            let upper = lanes.map(|lane| unsafe { upper_groups(lane) });
            let upper = [_mm512_packs_epi32(upper[0], upper[1]), _mm512_packs_epi32(upper[2], upper[3])];
            // SAFETY: as above.
            let about = upper.map(|piles| unsafe { ratio_filter::about::<D>(piles, _mm512_shuffle_epi32::<0xb1>(piles)) });
            if about[0] | about[1] == 0 {
                continue;
            }
            left += 1;
        }
        // SAFETY: as above.
        let words = unsafe { [fours(lanes[0], lanes[1]), fours(lanes[2], lanes[3])] };
        let [a, b] = words.map(|words| _mm512_madd_epi16(words, _mm512_set1_epi32(0x0001_2710)));
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
