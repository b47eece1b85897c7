//! Compares answers with the right answers, during the run that computes the right answers.
//!
//! The pipeline writes its answers into a [`Compare`] instead of a file. Bytes that agree are compared at the speed of
//! `memcmp`. At a difference, the whole case is taken from both sides and compared by its tokens. After the case, the
//! comparison of bytes continues. The records of the first wrong cases are looked up in the input afterwards.

use super::locate::locate;
use super::{CheckReport, FIRST_WRONG, WrongCase};
use crate::error::{Error, Result, shown};
use crate::grammar::same_tokens;
use crate::input::chunk::{count_newlines, line_start};
use crate::input::{Input, TextFeed};
use crate::output::{Output, Unbuffered};
use crate::pipeline::solver::{OnInvalid, Solver};
use crate::problem::Comparison;
use std::cell::LazyCell;
use std::io::{self, Read};

/// Compares `answers`, which messages call `name`, with the right answers to an input. `open` returns the input. If cases must
/// be looked up, the input is read a second time: a file is read again, a pipe is copied to `$TMPDIR` before the first pass,
/// and for a caller's reader `open` is called again.
///
/// Errors: an input or answers that can't be read; an invalid input, as in [`Solver::solve`]; a problem whose answers can't be
/// compared.
pub fn check<'r>(
    open: impl Fn() -> Result<Input<'r>>,
    answers: Box<dyn Read + Send + 'r>,
    name: &str,
    solver: &Solver,
) -> Result<CheckReport> {
    let mut input = open()?;
    if !matches!(input, Input::Reader(..)) {
        input = input.readable_twice()?;
    }
    let again = input.again();
    let marks = solver.on_invalid == OnInvalid::Mark;
    let mark = marks.then(|| solver.problem.answer_format.invalid_mark());
    let mut compare = Compare {
        answers: TextFeed::open(answers).map_err(|e| e.about(name))?,
        comparison: Comparison::new(&solver.problem, mark)?,
        held: Vec::new(),
        report: CheckReport::default(),
    };
    let right = Solver {
        problem: compare.comparison.problem().clone(),
        ..solver.clone()
    };
    let receive = Unbuffered(|expected: &[u8]| {
        compare.compare(expected)?;
        Ok(expected.len())
    });
    let summary = right.solve(vec![input], Output::stream(receive, name))?;
    compare.finish().map_err(|e| Error::from(e).about(name))?;
    let mut report = compare.report;
    (report.hot, report.cold, report.invalid) = (summary.hot, summary.cold, summary.invalid);
    if !report.first.is_empty() {
        let input = again.map_or_else(open, Ok)?;
        locate(input, solver, &mut report.first)?;
    }
    Ok(report)
}

/// Receives the right answers, and compares them with the answers that were found.
struct Compare<'r> {
    answers: TextFeed<'r>,
    comparison: Comparison,
    /// The right answer to the last case, not compared yet. It is kept only if an answer may have several lines.
    held: Vec<u8>,
    report: CheckReport,
}

