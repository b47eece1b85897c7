//! Makes a failing batch smaller. The result is the smallest failing input that was found.
//!
//! The result was tried, and failed in the same way as the batch.
//!
//! # How
//!
//! First, the batch runs again a few times. If the program does not always do the same, only the first failing case is
//! searched for.
//!
//! Second, the number of cases is reduced. The suspects are tried alone. If none fails alone, halving finds the shortest
//! prefix that fails, and its last case is tried alone. If that case does not fail either, the program keeps state from case
//! to case: then parts are removed as long as the rest fails (A. Zeller, R. Hildebrandt, *Simplifying and isolating
//! failure-inducing input*, IEEE Trans. Softw. Eng. 28, 2002). A run that exceeds the time limit takes much longer than a
//! run that passes. So a slow case is searched for in many small parts instead of two halves.
//!
//! Third, the piles are reduced. One case has hundreds of smaller neighbours, and a process takes thousands of cases. So all
//! neighbours are tried in one run, sorted by size: the first one with a wrong answer is the next case. If the program ends
//! before it answers, shorter and shorter prefixes of the list of neighbours are tried instead.

use super::judge::{Judge, Trial};
use super::neighbours::neighbours;
use super::place::{Place, place};
use super::progress::{SearchProgress, Shrinking};
use super::verdict::Verdict;
use std::time::{Duration, Instant};
use wythoff::{Case, Framing, Result};

/// The number of neighbours in the first run of a round. Each further run takes twice the number: the smaller neighbours
/// come first, fail with higher probability, and take less time and memory.
const NEIGHBOURS: usize = 64;

/// The number of neighbours that are tried alone.
const ALONE: usize = 4;

/// The number of neighbours, if each case takes a process.
const PROCESSES: usize = 300;

/// The number of runs of the same input that are made to find out whether the program always does the same.
const SAME_INPUT: u32 = 5;

/// The number of parts of an input in which a slow case is searched for.
const PARTS: usize = 16;

/// How often an input failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// The number of runs that failed.
    pub failures: u32,
    /// The number of all runs.
    pub runs: u32,
    /// Whether all wrong outputs are the same.
    pub has_same_output: bool,
}

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
    /// How often the input failed.
    pub repeats: Repeats,
    /// The place of the case to which the verdict refers.
    pub place: Place,
}

/// Shrinks `cases`, which failed in the trial `failed`, for at most about `time`.
///
/// Errors: the program can't be started any more.
pub(super) fn shrink(
    judge: &Judge<'_>,
    cases: &[Case],
    failed: Trial,
    time: Duration,
    progress: &SearchProgress,
) -> Result<Shrunk> {
    let deadline = Instant::now() + time;
    let mut search = Search {
        judge,
        deadline,
        again: time / 4,
        best: cases.to_vec(),
        left: cases.len(),
        trial: failed,
        repeats: Repeats::ONCE,
        runs: 0,
        progress,
    };
    search.report_progress();
    search.shrink()?;
    Ok(Shrunk {
        complete: !search.is_over(),
        place: place(judge, &search.best, &search.trial),
        cases: search.best,
        trial: search.trial,
        runs: search.runs,
        repeats: search.repeats,
    })
}

impl Repeats {
    const ONCE: Self = Self {
        failures: 1,
        runs: 1,
        has_same_output: true,
    };

    /// Whether the program always did the same.
    pub fn are_same(&self) -> bool {
        self.failures == self.runs && self.has_same_output
    }
}

struct Search<'s> {
    judge: &'s Judge<'s>,
    deadline: Instant,
    /// The longest time for running the same input again.
    again: Duration,
    /// The smallest failing input so far.
    best: Vec<Case>,
    /// The number of cases of the smallest best input. Neighbours are also tried together, so the best input may grow.
    left: usize,
    trial: Trial,
    /// How often the best input failed.
    repeats: Repeats,
    runs: u64,
    progress: &'s SearchProgress,
}

