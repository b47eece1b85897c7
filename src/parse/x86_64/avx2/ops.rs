//! Primitives on vectors of 32 bytes: loads, stores, constants and shuffles.

use core::arch::x86_64::*;

/// Types that can be loaded and stored as part of a vector.
///
/// # Safety
/// The type has no padding, and any bytes are a value of it.
pub(super) unsafe trait Pod {}

// SAFETY: an integer.
unsafe impl Pod for u8 {}
// SAFETY: an integer.
unsafe impl Pod for u16 {}
// SAFETY: an integer.
unsafe impl Pod for u32 {}
// SAFETY: an integer.
unsafe impl Pod for u64 {}
// SAFETY: an array has no padding between its elements.
unsafe impl<T: Pod, const N: usize> Pod for [T; N] {}

/// The `i`-th 32 bytes of `from`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load<T: Pod, const N: usize>(from: &[T; N], i: usize) -> __m256i {
    const { assert!(size_of::<[T; N]>().is_multiple_of(32)) };
    assert!(32 * i < size_of::<[T; N]>());
    // SAFETY: the array's size is a multiple of 32 bytes, and byte 32 i is in it.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast::<__m256i>().wrapping_add(i)) }
}

/// Writes the `i`-th 32 bytes of `to`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store<T: Pod, const N: usize>(to: &mut [T; N], i: usize, v: __m256i) {
    const { assert!(size_of::<[T; N]>().is_multiple_of(32)) };
    assert!(32 * i < size_of::<[T; N]>());
    // SAFETY: as for `load`; `Pod` says that the elements take any bytes.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>().wrapping_add(i), v) };
}

/// The 32 bytes of `from` that begin at `at`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_at<const N: usize>(from: &[u8; N], at: usize) -> __m256i {
    assert!(at + 32 <= N);
    // SAFETY: these bytes are in the array.
    unsafe { _mm256_loadu_si256(from.as_ptr().wrapping_add(at).cast()) }
}

/// `pattern`, repeated to 32 bytes.
pub(super) const fn repeat<const N: usize>(pattern: [u8; N]) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = pattern[i % N];
        i += 1;
    }
    bytes
}

/// A vector of these bytes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn vector(bytes: [u8; 32]) -> __m256i {
    // SAFETY: both are 32 bytes, and any bytes are a vector.
    unsafe { core::mem::transmute(bytes) }
}

/// The even and the odd bytes of a vector, as 16-bit words. For the lengths of a tile, these are the first and the second
/// tokens of sixteen lines.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn even_odd_bytes(v: __m256i) -> [__m256i; 2] {
    let even = _mm256_and_si256(v, _mm256_set1_epi16(0xff));
    [even, _mm256_srli_epi16::<8>(v)]
}

/// The even and the odd 32-bit numbers of two vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn even_odd_u32(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
    (
        _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(a, b)),
        _mm256_castps_si256(_mm256_shuffle_ps::<0xdd>(a, b)),
    )
}

/// A bit for each of 64 words, sixteen in each vector, that are all ones or all zeros.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn bits_of_words(words: [__m256i; 4]) -> u64 {
    let half = |a, b| _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(a, b));
    let [a, b, c, d] = words;
    signs(half(a, b), half(c, d))
}

/// The signs of 64 bytes, a bit for each.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn signs(low: __m256i, high: __m256i) -> u64 {
    let low = u64::from(_mm256_movemask_epi8(low) as u32);
    low | u64::from(_mm256_movemask_epi8(high) as u32) << 32
}
