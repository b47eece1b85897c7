//! The kernels that need an x86-64 with vector instructions.
//!
//! Owns the proof that the instructions are there: a token ([`Avx2`], [`Avx512`]) has one maker,
//! its `detect`. These are the only rooms of the parser with unsafe code. Invariant: nothing is read
//! outside of the text that a kernel was given.
#![allow(unsafe_code)]

pub mod avx2;
pub mod avx512;
mod tables;

use super::Decide;
use crate::backend::Backend;
use core::arch::x86_64::{
    __m256i, __m512i, __mmask8, __mmask16, __mmask32, _MM_HINT_T1, _mm_prefetch,
};

/// The question of a [`Decide`], asked of a vector of pairs. Bit i of an answer is lane i's; bits
/// above are 0.
///
/// # Safety
///
/// An implementation may use the instructions that [`Avx2::detect`] found, and nothing beyond;
/// its methods are called only where a token exists.
pub unsafe trait Decide256: Decide {
    /// Eight pairs of piles below 2^31.
    ///
    /// # Safety
    /// The caller has an [`Avx2`].
    unsafe fn u31_x8(x: __m256i, y: __m256i) -> u32;

    /// Sixteen pairs of piles below 1000, in 16-bit lanes: all bits of a lane are its answer.
    ///
    /// # Safety
    /// The caller has an [`Avx2`].
    unsafe fn three_digits(x: __m256i, y: __m256i) -> __m256i;

    /// Four pairs of piles of any size: their answers, and a bit for each that is left open, with
    /// 0 for its answer. The caller asks [`Decide::pair`] about those, when it has many of them.
    ///
    /// # Safety
    /// The caller has an [`Avx2`].
    unsafe fn u64_x4(x: __m256i, y: __m256i) -> (u32, u32);
}

/// The question of a [`Decide`], asked of a vector of pairs. Bit i of an answer is lane i's.
/// `often` says that the answers before had a 1 among them: a hint, which may choose the way to the
/// answer but not the answer.
///
/// # Safety
///
/// An implementation may use the instructions that [`Avx512::detect`] found, and nothing beyond;
/// its methods are called only where a token exists.
pub unsafe trait Decide512: Decide {
    /// Thirty-two pairs of piles below 1000, in 16-bit lanes.
    ///
    /// # Safety
    /// The caller has an [`Avx512`].
    unsafe fn three_digits(x: __m512i, y: __m512i) -> __mmask32;

    /// Sixteen pairs of piles below 10^7.
    ///
    /// # Safety
    /// The caller has an [`Avx512`].
    unsafe fn seven_digits(x: __m512i, y: __m512i) -> __mmask16;

    /// Sixteen pairs of piles below 10^9.
    ///
    /// # Safety
    /// The caller has an [`Avx512`].
    unsafe fn nine_digits(x: __m512i, y: __m512i, often: bool) -> __mmask16;

    /// Eight pairs of piles below 10^12.
    ///
    /// # Safety
    /// The caller has an [`Avx512`].
    unsafe fn twelve_digits(x: __m512i, y: __m512i) -> __mmask8;

    /// Eight pairs of piles of any size.
    ///
    /// # Safety
    /// The caller has an [`Avx512`].
    unsafe fn any(x: __m512i, y: __m512i, often: bool) -> __mmask8;
}

/// How far ahead of its turn the memory is asked for the text, into the second cache.
///
/// Measured with AVX-512 on pairs to 10^9, one thread. Zen 4, from a mapped file: 4, 8 and 16 KiB ahead 1.69, 1.69
/// and 1.68 ns a pair; into the first cache 2.5 KiB ahead 1.81, 4 and 8 KiB 1% and 3% more; into both no better.
/// Zen 5, into the first cache: 2, 4, 6, 8 and 32 KiB ahead 1.12, 0.96, 0.89, 0.85 and 0.87.
const AHEAD: usize = 8192;

/// Asks for the text that is [`AHEAD`] of `block`, be it there or not.
#[inline]
#[target_feature(enable = "sse")]
fn prefetch(block: *const u8) {
    _mm_prefetch::<_MM_HINT_T1>(block.wrapping_add(AHEAD).cast());
}

/// This machine has AVX2, BMI1, BMI2 and POPCNT, as Intel since Haswell and AMD since Excavator.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The token, on a machine that has them.
    pub fn detect() -> Option<Self> {
        Backend::Avx2.is_available().then_some(Self(()))
    }
}

/// This machine has AVX-512 with the extensions that the kernel uses (F, BW, VL, DQ, VBMI, VBMI2, VNNI,
/// IFMA), BMI1, BMI2 and POPCNT, as Intel since Ice Lake and AMD since Zen 4.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The token, on a machine that has them.
    pub fn detect() -> Option<Self> {
        Backend::Avx512.is_available().then_some(Self(()))
    }
}

#[cfg(test)]
mod tests;
