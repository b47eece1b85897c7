//! Bytes in, one bit a record out: the line grammar, and the kernels that read it. Public for the benches, fuzzers and tests
//! of this repository only: any release may change it.
//!
//! This module knows no game. A [`Decide`] is the question that is asked of each pair; a [`Bits`] takes the answers.
//!
//! # The grammar
//!
//! A record is a line: a pile, blanks, a pile. A pile is one or more decimal digits, of any value, with or without leading
//! zeros. Blanks are spaces and tabs; they may also stand before and behind the piles. A line ends with `\n` or `\r\n`; the
//! last line may have no end. A line of blanks alone is skipped. A line has at most 2^20 bytes. Anything else is a [`Fault`].
//!
//! # The contract of a kernel
//!
//! [`Kernel::lines`] answers lines from a given place on, and stops at the first line that it does not take, or at the end
//! of the text. It need not know why a line is unusual: the caller gives that one line to the [`scalar`] parser, which
//! answers it or reports the fault, and calls the kernel again. So a kernel is right if it never answers a line that the
//! scalar parser refuses, and never gives another answer. The tests compare exactly this.

#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod batch;
pub mod free;
pub mod scalar;
pub mod swar;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;

use crate::backend::Backend;
use crate::error::{ErrorKind, shown};
#[cfg(target_arch = "x86_64")]
use batch::driver::Driver;
use std::marker::PhantomData;

/// Whether the answer may be true, by the lengths and the first digits of two piles without leading zeros. The first pile has
/// a digits and begins with p, the second one b and q: bit q at `[1 + b - a][p]`. Where a and b differ by more than 1 the
/// answer is false.
pub type Leading = [[u16; 16]; 3];

/// The question that is asked of each pair. It is a type, so that a kernel compiles it into its loop.
pub trait Decide {
    /// Which pairs lengths and first digits reject; `None` if they reject none.
    const LEADING: Option<Leading> = None;

    /// 2^32 r, rounded, for a number r from 1 to 1.82 such that the answer is false unless r times one pile differs from the
    /// other pile by less than 1. `None` if there is no such number.
    const RATIO: Option<u64> = None;

    /// The answer for two piles.
    fn pair(a: u64, b: u64) -> bool;

    /// The same for piles of 32 bits, if that is less work.
    #[inline(always)]
    fn pair_u32(a: u32, b: u32) -> bool {
        Self::pair(u64::from(a), u64::from(b))
    }

    /// The same for the scalar parser. Where there is a second algorithm it is used here, so that comparing a kernel with
    /// the scalar parser compares the algorithms as well.
    fn reference(a: u64, b: u64) -> bool {
        Self::pair(a, b)
    }

    /// The answer for piles of any size, as decimal digits. At least one is beyond `u64`.
    fn digits(a: &[u8], b: &[u8]) -> bool;
}

/// Where the answers go, in the order of the records.
pub trait Bits {
    /// The answers of `count` records (1 to 64), the first in bit 0; bits above are 0.
    fn push(&mut self, answers: u64, count: u32);
}

/// A fast reader of lines for the question `D`. The module documentation has the contract.
pub trait Kernel<D> {
    /// Answers the lines of `text` from `at`, the start of a line, and returns where it stopped: the start of a line, or the
    /// end of the text.
    fn lines<B: Bits>(&mut self, text: &[u8], at: usize, bits: &mut B) -> usize;

    /// An upper bound on the digits of the numbers answered since the last call, without leading zeros. `usize::MAX` if
    /// that is not known.
    fn longest(&mut self) -> usize {
        usize::MAX
    }

    /// See [`free::zero_line`].
    fn zero_line(&self, text: &[u8]) -> Option<usize> {
        free::zero_line(text)
    }
}

/// A place where the text is not of the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its first byte, from the start of the text.
    pub at: usize,
    /// What the grammar expects there.
    pub expected: &'static str,
    /// What stands there, in printable form.
    pub found: String,
}

impl From<Fault> for ErrorKind {
    fn from(fault: Fault) -> Self {
        ErrorKind::Malformed {
            expected: fault.expected,
            found: fault.found,
        }
    }
}

/// Decides what becomes of a malformed line.
pub trait OnFault {
    /// Reading continues behind the line if this returns `Ok`, and stops otherwise.
    fn fault(&mut self, fault: Fault) -> Result<(), Fault>;
}

/// A sink that takes a limited number of records.
pub trait Records: Bits + OnFault {
    /// How many more records are wanted. Answers beyond that number are dropped.
    fn room(&self) -> u64;
    /// How many of the answers so far were cold.
    fn cold(&self) -> u64;
}

/// Reads records and leaves its results in an `S`.
pub trait Reader<S> {
    /// Takes whole lines of `text` from `at` as [`Kernel::lines`] does, or no line.
    fn lines(&mut self, text: &[u8], at: usize, sink: &mut S) -> usize {
        let _ = (text, sink);
        at
    }

    /// See [`Kernel::longest`]; for the lines that [`Reader::lines`] took.
    fn longest(&mut self) -> usize {
        usize::MAX
    }

