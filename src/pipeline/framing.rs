//! Reads inputs that begin with the number of their records, or that mark the end of the records.
//!
//! The answers are those of a reader that takes one number after the other.
//!
//! # Design
//!
//! The workers take chunks in any order, and a chunk may begin within a record or after the end of the records. A worker
//! assumes that its chunk begins with a record and that no record is after the end: this is true for nearly every chunk
//! of nearly every file. When the chunk is next in order, the state at its start is known. If it is not the assumed
//! state, the chunk is read again from the known state, by one worker. So a file with one record on each line takes no more
//! time than without framing, and the answers for other layouts are right, too.
//!
//! In an input of [cases](CaseReader) the meaning of a number depends on all numbers before it. There a chunk is read only
//! when it is next in order.

use super::chunk_sink::ChunkSink;
use super::decide::Ascending;
use super::options::Strictness;
use super::record_processor::RecordProcessor;
use crate::error::{ErrorKind, shown};
use crate::parse::free::{self, Layout, Stop};
use crate::parse::{Decide as _, Fault};
use crate::problem::{CaseReader, Framing, Missing, Problem};

/// The state of a framed input between two chunks.
#[derive(Debug)]
pub(super) struct FrameState {
    /// Whether the number of records comes next.
    expects_count: bool,
    /// At most this number of records follow.
    remaining: u64,
    /// The first number of a record that is not complete.
    carry: Vec<u8>,
    /// Whether the records have ended.
    ended: bool,
    /// The reader of cases, if a record is a case.
    cases: Option<CaseReader>,
}

/// Whether a chunk has an error or a warning.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Findings {
    None,
    Some,
}

/// The result of reading a chunk from some state.
#[derive(Debug)]
pub(super) struct FrameReading {
    /// The state after the chunk.
    pub(super) state: FrameState,
    /// The error that stopped the reading, and its offset.
    pub(super) fault: Option<(usize, ErrorKind)>,
    /// The offset of the first place where the text breaks the limits of the problem, and the message.
    pub(super) warning: Option<(usize, String)>,
}

impl FrameState {
    /// The state at the start of an input.
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

    /// The state that a worker assumes at the start of any other chunk.
    pub(super) fn assumed() -> Self {
        Self {
            expects_count: false,
            remaining: u64::MAX,
            carry: Vec::new(),
            ended: false,
            cases: None,
        }
    }

    /// Whether the result of a chunk with `records` records, read from the assumed state, is right for this state. If the
    /// records end in the chunk, the text after them was read too, and its errors must not be reported. So such a chunk must
    /// have no findings.
    pub(super) fn is_as_assumed(&self, records: u64, findings: Findings) -> bool {
        self.cases.is_none()
            && !self.expects_count
            && self.carry.is_empty()
            && (records < self.remaining || records == self.remaining && findings == Findings::None)
    }

    /// Advances past a chunk with `records` records. The chunk was read from the assumed state, which gave the right result
    /// (see [`Self::is_as_assumed`]) and the state `behind` after the chunk.
    pub(super) fn advance(&mut self, behind: FrameState, records: u64) {
        if self.remaining != u64::MAX {
            self.remaining -= records;
        }
        self.carry = behind.carry;
        self.ended = behind.ended || self.remaining == 0;
    }

    /// Whether no more records follow.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The part that is missing if the input ends here, after `records` records.
    pub(super) fn missing(&self, framing: Framing, records: u64) -> Option<Missing> {
        if let Some(cases) = &self.cases {
            return cases.missing();
        }
        if self.ended {
            return None;
        }
        let what = match framing {
            _ if !self.carry.is_empty() => "the second pile of the last record".to_owned(),
            Framing::Count if self.expects_count => "the number of records".to_owned(),
            Framing::Count => format!(
                "all {} records that the first number announces; found {records}",
                records.saturating_add(self.remaining)
            ),
            Framing::One => "a record of two piles".to_owned(),
            Framing::Zero => return Some(Missing::Closing("the closing 0 0".to_owned())),
            Framing::Eof | Framing::Lines => return None,
        };
        Some(Missing::Record(what))
    }
}

