//! The walk over text, and step 1: where tokens end.
//!
//! Input: text, and where its first line starts. Output: the answers of whole batches, pushed in order, and where the walk
//! stopped. Blocks of 64 bytes are read at addresses that 64 divides. The first block may begin before the first line; it is
//! read from a copy that has digits in the place of the bytes before that line.

use super::expected::Expected;
use super::ops::{Text, chunk, chunk_mut, load, opaque, store};
use super::state::WalkState;
use super::tile::{ENTRIES, Store};
use crate::parse::AnswerSink;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::{BatchEnd, LINES, MAX_USED_POSITIONS, ROUND, Stop, TOKENS};
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

/// When more positions than this are used, the others move to the front.
const MAX_USED: usize = MAX_USED_POSITIONS - 2 * TOKENS;

/// Answers whole batches of lines of `dialect` from `at`. The line before `at` ends as `dialect` says.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
)]
pub(super) fn walk<D: Decide512, B: AnswerSink, K: StaticDialect>(
    store: &mut Store,
    dialect: Dialect,
    text: &[u8],
    at: usize,
    sink: &mut B,
) -> BatchEnd {
    debug_assert_eq!(dialect.last.is_some(), K::HAS_LAST);
    let mut end = BatchEnd {
        at,
        max_digits: 0,
        stop: Stop::End,
    };
    // A mapped file may have changed since the driver found the line. Then nothing is answered.
    if text[at - 1] != b'\n' || text.len() - at < ROUND + 256 {
        return end;
    }
    // The bytes between the last separator of a line and the next line.
    let line_end = if K::HAS_LAST { 2 } else { 1 };
    let mut index = Index::new::<K>(&mut store.positions, text, at, line_end);
    let mut state = WalkState::<D, B, K> {
        text: Text::new(text),
        sink,
        expected: Expected::new(dialect),
        filter: &mut store.filter,
        cursor: at - line_end,
        mismatch: _mm512_setzero_si512(),
        often: false,
        is_padded: false,
        instance: PhantomData,
    };
    let mut is_ready = false;
    let mut slot = 0;
    loop {
        // Step 1.
        let mut is_indexed = false;
        if index.found - index.used < 2 * TOKENS && index.has_round() {
            is_indexed = true;
            index.index_round::<D, B, K>(text);
        }
        // Steps 3 to 5, on the tile that was laid out one turn before.
        if is_ready {
            let tile = &mut store.tiles[slot ^ 1];
            let Some(answers) = state.decode(tile) else {
                break;
            };
            state.sink.push(answers, LINES as u32);
            end.at = state.cursor + line_end;
            end.max_digits = tile.max_digits.max(end.max_digits);
            state.often = answers != 0;
            is_ready = false;
        } else if !is_indexed && index.found - index.used < TOKENS {
            break;
        }
        // Step 2.
        if index.found - index.used >= TOKENS {
            state.layout(&mut store.tiles[slot], index.lengths());
            slot ^= 1;
            is_ready = true;
            index.used += TOKENS;
            if index.used >= MAX_USED {
                index.forget_used();
            }
        }
    }
    if state.is_padded {
        end.stop = Stop::Padded;
    }
    end
}

/// The separators of the text, as far as it is indexed.
struct Index<'a> {
    /// The positions of the separators, modulo 256.
    positions: &'a mut [u8; ENTRIES],
    /// The place of the next block.
    block: usize,
    /// A block is read only if it ends at least 64 bytes before this place.
    end: usize,
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

