//! Parsing: the grammar of lines, and the kernels that read them. Input: bytes. Output: one bit for each record.
//!
//! # The grammar
//!
//! A record is a line: a pile, blanks, a pile. A pile is one or more decimal digits, of any value, with or without leading
//! zeros. Blanks are spaces and tabs; a line may also begin and end with them. A line ends with `\n` or `\r\n`; the last line
//! may have no end. A line of blanks alone is skipped. A line has at most 2^20 bytes. Any other line has a [`Fault`].
//!
//! # How a line is answered
//!
//! A worker gives its chunk to a [`Reader`]; only this call is dynamic. The reader calls its kernel, which walks over lines, asks a
//! [`Decide`] about each pair, and pushes the answers into the [`AnswerSink`]. Only the question depends on a game.
//!
//! A kernel is a function of a text, the start of a line, and a sink. It answers lines from there on, and returns where it stopped:
//! the start of the first line that it does not take, or the end of the text. It need not know why a line is unusual: the
//! reader gives that one line to the [`scalar`] parser, which answers it or reports the fault to the [`Records`], and calls the
//! kernel again. So a kernel is right if it never answers a line that the scalar parser refuses, and never gives another answer.
//! The tests compare exactly this.

#[cfg(target_arch = "aarch64")]
pub(crate) mod aarch64;
#[cfg(any(
    target_arch = "aarch64",
    target_arch = "x86_64",
    target_feature = "simd128"
))]
mod driver;
pub(crate) mod free;
mod reader;
pub(crate) mod scalar;
#[cfg(any(
    target_arch = "aarch64",
    target_arch = "x86_64",
    target_feature = "simd128"
))]
mod streams;
pub(crate) mod swar;
// Only WebAssembly has a feature of this name.
#[cfg(target_feature = "simd128")]
mod wasm32;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;

pub(crate) use reader::{Reader, kernel_reader};

use crate::error::{ErrorKind, shown};

/// A place where the text breaks the grammar, or a limit of the problem.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The offset of its first byte in the text.
    pub at: usize,
    pub kind: ErrorKind,
}

impl Fault {
    /// The grammar expects `expected` at this place. `found` is the bytes there; none at the end of a line.
    pub(crate) fn new(at: usize, expected: &'static str, found: &[u8]) -> Self {
        let found = match found {
            [] => "the end of the line".to_owned(),
            _ => shown(found),
        };
        let kind = ErrorKind::Malformed { expected, found };
        Self { at, kind }
    }
}

/// The question that is asked of each pair. It is a type, so that a kernel compiles it into its loop.
pub(crate) trait Decide: 'static {
    /// The factors and the limit of the filter by six digits. `None` if there is no filter.
    #[allow(dead_code)] // used by AVX-512
    const SIX_DIGITS: Option<([i16; 4], i32)> = None;

    /// The factors of the filter by four digits. `None` if there is no filter.
    #[allow(dead_code)] // used by the other vectors
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

/// A chunk's result, to which a [`Reader`] also gives malformed lines. It limits the number of records.
pub(crate) trait Records: AnswerSink {
    /// Takes the fault of a malformed line. Reading continues past the line if this returns `Ok`, and stops otherwise.
    fn fault(&mut self, fault: Fault) -> Result<(), Fault>;
    /// The number of answers that it still takes; it drops further ones.
    fn remaining(&self) -> u64;
    /// The number of true answers so far.
    fn cold(&self) -> u64;
}

#[cfg(test)]
mod tests;
