//! What a worker fills with a chunk's answers.
//!
//! Owns the counts and the text of one chunk. Invariant: `text` holds the answers of `records`
//! records, and marks for `invalid` lines, in order.

use super::{Answers, Config, FIRST_INVALID, OnInvalid};
use crate::output::encode::{INVALID, Words};
use crate::parse::{Bits, Fault, OnFault, Records};

/// Takes a chunk's answers.
pub(super) struct Sink<'c> {
    on_invalid: OnInvalid,
    /// `None`: what is said of a record isn't its word.
    words: Option<&'c Words>,
    /// Records are only counted.
    mute: bool,
    pub(super) text: Vec<u8>,
    pub(super) records: u64,
    pub(super) cold: u64,
    pub(super) invalid: u64,
    pub(super) faults: Vec<Fault>,
    /// Records after so many are dropped.
    most: u64,
}

impl<'c> Sink<'c> {
    /// For what `config` asks; `text` is empty.
    pub(super) fn new(config: &'c Config, text: Vec<u8>) -> Self {
        Self {
            on_invalid: config.on_invalid,
            words: match &config.answers {
                Answers::Words(words) | Answers::WordsAndMoves(words) => Some(words),
                _ => None,
            },
            mute: matches!(config.answers, Answers::Count),
            text,
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
        self.text.clear();
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
        if let Some(words) = self.words {
            words.append(answers, count, &mut self.text);
        }
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
        if !self.mute {
            self.text.extend_from_slice(INVALID);
        }
        if self.faults.len() < FIRST_INVALID {
            self.faults.push(fault);
        }
        Ok(())
    }
}
