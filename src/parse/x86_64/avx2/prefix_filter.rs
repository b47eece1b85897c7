//! Prefilter for long piles: their first six digits and their lengths reject most lines.
//!
//! Input: a batch. The index has checked that every byte between its separators is a digit. Output: its answers, all 0, and
//! its candidates as the lines of the fallback; or nothing if too many lines are candidates. Each separator is checked at
//! the place that follows from the lengths.
//!
//! The filter takes eight bytes of each token, from the separator before it on, and four lines at a time. A dot product
//! makes them two numbers of three digits, h and l, as 16-bit words. A second dot product gives 3 r (1000 h + l). A third
//! one gives 3 or 30 times the other pile, depending on which pile is longer. [`crate::parse::batch::ratio`] explains them.
//! A line is a candidate if the second and the third product are about equal for one of its piles, or if a pile begins with
//! a zero or has fewer than six digits.

use super::ops::{even_odd_bytes, load, repeat, store, vector};
use super::tile::{Decoded, Tile};
use crate::parse::batch::LINES;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::ratio::{OTHER_LONGER, OTHER_SAME, Ratio3};
use crate::parse::x86_64::Decide256;
use core::arch::x86_64::*;

/// A batch with more candidates takes less time without the filter.
const MAX_PREFIX_CANDIDATES: u32 = 4;
/// The length of a token of six digits, with its separator. Shorter tokens are candidates.
const SHORTEST: i16 = 7;

/// The beginnings of a batch's tokens.
#[repr(align(64))]
pub(super) struct PrefixFilter {
    /// For each of a line's two tokens: eight bytes, from the separator before it on.
    tokens: [[u64; 2]; LINES],
    /// For each line: the indices of two factors in [`OTHERS`], chosen by how much longer its second token is. Each four
    /// lines are in the order 0 2 1 3.
    others: [[u8; 2]; LINES],
}

/// Two factors for each difference of lengths: the second pile has one digit less, the same number of digits, one digit
/// more, or none of these. The second pile times the first factor is compared with the ratio times the first pile. The first
/// pile times the second factor is compared with the ratio times the second pile. With the factor 0 they are never about
/// equal.
const OTHERS: [u32; 8] = [
    0,
    OTHER_LONGER,
    OTHER_SAME,
    OTHER_SAME,
    OTHER_LONGER,
    0,
    0,
    0,
];

/// Lines with a token of fewer than six digits. Fills `others` for [`PrefixFilter`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn short_lines(tile: &Tile, others: &mut [[u8; 2]; LINES]) -> u64 {
    let all = |n: i16| _mm256_set1_epi16(n);
    let order = vector(repeat([
        0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15,
    ]));
    let mut lines = 0;
    for i in 0..4 {
        let [first, second] = even_odd_bytes(load(&tile.lengths, i));
        let longer = _mm256_sub_epi16(_mm256_add_epi16(second, all(1)), first);
        let longer = _mm256_min_epu16(longer, all(3));
        let numbers = _mm256_add_epi16(_mm256_mullo_epi16(longer, all(0x0202)), all(0x0100));
        store(others, i, _mm256_shuffle_epi8(numbers, order));
        let short = _mm256_cmpgt_epi16(all(SHORTEST), _mm256_min_epi16(first, second));
        let short = _mm256_packs_epi16(short, short);
        let short = _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b1000>(short)) & 0xffff;
        lines |= (short as u64) << (16 * i);
    }
    lines
}

/// Whether the filter is likely to answer this batch.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn is_likely<D: Decide256>(tile: &Tile) -> bool {
    D::RATIO.is_some()
        && short_lines(tile, &mut [[0; 2]; LINES]).count_ones() <= MAX_PREFIX_CANDIDATES
}

impl PrefixFilter {
    pub(super) const NEW: Self = Self {
        tokens: [[0; 2]; LINES],
        others: [[0; 2]; LINES],
    };

    /// The answers of a batch; `None` if it has too many candidates.
    ///
    /// # Safety
    /// * As for [`super::decode::decode`].
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    pub(super) unsafe fn answer<D: Decide256, K: StaticDialect>(
        &mut self,
        tile: &Tile,
        dialect: Dialect,
        cursor: *const u8,
        text: &[u8],
    ) -> Option<Decoded> {
        D::RATIO?;
        let mut candidates = short_lines(tile, &mut self.others);
        let total: usize = tile.steps.iter().map(|&step| usize::from(step)).sum();
        let available = text.as_ptr_range().end.addr() - cursor.addr();
        // The eight bytes of the last tokens could end past the end of the text.
        if candidates.count_ones() > MAX_PREFIX_CANDIDATES || available < total + 8 {
            return None;
        }
        // SAFETY: the caller's promise, and the comparison above.
        let end = unsafe { self.gather(tile, cursor) };
        let (is_valid, near) = self.compare::<D, K>(dialect);
        candidates |= near;
        if candidates.count_ones() > MAX_PREFIX_CANDIDATES {
            return None;
        }
        let end_at = end.addr() - text.as_ptr().addr();
        Some(Decoded {
            answers: 0,
            is_valid: is_valid && text.get(end_at) == Some(&b'\n'),
            fallback: candidates,
            end,
        })
    }

