//! Tiles of which only few lines need all of their digits.
//!
//! Owns what mixed lengths cost. A question whose answer is 1 only where the piles are about as large as each other
//! ([`Decide::LEADING`]) is answered for most lines by how long their piles are and how these begin: of lengths from 1
//! to 19, all as frequent, for 97 of 100.
//!
//! What such a line must be seen to be is all that is left. Its bytes are digits, or else they would be
//! separators, or above `'9'` and left to others with their round; so the search **notes** what each separator is, and the
//! byte behind it. The lines that are left go through lanes, from wherever they stand.
//!
//! Lengths are known mod 256. So the search looks for pairs of blocks without any separator: one of them is in each
//! token of 256 bytes and more.

use super::candidates::{longer, place};
use super::ops::lines;
use super::tile::{Few, Notes};
use crate::parse::Bits;
use crate::parse::batch::LINES;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::prefilter::{LeadingTable, MAX_CANDIDATES, MAX_NEAR};
use crate::parse::x86_64::Lanes512;
use core::arch::x86_64::*;

with_features! {
/// Notes of the separators `others` of a block, of which the first is the `found`-th of all; `behind` begins one byte later.
///
/// # Safety
/// `found` is at most INDEX + ROUND.
#[inline]
pub(super) unsafe fn note<D: Lanes512, B: Bits, K: StaticDialect>(notes: &mut Notes, bytes: __m512i, behind: __m512i, others: u64, found: usize) {
    for (notes, bytes) in [(&mut notes.separators, bytes), (&mut notes.firsts, behind)] {
        // Half a vector is enough: of more than 32 separators two are neighbours, and no tile is answered from there on.
        let bytes = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(others, bytes));
        // SAFETY: there is room for so many.
        unsafe { _mm256_storeu_si256(notes.as_mut_ptr().wrapping_add(64 + found).cast(), bytes) };
    }
}
}

with_features! {
/// Whether a tile is likely to be of this kind, by its lengths alone.
#[inline]
pub(super) unsafe fn likely(lengths: [__m512i; 2]) -> bool {
    // SAFETY: only arithmetic.
    let near = lengths.map(|lengths| unsafe { longer(lengths) }.1.count_ones());
    near[0] + near[1] <= MAX_NEAR
}
}

