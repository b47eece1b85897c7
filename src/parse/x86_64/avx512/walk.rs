//! The walk over text, and step 1: where tokens end.
//!
//! Input: text, and where its first line starts. Output: the answers of whole batches, pushed in order, and where the walk
//! stopped. Only aligned blocks of 64 bytes inside the text are read. The first block may begin before the first line; the
//! bytes before that line are masked.

use super::expected::Expected;
use super::ops::{chunk, load, opaque, store};
use super::pass::Pass;
use super::tile::{ENTRIES, Store, Tile, TokenLayout};
use crate::parse::AnswerSink;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::{BLOCKS, BatchEnd, LINES, MAX_USED_POSITIONS, ROUND, TOKENS};
use crate::parse::x86_64::{Decide512, prefetch};
use core::arch::x86_64::*;
use core::marker::PhantomData;

// Positions are known modulo 256, and every round starts with the same constants.
const _: () = assert!(ROUND.is_multiple_of(256));

/// 0, 1, 2 and so on.
const IOTA: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = i as u8;
        i += 1;
    }
    bytes
};

/// Answers whole batches of lines of `K` from `at`. The line before `at` ends as `K` says.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
)]
pub(super) fn walk<D: Decide512, B: AnswerSink, K: StaticDialect>(
    store: &mut Store,
    text: &[u8],
    at: usize,
    sink: &mut B,
) -> BatchEnd {
    let Store {
        positions,
        notes,
        filter_state,
        ratio,
        tiles,
    } = store;
    let takes_notes = Pass::<D, B, K>::HAS_FILTERS && filter_state.is_wanted();
    let mut pass = Pass::<D, B, K> {
        sink,
        expected: Expected::new::<K>(),
        notes,
        filter_state,
        takes_notes,
        ratio,
        cursor: text.as_ptr(),
        mismatch: _mm512_setzero_si512(),
        often: false,
        instance: PhantomData,
    };
    assert!(at >= Pass::<D, B, K>::LINE_END);
    let (mut end, mut max_digits) = (at, 0);
    loop {
        let start = end;
        // A mapped file may have changed since the driver found the line. Then nothing is answered.
        if text[start - 1] == b'\n' && text.len() - start >= ROUND + 256 {
            // SAFETY: a line starts at `start`, and a round and 256 bytes follow, as was just tested.
            let (next, digits) = unsafe { pass.batches(positions, tiles, text, start) };
            (end, max_digits) = (next, digits.max(max_digits));
        }
        // If it answered nothing, it must not begin again in the same place.
        if !pass.changes_notes() || end == start {
            break;
        }
        pass.takes_notes = !pass.takes_notes;
    }
    BatchEnd {
        at: end,
        max_digits,
    }
}

/// The separators of the text, as far as it is indexed.
struct Index<'a> {
    /// The positions of the separators, modulo 256.
    positions: &'a mut [u8; ENTRIES],
    /// The next block, aligned.
    block: *const u8,
    /// The end of the text. A block is read only if it ends at least 64 bytes before this address.
    end: *const u8,
    /// The number of separators that are indexed.
    found: usize,
    /// The number of separators that were laid out.
    used: usize,
    /// For each place in a block: the largest byte of the text so far.
    largest: __m512i,
    /// The positions of the bytes of a block, by its number modulo 4.
    iotas: [__m512i; 4],
    /// `'0'`s.
    zeros: __m512i,
}

impl Index<'_> {
    /// Whether a whole round and 64 bytes are left.
    #[inline]
    fn has_round(&self) -> bool {
        self.end.addr() - self.block.addr() >= ROUND + 64
    }

    /// The lengths of the next tile's tokens, each with the separator before it.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    fn lengths(&self) -> [__m512i; 2] {
        let positions: &[u8; TOKENS + 1] = chunk(self.positions, 63 + self.used);
        [0, 64].map(|i| {
            let [before, here] = [i, i + 1].map(|at| load(chunk::<64>(positions, at)));
            _mm512_sub_epi8(here, before)
        })
    }
}

