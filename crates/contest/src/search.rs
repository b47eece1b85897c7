//! The search for a failing input: batch after batch, until one fails or the search has reached its limit.
//!
//! Batches are reported in order. The reported failure is that of the first failing batch, with any number of threads.

use super::batches::Batches;
use super::format::FormatFault;
use super::judge::{Judge, Trial};
use super::program::Program;
use super::progress::{Extent, SearchProgress};
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
}

/// What is tried.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The seed of the mixes.
    pub seed: u64,
    /// When the search ends.
    pub until: Until,
    /// Only this batch.
    pub only: Option<u64>,
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
    /// The cases of the input that failed.
    pub failing: Vec<Case>,
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
    let extent = Some(extent(&batches, settings));
    settings.progress.update(|state| state.extent = extent);
    let first = settings.only.unwrap_or(0);
    let search = Search {
        judge: &judge,
        batches: &batches,
        settings,
        start: Instant::now(),
        next: Mutex::new(Next {
            batch: first,
            ..Next::default()
        }),
    };
    let mut outcome = SearchResult::default();
    let failed = std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let jobs = match settings.only {
            Some(_) => 1,
            None => settings.jobs.get(),
        };
        for started in 0..jobs {
            let (search, sender) = (&search, sender.clone());
            let run = move || search.run_batches(&sender);
            let thread = std::thread::Builder::new().spawn_scoped(scope, run);
            // If the system refuses more threads, there are fewer.
            if let (Err(e), 0) = (thread, started) {
                return Err(wythoff::Error::from(e).about("starting a thread"));
            }
        }
        drop(sender);
        let failed = in_order(receiver, first, |result| {
            outcome.batches += 1;
            outcome.cases += result.cases;
            outcome.processes += result.trial.processes;
            outcome.format_fault = outcome.format_fault.or(result.trial.format_fault);
            report(&result)?;
            settings.progress.update(|state| state.batches += 1);
            let failed = result.trial.verdict != Verdict::Accepted;
            Ok(failed.then_some(result))
        });
        // The threads are also stopped after an error, because no later batch is needed.
        search.next().first_failed = Some(first);
        failed
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

/// The failing input of a trial of `cases`: all cases, or one case if a process takes only one. Empty if the trial did not
/// fail.
fn failing_input(mut cases: Vec<Case>, trial: &Trial) -> Vec<Case> {
    match (&trial.verdict, trial.failed_case) {
        (Verdict::Accepted, _) => Vec::new(),
        (_, Some(case)) => vec![cases.swap_remove(case)],
        (_, None) => cases,
    }
}

/// The amount that the search will try, unless something fails.
fn extent(batches: &Batches, settings: &Settings) -> Extent {
    let count = match (settings.only, settings.until) {
        (Some(_), _) => Some(1),
        (_, Until::Mixes(mixes)) => Some(batches.known_batches().saturating_add(mixes)),
        (_, Until::Batches(max)) => Some(max),
        (_, Until::MixTime(_) | Until::Cases(_) | Until::Time(_)) => None,
    };
    let cases = match (settings.only, settings.until, count) {
        (Some(only), ..) => Some(batches.cases(only)),
        (_, Until::Cases(min), _) => Some(min),
        (.., count) => count.map(|count| batches.cases_before(count)),
    };
    Extent {
        first: settings.only.unwrap_or(0),
        batches: count,
        cases,
    }
}

/// The number of a batch, and its result.
type NumberedResult = (u64, Result<BatchResult>);

/// Calls `report` with the results in the order of their numbers, from `first` on, until it returns something.
fn in_order<T>(
    results: mpsc::Receiver<NumberedResult>,
    first: u64,
    mut report: impl FnMut(BatchResult) -> Result<Option<T>>,
) -> Result<Option<T>> {
    let mut waiting = BTreeMap::new();
    let mut next = first;
    for (number, result) in results {
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            if let Some(found) = report(result?)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// What the threads of a search share.
struct Search<'s> {
    judge: &'s Judge<'s>,
    batches: &'s Batches,
    settings: &'s Settings,
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
            let passed = result
                .as_ref()
                .is_ok_and(|trial| trial.verdict == Verdict::Accepted);
            if !passed {
                let mut next = self.next();
                let first = next.first_failed.map_or(number, |first| first.min(number));
                next.first_failed = Some(first);
            }
            let result = result.map(|trial| BatchResult {
                number,
                name,
                cases: cases.len() as u64,
                failing: failing_input(cases, &trial),
                trial,
            });
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
        Some(number)
    }

    fn next(&self) -> MutexGuard<'_, Next> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_beyond(&self, next: &Next) -> bool {
        let (number, cases) = (next.batch, next.cases);
        if let Some(only) = self.settings.only {
            return number != only;
        }
        match self.settings.until {
            Until::Mixes(mixes) => number >= self.batches.known_batches().saturating_add(mixes),
            Until::MixTime(max) => next.first_mix.is_some_and(|first| first.elapsed() >= max),
            Until::Batches(max) => number >= max,
            Until::Cases(min) => cases >= min,
            Until::Time(max) => number > 0 && self.start.elapsed() >= max,
        }
    }
}

impl Failure {
    /// The case, if the input was shrunk to one.
    pub fn case(&self) -> Option<&Case> {
        match self.shrunk.cases.as_slice() {
            [case] => Some(case),
            _ => None,
        }
    }
}
