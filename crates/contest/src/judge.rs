//! Gives a program cases and judges its output.
//!
//! A program that printed nothing is never accepted.

use crate::children::Program;
use crate::limits::{End, RunResult};
use crate::neighbours::size;
use crate::verdict::{FormatFault, Verdict, compare, count_answers, format_fault};
use std::time::Duration;
use wythoff::{Case, Comparison, MoveOrder, Problem, Result};

#[derive(Debug)]
pub(super) struct Judge<'j> {
    pub(super) program: &'j Program,
    pub(super) problem: &'j Problem,
    pub(super) comparison: Comparison,
    /// Whether a layout that some judges refuse is a failure (PE).
    pub(super) strict_format: bool,
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
    /// The greatest CPU time of a process.
    pub cpu: Duration,
    /// The most resident bytes of a process; 0 if that is not known.
    pub memory: u64,
    /// The number of processes.
    pub processes: u64,
    /// The fault for which some judges refuse a right output.
    pub format_fault: Option<FormatFault>,
}

/// `output`, which answers `cases` rightly, in the layout of the judge.
pub fn judges_layout(problem: &Problem, cases: &[Case], output: &[u8]) -> Vec<u8> {
    match problem.move_order {
        MoveOrder::AsListed => problem.output(cases),
        // The moves may be in another order.
        _ => [&Comparison::normalised(output), &b"\n"[..]].concat(),
    }
}

impl Judge<'_> {
    /// Gives `cases` to the program, in one run; or each case in a separate run, if an input has only one case. When a
    /// process has ended, calls `goes_on` with its number of cases. If that returns false, no other process is started.
    ///
    /// Errors: the program can't be started, or was stopped.
    pub(super) fn trial(&self, cases: &[Case], goes_on: impl Fn(u64) -> bool) -> Result<Trial> {
        let problem = self.comparison.problem();
        let (mut time, mut cpu, mut memory) = (Duration::ZERO, Duration::ZERO, 0);
        let (mut processes, mut format_fault_of_any) = (0, None);
        let mut parts = cases.chunks(self.max_cases()).peekable();
        loop {
            let part = parts.next().expect("a trial has cases left");
            let expected = problem.answers(part);
            let run = self.program.run(&self.problem.input(part))?;
            let answered = || count_answers(&self.comparison, &run.stdout, part.len());
            let mut verdict = match run.end {
                End::TimeLimit => Verdict::TimeLimit(answered()),
                End::MemoryLimit => Verdict::MemoryLimit,
                End::OutputLimit(stream) => Verdict::OutputLimit(stream),
                End::Exit(0) => compare(&self.comparison, &expected, &run.stdout)
                    .map_or(Verdict::Accepted, Verdict::WrongAnswer),
                end => Verdict::RuntimeError(end),
            };
            if verdict == Verdict::Accepted {
                let fault =
                    format_fault(&judges_layout(self.problem, part, &run.stdout), &run.stdout);
                format_fault_of_any = format_fault_of_any.or(fault);
                if let (Some(fault), true) = (fault, self.strict_format) {
                    verdict = Verdict::PresentationError(fault);
                }
            }
            time += run.time;
            cpu = cpu.max(run.cpu);
            memory = memory.max(run.memory);
            processes += 1;
            let is_accepted = verdict == Verdict::Accepted;
            let goes_on = goes_on(part.len() as u64) && parts.peek().is_some();
            if !is_accepted || !goes_on {
                let failing = if is_accepted { &[] } else { part };
                return Ok(Trial {
                    failing: failing.to_vec(),
                    verdict,
                    run,
                    time,
                    cpu,
                    memory,
                    processes,
                    format_fault: format_fault_of_any,
                });
            }
        }
    }

    pub(super) fn max_cases(&self) -> usize {
        let max = self.problem.max_records();
        max.map_or(usize::MAX, |max| max as usize)
    }

    /// The indices of the cases of a failed trial that most likely fail alone.
    pub(super) fn suspects(&self, trial: &Trial) -> Vec<usize> {
        let cases = &trial.failing;
        let suspect = match &trial.verdict {
            Verdict::WrongAnswer(wrong) => wrong.suspect(),
            // The case after the last printed answer; perhaps a later one, if the program had more answers in a buffer.
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
