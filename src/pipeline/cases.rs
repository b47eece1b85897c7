//! Solves inputs of cases. It uses one thread, because the meaning of a number depends on all numbers before it.

use super::options::Strictness;
use super::solver::Solver;
use super::summary::Summary;
use crate::error::{Error, ErrorKind, Location, Result};
use crate::input::Input;
use crate::input::chunk::{Buffer, count_newlines, line_start};
use crate::input::file_signature::add_description;
use crate::output::encoder::OutputEncoder;
use crate::output::{AnswerFormat, Output};
use crate::parse::free;
use crate::problem::{CaseReader, Missing};

/// Bytes in a chunk.
const CHUNK: usize = 256 << 10;

/// Solves `inputs` of cases one after the other, writes the answers to `output`, and publishes it. Each input has its own
/// framing. The options for threads and backend have no effect here.
///
/// Errors: as those of [`Solver::solve`].
pub(super) fn solve(
    inputs: Vec<Input<'_>>,
    output: Output<'_>,
    solver: &Solver,
) -> Result<Summary> {
    let mut summary = Summary {
        threads: 1,
        ..Summary::default()
    };
    let options = &solver.options;
    let chunk_size = options.chunk.map_or(CHUNK, std::num::NonZeroUsize::get);
    let writes_answers = solver.problem.answers != AnswerFormat::Totals;
    let mut written = 0;
    let mut encoder = OutputEncoder::default();
    // The bytes of the inputs that are solved completely. Of a compressed input, the compressed bytes count.
    let mut read = 0;
    // Cases that the progress has counted. Its counter may include other runs.
    let mut counted = 0;
    for input in inputs {
        let source = solver.open(input, &output)?;
        let mut run = CaseRun::new(solver, source.name(), &mut summary);
        let mut buffer = Buffer::default();
        let mut result = Ok(());
        let mut end = 0;
        while result.is_ok() && !run.cases.has_ended() {
            let Some((_, chunk)) = source.next_chunk(chunk_size, &mut buffer) else {
                break;
            };
            let chunk = chunk?;
            result = run.solve_text(&chunk.text[chunk.at..], chunk.offset);
            end = chunk.offset + (chunk.text.len() - chunk.at) as u64;
            if writes_answers && !run.answers.is_empty() {
                written += encoder.write(&output, written, &run.answers)?;
            }
            run.answers.clear();
            if let Some(progress) = &options.progress {
                let bytes = source.compressed_bytes().unwrap_or(end);
                let records = run.summary.records();
                progress.chunk_solved(read + bytes, records - counted);
                progress.check_cancelled()?;
                counted = records;
            }
        }
        if result.is_ok() {
            result = run.check_complete(end);
        }
        read += source.compressed_bytes().unwrap_or(end);
        // A changed file is reported before its parse errors.
        source.check_unchanged()?;
        result.map_err(|e| e.about(source.name()))?;
        summary.add_read_method(source.read_method());
    }
    solver.publish(output, written, &summary)?;
    Ok(summary)
}

/// The run of one input.
struct CaseRun<'s> {
    cases: CaseReader,
    strictness: Strictness,
    name: &'s str,
    summary: &'s mut Summary,
    answers: Vec<u8>,
    /// Newlines before the next chunk.
    lines: u64,
    /// The number of bytes before the next chunk that belong to the line with which it begins.
    tail: u64,
    /// Whether this input has had a warning. One is enough.
    warned: bool,
}

impl<'s> CaseRun<'s> {
    fn new(solver: &Solver, name: &'s str, summary: &'s mut Summary) -> Self {
        Self {
            cases: CaseReader::new(solver.problem.clone()),
            strictness: solver.options.strictness,
            name,
            summary,
            answers: Vec::new(),
            lines: 0,
            tail: 0,
            warned: false,
        }
    }

    /// Takes the numbers of a chunk, whose first byte is at `offset` in the input.
    fn solve_text(&mut self, text: &[u8], offset: u64) -> Result<()> {
        let mut at = 0;
        while !self.cases.has_ended() {
            let number = match free::number(text, at) {
                Ok(None) => break,
                Ok(Some(number)) => number,
                Err(fault) => {
                    let location = self.location(text, offset, fault.at);
                    let start = (location.byte == 0).then_some(text);
                    let kind = add_description(fault.into(), start);
                    return Err(Error::new(kind).at(location));
                }
            };
            let Some(value) = number.pile.value else {
                let kind = ErrorKind::Malformed {
                    expected: "a number up to 18446744073709551615",
                    found: crate::error::shown(number.pile.digits),
                };
                return Err(Error::new(kind).at(self.location(text, offset, number.start)));
            };
            let before = self.answers.len();
            let step = self.cases.take(value, &mut self.answers);
            if let Some(cold) = step.cold {
                self.summary.cold += u64::from(cold);
                self.summary.hot += u64::from(!cold);
            }
            if let Some(what) = step.beyond_limit {
                let location = self.location(text, offset, number.start);
                self.warn(ErrorKind::Framing(what), location)
                    // If this number has an error, the answer that it completes is removed again.
                    .inspect_err(|_| self.answers.truncate(before))?;
            }
            at = number.end;
        }
        self.summary.bytes += text.len() as u64;
        self.lines += count_newlines(text);
        self.tail = match line_start(text, text.len()) {
            Some(start) => (text.len() - start) as u64,
            None => self.tail + text.len() as u64,
        };
        Ok(())
    }

    /// Reports what is missing, after all `end` bytes of an input were read.
    fn check_complete(&mut self, end: u64) -> Result<()> {
        let location = Location::new(end, self.lines + 1, self.tail + 1);
        let kind = |what| ErrorKind::Framing(format!("the input ends without {what}"));
        match self.cases.missing() {
            None => Ok(()),
            Some(Missing::Closing(what)) => self.warn(kind(what), location),
            Some(Missing::Record(what)) => Err(Error::new(kind(what)).at(location)),
        }
    }

    fn location(&self, text: &[u8], offset: u64, at: usize) -> Location {
        let start = line_start(text, at);
        let column = (at - start.unwrap_or(0)) as u64 + start.map_or(self.tail, |_| 0);
        let line = self.lines + count_newlines(&text[..at]) + 1;
        Location::new(offset + at as u64, line, column + 1)
    }

    /// A warning, or an error in a strict run.
    fn warn(&mut self, kind: ErrorKind, location: Location) -> Result<()> {
        let error = Error::new(kind).at(location);
        if self.strictness == Strictness::Strict {
            return Err(error);
        }
        if !std::mem::replace(&mut self.warned, true) {
            self.summary
                .warnings
                .push(error.about(self.name).to_string());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::Progress;
    use crate::problem::profile;
    use std::sync::Arc;

    #[test]
    fn a_progress_counts_several_runs() {
        let progress = Arc::new(Progress::default());
        let problem = profile("hdu1850").unwrap().problem.clone();
        let solver = Solver::new(problem)
            .progress(progress.clone())
            .strictness(Strictness::Strict);
        for run in 1..=3 {
            let mut answers = Vec::new();
            let input = Input::reader(&b"3\n5 7 9\n2\n4 4\n0\n"[..], "cases");
            let output = Output::stream(&mut answers, "answers");
            solver.solve(vec![input], output).unwrap();
            assert_eq!(progress.records(), 2 * run);
            assert_eq!(answers, b"1\n0\n");
        }
    }
}
