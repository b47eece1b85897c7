//! What a worker fills with a chunk's answers.
//!
//! Owns the counts and the output of one chunk. Invariant: `lines` holds the answers of `records`
//! records, and marks for `invalid` lines, in order.

use super::{Answers, Config, FIRST_INVALID, OnInvalid};
use crate::output::answers::Lines;
use crate::output::labels::{INVALID, INVALID_JSON};
use crate::parse::{Bits, Fault, OnFault, Records};

/// Takes a chunk's answers.
pub(super) struct Sink<'c> {
    on_invalid: OnInvalid,
    /// What stands in the place of an invalid line; nothing, where records are only counted.
    mark: &'static [u8],
    pub(super) lines: Lines<'c>,
    pub(super) records: u64,
    pub(super) cold: u64,
    pub(super) invalid: u64,
    pub(super) faults: Vec<Fault>,
    /// Records after so many are dropped.
    most: u64,
}

impl<'c> Sink<'c> {
    /// For what `config` asks; `lines` is empty.
    pub(super) fn new(config: &'c Config, lines: Lines<'c>) -> Self {
        Self {
            on_invalid: config.on_invalid,
            mark: match config.answers {
                Answers::Count => b"",
                Answers::Json => INVALID_JSON,
                _ => INVALID,
            },
            lines,
            records: 0,
            cold: 0,
            invalid: 0,
            faults: Vec::new(),
            most: u64::MAX,
        }
    }

    /// Takes no more than `most` records.
    pub(super) fn most(&mut self, most: u64) {
        self.most = most;
    }

    /// As it was when new, but for what it was told.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.faults.clear();
        (self.records, self.cold, self.invalid) = (0, 0, 0);
    }
}

impl Bits for Sink<'_> {
    #[inline]
    fn push(&mut self, mut answers: u64, mut count: u32) {
        let room = self.most - self.records;
        if u64::from(count) > room {
            count = room as u32;
            answers &= (1 << count) - 1;
        }
        self.records += u64::from(count);
        self.cold += u64::from(answers.count_ones());
        self.lines.push(answers, count);
    }
}

impl Records for Sink<'_> {
    fn room(&self) -> u64 {
        self.most - self.records
    }

    fn cold(&self) -> u64 {
        self.cold
    }
}

impl OnFault for Sink<'_> {
    fn fault(&mut self, fault: Fault) -> Result<(), Fault> {
        if self.on_invalid == OnInvalid::Stop {
            return Err(fault);
        }
        self.invalid += 1;
        if !self.mark.is_empty() {
            self.lines.text().extend_from_slice(self.mark);
        }
        if self.faults.len() < FIRST_INVALID {
            self.faults.push(fault);
        }
        Ok(())
    }
}
