//! Steps 2 to 5 in lanes of 32 bytes: one line in each vector, tokens to 24 digits.
//!
//! The lines of a tile can be read in any selection: all lines, or only the candidates of a filter. A line with a longer token is
//! not read here, but goes to the fallback.

use super::index::LINES;
use super::ops::{ask, bytes_at, collect_mismatch, groups, join_sixes, load, sixes, store};
use super::tables::{LONGEST_TOKEN, MASKS};
use super::walk::{Tile, WalkState};
use crate::parse::x86_64::DecideX86;
use core::arch::x86_64::*;

/// The starts of 32 lines whose tokens have the lengths `length`, as words, and the start of the line after them. `before` is
/// the start of the first line. Each 32-bit lane of `before` and of the second result has the same value.
#[inline]
#[target_feature(enable = "avx512bw")]
fn line_starts(length: __m512i, before: __m512i) -> (__m512i, __m512i) {
    let zero = _mm512_setzero_si512();
    // Running sums of the lengths: over two lines, then four lines, and so on.
    let steps = _mm512_maddubs_epi16(length, _mm512_set1_epi8(1));
    let twos = _mm512_madd_epi16(steps, _mm512_set1_epi16(1));
    let sum = _mm512_add_epi32(twos, _mm512_alignr_epi32::<15>(twos, zero));
    let sum = _mm512_add_epi32(sum, _mm512_alignr_epi32::<14>(sum, zero));
    let sum = _mm512_add_epi32(sum, _mm512_alignr_epi32::<12>(sum, zero));
    let sum = _mm512_add_epi32(sum, _mm512_alignr_epi32::<8>(sum, zero));
    let sum = _mm512_add_epi32(sum, before);
    // Each lane has two lines. `first` is where its first line begins; its second line begins where the first one ends.
    let first = _mm512_sub_epi32(sum, twos);
    let second = _mm512_add_epi32(first, _mm512_and_si512(steps, _mm512_set1_epi32(0xffff)));
    let starts = _mm512_or_si512(first, _mm512_slli_epi32::<16>(second));
    (starts, _mm512_permutexvar_epi32(_mm512_set1_epi32(15), sum))
}

