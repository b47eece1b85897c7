//! Inputs of cases, from the first number to the last answer.
//!
//! Owns the way of a number from the text to [`Cases`]. One thread reads: a case may go over any
//! number of lines, and each number's meaning hangs on all before it.

use super::{Answers, Config, Summary, open, publish};
use crate::error::{Error, ErrorKind, Location, Result};
use crate::input::chunk::{Buffer, line_start, newlines};
use crate::input::file_signature::named;
use crate::input::{Cut, Input};
use crate::output::output::Target;
use crate::output::packer::Packer;
use crate::parse::free;
use crate::problem::Asked;
use crate::problem::cases::Cases;

/// Bytes in a chunk.
const CHUNK: usize = 256 << 10;

/// Answers the cases of `inputs`, each framed on its own, one after the other, into `target`, and
/// publishes it. Of `config`, only how files are read is used, and whether answers are only counted
/// ([`Answers::Count`]).
///
/// Errors: whatever can't be read or written; what is no number, or beyond `u64`; less than was
/// promised. If `strict`, also what the limits don't promise.
pub fn solve_cases(
    inputs: Vec<Input<'_>>,
    target: Target<'_>,
    asked: &Asked,
    strict: bool,
    config: &Config,
) -> Result<Summary> {
    let mut summary = Summary {
        threads: 1,
        ..Summary::default()
    };
    let count_only = matches!(config.answers, Answers::Count);
    let mut written = 0;
    let mut packer = Packer::default();
    // Bytes of the inputs that are done with, as they are.
    let mut read = 0;
    // Cases that the progress knows of: it may count those of another run, too.
    let mut told = 0;
    for input in inputs {
        let source = open(input, &target, config.io, Cut::Whitespace)?;
        let mut run = Run {
            cases: Cases::new(asked.clone()),
            strict,
            name: source.name(),
            summary: &mut summary,
            answers: Vec::new(),
            lines: 0,
            tail: 0,
            warned: false,
        };
        let mut buffer = Buffer::default();
        let mut result = Ok(());
        let mut end = 0;
        while result.is_ok() && !run.cases.has_ended() {
            let Some((_, chunk)) = source.next(CHUNK, &mut buffer) else {
                break;
            };
            let chunk = chunk?;
            result = run.text(&chunk.text[chunk.at..], chunk.offset);
            end = chunk.offset + (chunk.text.len() - chunk.at) as u64;
            if !count_only && !run.answers.is_empty() {
                written += packer.write(&target, written, &run.answers)?;
            }
            run.answers.clear();
            if let Some(progress) = &config.progress {
                let bytes = source.compressed_bytes().unwrap_or(end);
                progress.reach(read + bytes);
                let pairs = run.summary.pairs();
                progress.add_pairs(pairs - told);
                told = pairs;
            }
        }
        if result.is_ok()
            && let Some((fatal, what)) = run.cases.missing()
        {
            let kind = ErrorKind::Framing(format!("the input ends without {what}"));
            result = run.odd(fatal, kind, Location::new(end, run.lines + 1, run.tail + 1));
        }
        read += source.compressed_bytes().unwrap_or(end);
        // First of all: a fault in a file that changed is no news about its numbers.
        source.finish()?;
        result.map_err(|e| e.of(source.name()))?;
        summary.was_read(source.way());
    }
    publish(target, written, &summary, config)?;
    Ok(summary)
}

struct Run<'s> {
    cases: Cases,
    strict: bool,
    name: &'s str,
    summary: &'s mut Summary,
    answers: Vec<u8>,
    /// Newlines before the next chunk.
    lines: u64,
    /// Bytes before it in the line that it begins with.
    tail: u64,
    /// One warning an input is enough.
    warned: bool,
}

impl Run<'_> {
    /// Takes the numbers of a chunk, whose first byte is at `offset` in the input.
    fn text(&mut self, text: &[u8], offset: u64) -> Result<()> {
        let mut at = 0;
        while !self.cases.has_ended() {
            let number = match free::number(text, at) {
                Ok(None) => break,
                Ok(Some(number)) => number,
                Err(fault) => {
                    let place = self.place(text, offset, fault.at);
                    let start = (place.byte == 0).then_some(text);
                    return Err(Error::new(named(fault.into(), start)).at(place));
                }
            };
            let Some(value) = number.pile.value else {
                let kind = ErrorKind::Malformed {
                    expected: "a number up to 18446744073709551615",
                    found: crate::error::shown(number.pile.digits),
                };
                return Err(Error::new(kind).at(self.place(text, offset, number.start)));
            };
            let before = self.answers.len();
            let taken = self.cases.number(value, &mut self.answers);
            if let Some(cold) = taken.cold {
                self.summary.cold += u64::from(cold);
                self.summary.hot += u64::from(!cold);
            }
            if let Some(what) = taken.beyond {
                let place = self.place(text, offset, number.start);
                self.odd(false, ErrorKind::Framing(what), place)
                    // An error comes before the answer that the number completes.
                    .inspect_err(|_| self.answers.truncate(before))?;
            }
            at = number.end;
        }
        self.summary.bytes += text.len() as u64;
        self.lines += newlines(text);
        self.tail = match line_start(text, text.len()) {
            Some(start) => (text.len() - start) as u64,
            None => self.tail + text.len() as u64,
        };
        Ok(())
    }

    fn place(&self, text: &[u8], offset: u64, at: usize) -> Location {
        let start = line_start(text, at);
        let column = (at - start.unwrap_or(0)) as u64 + start.map_or(self.tail, |_| 0);
        let line = self.lines + newlines(&text[..at]) + 1;
        Location::new(offset + at as u64, line, column + 1)
    }

    fn odd(&mut self, fatal: bool, kind: ErrorKind, place: Location) -> Result<()> {
        let error = Error::new(kind).at(place);
        if fatal || self.strict {
            return Err(error);
        }
        if !std::mem::replace(&mut self.warned, true) {
            self.summary.warnings.push(error.of(self.name).to_string());
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
    fn a_progress_for_several_runs() {
        let asked = Asked::from(profile("hdu1850").unwrap());
        let progress = Arc::new(Progress::default());
        let config = Config {
            progress: Some(progress.clone()),
            ..Config::default()
        };
        for run in 1..=3 {
            let mut answers = Vec::new();
            let text = b"3\n5 7 9\n2\n4 4\n0\n";
            let input = Input::Reader(Box::new(&text[..]), "cases".to_owned());
            let target = Target::stream(&mut answers, "answers");
            solve_cases(vec![input], target, &asked, true, &config).unwrap();
            assert_eq!(progress.pairs(), 2 * run);
            assert_eq!(answers, b"1\n0\n");
        }
    }
}
