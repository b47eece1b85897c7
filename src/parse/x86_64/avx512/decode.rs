//! Steps 2 to 5 of a tile: chooses its lanes, and computes its answers.
//!
//! Input: an index, and the text. Output: the answers of a tile, if every byte of the tile is one that this form of lines has
//! at that place.
//!
//! Lengths are known modulo 256. A length is never larger than the true one, so the stored data never leads past the tile.

use super::index::Index;
use super::walk::{PAUSE, Tile, TokenLayout, WalkState};
use crate::parse::x86_64::DecideX86;
use crate::parse::{Decide, scalar, swar};
use core::arch::x86_64::*;

/// If a tile has more candidates than this, all of its lines are read.
const MAX_CANDIDATES: u32 = 16;

impl<D: DecideX86, B, const CR: bool> WalkState<'_, D, B, CR> {
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
            let starts = Self::layout32(tile, lengths, without_cr);
            // Lines that end with CR LF are rejected only in lanes.
            if !CR && self.tries_filter() {
                Self::layout_prefixes(tile, lengths, starts);
                TokenLayout::Candidates
            } else {
                TokenLayout::Digits24
            }
        };
    }

    /// The answers of a tile that [`WalkState::layout`] laid out. The rest begins with the first separator of the tile, and
    /// moves to the separator after the tile. `None` if a line of the tile has another form. Then the rest may be anything.
    #[inline]
    #[target_feature(
        enable = "avx512dq,avx512ifma,avx512vbmi,avx512vbmi2,avx512vl,avx512vnni,bmi1,bmi2,popcnt"
    )]
    pub(super) fn decode(&mut self, tile: &mut Tile) -> Option<u64> {
        let text = self.rest;
        self.mismatch = _mm512_setzero_si512();
        let mut fallback = 0;
        let answers = match tile.kind {
            TokenLayout::Refused => return None,
            // If lines end with CR LF, the layout chooses none of these kinds.
            TokenLayout::Digits3 | TokenLayout::Digits7 | TokenLayout::Digits9 if CR => {
                return None;
            }
            TokenLayout::Digits3 => self.decode3(tile),
            TokenLayout::Digits7 => self.decode7(tile),
            TokenLayout::Digits9 => self.decode9(tile),
            TokenLayout::Digits12 => self.decode12(tile),
            TokenLayout::Candidates | TokenLayout::Digits24 => {
                let mut which = u64::MAX;
                if !CR && tile.kind == TokenLayout::Candidates {
                    which = self.candidates(tile);
                    if which.count_ones() > MAX_CANDIDATES {
                        // The filter also compared bytes after short tokens.
                        which = u64::MAX;
                        self.mismatch = _mm512_setzero_si512();
                        tile.kind = TokenLayout::Digits24;
                        *self.pause = PAUSE;
                    }
                }
                let answers;
                (answers, fallback) = self.decode24(tile, which);
                answers
            }
        };
        // If the last token is longer than its length modulo 256, the rest does not begin with the end of a line.
        let is_closed = self.rest.starts_with(Self::LINE_END);
        if !is_closed || !self.is_valid(tile.kind) || CR && fallback != 0 {
            return None;
        }
        if fallback == 0 {
            return Some(answers);
        }
        answer_lines::<D>(&tile.starts, text, answers, fallback)
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

/// Answers the lines of a tile that have a bit in `fallback`, because they fit no lane. Their answers replace those in `answers`.
/// `text` begins with the line feed before the tile, and `starts` has the offset of the line feed before each line, and of the last
/// one. `None` if these offsets are wrong or a line is malformed.
#[cold]
#[inline(never)]
fn answer_lines<D: Decide>(
    starts: &[u16],
    text: &[u8],
    mut answers: u64,
    mut fallback: u64,
) -> Option<u64> {
    while fallback != 0 {
        let line = fallback.trailing_zeros() as usize;
        fallback &= fallback - 1;
        let [before, end] = [line, line + 1].map(|line| usize::from(starts[line]));
        // Only the length of a token modulo 256 is known. So after a longer token these places may not be the ends of lines.
        if text.get(before) != Some(&b'\n') || text.get(end) != Some(&b'\n') {
            return None;
        }
        let answer = match swar::read_line(text, before + 1) {
            // Without its leading zeros, each pile fits `u64`.
            Some((Some((a, b)), next)) if next == end + 1 => D::pair(a, b),
            _ => scalar::record(&text[before + 1..end]).ok()??.decide::<D>(),
        };
        answers = answers & !(1 << line) | u64::from(answer) << line;
    }
    Some(answers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::decide::IsCold;

    /// If a position in the index is wrong, a line of the index may be two lines of the text. It gets no answer.
    #[test]
    fn two_lines_are_not_one() {
        let text = "\n".to_owned() + &"1 2\n".repeat(30);
        let answers = |starts: &[u16]| answer_lines::<IsCold>(starts, text.as_bytes(), 0, 0b101);
        assert_eq!(answers(&[0, 4, 8, 12]), Some(0b101));
        assert_eq!(answers(&[0, 8, 16, 24]), None);
    }
}
