//! The kernels that need an x86-64 with vector instructions.
//!
//! Owns the proof that the instructions are there: a token ([`Avx512`]) has one maker, its
//! `detect`. These are the only rooms of the parser with unsafe code. Invariant: nothing is read
//! outside of the text that a kernel was given.
#![allow(unsafe_code)]

pub mod avx512;
mod normalise;
mod tables;

use super::Decide;
use crate::backend::Backend;
use core::arch::x86_64::{__m512i, __mmask8, __mmask16};

/// The question of a [`Decide`], asked of a vector of pairs. Bit i of an answer is lane i's.
/// `often` says that the answers before had a 1 among them: a hint, which may choose the way to the
/// answer but not the answer.
///
/// # Safety
///
/// An implementation may use the instructions that [`Avx512::detect`] found, and nothing beyond;
/// its methods are called only where a token exists.
pub unsafe trait Lanes512: Decide {
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

/// This machine has AVX-512 with the extensions that the kernel uses (F, BW, VL, DQ, VBMI2, VNNI,
/// IFMA), as Intel since Ice Lake and AMD since Zen 4.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The token, on a machine that has them.
    pub fn detect() -> Option<Self> {
        Backend::Avx512.available().then_some(Self(()))
    }
}
