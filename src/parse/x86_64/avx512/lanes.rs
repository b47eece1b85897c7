//! Steps 2 to 5 in lanes of 4, 8 and 16 bytes, for tokens to 3, 7 and 12 digits. For lines with a CR, only lanes of 16 bytes
//! are used, and hold 9 digits.

use super::ops::{ask, groups, join_sixes, load, sixes, store, upper_six, widen};
use super::ratio_filter::is_near_ratio;
use super::tile::Tile;
use super::walk::WalkState;
use crate::parse::x86_64::Decide512;
use crate::parse::x86_64::tables::{GROUPS_4, GROUPS_16, PLAIN_8};
use core::arch::x86_64::*;

/// The places of the first and of the second piles of 32 lines, after the numbers of four vectors were packed to words in two
/// vectors.
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

/// The places of the first and of the second piles of 16 lines of seven digits, in two vectors of numbers.
const SEVENS: [[u32; 16]; 2] = {
    let mut places = [[0; 16]; 2];
    let mut i = 0;
    while i < 32 {
        let (line, pile) = (i / 2, i % 2);
        // Packing took two numbers of four lines, two of the next four lines, and so on.
        places[pile][line] = (line / 8 * 16 + line % 4 * 4 + line / 4 % 2 * 2 + pile) as u32;
        i += 1;
    }
    places
};

/// Two permutations. From two vectors of lanes, the first one takes the first and the second group of each pile, the other one
/// the second and the third group.
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

impl<D: Decide512, B, const CR: bool> WalkState<'_, D, B, CR> {
    /// Step 2 of lanes of 4 bytes.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(super) fn layout4(masks: &mut [u64; 32], lengths: [__m512i; 2]) {
        let table = load(&GROUPS_4);
        for (masks, length) in masks.as_chunks_mut::<4>().0.iter_mut().zip(lengths) {
            // A token has four bits of the mask, so a byte has the bits of two tokens.
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
            let answer = ask::<D, 3>(x, y, false);
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
        let near = |lanes: [__m512i; 4]| {
            // Subtracts the '0's.
            let bias = _mm512_set1_epi32(-48 * 111);
            // Two words for a pile, of three digits each.
            let [a, b, c, d] = lanes.map(|lane| upper_six(bias, lane));
            let [a, b] = [_mm512_packs_epi32(a, b), _mm512_packs_epi32(c, d)]
                .map(|piles| is_near_ratio::<D>(piles, _mm512_shuffle_epi32::<0xb1>(piles)));
            a | b
        };
        let answer = |[a, b, c, d]: [__m512i; 4], _: bool| {
            let [a, b] = [fours(a, b), fours(c, d)]
                .map(|words| _mm512_madd_epi16(words, _mm512_set1_epi32(0x0001_2710)));
            let [x, y] = SEVENS.map(|places| _mm512_permutex2var_epi32(a, load(&places), b));
            ask::<D, 7>(x, y, false) as u16
        };
        // SAFETY: the caller guarantees a tile of these lanes, and 64 bytes at each token.
        unsafe { self.decode_quarters(tile, |e, _| e.lanes8, near, answer) }
    }

    /// Step 2 of lanes of 16 bytes. `lengths` do not include a CR. It goes to the first byte of the first pile's lane.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(super) fn layout16(masks: &mut [u64; 32], lengths: [__m512i; 2]) {
        let (table, cr) = (load(&GROUPS_16), _mm512_set1_epi32(CR.into()));
        for (i, lengths) in widen(lengths).into_iter().enumerate() {
            let groups = _mm512_permutexvar_epi16(lengths, table);
            store(masks, i, _mm512_or_si512(groups, cr));
        }
    }

    /// Steps 3 to 5 for piles to 12 digits. A CR needs the hole of the first group, so in lines with a CR this group has no
    /// digits.
    ///
    /// # Safety
    /// The same as for [`WalkState::decode_quarters`].
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) unsafe fn decode12(&mut self, tile: &Tile) -> u64 {
        // The digits of each first group.
        let first_groups = _mm512_set4_epi32(0, 0, 0, 0x0f0f_0f00);
        let near = |lanes: [__m512i; 8]| {
            // If all first groups are zeros, the next six digits show more.
            let all = lanes.into_iter().reduce(|a, b| _mm512_or_si512(a, b));
            let all = all.expect("there are eight lanes");
            let skips_first = _mm512_test_epi32_mask(all, first_groups) == 0;
            let pairs = load(&PAIRS[usize::from(skips_first)]);
            let piles: [__m512i; 4] = core::array::from_fn(|i| {
                groups(_mm512_permutex2var_epi32(
                    lanes[2 * i],
                    pairs,
                    lanes[2 * i + 1],
                ))
            });
            let [a, b] = [0, 2].map(|i| {
                let piles = _mm512_packs_epi32(piles[i], piles[i + 1]);
                is_near_ratio::<D>(piles, _mm512_shuffle_i64x2::<0xb1>(piles, piles))
            });
            a | b
        };
        let answer = |lanes: [__m512i; 8], _: bool| {
            // Pairs of six-digit numbers (upper, lower) of lines 0 2 | 0 2 | 1 3 | 1 3. First piles are in the even 128-bit
            // lanes.
            let groups = lanes.map(|lane| groups(lane));
            let [a, b, c, d] =
                core::array::from_fn(|i| join_sixes(sixes(groups[2 * i], groups[2 * i + 1])));
            let first = _mm512_setr_epi64(0, 4, 1, 5, 8, 12, 9, 13);
            let second = _mm512_setr_epi64(2, 6, 3, 7, 10, 14, 11, 15);
            let [low, high] = [(a, b), (c, d)].map(|(a, b)| {
                let x = _mm512_permutex2var_epi64(a, first, b);
                let y = _mm512_permutex2var_epi64(a, second, b);
                ask::<D, 12>(x, y, false) as u16
            });
            low | high << 8
        };
        // SAFETY: the caller guarantees a tile of these lanes, and 64 bytes at each token.
        unsafe { self.decode_quarters(tile, |e, _| e.lanes16, near, answer) }
    }
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
