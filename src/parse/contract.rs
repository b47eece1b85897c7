//! The contract between a kernel and its callers.
//!
//! How a line is answered: a worker gives its chunk to a [`Reader`](super::Reader), by one dynamic call. The reader calls its
//! kernel, which walks over lines and asks a [`Decide`] about each pair. The kernel pushes the answers into the [`AnswerSink`],
//! and returns the start of the first line that it does not take. The reader gives this line to the scalar parser; if the line
//! is malformed, the reader gives the fault to the [`Records`]. Then it calls the kernel again. Only the worker's call is
//! dynamic.
//!
//! The module documentation of [`parse`](super) says what a kernel must do.

use crate::error::ErrorKind;

/// A place where the text breaks the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The offset of its first byte in the text.
    pub at: usize,
    /// What the grammar expects at this place.
    pub expected: &'static str,
    /// What the text has at this place, in printable form.
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
    /// The factors and the limit of the filter by six digits. `None` if there is no filter.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    const SIX_DIGITS: Option<([i16; 4], i32)> = None;

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

    /// The answer for two piles, for the scalar parser. A question that has a second algorithm uses it here: then a comparison
    /// of a kernel with the scalar parser also compares the two algorithms.
    fn reference(a: u64, b: u64) -> bool {
        Self::pair(a, b)
    }

    /// The answer for two piles as decimal digits, of which at least one does not fit `u64`.
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
    /// The number of answers that it still takes; it drops further ones.
    fn remaining(&self) -> u64;
    /// The number of true answers so far.
    fn cold(&self) -> u64;
}

/// A fast reader of lines for the question `D`. The module documentation has the contract.
pub(crate) trait Kernel<D> {
    /// Answers the lines of `text` from `at`, the start of a line, and returns where it stopped: the start of a line, or the
    /// end of the text.
    fn lines<B: AnswerSink>(&mut self, text: &[u8], at: usize, sink: &mut B) -> usize;
}
