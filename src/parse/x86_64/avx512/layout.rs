//! Step 2: chooses the kind of a tile from the lengths of its tokens, and stores what decoding this kind needs.
//!
//! Lengths are known modulo 256. A length is never larger than the true one, so the stored data never leads past the tile.

use super::index::Index;
use super::tile::{Tile, TokenLayout};
use super::walk_state::WalkState;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Decide512;
use core::arch::x86_64::*;

impl<D: Decide512, B, K: StaticDialect> WalkState<'_, D, B, K> {
    /// Lays out the next tile of the index.
    #[inline]
    #[target_feature(enable = "avx512vbmi,bmi2,popcnt")]
    pub(super) fn layout(&mut self, tile: &mut Tile, index: &Index<'_>) {
        let lengths = index.lengths();
        // A CR belongs to the first token of the next line, and goes to the first byte of the lane. The kinds that such lines
        // have do not need that hole for anything else.
        let extra = _mm512_set1_epi16(i16::from(K::HAS_CR));
        let without_cr = lengths.map(|length| _mm512_sub_epi8(length, extra));
        let longest = _mm512_max_epu8(without_cr[0], without_cr[1]);
        let shortest = _mm512_min_epu8(without_cr[0], without_cr[1]);
        let exceeds = |n: i8| _mm512_cmpgt_epu8_mask(longest, _mm512_set1_epi8(n)) != 0;
        let is_empty = _mm512_cmplt_epu8_mask(shortest, _mm512_set1_epi8(2)) != 0;
        let max_digits16 = if K::HAS_CR { 9 } else { 12 };
        let masks = &mut tile.masks;
        (tile.kind, tile.max_digits) = if is_empty || K::HAS_CR && exceeds(22) {
            (TokenLayout::Refused, usize::MAX)
        } else if !K::HAS_CR && !exceeds(4) {
            Self::layout4(masks, lengths);
            (TokenLayout::Digits3, 3)
        } else if !K::HAS_CR && !exceeds(8) {
            Self::layout8(masks, lengths);
            (TokenLayout::Digits7, 6 + usize::from(exceeds(7)))
        } else if !K::HAS_CR && !exceeds(10) {
            Self::layout12(masks, lengths);
            (TokenLayout::Digits9, 9)
        } else if !exceeds(max_digits16 as i8 + 1) {
            Self::layout16(masks, without_cr, extra);
            (TokenLayout::Digits12, max_digits16)
        } else {
            let starts = Self::layout32(&mut tile.lines, lengths, without_cr);
            let max_digits = match tile.lines.oversized {
                0 => 24,
                _ => usize::MAX,
            };
            let kind = if Self::HAS_FILTER && self.ratio_trial.is_due() {
                Self::layout_prefixes(&mut tile.prefixes, lengths, starts);
                TokenLayout::Candidates
            } else {
                TokenLayout::Digits24
            };
            (kind, max_digits)
        };
    }
}
