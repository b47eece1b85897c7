//! The search for a failing input: batch after batch, until one fails or the search has reached its limit.
//!
//! Batches are reported in order. The reported failure is the failure of the first failing batch, with any number of threads.

use crate::batches::Batches;
use crate::children::Program;
use crate::judge::{Judge, Trial};
use crate::shrink::{Failure, Shrinking, shrink};
use crate::verdict::{FormatFault, Verdict};
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use wythoff::{Comparison, Problem, Result};

/// When the search ends without a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// After the known cases, one mix, and all mixes that begin within this time.
    MixTime(Duration),
    /// After the batches with these numbers.
    Batches(Range<u64>),
    /// After this number of cases or more.
    Cases(u64),
    /// No batch begins after this time.
    Time(Duration),
}

/// The settings of a search.
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
    /// The progress of the search, for another thread.
    pub progress: Arc<Mutex<SearchState>>,
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
    /// The greatest CPU time of a process.
    pub cpu: Duration,
    /// The most resident bytes of a process; 0 if that is not known.
    pub memory: u64,
    /// The fault for which some judges refuse a right output.
    pub format_fault: Option<FormatFault>,
    /// The first failure.
    pub failure: Option<Failure>,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchState {
    /// The number of the batch that began last; `None` until a batch begins.
    pub batch: Option<u64>,
    /// Cases that were tried.
    pub cases: u64,
    /// The number of cases to be tried if nothing fails, if it is known. It may be wrong by up to one batch.
    pub total: Option<u64>,
    /// The progress of shrinking; `None` until a batch has failed.
    pub shrinking: Option<Shrinking>,
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
    let state = &settings.progress;
    let progress = || state.lock().expect("no thread panics with the lock");

    // The batches of this search.
    let before = |number| batches.cases_before(number);
    let one_mix = batches.known_batches() + 1;
    let numbers = match &settings.until {
        Until::Batches(numbers) => numbers.clone(),
        _ => 0..u64::MAX,
    };
    progress().total = match settings.until {
        Until::Batches(_) => Some(before(numbers.end) - before(numbers.start)),
        Until::Cases(min) => Some(min),
        Until::MixTime(Duration::ZERO) => Some(before(one_mix)),
        Until::MixTime(_) | Until::Time(_) => None,
    };
    let (start, mut first_mix) = (Instant::now(), None);
    let is_enough = |next, first_mix: Option<Instant>| match settings.until {
        Until::MixTime(max) => first_mix.is_some_and(|first| first.elapsed() >= max),
        Until::Cases(min) => before(next) >= min,
        Until::Time(max) => next > 0 && start.elapsed() >= max,
        Until::Batches(_) => false,
    };

    // Each batch runs in a thread. Batches begin in order, and this thread takes their results in the same order. Batches from
    // the number `end` on are not needed: either the search ends before this number, or this batch failed.
    let end = AtomicU64::new(numbers.end);
    let is_needed = |number| number < end.load(Ordering::Relaxed);
    let run_batch = &|number| -> Result<BatchResult> {
        let (name, cases) = batches.batch(number);
        let trial = judge.trial(&cases, |cases| {
            progress().cases += cases;
            is_needed(number)
        });
        let verdict = trial.as_ref().map(|trial| &trial.verdict);
        if !matches!(verdict, Ok(Verdict::Accepted)) {
            end.fetch_min(number, Ordering::Relaxed);
        }
        Ok(BatchResult {
            number,
            name,
            cases: cases.len() as u64,
            trial: trial?,
        })
    };
    let mut result = SearchResult::default();
    let failed = thread::scope(|scope| -> Result<Option<BatchResult>> {
        let (mut next, mut running) = (numbers.start, VecDeque::new());
        loop {
            while running.len() < settings.jobs.get()
                && is_needed(next)
                && !is_enough(next, first_mix)
            {
                let thread = thread::Builder::new();
                match thread.spawn_scoped(scope, move || run_batch(next)) {
                    Ok(thread) => running.push_back(thread),
                    Err(e) if running.is_empty() => return Err(e.into()),
                    // The system refuses more threads, so there are fewer.
                    Err(_) => break,
                }
                progress().batch = Some(next);
                if next >= batches.known_batches() {
                    first_mix.get_or_insert_with(Instant::now);
                }
                next += 1;
            }
            let Some(first) = running.pop_front() else {
                return Ok(None);
            };
            let batch = first.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            result.batches += 1;
            result.cases += batch.cases;
            result.processes += batch.trial.processes;
            result.cpu = result.cpu.max(batch.trial.cpu);
            result.memory = result.memory.max(batch.trial.memory);
            result.format_fault = result.format_fault.or(batch.trial.format_fault);
            // If the report fails, the other threads start no more processes. (A batch that fails has lowered `end` itself.)
            report(&batch).inspect_err(|_| end.store(0, Ordering::Relaxed))?;
            if batch.trial.verdict != Verdict::Accepted {
                return Ok(Some(batch));
            }
        }
    })?;

    // The smallest failing input.
    if let Some(BatchResult { number, trial, .. }) = failed {
        let report = |shrinking| progress().shrinking = Some(shrinking);
        result.failure = Some(shrink(judge, number, trial, settings.shrink, &report)?);
    }
    Ok(result)
}
