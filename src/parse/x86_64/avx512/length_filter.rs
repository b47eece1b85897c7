//! Rejects lines by the lengths of their piles and the first digit of each.
//!
//! If the answer of a question is 1 only for piles of about one ratio ([`Decide::RATIO`]),
//! it is 0 for most lines. The lengths and the first digits show this for 97 of 100 lines if all lengths from 1 to 19 are
//! equally frequent. The other lines are candidates: they are read into lanes.
//!
//! A rejected line must still be valid. All bytes between its separators are digits: a byte below `'0'` is a separator, and
//! a byte above `'9'` stops the walk before its round. The separators are compared here: step 1 notes each separator and the
//! byte after it.
//!
//! The lengths must be right, not only modulo 256: the [index](super::index) has notes only where no token has 256 bytes or
//! more. So a pile of any length is rejected rightly.

use super::ops::{lines_of_tokens, load};
use super::walk_state::WalkState;
use crate::parse::Decide;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::filter_state::{MAX_CANDIDATES, MAX_NEAR};
use crate::parse::x86_64::Decide512;
use core::arch::x86_64::*;
use core::marker::PhantomData;

/// For which lengths and first digits of two piles the answer may be 1. The piles have no leading zeros. The first pile has a
/// digits and begins with the digit p; the second one has b digits and begins with the digit q. If a and b differ by at most
/// 1, the answer may be 1 only if bit q of `ROWS[1 + b - a][p]` is set.
struct Leading<D>(PhantomData<D>);

impl<D: Decide> Leading<D> {
    /// A fourth part of zeros fills two vectors of 64 bytes.
    const ROWS: [[u16; 16]; 4] = {
        let mut rows = [[0; 16]; 4];
        let mut i = 0;
        while i < 3 * 16 * 16 {
            let (longer, p, q) = (i / 256, i as u64 / 16 % 16, i as u64 % 16);
            // A pile is at least its first digit followed by zeros, and less than the next digit followed by as many zeros.
            let unit = 10u64.pow(longer as u32);
            let (a, b) = ((10 * p, 10 * (p + 1)), (unit * q, unit * (q + 1)));
            if Self::may_have_ratio(a, b) || Self::may_have_ratio(b, a) {
                rows[longer][p as usize] |= 1 << q;
            }
            i += 1;
        }
        rows
    };

    /// Whether the ratio times a pile may differ from another pile by less than 1, for whole piles in two ranges. A range
    /// includes its first value and excludes its second one.
    const fn may_have_ratio(a: (u64, u64), b: (u64, u64)) -> bool {
        match D::RATIO {
            Some(ratio) => ratio * a.0 < b.1 << 32 && b.0 << 32 < (ratio + 1) * a.1,
            None => false,
        }
    }
}

/// The first value has a word for each line: the number of digits of its second pile, minus that of its first pile, plus 1.
/// The second value has a bit for each line whose word is 0, 1 or 2.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn length_differences(lengths: __m512i) -> (__m512i, u32) {
    let first = _mm512_and_si512(lengths, _mm512_set1_epi16(0xff));
    let longer = _mm512_sub_epi16(_mm512_srli_epi16::<8>(lengths), first);
    let longer = _mm512_add_epi16(longer, _mm512_set1_epi16(1));
    let near = _mm512_cmplt_epu16_mask(longer, _mm512_set1_epi16(3));
    (longer, near)
}

/// Whether the filter is likely to take a tile, according to its lengths alone.
#[inline]
#[target_feature(enable = "avx512bw,popcnt")]
pub(super) fn is_likely(lengths: [__m512i; 2]) -> bool {
    let near = lengths.map(|lengths| length_differences(lengths).1.count_ones());
    near[0] + near[1] <= MAX_NEAR
}

