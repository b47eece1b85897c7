//! Reads a text with a kernel. The scalar parser reads each line that the kernel does not take.
//!
//! Input: whole lines. Output: the answers of all records in order, and the faults of malformed lines.

use super::{AnswerSink, Decide, Fault, Records, scalar, swar};
use crate::backend::Backend;
use std::marker::PhantomData;

/// Reads records and leaves its results in an `S`. A reader calls its own methods for each line, so that only the call for a
/// whole text is dynamic.
pub(crate) trait Reader<S> {
    /// Takes whole lines of `text` from `at` as a kernel does (see [`parse`](super)), or no line.
    fn lines(&mut self, text: &[u8], at: usize, sink: &mut S) -> usize {
        let _ = (text, sink);
        at
    }

    /// Takes one record.
    fn pair(&mut self, pair: &scalar::Pair<'_>, sink: &mut S);

    /// Takes one line that [`Reader::lines`] does not take.
    ///
    /// Errors: the line is malformed. The fault's offset is counted from the start of the line.
    #[inline]
    fn line(&mut self, line: &[u8], sink: &mut S) -> Result<(), Fault> {
        if let Some(pair) = scalar::record(line)? {
            self.pair(&pair, sink);
        }
        Ok(())
    }

    /// Reads `text`, which is whole lines, from `at` to its end. If `at` is not 0, `text[at - 1]` is the newline before the
    /// first line. On an error everything before the malformed line is answered.
    fn read_lines(&mut self, text: &[u8], mut at: usize, sink: &mut S) -> Result<(), Fault>
    where
        S: Records,
    {
        // `at` is beyond the end after a last line without a line end.
        while at < text.len() {
            at = self.lines(text, at, sink);
            if at >= text.len() {
                break;
            }
            // The kernel does not take the line at `at`.
            let line = scalar::line_at(text, at);
            if let Err(mut fault) = self.line(line, sink) {
                fault.at += at;
                sink.fault(fault)?;
            }
            // The last line may have no line end.
            at = text.len().min(at + line.len() + 1);
        }
        Ok(())
    }
}

#[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
pub(crate) use super::Decide as VectorDecide;
/// A question that every kernel of this machine can ask.
#[cfg(target_arch = "aarch64")]
pub(crate) use super::aarch64::DecideNeon as VectorDecide;
/// A question that every kernel of this machine can ask.
#[cfg(target_arch = "x86_64")]
pub(crate) use super::x86_64::DecideX86 as VectorDecide;

/// The reader that asks `D` about every pair, with the kernel of `backend`. Each worker has a reader of its own.
///
/// # Panics
/// This machine can't run the backend: see [`Backend::is_available`].
pub(crate) fn kernel_reader<D: VectorDecide, S: AnswerSink>(
    backend: Backend,
) -> Box<dyn Reader<S>> {
    match backend {
        Backend::Scalar => boxed::<D, S>(|_, at, _| at),
        Backend::Swar => {
            boxed::<D, S>(|text, at, sink| swar::lines_until::<D, S>(text, at, text.len(), sink))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 => {
            let token = super::x86_64::Avx2::detect().expect("the backend is available");
            let walk = super::x86_64::avx2::Streams256::new(token);
            boxed::<D, S>(super::driver::kernel::<D, _, S>(walk))
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512 => {
            let token = super::x86_64::Avx512::detect().expect("the backend is available");
            let walk = super::x86_64::avx512::Tiles::new(token);
            boxed::<D, S>(super::driver::kernel::<D, _, S>(walk))
        }
        // `Neon` or `Simd128`.
        #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
        _ => {
            let walk = super::streams::Streams::<super::streams::Pair>::new(());
            boxed::<D, S>(super::driver::kernel::<D, _, S>(walk))
        }
    }
}

fn boxed<D: Decide, S: AnswerSink>(
    kernel: impl FnMut(&[u8], usize, &mut S) -> usize + 'static,
) -> Box<dyn Reader<S>> {
    Box::new(KernelReader::<_, D>(kernel, PhantomData))
}

struct KernelReader<K, D>(K, PhantomData<fn() -> D>);

impl<K, D: Decide, S: AnswerSink> Reader<S> for KernelReader<K, D>
where
    K: FnMut(&[u8], usize, &mut S) -> usize,
{
    #[inline]
    fn lines(&mut self, text: &[u8], at: usize, sink: &mut S) -> usize {
        (self.0)(text, at, sink)
    }

    #[inline]
    fn pair(&mut self, pair: &scalar::Pair<'_>, sink: &mut S) {
        sink.push(u64::from(pair.decide::<D>()), 1);
    }
}
