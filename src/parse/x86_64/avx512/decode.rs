//! Steps 3 to 5: the lanes of a tile, their numbers, and the answers.
//!
//! Input: a tile that [`Pass::layout`] laid out, and the text. Output: its answers, if every byte of the tile is what the
//! dialect has in its place.

use super::ops::load;
use super::pass::Pass;
use super::tile::{Tile, TokenLayout};
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::fallback::answer_lines;
use crate::parse::batch::filter_state::MAX_CANDIDATES;
use crate::parse::x86_64::Decide512;
use core::arch::x86_64::*;

impl<D: Decide512, B, K: StaticDialect> Pass<'_, D, B, K> {
    /// The answers of a tile. The cursor is at the first separator of the tile, and moves to the separator after the tile.
    /// `None` if the tile is not of the dialect. Then the cursor may be anywhere.
    ///
    /// # Safety
    /// * `text` is the text that is indexed so far, and 64 bytes after it can be read.
    /// * The cursor points into `text`.
    /// * [`Pass::layout`] laid out the tile, from the positions of the 128 separators after the cursor as step 1 stored
    ///   them.
    //
    // Where stale positions are: positions are right modulo 256, but from the 33rd separator of a block on they may be stale
    // (see the design note). 32 separators without two neighbours take at least 63 bytes. So if a block has a 33rd
    // separator, there are two cases. Either two of the first 32 are neighbours; then a token has the length 1, and the
    // layout refuses its tile. Or the 32nd and the 33rd are the last two bytes of the block; then only one position is
    // stale.
    //
    // Why a short tile stays in the text: a single stale position changes two lengths, that of the token before it and that
    // of the token after it. Their sum stays right modulo 256. In the short kinds (to 12 digits) every length is at most 13,
    // so the sum is at most 26: it is the true sum, or less by a multiple of 256. In the same way, the length of a token of
    // 256 bytes or more is too small. So the sum of the lengths is at most the sum of the true lengths. There is one
    // exception: if the tile ends with the stale position, its last token is up to 12 bytes too long. These bytes are among
    // the 64 after `text`.
    //
    // Why a stale position never passes: the token between the 32nd and the 33rd separator is empty, but its length is 2 or
    // more, or the layout refuses the tile. So the byte where its first digit must stand is the 33rd separator. All lanes
    // compare that byte, so `mismatch` shows it. (Only lines with an oversized token are in no lanes; the fallback reads all
    // of their bytes.)
    //
    // In the long kinds lengths are up to 255, so the sum of two lengths may be right modulo 256, but too large. So in these
    // kinds the sum of all lengths is compared with the length of the text. (A walk that takes notes stores all positions
    // of a block, so none is stale; and the length filter takes no tile with a token of 256 bytes or more.)
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    pub(super) unsafe fn decode(&mut self, tile: &mut Tile, text: &[u8]) -> Option<u64> {
        let start = self.cursor;
        let end = text.as_ptr_range().end.addr();
        self.mismatch = _mm512_setzero_si512();
        if Self::HAS_FILTERS && tile.kind == TokenLayout::PrefixFilter {
            if start.addr() + tile.candidates.total as usize >= end {
                return None;
            }
            // SAFETY: the tile ends in the text, as was just compared, and 64 bytes follow.
            unsafe { self.find_candidates(tile) };
        }
        // SAFETY: the caller's guarantees. `find_candidates` changes the kind only to one that it lays out.
        let (answers, fallback) = unsafe { self.decode_lanes(tile, end) }?;
        // SAFETY: the cursor is after the tile: in `text`, or at most 12 bytes after it, where 64 bytes can be read.
        if unsafe { !self.is_valid(tile.kind) } || K::HAS_CR && fallback != 0 {
            return None;
        }
        if fallback == 0 {
            return Some(answers);
        }
        let line_start = start.addr() - text.as_ptr().addr() + 1;
        let steps = match tile.kind {
            TokenLayout::LengthFilter | TokenLayout::PrefixFilter => &tile.candidates.steps(),
            _ => &tile.steps,
        };
        answer_lines::<D>(steps, line_start, text, answers, fallback)
    }

    /// Finds the candidates of a tile of [`TokenLayout::PrefixFilter`]. If they are too many, the tile becomes one of
    /// [`TokenLayout::Digits24`].
    ///
    /// # Safety
    /// The same as for [`Pass::filter_by_prefixes`].
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    unsafe fn find_candidates(&mut self, tile: &mut Tile) {
        // SAFETY: the caller's guarantees.
        tile.candidates.lines = unsafe { self.filter_by_prefixes(tile) };
        let is_useful = tile.candidates.lines.count_ones() <= MAX_CANDIDATES;
        self.ratio.trial.record(is_useful);
        if !is_useful {
            let lengths = tile.candidates.lengths.as_chunks::<32>().0;
            let lengths = [load(&lengths[0]), load(&lengths[1])];
            Self::layout32(tile, lengths, lengths);
            tile.kind = TokenLayout::Digits24;
            // The filter compared bytes after the short tokens as well. `decode24` compares all tokens anew.
            self.mismatch = _mm512_setzero_si512();
        }
    }

    /// The answers of the lines in lanes, and the lines that go to the fallback. The text ends at `end`.
    ///
    /// # Safety
    /// The same as for [`Pass::decode`].
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    unsafe fn decode_lanes(&mut self, tile: &mut Tile, end: usize) -> Option<(u64, u64)> {
        let answers = match tile.kind {
            TokenLayout::Refused => return None,
            // If lines end with CR LF, the layout chooses none of these kinds. Because of this arm, each
            // function below has one caller.
            TokenLayout::Digits7
            | TokenLayout::Digits12
            | TokenLayout::LengthFilter
            | TokenLayout::PrefixFilter
                if K::HAS_CR =>
            {
                return None;
            }
            TokenLayout::LengthFilter | TokenLayout::PrefixFilter => {
                // A rejected line's answer is 0, however long its piles are. Candidates with oversized piles go to the
                // fallback; they are removed here, so the lengths of the others are in the table of shuffles.
                let mut fallback = tile.oversized & tile.candidates.lines;
                tile.candidates.lines &= !fallback;
                // SAFETY: the lengths are from 2 to `LONGEST`: the layout refuses shorter ones, and longer ones were just
                // removed. The lines end in the text, and 64 bytes follow: `decode` compared the total, or the length
                // filter took the tile and all lengths are true.
                let (answers, may_exceed_u64) = unsafe { self.decode_candidates(&tile.candidates) };
                if may_exceed_u64 {
                    fallback |= tile.candidates.may_exceed_u64();
                }
                return Some((answers, fallback));
            }
            TokenLayout::Digits24 => {
                if self.cursor.addr() + tile.total as usize >= end {
                    return None;
                }
                // SAFETY: the tile ends in the text, as was just compared, and 64 bytes follow.
                let (answers, may_exceed_u64) = unsafe { self.decode24(tile) };
                let fallback = if may_exceed_u64 {
                    tile.may_exceed_u64
                } else {
                    0
                };
                return Some((answers, tile.oversized | fallback));
            }
            // SAFETY: the tile is short, so each of its tokens begins in the text (see `decode`), and 64 bytes follow.
            TokenLayout::Digits3 => unsafe { self.decode3(tile) },
            // SAFETY: as above.
            TokenLayout::Digits7 => unsafe { self.decode7(tile) },
            // SAFETY: as above.
            TokenLayout::Digits9 if K::HAS_CR => unsafe { self.decode9_cr(tile) },
            // SAFETY: as above.
            TokenLayout::Digits9 => unsafe { self.decode9(tile) },
            // SAFETY: as above.
            TokenLayout::Digits12 => unsafe { self.decode12(tile) },
        };
        Some((answers, 0))
    }

    /// Whether all bytes of the decoded tile are what the dialect has in their places, and the cursor points to the
    /// separator after its last token. The cursor points elsewhere if the last token is longer than its length modulo 256.
    ///
    /// # Safety
    /// * Two bytes can be read at the cursor.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    unsafe fn is_valid(&self, kind: TokenLayout) -> bool {
        // The bits that must not differ: in a hole all bits, in the place of a digit the upper four. A digit differs from
        // '0' in the lower four bits only. (If lines end with CR LF, an LF is no separator and may stand in the place of a
        // digit. The upper four bits show it.)
        let fixed = match kind {
            TokenLayout::Digits7 => _mm512_set1_epi64(0xf0f0_f0f0_f0f0_f0ffu64 as i64),
            // A short token may end after its first digit. So only the separator and the first digit are compared.
            TokenLayout::PrefixFilter => _mm512_set1_epi64(0x0000_00ff_0000_f0ff),
            _ => _mm512_set1_epi32(0xf0f0_f0ffu32 as i32),
        };
        // SAFETY: the caller guarantees two bytes there.
        let bytes = unsafe { self.cursor.cast::<[u8; 2]>().read_unaligned() };
        let is_closed = bytes[0] == K::END && (!K::HAS_CR || bytes[1] == b'\n');
        _mm512_test_epi32_mask(self.mismatch, fixed) == 0 && is_closed
    }
}
