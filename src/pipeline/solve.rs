//! Solves inputs: chooses the reader of the records, and runs one input after the other.

use super::chunk_result::RunTotals;
use super::decide::IsCold;
use super::pool::Pool;
use super::record_reader::ScalarReader;
use super::solve_run::{NewReader, solve_input};
use super::solver::{OnInvalid, Solver};
use super::summary::Summary;
use crate::error::{Error, Result};
use crate::game::Rule;
use crate::input::Input;
use crate::output::Output;
use crate::parse::kernel_reader;
use crate::problem::{AnswerFormat, Framing, Game, render};

impl Solver {
    /// Solves `inputs` one after the other, writes the answers to `output`, and publishes it.
    ///
    /// Errors: an input that can't be read; an output that can't be written; an input that is the output; the first
    /// invalid line, unless it is marked; options that the problem does not allow; a backend that this machine can't
    /// run. After an error, an output file is unchanged; a stream has all answers before the error.
    pub fn solve(&self, inputs: Vec<Input<'_>>, output: Output<'_>) -> Result<Summary> {
        let (game, answers) = (self.problem.game, self.problem.answer_format);
        let by_lines = self.problem.framing == Framing::Lines;
        let labels = [self.problem.labels.hot(), self.problem.labels.cold()];
        let refusal = if !by_lines && self.on_invalid == OnInvalid::Mark {
            Some("invalid lines can be marked only if each record is one line")
        } else if self.on_invalid == OnInvalid::Mark && labels.map(str::trim).contains(&"?") {
            Some("? marks an invalid line, so it can't be a label")
        } else if by_lines && self.is_strict {
            Some("limits can't be checked if each record is one line")
        } else if by_lines && game == Game::BoundedDifference {
            Some("cases of several lines can't be read as one record on each line")
        } else if game == Game::ReturnOfTheNim && answers.needs_moves() {
            Some("the moves from all piles can't be listed")
        } else {
            None
        };
        if let Some(what) = refusal {
            return Err(Error::argument(what));
        }
        self.problem.require_answers_of_one_line()?;
        let output = output.numbered(self.problem.case_prefix.as_ref());
        self.backend.require()?;
        if game == Game::Wythoff(Rule::Normal) && !answers.needs_moves() {
            let reader = || kernel_reader::<IsCold, _>(self.backend) as _;
            return solve_inputs(inputs, output, &reader, self);
        }
        let reader = || Box::new(ScalarReader::new(&self.problem)) as _;
        solve_inputs(inputs, output, &reader, self)
    }
}

pub(super) fn solve_inputs<'p>(
    inputs: Vec<Input<'_>>,
    output: Output<'_>,
    new_reader: &NewReader<'p>,
    solver: &Solver,
) -> Result<Summary> {
    let mut totals = RunTotals::default();
    let mut pool = Pool::new(solver.threads);
    for input in inputs {
        let source = solver.open(input, output.identity)?;
        if output.compression.is_some() {
            source.fill_chunks();
        }
        let solved = solve_input(&source, &output, solver, new_reader, &mut pool, totals);
        // A changed file is reported before its parse errors.
        source.check_unchanged()?;
        totals = solved?;
    }
    // The threads end before the output is published.
    drop(pool);
    let (summary, mut written) = (totals.summary, totals.written);
    if solver.problem.answer_format == AnswerFormat::Totals {
        let mut text = Vec::new();
        let marked = solver.on_invalid == OnInvalid::Mark;
        let invalid = marked.then_some(summary.invalid);
        render::totals(summary.hot, summary.cold, invalid, &mut text);
        written = output.write_text(0, &text)?;
    }
    output.publish(written)?;
    Ok(summary)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Backend;
    use crate::backend::tests::MISSING;
    use crate::error::ErrorKind;
    use crate::pipeline::measure::count_ascending;
    use crate::pipeline::progress::Progress;
    use crate::problem::profile;
    use std::sync::Arc;

    #[cfg(not(feature = "compressed"))]
    #[test]
    fn compressed_input_names_the_missing_feature() {
        for (start, name) in [
            (&b"\x1f\x8b\x08\0\0\0\0\0"[..], "gzip"),
            (b"(\xb5/\xfd\x04\0\0\0", "zstd"),
        ] {
            let input = Input::reader(start, "in");
            let output = Output::stream(std::io::sink(), "out");
            let error = Solver::default().solve(vec![input], output).unwrap_err();
            let message = format!("; this is {name} data: ");
            let error = error.to_string();
            assert!(
                error.contains(&message) && error.contains("`compressed`"),
                "{error}"
            );
        }
    }

    /// Every option is used or refused, whatever the problem.
    #[test]
    fn options_that_a_problem_does_not_allow_are_refused() {
        use OnInvalid::*;
        let (pairs, both) = (Game::Wythoff(Rule::Normal), Game::ReturnOfTheNim);
        let refused = |framing, game, on_invalid, is_strict| {
            let mut solver = Solver::default();
            (solver.problem.framing, solver.problem.game) = (framing, game);
            (solver.on_invalid, solver.is_strict) = (on_invalid, is_strict);
            let input = Input::reader(&b"1 2\n"[..], "in");
            let result = solver.solve(vec![input], Output::stream(std::io::sink(), "out"));
            result.is_err_and(|e| matches!(e.kind(), ErrorKind::Argument(_)))
        };
        assert!(!refused(Framing::Lines, pairs, Mark, false));
        for game in [pairs, both] {
            assert!(refused(Framing::Lines, game, Stop, true));
            for &framing in Framing::FREE {
                assert!(refused(framing, game, Mark, false));
            }
        }
        assert!(refused(
            Framing::Lines,
            Game::BoundedDifference,
            Stop,
            false
        ));
    }

    #[test]
    fn a_backend_that_this_machine_lacks_is_an_error() {
        for backend in Backend::list_available().collect::<Vec<_>>() {
            let solver = Solver {
                backend,
                ..Solver::default()
            };
            let solve = || {
                let input = Input::reader(&b"1 2\n"[..], "in");
                solver.solve(vec![input], Output::stream(std::io::sink(), "out"))
            };
            assert!(solve().is_ok());
            MISSING.set(Some(backend));
            let error = solve().unwrap_err();
            let name = format!("can't run the backend `{backend}`");
            assert!(matches!(error.kind(), ErrorKind::Backend(_)), "{error}");
            assert!(error.to_string().contains(&name), "{error}");
            let input = Input::reader(&b"1 2\n"[..], "in");
            assert!(count_ascending(input, &solver).is_err());
            MISSING.set(None);
        }
    }

    #[test]
    fn a_progress_counts_several_runs() {
        let progress = Arc::new(Progress::default());
        let problem = profile("hdu1850").unwrap().problem.clone();
        let solver = Solver {
            progress: Some(progress.clone()),
            is_strict: true,
            ..Solver::new(problem)
        };
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
