//! The state that the steps of one walk share. Each step is a method of [`Pass`], in the file of its name.
//!
//! The type parameters give every instance its own steps, so each step has one caller and the compiler inlines it. If the
//! steps were called, they would pass vectors through memory and reload constants: 0.03 ns more a pair.

use super::expected::Expected;
use super::ops::collect_mismatch;
use super::tile::RatioTrial;
use crate::parse::Decide;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::filter_state::FilterState;
use core::arch::x86_64::*;
use core::marker::PhantomData;

/// One walk over text of one dialect.
pub(super) struct Pass<'a, D, B, K> {
    pub(super) sink: &'a mut B,
    pub(super) expected: Expected,
    pub(super) filter_state: &'a mut FilterState,
    pub(super) ratio: &'a mut RatioTrial,
    /// Points to the separator before the next token to decode. Steps that do not decode tokens in order leave it at the
    /// first separator of the tile, and move it past the tile in the end.
    pub(super) cursor: *const u8,
    /// The bits in which the lanes of the decoded tile differ from what is expected. A digit differs in its lower four bits
    /// only.
    pub(super) mismatch: __m512i,
    /// The batch before had an answer 1.
    pub(super) often: bool,
    pub(super) instance: PhantomData<(D, K)>,
}

impl<D: Decide, B, K: StaticDialect> Pass<'_, D, B, K> {
    /// There are filters for the question, and for lines of the dialect.
    pub(super) const HAS_FILTERS: bool = D::RATIO.is_some() && !K::HAS_CR;

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

    /// Whether the ratio filter is tried on the next tile. It is not useful where answers are often 1.
    #[inline]
    pub(super) fn is_ratio_due(&mut self) -> bool {
        D::RATIO.is_some() && !self.often && self.ratio.trial.is_due()
    }
}
