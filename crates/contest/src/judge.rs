//! Gives a program cases and judges its output.
//!
//! A program that printed nothing is never accepted.

use super::children::Program;
use super::neighbours::size;
use super::runner::{End, RunResult};
use super::search::{SearchState, Settings};
use super::verdict::{FormatFault, Verdict, compare, count_answers, format_fault};
use std::sync::MutexGuard;
use std::time::Duration;
use wythoff::internal::Comparison;
use wythoff::{Case, Framing, MoveOrder, Problem, Result};

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
    /// The last run.
    pub run: RunResult,
    /// The time of all processes together.
    pub time: Duration,
    /// The number of processes.
    pub processes: u64,
    /// What some judges refuse in a right output.
    pub format_fault: Option<FormatFault>,
}

impl Judge<'_> {
    /// Gives `cases` to the program, in one run; or each case in a separate run, if an input has only one case. When a
    /// process has ended, calls `goes_on` with its number of cases. If that returns false, no other process is started.
    ///
    /// Errors: the program can't be started, or was stopped.
    pub(super) fn trial(&self, cases: &[Case], goes_on: impl Fn(u64) -> bool) -> Result<Trial> {
        let mut last: Option<Trial> = None;
        for part in cases.chunks(self.max_cases()) {
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
            End::TimeLimit => {
                Verdict::TimeLimit(count_answers(&self.comparison, &ran.stdout, cases.len()))
            }
            End::MemoryLimit => Verdict::MemoryLimit,
            End::OutputLimit(stream) => Verdict::OutputLimit(stream),
            End::Exit(0) => match compare(&self.comparison, &expected, &ran.stdout) {
                None => Verdict::Accepted,
                Some(wrong) => Verdict::WrongAnswer(wrong),
            },
            end => Verdict::RuntimeError(end),
        };
        let layout = || match self.problem.move_order {
            MoveOrder::AsListed => self.problem.output(cases),
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
            time: ran.time,
            run: ran,
            processes: 1,
        })
    }

    /// The largest number of cases in an input.
    pub(super) fn max_cases(&self) -> usize {
        match (self.problem.framing, self.problem.limits.max_records) {
            (Framing::One, _) => 1,
            (_, max) => max.map_or(usize::MAX, |max| max.get() as usize),
        }
    }

    /// What the search has done so far.
    pub(super) fn progress(&self) -> MutexGuard<'_, SearchState> {
        let progress = self.settings.progress.lock();
        progress.expect("no thread panics with the lock")
    }

    /// The indices of the cases of a failed trial that most likely fail when they are tried alone.
    pub(super) fn suspects(&self, trial: &Trial) -> Vec<usize> {
        let cases = &trial.failing;
        let suspect = match &trial.verdict {
            Verdict::WrongAnswer(wrong) => wrong.suspect(),
            // The case after the last printed answer. It is not the cause if the program still had answers in a buffer.
            _ => count_answers(&self.comparison, &trial.run.stdout, cases.len()),
        };
        let mut suspects = vec![suspect.min(cases.len() - 1)];
        if let Verdict::TimeLimit(_) | Verdict::MemoryLimit = trial.verdict {
            suspects.extend((0..cases.len()).max_by_key(|&case| size(&cases[case])));
        }
        suspects.dedup();
        suspects
    }
}
