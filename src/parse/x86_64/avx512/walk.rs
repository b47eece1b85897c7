//! The walk over the text, tile by tile, and the state that its steps share.
//!
//! Input: text, and where its first line starts. Output: the answers of whole tiles, in order, and where the walk stopped.
//!
//! Steps 2 to 5 are methods of [`WalkState`] in other files. The type parameters give every instance its own steps, so each
//! step has one caller and the compiler inlines it. As calls, the steps would pass vectors through memory and reload constants:
//! 0.03 ns more a pair.

use super::index::{Index, LINES, ROUND};
use super::ops::collect_mismatch;
use super::tile::{Store, Tile};
use crate::parse::x86_64::Decide512;
use crate::parse::{AnswerSink, Decide};
use core::arch::x86_64::*;
use core::marker::PhantomData;

/// The number of tiles without the filter, after one for which it was of no use.
pub(super) const PAUSE: u32 = 32;

/// Answers whole tiles of lines from `at`. These lines and the line before `at` end with CR LF if `CR`, and with LF otherwise.
#[target_feature(
    enable = "avx512dq,avx512ifma,avx512vbmi,avx512vbmi2,avx512vl,avx512vnni,bmi1,bmi2,popcnt"
)]
pub(super) fn walk<D: Decide512, B: AnswerSink, const CR: bool>(
    store: &mut Store,
    text: &[u8],
    at: usize,
    sink: &mut B,
) -> usize {
    let line_end = WalkState::<D, B, CR>::LINE_END;
    let mut end = at;
    // A mapped file may have changed since the driver found the line. Then nothing is answered.
    if !text[..at].ends_with(line_end) || text.len() - at < ROUND + 256 {
        return end;
    }
    let mut index = Index::new::<CR>(&mut store.entries, text, at, line_end.len());
    let mut state = WalkState::<D, B, CR> {
        sink,
        expected: Expected::new::<CR>(),
        pause: &mut store.pause,
        cursor: text[at - line_end.len()..].as_ptr(),
        mismatch: _mm512_setzero_si512(),
        often: false,
        instance: PhantomData,
    };
    let mut is_ready = false;
    let mut slot = 0;
    loop {
        // Step 1.
        let is_indexed = index.is_round_due();
        if is_indexed {
            index.index_round::<CR>();
        }
        // Steps 3 to 5, on the tile that was laid out one turn before.
        if is_ready {
            let tile = &mut store.tiles[slot ^ 1];
            // SAFETY: `layout` laid out the tile from an index of `text`, and the cursor is at the first separator of the tile.
            let Some(answers) = (unsafe { state.decode(tile, text) }) else {
                break;
            };
            state.sink.push(answers, LINES as u32);
            end = state.cursor.addr() - text.as_ptr().addr() + line_end.len();
            state.often = answers != 0;
            is_ready = false;
        } else if !is_indexed && !index.has_tile() {
            break;
        }
        // Step 2.
        if index.has_tile() {
            let tile = &mut store.tiles[slot];
            state.layout(tile, &index);
            slot ^= 1;
            is_ready = true;
            index.use_tile();
        }
    }
    end
}

/// One walk over text whose lines all end with CR LF, or all with LF.
pub(super) struct WalkState<'a, D, B, const CR: bool> {
    pub(super) sink: &'a mut B,
    pub(super) expected: Expected,
    /// The number of tiles until the filter is tried again.
    pub(super) pause: &'a mut u32,
    /// Points to the separator before the next token to decode. Steps that do not decode tokens in order leave it at the first
    /// separator of the tile until they move it past the tile.
    pub(super) cursor: *const u8,
    /// The bits in which the lanes of the decoded tile differ from the expected bytes. A digit differs in its lower four bits
    /// only.
    pub(super) mismatch: __m512i,
    /// The tile before had an answer 1.
    pub(super) often: bool,
    pub(super) instance: PhantomData<D>,
}

