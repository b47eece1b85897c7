//! Steps 3 to 5: a tile's windows, their numbers, and the answers.
//!
//! Owns the layouts of windows of 16 and 32 bytes. Invariant: there is an answer only if every byte of the tile was seen
//! to be in its place.

use super::expected::{Mismatch, expect, limits};
use super::ops::{repeat, store, unzip, vector};
use super::tile::{Answered, Piles, Tile};
use crate::parse::Decide;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::x86_64::Lanes256;
use crate::parse::x86_64::tables::{PAIRS_16, TAILS_32};
use core::arch::x86_64::*;

const SEPARATORS_16: [u8; 32] = *b"000000000000000 000000000000000\n";

/// Two lines by windows of 16 bytes: 8 and 7 digits of the first pile of one, the same of the
/// other, and in the upper half of the second piles.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn windows_16<K: StaticDialect>(
    tile: &Tile,
    expected: __m256i,
    line: usize,
    s: &mut *const u8,
    seen: &mut Mismatch,
) -> __m256i {
    let w1 = vector(repeat([
        10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 1, 0,
    ]));
    let w2 = vector(repeat([100, 1, 100, 1, 100, 1, 10, 1]));
    let w3 = _mm256_set1_epi64x(0x0001_03e8_0001_2710);
    let mut pairs = [_mm256_setzero_si256(); 2];
    for (i, pair) in pairs.iter_mut().enumerate() {
        let i = line + i;
        // SAFETY: the caller's.
        unsafe { seen.line::<K>(*s) };
        // SAFETY: the caller's.
        let a = unsafe { _mm_loadu_si128(s.add(tile.lengths[2 * i].into()).sub(15).cast()) };
        *s = s.wrapping_add(tile.steps[i].into());
        // SAFETY: the caller's.
        let b = unsafe { _mm_loadu_si128(s.sub(15).cast()) };
        // SAFETY: an offset of one of the table's entries.
        let mask = unsafe {
            _mm256_load_si256(
                PAIRS_16
                    .0
                    .as_ptr()
                    .cast::<u8>()
                    .add(tile.pairs[i].into())
                    .cast(),
            )
        };
        let digits = _mm256_and_si256(_mm256_xor_si256(_mm256_set_m128i(b, a), expected), mask);
        seen.odd = _mm256_max_epu8(seen.odd, digits);
        *pair = _mm256_maddubs_epi16(digits, w1);
    }
    _mm256_madd_epi16(
        _mm256_maddubs_epi16(_mm256_packus_epi16(pairs[0], pairs[1]), w2),
        w3,
    )
}

/// The answers for the lines whose bits are in `open`; 0 for the others.
#[inline]
fn ask_again<D: Decide>(mut open: u64, piles: &Piles) -> u64 {
    let mut answers = 0;
    while open != 0 {
        let line = open.trailing_zeros() as usize;
        open &= open - 1;
        answers |= u64::from(D::pair(piles[0][line], piles[1][line])) << line;
    }
    answers
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn nines<D: Lanes256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    s: &mut *const u8,
) -> Answered {
    let expected = expect::<K>(SEPARATORS_16, dialect);
    let mut seen = Mismatch::nothing();
    let mut answers = 0;
    for eighth in 0..8 {
        let mut fours = [_mm256_setzero_si256(); 2];
        for (i, four) in fours.iter_mut().enumerate() {
            let line = 8 * eighth + 4 * i;
            // SAFETY: the caller's.
            let a = unsafe { windows_16::<K>(tile, expected, line, s, &mut seen) };
            // SAFETY: the caller's.
            let b = unsafe { windows_16::<K>(tile, expected, line + 2, s, &mut seen) };
            let (upper, lower) = unzip(a, b);
            let upper = _mm256_mullo_epi32(upper, _mm256_set1_epi32(10_000_000));
            *four = _mm256_add_epi32(upper, lower);
        }
        let x = _mm256_permute2x128_si256::<0x20>(fours[0], fours[1]);
        let y = _mm256_permute2x128_si256::<0x31>(fours[0], fours[1]);
        // SAFETY: the instructions are there.
        answers |= u64::from(unsafe { D::u31_x8(x, y) }) << (8 * eighth);
    }
    (answers, seen.within(const { limits(SEPARATORS_16) }), 0)
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn fifteens<D: Lanes256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles,
    s: &mut *const u8,
) -> Answered {
    let expected = expect::<K>(SEPARATORS_16, dialect);
    let mut seen = Mismatch::nothing();
    let (mut answers, mut open) = (0, 0);
    for sixteenth in 0..16 {
        let line = 4 * sixteenth;
        // SAFETY: the caller's.
        let a = join(unsafe { windows_16::<K>(tile, expected, line, s, &mut seen) });
        // SAFETY: the caller's.
        let b = join(unsafe { windows_16::<K>(tile, expected, line + 2, s, &mut seen) });
        let x = _mm256_permute2x128_si256::<0x20>(a, b);
        let y = _mm256_permute2x128_si256::<0x31>(a, b);
        store(&mut piles[0], sixteenth, x);
        store(&mut piles[1], sixteenth, y);
        // SAFETY: the instructions are there.
        let (known, left) = unsafe { D::u64_x4(x, y) };
        answers |= u64::from(known) << (4 * sixteenth);
        open |= u64::from(left) << (4 * sixteenth);
    }
    (
        answers | ask_again::<D>(open, piles),
        seen.within(const { limits(SEPARATORS_16) }),
        0,
    )
}

