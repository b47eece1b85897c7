//! From a failing batch to the smallest failing input that is found.
//!
//! The result was tried and failed in the same way as the batch.
//!
//! # How
//!
//! First fewer cases. The suspects are tried alone. If none fails alone, halving finds the shortest prefix that fails, and
//! its last case is tried alone. If that does not fail either, because the program keeps state from case to case, parts
//! are removed as long as the rest fails (A. Zeller, R. Hildebrandt, *Simplifying and isolating failure-inducing input*,
//! IEEE Trans. Softw. Eng. 28, 2002).
//!
//! Then smaller piles. One case has hundreds of smaller neighbours, and a process takes thousands of cases, so all
//! neighbours go into one run: the first wrong answer, by size, is the next case. A program that ends before it answers
//! gets ever shorter prefixes of that list instead.

use super::judge::{Judge, Trial};
use super::neighbours::neighbours;
use super::progress::Progress;
use super::verdict::Verdict;
use crate::error::Result;
use crate::problem::Case;
use std::time::{Duration, Instant};

/// Neighbours in the first run of a round. Each further run takes twice as many: the smaller neighbours come first, are
/// likelier to fail, and cost less time and memory.
const NEIGHBOURS: usize = 64;

/// The number of neighbours that are tried alone.
const ALONE: usize = 4;

/// The number of neighbours where each takes a process.
const PROCESSES: usize = 300;

/// A failing input.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The cases of the input.
    pub cases: Vec<Case>,
    /// The trial of the input.
    pub trial: Trial,
    /// The number of runs of the search.
    pub runs: u64,
    /// Whether the search ended before its time was over.
    pub complete: bool,
}

/// Shrinks `cases`, which failed in the trial `failed`, for at most about `time`.
///
/// Errors: the program can't be started any more.
pub(super) fn shrink(
    judge: &Judge<'_>,
    cases: &[Case],
    failed: Trial,
    time: Duration,
    progress: &Progress,
) -> Result<Shrunk> {
    let deadline = Instant::now() + time;
    progress.shrink(cases, deadline);
    let mut search = Search {
        judge,
        deadline,
        best: cases.to_vec(),
        trial: failed,
        runs: 0,
        progress,
    };
    search.find_fewer_cases()?;
    if search.best.len() == 1 {
        while search.find_smaller_case()? {}
    }
    Ok(Shrunk {
        complete: !search.is_over(),
        cases: search.best,
        trial: search.trial,
        runs: search.runs,
    })
}

struct Search<'s> {
    judge: &'s Judge<'s>,
    deadline: Instant,
    /// The smallest failing input so far.
    best: Vec<Case>,
    trial: Trial,
    runs: u64,
    progress: &'s Progress,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        Instant::now() >= self.deadline
    }

    fn run(&mut self, cases: &[Case]) -> Result<Trial> {
        self.runs += 1;
        self.judge.trial(cases, |_| ())
    }

    /// Whether `cases` fail in the same way. Then they become the best.
    fn fails(&mut self, cases: &[Case]) -> Result<bool> {
        if cases.is_empty() || self.is_over() {
            return Ok(false);
        }
        let trial = self.run(cases)?;
        let fails = trial.verdict.is_same_kind(&self.trial.verdict);
        if fails {
            self.best = cases.to_vec();
            self.trial = trial;
        }
        self.progress.shrunk(self.runs, &self.best);
        Ok(fails)
    }

    /// Finds as few failing cases as possible.
    fn find_fewer_cases(&mut self) -> Result<()> {
        let all = self.best.clone();
        if all.len() == 1 {
            return Ok(());
        }
        for suspect in self.judge.suspects(&self.trial, all.len()) {
            if self.fails(&all[suspect..=suspect])? {
                return Ok(());
            }
        }
        if self.judge.problem.is_single() {
            return Ok(());
        }
        let length = self.shortest_failing_prefix(&all)?;
        if self.fails(&all[length - 1..length])? {
            return Ok(());
        }
        self.remove_parts()
    }

    /// The length of the shortest failing prefix of `cases`, which fail as a whole, if every longer prefix fails too.
    fn shortest_failing_prefix(&mut self, cases: &[Case]) -> Result<usize> {
        let (mut passes, mut fails) = (0, cases.len());
        while fails - passes > 1 && !self.is_over() {
            let middle = passes + (fails - passes) / 2;
            if self.fails(&cases[..middle])? {
                fails = middle;
            } else {
                passes = middle;
            }
        }
        Ok(fails)
    }

    /// Removes parts, from halves down to single cases.
    fn remove_parts(&mut self) -> Result<()> {
        let mut part = self.best.len().div_ceil(2);
        loop {
            let mut from = 0;
            while from < self.best.len() && self.best.len() > 1 {
                let to = (from + part).min(self.best.len());
                let rest = [&self.best[..from], &self.best[to..]].concat();
                // After a removal the next part stands at the same place.
                if !self.fails(&rest)? {
                    from = to;
                }
                if self.is_over() {
                    return Ok(());
                }
            }
            if part == 1 || self.best.len() == 1 {
                return Ok(());
            }
            part = part.div_ceil(2).min(self.best.len());
        }
    }

    /// Finds a smaller failing neighbour of the best case, if there is one.
    fn find_smaller_case(&mut self) -> Result<bool> {
        if self.is_over() {
            return Ok(false);
        }
        let neighbours = neighbours(self.judge.problem, &self.best[0]);
        if neighbours.is_empty() {
            return Ok(false);
        }
        if self.judge.problem.is_single() {
            for case in neighbours.iter().take(PROCESSES) {
                if self.fails(std::slice::from_ref(case))? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let allowed = self.judge.problem.max_records();
        let allowed = allowed.map_or(usize::MAX, |max| max as usize);
        let (mut rest, mut count) = (neighbours.as_slice(), NEIGHBOURS);
        while !rest.is_empty() && !self.is_over() {
            let (part, behind) = rest.split_at(count.min(allowed).min(rest.len()));
            if self.find_failing_one(part)? {
                return Ok(true);
            }
            (rest, count) = (behind, 2 * count);
        }
        Ok(false)
    }

    /// Finds the smallest of `cases` that fails alone, if a few runs find it.
    fn find_failing_one(&mut self, cases: &[Case]) -> Result<bool> {
        let (best, failed) = (self.best.clone(), self.trial.clone());
        let mut rest = cases;
        for _ in 0..ALONE {
            if !self.fails(rest)? {
                break;
            }
            let suspect = self.likely_cause(rest)?;
            if self.fails(&rest[suspect..=suspect])? {
                return Ok(true);
            }
            // It fails only together with others; a later one may fail alone.
            rest = &rest[suspect + 1..];
        }
        (self.best, self.trial) = (best, failed);
        Ok(false)
    }

    /// The first of `cases`, which just failed, that seems to be the cause.
    fn likely_cause(&mut self, cases: &[Case]) -> Result<usize> {
        if let Verdict::WrongAnswer(_) = &self.trial.verdict {
            let wrong = self.judge.wrong_cases(cases, &self.trial.stdout);
            if let Some(&first) = wrong.first() {
                return Ok(first);
            }
        }
        Ok(self.shortest_failing_prefix(cases)? - 1)
    }
}
