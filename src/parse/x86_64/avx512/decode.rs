//! Steps 3 to 5: the lanes of a tile, their numbers, and the answers.
//!
//! Input: a tile that [`WalkState::layout`] laid out. Output: its answers, if every byte of the tile is what the dialect has in
//! its place.

use super::state::WalkState;
use super::tile::{Tile, TokenLayout};
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::fallback::{answer_lines, are_mostly_padded};
use crate::parse::batch::filter_state::MAX_CANDIDATES;
use crate::parse::x86_64::Decide512;
use core::arch::x86_64::*;

impl<D: Decide512, B, K: StaticDialect> WalkState<'_, D, B, K> {
    /// The answers of a tile. The cursor is at the first separator of the tile, and moves to the separator after the tile.
    /// `None` if the tile is not of the dialect, or if most of the lines that need the fallback have leading zeros; in the
    /// second case `is_padded` is set. After `None` the cursor may be anywhere.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    pub(super) fn decode(&mut self, tile: &mut Tile) -> Option<u64> {
        let start = self.cursor;
        self.mismatch = _mm512_setzero_si512();
        let (answers, fallback) = match tile.kind {
            TokenLayout::Refused => return None,
            // If the dialect has a byte before the LF, the layout chooses none of these kinds.
            TokenLayout::Digits3 | TokenLayout::Digits7 | TokenLayout::Digits12 if K::HAS_LAST => {
                return None;
            }
            TokenLayout::Digits9 if K::HAS_LAST => (self.decode12(tile), 0),
            TokenLayout::Digits3 => (self.decode3(tile), 0),
            TokenLayout::Digits7 => (self.decode7(tile), 0),
            TokenLayout::Digits9 => (self.decode9(tile), 0),
            TokenLayout::Digits12 => (self.decode12(tile), 0),
            TokenLayout::Digits24 | TokenLayout::Filtered => {
                let which = self.lines_to_read(tile);
                self.decode24(&tile.lines, which)
            }
        };
        if !self.is_valid(tile.kind) || K::HAS_LAST && fallback != 0 {
            return None;
        }
        if fallback == 0 {
            return Some(answers);
        }
        let (steps, text) = (&tile.lines.steps(), self.text.bytes);
        if are_mostly_padded(steps, start + 1, text, fallback) {
            self.is_padded = true;
            return None;
        }
        answer_lines::<D>(steps, start + 1, text, answers, fallback)
    }

    /// The lines of a tile whose digits must all be read: its candidates, or all lines. A tile of [`TokenLayout::Filtered`]
    /// with too many candidates becomes one of [`TokenLayout::Digits24`].
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    fn lines_to_read(&mut self, tile: &mut Tile) -> u64 {
        if !Self::HAS_FILTERS || tile.kind != TokenLayout::Filtered {
            return u64::MAX;
        }
        let candidates = self.candidates(tile);
        let is_useful = candidates.count_ones() <= MAX_CANDIDATES;
        self.filter.trial.record(is_useful);
        if is_useful {
            return candidates;
        }
        tile.kind = TokenLayout::Digits24;
        // The filter compared bytes after the short tokens as well. `decode24` compares all tokens anew.
        self.mismatch = _mm512_setzero_si512();
        u64::MAX
    }

    /// Whether all bytes of the decoded tile are what the dialect has in their places, and the cursor points to the
    /// separator after its last token. The cursor points elsewhere if the last token is longer than its length modulo 256.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    fn is_valid(&self, kind: TokenLayout) -> bool {
        // The bits that must not differ: in a hole all bits, in the place of a digit the upper four. A digit differs from
        // '0' in the lower four bits only. (If the dialect has a byte before the LF, an LF is no separator and may stand in
        // the place of a digit. The upper four bits show it.)
        let fixed = match kind {
            TokenLayout::Digits7 => _mm512_set1_epi64(0xf0f0_f0f0_f0f0_f0ffu64 as i64),
            // A short token may end after its first digit. So only the separator and the first digit are compared.
            TokenLayout::Filtered => _mm512_set1_epi64(0xf0ff),
            _ => _mm512_set1_epi32(0xf0f0_f0ffu32 as i32),
        };
        let is_closed = match (
            self.expected.dialect.last,
            self.text.bytes.get(self.cursor..),
        ) {
            (Some(last), Some(rest)) => rest.starts_with(&[last, b'\n']),
            (None, Some([b'\n', ..])) => true,
            _ => false,
        };
        _mm512_test_epi32_mask(self.mismatch, fixed) == 0 && is_closed
    }
}
