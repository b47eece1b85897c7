//! Steps 2 to 5 in lanes of 16 bytes: for tokens to 12 digits, and for tokens to 9 digits in lines with a CR.

use super::ops::{groups, join_sixes, load, sixes, store};
use super::ratio_filter::is_near_ratio;
use super::tile::Tile;
use super::unpermute::swap_middles;
use super::walk_state::WalkState;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Decide512;
use crate::parse::x86_64::tables::{HIGH_16, LOW_16};
use core::arch::x86_64::*;

/// Two permutations. From two vectors of lanes, they take the two groups of each pile that the ratio filter compares: its
/// first and second group, or its second and third group, if the first groups are zeros.
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

impl<D: Decide512, B, K: StaticDialect> WalkState<'_, D, B, K> {
    /// Step 2. `extra` is 1 for first piles of lines with a CR, else 0; `lengths` are without the CR.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(super) fn layout16(masks: &mut [u64; 32], lengths: [__m512i; 2], extra: __m512i) {
        let (low, high) = (load(&LOW_16), load(&HIGH_16));
        let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
        let second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
        for (i, length) in lengths.into_iter().enumerate() {
            let low = _mm512_or_si512(_mm512_shuffle_epi8(low, length), extra);
            let high = _mm512_shuffle_epi8(high, length);
            // Interleaving works within 16-byte lanes; the permutation restores the order.
            let even = _mm512_unpacklo_epi8(low, high);
            let odd = _mm512_unpackhi_epi8(low, high);
            let halves = [first, second].map(|half| _mm512_permutex2var_epi64(even, half, odd));
            store(masks, 2 * i, halves[0]);
            store(masks, 2 * i + 1, halves[1]);
        }
    }

    /// Steps 3 to 5. A CR needs the hole of the first group, so in lines with a CR this group has no digits.
    ///
    /// # Safety
    /// The same as for [`WalkState::decode_quarters`].
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) unsafe fn decode12(&mut self, tile: &Tile) -> u64 {
        // The digits of each first group.
        let first_groups = _mm512_set4_epi32(0, 0, 0, 0x0f0f_0f00);
        let has_first = |mismatch| _mm512_test_epi32_mask(mismatch, first_groups) != 0;
        let skips_first = self.skips_first_group;
        let near = |lanes: [__m512i; 8], mismatch| {
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
            // If a first group is not zero, six digits after it do not show the ratio.
            let is_skipped_wrongly = skips_first && has_first(mismatch);
            a | b | u32::from(is_skipped_wrongly)
        };
        let answer = |lanes: [__m512i; 8], _: bool| {
            // Pairs of six-digit numbers (upper, lower) of lines 0 2 | 0 2 | 1 3 | 1 3. First piles are in the even 128-bit
            // lanes.
            let groups = lanes.map(|lane| groups(lane));
            let [a, b, c, d] =
                core::array::from_fn(|i| join_sixes(sixes(groups[2 * i], groups[2 * i + 1])));
            let [low, high] = [(a, b), (c, d)].map(|(a, b)| {
                let x = _mm512_shuffle_i64x2::<0x88>(a, b);
                let y = _mm512_shuffle_i64x2::<0xdd>(a, b);
                // SAFETY: this function has the features, so its caller has an `Avx512`.
                u16::from(unsafe { D::twelve_digits(x, y) })
            });
            low | high << 8
        };
        // SAFETY: the caller's guarantees.
        let answers = unsafe { self.decode_quarters(tile, |e, _| e.lanes16, near, answer) };
        self.skips_first_group = !has_first(self.mismatch);
        // Each four lines are in the order 0 2 1 3.
        swap_middles(answers)
    }
}
