//! The text of the progress line. Reads counters that other threads fill.

use crate::messages::{cases, t};
use indicatif::{HumanBytes, HumanCount};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use wythoff::Progress;
use wythoff_contest::SearchState;

/// The activity whose progress is shown.
pub(crate) enum Activity {
    /// A run of the pipeline.
    Run(Arc<Progress>, Total),
    /// Trials of a program, and the time limit, if a time limit ends the trials.
    Trials(Arc<Mutex<SearchState>>, Option<Duration>),
}

/// The total amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Total {
    Unknown,
    Bytes(u64),
    Pairs(u64),
    /// The runs of a measurement.
    Runs(u64),
}

/// The state of an activity.
pub(super) struct State {
    pub(super) text: String,
    /// How much is done and the total, in the same unit, if the total is known.
    pub(super) part: Option<(u64, u64)>,
}

/// How a number is written before "of", and an amount.
type Format = [fn(u64) -> String; 2];

const BYTES: Format = [|n| HumanBytes(n).to_string(); 2];
const PAIRS: Format = [|n| HumanCount(n).to_string(), pairs];
const RUNS: Format = [|n| n.to_string(), |n| t!("{n} runs", n)];
const CASES: Format = [|n| n.to_string(), cases];

impl Activity {
    /// The state of the activity. `taken` is the time since the start.
    pub(super) fn state(&self, taken: Duration) -> State {
        match self {
            Self::Run(progress, total) => run(progress, *total, taken),
            Self::Trials(progress, limit) => {
                let state = *progress.lock().expect("no thread panics with the lock");
                trials(state, *limit, taken)
            }
        }
    }
}

fn run(progress: &Progress, total: Total, taken: Duration) -> State {
    let bytes = progress.bytes();
    match total {
        Total::Bytes(total) => amount(bytes, Some(total), BYTES, taken),
        Total::Pairs(total) => amount(progress.records(), Some(total), PAIRS, taken),
        Total::Runs(total) => amount(progress.records(), Some(total), RUNS, taken),
        Total::Unknown => amount(bytes, None, BYTES, taken),
    }
}

/// The cases of a batch; after a failure, the progress of shrinking.
fn trials(state: SearchState, limit: Option<Duration>, taken: Duration) -> State {
    let only = |text| State { text, part: None };
    if let Some(shrinking) = state.shrinking {
        let left = shrinking.deadline.saturating_duration_since(Instant::now());
        let tries = match shrinking.tries {
            1 => t!("1 try"),
            n => t!("{n} tries", n),
        };
        return only(t!(
            "shrinking: {tries}, {cases} left, {seconds} s at most",
            tries,
            cases = cases(shrinking.left),
            seconds = left.as_secs_f64().ceil()
        ));
    }
    let Some(number) = state.batch else {
        return only(t!("making the cases"));
    };
    let of_cases = amount(state.cases, state.total, CASES, taken);
    let batch = t!("batch {number}: ", number);
    let millis = |time: Duration| time.as_millis() as u64;
    State {
        text: batch + &of_cases.text,
        // If a time limit ends the trials, the bar shows the time.
        part: limit.map_or(of_cases.part, |limit| Some((millis(taken), millis(limit)))),
    }
}

/// An amount of the total, and the speed.
fn amount(done: u64, total: Option<u64>, [number, amount]: Format, taken: Duration) -> State {
    let speed = number((done as f64 / taken.as_secs_f64().max(1e-9)) as u64);
    let shown = match total {
        Some(total) => t!(
            "{done} of {total}",
            done = number(done),
            total = amount(total)
        ),
        None => amount(done),
    };
    State {
        text: format!("{shown}, {speed}/s"),
        part: total.map(|total| (done, total)),
    }
}

fn pairs(n: u64) -> String {
    match n {
        1 => t!("1 pair"),
        n => t!("{n} pairs", n = HumanCount(n)),
    }
}
