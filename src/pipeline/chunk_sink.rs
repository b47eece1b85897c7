//! Collects the answers of a chunk.

use super::solver::OnInvalid;
use super::summary::FIRST_INVALID;
use crate::output::answers::AnswerBuffer;
use crate::parse::{AnswerSink, Fault, Records};

/// The answers of one chunk. `answers` holds the answers of `records` records and the marks of `invalid` lines, in order.
#[derive(Default)]
pub(super) struct ChunkSink {
    pub(super) on_invalid: OnInvalid,
    /// The answer to an invalid line; empty if only totals are written.
    pub(super) mark: &'static [u8],
    pub(super) answers: AnswerBuffer,
    pub(super) records: u64,
    pub(super) cold: u64,
    pub(super) invalid: u64,
    pub(super) faults: Vec<Fault>,
    pub(super) max_records: u64,
}

impl ChunkSink {
    /// Removes all answers, but keeps the memory and `max_records`.
    pub(super) fn clear(&mut self) {
        self.answers.clear();
        self.faults.clear();
        (self.records, self.cold, self.invalid) = (0, 0, 0);
    }

    pub(super) fn count(&mut self, cold: bool) {
        self.records += 1;
        self.cold += u64::from(cold);
    }
}

impl AnswerSink for ChunkSink {
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

impl Records for ChunkSink {
    fn remaining(&self) -> u64 {
        self.max_records - self.records
    }

    fn cold(&self) -> u64 {
        self.cold
    }

    fn fault(&mut self, fault: Fault) -> Result<(), Fault> {
        if self.on_invalid == OnInvalid::Stop {
            return Err(fault);
        }
        self.invalid += 1;
        self.answers.text().extend_from_slice(self.mark);
        if self.faults.len() < FIRST_INVALID {
            self.faults.push(fault);
        }
        Ok(())
    }
}