impl<D: Decide512, B: AnswerSink, K: StaticDialect> Pass<'_, D, B, K> {
    /// Bytes of a line's end.
    const LINE_END: usize = if K::HAS_CR { 2 } else { 1 };

    /// When more positions than this are used, the others move to the front. With notes it does so more often, because the
    /// notes must stay in the first-level cache.
    fn max_used(&self) -> usize {
        if self.takes_notes {
            MAX_USED_POSITIONS / 4
        } else {
            MAX_USED_POSITIONS - 2 * TOKENS
        }
    }

    /// Whether the walk must begin again, because notes are taken and are not wanted, or the reverse.
    #[inline(always)]
    fn changes_notes(&self) -> bool {
        Self::HAS_FILTERS && self.filter_state.is_wanted() != self.takes_notes
    }

    /// Answers batches until it stops. Returns where, and the most digits of a number in them.
    ///
    /// # Safety
    /// * `at` is at least [`Pass::LINE_END`], and `ROUND + 256` bytes of text are after it.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    unsafe fn batches(
        &mut self,
        positions: &mut [u8; ENTRIES],
        tiles: &mut [Tile; 2],
        text: &[u8],
        at: usize,
    ) -> (usize, usize) {
        let base = text.as_ptr();
        self.cursor = base.wrapping_add(at - Self::LINE_END);
        // SAFETY: the caller's guarantee.
        let mut index = unsafe { self.start_index(positions, text, at) };
        let mut max_digits = 0;
        let mut is_ready = false;
        let mut slot = 0;
        loop {
            // Step 1.
            let mut is_indexed = false;
            if index.found - index.used < 2 * TOKENS && index.has_round() {
                is_indexed = true;
                // SAFETY: a round and 64 bytes are left, and there are less than 2 * TOKENS entries after `used`, which is
                // at most `max_used`: at most MAX_USED_POSITIONS are found.
                unsafe { self.index_next_round(&mut index) };
            }
            // Steps 3 to 5, on the tile that was laid out one turn before.
            if is_ready {
                let tile = &mut tiles[slot ^ 1];
                let indexed = &text[..index.block.addr() - base.addr()];
                let before = self.cursor;
                // SAFETY: `indexed` is what step 1 read, 64 bytes of text are after it, and the tile was laid out from the
                // positions after the cursor.
                let Some(answers) = (unsafe { self.decode(tile, indexed) }) else {
                    self.cursor = before;
                    break;
                };
                self.sink.push(answers, LINES as u32);
                max_digits = tile.max_digits().max(max_digits);
                self.often = answers != 0;
                is_ready = false;
                if self.changes_notes() {
                    break;
                }
            } else if !is_indexed && index.found - index.used < TOKENS {
                break;
            }
            // Step 2.
            if index.found - index.used >= TOKENS {
                let tile = &mut tiles[slot];
                self.layout(tile, index.lengths(), index.used);
                if self.takes_notes {
                    self.filter_state
                        .record(tile.kind == TokenLayout::LengthFilter);
                }
                slot ^= 1;
                is_ready = true;
                index.used += TOKENS;
                if index.used >= self.max_used() {
                    self.forget_used(&mut index);
                }
            }
        }
        (
            self.cursor.addr() + Self::LINE_END - base.addr(),
            max_digits,
        )
    }

    /// Indexes the first block.
    ///
    /// # Safety
    /// The same as for [`Pass::batches`].
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    unsafe fn start_index<'i>(
        &mut self,
        positions: &'i mut [u8; ENTRIES],
        text: &[u8],
        at: usize,
    ) -> Index<'i> {
        let first = text.as_ptr().wrapping_add(at);
        let skew = first.addr() & 63;
        let block = first.wrapping_sub(skew);
        let inside = u64::MAX << skew;
        let zeros = opaque(_mm512_set1_epi8(b'0' as i8));
        let iota = load(&IOTA);
        let iotas = [0, 64, -128, -64].map(|i| opaque(_mm512_add_epi8(iota, _mm512_set1_epi8(i))));
        // SAFETY: bytes outside of the mask are not read, and the others are in the text, of which the caller guarantees
        // more than a block.
        let bytes = unsafe { _mm512_maskz_loadu_epi8(inside, block.cast()) };
        let separators = Self::separators(bytes, zeros) & inside;
        positions[63] = (skew as u8).wrapping_sub(Self::LINE_END as u8);
        let compressed = _mm512_maskz_compress_epi8(separators, iotas[0]);
        if let Some(positions) = positions[64..].first_chunk_mut::<64>() {
            store(positions, compressed);
        }
        if self.takes_notes {
            self.notes.start(text[at]);
            // SAFETY: as above: a byte after one of the text's first 64 is in the text.
            let behind = unsafe { _mm512_maskz_loadu_epi8(inside, block.wrapping_add(1).cast()) };
            // SAFETY: none is found yet.
            unsafe { self.note(bytes, behind, separators, 0) };
        }
        Index {
            positions,
            block: block.wrapping_add(64),
            end: text.as_ptr_range().end,
            found: separators.count_ones() as usize,
            used: 0,
            largest: bytes,
            iotas,
            zeros,
        }
    }

    /// Indexes a round, with notes or without.
    ///
    /// # Safety
    /// The same as for [`Pass::index_round`].
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    unsafe fn index_next_round(&mut self, index: &mut Index<'_>) {
        if Self::HAS_FILTERS && self.takes_notes {
            // SAFETY: the caller's guarantees.
            unsafe { self.index_round::<true>(index) };
        } else {
            // SAFETY: the caller's guarantees.
            unsafe { self.index_round::<false>(index) };
        }
    }

    /// Indexes a round. If the round has a byte above `'9'`, its separators are dropped and nothing after it is indexed.
    ///
    /// # Safety
    /// * The index has a whole round, and 64 bytes after it are text.
    /// * At most `MAX_USED_POSITIONS` separators are found.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    unsafe fn index_round<const NOTES: bool>(&mut self, index: &mut Index<'_>) {
        let before_round = index.found;
        let mut before_pair = index.found;
        let mut has_empty_pair = false;
        for i in 0..BLOCKS {
            prefetch(index.block);
            // SAFETY: the caller guarantees the round, and blocks are aligned.
            let bytes = unsafe { _mm512_load_si512(index.block.cast()) };
            let separators = Self::separators(bytes, index.zeros);
            index.largest = _mm512_max_epu8(index.largest, bytes);
            let compressed = _mm512_maskz_compress_epi8(separators, index.iotas[(i + 1) & 3]);
            let positions = index.positions.as_mut_ptr().wrapping_add(64 + index.found);
            // A round has at most ROUND separators.
            if NOTES {
                // The length filter does not read the first byte of each token again, so no position may be stale.
                // SAFETY: at most MAX_USED_POSITIONS + ROUND separators are found, and a round's entries are after them.
                unsafe { _mm512_storeu_si512(positions.cast(), compressed) };
            } else {
                // Only half the vector is stored. This takes 5% less time to 10^9; to store the 33rd byte as well would take
                // 12% more.
                // SAFETY: as above.
                unsafe {
                    _mm256_storeu_si256(positions.cast(), _mm512_castsi512_si256(compressed))
                };
            }
            if NOTES {
                // SAFETY: the caller guarantees 64 bytes of text after the round.
                let behind = unsafe { _mm512_loadu_si512(index.block.wrapping_add(1).cast()) };
                // SAFETY: at most MAX_USED_POSITIONS + ROUND separators are found.
                unsafe { self.note(bytes, behind, separators, index.found) };
            }
            index.found += separators.count_ones() as usize;
            index.block = index.block.wrapping_add(64);
            if NOTES && i % 2 == 1 {
                has_empty_pair |= index.found == before_pair;
                before_pair = index.found;
            }
        }
        if _mm512_cmpgt_epu8_mask(index.largest, _mm512_set1_epi8(b'9' as i8)) != 0 {
            (index.found, index.end) = (before_round, index.block);
        }
        if NOTES && has_empty_pair {
            self.notes.invalidate(index.found);
        }
    }

    /// The separators of a block: the bytes less than `'0'`. If lines end with CR LF, the LF is no separator.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    fn separators(bytes: __m512i, zeros: __m512i) -> u64 {
        let separators = _mm512_cmplt_epu8_mask(bytes, zeros);
        if K::HAS_CR {
            let line_feeds = _mm512_set1_epi8(b'\n' as i8);
            _mm512_mask_cmpneq_epi8_mask(separators, bytes, line_feeds)
        } else {
            separators
        }
    }

    /// Moves the positions that are not used, and the one before them, to the front.
    #[inline]
    fn forget_used(&mut self, index: &mut Index<'_>) {
        let unused = index.found - index.used;
        let kept = 63 + index.used..64 + index.found;
        index.positions.copy_within(kept, 63);
        if self.takes_notes {
            self.notes.forget(index.used, unused);
        }
        (index.found, index.used) = (unused, 0);
    }
}
