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

use super::expected::Expected;
use super::lanes::{line_lanes, may_be_beyond};
use super::prepare::lines;
use crate::parse::Bits;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::prefilter::{LeadingTable, MAX_CANDIDATES, MAX_NEAR, PrefilterState};
use crate::parse::batch::{INDEX, LINES, ROUND};
use crate::parse::x86_64::Lanes512;
use crate::parse::x86_64::tables::{LONGEST, NO_LINE, SHUFFLES};
use core::arch::x86_64::*;

/// Bytes, with the separator, of a number that may be beyond `u64`.
const WIDE: u8 = 21;

/// Of each separator that the search found, beside its place; the first 64 bytes are for the one before the first.
#[repr(C, align(4096))]
pub(super) struct Notes {
    /// The byte itself.
    separators: [u8; 64 + INDEX + 2 * ROUND],
    /// The byte behind it.
    firsts: [u8; 64 + INDEX + 2 * ROUND],
    pub(super) wanted: PrefilterState,
    /// From this token on there are notes of all separators, and of its own first byte, and none is of 256 bytes or more.
    from: usize,
}

impl Notes {
    pub(super) const fn new() -> Self {
        Self {
            separators: [0; 64 + INDEX + 2 * ROUND],
            firsts: [0; 64 + INDEX + 2 * ROUND],
            wanted: PrefilterState::NEW,
            from: usize::MAX,
        }
    }

    /// There are notes from the first separator on. The first token begins with `first`.
    pub(super) fn all(&mut self, first: u8) {
        self.firsts[63] = first;
        self.from = 0;
    }

    /// Tokens that end with the first `found` separators are none that notes can be used for, nor is the next.
    pub(super) fn none(&mut self, found: usize) {
        self.from = found + 1;
    }

    /// The first `used` separators are forgotten, and `left` stay.
    pub(super) fn forget(&mut self, used: usize, left: usize) {
        let kept = 63 + used..64 + used + left;
        self.separators.copy_within(kept.clone(), 63);
        self.firsts.copy_within(kept, 63);
        self.from = self.from.saturating_sub(used);
    }
}

/// A tile of this kind between preparation and use.
#[repr(align(64))]
pub(super) struct Few {
    /// Of each line's two tokens, a separator with each; and of no line.
    pub(super) lengths: [[u8; 2]; LINES + 1],
    /// Where lines begin, counted from the first; and no line.
    pub(super) starts: [u16; LINES + 1],
    /// The lines that are left.
    pub(super) left: u64,
    /// Most lines have zeros before a pile, for which the tile is of no kind: without them, all of it may be settled.
    pub(super) padded: bool,
    /// Bytes of all lines.
    pub(super) total: u16,
}

impl Few {
    pub(super) const NEW: Self = {
        let mut lengths = [[0; 2]; LINES + 1];
        // By these the table's entry is found that takes nothing from the text.
        let (first, second) = (NO_LINE / (LONGEST - 1) + 2, NO_LINE % (LONGEST - 1) + 2);
        lengths[LINES] = [first as u8, second as u8];
        Self {
            lengths,
            starts: [0; LINES + 1],
            left: 0,
            padded: false,
            total: 0,
        }
    };

    /// Bytes of each line.
    #[cold]
    pub(super) fn steps(&self) -> [u32; LINES] {
        core::array::from_fn(|line| self.lengths[line].map(u32::from).iter().sum())
    }

    /// Of the lines that are left, those with a pile that may be beyond `u64`, by its length.
    #[cold]
    pub(super) fn wide(&self) -> u64 {
        let wide = |line: &usize| self.lengths[*line].iter().any(|&length| length >= WIDE);
        let lines = (0..LINES).filter(wide).map(|line| 1 << line);
        lines.sum::<u64>() & self.left
    }
}

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
/// Whether a tile is likely to be of this kind, by its lengths alone.
#[inline]
pub(super) unsafe fn likely(lengths: [__m512i; 2]) -> bool {
    // SAFETY: only arithmetic.
    let near = lengths.map(|lengths| unsafe { longer(lengths) }.1.count_ones());
    near[0] + near[1] <= MAX_NEAR
}
}

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
