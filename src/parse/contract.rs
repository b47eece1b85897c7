//! The contract between a kernel and its callers: the question, the kernel, and the sink of answers.
//!
//! The module documentation of [`parse`](super) says what a kernel must do.

/// The question that is asked of each pair. It is a type, so that a kernel compiles it into its loop.
pub(crate) trait Decide {
    /// 2^32 r, rounded, for a number r from 1 to 1.82 such that the answer is false unless r times one pile differs from the
    /// other pile by less than 1. `None` if there is no such number.
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

/// Where the answers go, in the order of the records.
pub(crate) trait AnswerSink {
    /// The answers of `count` records (1 to 64), the first in bit 0; bits above are 0.
    fn push(&mut self, answers: u64, count: u32);
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
