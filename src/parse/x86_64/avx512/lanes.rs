//! Steps 2 to 5 in lanes of 4, 8, 12 and 16 bytes, for tokens to 3, 7, 9 and 12 digits. For lines with a CR, only lanes of 16
//! bytes are used, and hold 9 digits.
//!
//! In lanes of 12 bytes 16 tokens fill three vectors. An expand ends where its vector ends, which may be within a token; the
//! next expand continues with the next byte. Compared with lanes of 16 bytes, a quarter less is expanded, checked and
//! multiplied. But the groups of a token have different places in each vector, and some tokens are in two vectors: packing and
//! two permutations bring the groups of a token together.

use super::ops::{ask, groups, join_sixes, load, sixes, store, upper_six, widen};
use super::ratio_filter::is_near_ratio;
use super::tables::{GROUPS_4, GROUPS_12, GROUPS_16, PLAIN_8};
use super::walk::{Tile, WalkState};
use crate::parse::x86_64::DecideX86;
use core::arch::x86_64::*;

/// The places of the first piles of 32 lines, after the numbers of four vectors were packed to words in two vectors: packing takes
/// four numbers of the first vector, four of the second, and so on. Each second pile is one place after the first pile.
const PILES: [u16; 32] = [
    0, 2, 8, 10, 16, 18, 24, 26, 4, 6, 12, 14, 20, 22, 28, 30, // of two vectors
    32, 34, 40, 42, 48, 50, 56, 58, 36, 38, 44, 46, 52, 54, 60, 62,
];

/// The places of the first piles of 16 lines of seven digits, in two vectors of numbers: packing took two numbers of four lines,
/// two of the next four lines, and so on. Each second pile is one place after the first pile.
const SEVENS: [u32; 16] = [0, 4, 8, 12, 2, 6, 10, 14, 16, 20, 24, 28, 18, 22, 26, 30];

/// From two vectors of lanes, a permutation that takes the first and the second group of each pile.
const PAIRS: [u32; 16] = [0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29];

/// For lanes of 12 bytes: permutations of words that take a pair of words for each token: its upper two groups, its lower two
/// groups, or its highest group and a word that is 0. The first piles come before the second piles.
const UPPER: [u16; 32] = words([0, 1]);
const LOWER: [u16; 32] = words([1, 2]);
const HIGHEST: [u16; 32] = words([0, NO_GROUP]);
const NO_GROUP: usize = 3;

/// The positions, as words, of two groups of each token (from 0 to 2, or [`NO_GROUP`]). The words are the numbers of the
/// first two vectors, packed, and after them the numbers of the third vector.
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
            // Packing takes four numbers of the first vector, four of the second, and so on.
            (_, 0 | 1) => lane / 4 * 8 + vector * 4 + lane % 4,
            _ => 32 + lane * 2,
        } as u16;
        i += 1;
    }
    words
}

