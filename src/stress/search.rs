//! The loop: batch after batch, until one fails or it is enough.
//!
//! Owns the threads, and the order of what is told. Invariant: batches are told in their order, and the
//! failure is the one of the lowest number, whatever the number of threads.

use super::batches::{Batch, Plan};
use super::case::{Case, Problem};
use super::progress::{Extent, Progress};
use super::runner::Program;
pub use super::shrink::Shrunk;
use super::shrink::shrink;
use super::trial::watched;
pub use super::trial::{Trial, Verdict};
use crate::error::Result;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// When it is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// After the known cases and so many mixes.
    Mixes(u64),
    /// After so many batches.
    Batches(u64),
    /// After so many cases or more.
    Cases(u64),
    /// No batch is begun after that.
    Time(Duration),
}

/// What is to be tried.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What the mixes are drawn from.
    pub seed: u64,
    /// When it is enough.
    pub until: Until,
    /// Only this batch.
    pub only: Option<u64>,
    /// Only known cases, and of them fewer.
    pub quick: bool,
    /// Batches that run at a time.
    pub jobs: NonZeroUsize,
    /// How long a failure is shrunk.
    pub shrink: Duration,
    /// Is told how far it is.
    pub progress: Arc<Progress>,
}

/// A batch that was run.
#[derive(Debug)]
pub struct Told {
    /// Its number.
    pub number: u64,
    /// What it is made of.
    pub name: &'static str,
    /// Its cases.
    pub cases: u64,
    /// What came of it.
    pub trial: Trial,
}

/// A batch that failed.
#[derive(Debug)]
pub struct Failure {
    /// Its number.
    pub batch: u64,
    /// The smallest input found that fails in the same way.
    pub shrunk: Shrunk,
}

/// What came of it all.
#[derive(Debug)]
pub struct Outcome {
    /// Batches that were run and told.
    pub batches: u64,
    /// Their cases. Those of a batch that failed count up to where it did, if that is known.
    pub cases: u64,
    /// Processes of theirs.
    pub processes: u64,
    /// The first failure.
    pub failure: Option<Failure>,
}

/// Runs `program` on batches of `problem`, tells of each, and shrinks the first one that fails.
///
/// Errors: the program can't be started, or all is stopped by way of its
/// [`Children`](super::Children).
pub fn stress(
    program: &Program,
    problem: &Problem,
    settings: &Settings,
    mut tell: impl FnMut(&Told) -> Result<()>,
) -> Result<Outcome> {
    let plan = Plan::new(problem, settings.seed, !settings.quick);
    settings.progress.begin(extent(&plan, settings));
    let job = Job {
        program,
        problem,
        plan: &plan,
        settings,
        start: Instant::now(),
        next: Mutex::new(Next {
            batch: settings.only.unwrap_or(0),
            cases: 0,
            enough: false,
        }),
    };
    let mut outcome = Outcome {
        batches: 0,
        cases: 0,
        processes: 0,
        failure: None,
    };
    let failed = std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let jobs = if settings.only.is_some() {
            1
        } else {
            settings.jobs.get()
        };
        for _ in 0..jobs {
            let (job, sender) = (&job, sender.clone());
            scope.spawn(move || job.work(&sender));
        }
        drop(sender);
        let failed = in_order(receiver, settings.only.unwrap_or(0), |batch, trial| {
            outcome.batches += 1;
            outcome.cases += batch.cases.len() as u64;
            outcome.processes += trial.processes;
            let told = Told {
                number: batch.number,
                name: batch.name,
                cases: batch.cases.len() as u64,
                trial,
            };
            tell(&told)?;
            settings.progress.add_batch();
            let failed = told.trial.verdict != Verdict::Accepted;
            Ok(failed.then_some((batch, told.trial)))
        });
        // Also after an error: nobody waits for what comes then.
        job.stop();
        failed
    })?;
    if let Some((batch, trial)) = failed {
        let shrunk = shrink(
            program,
            problem,
            &batch.cases,
            trial,
            settings.shrink,
            &settings.progress,
        )?;
        outcome.failure = Some(Failure {
            batch: batch.number,
            shrunk,
        });
    }
    Ok(outcome)
}

/// How much there will be.
fn extent(plan: &Plan, settings: &Settings) -> Extent {
    let batches = match (settings.only, settings.until) {
        (Some(_), _) => Some(1),
        (_, Until::Mixes(mixes)) => Some(plan.known().saturating_add(mixes)),
        (_, Until::Batches(most)) => Some(most),
        (_, Until::Cases(_) | Until::Time(_)) => None,
    };
    let cases = match (settings.only, settings.until, batches) {
        (Some(only), ..) => Some(plan.cases(only)),
        (_, Until::Cases(most), _) => Some(most),
        (.., batches) => batches.map(|batches| plan.cases_before(batches)),
    };
    Extent {
        first: settings.only.unwrap_or(0),
        batches,
        cases,
    }
}

type Done = (u64, Result<(Batch, Trial)>);

/// Passes what comes to `tell` in the order of numbers from `first` on, until that returns something.
fn in_order<T>(
    done: mpsc::Receiver<Done>,
    first: u64,
    mut tell: impl FnMut(Batch, Trial) -> Result<Option<T>>,
) -> Result<Option<T>> {
    let mut waiting = BTreeMap::new();
    let mut next = first;
    for (number, result) in done {
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            let (batch, trial) = result?;
            if let Some(found) = tell(batch, trial)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

struct Job<'j> {
    program: &'j Program,
    problem: &'j Problem,
    plan: &'j Plan,
    settings: &'j Settings,
    start: Instant,
    next: Mutex<Next>,
}

/// What is to be begun next.
struct Next {
    batch: u64,
    /// Cases of all batches that were begun.
    cases: u64,
    enough: bool,
}

impl Job<'_> {
    fn work(&self, done: &mpsc::Sender<Done>) {
        while let Some(number) = self.next() {
            let batch = self.plan.batch(number);
            let tried = |cases| self.settings.progress.add_cases(cases);
            let result = watched(self.program, self.problem, &batch.cases, tried);
            let passed = result
                .as_ref()
                .is_ok_and(|trial| trial.verdict == Verdict::Accepted);
            if !passed {
                self.stop();
            }
            let result = result.map(|trial| (batch, trial));
            if done.send((number, result)).is_err() {
                return;
            }
        }
    }

    /// The next number. Each that is given is also run, so what comes has no gaps.
    fn next(&self) -> Option<u64> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let number = next.batch;
        if next.enough || self.is_beyond(number, next.cases) {
            return None;
        }
        next.batch += 1;
        next.cases += self.plan.cases(number);
        Some(number)
    }

    fn stop(&self) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next.enough = true;
    }

    fn is_beyond(&self, number: u64, cases: u64) -> bool {
        if let Some(only) = self.settings.only {
            return number != only;
        }
        match self.settings.until {
            Until::Mixes(mixes) => number >= self.plan.known().saturating_add(mixes),
            Until::Batches(most) => number >= most,
            Until::Cases(most) => cases >= most,
            Until::Time(most) => number > 0 && self.start.elapsed() >= most,
        }
    }
}

impl Failure {
    /// The one case, if it could be brought down to one.
    pub fn case(&self) -> Option<&Case> {
        match self.shrunk.cases.as_slice() {
            [case] => Some(case),
            _ => None,
        }
    }
}
