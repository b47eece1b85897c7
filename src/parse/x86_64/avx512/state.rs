//! The state that the steps of one walk share. Each step is a method of [`WalkState`], in the file of its name.
//!
//! The type parameters give every instance its own steps, so each step has one caller and the compiler inlines it. If the
//! steps were called, they would pass vectors through memory and reload constants: 0.03 ns more a pair.

use super::expected::Expected;
use super::ops::{Text, collect_mismatch};
use super::tile::FilterTrial;
use crate::parse::Decide;
use crate::parse::batch::dialect::StaticDialect;
use core::arch::x86_64::*;
use core::marker::PhantomData;

/// One walk over text of one dialect.
pub(super) struct WalkState<'a, D, B, K> {
    pub(super) text: Text<'a>,
    pub(super) sink: &'a mut B,
    pub(super) expected: Expected,
    pub(super) filter: &'a mut FilterTrial,
    /// The place of the separator before the next token to decode.
    pub(super) cursor: usize,
    /// The bits in which the lanes of the decoded tile differ from what is expected. A digit differs in its lower four bits
    /// only.
    pub(super) mismatch: __m512i,
    /// The batch before had an answer 1.
    pub(super) often: bool,
    /// A batch was not answered because of zeros before its piles. It may be answered without these zeros.
    pub(super) is_padded: bool,
    pub(super) instance: PhantomData<(D, K)>,
}

impl<D: Decide, B, K: StaticDialect> WalkState<'_, D, B, K> {
    /// Step 3: expands bytes from the cursor on over `expected`, to the places of the bits of `mask`. Moves the cursor past
    /// these bytes.
    #[inline]
    #[target_feature(enable = "avx512vbmi2,popcnt")]
    pub(super) fn expand(&mut self, mask: u64, expected: __m512i) -> __m512i {
        let lanes = _mm512_mask_expand_epi8(expected, mask, self.text.load(self.cursor));
        self.mismatch = collect_mismatch(self.mismatch, lanes, expected);
        self.cursor += mask.count_ones() as usize;
        lanes
    }

    /// Whether the ratio filter is tried on the next tile. It is not useful where answers are often 1.
    #[inline]
    pub(super) fn is_ratio_due(&mut self) -> bool {
        D::RATIO.is_some() && !self.often && self.filter.trial.is_due()
    }
}
