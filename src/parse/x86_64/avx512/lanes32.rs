//! Steps 2 to 5 in lanes of 32 bytes: one line in each vector, tokens to 24 digits.
//!
//! A permutation from a table fills the lanes, not an expand. A line with a longer token takes nothing from the text here:
//! it goes to the fallback.

use super::ops::{collect_mismatch, groups, join_sixes, lines_of_tokens, sixes, store};
use super::pass::Pass;
use super::tile::Tile;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Decide512;
use crate::parse::x86_64::tables::{LONGEST, NO_LINE, SHUFFLES, SHUFFLES_CR};
use core::arch::x86_64::*;

/// The number of digits of the largest `u64`. A token of this number of bytes fits `u64`: one byte is its separator, so it
/// has one digit less.
const U64_DIGITS: i8 = 20;

/// Lines with a token that no lane holds.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
)]
pub(super) fn oversized_lines(lengths: [__m512i; 2]) -> u64 {
    let longest = _mm512_set1_epi8(LONGEST as i8);
    lines_of_tokens(lengths.map(|length| _mm512_cmpgt_epu8_mask(length, longest)))
}

/// Whether a pile may be beyond `u64`. `largest` has the largest numbers that are made of the upper twelve digits.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
)]
pub(super) fn may_exceed_u64(largest: __m512i) -> bool {
    /// The upper twelve digits of `u64::MAX`.
    const LIMIT: i64 = (u64::MAX / 1_000_000_000_000) as i64;
    _mm512_cmpge_epu64_mask(largest, _mm512_set1_epi64(LIMIT)) != 0
}

impl<D: Decide512, B, K: StaticDialect> Pass<'_, D, B, K> {
    /// Step 2: stores for each line where its shuffle is in the table, and how many bytes there are to the next line.
    /// `without_cr` are the lengths without a CR. All lengths are 2 or more.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    pub(super) fn layout32(tile: &mut Tile, lengths: [__m512i; 2], without_cr: [__m512i; 2]) {
        let [a, b] = lengths.map(|lengths| _mm512_sad_epu8(lengths, _mm512_setzero_si512()));
        tile.total = _mm512_reduce_add_epi64(_mm512_add_epi64(a, b)) as u64;
        let digits = _mm512_set1_epi8(U64_DIGITS);
        tile.oversized = oversized_lines(lengths);
        tile.may_exceed_u64 =
            lines_of_tokens(without_cr.map(|length| _mm512_cmpgt_epu8_mask(length, digits)));
        let steps = tile.steps.as_chunks_mut::<16>().0;
        let shuffles = tile.shuffles.as_chunks_mut::<16>().0;
        for (i, (length, without_cr)) in lengths.into_iter().zip(without_cr).enumerate() {
            let sums = _mm512_maddubs_epi16(length, _mm512_set1_epi8(1));
            let shuffle =
                _mm512_maddubs_epi16(without_cr, _mm512_set1_epi16(1 << 8 | (LONGEST as i16 - 1)));
            let shuffle = _mm512_sub_epi16(shuffle, _mm512_set1_epi16(2 * LONGEST as i16));
            let oversized = (tile.oversized >> (32 * i)) as u32;
            let shuffle =
                _mm512_mask_mov_epi16(shuffle, oversized, _mm512_set1_epi16(NO_LINE as i16));
            let halves = |v| [_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64::<1>(v)];
            for (j, (shuffle, sums)) in halves(shuffle).into_iter().zip(halves(sums)).enumerate() {
                let shuffle = _mm512_slli_epi32::<6>(_mm512_cvtepu16_epi32(shuffle));
                store(&mut shuffles[2 * i + j], shuffle);
                store(&mut steps[2 * i + j], _mm512_cvtepu16_epi32(sums));
            }
        }
    }

    /// Steps 3 to 5. The second value is whether a pile may be beyond `u64`.
    ///
    /// # Safety
    /// * The tile was laid out by [`Pass::layout32`], and `cursor` points to its first separator.
    /// * 64 bytes can be read wherever one of its lines begins, as its steps say.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    pub(super) unsafe fn decode24(&mut self, tile: &Tile) -> (u64, bool) {
        let table = if K::HAS_CR { &SHUFFLES_CR } else { &SHUFFLES };
        let table = table.0.as_ptr().cast::<u8>();
        let mut answers = 0;
        let mut largest = _mm512_setzero_si512();
        // Eight lines are answered only after the permutations of the next eight lines. So no instruction waits for the
        // whole chain of steps.
        let mut waiting = [_mm512_setzero_si512(); 2];
        for eighth in 0..9 {
            let [x, y] = waiting;
            if eighth < 8 {
                let mut lanes = [_mm512_setzero_si512(); 8];
                for (i, lane) in lanes.iter_mut().enumerate() {
                    let line = 8 * eighth + i;
                    let shuffle = table.wrapping_add(tile.shuffles[line] as usize);
                    // SAFETY: `layout32` stored the place of one of the table's entries, which are 64 bytes each: all
                    // lengths are from 2 to `LONGEST`, or the line is oversized and has the entry `NO_LINE`.
                    let shuffle = unsafe { _mm512_load_si512(shuffle.cast()) };
                    // SAFETY: the caller guarantees 64 bytes at each line.
                    let bytes = unsafe { _mm512_loadu_si512(self.cursor.cast()) };
                    *lane = _mm512_permutex2var_epi8(self.expected.lanes32, shuffle, bytes);
                    self.cursor = self.cursor.wrapping_add(tile.steps[line] as usize);
                }
                waiting = self.eight_lines::<false>(lanes, &mut largest);
            }
            if eighth > 0 {
                // SAFETY: this function has the features, so its caller has an `Avx512`.
                let answer = unsafe { D::any(x, y, self.often) };
                answers |= u64::from(answer) << (8 * (eighth - 1));
            }
        }
        (answers, may_exceed_u64(largest))
    }

    /// The first and the second piles of eight lines, from their lanes. Raises `largest` to the largest number that is made
    /// of the upper twelve digits of a pile. `CANDIDATES` gives each of the two callers a copy, which the compiler then
    /// inlines.
    ///
    /// All vectors take one step before any vector takes the next step. Otherwise instructions that wait for the step before
    /// would fill the processor's queues, which are short.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    pub(super) fn eight_lines<const CANDIDATES: bool>(
        &mut self,
        lanes: [__m512i; 8],
        largest: &mut __m512i,
    ) -> [__m512i; 2] {
        let trillion = _mm512_set1_epi64(1_000_000_000_000);
        let groups = lanes.map(|lane| groups(lane));
        for lane in lanes {
            self.mismatch = collect_mismatch(self.mismatch, lane, self.expected.lanes32);
        }
        let numbers: [__m512i; 4] =
            core::array::from_fn(|i| join_sixes(sixes(groups[2 * i], groups[2 * i + 1])));
        let halves: [__m512i; 2] = core::array::from_fn(|i| {
            let (a, b) = (numbers[2 * i], numbers[2 * i + 1]);
            // The 128-bit lanes have the upper halves and the lower halves of the first piles, then those of the second
            // piles.
            let upper = _mm512_shuffle_i64x2::<0x88>(a, b);
            let lower = _mm512_shuffle_i64x2::<0xdd>(a, b);
            *largest = _mm512_max_epu64(*largest, upper);
            _mm512_add_epi64(_mm512_mullo_epi64(upper, trillion), lower)
        });
        [
            _mm512_shuffle_i64x2::<0x88>(halves[0], halves[1]),
            _mm512_shuffle_i64x2::<0xdd>(halves[0], halves[1]),
        ]
    }
}
