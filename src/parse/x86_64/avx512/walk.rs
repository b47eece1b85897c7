//! The walk over the text, tile by tile, and the state that its steps share.
//!
//! Input: text, and where its first line starts. Output: the answers of whole tiles, in order, and where the walk stopped.
//!
//! Steps 2 to 5 are methods of [`WalkState`] in other files. The type parameters give every instance its own steps, so each
//! step has one caller and the compiler inlines it. As calls, the steps would pass vectors through memory and reload constants:
//! 0.03 ns more a pair.

use super::index::{Entries, Index, LINES, ROUND};
use super::normalise::normalise512;
use super::ops::collect_mismatch;
use crate::parse::driver::{self, Walk};
use crate::parse::x86_64::{Avx512, DecideX86};
use crate::parse::{AnswerSink, Decide};
use core::arch::x86_64::*;
use core::marker::PhantomData;

/// How a tile is decoded. It follows from the tile's longest token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenLayout {
    /// Piles to 3 digits, in lanes of 4 bytes: 16 tokens in each expand.
    Digits3,
    /// Piles to 7 digits, in lanes of 8 bytes.
    Digits7,
    /// Piles to 9 digits, in lanes of 12 bytes: 5⅓ tokens in each expand.
    Digits9,
    /// Piles to 12 digits (to 9 digits in lines with a CR), in lanes of 16 bytes.
    Digits12,
    /// Piles to 24 digits, in lanes of 32 bytes: one line in each expand. Lines with a longer pile go to the fallback.
    Digits24,
    /// Piles to 254 digits, where six digits reject most lines: see [`ratio_filter`](super::ratio_filter).
    Candidates,
    /// Not decoded: the tile has an empty token (two neighbouring separators), or a token that looks empty because only its
    /// length modulo 256 is known, or lines with a CR and a token of more than 21 digits.
    Refused,
}

/// The data of a tile, which step 2 stores and steps 3 to 5 read. The arrays to which whole vectors are stored are aligned.
#[repr(C, align(64))]
pub(super) struct Tile {
    /// For each expand of the tile: a mask of the bytes that it fills.
    pub(super) masks: [u64; 32],
    // For lanes of 32 bytes:
    /// The offset of each line from the first line, then the offset of the end of the last line. The other entries are not
    /// used; they align the next array.
    pub(super) starts: [u16; LINES + 32],
    /// The lengths of each line's tokens. The entries after the lines are 0, for lanes without a line.
    pub(super) lengths: [[u8; 2]; LINES + 32],
    // For the filter:
    /// The offset of the separator of each line's second token from the first separator of the tile.
    pub(super) second_starts: [u16; LINES],
    /// For the first and the second piles, of eight lines at a time: the bits by which their first digits are shifted.
    pub(super) shifts: [[[u16; 8]; LINES / 8]; 2],
    /// A bit for each line with a token that is too long for any lane.
    pub(super) oversized: u64,
    pub(super) kind: TokenLayout,
}

/// The walk of the AVX-512 kernel, with the memory that it keeps from call to call.
pub(in crate::parse) struct Tiles {
    token: Avx512,
    entries: Entries,
    /// The number of tiles until the filter is tried again.
    pause: u32,
    /// The tile that is decoded, and the tile that is laid out.
    tiles: [Tile; 2],
}

impl Tiles {
    /// `token` proves that the machine has the instructions.
    pub(in crate::parse) fn new(token: Avx512) -> Self {
        let tile = || Tile {
            masks: [0; 32],
            starts: [0; LINES + 32],
            lengths: [[0; 2]; LINES + 32],
            second_starts: [0; LINES],
            shifts: [[[0; 8]; LINES / 8]; 2],
            oversized: 0,
            kind: TokenLayout::Refused,
        };
        Self {
            token,
            entries: Entries::NEW,
            pause: 0,
            tiles: [tile(), tile()],
        }
    }
}

impl<D: DecideX86> Walk<D> for Tiles {
    const BYTES_BEFORE: usize = 1;
    /// First lines, which fill the last tile; then digits, so that a whole round can be indexed wherever the last line ends.
    const PADDING: &'static [u8] = &driver::padding::<{ LINES * driver::LINE.len() + ROUND + 128 }>(
        LINES * driver::LINE.len(),
    );

    #[inline]
    fn walk<B: AnswerSink, const CR: bool>(
        &mut self,
        text: &[u8],
        at: usize,
        sink: &mut B,
    ) -> usize {
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { walk::<D, B, CR>(self, text, at, sink) }
    }

    fn normalise(&mut self, piece: &[u8], out: &mut [u8]) -> Option<usize> {
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { normalise512(self.token, piece, out) }
    }
}

