//! Bytes in, one bit a record out.
//!
//! Owns the line grammar and the kernels that read it. It knows no game: what is asked of a pair
//! comes in as a [`Decide`], and the answers leave through a [`Bits`].
//!
//! # The grammar
//!
//! A record is a line: a pile, blanks, a pile. A pile is one or more decimal digits, of any
//! value; leading zeros are fine. Blanks are spaces and tabs, any number of them, also before and
//! behind. A line ends with `\n` or `\r\n`; the last one may have no end. A line of blanks alone
//! is no record. A line is at most [`MAX_LINE`] bytes. Anything else is a [`Fault`].
//!
//! # The contract of a kernel
//!
//! [`Kernel::lines`] takes lines from where it is told, answers them, and stops at a line that is
//! not its fast shape (or at the end of the text). It needn't know why: the caller gives that one
//! line to the [`scalar`] parser, which either answers it or words the fault, and calls again.
//! So a kernel is right if it never answers a line that the scalar parser would refuse, and never
//! answers it differently: this is what the tests compare.

pub mod scalar;
pub mod swar;

use crate::backend::Backend;
use crate::error::shown;

/// The longest line in bytes, without its end: memory stays bounded whatever the input is.
pub const MAX_LINE: usize = 1 << 20;

/// A byte order mark, accepted at byte 0 of an input.
pub const BOM: &[u8] = b"\xef\xbb\xbf";

/// The question that is asked of each pair. A type, not a closure, so that a kernel compiles it
/// into its loop.
pub trait Decide {
    /// The answer for two piles.
    fn pair(a: u64, b: u64) -> bool;

    /// The answer for piles of any size, as decimal digits. At least one is beyond `u64`.
    fn digits(a: &[u8], b: &[u8]) -> bool;
}

/// Where the answers go, in the order of the records.
pub trait Bits {
    /// The answers of `count` records (1 to 64), the first in bit 0; bits above are 0.
    fn push(&mut self, answers: u64, count: u32);
}

/// A fast way through lines; see the module's text for the contract.
pub trait Kernel {
    /// Answers the lines of `text` from `at`, which is where a line starts, and returns where it
    /// stopped: the start of a line, or the end of the text.
    fn lines<D: Decide, B: Bits>(&mut self, text: &[u8], at: usize, bits: &mut B) -> usize;
}

/// What isn't of the grammar, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where the line starts, in bytes of the text.
    pub line_start: usize,
    /// What was expected there, and what was found.
    pub at: usize,
    /// What should have stood there.
    pub expected: &'static str,
    /// What stood there, fit for a message.
    pub found: String,
}

/// What becomes of a line that is no record.
pub trait OnFault {
    /// Goes on if it returns `Ok`, else stops there.
    fn fault(&mut self, fault: Fault) -> Result<(), Fault>;
}

/// Reads `text`, whole lines, from `at` to its end with `kernel`; `text[at - 1]`, where it is
/// there, is the newline before the first line. On an error, everything before that line is
/// answered.
pub fn run<K: Kernel, D: Decide, S: Bits + OnFault>(
    kernel: &mut K,
    text: &[u8],
    mut at: usize,
    sink: &mut S,
) -> Result<(), Fault> {
    loop {
        at = kernel.lines::<D, S>(text, at, sink);
        if at >= text.len() {
            return Ok(());
        }
        // One line that is not the kernel's shape.
        let line = scalar::line_at(text, at);
        match scalar::record(line) {
            Ok(Some(pair)) => sink.push(u64::from(pair.ask::<D>()), 1),
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
                    line_start: at,
                    at: at + column,
                    expected,
                    found,
                })?;
            }
        }
        at += line.len() + 1;
    }
}

/// The one place that turns the name of a backend into its kernel.
pub fn run_with<D: Decide, S: Bits + OnFault>(
    backend: Backend,
    text: &[u8],
    at: usize,
    sink: &mut S,
) -> Result<(), Fault> {
    match backend {
        Backend::Scalar => run::<_, D, S>(&mut scalar::Scalar, text, at, sink),
        Backend::Swar => run::<_, D, S>(&mut swar::Swar, text, at, sink),
    }
}
