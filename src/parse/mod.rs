//! Parsing: the grammar of lines, and the kernels that read them. Input: bytes. Output: one bit for each record. This module is
//! public only for the benches, fuzzers and tests of this repository: any release may change it.
//!
//! This module does not depend on a game. A [`Decide`] is the question that is asked about each pair; an [`AnswerSink`]
//! takes the answers.
//!
//! # The grammar
//!
//! A record is a line: a pile, blanks, a pile. A pile is one or more decimal digits, of any value, with or without leading
//! zeros. Blanks are spaces and tabs; a line may also begin and end with them. A line ends with `\n` or `\r\n`; the last line
//! may have no end. A line of blanks alone is skipped. A line has at most 2^20 bytes. Any other line has a [`Fault`].
//!
//! # The contract of a kernel
//!
//! [`Kernel::lines`] answers lines from a given place on, and stops at the first line that it does not take, or at the end
//! of the text. It need not know why a line is unusual: the caller gives that one line to the [`scalar`] parser, which
//! answers it or reports the fault, and calls the kernel again. So a kernel is right if it never answers a line that the
//! scalar parser refuses, and never gives another answer. The tests compare exactly this.

#[cfg(target_arch = "aarch64")]
pub(crate) mod aarch64;
mod contract;
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

pub(crate) use contract::{AnswerSink, Decide, Fault, Kernel, Records};
pub(crate) use reader::{Reader, kernel_reader};

#[cfg(test)]
mod tests;
