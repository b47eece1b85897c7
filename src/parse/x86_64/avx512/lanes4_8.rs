//! Steps 2 to 5 in lanes of 4 bytes (to 3 digits) and of 8 bytes (to 7).

use super::ops::{groups, load, store, unzip};
use super::ratio_filter::is_near_ratio;
use super::tile::Tile;
use super::unpermute::transpose_nibbles;
use super::walk_state::WalkState;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Decide512;
use crate::parse::x86_64::tables::{GROUPS_4, PLAIN_8};
use core::arch::x86_64::*;

/// Where the first and the second piles of 32 lines are, after the numbers of four vectors were packed to words, each two
/// vectors to one.
const PILES: [[u16; 32]; 2] = {
    let mut words = [[0; 32]; 2];
    let mut i = 0;
    while i < 64 {
        let (line, pile) = (i / 2, i % 2);
        let (vector, number) = (line / 8, line % 8 * 2 + pile);
        // Packing takes four numbers of the first vector, four of the second, and so on.
        words[pile][line] = (vector / 2 * 32 + number / 4 * 8 + vector % 2 * 4 + number % 4) as u16;
        i += 1;
    }
    words
};

impl<D: Decide512, B, K: StaticDialect> WalkState<'_, D, B, K> {
    /// Step 2 of lanes of 4 bytes.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(super) fn layout4(masks: &mut [u64; 32], lengths: [__m512i; 2]) {
        let table = load(&GROUPS_4);
        for (masks, length) in masks.as_chunks_mut::<4>().0.iter_mut().zip(lengths) {
            // A token has four bits of the mask, so two tokens share a byte.
            let nibbles = _mm512_shuffle_epi8(table, length);
            let pairs = _mm512_maddubs_epi16(nibbles, _mm512_set1_epi16(0x1001));
            // SAFETY: the four masks have 32 bytes.
            unsafe { _mm256_storeu_si256(masks.as_mut_ptr().cast(), _mm512_cvtepi16_epi8(pairs)) };
        }
    }

    /// Step 2 of lanes of 8 bytes.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(super) fn layout8(masks: &mut [u64; 32], lengths: [__m512i; 2]) {
        let table = load(&PLAIN_8);
        for (i, length) in lengths.into_iter().enumerate() {
            store(masks, i, _mm512_shuffle_epi8(table, length));
        }
    }

    /// Steps 3 to 5 for tokens of up to 3 digits. A group is a number.
    ///
    /// # Safety
    /// * The tile is of [`TokenLayout::Digits3`](super::tile::TokenLayout::Digits3), and `cursor` points to its first separator.
    /// * 64 bytes can be read wherever one of its tokens begins, as its lengths say.
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) unsafe fn decode3(&mut self, tile: &Tile) -> u64 {
        let (first, second) = (load(&PILES[0]), load(&PILES[1]));
        let mut answers = 0;
        for half in 0..2 {
            let mut numbers = [_mm512_setzero_si512(); 4];
            for (i, number) in numbers.iter_mut().enumerate() {
                // SAFETY: the caller guarantees 64 bytes at each token.
                let lanes = unsafe { self.expand(tile.masks[4 * half + i], self.expected.lanes4) };
                *number = groups(lanes);
            }
            let [a, b, c, d] = numbers;
            let [packed, others] = [_mm512_packs_epi32(a, b), _mm512_packs_epi32(c, d)];
            let x = _mm512_permutex2var_epi16(packed, first, others);
            let y = _mm512_permutex2var_epi16(packed, second, others);
            // SAFETY: this function has the features, so its caller has an `Avx512`.
            let answer = unsafe { D::three_digits(x, y) };
            answers |= u64::from(answer) << (32 * half);
        }
        answers
    }

    /// Steps 3 to 5 for piles to 7 digits.
    ///
    /// # Safety
    /// The same as for [`WalkState::decode_quarters`].
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) unsafe fn decode7(&mut self, tile: &Tile) -> u64 {
        let near = |lanes: [__m512i; 4], _| {
            // Two words for a pile, of three digits each.
            // Subtracts the '0's.
            let bias = _mm512_set1_epi32(-48 * 111);
            let [a, b, c, d] = lanes.map(|lane| upper_six(bias, lane));
            let [a, b] = [_mm512_packs_epi32(a, b), _mm512_packs_epi32(c, d)]
                .map(|piles| is_near_ratio::<D>(piles, _mm512_shuffle_epi32::<0xb1>(piles)));
            a | b
        };
        let answer = |[a, b, c, d]: [__m512i; 4], _: bool| {
            let [a, b] = [fours(a, b), fours(c, d)]
                .map(|words| _mm512_madd_epi16(words, _mm512_set1_epi32(0x0001_2710)));
            let (x, y) = unzip(a, b);
            // SAFETY: this function has the features, so its caller has an `Avx512`.
            unsafe { D::seven_digits(x, y) }
        };
        // SAFETY: the caller's guarantees.
        let answers = unsafe { self.decode_quarters(tile, |e, _| e.lanes8, near, answer) };
        // Lane 4 i + j has line 4 j + i.
        transpose_nibbles(answers)
    }
}

/// From the seven digits after a hole: the first three digits and the next three digits, as two numbers.
#[inline]
#[target_feature(enable = "avx512vnni")]
pub(super) fn upper_six(bias: __m512i, lanes: __m512i) -> __m512i {
    _mm512_dpbusd_epi32(bias, lanes, _mm512_set1_epi64(0x0001_0a64_010a_6400))
}

/// From the seven digits after a hole: the first three digits and the last four digits, as two words.
#[inline]
#[target_feature(enable = "avx512bw")]
fn fours(a: __m512i, b: __m512i) -> __m512i {
    let zeros = _mm512_set1_epi8(b'0' as i8);
    let pairs = |v| {
        let weights = _mm512_set1_epi64(0x010a_010a_010a_0100);
        _mm512_maddubs_epi16(_mm512_sub_epi8(v, zeros), weights)
    };
    _mm512_maddubs_epi16(
        _mm512_packus_epi16(pairs(a), pairs(b)),
        _mm512_set1_epi16(0x0164),
    )
}