impl<D: DecideX86, B, const CR: bool> WalkState<'_, D, B, CR> {
    /// Step 2 of lanes of 4 bytes.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(super) fn layout4(masks: &mut [u64; 32], lengths: [__m512i; 2]) {
        let table = load(&GROUPS_4);
        let [low, high] = lengths.map(|length| {
            // A token has four bits of the mask, so a byte has the bits of two tokens.
            let nibbles = _mm512_shuffle_epi8(table, length);
            let pairs = _mm512_maddubs_epi16(nibbles, _mm512_set1_epi16(0x1001));
            _mm512_cvtepi16_epi8(pairs)
        });
        let low = _mm512_castsi256_si512(low);
        store(masks, 0, _mm512_inserti64x4::<1>(low, high));
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

    /// Step 2 of lanes of 12 bytes: stores 24 masks, and overwrites the two masks after them.
    #[inline]
    #[target_feature(enable = "avx512vbmi2")]
    pub(super) fn layout12(masks: &mut [u64; 32], lengths: [__m512i; 2]) {
        let table = load(&GROUPS_12);
        for (quarter, lengths) in widen(lengths).into_iter().enumerate() {
            let twelves = _mm512_permutexvar_epi16(lengths, table);
            let pairs = _mm512_madd_epi16(twelves, _mm512_set1_epi32(1 << (16 + 12) | 1));
            // Three of four bytes.
            let bytes = _mm512_maskz_compress_epi8(0x7777_7777_7777_7777, pairs);
            // 32 tokens have 48 bytes of masks, but 64 bytes are stored. The next quarter overwrites the last 16.
            let masks = masks[6 * quarter..].first_chunk_mut::<8>();
            store(masks.expect("the masks end at 26"), 0, bytes);
        }
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

    /// Steps 3 to 5 for piles to 3 digits. A group is a number.
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) fn decode3(&mut self, tile: &Tile) -> u64 {
        let first = load(&PILES);
        let second = _mm512_add_epi16(first, _mm512_set1_epi16(1));
        let mut answers = 0;
        for half in 0..2 {
            let lanes: [__m512i; 4] = self.expand(tile, half, |e, _| e.lanes4);
            let [a, b, c, d] = lanes.map(|lane| groups(lane));
            let [packed, others] = [_mm512_packs_epi32(a, b), _mm512_packs_epi32(c, d)];
            let x = _mm512_permutex2var_epi16(packed, first, others);
            let y = _mm512_permutex2var_epi16(packed, second, others);
            let answer = ask::<D, 3>(x, y, false);
            answers |= u64::from(answer) << (32 * half);
        }
        answers
    }

    /// Steps 3 to 5 for piles to 7 digits.
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) fn decode7(&mut self, tile: &Tile) -> u64 {
        let first = load(&SEVENS);
        let second = _mm512_add_epi32(first, _mm512_set1_epi32(1));
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
            let [x, y] = [first, second].map(|places| _mm512_permutex2var_epi32(a, places, b));
            ask::<D, 7>(x, y, false) as u16
        };
        self.decode_quarters(tile, |e, _| e.lanes8, near, answer)
    }

    /// Steps 3 to 5 for piles to 9 digits.
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) fn decode9(&mut self, tile: &Tile) -> u64 {
        let (upper, lower, highest) = (load(&UPPER), load(&LOWER), load(&HIGHEST));
        let near = |lanes: [__m512i; 6]| {
            let [a, b, c, d, e, f] = lanes.map(|lane| groups(lane));
            let near = |a, b, c| {
                let piles = _mm512_permutex2var_epi16(_mm512_packs_epi32(a, b), upper, c);
                let others = _mm512_shuffle_i64x2::<0x4e>(piles, piles);
                is_near_ratio::<D>(piles, others)
            };
            near(a, b, c) | near(d, e, f)
        };
        let answer = |lanes: [__m512i; 6], often| {
            let [a, b, c, d, e, f] = lanes.map(|lane| groups(lane));
            // Eight lines' first piles, then their second ones.
            let numbers = |a, b, c| {
                let packed = _mm512_packs_epi32(a, b);
                let pairs = _mm512_permutex2var_epi16(packed, lower, c);
                let millions = _mm512_permutex2var_epi16(packed, highest, c);
                let sixes = _mm512_madd_epi16(pairs, _mm512_set1_epi32(1 << 16 | 1000));
                _mm512_add_epi32(
                    _mm512_mullo_epi32(millions, _mm512_set1_epi32(1_000_000)),
                    sixes,
                )
            };
            let (low, high) = (numbers(a, b, c), numbers(d, e, f));
            let x = _mm512_shuffle_i64x2::<0x44>(low, high);
            let y = _mm512_shuffle_i64x2::<0xee>(low, high);
            ask::<D, 9>(x, y, often) as u16
        };
        self.decode_quarters(tile, |e, i| e.lanes12[i % 3], near, answer)
    }

    /// Steps 3 to 5 for piles to 12 digits. A CR needs the hole of the first group, so in lines with a CR this group has no
    /// digits.
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) fn decode12(&mut self, tile: &Tile) -> u64 {
        // The digits of each first group.
        let first_groups = _mm512_set4_epi32(0, 0, 0, 0x0f0f_0f00);
        let near = |lanes: [__m512i; 8]| {
            // If all first groups are zeros, the next six digits show more.
            let all = lanes.into_iter().reduce(|a, b| _mm512_or_si512(a, b));
            let all = all.expect("there are eight lanes");
            let skips_first = _mm512_test_epi32_mask(all, first_groups) == 0;
            let pairs = _mm512_add_epi32(load(&PAIRS), _mm512_set1_epi32(skips_first.into()));
            let piles: [__m512i; 4] = core::array::from_fn(|i| {
                let (a, b) = (lanes[2 * i], lanes[2 * i + 1]);
                groups(_mm512_permutex2var_epi32(a, pairs, b))
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
        self.decode_quarters(tile, |e, _| e.lanes16, near, answer)
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
