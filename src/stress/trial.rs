//! One trial: cases in, a verdict out.
//!
//! Owns the verdicts. Invariant: a program that printed nothing is never accepted.

use super::case::{Case, Problem};
use super::compare::{self, Wrong, compare};
use super::runner::{End, Program};
use crate::error::Result;
use std::fmt;
use std::time::Duration;

/// What a judge would say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// AC: every answer is right.
    Accepted,
    /// WA: an answer is wrong, is missing, or is one too many.
    WrongAnswer(Wrong),
    /// RE: it ended by a signal, or with that exit code.
    RuntimeError(End),
    /// TLE.
    TimeLimit,
    /// MLE.
    MemoryLimit,
}

impl Verdict {
    /// The judges' letters.
    pub fn letters(&self) -> &'static str {
        match self {
            Verdict::Accepted => "AC",
            Verdict::WrongAnswer(_) => "WA",
            Verdict::RuntimeError(_) => "RE",
            Verdict::TimeLimit => "TLE",
            Verdict::MemoryLimit => "MLE",
        }
    }

    /// Whether it is the same kind of failure.
    pub fn is_like(&self, other: &Verdict) -> bool {
        self.letters() == other.letters()
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Accepted => f.write_str("every answer is right"),
            Verdict::WrongAnswer(wrong) => wrong.fmt(f),
            Verdict::RuntimeError(End::Signal(signal)) => {
                write!(f, "it was ended by signal {signal}{}", signal_name(*signal))
            }
            Verdict::RuntimeError(End::Exit(code)) => write!(f, "its exit code was {code}"),
            Verdict::RuntimeError(_) => f.write_str("it ended badly"),
            Verdict::TimeLimit => f.write_str("its time was over"),
            Verdict::MemoryLimit => f.write_str("it took more memory than it may"),
        }
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (SIGILL)",
        6 => " (SIGABRT)",
        7 => " (SIGBUS)",
        8 => " (SIGFPE)",
        9 => " (SIGKILL)",
        11 => " (SIGSEGV)",
        13 => " (SIGPIPE)",
        15 => " (SIGTERM)",
        _ => "",
    }
}

/// What a trial came to.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What a judge would say.
    pub verdict: Verdict,
    /// Where a process takes one case only: the case it failed at.
    pub at: Option<usize>,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// The end of its messages.
    pub stderr: String,
    /// How long it took, all processes together.
    pub time: Duration,
    /// How many processes there were.
    pub processes: u64,
}

/// Gives `cases` to the program: in one run, or in a run each if the problem has one case only.
///
/// Errors: the program can't be started, or was stopped.
pub fn trial(program: &Program, problem: &Problem, cases: &[Case]) -> Result<Trial> {
    watched(program, problem, cases, |_| ())
}

/// The same; `tried` is told of so many cases more whenever a process has ended.
pub(super) fn watched(
    program: &Program,
    problem: &Problem,
    cases: &[Case],
    tried: impl Fn(u64),
) -> Result<Trial> {
    let run = |cases: &[Case]| {
        let trial = run(program, problem, cases)?;
        tried(cases.len() as u64);
        Ok(trial)
    };
    if !problem.is_single() || cases.len() == 1 {
        return run(cases);
    }
    let (mut time, mut processes) = (Duration::ZERO, 0);
    let mut last = None;
    for (at, case) in cases.iter().enumerate() {
        let mut trial = run(std::slice::from_ref(case))?;
        time += trial.time;
        processes += 1;
        (trial.time, trial.processes, trial.at) = (time, processes, Some(at));
        if trial.verdict != Verdict::Accepted {
            return Ok(trial);
        }
        last = Some(trial);
    }
    match last {
        Some(trial) => Ok(trial),
        None => run(cases),
    }
}

fn run(program: &Program, problem: &Problem, cases: &[Case]) -> Result<Trial> {
    let expected: Vec<_> = cases.iter().map(|case| problem.answer(case)).collect();
    let bytes = expected.iter().map(|answer| answer.len() as u64 + 2).sum();
    let ran = program.run(&problem.input(cases), bytes)?;
    let verdict = match ran.end {
        End::TimeLimit => Verdict::TimeLimit,
        End::MemoryLimit => Verdict::MemoryLimit,
        End::OutputLimit => Verdict::WrongAnswer(Wrong::Endless),
        End::Exit(0) => match compare(problem, &expected, &ran.stdout) {
            None => Verdict::Accepted,
            Some(wrong) => Verdict::WrongAnswer(wrong),
        },
        end => Verdict::RuntimeError(end),
    };
    Ok(Trial {
        verdict,
        at: None,
        stdout: ran.stdout,
        stderr: ran.stderr,
        time: ran.time,
        processes: 1,
    })
}

impl Trial {
    /// The cases that are likeliest to fail alone, from 0.
    pub fn suspects(&self, problem: &Problem, cases: usize) -> Vec<usize> {
        let mut suspects: Vec<usize> = self.at.into_iter().collect();
        match &self.verdict {
            Verdict::WrongAnswer(wrong) => suspects.extend(wrong.case()),
            // Where its answers ended, unless they were still in a buffer.
            _ => suspects.push(compare::count(problem, &self.stdout)),
        }
        suspects.extend([0, cases.saturating_sub(1)]);
        suspects.retain(|&case| case < cases);
        suspects
    }
}
