//! Steps 3 to 5 for tokens of at most 7 digits: windows of 8 bytes.
//!
//! Input: a [`Tile`] of [`TokenLayout::Digits3`](super::tile::TokenLayout) or [`TokenLayout::Digits7`](super::tile::TokenLayout), and its text. Output:
//! the answers of its lines, and whether every byte is in its place.

use super::expected::{Mismatch, expected, limits};
use super::ops::{even_odd_u32, repeat, vector};
use super::tile::{Decoded, Tile};
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::x86_64::Decide256;
use core::arch::x86_64::*;

/// The windows of a line.
const SEPARATORS: [u8; 32] = repeat(*b"0000000 0000000\n");

/// Answers a batch.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is of one of the kinds that this file is for.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn answer_digits7<D: Decide256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    mut cursor: *const u8,
) -> Decoded {
    let expected = expected::<K>(SEPARATORS, dialect);
    let w1 = vector(repeat([10, 1, 10, 1, 10, 1, 1, 0]));
    let w2 = _mm256_set1_epi32(i32::from_le_bytes([100, 1, 10, 1]));
    let w3 = _mm256_set1_epi32(0x0001_03e8);
    let ones = _mm256_set1_epi8(-1);
    let mut mismatch = Mismatch::none();
    let mut answers = 0;
    for eighth in 0..8 {
        let mut lines = [_mm_setzero_si128(); 8];
        for (i, line) in lines.iter_mut().enumerate() {
            let i = 8 * eighth + i;
            // SAFETY: a line begins here, so the byte after the cursor is text.
            unsafe { mismatch.add_line::<K>(cursor) };
            let end = cursor.wrapping_add(tile.lengths[2 * i].into());
            // SAFETY: `end` is a byte of the text, and 32 bytes of text stand before `cursor`.
            let a = unsafe { end.wrapping_sub(7).cast::<i64>().read_unaligned() };
            cursor = cursor.wrapping_add(tile.steps[i].into());
            // SAFETY: `cursor` is a byte of the text again, the end of the line, and 32 bytes of text stand before the line.
            let b = unsafe { cursor.wrapping_sub(7).cast::<i64>().read_unaligned() };
            *line = _mm_set_epi64x(b, a);
        }
        let mut fours = [_mm256_setzero_si256(); 4];
        for (i, four) in fours.iter_mut().enumerate() {
            let at = 16 * eighth + 4 * i;
            let shifts = i32::from_le_bytes([
                tile.mask_shifts[at],
                tile.mask_shifts[at + 1],
                tile.mask_shifts[at + 2],
                tile.mask_shifts[at + 3],
            ]);
            let mask = _mm256_sllv_epi64(ones, _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(shifts)));
            let bytes = _mm256_set_m128i(lines[i + 4], lines[i]);
            let digits = _mm256_and_si256(_mm256_xor_si256(bytes, expected), mask);
            mismatch.add(digits);
            *four = _mm256_maddubs_epi16(digits, w1);
        }
        let numbers =
            |a, b| _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_packus_epi16(a, b), w2), w3);
        let (x, y) = even_odd_u32(numbers(fours[0], fours[1]), numbers(fours[2], fours[3]));
        // SAFETY: this function has the instructions of an `Avx2`.
        answers |= u64::from(unsafe { D::u31_x8(x, y) }) << (8 * eighth);
    }
    Decoded {
        answers,
        is_valid: mismatch.is_within(const { limits(SEPARATORS) }),
        fallback: 0,
        end: cursor,
    }
}