    /// See [`free::zero_line`]; for lines that [`Reader::lines`] took.
    fn zero_line(&self, text: &[u8]) -> Option<usize> {
        free::zero_line(text)
    }

    /// Takes one record.
    fn pair(&mut self, pair: &scalar::Pair<'_>, sink: &mut S);
}

/// The reader that asks `D` of every pair with the kernel `K`.
#[derive(Debug)]
pub struct KernelReader<'k, K, D>(&'k mut K, PhantomData<fn() -> D>);

impl<'k, K, D> KernelReader<'k, K, D> {
    /// A reader with that kernel.
    pub fn new(kernel: &'k mut K) -> Self {
        Self(kernel, PhantomData)
    }
}

impl<K: Kernel<D>, D: Decide, S: Bits> Reader<S> for KernelReader<'_, K, D> {
    #[inline]
    fn lines(&mut self, text: &[u8], at: usize, sink: &mut S) -> usize {
        self.0.lines(text, at, sink)
    }

    fn longest(&mut self) -> usize {
        self.0.longest()
    }

    fn zero_line(&self, text: &[u8]) -> Option<usize> {
        self.0.zero_line(text)
    }

    #[inline]
    fn pair(&mut self, pair: &scalar::Pair<'_>, sink: &mut S) {
        sink.push(u64::from(pair.ask::<D>()), 1);
    }
}

/// Reads `text`, which is whole lines, from `at` to its end. If `at` is not 0, `text[at - 1]` is the newline before the first
/// line. On an error everything before the malformed line is answered.
pub fn run<R: Reader<S>, S: OnFault>(
    reader: &mut R,
    text: &[u8],
    mut at: usize,
    sink: &mut S,
) -> Result<(), Fault> {
    // Behind a last line without end no line starts.
    while at < text.len() {
        at = reader.lines(text, at, sink);
        if at >= text.len() {
            break;
        }
        // One line that the kernel does not take.
        let line = scalar::line_at(text, at);
        match scalar::record(line) {
            Ok(Some(pair)) => reader.pair(&pair, sink),
            Ok(None) => {}
            Err(scalar::ParseError {
                at: column,
                expected,
                end,
            }) => {
                let rest = &line[column..end];
                let found = if rest.is_empty() {
                    "the end of the line".to_owned()
                } else {
                    shown(rest)
                };
                sink.fault(Fault {
                    at: at + column,
                    expected,
                    found,
                })?;
            }
        }
        // The last line may have no end.
        at = text.len().min(at + line.len() + 1);
    }
    Ok(())
}

/// A question that every kernel can ask.
#[cfg(target_arch = "x86_64")]
pub trait Question: x86_64::Lanes256 + x86_64::Lanes512 {}
#[cfg(target_arch = "x86_64")]
impl<D: x86_64::Lanes256 + x86_64::Lanes512> Question for D {}
/// A question that every kernel can ask.
#[cfg(not(target_arch = "x86_64"))]
pub trait Question: Decide {}
#[cfg(not(target_arch = "x86_64"))]
impl<D: Decide> Question for D {}

/// The kernel of a backend with its working memory, one for each worker.
#[derive(Debug)]
#[non_exhaustive]
pub enum AnyKernel {
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
}

impl AnyKernel {
    /// The kernel of `backend`.
    ///
    /// # Panics
    /// If this machine cannot run it: see [`Backend::is_available`].
    pub fn new(backend: Backend) -> Self {
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
        }
    }

    /// See [`run`].
    pub fn run<D: Question, S: Bits + OnFault>(
        &mut self,
        text: &[u8],
        at: usize,
        sink: &mut S,
    ) -> Result<(), Fault> {
        match self {
            Self::Scalar(kernel) => run(&mut KernelReader::<_, D>::new(kernel), text, at, sink),
            Self::Swar(kernel) => run(&mut KernelReader::<_, D>::new(kernel), text, at, sink),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => run(&mut KernelReader::<_, D>::new(kernel), text, at, sink),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(kernel) => run(&mut KernelReader::<_, D>::new(kernel), text, at, sink),
        }
    }

    /// See [`free::run`].
    pub fn run_free<D: Question, S: Records>(
        &mut self,
        text: &[u8],
        at: usize,
        layout: free::Layout<'_>,
        sink: &mut S,
    ) -> Result<free::Stop, Fault> {
        match self {
            Self::Scalar(kernel) => free::run(
                &mut KernelReader::<_, D>::new(kernel),
                text,
                at,
                layout,
                sink,
            ),
            Self::Swar(kernel) => free::run(
                &mut KernelReader::<_, D>::new(kernel),
                text,
                at,
                layout,
                sink,
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => free::run(
                &mut KernelReader::<_, D>::new(kernel),
                text,
                at,
                layout,
                sink,
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(kernel) => free::run(
                &mut KernelReader::<_, D>::new(kernel),
                text,
                at,
                layout,
                sink,
            ),
        }
    }
}

#[cfg(test)]
mod tests;