    /// Copies the beginning of each token; returns the separator after the last one.
    ///
    /// # Safety
    /// * As for [`super::decode::decode`], with seven bytes more of text.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    unsafe fn gather(&mut self, tile: &Tile, cursor: *const u8) -> *const u8 {
        let lengths = tile.lengths.as_chunks::<2>().0;
        let mut at = cursor;
        for (tokens, &[a, b]) in self.tokens.iter_mut().zip(lengths) {
            // SAFETY: the read begins before the last separator of the batch, and seven bytes of text are after that
            // separator.
            tokens[0] = unsafe { at.cast::<u64>().read_unaligned() };
            at = at.wrapping_add(a.into());
            // SAFETY: as above.
            tokens[1] = unsafe { at.cast::<u64>().read_unaligned() };
            at = at.wrapping_add(b.into());
        }
        at
    }

    /// Returns whether all separators are those of the dialect, and the lines whose piles have about the ratio or begin with
    /// a zero.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn compare<D: Decide256, K: StaticDialect>(&self, dialect: Dialect) -> (bool, u64) {
        let all = |n: u64| _mm256_set1_epi32(n as u32 as i32);
        let blank = K::DIALECT.unwrap_or(dialect).blank;
        let [end, blank] = [b'\n', blank].map(i64::from);
        let separators = _mm256_setr_epi64x(end, blank, end, blank);
        let weights = vector(repeat([0, 100, 10, 1, 100, 10, 1, 0]));
        // The part of a group's sum that comes from the '0's.
        let zeros = _mm256_set1_epi16(111 * b'0' as i16);
        let ones = _mm256_set1_epi16(1);
        let ratio = all(Ratio3::<D>::H | Ratio3::<D>::L << 16);
        // Flipping the top bit turns the unsigned comparison into a signed one.
        let top = 1 << 31;
        let offset = all(Ratio3::<D>::OFFSET ^ top);
        let limit = all(Ratio3::<D>::LIMIT ^ top);
        let zero_first = all(Ratio3::<D>::ZERO_FIRST + 1);
        let constants = load(&OTHERS, 0);
        let mut mismatch = _mm256_setzero_si256();
        let mut near_piles = [0u64; 2];
        for (i, others) in self.others.as_chunks::<4>().0.iter().enumerate() {
            let groups = [2 * i, 2 * i + 1].map(|i| load(&self.tokens, i));
            for bytes in groups {
                mismatch = _mm256_or_si256(mismatch, _mm256_xor_si256(bytes, separators));
            }
            let groups =
                groups.map(|bytes| _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, weights), ones));
            // The two words of each pile; each half has two lines, the first and the third of four.
            let piles = _mm256_sub_epi16(_mm256_packs_epi32(groups[0], groups[1]), zeros);
            let product = _mm256_madd_epi16(piles, ratio);
            let others = i64::from_le_bytes(*others.as_flattened().first_chunk().expect("eight"));
            let factors = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(others));
            let factors = _mm256_permutevar8x32_epi32(constants, factors);
            let other = _mm256_madd_epi16(_mm256_shuffle_epi32::<0xb1>(piles), factors);
            let difference = _mm256_add_epi32(_mm256_sub_epi32(product, other), offset);
            let near = _mm256_cmpgt_epi32(limit, difference);
            let near = _mm256_or_si256(near, _mm256_cmpgt_epi32(zero_first, product));
            let near = _mm256_movemask_ps(_mm256_castsi256_ps(near)) as u64;
            near_piles[i / 8] |= near << (8 * (i % 8));
        }
        let is_valid = _mm256_testz_si256(mismatch, _mm256_set1_epi64x(0xff)) == 1;
        (is_valid, lines_of_piles(near_piles))
    }
}

/// Makes one bit for each line from the bits of its two piles: it is set if one of the two is set. In `piles` the lines of
/// each group of four are in the order 0 2 1 3.
#[inline]
#[target_feature(enable = "bmi2")]
fn lines_of_piles(piles: [u64; 2]) -> u64 {
    if piles == [0; 2] {
        return 0;
    }
    let lines = piles.map(|piles| _pext_u64(piles | piles >> 1, 0x5555_5555_5555_5555));
    let lines = lines[0] | lines[1] << 32;
    let middle = (lines >> 1 ^ lines) & 0x2222_2222_2222_2222;
    lines ^ middle ^ middle << 1
}

