//! Tiles of long piles, of which six digits tell of nearly all lines that their answers are 0.
//!
//! Owns what they cost, as [`super::super::avx512`] does it: however many digits piles have, the first six and the lengths are
//! looked at, and the constants of [`ratio`](crate::parse::batch::ratio). As in [`super::length_filter`], the search sees to it that no
//! byte between separators is anything but a digit, and each separator is looked at where the lengths say that it is. The lines
//! that are left are read one by one.
//!
//! # Design
//!
//! Eight bytes of each token from the separator before it on, four lines at a time: by dot products to two numbers
//! of three digits, h and l, as words; by another one to 3 r (1000 h + l), and to 3 or 30 times the other pile, by which of them is longer. A line
//! is left if these are about the same for either pile, or if one begins with a zero or has fewer digits.

use super::ops::{load, repeat, store, vector};
use super::tile::{Answered, Tile};
use crate::parse::batch::LINES;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::ratio::{OTHER_LONGER, OTHER_SAME, Ratio3};
use crate::parse::x86_64::Lanes256;
use core::arch::x86_64::*;

/// More lines than that of a tile are answered sooner by all of their digits.
const LEFT: u32 = 4;
/// A token of six digits, with the separator behind it.
const SHORTEST: i16 = 7;

/// What stands where a tile's lengths lead to.
#[repr(align(64))]
pub(super) struct Words {
    /// Of each line's two tokens, eight bytes from the separator before it on.
    tokens: [[u64; 2]; LINES],
    /// By how much the second token is longer, as the numbers of two constants in [`OTHERS`]; of each four lines in the order 0 2 1 3.
    others: [[u8; 2]; LINES],
}

impl Words {
    pub(super) const NEW: Self = Self {
        tokens: [[0; 2]; LINES],
        others: [[0; 2]; LINES],
    };
}

/// What the second pile is multiplied with before the ratio times the first is compared with it, and the first before the ratio times
/// the second is: where the second is a digit shorter, has as many, is a digit longer, or neither. With 0 it is never about the same.
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

/// Lines with a token of fewer than six digits; and what is known by lengths alone goes to `others`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn short(tile: &Tile, others: &mut [[u8; 2]; LINES]) -> u64 {
    let all = |n: i16| _mm256_set1_epi16(n);
    let order = vector(repeat([
        0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15,
    ]));
    let mut lines = 0;
    for i in 0..4 {
        let lengths = load(&tile.lengths, i);
        let first = _mm256_and_si256(lengths, all(0xff));
        let second = _mm256_srli_epi16::<8>(lengths);
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

/// Whether a tile is likely to be of this kind.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn likely<D: Lanes256>(tile: &Tile) -> bool {
    D::RATIO.is_some() && short(tile, &mut [[0; 2]; LINES]).count_ones() <= LEFT
}

