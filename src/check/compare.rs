//! The comparison, during the run that computes the right answers.
//!
//! The pipeline writes its answers into a [`Compare`] instead of a file. Bytes that agree are compared at the speed of
//! `memcmp`. At a difference the case that holds it is taken from both sides and compared by its tokens; the comparison
//! of bytes goes on behind it. The records of the first wrong cases are looked up in the input afterwards.

use super::locate::locate;
use super::report::{FIRST_WRONG, Report, WrongCase};
use crate::error::{Error, Result, shown};
use crate::input::Input;
use crate::output::Output;
use crate::pipeline::{OnInvalid, Solver};
use crate::problem::{Comparison, TextFeed};
use std::io::{self, Read, Write};

/// Compares `answers`, which messages call `name`, with the right answers to an input. `open` opens the input: again from
/// its start, where cases must be looked up.
///
/// Errors: what can't be read; an invalid input, as [`Solver::solve`] has it; a problem whose answers can't be compared.
pub fn check<'r>(
    open: impl Fn() -> Result<Input<'r>>,
    answers: Box<dyn Read + Send + 'r>,
    name: &str,
    solver: &Solver,
) -> Result<Report> {
    let marks = solver.options.on_invalid == OnInvalid::Mark;
    let mark = marks.then(|| solver.problem.answers().invalid_mark());
    let mut compare = Compare {
        answers: TextFeed::open(answers).map_err(|e| e.of(name))?,
        comparison: Comparison::new(&solver.problem, mark)?,
        report: Report::default(),
        failure: None,
    };
    let output = Output::stream(&mut compare, name);
    let result = solver.solve(vec![open()?], output);
    if let Some(e) = compare.failure.take() {
        return Err(Error::from(e).of(name));
    }
    let invalid = result?.invalid;
    compare.count_extra().map_err(|e| Error::from(e).of(name))?;
    let mut report = Report {
        invalid,
        ..compare.report
    };
    if !report.first.is_empty() {
        locate(open()?, solver, &mut report.first)?;
    }
    Ok(report)
}

/// Takes the right answers, and compares them with the ones that were found.
struct Compare<'r> {
    answers: TextFeed<'r>,
    comparison: Comparison,
    report: Report,
    failure: Option<io::Error>,
}

impl Write for Compare<'_> {
    fn write(&mut self, expected: &[u8]) -> io::Result<usize> {
        if let Err(e) = self.compare(expected) {
            let kind = e.kind();
            self.failure = Some(e);
            return Err(kind.into());
        }
        Ok(expected.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Compare<'_> {
    /// Compares whole lines of right answers with the answers that come next.
    fn compare(&mut self, mut expected: &[u8]) -> io::Result<()> {
        while !expected.is_empty() {
            let found = self.answers.buffered();
            let len = expected.len().min(found.len());
            let same = common_prefix(&expected[..len], &found[..len]);
            let cut = self.start_of_case(expected, same);
            self.report.cases += self.count_cases(&expected[..cut]);
            self.answers.skip(cut);
            expected = &expected[cut..];
            if expected.is_empty() {
                return Ok(());
            }
            // All buffered answers agree: there may be more.
            if same == len && self.answers.read_more()? {
                continue;
            }
            expected = self.compare_case(expected)?;
        }
        Ok(())
    }

    /// Where the case starts that holds the byte at `at` of the right answers. Where a case has several lines, the case
    /// before that: its answer may go on with lines that are not expected.
    fn start_of_case(&self, expected: &[u8], at: usize) -> usize {
        let line_start = |at: usize| memchr::memrchr(b'\n', &expected[..at]).map_or(0, |i| i + 1);
        if self.comparison.has_answer_per_line() {
            return line_start(at);
        }
        let case_start = |at: usize| {
            let mut start = line_start(at);
            let begins = |at: usize| {
                let line = lines(&expected[at..]).next();
                line.is_some_and(|line| self.comparison.begins_answer(line))
            };
            while start > 0 && !begins(start) {
                start = line_start(start - 1);
            }
            start
        };
        let start = case_start(at);
        start.checked_sub(1).map_or(0, case_start)
    }

    /// The number of cases in whole lines of right answers.
    fn count_cases(&self, expected: &[u8]) -> u64 {
        // Few judges want blank lines: then every line is an answer.
        if self.comparison.has_answer_per_line()
            && !expected.starts_with(b"\n")
            && memchr::memmem::find(expected, b"\n\n").is_none()
        {
            return memchr::memchr_iter(b'\n', expected).count() as u64;
        }
        let starts = lines(expected).filter(|line| self.comparison.begins_answer(line));
        starts.count() as u64
    }

    /// Compares the next case by its tokens; returns the right answers behind it.
    fn compare_case<'e>(&mut self, expected: &'e [u8]) -> io::Result<&'e [u8]> {
        let mut rest = lines(expected);
        let Some(first) = rest.next() else {
            return Ok(b"");
        };
        let mut end = first.len();
        if !self.comparison.begins_answer(first) {
            return Ok(&expected[end..]);
        }
        if !self.comparison.has_answer_per_line() {
            end += rest
                .take_while(|line| !self.comparison.begins_answer(line))
                .map(<[u8]>::len)
                .sum::<usize>();
        }
        let (case, behind) = expected.split_at(end);
        self.report.cases += 1;
        let found = self.comparison.next_answer(&mut self.answers)?;
        // The newline behind it, so that bytes can be compared again.
        self.answers.skip_space()?;
        let Some(found) = found else {
            if self.report.missing == 0 {
                self.add_wrong(case, None);
            }
            // No answer follows.
            let more = self.count_cases(behind);
            self.report.cases += more;
            self.report.missing += 1 + more;
            return Ok(b"");
        };
        if !self.comparison.is_same(case, &found) {
            if self.comparison.is_well_formed(&found) {
                self.report.wrong += 1;
            } else {
                self.report.malformed += 1;
            }
            if self.report.first.len() < FIRST_WRONG {
                self.add_wrong(case, Some(&found));
            }
        }
        Ok(behind)
    }

    fn add_wrong(&mut self, expected: &[u8], found: Option<&[u8]>) {
        let on_one_line = |text: &[u8]| {
            let text: Vec<&[u8]> = lines(text).map(<[u8]>::trim_ascii).collect();
            shown(&text.join(&b", "[..]))
        };
        self.report.first.push(WrongCase {
            case: self.report.cases,
            line: 0,
            input: String::new(),
            expected: on_one_line(expected),
            found: found.map(on_one_line),
        });
    }

    /// Counts the answers behind the last case.
    fn count_extra(&mut self) -> io::Result<()> {
        while self.comparison.next_answer(&mut self.answers)?.is_some() {
            self.report.extra += 1;
        }
        Ok(())
    }
}

/// The lines, each with its end.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&c| c == b'\n')
}

/// The length of the common prefix of two texts of one length.
fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    if a == b {
        return a.len();
    }
    let blocks = a
        .chunks(256)
        .zip(b.chunks(256))
        .take_while(|(a, b)| a == b)
        .count();
    let at = 256 * blocks;
    at + a[at..]
        .iter()
        .zip(&b[at..])
        .take_while(|(a, b)| a == b)
        .count()
}
