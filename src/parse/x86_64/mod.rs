//! The kernels for x86-64 processors with vector instructions.
//!
//! A token ([`Avx2`], [`Avx512`]) proves that the machine has the instructions: only `detect` makes one, or another token. All
//! unsafe code of these kernels is in this folder. No kernel reads a byte outside of the text that it was given.
#![allow(unsafe_code)]

pub(crate) mod avx2;
pub(crate) mod avx512;

use super::Decide;
use crate::backend::Backend;
use core::arch::x86_64::{__m256i, __m512i, _MM_HINT_T1, _mm_prefetch};

/// The question of a [`Decide`], asked about a vector of pairs. Bit i of the result is the answer for lane i; the bits above
/// are 0.
///
/// # Safety
///
/// An implementation guarantees the following:
/// * It uses no instructions beyond those that an [`Avx2`] proves, in [`DecideX86::up_to`] an [`Avx512`].
pub(crate) unsafe trait DecideX86: Decide {
    /// Eight pairs of piles below 2^31.
    ///
    /// # Safety
    /// * An [`Avx2`] exists.
    unsafe fn u31_x8(x: __m256i, y: __m256i) -> u32;

    /// Sixteen pairs of piles below 1000, in 16-bit lanes. In the result, every bit of a lane is the lane's answer.
    ///
    /// # Safety
    /// * An [`Avx2`] exists.
    unsafe fn three_digits(x: __m256i, y: __m256i) -> __m256i;

    /// The answers of [`DecideX86::u64_x4`] are exact. If not, an answer 1 may be wrong: the caller asks [`Decide::pair`] about
    /// it later.
    const IS_EXACT_U64: bool;

    /// Four pairs of piles of any size.
    ///
    /// # Safety
    /// * An [`Avx2`] exists.
    unsafe fn u64_x4(x: __m256i, y: __m256i) -> u32;

    /// Piles to 3 digits are in lanes of 16 bits, to 7 and 9 digits in lanes of 32 bits, to 12 and 20 digits in lanes of 64 bits;
    /// `DIGITS` is one of these numbers. `often` says that the tile before had an answer 1. It is a hint, which may change the
    /// time but not the answer.
    ///
    /// # Safety
    /// * An [`Avx512`] exists.
    unsafe fn up_to<const DIGITS: u32>(x: __m512i, y: __m512i, often: bool) -> u32;
}

/// Text is prefetched into the second-level cache this number of bytes before it is read.
///
/// Times in ns a pair, measured with AVX-512 on pairs to 10^9 with one thread. Zen 4, mapped file: 1.69, 1.69 and 1.68 with
/// 4, 8 and 16 KiB. Into the first-level cache: 1.81 with 2.5 KiB, and 1% and 3% more with 4 and 8 KiB. Into both caches: not
/// faster. Zen 5, into the first-level cache: 1.12, 0.96, 0.89, 0.85 and 0.87 with 2, 4, 6, 8 and 32 KiB.
const PREFETCH_DISTANCE: usize = 8192;

/// Prefetches the text [`PREFETCH_DISTANCE`] bytes after `block`. That address may be outside of the text.
#[inline]
#[target_feature(enable = "sse")]
fn prefetch(block: *const u8) {
    _mm_prefetch::<_MM_HINT_T1>(block.wrapping_add(PREFETCH_DISTANCE).cast());
}

/// Proves that this machine has AVX2, BMI1, BMI2 and POPCNT. Intel has them since Haswell, AMD since Excavator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The token, if the machine has the instructions.
    pub(crate) fn detect() -> Option<Self> {
        Backend::Avx2.is_available().then_some(Self(()))
    }
}

/// Proves that this machine has AVX-512 with the extensions that the kernel uses (F, BW, VL, DQ, VBMI, VBMI2, VNNI, IFMA),
/// BMI1, BMI2 and POPCNT. Intel has them since Ice Lake, AMD since Zen 4.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The token, if the machine has the instructions.
    pub(crate) fn detect() -> Option<Self> {
        Backend::Avx512.is_available().then_some(Self(()))
    }
}

#[cfg(test)]
mod tests;