with_features! {
/// Whether a tile is of this kind; if so, it is prepared. Its first token is the `used`-th.
///
/// # Safety
/// The places of its 128 tokens were found.
#[inline]
pub(super) unsafe fn prepare<D: Lanes512, B: Bits, K: StaticDialect>(few: &mut Few, notes: &Notes, used: usize, lengths: [__m512i; 2], blank: u8) -> bool {
    if used < notes.from {
        return false;
    }
    let mut padded = [0; 2];
    let one = _mm512_set1_epi16(1);
    let pattern = _mm512_set1_epi16(i16::from_le_bytes([blank, b'\n']));
    // SAFETY: 64 bytes each.
    let rows = [0, 2].map(|i| unsafe { _mm512_loadu_si512(LeadingTable::<D>::ROWS[i..i + 2].as_ptr().cast()) });
    let mut refused = 0;
    let mut left = 0;
    let mut total = _mm512_setzero_si512();
    for (i, &length) in lengths.iter().enumerate() {
        let at = 64 + used + 64 * i;
        // SAFETY: as many notes as places, and one before.
        let (separators, firsts) = unsafe {
            (
                _mm512_loadu_si512(notes.separators.as_ptr().wrapping_add(at).cast()),
                _mm512_loadu_si512(notes.firsts.as_ptr().wrapping_add(at - 1).cast()),
            )
        };
        refused |= _mm512_cmpneq_epi8_mask(separators, pattern);
        // SAFETY: only arithmetic.
        let (longer, near) = unsafe { longer(length) };
        let digits = _mm512_and_si512(firsts, _mm512_set1_epi8(0x0f));
        // Sixteen rows for each difference of lengths, by the first pile's digit; and the bit of the second's.
        let row = _mm512_and_si512(digits, _mm512_set1_epi16(0xff));
        let row = _mm512_or_si512(row, _mm512_slli_epi16::<4>(longer));
        let row = _mm512_permutex2var_epi16(rows[0], row, rows[1]);
        let bit = _mm512_sllv_epi16(one, _mm512_srli_epi16::<8>(digits));
        let may = _mm512_mask_test_epi16_mask(near, row, bit);
        // Zeros before other digits: lengths and first digits tell nothing.
        let several = _mm512_cmpgt_epu8_mask(length, _mm512_set1_epi8(2));
        padded[i] = _mm512_mask_testn_epi8_mask(several, digits, digits);
        left |= u64::from(may) << (32 * i);
        // SAFETY: only arithmetic, and stores to what is borrowed.
        total = unsafe { place::<D, B, K>(few, i, length, total).1 };
    }
    // SAFETY: only arithmetic.
    let padded = unsafe { lines(padded) };
    let left = left | padded;
    few.left = left;
    few.padded = refused == 0 && 2 * padded.count_ones() as usize > LINES;
    refused == 0 && left.count_ones() <= MAX_CANDIDATES
}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::batch::dialect::{Prefiltered, STRICT, Strict};
    use crate::parse::batch::tests::{Answers, Asked};
    use crate::parse::batch::{Batch, Progress, Stop};
    use crate::parse::x86_64::Avx512;
    use crate::parse::x86_64::avx512::Batches512;

    /// The prefiltered instance alone.
    fn run(kernel: &mut Batches512, text: &[u8], at: usize, seen: &mut Answers) -> Progress {
        Batch::<Asked>::run::<_, Prefiltered<Strict>>(kernel, STRICT, text, at, seen)
    }

    /// As many separators in a block as there can be before two of the first are neighbours, where store and notes have what
    /// stood there in a text that is valid.
    #[test]
    fn no_separator_is_taken_from_a_text_before() {
        #[repr(align(64))]
        struct Aligned([u8; 8192]);
        let Some(token) = Avx512::detect() else {
            return;
        };
        let long = "12345678901234567 12345\n";
        let dense = [
            "\n",
            &long.repeat(LINES + 16),
            "111 1\n",
            &"1 1\n".repeat(30),
        ]
        .concat();
        // All but one byte of a block, and the second tile.
        assert_eq!(dense.len(), 32 * 64 - 1);
        let mut kernel = Batches512::new(token);
        let mut stop = |line: &str| {
            let mut text = Aligned([b'0'; 8192]);
            let lines = [&dense, line, &long.repeat(140)].concat();
            text.0[..lines.len()].copy_from_slice(lines.as_bytes());
            let mut seen = Answers::default();
            run(&mut kernel, &text.0, 1, &mut seen).at
        };
        assert!(stop("12 34567\n") > dense.len());
        assert_eq!(stop("\n2934567\n"), 1 + LINES * long.len());
    }

    /// Lengths are known mod 256, and there are notes from the first block on.
    #[test]
    fn a_first_token_that_looks_short_is_none() {
        #[repr(align(64))]
        struct Aligned([u8; 8192]);
        let Some(token) = Avx512::detect() else {
            return;
        };
        let mut kernel = Batches512::new(token);
        for at in 1..=64 {
            for digits in (1..25).chain(257..280).chain(513..515) {
                let mut text = Aligned([b'0'; 8192]);
                let first = "7".repeat(digits);
                // 32 bytes: 256 earlier stands the same.
                let others = "1234567890123456789 12345678901\n".repeat(200);
                let lines = format!("\n{first} 1\n{others}");
                text.0[at - 1..][..lines.len()].copy_from_slice(lines.as_bytes());
                let mut seen = Answers::default();
                let stop = run(&mut kernel, &text.0, at, &mut seen).at;
                assert_eq!(stop == at, digits > 24, "{digits} digits at {at}");
            }
        }
    }

    /// Of lines with zeros before a pile, most of a tile's or few: only time hangs on it.
    #[test]
    fn where_most_lines_have_zeros_they_go_in_bulk() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        for (line, padded) in [
            ("007 123456789012345678\n", true),
            ("7 12345678901234567890\n", false),
        ] {
            let mut kernel = Batches512::new(token);
            let text = format!("\n{}", line.repeat(1000));
            let mut seen = Answers::default();
            let progress = run(&mut kernel, text.as_bytes(), 1, &mut seen);
            assert_eq!(
                (progress.at == 1, progress.stop == Stop::Padded),
                (padded, padded)
            );
            assert!(kernel.store.notes.wanted.is_wanted());
        }
    }

    /// A token's notes are those of the separator before it, too.
    #[test]
    fn the_token_behind_has_none() {
        let mut notes = Notes::new();
        notes.none(128);
        assert_eq!(notes.from, 129);
        notes.forget(128, 0);
        assert_eq!(notes.from, 1);
        notes.forget(128, 0);
        assert_eq!(notes.from, 0);
    }
}