/// The number of tiles without the filter, after one for which it was of no use.
pub(super) const PAUSE: u32 = 32;

/// Answers whole tiles of lines from `at`. These lines and the line before `at` end with CR LF if `CR`, and with LF otherwise.
#[target_feature(
    enable = "avx512dq,avx512ifma,avx512vbmi,avx512vbmi2,avx512vl,avx512vnni,bmi1,bmi2,popcnt"
)]
fn walk<D: DecideX86, B: AnswerSink, const CR: bool>(
    kernel: &mut Tiles,
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
    let mut index = Index::new::<CR>(&mut kernel.entries, text, at, line_end.len());
    let mut state = WalkState::<D, B, CR> {
        sink,
        expected: Expected::new::<CR>(),
        pause: &mut kernel.pause,
        rest: &text[at - line_end.len()..],
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
            let Some(answers) = state.decode(&mut kernel.tiles[slot ^ 1]) else {
                break;
            };
            state.sink.push(answers, LINES as u32);
            end = text.len() - state.rest.len() + line_end.len();
            state.often = answers != 0;
            is_ready = false;
        } else if !is_indexed && !index.has_tile() {
            break;
        }
        // Step 2.
        if index.has_tile() {
            state.layout(&mut kernel.tiles[slot], &index);
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
    /// The text from the separator before the next token to decode. Steps that do not decode tokens in order leave it at the
    /// first separator of the tile until they move it past the tile.
    pub(super) rest: &'a [u8],
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

    /// Step 3: for each mask of a part of the tile, expands the next bytes of the rest to the places that have a bit in the mask;
    /// the other places keep their bytes of `expected`. Moves the rest past these bytes. A part is `N` masks.
    #[inline]
    #[target_feature(enable = "avx512vbmi2,popcnt")]
    pub(super) fn expand<const N: usize>(
        &mut self,
        tile: &Tile,
        part: usize,
        expected: impl Fn(&Expected, usize) -> __m512i,
    ) -> [__m512i; N] {
        let masks = tile.masks[N * part..].first_chunk::<N>();
        let masks = masks.expect("a tile has 32 masks");
        // Each mask has at most 64 bits. Near the end of the text they are counted first.
        if self.rest.len() < 64 * N {
            let bits: u32 = masks.iter().map(|mask| mask.count_ones()).sum();
            assert!(bits as usize + 64 <= self.rest.len());
        }
        let mut at = 0;
        let mut lanes = [_mm512_setzero_si512(); N];
        for (i, lane) in lanes.iter_mut().enumerate() {
            let expected = expected(&self.expected, i);
            let from = self.rest.as_ptr().wrapping_add(at);
            // SAFETY: `at` is the number of bits of the masks before this one. 64 bytes follow, because there are 64 bytes for each
            // mask, or 64 bytes more than all masks have bits.
            let bytes = unsafe { _mm512_loadu_si512(from.cast()) };
            *lane = _mm512_mask_expand_epi8(expected, masks[i], bytes);
            self.mismatch = collect_mismatch(self.mismatch, *lane, expected);
            at += masks[i].count_ones() as usize;
        }
        self.rest = &self.rest[at..];
        lanes
    }

    /// Steps 3 to 5 of a tile in lanes, a quarter at a time. A quarter is `N` expands; `expected` gives the vector over which
    /// the `i`-th of them expands. If the ratio filter is tried, only quarters in which `near` finds a line that may have the
    /// ratio are answered.
    ///
    /// All vectors of a quarter take one step before any vector takes the next step. Otherwise instructions that wait for the
    /// step before would fill the processor's queues: 2% more time (10^9, padded).
    #[inline]
    #[target_feature(enable = "avx512ifma,avx512vbmi2,avx512vnni,popcnt")]
    pub(super) fn decode_quarters<const N: usize>(
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
            let lanes = self.expand::<N>(tile, quarter, &expected);
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
    fn new<const CR: bool>() -> Self {
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