impl<'a> Index<'a> {
    /// Indexes the first block. The last separator before it stands `line_end` bytes before `at`.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi2,popcnt")]
    fn new<K: StaticDialect>(
        positions: &'a mut [u8; ENTRIES],
        text: &[u8],
        at: usize,
        line_end: usize,
    ) -> Self {
        let skew = text[at..].as_ptr().addr() & 63;
        let block = at + 64 - skew;
        let mut first = [b'0'; 64];
        first[skew..].copy_from_slice(&text[at..block]);
        let (iota, bytes) = (load(&IOTA, 0), load(&first, 0));
        let zeros = opaque(_mm512_set1_epi8(b'0' as i8));
        let separators = separators::<K>(bytes, zeros);
        positions[63] = (skew as u8).wrapping_sub(line_end as u8);
        let compressed = _mm512_maskz_compress_epi8(separators, iota);
        store(chunk_mut::<64>(positions, 64), 0, compressed);
        Self {
            positions,
            block,
            end: text.len(),
            found: separators.count_ones() as usize,
            used: 0,
            largest: bytes,
            iotas: [0, 64, -128, -64].map(|i| opaque(_mm512_add_epi8(iota, _mm512_set1_epi8(i)))),
            zeros,
        }
    }

    /// Whether a whole round and 64 bytes are left.
    #[inline]
    fn has_round(&self) -> bool {
        self.end - self.block >= ROUND + 64
    }

    /// Indexes a round. A round with a byte above `'9'`, or with more separators in a block than lines of two piles have, is
    /// not of the dialect: its separators are dropped and nothing after it is indexed. As with the methods of [`WalkState`], each
    /// instance has its own copy.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi2,popcnt")]
    fn index_round<D, B, K: StaticDialect>(&mut self, text: &[u8]) {
        let round: &[u8; ROUND] = chunk(text, self.block);
        let room: &mut [u8; ROUND] = chunk_mut(self.positions, 64 + self.found);
        let mut found = 0;
        // The positions of a block, joined with those of the other blocks.
        let mut joined = _mm512_setzero_si512();
        for four in round.as_chunks::<256>().0 {
            for i in 0..4 {
                prefetch(four[64 * i..].as_ptr());
                let bytes = load(four, i);
                let separators = separators::<K>(bytes, self.zeros);
                self.largest = _mm512_max_epu8(self.largest, bytes);
                let positions = _mm512_maskz_compress_epi8(separators, self.iotas[(i + 1) % 4]);
                joined = _mm512_or_si512(joined, positions);
                // Storing half the vector takes 5% less time to 10^9 than storing all of it.
                let to = room.as_mut_ptr().wrapping_add(found).cast();
                // SAFETY: each block before this one has 64 separators at most, so 64 bytes of the room are left.
                unsafe { _mm256_storeu_si256(to, _mm512_castsi512_si256(positions)) };
                found += separators.count_ones() as usize;
            }
        }
        self.block += ROUND;
        // Lines of two piles have a digit between two separators, so at most 32 separators in a block.
        let has_more = _mm512_test_epi8_mask(joined, joined) >> 32 != 0;
        if has_more || _mm512_cmpgt_epu8_mask(self.largest, _mm512_set1_epi8(b'9' as i8)) != 0 {
            self.end = self.block;
        } else {
            self.found += found;
        }
    }

    /// The lengths of the next tile's tokens, each with the separator before it.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn lengths(&self) -> [__m512i; 2] {
        let positions: &[u8; TOKENS + 1] = chunk(self.positions, 63 + self.used);
        [0, 64].map(|i| {
            let [before, here] = [i, i + 1].map(|at| load(chunk::<64>(positions, at), 0));
            _mm512_sub_epi8(here, before)
        })
    }

    /// Moves the positions that are not used, and the one before them, to the front.
    #[inline]
    fn forget_used(&mut self) {
        let kept = 63 + self.used..64 + self.found;
        self.positions.copy_within(kept, 63);
        (self.found, self.used) = (self.found - self.used, 0);
    }
}

/// The separators of a block: the bytes less than `'0'`. If two bytes end a line, only the first one is a separator.
#[inline]
#[target_feature(enable = "avx512bw")]
fn separators<K: StaticDialect>(bytes: __m512i, zeros: __m512i) -> u64 {
    let separators = _mm512_cmplt_epu8_mask(bytes, zeros);
    if K::HAS_LAST {
        let line_feeds = _mm512_set1_epi8(b'\n' as i8);
        _mm512_mask_cmpneq_epi8_mask(separators, bytes, line_feeds)
    } else {
        separators
    }
}
