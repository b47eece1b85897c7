//! The search for a failing input: batch after batch, until one fails or the search has reached its limit.
//!
//! Batches are reported in order. The reported failure is that of the first failing batch, with any number of threads.

use super::batches::Batches;
use super::children::Program;
use super::judge::{Judge, Trial};
use super::shrink::{Failure, shrink};
use super::verdict::{FormatFault, Verdict};
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use wythoff::internal::Comparison;
use wythoff::{Case, Error, Problem, Result};

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
    /// The cases of the input that failed: all cases, or one case if a process takes only one.
    pub failing: Vec<Case>,
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
    mut report: impl FnMut(&BatchResult) -> Result<()>,
) -> Result<SearchResult> {
    let judge = &Judge {
        program,
        problem,
        comparison: Comparison::new(problem, None)?,
        strict_format: settings.strict_format,
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
    let search = Search {
        judge,
        batches,
        settings,
        is_over: AtomicBool::new(false),
    };
    let mut result = SearchResult::default();
    let failed = search.run(numbers, |batch| {
        result.batches += 1;
        result.cases += batch.cases;
        result.processes += batch.trial.processes;
        result.format_fault = result.format_fault.or(batch.trial.format_fault);
        report(batch)
    })?;
    if let Some(batch) = failed {
        result.failure = Some(shrink(judge, batch, settings)?);
    }
    Ok(result)
}

struct Search<'s> {
    judge: &'s Judge<'s>,
    batches: &'s Batches,
    settings: &'s Settings,
    /// Whether the batches that run are no longer needed.
    is_over: AtomicBool,
}

impl Search<'_> {
    /// Runs batches, several at a time, and calls `report` with each of them in order, up to the first that failed. Returns
    /// that one.
    fn run(
        &self,
        numbers: Range<u64>,
        mut report: impl FnMut(&BatchResult) -> Result<()>,
    ) -> Result<Option<BatchResult>> {
        let mut numbers = self.needed(numbers).peekable();
        thread::scope(|scope| {
            let mut running = VecDeque::new();
            let mut first_failed = || loop {
                while running.len() < self.settings.jobs.get()
                    && let Some(&number) = numbers.peek()
                {
                    let thread = thread::Builder::new();
                    match thread.spawn_scoped(scope, move || self.run_batch(number)) {
                        Ok(thread) => running.push_back(thread),
                        // If the system refuses more threads, there are fewer.
                        Err(_) if !running.is_empty() => break,
                        Err(e) => return Err(Error::from(e).about("starting a thread")),
                    }
                    numbers.next();
                }
                let Some(thread) = running.pop_front() else {
                    return Ok(None);
                };
                let batch = thread.join().unwrap_or_else(|panic| resume_unwind(panic))?;
                report(&batch)?;
                if batch.trial.verdict != Verdict::Accepted {
                    return Ok(Some(batch));
                }
            };
            let failed = first_failed();
            self.is_over.store(true, Ordering::Relaxed);
            failed
        })
    }

    /// The first of `numbers`, as long as batches are needed. Each is the number of a batch that begins now.
    fn needed(&self, numbers: Range<u64>) -> impl Iterator<Item = u64> {
        let start = Instant::now();
        let (mut cases, mut first_mix) = (0, None);
        numbers.take_while(move |&number| {
            let is_enough = match self.settings.until {
                Until::MixTime(max) => {
                    first_mix.is_some_and(|first: Instant| first.elapsed() >= max)
                }
                Until::Cases(min) => cases >= min,
                Until::Time(max) => number > 0 && start.elapsed() >= max,
                Until::Mixes(_) | Until::Batches(_) | Until::Only(_) => false,
            };
            if !is_enough {
                if number >= self.batches.known_batches() {
                    first_mix.get_or_insert_with(Instant::now);
                }
                cases += self.batches.cases(number);
                let progress = &self.settings.progress;
                progress.update(|state| state.batch = Some(number));
            }
            !is_enough
        })
    }

    fn run_batch(&self, number: u64) -> Result<BatchResult> {
        let (name, cases) = self.batches.batch(number);
        let goes_on = |cases| {
            let progress = &self.settings.progress;
            progress.update(|state| state.cases += cases);
            !self.is_over.load(Ordering::Relaxed)
        };
        let trial = self.judge.trial(&cases, goes_on)?;
        Ok(BatchResult {
            number,
            name,
            cases: cases.len() as u64,
            failing: match (&trial.verdict, trial.failed_case) {
                (Verdict::Accepted, _) => Vec::new(),
                (_, Some(case)) => vec![cases[case].clone()],
                (_, None) => cases,
            },
            trial,
        })
    }
}
