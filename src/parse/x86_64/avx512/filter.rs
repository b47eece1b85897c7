//! Rejects lines by the lengths of their piles and the first six digits of each.
//!
//! If the answer of a question is 1 only for piles of about one ratio ([`Decide::RATIO`](crate::parse::Decide::RATIO)), it is
//! 0 for most lines. The filter is for tiles of long tokens. With piles to 10^18 it leaves only one line of some thousands;
//! with all lengths from 1 to 19 equally frequent, three of 64. The lines that are left are candidates: they are read into
//! lanes of 32 bytes. The other bytes of a rejected line are not read, but they are known to be digits. A byte below `'0'`
//! would be a separator, and each separator is checked at the place that follows from the lengths. A round of blocks with a
//! byte above `'9'` is not indexed, so the walk stops before it.
//!
//! 1. Eight bytes of each pile are loaded, from its separator on, eight piles to a vector.
//! 2. The first six digits become two numbers of three digits, h and l. A pile begins with x = 1000 h + l. Let r be the ratio of the question
//!    (`D::RATIO`, the golden ratio for cold positions), and let y be the first six digits of the other pile. Then 3 r x is
//!    about (3000 r) h + (3 r) l, a dot product. A second dot product gives 3 y, or 30 y if the other pile has one digit
//!    more. Its factors are looked up by the difference of lengths.
//! 3. A line is a candidate if the two products are about equal for one of its piles, if a pile begins with a zero, or if a
//!    pile has fewer than six digits and the other one at most one digit more or less.
//!
//! Let a have n digits, let b have n or n + 1 digits, and let u be 10^(n - 6), which is at least 1. In units of u, a is in
//! [x, x + 1) and b is in [g y, g y + g), where g is 1 or 10. If the lengths differ by more than 1, or if the longer pile is
//! multiplied by r, then r a and b differ by more than 1, so the answer is 0.

use super::ops::{UPPER_SIX, collect_mismatch, lines_of_tokens, load, store, store256};
use super::state::WalkState;
use super::tile::{Beginnings, Tile};
use crate::parse::batch::LINES;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::filter_state::MAX_CANDIDATES;
use crate::parse::batch::ratio::{OTHER_LONGER, OTHER_SAME, Ratio3};
use crate::parse::x86_64::Decide512;
use core::arch::x86_64::*;

/// The number of digits that are read of each pile.
const DIGITS: usize = 6;
/// The length of the shortest token that has this number of digits, with its separator.
const SHORTEST: i8 = DIGITS as i8 + 1;

/// Factors, by the difference of lengths. The second pile times the lower half is added to the ratio times the first pile. The
/// first pile times the upper half is added to the ratio times the second pile. The factors are negative, so about equal
/// products make a small sum. With the factor 0 no sum is small.
const FACTORS: [u64; 8] = {
    let (same, longer) = (minus(OTHER_SAME), minus(OTHER_LONGER));
    [longer << 32, same << 32 | same, longer, 0, 0, 0, 0, 0]
};

/// Two words with the other sign.
const fn minus(words: u32) -> u64 {
    let [low, high] = [words as u16, (words >> 16) as u16];
    (low.wrapping_neg() as u32 | (high.wrapping_neg() as u32) << 16) as u64
}

