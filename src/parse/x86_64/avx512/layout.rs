//! Step 2: chooses the kind of a tile from the lengths of its tokens, and stores what decoding this kind needs.
//!
//! The stored data always fits the chosen kind, even if the index of step 1 and so the lengths are wrong. Then
//! [`Pass::decode`] refuses the tile, and does not read outside of the text.

use super::lanes32::oversized_lines;
use super::length_filter::is_likely;
use super::pass::Pass;
use super::tile::{Tile, TokenLayout};
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Decide512;
use core::arch::x86_64::*;

impl<D: Decide512, B, K: StaticDialect> Pass<'_, D, B, K> {
    /// Lays out the tile of tokens with these lengths, each with the separator before it. Its first token is number `used`.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    pub(super) fn layout(&mut self, tile: &mut Tile, lengths: [__m512i; 2], used: usize) {
        // A CR belongs to the first token of the next line, and goes to the first byte of the lane. The
        // kinds that such lines have do not need that hole for anything else.
        let extra = if K::HAS_CR {
            _mm512_set1_epi16(1)
        } else {
            _mm512_setzero_si512()
        };
        let without_cr = lengths.map(|length| _mm512_sub_epi8(length, extra));
        (tile.oversized, tile.may_exceed_u64) = (0, 0);
        tile.kind = self.choose_kind(tile, lengths, without_cr, used);
        let masks = &mut tile.masks;
        match tile.kind {
            TokenLayout::Refused => {}
            TokenLayout::LengthFilter | TokenLayout::PrefixFilter => {
                tile.oversized = oversized_lines(lengths)
            }
            TokenLayout::Digits3 if !K::HAS_CR => Self::layout4(masks, lengths),
            TokenLayout::Digits3 | TokenLayout::Digits7 => Self::layout8(masks, without_cr, extra),
            TokenLayout::Digits9 if !K::HAS_CR => Self::layout12(masks, lengths),
            TokenLayout::Digits9 | TokenLayout::Digits12 => {
                Self::layout16(masks, without_cr, extra)
            }
            TokenLayout::Digits24 => Self::layout32(tile, lengths, without_cr),
        }
    }

    /// Chooses the kind of the tile. If the kind is that of a filter, `tile` gets the candidates.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    fn choose_kind(
        &mut self,
        tile: &mut Tile,
        lengths: [__m512i; 2],
        without_cr: [__m512i; 2],
        used: usize,
    ) -> TokenLayout {
        let longest = _mm512_max_epu8(without_cr[0], without_cr[1]);
        let shortest = _mm512_min_epu8(without_cr[0], without_cr[1]);
        let exceeds = |n: i8| _mm512_cmpgt_epu8_mask(longest, _mm512_set1_epi8(n)) != 0;
        if _mm512_cmplt_epu8_mask(shortest, _mm512_set1_epi8(2)) != 0 {
            return TokenLayout::Refused;
        }
        if K::HAS_CR {
            tile.is_small = !exceeds(8);
            // More than 3 digits, more than 9, more than 21.
            return match (exceeds(4), exceeds(10), exceeds(22)) {
                (false, ..) => TokenLayout::Digits3,
                (_, false, _) => TokenLayout::Digits9,
                (.., false) => TokenLayout::Digits24,
                _ => TokenLayout::Refused,
            };
        }
        if !exceeds(4) {
            return TokenLayout::Digits3;
        }
        if !exceeds(8) {
            tile.has_seven_digits = exceeds(7);
            return TokenLayout::Digits7;
        }
        if !exceeds(13) {
            return if exceeds(10) {
                TokenLayout::Digits12
            } else {
                TokenLayout::Digits9
            };
        }
        self.choose_long_kind(tile, lengths, used)
    }

    /// Chooses the kind of a tile whose longest token has more than 12 digits.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    fn choose_long_kind(
        &mut self,
        tile: &mut Tile,
        lengths: [__m512i; 2],
        used: usize,
    ) -> TokenLayout {
        let Tile {
            candidates,
            prefixes,
            ..
        } = tile;
        if !Self::HAS_FILTERS {
            return TokenLayout::Digits24;
        }
        if self.takes_notes {
            if self.filter_by_lengths(candidates, lengths, used) {
                return TokenLayout::LengthFilter;
            }
            return TokenLayout::Digits24;
        }
        if used == 0 {
            // This is not done for each tile, because it takes time.
            self.filter_state.suggest(|| is_likely(lengths));
        }
        if self.ratio.trial.is_due() && Self::layout_prefixes(prefixes, candidates, lengths) {
            return TokenLayout::PrefixFilter;
        }
        TokenLayout::Digits24
    }
}
