//! The result of a chunk, and the sums over the results of an input.

use super::frame_state::FrameState;
use super::summary::{FIRST_INVALID, Summary};
use crate::error::Error;
use crate::output::answers::AnswerBuffer;
use crate::parse::{AnswerSink, Fault, Records};

/// The sums over all chunks that are released.
#[derive(Debug, Default)]
pub(super) struct RunTotals {
    pub(super) summary: Summary,
    pub(super) written: u64,
    /// The bytes of the inputs before this one; of a compressed input, the compressed bytes.
    pub(super) read_before: u64,
    pub(super) input: InputTotals,
}

#[derive(Debug, Default)]
pub(super) struct InputTotals {
    pub(super) records: u64,
    pub(super) bytes: u64,
    pub(super) has_warning: bool,
    /// The number of lines before the next chunk, if the input can be read only once.
    pub(super) lines: u64,
    /// An offset in a file, and the number of lines before it.
    pub(super) counted: (u64, u64),
    pub(super) end: u64,
    /// The number of bytes before the next chunk that belong to the line with which it begins. It is above 0 only if chunks
    /// may begin within a line.
    pub(super) tail: u64,
    /// The state before the next chunk of a framed input. A worker that solves this chunk takes it.
    pub(super) frame: Option<FrameState>,
}

/// The result of a chunk.
///
/// In the [location](Error::location) of an error, `byte` counts from the start of the input, `column` from 0 in its line, and `line`
/// is the number of lines before it in the chunk, if the input can be read only once.
#[derive(Default)]
pub(super) struct ChunkResult {
    /// The answer to an invalid line; empty if only totals are written. `None` if the run ends at such a line.
    pub(super) mark: Option<&'static [u8]>,
    pub(super) max_records: u64,
    /// The answers of `records` records and the marks of `invalid` lines, in order.
    pub(super) answers: AnswerBuffer,
    pub(super) records: u64,
    pub(super) cold: u64,
    pub(super) invalid: u64,
    /// The first invalid lines, and the first place where the chunk breaks the limits of the problem: while the chunk is read, and
    /// then as errors.
    pub(super) faults: Vec<Fault>,
    pub(super) first_invalid: Vec<Error>,
    pub(super) beyond_limit: Option<Fault>,
    pub(super) warning: Option<Error>,
    pub(super) offset: u64,
    pub(super) bytes: u64,
    /// The number of lines that end in the chunk. Counted only if the input can be read only once.
    pub(super) newlines: u64,
    /// The number of bytes after the last newline; `None` if the chunk has no newline.
    pub(super) tail: Option<u64>,
    /// The error that ended the chunk early.
    pub(super) failure: Option<Error>,
    /// The state after a chunk of a framed input.
    pub(super) state_after: Option<FrameState>,
    /// The text of the chunk, if the input is not mapped and the chunk may have to be read again.
    pub(super) kept: Vec<u8>,
}

impl ChunkResult {
    pub(super) fn clear_answers(&mut self) {
        self.answers.clear();
        (self.records, self.cold, self.invalid) = (0, 0, 0);
    }

    pub(super) fn count(&mut self, cold: bool) {
        self.records += 1;
        self.cold += u64::from(cold);
    }
}

impl AnswerSink for ChunkResult {
    #[inline]
    fn push(&mut self, mut answers: u64, mut count: u32) {
        let remaining = self.max_records - self.records;
        if u64::from(count) > remaining {
            count = remaining as u32;
            answers &= (1 << count) - 1;
        }
        self.records += u64::from(count);
        self.cold += u64::from(answers.count_ones());
        self.answers.push(answers, count);
    }
}

impl Records for ChunkResult {
    fn remaining(&self) -> u64 {
        self.max_records - self.records
    }

    fn cold(&self) -> u64 {
        self.cold
    }

    fn fault(&mut self, fault: Fault) -> Result<(), Fault> {
        let Some(mark) = self.mark else {
            return Err(fault);
        };
        self.invalid += 1;
        self.answers.text().extend_from_slice(mark);
        if self.faults.len() < FIRST_INVALID {
            self.faults.push(fault);
        }
        Ok(())
    }
}
