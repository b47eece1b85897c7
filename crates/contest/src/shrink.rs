//! Makes a failing batch smaller. The result is the smallest failing input that was found.
//!
//! The result was tried, and failed in the same way as the batch.
//!
//! # How
//!
//! First, the batch runs again a few times. If the program does not always behave the same, only the first failing case is
//! searched for.
//!
//! Second, the number of cases is reduced. The suspects are tried alone. If none fails alone, smaller and smaller parts of the
//! input are tried, and if no part fails, parts are removed as long as the rest fails (A. Zeller, R. Hildebrandt,
//! *Simplifying and isolating failure-inducing input*, IEEE Trans. Softw. Eng. 28, 2002).
//!
//! Third, the piles are reduced. One case has hundreds of smaller neighbours, and a process takes thousands of cases.
//! Therefore one run tries many neighbours, sorted by size: the first one with a wrong answer is the next case. If the program ends
//! before it answers, smaller and smaller parts of the list of neighbours are tried instead.

use crate::judge::{Judge, Trial};
use crate::neighbours::neighbours;
use crate::verdict::Verdict;
use std::time::{Duration, Instant};
use wythoff::{Case, Result};

const NEIGHBOURS: usize = 1000;

/// The number of runs of the same input that show whether the program always behaves the same.
const SAME_INPUT: u32 = 5;

/// The number of parts into which an input is cut to find a failing case. Many small parts are best, because a run that exceeds
/// the time limit takes much longer than runs that pass.
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

/// A batch that failed, and the smallest input found that fails in the same way.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The number of the batch.
    pub batch: u64,
    /// The trial of the input.
    pub trial: Trial,
    /// How often the input failed.
    pub repeats: Repeats,
    /// The number of runs of the search for this input.
    pub runs: u64,
    /// Whether the search ended before its time was over.
    pub complete: bool,
}

/// The progress of shrinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shrinking {
    /// Runs of the program so far.
    pub tries: u64,
    /// Cases of the smallest failing input so far.
    pub left: u64,
    /// The shrinking ends before this time, or at the end of the run that is under way at this time.
    pub deadline: Instant,
}

/// Shrinks the failing input of `trial`, from batch number `batch`, for about `time` at most. Calls
/// `report` before each run.
///
/// Errors: the program can't be started any more.
pub(super) fn shrink(
    judge: &Judge<'_>,
    batch: u64,
    trial: Trial,
    time: Duration,
    report: &dyn Fn(Shrinking),
) -> Result<Failure> {
    let mut shrinker = Shrinker {
        judge,
        time,
        report,
        progress: Shrinking {
            tries: 0,
            left: trial.failing.len() as u64,
            deadline: Instant::now() + time,
        },
        best: Failure {
            batch,
            trial,
            repeats: Repeats::ONCE,
            runs: 0,
            complete: true,
        },
    };
    let is_steady = shrinker.fails_again()?;
    shrinker.find_fewer_cases(is_steady)?;
    if is_steady && shrinker.best.trial.failing.len() == 1 && shrinker.fails_again()? {
        while shrinker.find_smaller_case()? {}
        shrinker.fails_again()?;
    }
    shrinker.best.runs = shrinker.progress.tries;
    shrinker.best.complete = !shrinker.is_over();
    Ok(shrinker.best)
}

impl Repeats {
    const ONCE: Self = Self {
        failures: 1,
        runs: 1,
        has_same_output: true,
    };

    /// Whether the program always behaved the same.
    fn are_same(&self) -> bool {
        self.failures == self.runs && self.has_same_output
    }
}

struct Shrinker<'s> {
    judge: &'s Judge<'s>,
    time: Duration,
    report: &'s dyn Fn(Shrinking),
    progress: Shrinking,
    best: Failure,
}