/// Each 64-bit lane's lower number times 10^7, and the upper one.
#[inline]
#[target_feature(enable = "avx2")]
fn join(v: __m256i) -> __m256i {
    let upper = _mm256_mul_epu32(v, _mm256_set1_epi64x(10_000_000));
    _mm256_add_epi64(upper, _mm256_srli_epi64::<32>(v))
}

/// Windows of 32 bytes.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn longs<D: Lanes256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles,
    s: &mut *const u8,
) -> Answered {
    /// All but the last 15 digits of the largest `u64`: with these, or more, it may be beyond.
    const DOUBT: i32 = (u64::MAX / 1_000_000_000_000_000) as i32;
    const E15: u64 = 1_000_000_000_000_000;
    /// Digits of the largest `u64`; those before are zeros, or the pile is beyond.
    const MOST: usize = 20;
    const BEFORE: [u8; 32] = {
        let mut before = [0; 32];
        let mut i = 0;
        while i < 31 - MOST {
            before[i] = 0xff;
            i += 1;
        }
        before
    };
    let e15_low = _mm256_set1_epi64x((E15 & 0xffff_ffff) as i64);
    let e15_high = _mm256_set1_epi64x((E15 >> 32) as i64);
    let expected_a = expect::<K>(*b"0000000000000000000000000000000 ", dialect);
    let expected_b = expect::<K>(*b"0000000000000000000000000000000\n", dialect);
    let w1 = vector([
        10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1,
        10, 1, 10, 1, 1, 0,
    ]);
    let w2 = vector([
        100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, //
        100, 1, 100, 1, 100, 1, 10, 1, 100, 1, 100, 1, 100, 1, 10, 1,
    ]);
    let w3 = _mm256_setr_epi32(
        0x0001_2710,
        0x0001_2710,
        0x0001_2710,
        0x0001_2710,
        0x0001_2710,
        0x0001_03e8,
        0x0001_2710,
        0x0001_03e8,
    );
    let mut seen = Mismatch::nothing();
    let mut most = _mm256_setzero_si256();
    let (mut answers, mut open) = (0, 0);
    for sixteenth in 0..16 {
        let mut lines = [_mm256_setzero_si256(); 4];
        for (i, line) in lines.iter_mut().enumerate() {
            let i = 4 * sixteenth + i;
            // SAFETY: the caller's.
            unsafe { seen.line::<K>(*s) };
            let mut window = |before: u8, length: u8, expected| {
                *s = s.wrapping_add(length.into());
                // SAFETY: the caller's.
                let bytes = unsafe { _mm256_loadu_si256(s.sub(31).cast()) };
                let length = usize::from(length - before);
                // SAFETY: a length is below 64, and the table has 32 bytes more.
                let mask = unsafe { _mm256_loadu_si256(TAILS_32.as_ptr().add(length).cast()) };
                let digits = _mm256_and_si256(_mm256_xor_si256(bytes, expected), mask);
                seen.odd = _mm256_max_epu8(seen.odd, digits);
                _mm256_maddubs_epi16(digits, w1)
            };
            let a = window(K::HAS_LAST.into(), tile.lengths[2 * i], expected_a);
            let b = window(0, tile.lengths[2 * i + 1], expected_b);
            let numbers = _mm256_maddubs_epi16(_mm256_packus_epi16(a, b), w2);
            // By 64-bit lanes: the first pile's digits above 10^15, the second's, those below.
            *line = join(_mm256_madd_epi16(numbers, w3));
        }
        let mut whole = |a, b| {
            let upper = _mm256_permute2x128_si256::<0x20>(a, b);
            let lower = _mm256_permute2x128_si256::<0x31>(a, b);
            most = _mm256_max_epu32(most, upper);
            let high = _mm256_slli_epi64::<32>(_mm256_mul_epu32(upper, e15_high));
            let low = _mm256_add_epi64(_mm256_mul_epu32(upper, e15_low), lower);
            _mm256_add_epi64(high, low)
        };
        let a = whole(lines[0], lines[2]);
        let b = whole(lines[1], lines[3]);
        let x = _mm256_unpacklo_epi64(a, b);
        let y = _mm256_unpackhi_epi64(a, b);
        store(&mut piles[0], sixteenth, x);
        store(&mut piles[1], sixteenth, y);
        // SAFETY: the instructions are there.
        let (known, left) = unsafe { D::u64_x4(x, y) };
        answers |= u64::from(known) << (4 * sixteenth);
        open |= u64::from(left) << (4 * sixteenth);
    }
    let mut doubtful = tile.beyond;
    let doubt = _mm256_cmpgt_epi32(most, _mm256_set1_epi32(DOUBT - 1));
    let before = _mm256_and_si256(seen.odd, vector(BEFORE));
    let doubt = _mm256_or_si256(doubt, before);
    if _mm256_testz_si256(doubt, doubt) == 0 {
        for (line, lengths) in tile.lengths.chunks_exact(2).enumerate() {
            let longest = lengths.iter().any(|&l| usize::from(l) > MOST);
            doubtful |= u64::from(longest) << line;
        }
    }
    (
        answers | ask_again::<D>(open, piles),
        seen.within(const { limits(repeat(*b"0000000000000000000000000000000\n")) }),
        doubtful,
    )
}
