//! The part of a vector kernel that needs no instruction set and no unsafe code.
//!
//! A vector kernel answers lines 64 at a time, as a batch. An instruction set implements the trait [`Batch`], of which the
//! compiler makes an *instance* for each [`StaticDialect`]. The rest is here, once: [`driver`] chooses between reading lines
//! in place and normalising a piece of text first; [`dialect`] recognises the form of a line; [`normalise`] writes lines in
//! the strict dialect; [`fallback`] answers single lines that no lane holds.

pub(super) mod dialect;
pub(super) mod driver;
pub(super) mod fallback;
pub(super) mod normalise;

use super::{AnswerSink, Decide};
use dialect::StaticDialect;

/// Lines in a batch.
pub(super) const LINES: usize = 64;
/// Tokens in a batch.
pub(super) const TOKENS: usize = 2 * LINES;
/// Blocks of 64 bytes that a kernel indexes in one round, at most.
pub(super) const BLOCKS: usize = 20;
/// The bytes of a round.
pub(super) const ROUND: usize = 64 * BLOCKS;

/// What an instruction set implements: batches of lines, each answered as a whole or not at all.
pub(super) trait Batch<D: Decide> {
    /// Bytes of text that must stand before the first line.
    const BYTES_BEFORE: usize;

    /// Answers whole batches of lines of `K` from `at`. The line before `at` ends as `K` says, and [`Batch::BYTES_BEFORE`] bytes
    /// of text stand before `at`.
    fn run<B: AnswerSink, K: StaticDialect>(
        &mut self,
        text: &[u8],
        at: usize,
        sink: &mut B,
    ) -> BatchEnd;

    /// Writes `piece`, which is whole lines, to `out` in the strict dialect, after one newline. `out` has
    /// [`SLACK`](normalise::SLACK) bytes more than `piece`. Returns the number of bytes written; `None` if a carriage return is
    /// not followed by a line feed.
    fn normalise(&mut self, piece: &[u8], out: &mut [u8]) -> Option<usize>;
}

/// How far [`Batch::run`] came: too little text is left after that, or the next lines are not of the dialect.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchEnd {
    /// The start of the first line that is not answered.
    pub(super) at: usize,
    /// No number in the answered lines has more digits; `usize::MAX` if that is not known.
    pub(super) max_digits: usize,
}

#[cfg(test)]
pub(in crate::parse) mod tests;
