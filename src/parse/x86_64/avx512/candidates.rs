//! The lines that a filter leaves: where they stand, and their answers.
//!
//! The length filter and the prefix filter reject most lines of a tile. The other lines, its candidates, are read into lanes
//! of 32 bytes, eight lines at a time.

use super::lanes32::may_exceed_u64;
use super::ops::store;
use super::pass::Pass;
use super::tile::Candidates;
use crate::parse::batch::LINES;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Decide512;
use crate::parse::x86_64::tables::{LONGEST, SHUFFLES};
use core::arch::x86_64::*;

/// The first value has a word for each line: the number of digits of its second pile, minus that of its first pile, plus 1.
/// The second value has a bit for each line whose word is 0, 1 or 2.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
)]
pub(super) fn length_differences(lengths: __m512i) -> (__m512i, u32) {
    let first = _mm512_and_si512(lengths, _mm512_set1_epi16(0xff));
    let longer = _mm512_sub_epi16(_mm512_srli_epi16::<8>(lengths), first);
    let longer = _mm512_add_epi16(longer, _mm512_set1_epi16(1));
    let near = _mm512_cmplt_epu16_mask(longer, _mm512_set1_epi16(3));
    (longer, near)
}

impl<D: Decide512, B, K: StaticDialect> Pass<'_, D, B, K> {
    /// Computes from the lengths of the tokens where the lines of half a tile begin, and stores it. Each 32-bit lane of
    /// `before` has the number of bytes of the lines before. Returns the starts, as words, and `before` for the next half.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    pub(super) fn store_starts(
        candidates: &mut Candidates,
        half: usize,
        length: __m512i,
        before: __m512i,
    ) -> (__m512i, __m512i) {
        let zero = _mm512_setzero_si512();
        let one = _mm512_set1_epi16(1);
        // Running sums of the lengths: of two lines, of four lines and so on.
        let steps = _mm512_maddubs_epi16(length, _mm512_set1_epi8(1));
        let twos = _mm512_madd_epi16(steps, one);
        let sum = _mm512_add_epi32(twos, _mm512_alignr_epi32::<15>(twos, zero));
        let sum = _mm512_add_epi32(sum, _mm512_alignr_epi32::<14>(sum, zero));
        let sum = _mm512_add_epi32(sum, _mm512_alignr_epi32::<12>(sum, zero));
        let sum = _mm512_add_epi32(sum, _mm512_alignr_epi32::<8>(sum, zero));
        let sum = _mm512_add_epi32(sum, before);
        // Each lane has two lines. `first` is where its first line begins; its second line begins where the first one ends.
        let first = _mm512_sub_epi32(sum, twos);
        let second = _mm512_add_epi32(first, _mm512_and_si512(steps, _mm512_set1_epi32(0xffff)));
        let starts = _mm512_or_si512(first, _mm512_slli_epi32::<16>(second));
        store(&mut candidates.starts.as_chunks_mut::<32>().0[half], starts);
        store(
            &mut candidates.lengths.as_chunks_mut::<32>().0[half],
            length,
        );
        let total = _mm512_permutexvar_epi32(_mm512_set1_epi32(15), sum);
        candidates.total = _mm_cvtsi128_si32(_mm512_castsi512_si128(total)) as u16;
        (starts, total)
    }

    /// Steps 3 to 5 of the candidates. The second value is whether a pile of them may be beyond `u64`. The cursor moves past
    /// the tile.
    ///
    /// # Safety
    /// * `cursor` points to the tile's first separator, and [`Pass::store_starts`] stored both halves of its lines.
    /// * No candidate has a token shorter than 2 bytes or longer than [`LONGEST`].
    /// * 64 bytes can be read wherever a line begins, as its start says.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt"
    )]
    pub(super) unsafe fn decode_candidates(&mut self, candidates: &Candidates) -> (u64, bool) {
        let table = SHUFFLES.0.as_ptr();
        let mut largest = _mm512_setzero_si512();
        let mut remaining = candidates.lines;
        let mut answers = 0;
        while remaining != 0 {
            let before = remaining;
            let mut lanes = [_mm512_setzero_si512(); 8];
            for lane in &mut lanes {
                // The entry of no line, if no candidate is left.
                let line = _tzcnt_u64(remaining) as usize;
                remaining = _blsr_u64(remaining);
                let [first, second] = candidates.lengths[line];
                debug_assert!(line == LINES || usize::from(first.max(second)) <= LONGEST);
                let shuffle = (first as usize - 2) * (LONGEST - 1) + second as usize - 2;
                // SAFETY: the caller guarantees lengths from 2 to `LONGEST`, so this is an entry of the table; the lengths
                // of no line give its last one.
                let shuffle = unsafe { _mm512_load_si512(table.wrapping_add(shuffle).cast()) };
                let start = self.cursor.wrapping_add(candidates.starts[line].into());
                // SAFETY: the caller guarantees 64 bytes at each line; no line starts at the cursor.
                let bytes = unsafe { _mm512_loadu_si512(start.cast()) };
                *lane = _mm512_permutex2var_epi8(self.expected.lanes32, shuffle, bytes);
            }
            let [x, y] = self.eight_lines::<true>(lanes, &mut largest);
            // SAFETY: this function has the features, so its caller has an `Avx512`.
            let answer = unsafe { D::any(x, y, self.often) };
            answers |= _pdep_u64(u64::from(answer), before ^ remaining);
        }
        self.cursor = self.cursor.wrapping_add(candidates.total.into());
        (answers, may_exceed_u64(largest))
    }
}
