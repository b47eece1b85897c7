//! Steps 3 to 5 where no token has more than seven digits: windows of 8 bytes.
//!
//! Owns their layouts. Invariant: as in [`super::windows16_32`], whose `answer` is the only caller.

use super::expected::{Mismatch, expect, limits};
use super::ops::{repeat, unzip, vector};
use super::tile::{Answered, Tile};
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::x86_64::Lanes256;
use core::arch::x86_64::*;

/// Windows of 8 bytes.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn sevens<D: Lanes256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    s: &mut *const u8,
) -> Answered {
    const SEPARATORS: [u8; 16] = *b"0000000 0000000\n";
    let expected = expect::<K>(repeat(SEPARATORS), dialect);
    let w1 = vector(repeat([10, 1, 10, 1, 10, 1, 1, 0]));
    let w2 = _mm256_set1_epi32(i32::from_le_bytes([100, 1, 10, 1]));
    let w3 = _mm256_set1_epi32(0x0001_03e8);
    let ones = _mm256_set1_epi8(-1);
    let mut seen = Mismatch::nothing();
    let mut answers = 0;
    for eighth in 0..8 {
        let mut lines = [_mm_setzero_si128(); 8];
        for (i, line) in lines.iter_mut().enumerate() {
            let i = 8 * eighth + i;
            // SAFETY: the caller's.
            unsafe { seen.line::<K>(*s) };
            // SAFETY: the caller's.
            let a = unsafe {
                s.add(tile.lengths[2 * i].into())
                    .sub(7)
                    .cast::<i64>()
                    .read_unaligned()
            };
            *s = s.wrapping_add(tile.steps[i].into());
            // SAFETY: the caller's.
            let b = unsafe { s.sub(7).cast::<i64>().read_unaligned() };
            *line = _mm_set_epi64x(b, a);
        }
        let mut fours = [_mm256_setzero_si256(); 4];
        for (i, four) in fours.iter_mut().enumerate() {
            let at = 16 * eighth + 4 * i;
            let shifts = i32::from_le_bytes([
                tile.shifts[at],
                tile.shifts[at + 1],
                tile.shifts[at + 2],
                tile.shifts[at + 3],
            ]);
            let mask = _mm256_sllv_epi64(ones, _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(shifts)));
            let bytes = _mm256_set_m128i(lines[i + 4], lines[i]);
            let digits = _mm256_and_si256(_mm256_xor_si256(bytes, expected), mask);
            seen.odd = _mm256_max_epu8(seen.odd, digits);
            *four = _mm256_maddubs_epi16(digits, w1);
        }
        let numbers =
            |a, b| _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_packus_epi16(a, b), w2), w3);
        let (x, y) = unzip(numbers(fours[0], fours[1]), numbers(fours[2], fours[3]));
        // SAFETY: the instructions are there.
        answers |= u64::from(unsafe { D::u31_x8(x, y) }) << (8 * eighth);
    }
    (
        answers,
        seen.within(const { limits(repeat(SEPARATORS)) }),
        0,
    )
}