/// The answers of a tile, if few lines need all of their digits, and every byte between its separators is
/// known to be a digit; otherwise `None`.
///
/// # Safety
/// As for [`super::windows16_32::answer`].
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn heads<D: Lanes256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    words: &mut Words,
    first: *const u8,
    text: &[u8],
) -> Option<(Answered, *const u8)> {
    D::RATIO?;
    let mut left = short(tile, &mut words.others);
    let total: usize = tile.steps.iter().map(|&step| usize::from(step)).sum();
    // Of the last tokens eight bytes may be more than there is.
    if left.count_ones() > LEFT || text.as_ptr_range().end.addr() - first.addr() < total + 8 {
        return None;
    }
    let mut at = first;
    for (tokens, &[a, b]) in words.tokens.iter_mut().zip(tile.lengths.as_chunks::<2>().0) {
        // SAFETY: before the tile's last separator, and so many bytes behind that are text.
        tokens[0] = unsafe { at.cast::<u64>().read_unaligned() };
        at = at.wrapping_add(a.into());
        // SAFETY: as above.
        tokens[1] = unsafe { at.cast::<u64>().read_unaligned() };
        at = at.wrapping_add(b.into());
    }
    let all = |n: u64| _mm256_set1_epi32(n as u32 as i32);
    let dialect = K::DIALECT.unwrap_or(dialect);
    let separators = [b'\n', dialect.blank].map(i64::from);
    let [end, blank] = separators;
    let separators = _mm256_setr_epi64x(end, blank, end, blank);
    // What the '0's add is taken off.
    let weights = vector(repeat([0, 100, 10, 1, 100, 10, 1, 0]));
    let zeros = _mm256_set1_epi16(111 * b'0' as i16);
    let ones = _mm256_set1_epi16(1);
    let ratio = all(Ratio3::<D>::H | Ratio3::<D>::L << 16);
    // To compare what is not signed.
    let top = 1 << 31;
    let (less, about) = (
        all(Ratio3::<D>::OFFSET ^ top),
        all(Ratio3::<D>::LIMIT ^ top),
    );
    let zero = all(Ratio3::<D>::ZERO_FIRST + 1);
    let constants = load(&OTHERS, 0);
    let mut odd = _mm256_setzero_si256();
    let mut piles_left = [0u64; 2];
    for i in 0..LINES / 4 {
        let groups = [2 * i, 2 * i + 1].map(|i| load(&words.tokens, i));
        for bytes in groups {
            odd = _mm256_or_si256(odd, _mm256_xor_si256(bytes, separators));
        }
        let groups =
            groups.map(|bytes| _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, weights), ones));
        // A pile's two words, by 128 bits of two lines, the first and the third of four.
        let piles = _mm256_sub_epi16(_mm256_packs_epi32(groups[0], groups[1]), zeros);
        let times = _mm256_madd_epi16(piles, ratio);
        // SAFETY: eight bytes for each four lines.
        let by = unsafe { _mm_loadl_epi64(words.others.as_ptr().add(4 * i).cast()) };
        let by = _mm256_permutevar8x32_epi32(constants, _mm256_cvtepu8_epi32(by));
        let other = _mm256_madd_epi16(_mm256_shuffle_epi32::<0xb1>(piles), by);
        let difference = _mm256_add_epi32(_mm256_sub_epi32(times, other), less);
        let near = _mm256_cmpgt_epi32(about, difference);
        let near = _mm256_or_si256(near, _mm256_cmpgt_epi32(zero, times));
        let near = _mm256_movemask_ps(_mm256_castsi256_ps(near)) as u64;
        piles_left[i / 8] |= near << (8 * (i % 8));
    }
    if piles_left != [0; 2] {
        let lines = piles_left.map(|piles| _pext_u64(piles | piles >> 1, 0x5555_5555_5555_5555));
        let lines = lines[0] | lines[1] << 32;
        // Of each four the middle ones change places.
        let middle = (lines >> 1 ^ lines) & 0x2222_2222_2222_2222;
        left |= lines ^ middle ^ middle << 1;
        if left.count_ones() > LEFT {
            return None;
        }
    }
    let separator = _mm256_set1_epi64x(0xff);
    // SAFETY: the last separator is in the text.
    let strict = _mm256_testz_si256(odd, separator) == 1 && unsafe { *at } == b'\n';
    Some(((0, strict, left), at))
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
    use crate::pipeline::IsCold;
    use num_bigint::BigUint;
    use std::num::NonZeroU64;

    /// A number of so many digits.
    fn number(draw: &mut Draw, digits: usize) -> String {
        let first = (b'1' + draw.below(9) as u8) as char;
        let rest = (1..digits).map(|_| (b'0' + draw.below(10) as u8) as char);
        std::iter::once(first).chain(rest).collect()
    }

    /// One in each tile and wherever it stands, zeros before it or not; and by another ratio hardly any line is asked about.
    #[test]
    fn cold_positions_are_left_and_few_others() {
        let Some(token) = Avx2::detect() else { return };
        let mut draw = Draw(1);
        for digits in [6, 7, 9, 12, 13, 16, 18, 19, 20, 24, 31, 40, 57] {
            for blank in [' ', '\t'] {
                let mut text = "\n".repeat(LEAD);
                let mut expected = Vec::new();
                for i in 0..64 * 128 {
                    // Of many digits, and of few.
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
                kernel
                    .run::<IsCold, _>(dialect, text, LEAD, &mut seen[0])
                    .at;
                kernel.run::<Asked, _>(dialect, text, LEAD, &mut seen[1]).at;
                let [answers, asked] = seen.map(|seen| seen.0);
                assert!(answers.len() > 120 && asked.len() == answers.len());
                let mut more = 0;
                for (i, &cold) in expected.iter().enumerate().take(64 * answers.len()) {
                    let bit = |answers: &[u64]| answers[i / 64] >> (i % 64) & 1 == 1;
                    assert_eq!(bit(&answers), cold, "line {i} of {digits} digits");
                    // The first tile tells what they are like; behind the last one may be nothing.
                    more += usize::from(bit(&asked) && (128..64 * 120).contains(&i));
                }
                if digits > 9 {
                    assert!(kernel.is_prefiltered());
                    assert!(more < 20, "{more} of {digits} digits");
                }
            }
        }
    }

    /// Where the lengths of its last line lead to stands a digit, and nothing else tells.
    #[test]
    fn no_tile_ends_within_a_token() {
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
            kernel
                .run::<IsCold, _>(STRICT, text.as_bytes(), LEAD, &mut seen)
                .at;
            assert!(kernel.is_prefiltered());
            assert_eq!(seen.0.len(), 9);
        }
    }
}
