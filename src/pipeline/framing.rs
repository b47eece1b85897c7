//! Reads inputs that begin with the number of their records, or that mark the end of the records. The answers are the same as
//! from a reader that takes one number after the other.
//!
//! A worker whose chunk is not next in order assumes that its chunk begins with a record and that the records have not ended.
//! This is true for nearly every chunk of nearly every file. When the chunk is next in order, the state at its start is known.
//! If it is not the assumed state, the chunk is read again. So a file with one record on each line takes no more time than
//! without framing. In an input of [cases](CaseReader) the meaning of a number depends on all numbers before it. One worker
//! reads it, so its chunk is always next in order.

use super::chunk_result::ChunkResult;
use super::decide::Ascending;
use super::frame_state::FrameState;
use super::record_reader::RecordReader;
use super::solver::Solver;
use crate::error::{ErrorKind, shown};
use crate::parse::free::{self, FreeLayout, Stop};
use crate::parse::{Decide as _, Fault};
use crate::problem::{CaseReader, Framing};

impl Solver {
    /// Reads `text` from `at` on, and moves `state` past it. The first place where the text breaks the limits of the problem is
    /// stored in the sink; in a strict run it is an error.
    pub(super) fn read_framed(
        &self,
        reader: &mut RecordReader<'_>,
        text: &[u8],
        mut at: usize,
        state: &mut FrameState,
        sink: &mut ChunkResult,
    ) -> Result<(), Fault> {
        if let Some(cases) = &mut state.cases {
            self.read_cases(cases, text, at, sink)?;
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
                self.report_limit(count.start, what, sink)?;
            }
        }
        if state.has_ended() {
            return Ok(());
        }
        sink.max_records = state.remaining;
        let carried = std::mem::take(&mut state.carry);
        let read = |reader: &mut RecordReader<'_>, text: &[u8], sink: &mut ChunkResult| {
            let mut layout = FreeLayout {
                zero_ends: self.problem.framing == Framing::Zero,
                carry: carried.clone(),
            };
            let stop = free::read(reader, text, at, &mut layout, sink);
            (stop, layout)
        };
        let (mut stop, mut layout) = read(reader, text, sink);
        if let Ok(Stop::ZeroLine(line)) = stop {
            sink.clear_answers();
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
                sink.clear_answers();
                let _ = read(reader, &text[..at], sink);
            }
            self.report_limit(at, what, sink)?;
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
        sink: &mut ChunkResult,
    ) -> Result<(), Fault> {
        while !cases.has_ended()
            && let Some(number) = free::number(text, at)?
        {
            let value = number.value("a number up to 18446744073709551615")?;
            if let Some(expected) = cases.refuses(value) {
                return Err(number.refused(expected));
            }
            let answers = sink.answers.text();
            let before = answers.len();
            let step = cases.take(value, answers);
            if let Some(what) = step.beyond_limit {
                if self.is_strict {
                    // This number breaks a limit in a strict run: the answer that it completed is removed.
                    answers.truncate(before);
                }
                self.report_limit(number.start, what, sink)?;
            }
            if let Some(cold) = step.cold {
                sink.records += 1;
                sink.cold += u64::from(cold);
            }
            at = number.end;
        }
        Ok(())
    }

    /// Stores the place that breaks a limit, and the message, in the sink, unless it has an earlier place.
    ///
    /// Errors: the run is strict.
    fn report_limit(&self, at: usize, what: String, sink: &mut ChunkResult) -> Result<(), Fault> {
        let kind = ErrorKind::Framing(what);
        let fault = Fault { at, kind };
        if self.is_strict {
            return Err(fault);
        }
        sink.beyond_limit.get_or_insert(fault);
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