impl Search<'_> {
    fn shrink(&mut self) -> Result<()> {
        if !self.fails_again()? {
            return self.find_unsteady_case();
        }
        let all = self.best.len();
        self.find_fewer_cases()?;
        if self.best.len() > 1 || (all > 1 && !self.fails_again()?) {
            return Ok(());
        }
        while self.find_smaller_case()? {}
        if self.repeats.runs == 1 {
            self.fails_again()?;
        }
        Ok(())
    }

    /// Runs the best input again a few times. Returns whether the program does the same each time.
    fn fails_again(&mut self) -> Result<bool> {
        // Runs that exceed a limit take long.
        let exceeded_a_limit = matches!(
            self.trial.verdict,
            Verdict::TimeLimit { .. } | Verdict::MemoryLimit | Verdict::OutputLimit(_)
        );
        let start = Instant::now();
        let input = self.best.clone();
        while !exceeded_a_limit && self.repeats.runs < SAME_INPUT && !self.is_over() {
            self.run_again(&input)?;
            if start.elapsed() > self.again {
                break;
            }
        }
        Ok(self.repeats.are_same())
    }

    fn run_again(&mut self, input: &[Case]) -> Result<()> {
        let trial = self.run(input)?;
        self.repeats.runs += 1;
        // Another kind of failure counts, too: a crash may become a wrong answer.
        if trial.verdict != Verdict::Accepted {
            self.repeats.failures += 1;
        }
        // Only wrong answers are compared: before a crash, a program may print different amounts of output.
        if let (Verdict::WrongAnswer(_), Verdict::WrongAnswer(_)) =
            (&trial.verdict, &self.trial.verdict)
        {
            self.repeats.has_same_output &= trial.stdout == self.trial.stdout;
        }
        self.report_progress();
        Ok(())
    }

    /// Finds one case that fails in some runs. Only a few runs are made for this.
    fn find_unsteady_case(&mut self) -> Result<()> {
        let all = self.best.clone();
        if all.len() == 1 {
            return Ok(());
        }
        for suspect in self.judge.suspects(&self.trial, &all) {
            let case = &all[suspect..=suspect];
            for passed in 0..SAME_INPUT {
                if self.fails(case)? {
                    self.repeats.runs += passed;
                    while self.repeats.runs < SAME_INPUT {
                        self.run_again(case)?;
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn report_progress(&mut self) {
        self.left = self.left.min(self.best.len());
        let shrinking = Shrinking {
            tries: self.runs,
            left: self.left as u64,
            deadline: self.deadline,
        };
        self.progress
            .update(|state| state.shrinking = Some(shrinking));
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.deadline
    }

    fn run(&mut self, cases: &[Case]) -> Result<Trial> {
        self.runs += 1;
        self.judge.trial(cases, |_| true)
    }

    /// Returns whether `cases` fail in the same way as before. If so, they become the best input.
    fn fails(&mut self, cases: &[Case]) -> Result<bool> {
        if cases.is_empty() || self.is_over() {
            return Ok(false);
        }
        let trial = self.run(cases)?;
        let fails = trial.verdict.is_same_kind(&self.trial.verdict);
        if fails {
            self.best = cases.to_vec();
            self.trial = trial;
            self.repeats = Repeats::ONCE;
        }
        self.report_progress();
        Ok(fails)
    }

    /// Finds as few failing cases as possible.
    fn find_fewer_cases(&mut self) -> Result<()> {
        let all = self.best.clone();
        if all.len() == 1 {
            return Ok(());
        }
        for suspect in self.judge.suspects(&self.trial, &all) {
            if self.fails(&all[suspect..=suspect])? {
                return Ok(());
            }
        }
        if let Verdict::TimeLimit { .. } = self.trial.verdict {
            return self.slow_case(&all).map(drop);
        }
        let length = self.shortest_failing_prefix(&all)?;
        if self.fails(&all[length - 1..length])? {
            return Ok(());
        }
        self.remove_parts()
    }

    /// Searches in `cases` for the case for which the program exceeds the time limit. `None` if every part passes: then the
    /// program is slow for all cases together.
    fn slow_case(&mut self, cases: &[Case]) -> Result<Option<usize>> {
        let (mut from, mut to) = (0, cases.len());
        while to - from > 1 {
            let start = Instant::now();
            let size = (to - from).div_ceil(PARTS);
            let mut parts = (from..to)
                .step_by(size)
                .map(|part| (part, to.min(part + size)));
            let slow = loop {
                let Some((first, end)) = parts.next() else {
                    return Ok(None);
                };
                if self.fails(&cases[first..end])? {
                    break (first, end);
                }
                // If a single case were slow, the parts without it would pass quickly. So no single case is slow.
                if start.elapsed() > 2 * self.judge.program.limits.time {
                    return Ok(None);
                }
            };
            (from, to) = slow;
        }
        Ok(Some(from))
    }

    /// The length of the shortest failing prefix of `cases`. `cases` fail as a whole. The result is right if every longer
    /// prefix fails, too.
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
                // After a removal the next part is at the same place.
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
        if self.judge.problem.framing == Framing::One {
            for case in neighbours.iter().take(PROCESSES) {
                if self.fails(std::slice::from_ref(case))? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let allowed = self.judge.problem.limits.max_records;
        let allowed = allowed.map_or(usize::MAX, |max| max.get() as usize);
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

    /// Finds the smallest of `cases` that fails alone. Only a few runs are made for this.
    fn find_failing_one(&mut self, cases: &[Case]) -> Result<bool> {
        let (best, failed, repeats) = (self.best.clone(), self.trial.clone(), self.repeats);
        let mut rest = cases;
        for _ in 0..ALONE {
            if !self.fails(rest)? {
                break;
            }
            let Some(suspect) = self.likely_cause(rest)? else {
                break;
            };
            let case = &rest[suspect..=suspect];
            if self.best == case || self.fails(case)? {
                return Ok(true);
            }
            // The suspect fails only together with other cases. A later case may fail alone.
            rest = &rest[suspect + 1..];
        }
        (self.best, self.trial, self.repeats) = (best, failed, repeats);
        Ok(false)
    }

    /// The first of `cases` that is probably the cause of the failure. `cases` have just failed.
    fn likely_cause(&mut self, cases: &[Case]) -> Result<Option<usize>> {
        if let Verdict::WrongAnswer(_) = &self.trial.verdict {
            let wrong = self.judge.wrong_cases(cases, &self.trial.stdout);
            if let Some(&first) = wrong.first() {
                return Ok(Some(first));
            }
        }
        if let Verdict::TimeLimit { .. } = &self.trial.verdict {
            return self.slow_case(cases);
        }
        Ok(Some(self.shortest_failing_prefix(cases)? - 1))
    }
}
