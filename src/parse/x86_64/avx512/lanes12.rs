//! Steps 2 to 5 where no token has more than nine digits: lanes of 12 bytes.
//!
//! Owns the layout of lanes that are no power of two wide. Invariant: sixteen tokens fill three vectors, and
//! an expand ends where its vector does, be it within a token; the next goes on with the next byte.
//!
//! Nothing is wider than it must be: a quarter less to expand, to check and to multiply than in lanes of
//! 16 bytes. What that costs is the order: the groups of a token are in other places in each vector, and some
//! tokens' in two. Packing and two permutations bring them together.

use super::expected::Expected;
use super::ops::{expand, groups, vector};
use super::ratio_filter;
use super::tile::{Tile, Tried};
use crate::parse::Bits;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Lanes512;
use crate::parse::x86_64::tables::GROUPS_12;
use core::arch::x86_64::*;

/// The groups of second piles, in each of the three vectors.
pub(super) const BLANKS: [u16; 3] = {
    let mut blanks = [0; 3];
    let mut group = 0;
    while group < 48 {
        let second_pile = group / 3 % 2 == 1;
        blanks[group / 16] |= (second_pile as u16) << (group % 16);
        group += 1;
    }
    blanks
};

/// Where each token's upper two groups are, as a pair of words; the lower two; and its highest, with a word that is 0. First piles
/// come before second ones.
const UPPER: [u16; 32] = words([0, 1]);
const LOWER: [u16; 32] = words([1, 2]);
const HIGHEST: [u16; 32] = words([0, NO_GROUP]);
const NO_GROUP: usize = 3;

/// Of these groups of each token, the numbers of the words when the first two vectors' numbers are packed to words and the third's stand
/// behind them.
const fn words(of_token: [usize; 2]) -> [u16; 32] {
    let mut words = [0; 32];
    let mut i = 0;
    while i < 32 {
        let (pile, line) = (i / 16, i % 16 / 2);
        let group = of_token[i % 2];
        let at = 3 * (2 * line + pile) + group;
        let (vector, lane) = (at / 16, at % 16);
        words[i] = match (group, vector) {
            // The upper half of a number of the third vector.
            (NO_GROUP, _) => 33,
            // Packing takes four of either vector in turn.
            (_, 0 | 1) => lane / 4 * 8 + vector * 4 + lane % 4,
            _ => 32 + lane * 2,
        } as u16;
        i += 1;
    }
    words
}

/// To spread the first or the last 32 bytes of a vector over its words.
const SPREAD: [[u8; 64]; 2] = {
    let mut spread = [[0; 64]; 2];
    let mut i = 0;
    while i < 64 {
        spread[0][i] = i as u8 / 2;
        spread[1][i] = 32 + i as u8 / 2;
        i += 1;
    }
    spread
};

/// Three bytes of each four.
const THREE_OF_FOUR: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 48 {
        bytes[i] = (i / 3 * 4 + i % 3) as u8;
        i += 1;
    }
    bytes
};

with_features! {
/// Step 2: writes 24 masks, and 16 bytes more. From the lengths of 128 tokens, each 2 to 10.
///
/// # Safety
/// There is room for 208 bytes.
#[inline]
pub(super) unsafe fn masks<D: Lanes512, B: Bits, K: StaticDialect>(lengths: [__m512i; 2], masks: *mut u8) {
    let table = vector(&GROUPS_12.0);
    for quarter in 0..4 {
        // Of a word's bits only the low five choose.
        let words = _mm512_permutexvar_epi8(vector(&SPREAD[quarter % 2]), lengths[quarter / 2]);
        let twelves = _mm512_permutexvar_epi16(words, table);
        let pairs = _mm512_madd_epi16(twelves, _mm512_set1_epi32(1 << (16 + 12) | 1));
        let bytes = _mm512_permutexvar_epi8(vector(&THREE_OF_FOUR), pairs);
        // SAFETY: 32 tokens have 48 bytes; what is written behind them, the next quarter overwrites.
        unsafe { _mm512_storeu_si512(masks.wrapping_add(48 * quarter).cast(), bytes) };
    }
}
}

with_features! {
/// Steps 3 to 5.
///
/// # Safety
/// There are 64 bytes of text wherever an expand begins.
#[inline]
pub(super) unsafe fn answers<D: Lanes512, B: Bits, K: StaticDialect>(tile: &Tile, expected: &Expected, s: &mut *const u8, odd: &mut __m512i, often: bool, tried: &mut Tried) -> u64 {
    let expected = expected.twelve;
    let (upper, lower, highest) = (vector(&UPPER), vector(&LOWER), vector(&HIGHEST));
    let by_ratio = D::RATIO.is_some() && !often && tried.next();
    let mut left = 0;
    let mut answers = 0;
    for quarter in 0..4 {
        let mut lanes = [_mm512_setzero_si512(); 6];
        for (i, lane) in lanes.iter_mut().enumerate() {
            // SAFETY: the caller's.
            *lane = unsafe { expand(tile, 6 * quarter + i, s, expected[i % 3], odd) };
        }
        // SAFETY: only arithmetic.
        let [a, b, c, d, e, f] = lanes.map(|lane| unsafe { groups(lane) });
        if by_ratio {
            let about = |a, b, c| {
                let piles = _mm512_permutex2var_epi16(_mm512_packs_epi32(a, b), upper, c);
                let others = _mm512_shuffle_i64x2::<0x4e>(piles, piles);
                // SAFETY: only arithmetic.
                unsafe { ratio_filter::about::<D>(piles, others) }
            };
            if about(a, b, c) | about(d, e, f) == 0 {
                continue;
            }
            left += 1;
        }
        // Eight lines' first piles, then their second ones.
        let numbers = |a, b, c| {
            let packed = _mm512_packs_epi32(a, b);
            let pairs = _mm512_permutex2var_epi16(packed, lower, c);
            let millions = _mm512_permutex2var_epi16(packed, highest, c);
            let sixes = _mm512_madd_epi16(pairs, _mm512_set1_epi32(1 << 16 | 1000));
            _mm512_add_epi32(_mm512_mullo_epi32(millions, _mm512_set1_epi32(1_000_000)), sixes)
        };
        let (low, high) = (numbers(a, b, c), numbers(d, e, f));
        let x = _mm512_shuffle_i64x2::<0x44>(low, high);
        let y = _mm512_shuffle_i64x2::<0xee>(low, high);
        // SAFETY: only arithmetic.
        let answer = unsafe { D::nine_digits(x, y, often) };
        answers |= u64::from(answer) << (16 * quarter);
    }
    if by_ratio {
        tried.was(left < 2);
    }
    answers
}
}