/// The number of records at the start of an input.
struct Count {
    value: u64,
    /// Where it ends.
    end: usize,
    warning: Option<(usize, String)>,
}

/// Reads the chunks of a framed input.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameReader<'p> {
    pub(super) problem: &'p Problem,
    pub(super) strictness: Strictness,
}

/// One pass over the records of a chunk.
struct Pass {
    result: Result<Stop, Fault>,
    /// The first number of a record that is not complete.
    carry: Vec<u8>,
    /// An upper bound on the digits of every number.
    max_digits: usize,
}

impl FrameReader<'_> {
    /// Whether a chunk can be read only after all chunks before it.
    pub(super) fn is_sequential(&self) -> bool {
        !self.problem.is_pairs()
    }

    /// Reads `text` from `at` on in the state `state`.
    pub(super) fn read<P: RecordProcessor>(
        &self,
        processor: &P,
        memory: &mut P::Memory,
        text: &[u8],
        mut at: usize,
        mut state: FrameState,
        sink: &mut ChunkSink<'_>,
    ) -> FrameReading {
        let mut warning = None;
        if let Some(cases) = &mut state.cases {
            let read = self.read_cases(cases, text, at, sink, &mut warning);
            state.ended = cases.has_ended();
            return FrameReading::new(state, read.err(), warning);
        }
        if state.expects_count {
            match self.count(text, at) {
                Ok(None) => return FrameReading::new(state, None, None),
                Err(fault) => {
                    return FrameReading::new(state, Some((fault.at, fault.into())), None);
                }
                Ok(Some(count)) => {
                    (at, state.remaining, state.expects_count) = (count.end, count.value, false);
                    warning = count.warning;
                }
            }
        }
        if self.strictness == Strictness::Strict
            && let Some((offset, what)) = warning
        {
            return FrameReading::new(state, Some((offset, ErrorKind::Framing(what))), None);
        }
        if state.remaining == 0 {
            state.ended = true;
            return FrameReading::new(state, None, warning);
        }
        sink.limit_records(state.remaining);
        let carried = state.carry.clone();
        let mut read = |text: &[u8], sink: &mut ChunkSink<'_>| {
            self.pass(processor, memory, text, at, &carried, sink)
        };
        let mut pass = read(text, sink);
        if let Ok(Stop::ZeroLine(line)) = pass.result {
            sink.clear();
            pass = read(&text[..line], sink);
            pass.result = pass.result.map(|_| Stop::Ended(line));
        }
        let (end, fault) = end_of_pass(pass.result, text, &mut state);
        let findings = [
            self.first_large_pile(&text[..end], at, pass.max_digits),
            self.first_descent(&text[..end], at, &carried),
        ];
        let first = findings.into_iter().flatten().min_by_key(|(at, _)| *at);
        if let Some((offset, what)) = first {
            if self.strictness == Strictness::Strict {
                // The answers before that offset are kept.
                sink.clear();
                let _ = read(&text[..offset], sink);
                let fault = Some((offset, ErrorKind::Framing(what)));
                return FrameReading::new(state, fault, None);
            }
            warning.get_or_insert((offset, what));
        }
        state.carry = pass.carry;
        if state.remaining != u64::MAX {
            state.remaining -= sink.records;
        }
        state.ended |= state.remaining == 0;
        if state.ended {
            state.carry.clear();
        }
        FrameReading::new(state, fault, warning)
    }

    fn pass<P: RecordProcessor>(
        &self,
        processor: &P,
        memory: &mut P::Memory,
        text: &[u8],
        at: usize,
        carried: &[u8],
        sink: &mut ChunkSink<'_>,
    ) -> Pass {
        let (mut carry, mut max_digits) = (carried.to_vec(), 0);
        let layout = Layout {
            zero_ends: self.problem.framing == Framing::Zero,
            carry: &mut carry,
            max_digits: &mut max_digits,
        };
        let result = processor.answer_free(memory, text, at, layout, sink);
        Pass {
            result,
            carry,
            max_digits,
        }
    }

    /// The number of records; `None` if the text has only whitespace.
    fn count(&self, text: &[u8], at: usize) -> Result<Option<Count>, Fault> {
        let Some(number) = free::number(text, at)? else {
            return Ok(None);
        };
        let value = number.value("a number of records up to 18446744073709551615")?;
        let limits = self.problem.limits.as_ref();
        let max = limits.and_then(|limits| limits.max_records);
        let warning = max.filter(|&max| value > max).map(|max| {
            let name = self.problem.name_in_messages();
            let what = format!("{value} records are more than {max}, the limit of {name}");
            (number.start, what)
        });
        Ok(Some(Count {
            value,
            end: number.end,
            warning,
        }))
    }

    /// The first pile beyond the limit. No number has more digits than `max_digits`.
    fn first_large_pile(
        &self,
        text: &[u8],
        at: usize,
        max_digits: usize,
    ) -> Option<(usize, String)> {
        let max = &self.problem.limits.as_ref()?.max_pile;
        let digits = max.digits().len();
        if max_digits < digits {
            return None;
        }
        let offset = free::long_number(text, at, digits, |pile| max.is_exceeded_by(pile))?;
        let pile = &text[offset..];
        let pile = &pile[..pile.iter().take_while(|c| c.is_ascii_digit()).count()];
        let name = self.problem.name_in_messages();
        let what = format!("{} is larger than {max}, the limit of {name}", shown(pile));
        Some((offset, what))
    }

    /// The first record whose second pile is smaller than its first one. If `carry` is not empty, it is the first pile of
    /// the first record.
    ///
    /// This reads number by number, because the kernels do not compare piles. So it is called only if the problem promises
    /// an order of the piles.
    fn first_descent(&self, text: &[u8], mut at: usize, carry: &[u8]) -> Option<(usize, String)> {
        if !self.problem.is_smaller_first() {
            return None;
        }
        let mut first = (!carry.is_empty()).then_some(carry);
        // A text that is no number was reported already, and `text` ends before it.
        while let Ok(Some(number)) = free::number(text, at) {
            let digits = number.pile.digits;
            at = number.end;
            let Some(before) = first.take() else {
                first = Some(digits);
                continue;
            };
            if Ascending::digits(digits, before) {
                let name = self.problem.name_in_messages();
                let (digits, before) = (shown(digits), shown(before));
                let what = format!("{digits} is after {before}: {name} has the smaller pile first");
                return Some((number.start, what));
            }
        }
        None
    }
}

/// Where the text that was read ends, and the fault that ended it.
fn end_of_pass(
    result: Result<Stop, Fault>,
    text: &[u8],
    state: &mut FrameState,
) -> (usize, Option<(usize, ErrorKind)>) {
    match result {
        Ok(Stop::Text) => (text.len(), None),
        Ok(Stop::Ended(offset)) => {
            state.ended = true;
            (offset, None)
        }
        Ok(Stop::ZeroLine(_)) => unreachable!("the text was read again before that line"),
        Err(fault) => {
            // The digits of a text that is no number are not compared with the limits.
            let digits = text[..fault.at].iter().rev();
            let digits = digits.take_while(|c| c.is_ascii_digit()).count();
            (fault.at - digits, Some((fault.at, fault.into())))
        }
    }
}

impl FrameReading {
    fn new(
        state: FrameState,
        fault: Option<(usize, ErrorKind)>,
        warning: Option<(usize, String)>,
    ) -> Self {
        Self {
            state,
            fault,
            warning,
        }
    }
}
