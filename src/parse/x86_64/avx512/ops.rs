//! Operations on vectors that several steps use. They do not depend on the walk.

use crate::parse::x86_64::DecideX86;
use bytemuck::Pod;
use core::arch::x86_64::*;

/// The vector of these 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load<T: Pod, const N: usize>(values: &[T; N]) -> __m512i {
    const { assert!(size_of::<[T; N]>() == 64) };
    // SAFETY: the array has 64 bytes, all of them initialised as `T` has no padding.
    unsafe { _mm512_loadu_si512(values.as_ptr().cast()) }
}

/// Stores the vector to the `i`-th 64 bytes of these values.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store<T: Pod, const N: usize>(values: &mut [T; N], i: usize, vector: __m512i) {
    assert!(64 * i + 64 <= size_of::<[T; N]>());
    let to = values.as_mut_ptr().cast::<u8>().wrapping_add(64 * i);
    // SAFETY: these bytes are in the array, and any bytes are values of `T`.
    unsafe { _mm512_storeu_si512(to.cast(), vector) };
}

/// The `N` bytes from `at` on.
#[inline]
pub(super) fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> &[u8; N] {
    bytes[at..].first_chunk().expect("`N` bytes follow `at`")
}

/// 128 bytes as words, 32 in each vector.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn widen(bytes: [__m512i; 2]) -> [__m512i; 4] {
    let halves = |v| [_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64::<1>(v)];
    let [[a, b], [c, d]] = bytes.map(halves);
    [a, b, c, d].map(|half| _mm512_cvtepu8_epi16(half))
}

/// `mismatch | (lanes ^ expected)`
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn collect_mismatch(mismatch: __m512i, lanes: __m512i, expected: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0xf6>(mismatch, lanes, expected)
}

/// Step 4, first half: turns each group `[hole d d d]` into a number of three digits.
#[inline]
#[target_feature(enable = "avx512f,avx512vnni")]
pub(super) fn groups(lanes: __m512i) -> __m512i {
    // Subtracts the '0's.
    let bias = _mm512_set1_epi32(-48 * 111);
    _mm512_dpbusd_epi32(bias, lanes, _mm512_set1_epi32(0x010a_6400))
}

/// From the seven digits after a hole: the first three digits and the next three digits, as two numbers. `bias` is added to both.
#[inline]
#[target_feature(enable = "avx512vnni")]
pub(super) fn upper_six(bias: __m512i, lanes: __m512i) -> __m512i {
    _mm512_dpbusd_epi32(bias, lanes, _mm512_set1_epi64(0x0001_0a64_010a_6400))
}

/// Step 4, second half: joins neighbouring groups to numbers of six digits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn sixes(a: __m512i, b: __m512i) -> __m512i {
    _mm512_madd_epi16(_mm512_packs_epi32(a, b), _mm512_set1_epi32(0x0001_03e8))
}

/// Joins two numbers of six digits to one of twelve digits, in each 64-bit lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn join_sixes(sixes: __m512i) -> __m512i {
    let million = _mm512_set1_epi64(1_000_000);
    _mm512_add_epi64(
        _mm512_mul_epu32(sixes, million),
        _mm512_srli_epi64::<32>(sixes),
    )
}

/// Step 5: see [`DecideX86::up_to`].
#[inline]
#[target_feature(enable = "avx512ifma,avx512vnni")]
pub(super) fn ask<D: DecideX86, const DIGITS: u32>(x: __m512i, y: __m512i, often: bool) -> u32 {
    // SAFETY: only a walk has these features, and whoever starts one has an `Avx512`.
    unsafe { D::up_to::<DIGITS>(x, y, often) }
}