impl<D: Decide512, B, K: StaticDialect> WalkState<'_, D, B, K> {
    /// The candidates of a tile, if they are few enough. `notes` are the separator after each token and the first byte of each
    /// token. A token may be of any length from 2 to 255.
    #[inline]
    #[target_feature(enable = "avx512bw,bmi2,popcnt")]
    pub(super) fn filter_by_lengths(
        &self,
        lengths: [__m512i; 2],
        notes: [(__m512i, __m512i); 2],
    ) -> Option<u64> {
        let pattern = _mm512_set1_epi16(i16::from_le_bytes(*b" \n"));
        let rows = Leading::<D>::ROWS.as_flattened().as_chunks::<32>().0;
        let rows = [load(&rows[0]), load(&rows[1])];
        let mut padded = [0; 2];
        let mut wrong = 0;
        let mut near_lines = 0;
        for (i, (length, (separators, firsts))) in lengths.into_iter().zip(notes).enumerate() {
            wrong |= _mm512_cmpneq_epi8_mask(separators, pattern);
            let (longer, near) = length_differences(length);
            let digits = _mm512_and_si512(firsts, _mm512_set1_epi8(0x0f));
            // For each difference of lengths the table has 16 rows, one for each first digit of the first pile. A row has a
            // bit for each first digit of the second pile.
            let row = _mm512_and_si512(digits, _mm512_set1_epi16(0xff));
            let row = _mm512_or_si512(row, _mm512_slli_epi16::<4>(longer));
            let row = _mm512_permutex2var_epi16(rows[0], row, rows[1]);
            let bit = _mm512_sllv_epi16(_mm512_set1_epi16(1), _mm512_srli_epi16::<8>(digits));
            let may_be_one = _mm512_mask_test_epi16_mask(near, row, bit);
            // Piles of several digits that begin with a zero. Their length and first digit do not show their size.
            let several = _mm512_cmpgt_epu8_mask(length, _mm512_set1_epi8(2));
            padded[i] = _mm512_mask_testn_epi8_mask(several, digits, digits);
            near_lines |= u64::from(may_be_one) << (32 * i);
        }
        let candidates = near_lines | lines_of_tokens(padded);
        (wrong == 0 && candidates.count_ones() <= MAX_CANDIDATES).then_some(candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::skipped;
    use crate::game::ratio::tests::cold_positions;
    use crate::parse::batch::dialect::Strict;
    use crate::parse::batch::filter_state::FilterState;
    use crate::parse::batch::tests::{Answers, Asked};
    use crate::parse::batch::{Batch, BatchEnd, LINES};
    use crate::parse::x86_64::Avx512;
    use crate::parse::x86_64::avx512::Batches512;
    use crate::pipeline::decide::IsCold;

    /// Runs the kernel with notes from the first line on.
    fn run(kernel: &mut Batches512, text: &[u8], at: usize, seen: &mut Answers) -> BatchEnd {
        kernel.store.filter_state = FilterState::NEW;
        kernel.store.filter_state.set_wanted(true);
        Batch::<Asked>::run::<_, Strict>(kernel, text, at, seen)
    }

    /// In the second text, a block has 33 separators, of which only 32 are stored. Its round is not indexed. The store still
    /// has the positions and notes of the first text, which is valid.
    #[test]
    fn no_stale_note_passes() {
        #[repr(align(64))]
        struct Aligned([u8; 8192]);
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        let long = "12345678901234567 12345\n";
        let dense = [
            "\n",
            &long.repeat(LINES + 16),
            "111 1\n",
            &"1 1\n".repeat(30),
        ]
        .concat();
        // To the last byte but one of a block, in the second tile.
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
        // The first tile needs that round.
        assert_eq!(stop("\n2934567\n"), 1);
    }

    /// Lengths are known modulo 256. The long token is the first one, without notes, or it comes after lines with notes.
    #[test]
    fn a_long_token_that_looks_short_is_refused() {
        #[repr(align(64))]
        struct Aligned([u8; 16384]);
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        let mut kernel = Batches512::new(token);
        // 32 bytes: the text 256 bytes earlier is the same.
        let others = "1234567890123456789 12345678901\n";
        for (at, before) in (1..=64).flat_map(|at| [(at, 0), (at, 6400)]) {
            for digits in (1..25).chain(257..280).chain(513..515) {
                let mut text = Aligned([b'0'; 16384]);
                let others = others.repeat(200);
                let long = "7".repeat(digits);
                let lines = format!("\n{}{long} 1\n{others}", &others[..before]);
                text.0[at - 1..][..lines.len()].copy_from_slice(lines.as_bytes());
                let mut seen = Answers::default();
                let stop = run(&mut kernel, &text.0, at, &mut seen).at;
                let is_refused = stop <= at + before;
                assert_eq!(is_refused, digits > 24, "{digits} digits at {at}, {before}");
            }
        }
    }

    /// Whether a pair may be cold according to [`Leading`].
    fn is_in_table(a: u64, b: u64) -> bool {
        let (digits, others) = (a.to_string(), b.to_string());
        let first = |digits: &str| usize::from(digits.as_bytes()[0] - b'0');
        let row = (1 + others.len()).checked_sub(digits.len());
        let row = row.and_then(|row| Leading::<IsCold>::ROWS[..3].get(row).copied());
        row.is_some_and(|row| row[first(&digits)] >> first(&others) & 1 == 1)
    }

    #[test]
    fn the_first_digits_of_cold_positions_are_in_the_table() {
        for (a, b) in cold_positions() {
            assert!(is_in_table(a, b) && is_in_table(b, a), "{a} {b}");
        }
        // How many of the 81 pairs of first digits may be cold.
        let left = [0, 1, 2].map(|row| {
            let rows = Leading::<IsCold>::ROWS[row];
            rows[1..10]
                .iter()
                .map(|row| (row & 0x3fe).count_ones())
                .sum::<u32>()
        });
        assert!(
            left.iter().zip([5, 35, 5]).all(|(&now, most)| now <= most),
            "{left:?}"
        );
    }
}