#[cfg(test)]
mod tests {
    use crate::game::big::pair_big;
    use crate::parse::batch::dialect::{Dialect, STRICT};
    use crate::parse::batch::driver::Driver;
    use crate::parse::batch::tests::{Answers, Asked, Draw};
    use crate::parse::x86_64::Avx2;
    use crate::parse::x86_64::avx2::Batches256;
    use crate::parse::x86_64::avx2::tile::LEAD;
    use crate::pipeline::decide::IsCold;
    use num_bigint::BigUint;
    use std::num::NonZeroU64;

    /// A number of `digits` digits.
    fn number(draw: &mut Draw, digits: usize) -> String {
        let first = (b'1' + draw.below(9) as u8) as char;
        let rest = (1..digits).map(|_| (b'0' + draw.below(10) as u8) as char);
        std::iter::once(first).chain(rest).collect()
    }

    /// The cold positions of each batch, in any place, with leading zeros or without, are answered 1. For another ratio
    /// hardly any line is a candidate.
    #[test]
    fn cold_positions_are_candidates_and_few_others() {
        let Some(token) = Avx2::detect() else { return };
        let mut draw = Draw(1);
        for digits in [6, 7, 9, 12, 13, 16, 18, 19, 20, 24, 31, 40, 57] {
            for blank in [' ', '\t'] {
                let mut text = "\n".repeat(LEAD);
                let mut expected = Vec::new();
                for i in 0..64 * 128 {
                    // Some cold positions have many digits, and some have few.
                    let few = i % 64 == 62;
                    let cold = i % 64 == i / 64 % 64 || few;
                    let (a, b) = if cold {
                        let digits = if few {
                            1 + draw.below(4) as usize
                        } else {
                            digits
                        };
                        let rank = BigUint::parse_bytes(number(&mut draw, digits).as_bytes(), 10);
                        let (a, b) = pair_big(&rank.unwrap(), NonZeroU64::MIN);
                        let zeros = if draw.below(4) == 0 { "00" } else { "" };
                        (format!("{zeros}{a}"), b.to_string())
                    } else if i % 64 == 63 {
                        ("9".repeat(digits), number(&mut draw, 3))
                    } else {
                        let others = digits + draw.below(3) as usize;
                        (number(&mut draw, digits.max(7)), number(&mut draw, others))
                    };
                    let (a, b) = if draw.below(2) == 0 { (a, b) } else { (b, a) };
                    text += &format!("{a}{blank}{b}\n");
                    expected.push(cold);
                }
                let dialect = Dialect {
                    blank: blank as u8,
                    last: None,
                };
                let mut kernel = Driver::new(Batches256::new(token));
                let mut seen = [Answers::default(), Answers::default()];
                let text = text.as_bytes();
                kernel.run::<IsCold, _>(dialect, text, LEAD, &mut seen[0]);
                kernel.run::<Asked, _>(dialect, text, LEAD, &mut seen[1]);
                let [answers, asked] = seen.map(|seen| seen.0);
                assert!(answers.len() > 120 && asked.len() == answers.len());
                let mut more = 0;
                for (i, &cold) in expected.iter().enumerate().take(64 * answers.len()) {
                    let bit = |answers: &[u64]| answers[i / 64] >> (i % 64) & 1 == 1;
                    assert_eq!(bit(&answers), cold, "line {i} of {digits} digits");
                    // The first batch makes the prefilter wanted; too little text may stand after the last one.
                    more += usize::from(bit(&asked) && (128..64 * 120).contains(&i));
                }
                if digits > 9 {
                    assert!(kernel.is_prefiltered());
                    assert!(more < 20, "{more} of {digits} digits");
                }
            }
        }
    }

    /// The last token has 64 digits more than its length says. Only the byte at the computed end of the batch shows this.
    #[test]
    fn no_batch_ends_within_a_token() {
        let Some(token) = Avx2::detect() else { return };
        let mut draw = Draw(2);
        for digits in [7, 12, 20, 40] {
            let mut text = "\n".repeat(LEAD);
            for i in 0..64 * 20 {
                let more = if i == 64 * 10 - 1 { 64 } else { 0 };
                text += &format!(
                    "{} {}\n",
                    number(&mut draw, 20),
                    number(&mut draw, digits + more)
                );
            }
            let (mut kernel, mut seen) = (Driver::new(Batches256::new(token)), Answers::default());
            kernel.run::<IsCold, _>(STRICT, text.as_bytes(), LEAD, &mut seen);
            assert!(kernel.is_prefiltered());
            assert_eq!(seen.0.len(), 9);
        }
    }
}
