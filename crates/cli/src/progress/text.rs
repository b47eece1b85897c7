//! The text of the progress line.
//!
//! Reads counters that other threads fill. Nothing here waits or draws.

use crate::messages::{batches, cases, t};
use indicatif::{HumanBytes, HumanCount, HumanDuration};
use std::sync::Arc;
use std::time::{Duration, Instant};
use wythoff::Progress;
use wythoff_contest::SearchProgress;

/// The activity whose progress is shown.
pub(crate) enum Activity {
    /// A run of the pipeline.
    Run(Arc<Progress>, Total),
    /// Trials of a program.
    Trials(Trials),
}

/// The total amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Total {
    Unknown,
    Bytes(u64),
    Pairs(u64),
}

pub(crate) struct Trials {
    pub(crate) progress: Arc<SearchProgress>,
    /// The time limit, if a time limit ends the trials.
    pub(crate) time: Option<Duration>,
}

/// The state of an activity.
pub(super) struct Snapshot {
    pub(super) text: String,
    /// How much is done and the total, in the same unit, if the total is known.
    pub(super) part: Option<(u64, u64)>,
}

impl Activity {
    /// The state of the activity, with the time left at the speed so far. `taken` is the time since the start.
    pub(super) fn now(&self, taken: Duration) -> Snapshot {
        let mut now = match self {
            Self::Run(progress, total) => run(progress, *total, taken),
            Self::Trials(trials) => trials.now(taken),
        };
        if let Some((done @ 1.., total)) = now.part {
            let left = total.saturating_sub(done) as f64 / done as f64;
            let left = Duration::try_from_secs_f64(taken.as_secs_f64() * left);
            let eta = HumanDuration(left.unwrap_or(Duration::MAX));
            now.text += &t!(", {eta} left", eta = format!("{eta:#}"));
        }
        now
    }

    /// The text at the end of the activity.
    pub(super) fn last(&self, taken: Duration) -> String {
        let text = match self {
            Self::Run(progress, total) => run(progress, *total, taken).text,
            Self::Trials(trials) => {
                format!(
                    "{}, {}",
                    batches(trials.progress.state().batches),
                    trials.cases(taken)
                )
            }
        };
        text + &t!(
            ", in {seconds} s",
            seconds = format!("{:.1}", taken.as_secs_f64())
        )
    }
}

/// Bytes or pairs, and their rate.
fn run(progress: &Progress, total: Total, taken: Duration) -> Snapshot {
    let (bytes, records) = (progress.bytes(), progress.records());
    let pairs = match records {
        1 => t!("1 pair"),
        n => t!("{n} pairs", n = HumanCount(n)),
    };
    let rate = format!(", {}/s, {pairs}", HumanBytes(per_second(bytes, taken)));
    let (amount, part, rate) = match total {
        Total::Bytes(total) => {
            let (done, all) = (HumanBytes(bytes), HumanBytes(total));
            (
                t!("{done} of {total}", done, total = all),
                Some((bytes, total)),
                rate,
            )
        }
        Total::Pairs(total) => {
            let (done, all) = (HumanCount(records), HumanCount(total));
            let amount = t!("{done} of {total} pairs", done, total = all);
            let rate = format!(", {}/s", HumanCount(per_second(records, taken)));
            (amount, Some((records, total)), rate)
        }
        Total::Unknown => (HumanBytes(bytes).to_string(), None, rate),
    };
    let percent = part.map(|(done, total)| 100.0 * done as f64 / total.max(1) as f64);
    let percent = percent.map(|percent| format!(" ({percent:.0}%)"));
    Snapshot {
        text: amount + &percent.unwrap_or_default() + &rate,
        part,
    }
}

impl Trials {
    /// Batches, cases and their rate; after a failure, the progress of shrinking.
    fn now(&self, taken: Duration) -> Snapshot {
        let text = |text| Snapshot { text, part: None };
        let state = self.progress.state();
        if let Some(shrinking) = state.shrinking {
            let left = shrinking.deadline.saturating_duration_since(Instant::now());
            let tries = match shrinking.tries {
                1 => t!("1 try"),
                n => t!("{n} tries", n),
            };
            return text(t!(
                "shrinking: {tries}, {cases} left, {seconds} s at most",
                tries,
                cases = cases(shrinking.left),
                seconds = left.as_secs_f64().ceil()
            ));
        }
        let Some(extent) = state.extent else {
            return text(t!("making the cases"));
        };
        let batch = t!("batch {number}: ", number = extent.batch(state.batches));
        // If a time limit ends the trials, the bar shows the time.
        let millis = |time: Duration| time.as_millis() as u64;
        let part = match self.time {
            Some(limit) => Some((millis(taken), millis(limit))),
            None => extent.cases.map(|total| (state.cases, total)),
        };
        Snapshot {
            text: batch + &self.cases(taken),
            part,
        }
    }

    /// The number of cases, and their rate.
    fn cases(&self, taken: Duration) -> String {
        let state = self.progress.state();
        let (done, total) = (state.cases, state.extent.and_then(|extent| extent.cases));
        let amount = match total {
            Some(total) => t!("{done} of {total}", done, total = cases(total)),
            None => cases(done),
        };
        format!("{amount}, {}/s", per_second(done, taken))
    }
}

fn per_second(amount: u64, time: Duration) -> u64 {
    (amount as f64 / time.as_secs_f64().max(1e-9)).round() as u64
}
