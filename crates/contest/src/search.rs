//! The search for a failing input: batch after batch, until one fails or the search has reached its limit.
//!
//! Batches are reported in order. The reported failure is that of the first failing batch, with any number of threads.

use super::batches::Batches;
use super::format::FormatFault;
use super::judge::{Judge, Trial};
use super::program::Program;
use super::progress::SearchProgress;
use super::shrink::{Shrunk, shrink};
use super::verdict::Verdict;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};
use wythoff::Result;
use wythoff::{Case, Problem};

/// When the search ends without a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// After the known cases and this number of mixes.
    Mixes(u64),
    /// After the known cases, and after this time of mixes: no later mix begins.
    MixTime(Duration),
    /// After this number of batches.
    Batches(u64),
    /// After this number of cases or more.
    Cases(u64),
    /// No batch begins after this time.
    Time(Duration),
    /// After the batch with this number, which is the only one.
    Only(u64),
}

/// What is tried.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The seed of the mixes.
    pub seed: u64,
    /// When the search ends.
    pub until: Until,
    /// The number of batches that run at a time.
    pub jobs: NonZeroUsize,
    /// The longest time for shrinking a failure.
    pub shrink: Duration,
    /// Whether a layout that some judges refuse is a failure (PE).
    pub strict_format: bool,
    /// Counters of the search.
    pub progress: Arc<SearchProgress>,
}

/// A batch that was run.
#[derive(Debug)]
pub struct BatchResult {
    /// The number of the batch.
    pub number: u64,
    /// The kind of its cases.
    pub name: &'static str,
    /// The number of its cases.
    pub cases: u64,
    /// The trial.
    pub trial: Trial,
    /// The cases of the input that failed: all cases, or one case if a process takes only one.
    pub failing: Vec<Case>,
}

impl BatchResult {
    fn passed(&self) -> bool {
        self.trial.verdict == Verdict::Accepted
    }
}

/// A batch that failed.
#[derive(Debug)]
pub struct Failure {
    /// The number of the batch.
    pub batch: u64,
    /// The smallest input found that fails in the same way.
    pub shrunk: Shrunk,
}

/// The result of a search.
#[derive(Debug, Default)]
pub struct SearchResult {
    /// Batches that were run and reported.
    pub batches: u64,
    /// The cases of these batches.
    pub cases: u64,
    /// The processes of these batches.
    pub processes: u64,
    /// What some judges refuse in a right output.
    pub format_fault: Option<FormatFault>,
    /// The first failure.
    pub failure: Option<Failure>,
}

/// Runs `program` on batches of `problem`, calls `report` with each batch, and then shrinks the first batch that fails.
///
/// Errors: the program can't be started; the search is stopped by [`Children::stop`](super::Children::stop); answers to
/// the problem can't be compared.
pub fn stress(
    program: &Program,
    problem: &Problem,
    settings: &Settings,
    mut report: impl FnMut(&BatchResult) -> Result<()>,
) -> Result<SearchResult> {
    let judge = Judge::new(program, problem, settings.strict_format)?;
    let batches = Batches::new(problem, settings.seed)?;
    let numbers = match settings.until {
        Until::Only(only) => only.min(u64::MAX - 1)..only.saturating_add(1),
        Until::Batches(max) => 0..max,
        Until::Mixes(mixes) => 0..batches.known_batches().saturating_add(mixes),
        Until::MixTime(_) | Until::Cases(_) | Until::Time(_) => 0..u64::MAX,
    };
    let first = numbers.start;
    let cases = match settings.until {
        Until::Cases(min) => Some(min),
        Until::MixTime(_) | Until::Time(_) => None,
        _ => Some(batches.cases_before(numbers.end) - batches.cases_before(first)),
    };
    settings.progress.update(|state| state.total = cases);
    let search = Search {
        judge: &judge,
        batches: &batches,
        settings,
        end: numbers.end,
        start: Instant::now(),
        next: Mutex::new(Next {
            batch: first,
            ..Next::default()
        }),
    };
    let mut outcome = SearchResult::default();
    let failed = std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for started in 0..(settings.jobs.get() as u64).min(numbers.end - first) {
            let (search, sender) = (&search, sender.clone());
            let run = move || search.run_batches(&sender);
            let thread = std::thread::Builder::new().spawn_scoped(scope, run);
            // If the system refuses more threads, there are fewer.
            if let (Err(e), 0) = (thread, started) {
                return Err(wythoff::Error::from(e).about("starting a thread"));
            }
        }
        drop(sender);
        let mut results = in_order(receiver, first).map(|result| {
            let result = result?;
            outcome.batches += 1;
            outcome.cases += result.cases;
            outcome.processes += result.trial.processes;
            outcome.format_fault = outcome.format_fault.or(result.trial.format_fault);
            report(&result)?;
            settings.progress.update(|state| state.batches += 1);
            Ok(result)
        });
        let passed = |result: &Result<BatchResult>| result.as_ref().is_ok_and(BatchResult::passed);
        let failed = results.find(|result| !passed(result));
        // The threads are also stopped after an error, because no later batch is needed.
        search.next().first_failed = Some(first);
        failed.transpose()
    })?;
    if let Some(result) = failed {
        let shrunk = shrink(
            &judge,
            &result.failing,
            result.trial,
            settings.shrink,
            &settings.progress,
        )?;
        outcome.failure = Some(Failure {
            batch: result.number,
            shrunk,
        });
    }
    Ok(outcome)
}

