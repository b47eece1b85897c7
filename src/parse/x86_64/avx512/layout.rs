//! Step 2: chooses the kind of a tile from the lengths of its tokens, and stores what decoding this kind needs.
//!
//! Lengths are known modulo 256. A length is never larger than the true one, so the stored data never leads past the tile.

use super::state::WalkState;
use super::tile::{Tile, TokenLayout};
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Decide512;
use core::arch::x86_64::*;

impl<D: Decide512, B, K: StaticDialect> WalkState<'_, D, B, K> {
    /// There are filters for the question, and for lines of the dialect.
    pub(super) const HAS_FILTERS: bool = D::RATIO.is_some() && !K::HAS_LAST;

    /// Lays out the tile of tokens with these lengths, each with the separator before it.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    pub(super) fn layout(&mut self, tile: &mut Tile, lengths: [__m512i; 2]) {
        // A byte before the LF belongs to the first token of the next line, and goes to the first byte of the lane. The
        // kinds that such lines have do not need that hole for anything else.
        let extra = _mm512_set1_epi16(i16::from(K::HAS_LAST));
        let without_last = lengths.map(|length| _mm512_sub_epi8(length, extra));
        let longest = _mm512_max_epu8(without_last[0], without_last[1]);
        let shortest = _mm512_min_epu8(without_last[0], without_last[1]);
        let exceeds = |n: i8| _mm512_cmpgt_epu8_mask(longest, _mm512_set1_epi8(n)) != 0;
        let masks = &mut tile.masks;
        (tile.kind, tile.max_digits) = if _mm512_cmplt_epu8_mask(shortest, _mm512_set1_epi8(2)) != 0
            || K::HAS_LAST && exceeds(22)
        {
            (TokenLayout::Refused, usize::MAX)
        } else if !K::HAS_LAST && !exceeds(4) {
            Self::layout4(masks, lengths);
            (TokenLayout::Digits3, 3)
        } else if !K::HAS_LAST && !exceeds(8) {
            Self::layout8(masks, lengths);
            (TokenLayout::Digits7, 6 + usize::from(exceeds(7)))
        } else if !exceeds(10) {
            if K::HAS_LAST {
                Self::layout16(masks, without_last, extra);
            } else {
                Self::layout12(masks, lengths);
            }
            (TokenLayout::Digits9, 9)
        } else if !K::HAS_LAST && !exceeds(13) {
            Self::layout16(masks, lengths, extra);
            (TokenLayout::Digits12, 12)
        } else {
            let starts = Self::layout32(&mut tile.lines, lengths);
            let is_filtered = Self::HAS_FILTERS
                && self.filter.trial.is_due()
                && Self::layout_beginnings(&mut tile.beginnings, lengths, starts);
            let kind = if is_filtered {
                TokenLayout::Filtered
            } else {
                TokenLayout::Digits24
            };
            (kind, if exceeds(25) { usize::MAX } else { 24 })
        };
    }
}