impl Shrinker<'_> {
    /// Runs the best input again a few times. Returns whether the program behaves the same each time.
    fn fails_again(&mut self) -> Result<bool> {
        // Only a few runs are made if they exceed a limit, because such runs take long.
        let exceeded_a_limit = matches!(
            self.best.trial.verdict,
            Verdict::TimeLimit(_) | Verdict::MemoryLimit | Verdict::OutputLimit(_)
        );
        let end = self.progress.deadline.min(Instant::now() + self.time / 4);
        let input = self.best.trial.failing.clone();
        while !exceeded_a_limit && self.best.repeats.runs < SAME_INPUT && Instant::now() < end {
            let trial = self.run(&input)?;
            let (best, repeats) = (&self.best.trial, &mut self.best.repeats);
            repeats.runs += 1;
            // Any kind of failure counts: a crash may become a wrong answer.
            repeats.failures += u32::from(trial.verdict != Verdict::Accepted);
            // Only wrong answers are compared: before a crash, a program may print different amounts of output.
            let is_wrong = |trial: &Trial| matches!(trial.verdict, Verdict::WrongAnswer(_));
            if is_wrong(&trial) && is_wrong(best) {
                repeats.has_same_output &= trial.run.stdout == best.run.stdout;
            }
        }
        Ok(self.best.repeats.are_same())
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.progress.deadline
    }

    fn is_slow(&self) -> bool {
        matches!(self.best.trial.verdict, Verdict::TimeLimit(_))
    }

    fn run(&mut self, cases: &[Case]) -> Result<Trial> {
        // Neighbours are tried together, too, so the best input may grow.
        let left = self.best.trial.failing.len() as u64;
        self.progress.left = self.progress.left.min(left);
        (self.report)(self.progress);
        self.progress.tries += 1;
        self.judge.trial(cases, |_| true)
    }

    /// Returns whether `cases` fail in the same way as before. If so, they become the best input.
    fn fails(&mut self, cases: &[Case]) -> Result<bool> {
        if cases.is_empty() || self.is_over() {
            return Ok(false);
        }
        let trial = self.run(cases)?;
        let fails = trial.verdict.letters() == self.best.trial.verdict.letters();
        if fails {
            self.best.trial = trial;
            self.best.repeats = Repeats::ONCE;
        }
        Ok(fails)
    }

    /// Finds as few failing cases as possible. If the program is not steady, only a few runs are made for this.
    fn find_fewer_cases(&mut self, is_steady: bool) -> Result<()> {
        let all = self.best.trial.failing.clone();
        if all.len() == 1 {
            return Ok(());
        }
        for suspect in self.judge.suspects(&self.best.trial) {
            for passed in 0..if is_steady { 1 } else { SAME_INPUT } {
                if self.fails(&all[suspect..=suspect])? {
                    self.best.repeats.runs += passed;
                    return self.fails_again().map(drop);
                }
            }
        }
        if is_steady && self.failing_case(&all)?.is_none() && !self.is_slow() {
            self.remove_parts()?;
        }
        Ok(())
    }

    /// Searches in `cases` for the first case that fails, in smaller and smaller parts. `None` if every part passes, because
    /// several cases fail only together.
    fn failing_case(&mut self, cases: &[Case]) -> Result<Option<usize>> {
        let (mut from, mut to) = (0, cases.len());
        while to - from > 1 {
            let start = Instant::now();
            let size = (to - from).div_ceil(PARTS);
            while !self.fails(&cases[from..to.min(from + size)])? {
                from += size;
                // If a single case were slow, the parts without it would pass quickly. So many cases are slow, and the search
                // ends.
                let is_long = start.elapsed() > 2 * self.judge.program.limits.time;
                if from >= to || self.is_slow() && is_long {
                    return Ok(None);
                }
            }
            to = to.min(from + size);
        }
        Ok(Some(from))
    }

    /// Removes parts, from halves down to single cases.
    fn remove_parts(&mut self) -> Result<()> {
        let mut part = self.best.trial.failing.len();
        while part > 1 {
            part = part.div_ceil(2);
            let mut from = 0;
            while from < self.best.trial.failing.len() && !self.is_over() {
                let best = &self.best.trial.failing;
                let to = (from + part).min(best.len());
                let rest = [&best[..from], &best[to..]].concat();
                // After a removal the next part is at the same place.
                if !self.fails(&rest)? {
                    from = to;
                }
            }
        }
        Ok(())
    }

    /// Finds a smaller failing neighbour of the best case, if there is one.
    fn find_smaller_case(&mut self) -> Result<bool> {
        let neighbours = neighbours(self.judge.problem, &self.best.trial.failing[0]);
        for part in neighbours.chunks(NEIGHBOURS.min(self.judge.max_cases())) {
            if self.find_failing_one(part)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finds the smallest of `cases` that fails alone, if it is the first one to fail.
    fn find_failing_one(&mut self, cases: &[Case]) -> Result<bool> {
        let before = (self.best.trial.clone(), self.best.repeats);
        if self.fails(cases)? {
            let suspect = match &self.best.trial.verdict {
                Verdict::WrongAnswer(wrong) => Some(wrong.suspect()),
                _ => self.failing_case(cases)?,
            };
            if let Some(suspect) = suspect
                && (self.best.trial.failing.len() == 1 || self.fails(&cases[suspect..=suspect])?)
            {
                return Ok(true);
            }
        }
        (self.best.trial, self.best.repeats) = before;
        Ok(false)
    }
}
