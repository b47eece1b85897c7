//! The search for a failing input: batch after batch, until one fails or the search has reached its limit.
//!
//! Batches are reported in order. The reported failure is that of the first failing batch, with any number of threads.

use super::batches::Batches;
use super::children::Program;
use super::judge::{Judge, Trial};
use super::shrink::{Failure, shrink};
use super::verdict::{FormatFault, Verdict};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use wythoff::internal::Comparison;
use wythoff::{Problem, Result};

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
    /// What the search has done so far, for another thread.
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

/// The progress of a search.
#[derive(Debug, Default)]
pub struct SearchProgress(Mutex<SearchState>);

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchState {
    /// The batch that began last; `None` until a batch begins.
    pub batch: Option<u64>,
    /// Cases that were tried.
    pub cases: u64,
    /// The cases that are tried unless something fails, if that number is known. It may be wrong by up to one batch.
    pub total: Option<u64>,
    /// The progress of shrinking; `None` until a batch has failed.
    pub shrinking: Option<Shrinking>,
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

impl SearchProgress {
    /// What the search has done so far.
    pub fn state(&self) -> SearchState {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn update(&self, change: impl FnOnce(&mut SearchState)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Runs `program` on batches of `problem`, calls `report` with each batch, and then shrinks the first batch that fails.
///
/// Errors: the program can't be started; the search is stopped by [`Children::stop`](super::Children::stop); answers to
/// the problem can't be compared.
pub fn stress(
    program: &Program,
    problem: &Problem,
    settings: &Settings,
    mut report: impl FnMut(&BatchResult) -> Result<()> + Send,
) -> Result<SearchResult> {
    let judge = &Judge {
        program,
        problem,
        comparison: Comparison::new(problem, None)?,
        settings,
    };
    let batches = &Batches::new(problem, settings.seed)?;
    let numbers = match settings.until {
        Until::Only(only) => only.min(u64::MAX - 1)..only.saturating_add(1),
        Until::Batches(max) => 0..max,
        Until::Mixes(mixes) => 0..batches.known_batches().saturating_add(mixes),
        Until::MixTime(_) | Until::Cases(_) | Until::Time(_) => 0..u64::MAX,
    };
    let total = match settings.until {
        Until::Cases(min) => Some(min),
        Until::MixTime(_) | Until::Time(_) => None,
        _ => Some(batches.cases_before(numbers.end) - batches.cases_before(numbers.start)),
    };
    settings.progress.update(|state| state.total = total);
    let mut result = SearchResult::default();
    let search = Search {
        judge,
        batches,
        start: Instant::now(),
        shared: Mutex::new(Shared {
            next: numbers.start,
            end: numbers.end,
            cases: 0,
            first_mix: None,
            waiting: BTreeMap::new(),
            reported: numbers.start,
            report: |batch: &BatchResult| {
                result.batches += 1;
                result.cases += batch.cases;
                result.processes += batch.trial.processes;
                result.format_fault = result.format_fault.or(batch.trial.format_fault);
                report(batch)
            },
            failed: None,
        }),
    };
    thread::scope(|scope| {
        let jobs = settings.jobs.get() as u64;
        for _ in 1..jobs.min(numbers.end - numbers.start) {
            // If the system refuses more threads, there are fewer.
            let _ = thread::Builder::new().spawn_scoped(scope, || search.run_batches());
        }
        search.run_batches();
    });
    let shared = search.shared.into_inner();
    let failed = shared.unwrap_or_else(PoisonError::into_inner).failed;
    if let Some(batch) = failed {
        result.failure = Some(shrink(judge, batch?)?);
    }
    Ok(result)
}

/// A search, which several threads run.
struct Search<'s, R> {
    judge: &'s Judge<'s>,
    batches: &'s Batches,
    start: Instant,
    shared: Mutex<Shared<R>>,
}

/// What the threads of a search change.
struct Shared<R> {
    /// The number of the batch that begins next.
    next: u64,
    /// No batch from this number on is needed: the last one is before it, or it failed.
    end: u64,
    /// The cases of all batches that began.
    cases: u64,
    /// When the first mix began.
    first_mix: Option<Instant>,
    /// The results of batches, by number, that ended before earlier ones.
    waiting: BTreeMap<u64, Result<BatchResult>>,
    /// The number of the batch that is reported next.
    reported: u64,
    report: R,
    /// The first batch that failed, or an error.
    failed: Option<Result<BatchResult>>,
}

impl<R: FnMut(&BatchResult) -> Result<()>> Search<'_, R> {
    /// Runs batch after batch until no more are needed, and reports those whose turn it is.
    fn run_batches(&self) {
        while let Some(number) = self.begin_next() {
            let result = self.run_batch(number);
            let shared = &mut *self.lock();
            if !passed(&result) {
                shared.end = shared.end.min(number);
            }
            shared.waiting.insert(number, result);
            while shared.failed.is_none()
                && let Some(result) = shared.waiting.remove(&shared.reported)
            {
                shared.reported += 1;
                let result = result.and_then(|batch| (shared.report)(&batch).map(|()| batch));
                if !passed(&result) {
                    shared.end = 0;
                    shared.failed = Some(result);
                }
            }
        }
    }

    fn run_batch(&self, number: u64) -> Result<BatchResult> {
        let (name, cases) = self.batches.batch(number);
        let goes_on = |cases| {
            let progress = &self.judge.settings.progress;
            progress.update(|state| state.cases += cases);
            number < self.lock().end
        };
        Ok(BatchResult {
            number,
            name,
            cases: cases.len() as u64,
            trial: self.judge.trial(&cases, goes_on)?,
        })
    }

    /// The number of the next batch. Every returned number is also run, so the results have no gaps.
    fn begin_next(&self) -> Option<u64> {
        let mut shared = self.lock();
        let number = shared.next;
        let is_enough = match self.judge.settings.until {
            Until::MixTime(max) => shared.first_mix.is_some_and(|first| first.elapsed() >= max),
            Until::Cases(min) => shared.cases >= min,
            Until::Time(max) => number > 0 && self.start.elapsed() >= max,
            Until::Mixes(_) | Until::Batches(_) | Until::Only(_) => false,
        };
        if is_enough || number >= shared.end {
            return None;
        }
        if number >= self.batches.known_batches() {
            shared.first_mix.get_or_insert_with(Instant::now);
        }
        shared.next += 1;
        shared.cases += self.batches.cases(number);
        let progress = &self.judge.settings.progress;
        progress.update(|state| state.batch = Some(number));
        Some(number)
    }

    fn lock(&self) -> MutexGuard<'_, Shared<R>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn passed(result: &Result<BatchResult>) -> bool {
    let verdict = result.as_ref().map(|batch| &batch.trial.verdict);
    matches!(verdict, Ok(Verdict::Accepted))
}
