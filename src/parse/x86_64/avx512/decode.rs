//! Steps 3 to 5: the lanes of a tile, their numbers, and the answers.
//!
//! Input: a tile that [`WalkState::layout`] laid out, and the text. Output: its answers, if every byte of the tile is what the
//! dialect has in its place.

use super::tile::{Tile, TokenLayout};
use super::trial::MAX_CANDIDATES;
use super::walk_state::WalkState;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::fallback::answer_lines;
use crate::parse::x86_64::Decide512;
use core::arch::x86_64::*;

impl<D: Decide512, B, K: StaticDialect> WalkState<'_, D, B, K> {
    /// The answers of a tile. The cursor is at the first separator of the tile, and moves to the separator after the tile.
    /// `None` if the tile is not of the dialect. Then the cursor may be anywhere.
    ///
    /// # Safety
    /// * [`WalkState::layout`] laid out the tile, from an index of `text`. The cursor is where its tokens begin.
    //
    // Lengths are known modulo 256. A length is never larger than the true one, so each token begins at an indexed byte or
    // before. 64 bytes of text follow the bytes that are indexed.
    #[inline]
    #[target_feature(
        enable = "avx512dq,avx512ifma,avx512vbmi,avx512vbmi2,avx512vl,avx512vnni,bmi1,bmi2,popcnt"
    )]
    pub(super) unsafe fn decode(&mut self, tile: &mut Tile, text: &[u8]) -> Option<u64> {
        let start = self.cursor;
        self.mismatch = _mm512_setzero_si512();
        let mut fallback = 0;
        let answers = match tile.kind {
            TokenLayout::Refused => return None,
            // If lines end with CR LF, the layout chooses none of these kinds.
            TokenLayout::Digits3 | TokenLayout::Digits7 | TokenLayout::Digits9 if K::HAS_CR => {
                return None;
            }
            // SAFETY: 64 bytes of text follow the start of each token.
            TokenLayout::Digits3 => unsafe { self.decode3(tile) },
            // SAFETY: as above.
            TokenLayout::Digits7 => unsafe { self.decode7(tile) },
            // SAFETY: as above.
            TokenLayout::Digits9 => unsafe { self.decode9(tile) },
            // SAFETY: as above.
            TokenLayout::Digits12 => unsafe { self.decode12(tile) },
            TokenLayout::Candidates | TokenLayout::Digits24 => {
                // SAFETY: as above.
                let which = unsafe { self.lines_to_read(tile) };
                let answers;
                // SAFETY: as above.
                (answers, fallback) = unsafe { self.decode24(&tile.lines, which) };
                answers
            }
        };
        let place = |at: *const u8| at.addr() - text.as_ptr().addr();
        // The cursor points elsewhere if the last token is longer than its length modulo 256.
        let is_closed = text[place(self.cursor)..].starts_with(Self::LINE_END);
        if !is_closed || !self.is_valid(tile.kind) || K::HAS_CR && fallback != 0 {
            return None;
        }
        if fallback == 0 {
            return Some(answers);
        }
        let line_start = place(start) + 1;
        answer_lines::<D>(&tile.lines.steps(), line_start, text, answers, fallback)
    }

    /// The lines of a tile whose digits must all be read: the candidates of the filter, or all lines. A tile of
    /// [`TokenLayout::Candidates`] with too many candidates becomes one of [`TokenLayout::Digits24`].
    ///
    /// # Safety
    /// The same as for [`WalkState::candidates`].
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vnni,bmi2,popcnt")]
    unsafe fn lines_to_read(&mut self, tile: &mut Tile) -> u64 {
        if !Self::HAS_FILTER || tile.kind == TokenLayout::Digits24 {
            return u64::MAX;
        }
        // SAFETY: the caller's guarantees.
        let candidates = unsafe { self.candidates(tile) };
        let is_useful = candidates.count_ones() <= MAX_CANDIDATES;
        self.ratio_trial.record(is_useful);
        if is_useful {
            return candidates;
        }
        tile.kind = TokenLayout::Digits24;
        // The filter compared bytes after the short tokens as well. `decode24` compares all tokens anew.
        self.mismatch = _mm512_setzero_si512();
        u64::MAX
    }

    /// Whether all bytes of the decoded tile are what the dialect has in their places.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn is_valid(&self, kind: TokenLayout) -> bool {
        // The bits that must not differ: in a hole all bits, in the place of a digit the upper four. A digit differs from
        // '0' in the lower four bits only. (If lines end with CR LF, an LF is no separator and may stand in the place of a
        // digit. The upper four bits show it.)
        let fixed = match kind {
            TokenLayout::Digits7 => _mm512_set1_epi64(0xf0f0_f0f0_f0f0_f0ffu64 as i64),
            // A short token may end after its first digit. So only the separator and the first digit are compared.
            TokenLayout::Candidates => _mm512_set1_epi64(0xf0ff),
            _ => _mm512_set1_epi32(0xf0f0_f0ffu32 as i32),
        };
        _mm512_test_epi32_mask(self.mismatch, fixed) == 0
    }
}