impl<D: DecideX86, B, const CR: bool> WalkState<'_, D, B, CR> {
    /// Step 2: stores the start of each line, and the lengths of its tokens. `without_cr` are the lengths without a CR. All
    /// lengths are 2 or more. Returns the starts of the lines, as words.
    #[inline]
    #[target_feature(enable = "avx512bw,bmi2")]
    pub(super) fn layout32(
        tile: &mut Tile,
        lengths: [__m512i; 2],
        without_cr: [__m512i; 2],
    ) -> [__m512i; 2] {
        let longest = _mm512_set1_epi8(LONGEST_TOKEN as i8);
        let [low, high] = lengths.map(|length| {
            let tokens = _mm512_cmpgt_epu8_mask(length, longest);
            _pext_u64(tokens | tokens >> 1, 0x5555_5555_5555_5555)
        });
        tile.oversized = low | high << 32;
        let mut end = _mm512_setzero_si512();
        let starts = [0, 1].map(|i| {
            let starts;
            (starts, end) = line_starts(lengths[i], end);
            store(&mut tile.starts, i, starts);
            store(&mut tile.lengths, i, without_cr[i]);
            starts
        });
        tile.starts[LINES] = _mm_cvtsi128_si32(_mm512_castsi512_si128(end)) as u16;
        starts
    }

    /// Steps 3 to 5 for the lines of a tile that have a bit in `which`. Returns their answers, and a bit for each line that
    /// goes to the fallback, because it is oversized or may have a pile beyond `u64`. Moves the rest past the tile.
    #[inline]
    #[target_feature(enable = "avx512dq,avx512ifma,avx512vbmi2,avx512vnni,bmi1,bmi2")]
    pub(super) fn decode24(&mut self, tile: &Tile, which: u64) -> (u64, u64) {
        /// The upper twelve digits of `u64::MAX`.
        const LIMIT: i64 = (u64::MAX / 1_000_000_000_000) as i64;
        let limit = _mm512_set1_epi64(LIMIT);
        let (mut answers, mut fallback) = (0, tile.oversized & which);
        let mut remaining = which & !tile.oversized;
        // Eight lines are answered only after the expands of the next eight lines, so no instruction waits for the whole chain of
        // steps.
        let (mut piles, mut waiting) = ([_mm512_setzero_si512(); 3], 0);
        while remaining | waiting != 0 {
            let ([x, y, largest], answered) = (piles, waiting);
            waiting = remaining;
            if remaining != 0 {
                let mut lanes = [_mm512_setzero_si512(); 8];
                for lane in &mut lanes {
                    // If no line is left, this is 64, whose lengths are 0.
                    let line = _tzcnt_u64(remaining) as usize;
                    remaining = _blsr_u64(remaining);
                    let [first, second] =
                        tile.lengths[line].map(|length| u64::from(MASKS[usize::from(length)]));
                    // A CR goes to the first byte, so the first token of a line with a CR has at most 21 digits. If no line is
                    // left, that is the CR after the tile.
                    let mask = first | second << 32 | u64::from(CR);
                    let bytes = load(bytes_at::<64>(self.rest, tile.starts[line].into()));
                    *lane = _mm512_mask_expand_epi8(self.expected.lanes32, mask, bytes);
                }
                piles = self.eight_lines(lanes);
            }
            waiting ^= remaining;
            if answered != 0 {
                let answer = ask::<D, 20>(x, y, self.often);
                answers |= _pdep_u64(u64::from(answer), answered);
                let may_exceed_u64 = _mm512_cmpge_epu64_mask(largest, limit);
                fallback |= _pdep_u64(u64::from(may_exceed_u64), answered);
            }
        }
        self.rest = &self.rest[tile.starts[LINES].into()..];
        (answers, fallback)
    }

    /// The first and the second piles of eight lines, from their lanes; and of each line the larger number that is made of all
    /// digits of a pile but the last twelve.
    ///
    /// All vectors take one step before any vector takes the next step. Otherwise instructions that wait for the step before
    /// would fill the processor's queues, which are short.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512dq,avx512vnni")]
    fn eight_lines(&mut self, lanes: [__m512i; 8]) -> [__m512i; 3] {
        let trillion = _mm512_set1_epi64(1_000_000_000_000);
        let groups = lanes.map(|lane| groups(lane));
        for lane in lanes {
            self.mismatch = collect_mismatch(self.mismatch, lane, self.expected.lanes32);
        }
        let numbers: [__m512i; 4] =
            core::array::from_fn(|i| join_sixes(sixes(groups[2 * i], groups[2 * i + 1])));
        let mut uppers = [_mm512_setzero_si512(); 2];
        let halves: [__m512i; 2] = core::array::from_fn(|i| {
            let (a, b) = (numbers[2 * i], numbers[2 * i + 1]);
            // The 128-bit lanes have the upper halves and the lower halves of the first piles, then those of the second
            // piles.
            let upper = _mm512_shuffle_i64x2::<0x88>(a, b);
            let lower = _mm512_shuffle_i64x2::<0xdd>(a, b);
            uppers[i] = upper;
            _mm512_add_epi64(_mm512_mullo_epi64(upper, trillion), lower)
        });
        let by_pile = |[a, b]: [__m512i; 2]| {
            let first = _mm512_shuffle_i64x2::<0x88>(a, b);
            (first, _mm512_shuffle_i64x2::<0xdd>(a, b))
        };
        let ((x, y), (upper_x, upper_y)) = (by_pile(halves), by_pile(uppers));
        [x, y, _mm512_max_epu64(upper_x, upper_y)]
    }
}
