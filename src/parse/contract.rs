//! The contract between a kernel and its callers.
//!
//! The way of a line: a worker gives a chunk to a [`Reader`](super::Reader), once a chunk and by a dynamic call. The reader calls its
//! kernel, which walks over lines and asks a [`Decide`] about each pair. The kernel pushes the answers into the [`AnswerSink`].
//! It returns the start of a line that it does not take. The reader gives this line to the scalar parser, and its fault, if there is one,
//! to the [`Records`]; then it calls the kernel again. All calls below the first one are static.
//!
//! The module documentation of [`parse`](super) says what a kernel must do.

use crate::error::ErrorKind;

/// A place where the text breaks the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Its first byte, from the start of the text.
    pub at: usize,
    /// What the grammar expects there.
    pub expected: &'static str,
    /// What was found there, in printable form.
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

/// The question that is asked of each pair. It is a type, so that a kernel compiles it into its loop.
pub(crate) trait Decide: 'static {
    /// 2^32 r, rounded, for a number r from 1 to 1.82 such that the answer is false unless r times one pile differs from the
    /// other pile by less than 1. `None` if there is no such number.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    const RATIO: Option<u64> = None;

    /// The factors of the filter by four digits. `None` if there is no filter.
    #[cfg_attr(
        not(any(target_arch = "aarch64", target_arch = "x86_64")),
        allow(dead_code)
    )]
    const FOUR_DIGITS: Option<[u16; 2]> = None;

    /// The answer for two piles.
    fn pair(a: u64, b: u64) -> bool;

    /// The answer for two piles of 32 bits. A question overrides this method if 32 bits are faster.
    #[inline(always)]
    fn pair_u32(a: u32, b: u32) -> bool {
        Self::pair(u64::from(a), u64::from(b))
    }

    /// The answer for two piles, used by the scalar parser. If the question has a second algorithm, it is used here: then a
    /// comparison of a kernel with the scalar parser also compares the two algorithms.
    fn reference(a: u64, b: u64) -> bool {
        Self::pair(a, b)
    }

    /// The answer for piles of any size, as decimal digits. At least one of them does not fit `u64`.
    fn digits(a: &[u8], b: &[u8]) -> bool;
}

/// Where a kernel pushes its answers, in the order of the records: a chunk's result, or a kernel's own memory while it does not
/// know yet whether it can answer all lines of a piece.
pub(crate) trait AnswerSink {
    /// The answers of `count` records (1 to 64), the first in bit 0; bits above are 0.
    fn push(&mut self, answers: u64, count: u32);
}

/// A chunk's result, to which a [`Reader`](super::Reader) also gives malformed lines. It limits the number of records.
pub(crate) trait Records: AnswerSink {
    /// Takes the fault of a malformed line. Reading continues past the line if this returns `Ok`, and stops otherwise.
    fn fault(&mut self, fault: Fault) -> Result<(), Fault>;
    /// How many more records are wanted. Answers beyond that number are dropped.
    fn remaining(&self) -> u64;
    /// How many of the answers so far were cold.
    fn cold(&self) -> u64;
}

/// A fast reader of lines for the question `D`. The module documentation has the contract.
pub(crate) trait Kernel<D> {
    /// Answers the lines of `text` from `at`, the start of a line, and returns where it stopped: the start of a line, or the
    /// end of the text.
    fn lines<B: AnswerSink>(&mut self, text: &[u8], at: usize, sink: &mut B) -> usize;

    /// An upper bound on the digits of the numbers answered since the last call, without leading zeros. `usize::MAX` if
    /// that is not known.
    fn take_max_digits(&mut self) -> usize {
        usize::MAX
    }
}
