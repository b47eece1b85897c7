//! Steps 2 to 5 of a tile: chooses its lanes, and computes its answers.
//!
//! Input: an index, and the text. Output: the answers of a tile, if every byte of the tile is one that this form of lines has
//! at that place.
//!
//! Lengths are known modulo 256. A length is never larger than the true one, so the stored data never leads past the tile.

use super::fallback::answer_lines;
use super::index::Index;
use super::tile::{Tile, TokenLayout};
use super::walk::{PAUSE, WalkState};
use crate::parse::x86_64::Decide512;
use core::arch::x86_64::*;

/// If a tile has more candidates than this, all of its lines are read.
const MAX_CANDIDATES: u32 = 16;

impl<D: Decide512, B, const CR: bool> WalkState<'_, D, B, CR> {
    /// Lays out the next tile of the index.
    #[inline]
    #[target_feature(enable = "avx512vbmi2,bmi2")]
    pub(super) fn layout(&mut self, tile: &mut Tile, index: &Index<'_>) {
        let lengths = index.lengths();
        // A CR counts as part of the first token of the next line, and goes to the first byte of the lane. In the kinds of tile
        // that lines with a CR use, that hole is free.
        let extra = _mm512_set1_epi16(i16::from(CR));
        let without_cr = lengths.map(|length| _mm512_sub_epi8(length, extra));
        let longest = _mm512_max_epu8(without_cr[0], without_cr[1]);
        let shortest = _mm512_min_epu8(without_cr[0], without_cr[1]);
        let exceeds = |n: i8| _mm512_cmpgt_epu8_mask(longest, _mm512_set1_epi8(n)) != 0;
        let is_empty = _mm512_cmplt_epu8_mask(shortest, _mm512_set1_epi8(2)) != 0;
        let masks = &mut tile.masks;
        tile.kind = if is_empty || CR && exceeds(22) {
            TokenLayout::Refused
        } else if !CR && !exceeds(4) {
            Self::layout4(masks, lengths);
            TokenLayout::Digits3
        } else if !CR && !exceeds(8) {
            Self::layout8(masks, lengths);
            TokenLayout::Digits7
        } else if !CR && !exceeds(10) {
            Self::layout12(masks, lengths);
            TokenLayout::Digits9
        } else if !exceeds(if CR { 10 } else { 13 }) {
            Self::layout16(masks, without_cr);
            TokenLayout::Digits12
        } else {
            let starts = Self::layout32(&mut tile.lines, lengths, without_cr);
            // Lines that end with CR LF are rejected only in lanes.
            if !CR && self.tries_filter() {
                Self::layout_prefixes(&mut tile.lines, lengths, starts);
                TokenLayout::Candidates
            } else {
                TokenLayout::Digits24
            }
        };
    }

    /// The answers of a tile. The cursor is at the first separator of the tile, and moves to the separator after the tile.
    /// `None` if a line of the tile has another form. Then the cursor may be anywhere.
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
            TokenLayout::Digits3 | TokenLayout::Digits7 | TokenLayout::Digits9 if CR => {
                return None;
            }
            // SAFETY: the tile is of this kind, and 64 bytes of text follow the start of each token.
            TokenLayout::Digits3 => unsafe { self.decode3(tile) },
            // SAFETY: the tile is of this kind, and 64 bytes of text follow the start of each token.
            TokenLayout::Digits7 => unsafe { self.decode7(tile) },
            // SAFETY: the tile is of this kind, and 64 bytes of text follow the start of each token.
            TokenLayout::Digits9 => unsafe { self.decode9(tile) },
            // SAFETY: the tile is of this kind, and 64 bytes of text follow the start of each token.
            TokenLayout::Digits12 => unsafe { self.decode12(tile) },
            TokenLayout::Candidates | TokenLayout::Digits24 => {
                let mut which = u64::MAX;
                if !CR && tile.kind == TokenLayout::Candidates {
                    // SAFETY: the tile was laid out for the filter, and 64 bytes of text follow the start of each token.
                    which = unsafe { self.candidates(tile) };
                    if which.count_ones() > MAX_CANDIDATES {
                        // The filter also compared bytes after short tokens.
                        which = u64::MAX;
                        self.mismatch = _mm512_setzero_si512();
                        tile.kind = TokenLayout::Digits24;
                        *self.pause = PAUSE;
                    }
                }
                let answers;
                // SAFETY: the tile has lines, and 64 bytes of text follow the start of each token.
                (answers, fallback) = unsafe { self.decode24(&tile.lines, which) };
                answers
            }
        };
        let place = |at: *const u8| at.addr() - text.as_ptr().addr();
        // If the last token is longer than its length modulo 256, the cursor is not at the end of a line.
        let is_closed = text[place(self.cursor)..].starts_with(Self::LINE_END);
        if !is_closed || !self.is_valid(tile.kind) || CR && fallback != 0 {
            return None;
        }
        if fallback == 0 {
            return Some(answers);
        }
        let first = place(start) + 1;
        answer_lines::<D>(&tile.lines.starts, first, text, answers, fallback)
    }

    /// Whether every byte of the decoded tile is one that this form of lines has at that place.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn is_valid(&self, kind: TokenLayout) -> bool {
        // The bits that must not differ: in a hole all bits, in the place of a digit the upper four. A digit differs from
        // '0' in the lower four bits only. (If lines end with CR LF, an LF is not a separator, so it may be at the place of a
        // digit. Its upper four bits differ.)
        let fixed = match kind {
            TokenLayout::Digits7 => _mm512_set1_epi64(0xf0f0_f0f0_f0f0_f0ffu64 as i64),
            // A short token may end after its first digit. So only the separator and the first digit are compared.
            TokenLayout::Candidates => _mm512_set1_epi64(0xf0ff),
            _ => _mm512_set1_epi32(0xf0f0_f0ffu32 as i32),
        };
        _mm512_test_epi32_mask(self.mismatch, fixed) == 0
    }
}