impl Compare<'_> {
    /// Compares whole lines of right answers with the next answers that were found.
    fn compare(&mut self, expected: &[u8]) -> io::Result<()> {
        if self.comparison.has_answer_per_line() {
            return self.compare_up_to(expected.len(), expected);
        }
        // A case is compared only when the next case is known, so that the result does not depend on where the
        // pipeline cuts the answers.
        let mut text = std::mem::take(&mut self.held);
        text.extend_from_slice(expected);
        let last = self.start_of_case(&text, text.len());
        self.compare_up_to(last, &text)?;
        text.drain(..last);
        self.held = text;
        Ok(())
    }

    /// Compares the last case, and counts the extra answers after it.
    fn finish(&mut self) -> io::Result<()> {
        let last = std::mem::take(&mut self.held);
        self.compare_up_to(last.len(), &last)?;
        let (comparison, answers) = (&self.comparison, &mut self.answers);
        while answers.skip_space()? {
            let line = answers.line_number();
            let extra = comparison.next_answer(answers, 0, |_, _| true)?;
            self.report.extra += 1;
            self.report.first_extra_line.get_or_insert(line);
            let extra = extra.expect("text follows");
            self.report.first_extra.get_or_insert_with(|| shown(&extra));
        }
        Ok(())
    }

    /// Compares the cases of `expected` that begin before `end`.
    fn compare_up_to(&mut self, end: usize, expected: &[u8]) -> io::Result<()> {
        let mut at = 0;
        while at < end {
            let rest = &expected[at..];
            let found = self.answers.buffered();
            let len = rest.len().min(found.len());
            let same = common_prefix(&rest[..len], &found[..len]);
            let has_all = len == found.len();
            // The answer before the difference may have more lines than expected, so its last byte is compared again.
            let start = self.start_of_case(rest, same).saturating_sub(1);
            let cut = self.start_of_case(rest, start).min(end - at);
            self.report.cases += self.count_cases(&rest[..cut]);
            self.answers.skip(cut);
            at += cut;
            if at == end {
                return Ok(());
            }
            // All buffered answers agree, so more answers are read.
            if same == len && has_all && self.answers.read_more()? {
                continue;
            }
            at = self.compare_case(expected, at, end)?;
        }
        Ok(())
    }

    /// The start of the right answer that has the byte at `at`; at the end of the text, the start of the last answer.
    fn start_of_case(&self, expected: &[u8], at: usize) -> usize {
        let line_start = |at: usize| line_start(expected, at).unwrap_or(0);
        let mut start = line_start(at);
        while start > 0 && !self.comparison.begins_answer(&expected[start..]) {
            start = line_start(start - 1);
        }
        start
    }

    /// The number of cases in whole lines of right answers.
    fn count_cases(&self, expected: &[u8]) -> u64 {
        // Few judges expect blank lines. In a text without blank lines every line is an answer.
        if self.comparison.has_answer_per_line()
            && !expected.starts_with(b"\n")
            && memchr::memmem::find(expected, b"\n\n").is_none()
        {
            return count_newlines(expected);
        }
        let starts = lines(expected).filter(|line| self.comparison.begins_answer(line));
        starts.count() as u64
    }

    /// Compares the case at `at` by its tokens, and returns where the next case starts. If the answers end, the cases up to
    /// `end` are counted as missing.
    fn compare_case(&mut self, expected: &[u8], at: usize, end: usize) -> io::Result<usize> {
        let next_start = self.end_of_case(expected, at);
        let case = &expected[at..next_start];
        if !self.comparison.begins_answer(case) {
            return Ok(next_start);
        }
        self.report.cases += 1;
        let next = &expected[next_start..self.end_of_case(expected, next_start)];
        // The label of the next case may be missing. Then the first move of the next case must not count as a part of a
        // right answer to this case.
        let first_move = lines(next).nth(1).unwrap_or_default();
        // Answers are compared only if their lengths fit. Otherwise a long answer whose moves are all equal would be compared
        // at each move.
        let length = LazyCell::new(|| Comparison::normalised(case).len() + 1);
        let continues = |answer: &[u8], step: &[u8]| {
            !same_tokens(first_move, step)
                || !self.comparison.has_length(*length, answer)
                || !self.comparison.is_same(case, answer)
                || self.comparison.is_same(case, &[answer, step].concat())
        };
        // Messages show fewer than 64 bytes.
        let longest = case.len().max(64);
        let found = self
            .comparison
            .next_answer(&mut self.answers, longest, continues)?;
        // The newline after the answer is skipped, so that bytes can be compared again.
        self.answers.skip_space()?;
        let Some(found) = found else {
            if self.report.missing == 0 {
                self.add_wrong(case, None);
            }
            // All later cases lack an answer, too.
            let more = self.count_cases(&expected[next_start..end]);
            self.report.cases += more;
            self.report.missing += 1 + more;
            return Ok(end);
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
        Ok(next_start)
    }

    /// The end of the right answer that starts at `at`. The line at `at` belongs to it, even if no answer can begin with that
    /// line.
    fn end_of_case(&self, expected: &[u8], at: usize) -> usize {
        let mut rest = lines(&expected[at..]);
        let first = rest.next().map_or(0, <[u8]>::len);
        let others = rest.take_while(|line| !self.comparison.begins_answer(line));
        at + first + others.map(<[u8]>::len).sum::<usize>()
    }

    fn add_wrong(&mut self, expected: &[u8], found: Option<&[u8]>) {
        let on_one_line = |text: &[u8], repeats: bool| {
            let lines = lines(text).map(<[u8]>::trim_ascii);
            let mut lines: Vec<&[u8]> = lines.filter(|line| !line.is_empty()).collect();
            if !repeats {
                lines.dedup();
            }
            shown(&lines.join(&b", "[..]))
        };
        self.report.first.push(WrongCase {
            case: self.report.cases,
            line: 0,
            input: String::new(),
            expected: on_one_line(expected, !self.comparison.problem().repeats_positions),
            found: found.map(|found| on_one_line(found, true)),
        });
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&c| c == b'\n')
}

fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let mut blocks = a.chunks(256).zip(b.chunks(256));
    let Some(block) = blocks.position(|(a, b)| a != b) else {
        return a.len();
    };
    let at = 256 * block;
    let bytes = a[at..].iter().zip(&b[at..]);
    at + bytes.take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::profile;
    use std::num::NonZeroUsize;

    /// Each of 20000 piles of one object has the same winning move. If the answer so far were compared at each of these
    /// moves, this would take minutes.
    #[test]
    fn a_long_answer_with_equal_moves_is_compared_once() {
        const PILES: usize = 20_001;
        let case = format!("{PILES}\n{}\n", vec!["1"; PILES].join(" "));
        let input = case.repeat(2) + "0\n";
        let answer = "Yes\r\n".to_owned() + &"1 0\r\n".repeat(PILES);
        let solver = Solver::new(profile("hdu2176").unwrap().problem.clone());
        let start = std::time::Instant::now();
        for (answers, is_right) in [
            (answer.repeat(2), true),
            (answer.clone() + &"1 0\r\n".repeat(2 * PILES), false),
        ] {
            let open = || Ok(Input::reader(input.as_bytes(), "input"));
            let report = check(open, Box::new(answers.as_bytes()), "answers", &solver).unwrap();
            assert_eq!(
                (report.is_right(), report.cases),
                (is_right, 2),
                "{report:?}"
            );
        }
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }

    /// A wrong case after marked lines, in a later chunk, has its number and its line.
    #[test]
    fn a_wrong_case_after_marked_lines() {
        let input = "1 2\nx\n\n3 4\n".repeat(100) + "8 4\n";
        let answers = "0\n?\n1\n".repeat(100) + "0\n";
        for chunk in [1, 50, 1 << 20] {
            let solver = Solver {
                on_invalid: OnInvalid::Mark,
                chunk_size: NonZeroUsize::new(chunk),
                ..Solver::default()
            };
            let open = || Ok(Input::reader(input.as_bytes(), "input"));
            let report = check(open, Box::new(answers.as_bytes()), "answers", &solver).unwrap();
            let first = &report.first[0];
            let found = (report.cases, report.invalid, first.case, first.line);
            assert_eq!(found, (301, 100, 301, 401), "in chunks of {chunk}");
            assert_eq!((report.wrong, &*first.input), (1, "8 4"));
        }
    }

    /// An answer with a move too many, or without its label, makes only its own case wrong, wherever the chunks end.
    #[test]
    fn a_wrong_answer_with_moves_stays_one_case() {
        const INPUT: &[u8] = b"5 8\n1 2\n7 10\n3 4\n6 9\n0 0\n";
        const ANSWERS: [&str; 5] = [
            "1\n4 7\n3 5\n",
            "0\n",
            "1\n4 7\n6 10\n",
            "1\n1 2\n",
            "1\n4 7\n",
        ];
        let problem = &profile("hdu2177").unwrap().problem;
        for chunk in [1, 6, 1 << 20] {
            let solver = Solver {
                chunk_size: NonZeroUsize::new(chunk),
                ..Solver::new(problem.clone())
            };
            for (i, right) in ANSWERS.iter().enumerate() {
                let more = format!("{right}99 99\n");
                let damaged = match right.strip_prefix("1\n") {
                    // Moves without a label belong to the answer before them, if there is one.
                    Some(moves) if i > 0 => vec![(more.as_str(), [1, 0]), (moves, [0, 1])],
                    _ => vec![(more.as_str(), [1, 0])],
                };
                for (answer, counts) in damaged {
                    let mut answers = ANSWERS;
                    answers[i] = answer;
                    let answers = answers.concat();
                    let open = || Ok(Input::reader(INPUT, "input"));
                    let report =
                        check(open, Box::new(answers.as_bytes()), "answers", &solver).unwrap();
                    let what = format!("{answers} in chunks of {chunk}: {report:?}");
                    assert_eq!([report.wrong, report.malformed], counts, "{what}");
                    assert_eq!((report.missing, report.extra), (0, 0), "{what}");
                    assert_eq!(
                        (report.cases, report.first[0].case),
                        (5, i as u64 + 1),
                        "{what}"
                    );
                }
            }
        }
    }
}
