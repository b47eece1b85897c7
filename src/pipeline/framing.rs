//! Reads inputs that begin with the number of their records, or that mark the end of the records. The answers are the same as
//! from a reader that takes one number after the other.
//!
//! A worker that did not read the preceding chunk assumes that its chunk begins with a record and that the records have not
//! ended. This is true for nearly every chunk of nearly every file. When the chunk is next in order, the state at its start
//! is known. If it is not the assumed state, the chunk is read again. So a file with one record on each line takes no more
//! time than without framing. In an input of [cases](CaseReader) the meaning of a number depends on all numbers before it.
//! One worker reads it.

use super::chunk_sink::ChunkSink;
use super::decide::Ascending;
use super::record_reader::RecordReader;
use super::solver::Solver;
use crate::error::{ErrorKind, shown};
use crate::parse::free::{self, FreeLayout, Stop};
use crate::parse::{Decide as _, Fault};
use crate::problem::{CaseReader, Framing, Missing, Problem};

#[derive(Debug)]
pub(super) struct FrameState {
    expects_count: bool,
    /// The largest number of records that can follow; 0 after the end of the records.
    remaining: u64,
    /// The first number of a record that is not complete.
    carry: Vec<u8>,
    cases: Option<CaseReader>,
    /// What the last case lacks, if [`without_cases`](Self::without_cases) removed `cases`.
    missing: Option<Missing>,
}

pub(super) struct TextError {
    pub(super) at: usize,
    pub(super) kind: ErrorKind,
}

impl From<Fault> for TextError {
    fn from(fault: Fault) -> Self {
        Self {
            at: fault.at,
            kind: fault.into(),
        }
    }
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

    /// The state that a worker assumes at the start of a chunk if it did not read the preceding chunk.
    pub(super) fn assumed() -> Self {
        Self {
            expects_count: false,
            remaining: u64::MAX,
            carry: Vec::new(),
            cases: None,
            missing: None,
        }
    }

    /// The same state without the reader of cases. Copying the reader's piles for each chunk would take quadratic time.
    pub(super) fn without_cases(&self) -> Self {
        Self {
            carry: self.carry.clone(),
            cases: None,
            missing: self.cases.as_ref().and_then(CaseReader::missing),
            ..*self
        }
    }

    /// Whether the result of a chunk that was read from the assumed state is right for this state. `records` is the number of
    /// its records, plus one if it has an error or a warning, which counts only if the records have not ended before it.
    pub(super) fn is_as_assumed(&self, records: u64) -> bool {
        self.cases.is_none()
            && !self.expects_count
            && self.carry.is_empty()
            && records <= self.remaining
    }

    /// Advances past a chunk with `records` records. The chunk was rightly read from the assumed state (see
    /// [`Self::is_as_assumed`]), which led to the state `after` the chunk.
    pub(super) fn advance(&mut self, after: FrameState, records: u64) {
        self.remaining = if after.has_ended() {
            0
        } else {
            self.remaining - records
        };
        self.carry = after.carry;
    }

    pub(super) fn has_ended(&self) -> bool {
        self.remaining == 0
    }

