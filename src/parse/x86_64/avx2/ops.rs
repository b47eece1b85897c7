//! Vector primitives.

use core::arch::x86_64::*;

/// The `i`-th 32 bytes of `from`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load<T: Copy, const N: usize>(from: &[T; N], i: usize) -> __m256i {
    const { assert!(size_of::<[T; N]>().is_multiple_of(32)) };
    assert!(32 * i < size_of::<[T; N]>());
    // SAFETY: inside of the array.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast::<__m256i>().add(i)) }
}

/// Writes the `i`-th 32 bytes of `to`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store<T: Copy, const N: usize>(to: &mut [T; N], i: usize, v: __m256i) {
    const { assert!(size_of::<[T; N]>().is_multiple_of(32)) };
    assert!(32 * i < size_of::<[T; N]>());
    // SAFETY: inside of the array, whose elements are integers.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>().add(i), v) };
}

/// `pattern`, over and over.
pub(super) const fn repeat<const N: usize>(pattern: [u8; N]) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = pattern[i % N];
        i += 1;
    }
    bytes
}

/// A constant in a register.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn vector(bytes: [u8; 32]) -> __m256i {
    // SAFETY: as many bytes, without any invariant.
    unsafe { core::mem::transmute(bytes) }
}

/// The even and the odd 32-bit numbers of two vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn unzip(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
    (
        _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(a, b)),
        _mm256_castps_si256(_mm256_shuffle_ps::<0xdd>(a, b)),
    )
}
