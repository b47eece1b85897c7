//! The reader that asks a question about every pair, with the kernel of a backend.

#[cfg(target_arch = "aarch64")]
use super::aarch64;
use super::contract::{AnswerSink, Decide, Kernel};
#[cfg(any(
    target_arch = "aarch64",
    target_arch = "x86_64",
    target_feature = "simd128"
))]
use super::driver::Driver;
use super::reader::Reader;
#[cfg(target_arch = "x86_64")]
use super::x86_64;
use super::{scalar, swar};
use crate::backend::Backend;
use std::marker::PhantomData;

#[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
pub(crate) use super::contract::Decide as VectorDecide;
/// A question that every kernel of this machine can ask.
#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::DecideNeon as VectorDecide;
/// A question that every kernel of this machine can ask.
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::Decide512 as VectorDecide;

/// The reader that asks `D` about every pair, with the kernel of `backend`. Each worker has a reader of its own.
///
/// # Panics
/// This machine can't run the backend: see [`Backend::is_available`].
pub(crate) fn kernel_reader<D: VectorDecide, S: AnswerSink>(
    backend: Backend,
) -> Box<dyn Reader<S>> {
    match backend {
        Backend::Scalar => KernelReader::<_, D>::boxed(scalar::Scalar),
        Backend::Swar => KernelReader::<_, D>::boxed(swar::Swar),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 => {
            let token = x86_64::Avx2::detect().expect("the backend is available");
            KernelReader::<_, D>::boxed(Driver::new(x86_64::avx2::Streams256::new(token)))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512 => {
            let token = x86_64::Avx512::detect().expect("the backend is available");
            KernelReader::<_, D>::boxed(Driver::new(x86_64::avx512::Tiles::new(token)))
        }
        #[cfg(target_feature = "simd128")]
        Backend::Simd128 => {
            KernelReader::<_, D>::boxed(Driver::new(super::wasm32::Streams128::new(())))
        }
        #[cfg(target_arch = "aarch64")]
        Backend::Neon => {
            KernelReader::<_, D>::boxed(Driver::new(aarch64::neon::StreamsNeon::new(())))
        }
    }
}

struct KernelReader<K, D>(K, PhantomData<fn() -> D>);

impl<K: Kernel<D> + 'static, D: Decide> KernelReader<K, D> {
    fn boxed<S: AnswerSink>(kernel: K) -> Box<dyn Reader<S>> {
        Box::new(Self(kernel, PhantomData))
    }
}

impl<K: Kernel<D>, D: Decide, S: AnswerSink> Reader<S> for KernelReader<K, D> {
    #[inline]
    fn lines(&mut self, text: &[u8], at: usize, sink: &mut S) -> usize {
        self.0.lines(text, at, sink)
    }

    fn has_long_number(&self, text: &[u8], digits: usize) -> bool {
        self.0.has_long_number(text, digits)
    }

    #[inline]
    fn pair(&mut self, pair: &scalar::Pair<'_>, sink: &mut S) {
        sink.push(u64::from(pair.decide::<D>()), 1);
    }
}