impl<D: Decide, B, const CR: bool> WalkState<'_, D, B, CR> {
    /// The bytes that end a line.
    pub(super) const LINE_END: &'static [u8] = if CR { b"\r\n" } else { b"\n" };

    /// Whether the filter is tried for the next tile.
    pub(super) fn tries_filter(&mut self) -> bool {
        let is_due = *self.pause == 0;
        *self.pause = self.pause.saturating_sub(1);
        D::SIX_DIGITS.is_some() && is_due
    }

    /// Step 3: expands the bytes from the cursor on to the places that have a bit in `mask`; the other places keep their bytes
    /// of `expected`. Moves the cursor past these bytes.
    ///
    /// # Safety
    /// * 64 bytes can be read at the cursor.
    #[inline]
    #[target_feature(enable = "avx512vbmi2,popcnt")]
    pub(super) unsafe fn expand(&mut self, mask: u64, expected: __m512i) -> __m512i {
        // SAFETY: the caller guarantees 64 bytes at the cursor.
        let bytes = unsafe { _mm512_loadu_si512(self.cursor.cast()) };
        let lanes = _mm512_mask_expand_epi8(expected, mask, bytes);
        self.mismatch = collect_mismatch(self.mismatch, lanes, expected);
        self.cursor = self.cursor.wrapping_add(mask.count_ones() as usize);
        lanes
    }

    /// Steps 3 to 5 of a tile in lanes, a quarter at a time. A quarter is `N` expands; `expected` gives the vector over which
    /// the `i`-th of them expands. If the ratio filter is tried, only quarters in which `near` finds a line that may have the
    /// ratio are answered.
    ///
    /// All vectors of a quarter take one step before any vector takes the next step. Otherwise instructions that wait for the
    /// step before would fill the processor's queues: 2% more time (10^9, padded).
    ///
    /// # Safety
    /// * The tile was laid out for these lanes, and `cursor` points to its first separator.
    /// * 64 bytes can be read wherever one of its tokens begins, as its lengths say.
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) unsafe fn decode_quarters<const N: usize>(
        &mut self,
        tile: &Tile,
        expected: impl Fn(&Expected, usize) -> __m512i,
        near: impl Fn([__m512i; N]) -> u32,
        answer: impl Fn([__m512i; N], bool) -> u16,
    ) -> u64 {
        // The filter is not useful where answers are often 1.
        let by_ratio = !self.often && self.tries_filter();
        let mut near_quarters = 0;
        let mut answers = 0;
        for quarter in 0..4 {
            let mut lanes = [_mm512_setzero_si512(); N];
            for (i, lane) in lanes.iter_mut().enumerate() {
                let mask = tile.masks[N * quarter + i];
                // SAFETY: the caller guarantees 64 bytes at each token, and an expand begins within one or before it.
                *lane = unsafe { self.expand(mask, expected(&self.expected, i)) };
            }
            if by_ratio {
                if near(lanes) == 0 {
                    continue;
                }
                near_quarters += 1;
            }
            answers |= u64::from(answer(lanes, self.often)) << (16 * quarter);
        }
        // The filter takes about half the time of an answer.
        if near_quarters >= 2 {
            *self.pause = PAUSE;
        }
        answers
    }
}

/// Vectors over which tokens are expanded. They have `'0'` in the places of digits, and in the holes the separator before
/// each token. If the highest group of a first pile is not needed for digits, its hole has the CR before the line feed, if
/// there is one.
#[repr(align(64))]
pub(super) struct Expected {
    /// Lanes of 4 bytes.
    pub(super) lanes4: __m512i,
    /// Lanes of 8 bytes, with one hole.
    pub(super) lanes8: __m512i,
    /// Lanes of 12 bytes, of which 16 fill three vectors.
    pub(super) lanes12: [__m512i; 3],
    /// Lanes of 16 bytes.
    pub(super) lanes16: __m512i,
    /// Lanes of 32 bytes.
    pub(super) lanes32: __m512i,
}

/// A bit for each group of a second pile, in each of the three vectors of 12-byte lanes: three groups of each pile in turn.
const SECOND_PILES_12: [u16; 3] = [0x8e38, 0x38e3, 0xe38e];

impl Expected {
    #[target_feature(enable = "avx512f")]
    pub(super) fn new<const CR: bool>() -> Self {
        let group = |separator| i32::from_le_bytes([separator, b'0', b'0', b'0']);
        let (zeros, blank, end) = (group(b'0'), group(b' '), group(b'\n'));
        // A line feed before each group of first piles, the blank before each group of second piles.
        let separators = |second_piles| {
            let (end, blank) = (_mm512_set1_epi32(end), _mm512_set1_epi32(blank));
            _mm512_mask_mov_epi32(end, second_piles, blank)
        };
        let cr = _mm512_set1_epi32(group(if CR { b'\r' } else { b'\n' }));
        let with_cr = |groups, v| _mm512_mask_mov_epi32(v, groups, cr);
        Self {
            lanes4: separators(0xaaaa),
            lanes8: _mm512_set4_epi32(zeros, blank, zeros, end),
            lanes12: SECOND_PILES_12.map(separators),
            lanes16: with_cr(0x0101, separators(0xf0f0)),
            lanes32: with_cr(0x0001, separators(0xff00)),
        }
    }
}
