//! The state between two chunks of an input that begins with the number of its records, or that marks the end of the records.

use crate::problem::{CaseReader, Framing, Missing, Problem};

#[derive(Debug, Default)]
pub(super) struct FrameState {
    pub(super) expects_count: bool,
    /// The largest number of records that can follow; 0 after the end of the records.
    pub(super) remaining: u64,
    /// The first number of a record that is not complete.
    pub(super) carry: Vec<u8>,
    pub(super) cases: Option<CaseReader>,
}

impl FrameState {
    pub(super) fn at_start(problem: &Problem) -> Self {
        Self {
            expects_count: problem.framing == Framing::Count,
            remaining: match problem.framing {
                Framing::One => 1,
                _ => u64::MAX,
            },
            cases: (!problem.is_pairs()).then(|| CaseReader::new(problem.clone())),
            ..Self::assumed()
        }
    }

    /// The state that a worker assumes at the start of a chunk that is not next in order.
    pub(super) fn assumed() -> Self {
        Self {
            remaining: u64::MAX,
            ..Self::default()
        }
    }

    /// Whether the result of a chunk that was read from the assumed state is right for this state. `records` is the number of
    /// its records, plus one if it has an error or a warning, which counts only if the records have not ended before it.
    pub(super) fn is_as_assumed(&self, records: u64) -> bool {
        !self.expects_count && self.carry.is_empty() && records <= self.remaining
    }

    /// Advances past a chunk with `records` records. The chunk was rightly read from the assumed state (see
    /// [`Self::is_as_assumed`]), which led to the state `after` the chunk.
    pub(super) fn advance(&mut self, after: FrameState, records: u64) {
        // `after` has ended, or has at least as many records left as this state.
        self.remaining = after.remaining.min(self.remaining - records);
        self.carry = after.carry;
    }

    pub(super) fn has_ended(&self) -> bool {
        self.remaining == 0
    }

    /// The part that is missing if the input ends here, after `records` records.
    pub(super) fn missing(&self, framing: Framing, records: u64) -> Option<Missing> {
        let of_case = self.cases.as_ref().and_then(CaseReader::missing);
        if of_case.is_some() || self.has_ended() {
            return of_case;
        }
        let what = match framing {
            _ if !self.carry.is_empty() => "the second pile of the last record".to_owned(),
            Framing::Count if self.expects_count => "the number of records".to_owned(),
            Framing::Count => format!(
                "all {} records that the first number announces; found {records}",
                records + self.remaining
            ),
            Framing::One => "a record of two piles".to_owned(),
            Framing::Zero => return Some(Missing::Closing("the closing 0 0".to_owned())),
            Framing::Eof | Framing::Lines => return None,
        };
        Some(Missing::Record(what))
    }
}
