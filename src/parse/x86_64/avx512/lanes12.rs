//! Steps 2 to 5 in lanes of 12 bytes, for tokens to 9 digits.
//!
//! 16 tokens fill three vectors. An expand ends where its vector ends, which may be within a token; the next expand
//! continues with the next byte. Compared with lanes of 16 bytes, a quarter less is expanded, checked and multiplied. But
//! the groups of a token have different places in each vector, and some tokens are in two vectors: packing and two
//! permutations bring the groups of a token together.

use super::ops::{ask, groups, load, store, widen};
use super::ratio_filter::is_near_ratio;
use super::tile::Tile;
use super::walk::WalkState;
use crate::parse::x86_64::Decide512;
use crate::parse::x86_64::tables::GROUPS_12;
use core::arch::x86_64::*;

/// Permutations of words that take a pair of words for each token: its upper two groups, its lower two groups, or its
/// highest group and a word that is 0. The first piles come before the second piles.
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

impl<D: Decide512, B, const CR: bool> WalkState<'_, D, B, CR> {
    /// Step 2: stores 24 masks, and overwrites the two masks after them.
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

    /// Steps 3 to 5.
    ///
    /// # Safety
    /// The same as for [`WalkState::decode_quarters`].
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) unsafe fn decode9(&mut self, tile: &Tile) -> u64 {
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
        // SAFETY: the caller guarantees a tile of these lanes, and 64 bytes at each token.
        unsafe { self.decode_quarters(tile, |e, i| e.lanes12[i % 3], near, answer) }
    }
}