impl<D: Decide512, B, K: StaticDialect> WalkState<'_, D, B, K> {
    /// Step 2: stores what the filter needs of a tile whose lines start at `starts`. Returns whether it may reject enough
    /// lines.
    #[inline]
    #[target_feature(enable = "avx512bw,bmi2")]
    pub(super) fn layout_beginnings(
        beginnings: &mut Beginnings,
        lengths: [__m512i; 2],
        starts: [__m512i; 2],
    ) -> bool {
        let short =
            lengths.map(|length| _mm512_cmplt_epu8_mask(length, _mm512_set1_epi8(SHORTEST)));
        let mut near = 0;
        for i in 0..2 {
            let first = _mm512_and_si512(lengths[i], _mm512_set1_epi16(0xff));
            let longer = _mm512_sub_epi16(_mm512_srli_epi16::<8>(lengths[i]), first);
            let longer = _mm512_add_epi16(longer, _mm512_set1_epi16(1));
            let longer = _mm512_min_epu16(longer, _mm512_set1_epi16(3));
            let is_near = _mm512_cmplt_epu16_mask(longer, _mm512_set1_epi16(3));
            near |= u64::from(is_near) << (32 * i);
            store(
                &mut beginnings.second_starts,
                i,
                _mm512_add_epi16(starts[i], first),
            );
            store256(&mut beginnings.longer, i, _mm512_cvtepi16_epi8(longer));
        }
        beginnings.several =
            lengths.map(|length| _mm512_cmpgt_epu8_mask(length, _mm512_set1_epi8(2)));
        (beginnings.near, beginnings.short) = (near, lines_of_tokens(short) & near);
        beginnings.short.count_ones() <= MAX_CANDIDATES
    }

    /// The candidates of a tile.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vnni,bmi2")]
    pub(super) fn candidates(&mut self, tile: &Tile) -> u64 {
        let end = self.cursor + usize::from(tile.lines.starts[LINES]);
        assert!(self.text.has_64(end));
        let all = |n: u64| _mm512_set1_epi32(n as i32);
        let ratio = all(Ratio3::<D>::H | Ratio3::<D>::L << 16);
        let offset = all(Ratio3::<D>::OFFSET);
        let factors = load(&FACTORS, 0);
        let differences = tile.beginnings.longer.as_chunks::<8>().0;
        // Tokens of about the ratio, and tokens that begin with a zero.
        let (mut near, mut zeros) = ([0; 2], [0; 2]);
        for (eighth, longer) in differences.iter().enumerate() {
            // The lanes of even lines, and of odd lines.
            let mut lanes = [_mm512_setzero_si512(); 2];
            for i in 0..8 {
                let line = 8 * eighth + i;
                let tokens = [tile.lines.starts[line], tile.beginnings.second_starts[line]];
                for (pile, token) in tokens.into_iter().enumerate() {
                    // SAFETY: the layout stored no start after `end`, and 64 bytes begin there.
                    let bytes = unsafe { self.text.load_eight(self.cursor + usize::from(token)) };
                    let lane = &mut lanes[i % 2];
                    *lane = _mm512_mask_set1_epi64(*lane, 1 << (i / 2 * 2 + pile), bytes);
                }
            }
            for lane in lanes {
                self.mismatch = collect_mismatch(self.mismatch, lane, self.expected.lanes8);
            }
            // After a short pile other bytes are read. A separator counts as 0, so the first digit is not hidden.
            let [even, odd] = lanes.map(|lane| {
                let digits = _mm512_subs_epu8(lane, _mm512_set1_epi8(b'0' as i8));
                _mm512_dpbusd_epi32(_mm512_setzero_si512(), digits, _mm512_set1_epi64(UPPER_SIX))
            });
            // Packing takes two groups of `even`, two of `odd`, and so on. So the lines are in order, and of each line the
            // first pile comes before the second.
            let piles = _mm512_packs_epi32(even, odd);
            let longer = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(i64::from_le_bytes(*longer)));
            let factors = _mm512_permutexvar_epi64(longer, factors);
            let product = _mm512_dpwssd_epi32(offset, piles, ratio);
            let others = _mm512_shuffle_epi32::<0xb1>(piles);
            let difference = _mm512_dpwssd_epi32(product, others, factors);
            let is_near = _mm512_cmplt_epu32_mask(difference, all(Ratio3::<D>::LIMIT));
            let upper_groups = _mm512_slli_epi32::<16>(piles);
            let is_zero = _mm512_cmplt_epu32_mask(upper_groups, all(100 << 16));
            near[eighth / 4] |= u64::from(is_near) << (16 * (eighth % 4));
            zeros[eighth / 4] |= u64::from(is_zero) << (16 * (eighth % 4));
        }
        let Beginnings { several, .. } = tile.beginnings;
        let padded = lines_of_tokens([zeros[0] & several[0], zeros[1] & several[1]]);
        lines_of_tokens(near) & tile.beginnings.near | tile.beginnings.short | padded
    }
}

#[cfg(test)]
mod tests;
