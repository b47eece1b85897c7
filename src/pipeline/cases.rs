//! Reads a chunk of cases: Nim, and pairs after a bound. The meaning of a number depends on all numbers before it.

use super::chunk_sink::ChunkSink;
use super::framing::TextError;
use super::solver::{Solver, Strictness};
use crate::parse::free;
use crate::problem::{CaseReader, LISTED_PILES};

impl Solver {
    /// Gives the numbers of `text` from `at` on to `cases`. The first place where the text breaks a limit is an error in a
    /// strict run, otherwise it is left in `warning`.
    pub(super) fn read_cases(
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
            if cases.is_too_long(value) {
                return Err(number.refused(LISTED_PILES).into());
            }
            let before = answers.len();
            let step = cases.take(value, answers);
            if let Some(what) = step.beyond_limit {
                if self.strictness == Strictness::Strict {
                    // The answer that this number completes is removed again.
                    answers.truncate(before);
                }
                self.report_limit((number.start, what), warning)?;
            }
            if let Some(cold) = step.cold {
                sink.records += 1;
                sink.cold += u64::from(cold);
            }
            at = number.end;
        }
        Ok(())
    }
}
