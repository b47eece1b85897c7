//! The state that the steps of one walk share. Each step is a method of [`WalkState`], in the file of its name.
//!
//! The type parameters give every instance its own steps, so each step has one caller and the compiler inlines it. If the
//! steps were called, they would pass vectors through memory and reload constants: 0.03 ns more a pair.

use super::expected::Expected;
use super::ops::collect_mismatch;
use super::tile::Tile;
use super::trial::Trial;
use crate::parse::Decide;
use crate::parse::batch::dialect::StaticDialect;
use core::arch::x86_64::*;
use core::marker::PhantomData;

/// One walk over text of one dialect.
pub(super) struct WalkState<'a, D, B, K> {
    pub(super) sink: &'a mut B,
    pub(super) expected: Expected,
    pub(super) ratio_trial: &'a mut Trial,
    /// Points to the separator before the next token to decode. Steps that do not decode tokens in order leave it at the
    /// first separator of the tile, and move it past the tile in the end.
    pub(super) cursor: *const u8,
    /// The bits in which the lanes of the decoded tile differ from what is expected. A digit differs in its lower four bits
    /// only.
    pub(super) mismatch: __m512i,
    /// The batch before had an answer 1.
    pub(super) often: bool,
    /// Piles to 12 digits are compared by their fourth to ninth digits, because the first three digits of the batch before
    /// were zeros.
    pub(super) skips_first_group: bool,
    pub(super) instance: PhantomData<(D, K)>,
}

impl<D: Decide, B, K: StaticDialect> WalkState<'_, D, B, K> {
    /// There is a filter for the question, and for lines of the dialect.
    pub(super) const HAS_FILTER: bool = D::RATIO.is_some() && !K::HAS_CR;
    /// The bytes that end a line.
    pub(super) const LINE_END: &'static [u8] = if K::HAS_CR { b"\r\n" } else { b"\n" };

    /// Step 3: expands bytes from the cursor on over `expected`, to the places of the bits of `mask`. Moves the cursor past
    /// these bytes.
    ///
    /// # Safety
    /// * 64 bytes can be read at the cursor.
    #[inline]
    #[target_feature(enable = "avx512vbmi2,popcnt")]
    pub(super) unsafe fn expand(&mut self, mask: u64, expected: __m512i) -> __m512i {
        // SAFETY: the caller guarantees 64 bytes at the cursor.
        let bytes = unsafe { _mm512_loadu_si512(self.cursor.cast()) };
        let lanes = _mm512_mask_expand_epi8(expected, mask, bytes);
        self.mismatch = collect_mismatch(self.mismatch, lanes, expected);
        self.cursor = self.cursor.wrapping_add(mask.count_ones() as usize);
        lanes
    }

    /// Steps 3 to 5 of a tile in lanes, a quarter at a time. A quarter is `N` expands, the `i`-th over `expected(i)`. If the
    /// ratio filter is tried, only quarters where the ratio may be right according to `near` are answered. `near` also gets the
    /// bits in which the lanes so far differ from what is expected.
    ///
    /// All vectors of a quarter take one step before any vector takes the next step. Otherwise instructions that wait for the
    /// step before would fill the processor's queues: 2% more time (10^9, padded).
    ///
    /// # Safety
    /// * The tile was laid out for these lanes, and `cursor` points to its first separator.
    /// * 64 bytes can be read wherever one of its tokens begins, as its lengths say.
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) unsafe fn decode_quarters<const N: usize>(
        &mut self,
        tile: &Tile,
        expected: impl Fn(&Expected, usize) -> __m512i,
        near: impl Fn([__m512i; N], __m512i) -> u32,
        answer: impl Fn([__m512i; N], bool) -> u16,
    ) -> u64 {
        // The filter is not useful where answers are often 1.
        let by_ratio = D::RATIO.is_some() && !self.often && self.ratio_trial.is_due();
        let mut near_quarters = 0;
        let mut answers = 0;
        for quarter in 0..4 {
            let mut lanes = [_mm512_setzero_si512(); N];
            for (i, lane) in lanes.iter_mut().enumerate() {
                let mask = tile.masks[N * quarter + i];
                // SAFETY: the caller guarantees 64 bytes at each token, and an expand begins within one or before it.
                *lane = unsafe { self.expand(mask, expected(&self.expected, i)) };
            }
            if by_ratio {
                if near(lanes, self.mismatch) == 0 {
                    continue;
                }
                near_quarters += 1;
            }
            answers |= u64::from(answer(lanes, self.often)) << (16 * quarter);
        }
        if by_ratio {
            self.ratio_trial.record(near_quarters < 2);
        }
        answers
    }
}
