//! The questions of the shared tests for vectors of AVX2 and AVX-512.

use super::*;
use crate::parse::tests::questions::{Asked, Never, NeverSlowly};
use core::arch::x86_64::{_mm256_cmpeq_epi16, _mm256_xor_si256};

// SAFETY: `Never` uses no instructions beyond AVX2.
unsafe impl DecideX86 for NeverSlowly {
    const IS_EXACT_U64: bool = false;

    unsafe fn three_digits(x: __m256i, y: __m256i) -> __m256i {
        // SAFETY: the caller guarantees that an `Avx2` exists.
        unsafe { <Never as DecideX86>::three_digits(x, y) }
    }
    unsafe fn u31_x8(x: __m256i, y: __m256i) -> u32 {
        // SAFETY: the caller guarantees that an `Avx2` exists.
        unsafe { Never::u31_x8(x, y) }
    }
    unsafe fn u64_x4(x: __m256i, y: __m256i) -> u32 {
        // SAFETY: the caller guarantees that an `Avx2` exists.
        unsafe { Never::u64_x4(x, y) }
    }
    unsafe fn up_to<const DIGITS: u32>(_: __m512i, _: __m512i, _: bool) -> u32 {
        0
    }
}

// SAFETY: it uses no instructions beyond AVX2.
unsafe impl DecideX86 for Never {
    const IS_EXACT_U64: bool = false;

    unsafe fn three_digits(x: __m256i, _: __m256i) -> __m256i {
        // SAFETY: the caller guarantees that an `Avx2` exists.
        unsafe { _mm256_xor_si256(x, x) }
    }
    unsafe fn u31_x8(_: __m256i, _: __m256i) -> u32 {
        0
    }
    unsafe fn u64_x4(_: __m256i, _: __m256i) -> u32 {
        0b1111
    }
    unsafe fn up_to<const DIGITS: u32>(_: __m512i, _: __m512i, _: bool) -> u32 {
        0
    }
}

// SAFETY: it uses no instructions beyond AVX2.
unsafe impl DecideX86 for Asked {
    const IS_EXACT_U64: bool = true;

    unsafe fn three_digits(x: __m256i, _: __m256i) -> __m256i {
        // SAFETY: the caller guarantees that an `Avx2` exists.
        unsafe { _mm256_cmpeq_epi16(x, x) }
    }
    unsafe fn u31_x8(_: __m256i, _: __m256i) -> u32 {
        0xff
    }
    unsafe fn u64_x4(_: __m256i, _: __m256i) -> u32 {
        0b1111
    }
    unsafe fn up_to<const DIGITS: u32>(_: __m512i, _: __m512i, _: bool) -> u32 {
        match DIGITS {
            3 => u32::MAX,
            7 | 9 => 0xffff,
            _ => 0xff,
        }
    }
}
