//! Gives a program cases and judges its output.
//!
//! A program that printed nothing is never accepted.

use super::format::{FormatFault, format_fault};
use super::neighbours::size;
use super::outputs::{KEPT, MESSAGES};
use super::program::Program;
use super::runner::End;
use super::verdict::{Stream, Verdict, answers, compare};
use std::collections::BTreeSet;
use std::time::Duration;
use wythoff::Result;
use wythoff::internal::Comparison;
use wythoff::{Case, Framing, MoveOrder, Problem};

/// Judges one program on one problem.
#[derive(Debug)]
pub(super) struct Judge<'j> {
    pub(super) program: &'j Program,
    pub(super) problem: &'j Problem,
    pub(super) comparison: Comparison,
    /// Whether a layout that some judges refuse is a failure.
    strict_format: bool,
}

/// The result of a trial.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The verdict of a judge.
    pub verdict: Verdict,
    /// The case that failed, if a process takes only one case.
    pub failed_case: Option<usize>,
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

impl<'j> Judge<'j> {
    /// Errors: answers to the problem can't be compared.
    pub(super) fn new(
        program: &'j Program,
        problem: &'j Problem,
        strict_format: bool,
    ) -> Result<Self> {
        Ok(Self {
            program,
            problem,
            comparison: Comparison::new(problem, None)?,
            strict_format,
        })
    }

    /// Gives `cases` to the program, in one run; or each case in a separate run, if an input has only one case. When a
    /// process has ended, calls `goes_on` with its number of cases. If that returns false, no other process is started.
    ///
    /// Errors: the program can't be started, or was stopped.
    pub(super) fn trial(&self, cases: &[Case], goes_on: impl Fn(u64) -> bool) -> Result<Trial> {
        if self.problem.framing != Framing::One || cases.len() <= 1 {
            let trial = self.run(cases)?;
            goes_on(cases.len() as u64);
            return Ok(trial);
        }
        let (mut time, mut processes, mut format_fault) = (Duration::ZERO, 0, None);
        let mut last = None;
        for (i, case) in cases.iter().enumerate() {
            let mut trial = self.run(std::slice::from_ref(case))?;
            let goes_on = goes_on(1);
            time += trial.time;
            processes += 1;
            format_fault = format_fault.or(trial.format_fault);
            trial.format_fault = format_fault;
            (trial.time, trial.processes, trial.failed_case) = (time, processes, Some(i));
            let is_last = trial.verdict != Verdict::Accepted || !goes_on;
            last = Some(trial);
            if is_last {
                break;
            }
        }
        Ok(last.expect("there are several cases"))
    }

    fn run(&self, cases: &[Case]) -> Result<Trial> {
        let expected = self.expected(cases);
        let bytes = expected.iter().map(|answer| answer.len() as u64 + 1).sum();
        let ran = self.program.run(&self.problem.input(cases), bytes)?;
        let mut verdict = match ran.end {
            End::TimeLimit => Verdict::TimeLimit {
                answered: answers(&self.comparison, &ran.stdout, cases.len()).len(),
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
        let mut fault = None;
        if verdict == Verdict::Accepted {
            let judges = self.problem.output(cases);
            let has_fixed_lines = self.problem.move_order == MoveOrder::AsListed;
            fault = format_fault(&judges, &ran.stdout, has_fixed_lines);
        }
        if let (Some(fault), true) = (fault, self.strict_format) {
            verdict = Verdict::PresentationError(fault);
        }
        Ok(Trial {
            format_fault: fault,
            verdict,
            failed_case: None,
            stdout: ran.stdout,
            stderr: ran.stderr,
            time: ran.time,
            processes: 1,
        })
    }

    fn expected(&self, cases: &[Case]) -> Vec<Vec<u8>> {
        let problem = self.comparison.problem();
        cases.iter().map(|case| problem.answer(case)).collect()
    }

    /// The indices of the cases whose answers in `output` are wrong. Empty if `output` has more or fewer answers than cases.
    pub(super) fn wrong_cases(&self, cases: &[Case], output: &[u8]) -> Vec<usize> {
        let expected = self.expected(cases);
        let found = answers(&self.comparison, output, expected.len() + 1);
        if found.len() != expected.len() {
            return Vec::new();
        }
        let pairs = found.iter().zip(&expected).enumerate();
        pairs
            .filter(|(_, (found, expected))| !self.comparison.is_same(expected, found))
            .map(|(case, _)| case)
            .collect()
    }

    /// The indices of the cases that most likely fail when they are tried alone. `trial` is a failed trial of `cases`.
    pub(super) fn suspects(&self, trial: &Trial, cases: &[Case]) -> Vec<usize> {
        let mut suspects = Vec::new();
        match &trial.verdict {
            Verdict::WrongAnswer(wrong) => suspects.extend(wrong.case()),
            // The case after the last printed answer. It is not the cause if the program still had answers in a buffer.
            _ => suspects.push(answers(&self.comparison, &trial.stdout, cases.len()).len()),
        }
        if let Verdict::TimeLimit { .. } | Verdict::MemoryLimit = trial.verdict {
            suspects.extend((0..cases.len()).max_by_key(|&case| size(&cases[case])));
        }
        suspects.extend([0, cases.len().saturating_sub(1)]);
        suspects.retain(|&case| case < cases.len());
        let mut seen = BTreeSet::new();
        suspects.retain(|&case| seen.insert(case));
        suspects
    }
}