    /// The part that is missing if the input ends here, after `records` records.
    pub(super) fn missing(&self, framing: Framing, records: u64) -> Option<Missing> {
        let of_case = self.cases.as_ref().and_then(CaseReader::missing);
        let of_case = of_case.or_else(|| self.missing.clone());
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

impl Solver {
    /// Reads `text` from `at` on, and moves `state` past it. The first place where the text breaks the limits of the problem
    /// is stored in `warning`; in a strict run it is an error.
    pub(super) fn read_framed(
        &self,
        reader: &mut RecordReader<'_>,
        text: &[u8],
        mut at: usize,
        state: &mut FrameState,
        sink: &mut ChunkSink,
        warning: &mut Option<TextError>,
    ) -> Result<(), TextError> {
        if let Some(cases) = &mut state.cases {
            self.read_cases(cases, text, at, sink, warning)?;
            if cases.has_ended() {
                state.remaining = 0;
            }
            return Ok(());
        }
        if state.expects_count {
            let Some(count) = free::number(text, at)? else {
                return Ok(());
            };
            state.remaining = count.value("a number of records up to 18446744073709551615")?;
            state.expects_count = false;
            at = count.end;
            let max = self.problem.max_records();
            if let Some(what) = self.problem.count_message(state.remaining, "records", max) {
                self.report_limit(count.start, what, warning)?;
            }
        }
        if state.has_ended() {
            return Ok(());
        }
        sink.max_records = state.remaining;
        let carried = std::mem::take(&mut state.carry);
        let read = |reader: &mut RecordReader<'_>, text: &[u8], sink: &mut ChunkSink| {
            let mut layout = FreeLayout {
                zero_ends: self.problem.framing == Framing::Zero,
                carry: carried.clone(),
            };
            let stop = free::read(reader, text, at, &mut layout, sink);
            (stop, layout)
        };
        let (mut stop, mut layout) = read(reader, text, sink);
        if let Ok(Stop::ZeroLine(line)) = stop {
            sink.clear();
            (stop, layout) = read(reader, &text[..line], sink);
            stop = stop.map(|_| Stop::Ended(line));
        }
        let end = match &stop {
            Ok(Stop::Ended(end)) => *end,
            Ok(_) => text.len(),
            // The digits of a malformed number are not compared with the limits.
            Err(fault) => {
                let digits = text[..fault.at].iter().rev();
                fault.at - digits.take_while(|c| c.is_ascii_digit()).count()
            }
        };
        let findings = [
            self.first_large_pile(&text[..end], at),
            self.first_descent(&text[..end], at, &carried),
        ];
        let first = findings.into_iter().flatten().min_by_key(|(at, _)| *at);
        if let Some((at, what)) = first {
            if self.is_strict {
                // The answers before that offset are kept.
                sink.clear();
                let _ = read(reader, &text[..at], sink);
            }
            self.report_limit(at, what, warning)?;
        }
        state.remaining = match stop {
            Ok(Stop::Ended(_)) => 0,
            _ => state.remaining - sink.records,
        };
        if !state.has_ended() {
            state.carry = layout.carry;
        }
        stop?;
        Ok(())
    }

    /// Gives the numbers of `text` from `at` on to `cases`.
    fn read_cases(
        &self,
        cases: &mut CaseReader,
        text: &[u8],
        mut at: usize,
        sink: &mut ChunkSink,
        warning: &mut Option<TextError>,
    ) -> Result<(), TextError> {
        let answers = sink.answers.text();
        while !cases.has_ended()
            && let Some(number) = free::number(text, at)?
        {
            let value = number.value("a number up to 18446744073709551615")?;
            if let Some(expected) = cases.refuses(value) {
                return Err(number.refused(expected).into());
            }
            let before = answers.len();
            let step = cases.take(value, answers);
            if let Some(what) = step.beyond_limit {
                if self.is_strict {
                    // This number breaks a limit in a strict run: the answer that it completed is removed.
                    answers.truncate(before);
                }
                self.report_limit(number.start, what, warning)?;
            }
            if let Some(cold) = step.cold {
                sink.records += 1;
                sink.cold += u64::from(cold);
            }
            at = number.end;
        }
        Ok(())
    }

    /// Stores the place that breaks a limit, and the message, in `warning`, unless it has an earlier place.
    ///
    /// Errors: the run is strict.
    fn report_limit(
        &self,
        at: usize,
        what: String,
        warning: &mut Option<TextError>,
    ) -> Result<(), TextError> {
        let kind = ErrorKind::Framing(what);
        let error = TextError { at, kind };
        if self.is_strict {
            return Err(error);
        }
        warning.get_or_insert(error);
        Ok(())
    }

    /// The first pile beyond the limit.
    fn first_large_pile(&self, text: &[u8], at: usize) -> Option<(usize, String)> {
        self.problem.limits.max_pile.as_ref()?;
        let max = self.problem.max_pile().to_string();
        let is_beyond = |pile: &[u8]| Ascending::digits(max.as_bytes(), pile);
        let offset = free::long_number(text, at, max.len(), is_beyond)?;
        let pile = &text[offset..];
        let pile = &pile[..pile.iter().take_while(|c| c.is_ascii_digit()).count()];
        Some((offset, self.problem.pile_message(shown(pile))))
    }

    /// The first record whose second pile is smaller than its first one. If `carry` is not empty, it is the first pile of the
    /// first record.
    ///
    /// It reads number by number, which is slow, because the kernels do not compare piles. So it is called only if the
    /// problem promises an order of the piles.
    fn first_descent(&self, text: &[u8], mut at: usize, carry: &[u8]) -> Option<(usize, String)> {
        if !self.problem.limits.smaller_first {
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