/// The number of a batch, and its result.
type NumberedResult = (u64, Result<BatchResult>);

/// The results in the order of their numbers, from `next` on.
fn in_order(
    results: mpsc::Receiver<NumberedResult>,
    mut next: u64,
) -> impl Iterator<Item = Result<BatchResult>> {
    let mut waiting = BTreeMap::new();
    std::iter::from_fn(move || {
        loop {
            if let Some(result) = waiting.remove(&next) {
                next += 1;
                return Some(result);
            }
            let (number, result) = results.recv().ok()?;
            waiting.insert(number, result);
        }
    })
}

/// What the threads of a search share.
struct Search<'s> {
    judge: &'s Judge<'s>,
    batches: &'s Batches,
    settings: &'s Settings,
    /// The number after the last batch.
    end: u64,
    start: Instant,
    next: Mutex<Next>,
}

/// What begins next.
#[derive(Default)]
struct Next {
    batch: u64,
    /// The cases of all batches that began.
    cases: u64,
    /// When the first mix began.
    first_mix: Option<Instant>,
    /// The first batch that failed. Later batches are not needed.
    first_failed: Option<u64>,
}

impl Search<'_> {
    /// Runs batch after batch until no more are needed.
    fn run_batches(&self, results: &mpsc::Sender<NumberedResult>) {
        while let Some(number) = self.begin_next() {
            let (name, cases) = self.batches.batch(number);
            let progress = &self.settings.progress;
            let goes_on = |cases| {
                progress.update(|state| state.cases += cases);
                self.next().first_failed.is_none_or(|first| number < first)
            };
            let result = self.judge.trial(&cases, goes_on);
            let result = result.map(|trial| BatchResult {
                number,
                name,
                cases: cases.len() as u64,
                failing: match (&trial.verdict, trial.failed_case) {
                    (Verdict::Accepted, _) => Vec::new(),
                    (_, Some(case)) => vec![cases[case].clone()],
                    (_, None) => cases,
                },
                trial,
            });
            if !result.as_ref().is_ok_and(BatchResult::passed) {
                let mut next = self.next();
                let first = next.first_failed.map_or(number, |first| first.min(number));
                next.first_failed = Some(first);
            }
            if results.send((number, result)).is_err() {
                return;
            }
        }
    }

    /// The number of the next batch. Every returned number is also run, so the results have no gaps.
    fn begin_next(&self) -> Option<u64> {
        let mut next = self.next();
        let number = next.batch;
        if next.first_failed.is_some() || self.is_beyond(&next) {
            return None;
        }
        if number >= self.batches.known_batches() {
            next.first_mix.get_or_insert_with(Instant::now);
        }
        next.batch += 1;
        next.cases += self.batches.cases(number);
        let progress = &self.settings.progress;
        progress.update(|state| state.batch = Some(number));
        Some(number)
    }

    fn next(&self) -> MutexGuard<'_, Next> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_beyond(&self, next: &Next) -> bool {
        next.batch >= self.end
            || match self.settings.until {
                Until::MixTime(max) => next.first_mix.is_some_and(|first| first.elapsed() >= max),
                Until::Cases(min) => next.cases >= min,
                Until::Time(max) => next.batch > 0 && self.start.elapsed() >= max,
                Until::Mixes(_) | Until::Batches(_) | Until::Only(_) => false,
            }
    }
}
