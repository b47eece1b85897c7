//! Bytes in, one bit a record out. Public for the benches, fuzzers and tests of this repository only: any release may
//! change it.
//!
//! Owns the line grammar and the kernels that read it. It knows no game: what is asked of a pair
//! comes in as a [`Decide`], and the answers leave through a [`Bits`].
//!
//! # The grammar
//!
//! A record is a line: a pile, blanks, a pile. A pile is one or more decimal digits, of any
//! value; leading zeros are fine. Blanks are spaces and tabs, any number of them, also before and
//! behind. A line ends with `\n` or `\r\n`; the last one may have no end. A line of blanks alone
//! is no record. A line is at most 2^20 bytes. Anything else is a [`Fault`].
//!
//! # The contract of a kernel
//!
//! [`Kernel::lines`] takes lines from where it is told, answers them, and stops at a line that is
//! not its fast shape (or at the end of the text). It needn't know why: the caller gives that one
//! line to the [`scalar`] parser, which either answers it or words the fault, and calls again.
//! So a kernel is right if it never answers a line that the scalar parser would refuse, and never
//! answers it differently: this is what the tests compare.

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

/// Whether the answer may be true: at `[1 + b - a][p]` bit q, if the first pile has a digits, of which p is the first
/// one, and the second pile b and q. It is false wherever a and b differ by more than 1. All of it for piles without
/// leading zeros.
pub type Leading = [[u16; 16]; 3];

/// The question that is asked of each pair. A type, not a closure, so that a kernel compiles it
/// into its loop.
pub trait Decide {
    /// What the first digits of piles without leading zeros tell; `None` if nothing.
    const LEADING: Option<Leading> = None;

    /// The answer may be true only where some number r, from 1 to 1.82, times one pile differs from the other by less than
    /// 1. This is 2^32 r, rounded; `None` if nothing such is known.
    const RATIO: Option<u64> = None;

    /// The answer for two piles.
    fn pair(a: u64, b: u64) -> bool;

    /// The same for piles of 32 bits, if that is less work.
    #[inline(always)]
    fn pair_u32(a: u32, b: u32) -> bool {
        Self::pair(u64::from(a), u64::from(b))
    }

    /// The same as the scalar parser asks it: by another way to the answer, where there is one, so
    /// that comparing a kernel with the scalar parser compares the two ways as well.
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

/// A fast way through lines for the question `D`; see the module's text for the contract.
pub trait Kernel<D> {
    /// Answers the lines of `text` from `at`, which is where a line starts, and returns where it
    /// stopped: the start of a line, or the end of the text.
    fn lines<B: Bits>(&mut self, text: &[u8], at: usize, bits: &mut B) -> usize;

    /// No number that was taken since this was last asked had more digits, leading zeros aside;
    /// `usize::MAX` if that isn't known.
    fn longest(&mut self) -> usize {
        usize::MAX
    }

    /// See [`free::zero_line`].
    fn zero_line(&self, text: &[u8]) -> Option<usize> {
        free::zero_line(text)
    }
}

/// What isn't of the grammar, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, in bytes of the text.
    pub at: usize,
    /// What should have stood there.
    pub expected: &'static str,
    /// What stood there, fit for a message.
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

/// What becomes of a line that is no record.
pub trait OnFault {
    /// Goes on if it returns `Ok`, else stops there.
    fn fault(&mut self, fault: Fault) -> Result<(), Fault>;
}

/// A sink that may have enough.
pub trait Records: Bits + OnFault {
    /// How many more records are wanted. Answers that are pushed beyond are dropped.
    fn room(&self) -> u64;
    /// How many of the answers so far were cold.
    fn cold(&self) -> u64;
}

/// A way through records, which leaves what it makes of them in an `S`.
pub trait Reader<S> {
    /// Takes whole lines of `text` from `at` as [`Kernel::lines`] does, or none at all.
    fn lines(&mut self, text: &[u8], at: usize, sink: &mut S) -> usize {
        let _ = (text, sink);
        at
    }

    /// See [`Kernel::longest`]; of the lines that [`Reader::lines`] took.
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

/// The reader that asks `D` of every pair, by the kernel `K`.
#[derive(Debug)]
pub struct Ask<'k, K, D>(&'k mut K, PhantomData<fn() -> D>);

impl<'k, K, D> Ask<'k, K, D> {
    /// By that kernel.
    pub fn by(kernel: &'k mut K) -> Self {
        Self(kernel, PhantomData)
    }
}

impl<K: Kernel<D>, D: Decide, S: Bits> Reader<S> for Ask<'_, K, D> {
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

/// Reads `text`, whole lines of the grammar, from `at` to its end; `text[at - 1]`, where it is
/// there, is the newline before the first line. On an error, everything before that line is
/// answered.
pub fn run<R: Reader<S>, S: OnFault>(
    reader: &mut R,
    text: &[u8],
    mut at: usize,
    sink: &mut S,
) -> Result<(), Fault> {
    // A line is there to start at: not so behind a last line without end.
    while at < text.len() {
        at = reader.lines(text, at, sink);
        if at >= text.len() {
            break;
        }
        // One line that is not the kernel's shape.
        let line = scalar::line_at(text, at);
        match scalar::record(line) {
            Ok(Some(pair)) => reader.pair(&pair, sink),
            Ok(None) => {}
            Err(scalar::Odd {
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

/// The kernel of a backend, with the memory it works in: one for each worker.
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
    /// The one place that turns the name of a backend into its kernel.
    ///
    /// # Panics
    /// If this machine can't run it, which [`Backend::is_available`] tells.
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
            Self::Scalar(kernel) => run(&mut Ask::<_, D>::by(kernel), text, at, sink),
            Self::Swar(kernel) => run(&mut Ask::<_, D>::by(kernel), text, at, sink),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => run(&mut Ask::<_, D>::by(kernel), text, at, sink),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(kernel) => run(&mut Ask::<_, D>::by(kernel), text, at, sink),
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
            Self::Scalar(kernel) => free::run(&mut Ask::<_, D>::by(kernel), text, at, layout, sink),
            Self::Swar(kernel) => free::run(&mut Ask::<_, D>::by(kernel), text, at, layout, sink),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => free::run(&mut Ask::<_, D>::by(kernel), text, at, layout, sink),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(kernel) => free::run(&mut Ask::<_, D>::by(kernel), text, at, layout, sink),
        }
    }
}

#[cfg(test)]
mod tests;
