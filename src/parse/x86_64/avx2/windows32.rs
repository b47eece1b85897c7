//! Steps 3 to 5 for tokens of more than 15 digits: windows of 32 bytes.
//!
//! Input: a [`Tile`] and its text. Output: the answers of its lines, whether every byte is in its place, and the lines that
//! need the fallback because a pile may not fit 64 bits.

use super::vector::V256;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::wide32::{
    Decision, Decoded, Mismatch, Piles, Tile, Vector32, expected, limits, repeat,
};
use crate::parse::x86_64::tables::TAILS_32;
use crate::parse::x86_64::{Avx2, Decide256};
use core::arch::x86_64::*;

/// Loads the window of 32 bytes that ends at `end`, with one token. Returns the values of its digits.
///
/// # Safety
/// * The 32 bytes that end with `end` are text.
/// * `length` is below 64.
#[inline(always)]
unsafe fn window32(
    token: Avx2,
    end: *const u8,
    length: usize,
    expected: V256,
    mismatch: &mut Mismatch<V256>,
) -> V256 {
    // SAFETY: the caller's promise.
    let bytes = unsafe { V256::load(token, end.wrapping_sub(31)) };
    // SAFETY: the table has 32 bytes more than the largest length.
    let mask = unsafe { V256::load(token, TAILS_32.as_ptr().wrapping_add(length)) };
    let digits = bytes.xor(expected).and(mask);
    mismatch.add(digits);
    digits
}

/// Reads a line from two windows of 32 bytes. Returns four 64-bit lanes: the first pile divided by 10^15, the second pile
/// divided by 10^15, and the two remainders. `cursor` moves to the end of the line.
///
/// # Safety
/// * As for [`decode`](crate::parse::wide32), of one line, which begins after `cursor`.
#[inline(always)]
unsafe fn windows32<K: StaticDialect>(
    token: Avx2,
    lengths: [u8; 2],
    expected: [V256; 2],
    cursor: &mut *const u8,
    mismatch: &mut Mismatch<V256>,
) -> V256 {
    const WEIGHTS: [u8; 32] = [
        10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1,
        10, 1, 10, 1, 1, 0,
    ];
    const PAIRS: [u8; 32] = [
        100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, //
        100, 1, 100, 1, 100, 1, 10, 1, 100, 1, 100, 1, 100, 1, 10, 1,
    ];
    // The upper group is multiplied by 10^4, or by 10^3 if the last group of a pile follows.
    const FOURS: [u16; 16] = [
        10_000, 1, 10_000, 1, 10_000, 1, 10_000, 1, 10_000, 1, 1000, 1, 10_000, 1, 1000, 1,
    ];
    // SAFETY: a line begins here, so the byte after the cursor is text.
    unsafe { mismatch.add_line::<K>(*cursor) };
    *cursor = cursor.wrapping_add(lengths[0].into());
    let length = usize::from(lengths[0] - u8::from(K::HAS_LAST));
    // SAFETY: `cursor` is a byte of the text, with 32 bytes of text before the line; `layout` writes lengths below 64.
    let a = unsafe { window32(token, *cursor, length, expected[0], mismatch) };
    *cursor = cursor.wrapping_add(lengths[1].into());
    // SAFETY: the same.
    let b = unsafe { window32(token, *cursor, lengths[1].into(), expected[1], mismatch) };
    V256::join_digits(a, b, V256::bytes(token, WEIGHTS))
        .join_u8(token, PAIRS)
        .join_u16(token, FOURS)
        .join_u32(token, 10_000_000)
}

/// The number of digits of the largest `u64`. If a digit before the last 20 is not 0, the pile does not fit 64 bits.
const U64_DIGITS: usize = 20;

/// Answers a batch of piles with more than 15 digits. Lines with more than 31 are left to the fallback.
///
/// # Safety
/// * As for [`decode`](crate::parse::wide32).
/// * `tile` is of [`TokenLayout::Long`](crate::parse::wide32).
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn answer_digits31<D: Decide256, K: StaticDialect>(
    token: Avx2,
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles,
    mut cursor: *const u8,
) -> Decoded {
    const E15: u64 = 1_000_000_000_000_000;
    let e15_low = _mm256_set1_epi64x((E15 & 0xffff_ffff) as i64);
    let e15_high = _mm256_set1_epi64x((E15 >> 32) as i64);
    let [first, second] = [
        *b"0000000000000000000000000000000 ",
        *b"0000000000000000000000000000000\n",
    ];
    let expected = [
        expected::<V256, K>(token, first, dialect),
        expected::<V256, K>(token, second, dialect),
    ];
    let mut mismatch = Mismatch::none(token);
    let mut largest_upper = _mm256_setzero_si256();
    let mut decision = Decision::<V256>::new(token);
    for sixteenth in 0..16 {
        let mut lines = [expected[0]; 4];
        for (i, line) in lines.iter_mut().enumerate() {
            let i = 4 * sixteenth + i;
            let lengths = [tile.lengths[2 * i], tile.lengths[2 * i + 1]];
            // SAFETY: the caller's promise. The lines of the batch are read in order.
            *line = unsafe { windows32::<K>(token, lengths, expected, &mut cursor, &mut mismatch) };
        }
        let mut whole = |a: V256, b: V256| {
            let (upper, lower) = (a.low_halves(b).0, a.high_halves(b).0);
            largest_upper = _mm256_max_epu32(largest_upper, upper);
            let high = _mm256_slli_epi64::<32>(_mm256_mul_epu32(upper, e15_high));
            let low = _mm256_add_epi64(_mm256_mul_epu32(upper, e15_low), lower);
            _mm256_add_epi64(high, low)
        };
        let a = whole(lines[0], lines[2]);
        let b = whole(lines[1], lines[3]);
        let [x, y] = [_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)];
        decision.add_u64::<D>(piles, sixteenth, V256(x), V256(y));
    }
    let mut fallback = tile.oversized;
    if may_exceed_u64(largest_upper, &mismatch) {
        for (line, lengths) in tile.lengths.as_chunks::<2>().0.iter().enumerate() {
            let is_long = lengths.iter().any(|&l| usize::from(l) > U64_DIGITS);
            fallback |= u64::from(is_long) << line;
        }
    }
    Decoded {
        answers: decision.answers_u64::<D>(token, piles),
        is_valid: mismatch.is_within(
            token,
            const { limits(repeat(*b"0000000000000000000000000000000\n")) },
        ),
        fallback,
        end: cursor,
    }
}

/// Whether a pile of a batch may not fit 64 bits. `largest_upper` has the largest piles divided by 10^15, and `mismatch` the
/// digits before the last [`U64_DIGITS`].
#[inline]
#[target_feature(enable = "avx2")]
fn may_exceed_u64(largest_upper: __m256i, mismatch: &Mismatch<V256>) -> bool {
    /// The largest `u64` divided by 10^15. A pile with at least this quotient may be larger.
    const UPPER: i32 = (u64::MAX / 1_000_000_000_000_000) as i32;
    const BEFORE: [u8; 32] = {
        let mut before = [0; 32];
        let mut i = 0;
        while i < 31 - U64_DIGITS {
            before[i] = 0xff;
            i += 1;
        }
        before
    };
    // SAFETY: the array has 32 bytes.
    let before = unsafe { _mm256_loadu_si256(BEFORE.as_ptr().cast()) };
    let is_large = _mm256_cmpgt_epi32(largest_upper, _mm256_set1_epi32(UPPER - 1));
    let before = _mm256_and_si256(mismatch.largest.0, before);
    let any = _mm256_or_si256(is_large, before);
    _mm256_testz_si256(any, any) == 0
}
