//! The lines that a filter leaves: where they stand, and their answers.

use super::expected::Expected;
use super::lanes32::{line_lanes, may_be_beyond};
use super::tile::Few;
use crate::parse::Bits;
use crate::parse::batch::LINES;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Lanes512;
use crate::parse::x86_64::tables::{LONGEST, SHUFFLES};
use core::arch::x86_64::*;

with_features! {
/// Where the lines of half a tile begin, by their tokens' lengths. `before` is, in each double word, the bytes of those before;
/// returns, beside it, the same for those behind.
#[inline]
pub(super) unsafe fn place<D: Lanes512, B: Bits, K: StaticDialect>(few: &mut Few, half: usize, length: __m512i, before: __m512i) -> (__m512i, __m512i) {
    let zero = _mm512_setzero_si512();
    let one = _mm512_set1_epi16(1);
    // Sums of lines: of two, of four and so on.
    let steps = _mm512_maddubs_epi16(length, _mm512_set1_epi8(1));
    let twos = _mm512_madd_epi16(steps, one);
    let sum = _mm512_add_epi32(twos, _mm512_alignr_epi32::<15>(twos, zero));
    let sum = _mm512_add_epi32(sum, _mm512_alignr_epi32::<14>(sum, zero));
    let sum = _mm512_add_epi32(sum, _mm512_alignr_epi32::<12>(sum, zero));
    let sum = _mm512_add_epi32(sum, _mm512_alignr_epi32::<8>(sum, zero));
    let sum = _mm512_add_epi32(sum, before);
    // Where the first of two lines begins; the second begins where that ends.
    let first = _mm512_sub_epi32(sum, twos);
    let second = _mm512_add_epi32(first, _mm512_and_si512(steps, _mm512_set1_epi32(0xffff)));
    let starts = _mm512_or_si512(first, _mm512_slli_epi32::<16>(second));
    // SAFETY: a tile has 64 lines, of which these are 32.
    unsafe {
        _mm512_storeu_si512(few.starts.as_mut_ptr().wrapping_add(32 * half).cast(), starts);
        _mm512_storeu_si512(few.lengths.as_mut_ptr().wrapping_add(32 * half).cast(), length);
    }
    let total = _mm512_permutexvar_epi32(_mm512_set1_epi32(15), sum);
    few.total = _mm_cvtsi128_si32(_mm512_castsi512_si128(total)) as u16;
    (starts, total)
}
}

with_features! {
/// Of each line, in words, the second pile's digits less the first's, and 1; and bits for the lines where that is 0, 1 or 2.
#[inline]
pub(super) unsafe fn longer(lengths: __m512i) -> (__m512i, u32) {
    let first = _mm512_and_si512(lengths, _mm512_set1_epi16(0xff));
    let longer = _mm512_sub_epi16(_mm512_srli_epi16::<8>(lengths), first);
    let longer = _mm512_add_epi16(longer, _mm512_set1_epi16(1));
    (longer, _mm512_cmplt_epu16_mask(longer, _mm512_set1_epi16(3)))
}
}

with_features! {
/// Steps 3 to 5 of the lines that are left, which have no longer tokens than [`LONGEST`]. Second: whether a pile of them may be
/// beyond `u64`.
///
/// # Safety
/// There are 64 bytes of text wherever a line begins.
#[inline]
pub(super) unsafe fn answers<D: Lanes512, B: Bits, K: StaticDialect>(few: &Few, expected: &Expected, s: &mut *const u8, odd: &mut __m512i, often: bool) -> (u64, bool) {
    let table = SHUFFLES.0.as_ptr();
    let mut largest = _mm512_setzero_si512();
    let mut left = few.left;
    let mut answers = 0;
    while left != 0 {
        let before = left;
        let mut lanes = [_mm512_setzero_si512(); 8];
        for lane in &mut lanes {
            // No line, where none is left.
            let line = _tzcnt_u64(left) as usize;
            left = _blsr_u64(left);
            // SAFETY: `line` is at most LINES; the entry is one of the table's, and of no line it takes no text.
            unsafe {
                let [first, second] = *few.lengths.as_ptr().wrapping_add(line);
                debug_assert!(line == LINES || usize::from(first.max(second)) <= LONGEST);
                let start = *few.starts.as_ptr().wrapping_add(line);
                let shuffle = (first as usize - 2) * (LONGEST - 1) + second as usize - 2;
                let shuffle = _mm512_load_si512(table.wrapping_add(shuffle).cast());
                let bytes = _mm512_loadu_si512(s.wrapping_add(start as usize).cast());
                *lane = _mm512_permutex2var_epi8(expected.long, shuffle, bytes);
            }
        }
        // SAFETY: only arithmetic.
        let answer = unsafe {
            let [x, y] = line_lanes::<D, B, K, true>(lanes, expected.long, odd, &mut largest);
            D::any(x, y, often)
        };
        answers |= _pdep_u64(u64::from(answer), before ^ left);
    }
    *s = s.wrapping_add(few.total as usize);
    // SAFETY: only arithmetic.
    (answers, unsafe { may_be_beyond(largest) })
}
}
