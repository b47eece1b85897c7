//! Gives a program cases and judges its output.
//!
//! A program that printed nothing is never accepted.

use super::children::Program;
use super::neighbours::size;
use super::outputs::{KEPT, MESSAGES};
use super::runner::End;
use super::search::Settings;
use super::verdict::{
    FormatFault, Stream, Verdict, compare, count_answers, format_fault, start_of_answer,
};
use std::time::Duration;
use wythoff::internal::Comparison;
use wythoff::{Case, Framing, Game, MoveOrder, Problem, Result};

/// Judges one program on one problem.
#[derive(Debug)]
pub(super) struct Judge<'j> {
    pub(super) program: &'j Program,
    pub(super) problem: &'j Problem,
    pub(super) comparison: Comparison,
    pub(super) settings: &'j Settings,
}

/// The result of a trial.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The verdict of a judge.
    pub verdict: Verdict,
    /// The cases of the input that failed: all cases, or one case if a process takes only one. Empty if none failed.
    pub failing: Vec<Case>,
    /// What the program printed.
    pub stdout: Vec<u8>,
    /// The end of what the program wrote to standard error.
    pub stderr: String,
    /// The time of all processes together.
    pub time: Duration,
    /// The number of processes.
    pub processes: u64,
    /// What some judges refuse in a right output.
    pub format_fault: Option<FormatFault>,
}

/// Where a case is in the input, in the right output and in the output of the program. Line numbers, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line of the piles in the input.
    pub input: usize,
    /// The first line of the right answer, in the right output.
    pub expected: usize,
    /// The first line of the answer that the program printed, or the line after the last answer.
    pub found: usize,
}

impl Judge<'_> {
    /// Gives `cases` to the program, in one run; or each case in a separate run, if an input has only one case. When a
    /// process has ended, calls `goes_on` with its number of cases. If that returns false, no other process is started.
    ///
    /// Errors: the program can't be started, or was stopped.
    pub(super) fn trial(&self, cases: &[Case], goes_on: impl Fn(u64) -> bool) -> Result<Trial> {
        let size = match self.problem.framing {
            Framing::One => 1,
            _ => cases.len(),
        };
        let mut last: Option<Trial> = None;
        for part in cases.chunks(size) {
            let mut trial = self.run(part)?;
            let goes_on = goes_on(part.len() as u64);
            if let Some(before) = &last {
                trial.time += before.time;
                trial.processes += before.processes;
                trial.format_fault = before.format_fault.or(trial.format_fault);
            }
            let is_last = trial.verdict != Verdict::Accepted || !goes_on;
            last = Some(trial);
            if is_last {
                break;
            }
        }
        Ok(last.expect("there are cases"))
    }

    fn run(&self, cases: &[Case]) -> Result<Trial> {
        let problem = self.comparison.problem();
        let expected: Vec<_> = cases.iter().map(|case| problem.answer(case)).collect();
        let ran = self.program.run(&self.problem.input(cases))?;
        let mut verdict = match ran.end {
            End::TimeLimit => Verdict::TimeLimit {
                answered: count_answers(&self.comparison, &ran.stdout, cases.len()),
                of: cases.len(),
                cpu: ran.cpu,
                clock: ran.time,
            },
            End::MemoryLimit => Verdict::MemoryLimit,
            // Only what is too long was cut to these lengths.
            End::OutputLimit if ran.stdout.len() == KEPT => Verdict::OutputLimit(Stream::Stdout),
            End::OutputLimit if ran.stderr.len() as u64 >= MESSAGES => {
                Verdict::OutputLimit(Stream::Stderr)
            }
            End::OutputLimit => Verdict::OutputLimit(Stream::File),
            End::Exit(0) => match compare(&self.comparison, &expected, &ran.stdout) {
                None => Verdict::Accepted,
                Some(wrong) => Verdict::WrongAnswer(wrong),
            },
            end => Verdict::RuntimeError(end),
        };
        let layout = || match (self.problem.game, self.problem.move_order) {
            (Game::BoundedDifference, _) => self.problem.output(cases),
            (_, MoveOrder::AsListed) => expected.concat(),
            // The moves may be in another order.
            _ => [&Comparison::normalised(&ran.stdout), &b"\n"[..]].concat(),
        };
        let fault = match verdict {
            Verdict::Accepted => format_fault(&layout(), &ran.stdout),
            _ => None,
        };
        if let (Some(fault), true) = (fault, self.settings.strict_format) {
            verdict = Verdict::PresentationError(fault);
        }
        Ok(Trial {
            format_fault: fault,
            failing: match verdict {
                Verdict::Accepted => Vec::new(),
                _ => cases.to_vec(),
            },
            verdict,
            stdout: ran.stdout,
            stderr: ran.stderr,
            time: ran.time,
            processes: 1,
        })
    }

    /// The indices of the cases of a failed trial that most likely fail when they are tried alone.
    pub(super) fn suspects(&self, trial: &Trial) -> Vec<usize> {
        let cases = &trial.failing;
        let mut suspects = Vec::new();
        match &trial.verdict {
            Verdict::WrongAnswer(wrong) => suspects.extend(wrong.case()),
            // The case after the last printed answer. It is not the cause if the program still had answers in a buffer.
            _ => suspects.push(count_answers(&self.comparison, &trial.stdout, cases.len())),
        }
        if let Verdict::TimeLimit { .. } | Verdict::MemoryLimit = trial.verdict {
            suspects.extend((0..cases.len()).max_by_key(|&case| size(&cases[case])));
        }
        suspects.extend([0, cases.len().saturating_sub(1)]);
        suspects.retain(|&case| case < cases.len());
        suspects.dedup();
        suspects
    }

    /// The place of the case to which the verdict of `trial`, which failed, refers. If no case is known, it is the case after the last answer.
    pub(super) fn place(&self, trial: &Trial) -> Place {
        let cases = &trial.failing;
        let case = match &trial.verdict {
            Verdict::WrongAnswer(wrong) => wrong.case(),
            _ => None,
        };
        let answered = || count_answers(&self.comparison, &trial.stdout, cases.len());
        let found = case.unwrap_or_else(answered);
        let case = found.min(cases.len() - 1);
        let upto = &cases[..=case];
        let (input, output) = (self.problem.input(upto), self.problem.output(upto));
        let answer = newlines(&self.problem.answer(&cases[case]));
        let blank = usize::from(output.ends_with(b"\n\n"));
        let start = start_of_answer(&self.comparison, &trial.stdout, found);
        Place {
            input: newlines(&input) - 1 - usize::from(self.problem.framing == Framing::Zero),
            expected: (newlines(&output) - blank).saturating_sub(answer),
            found: newlines(&trial.stdout[..start]),
        }
    }
}

fn newlines(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}
