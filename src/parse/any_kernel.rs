//! The kernel of a backend that is known at run time.

#[cfg(target_arch = "aarch64")]
use super::aarch64;
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
use super::batch::driver::Driver;
#[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
use super::contract::Decide;
use super::contract::{AnswerSink, Kernel};
#[cfg(target_arch = "x86_64")]
use super::x86_64;
use super::{scalar, swar};
use crate::backend::Backend;

/// A question that every kernel can ask.
#[cfg(target_arch = "x86_64")]
pub(crate) trait VectorDecide: x86_64::Decide256 + x86_64::Decide512 {}
#[cfg(target_arch = "x86_64")]
impl<D: x86_64::Decide256 + x86_64::Decide512> VectorDecide for D {}
/// A question that every kernel can ask.
#[cfg(target_arch = "aarch64")]
pub(crate) trait VectorDecide: aarch64::DecideNeon {}
#[cfg(target_arch = "aarch64")]
impl<D: aarch64::DecideNeon> VectorDecide for D {}
/// A question that every kernel can ask.
#[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
pub(crate) trait VectorDecide: Decide {}
#[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
impl<D: Decide> VectorDecide for D {}

/// The kernel of a backend with its working memory, one for each worker.
#[derive(Debug)]
#[non_exhaustive]
pub(crate) enum AnyKernel {
    /// See [`scalar`].
    Scalar(scalar::Scalar),
    /// See [`swar`].
    Swar(swar::Swar),
    /// See [`x86_64::avx2`].
    #[cfg(target_arch = "x86_64")]
    Avx2(x86_64::avx2::Kernel256),
    /// See [`x86_64::avx512`].
    #[cfg(target_arch = "x86_64")]
    Avx512(x86_64::avx512::Kernel512),
    /// See [`aarch64::neon`].
    #[cfg(target_arch = "aarch64")]
    Neon(aarch64::neon::KernelNeon),
}

impl AnyKernel {
    /// The kernel of `backend`.
    ///
    /// # Panics
    /// If this machine cannot run it: see [`Backend::is_available`].
    pub(crate) fn new(backend: Backend) -> Self {
        match backend {
            Backend::Scalar => Self::Scalar(scalar::Scalar),
            Backend::Swar => Self::Swar(swar::Swar),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => {
                let token = x86_64::Avx2::detect().expect("an available backend");
                Self::Avx2(Driver::new(x86_64::avx2::Batches256::new(token)))
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => {
                let token = x86_64::Avx512::detect().expect("an available backend");
                Self::Avx512(Driver::new(x86_64::avx512::Batches512::new(token)))
            }
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => Self::Neon(Driver::new(aarch64::neon::BatchesNeon::new())),
        }
    }
}

impl<D: VectorDecide> Kernel<D> for AnyKernel {
    #[inline]
    fn lines<S: AnswerSink>(&mut self, text: &[u8], at: usize, sink: &mut S) -> usize {
        match self {
            Self::Scalar(kernel) => Kernel::<D>::lines(kernel, text, at, sink),
            Self::Swar(kernel) => Kernel::<D>::lines(kernel, text, at, sink),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => Kernel::<D>::lines(kernel, text, at, sink),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(kernel) => Kernel::<D>::lines(kernel, text, at, sink),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(kernel) => Kernel::<D>::lines(kernel, text, at, sink),
        }
    }

    fn take_max_digits(&mut self) -> usize {
        match self {
            Self::Scalar(kernel) => Kernel::<D>::take_max_digits(kernel),
            Self::Swar(kernel) => Kernel::<D>::take_max_digits(kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => Kernel::<D>::take_max_digits(kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(kernel) => Kernel::<D>::take_max_digits(kernel),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(kernel) => Kernel::<D>::take_max_digits(kernel),
        }
    }

    fn zero_line(&self, text: &[u8]) -> Option<usize> {
        match self {
            Self::Scalar(kernel) => Kernel::<D>::zero_line(kernel, text),
            Self::Swar(kernel) => Kernel::<D>::zero_line(kernel, text),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => Kernel::<D>::zero_line(kernel, text),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(kernel) => Kernel::<D>::zero_line(kernel, text),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(kernel) => Kernel::<D>::zero_line(kernel, text),
        }
    }
}
