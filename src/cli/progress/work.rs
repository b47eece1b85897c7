//! What is said of a run that isn't over.
//!
//! Owns the words. It refuses to draw them. Invariant: each look is of counters that others fill, at
//! any time; nothing waits for anything here.

use indicatif::{HumanBytes, HumanCount};
use std::sync::Arc;
use std::time::{Duration, Instant};
use wythoff::Progress;
use wythoff::internal::SearchProgress;

/// What is looked at.
pub(crate) enum Work {
    /// A run of the pipeline.
    Run {
        progress: Arc<Progress>,
        total: Total,
    },
    /// Trials of a program.
    Trials(Trials),
}

/// How much there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Total {
    /// Nobody knows.
    Unknown,
    Bytes(u64),
    Pairs(u64),
}

pub(crate) struct Trials {
    pub(crate) progress: Arc<SearchProgress>,
    /// How long, where that is what ends it.
    pub(crate) time: Option<Duration>,
}

/// Where the words stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Say {
    /// Beside a bar.
    Bar,
    /// On a line of their own, of several.
    Line,
    /// On the last line, which stays.
    Last,
}

/// What there is to be seen.
pub(crate) struct Look {
    pub(crate) words: String,
    /// How much is done, and of how much.
    pub(crate) part: Option<(u64, u64)>,
}

impl Work {
    /// Whether it only finds out how much there is to do.
    pub(crate) fn is_preparing(&self) -> bool {
        match self {
            Self::Run { progress, .. } => progress.bytes() == 0 && progress.counted() > 0,
            Self::Trials(_) => false,
        }
    }

    /// After so long.
    pub(crate) fn look(&self, say: Say, time: Duration) -> Look {
        let seconds = time.as_secs_f64();
        match self {
            Self::Run { progress, total } => run(progress, *total, say, seconds),
            Self::Trials(trials) => trials.look(say, seconds),
        }
    }
}

/// Bytes, rate, pairs, and the time left or taken.
fn run(progress: &Progress, total: Total, say: Say, seconds: f64) -> Look {
    let (bytes, pairs, counted) = (progress.bytes(), progress.pairs(), progress.counted());
    if let (0, 1.., Total::Bytes(total)) = (bytes, counted, total) {
        let (some, all) = (HumanBytes(counted), HumanBytes(total));
        let percent = say.percent(counted, total);
        return Look {
            words: format!("counting first, {some} of {all}{percent}"),
            part: Some((counted, total)),
        };
    }
    let rate = bytes as f64 / seconds.max(1e-9);
    let mut words = HumanBytes(bytes).to_string();
    if let Total::Bytes(total) = total {
        words += &format!(" of {}{}", HumanBytes(total), say.percent(bytes, total));
    }
    words += &format!(", {}/s, ", HumanBytes(rate as u64));
    // What is computed first is no bytes yet.
    if bytes == 0 && matches!(total, Total::Pairs(_)) {
        words.clear();
    }
    words += &HumanCount(pairs).to_string();
    if let Total::Pairs(total) = total {
        words += &format!(" of {}", HumanCount(total));
    }
    let one = pairs == 1 && !matches!(total, Total::Pairs(_));
    words += if one { " pair" } else { " pairs" };
    let part = match total {
        Total::Bytes(total) => Some((bytes, total)),
        Total::Pairs(total) => {
            words += &say.percent(pairs, total);
            Some((pairs, total))
        }
        Total::Unknown => None,
    };
    words += &say.time(part, seconds);
    Look { words, part }
}

impl Trials {
    /// Batches, cases, rate, and the time left or taken; of a failure, how far it is shrunk.
    fn look(&self, say: Say, seconds: f64) -> Look {
        let progress = &self.progress;
        if let (Some(shrinking), Say::Bar | Say::Line) = (progress.shrinking(), say) {
            let tries = match shrinking.tries {
                1 => "1 try".to_owned(),
                tries => format!("{} tries", HumanCount(tries)),
            };
            let most = shrinking.deadline.saturating_duration_since(Instant::now());
            return Look {
                words: format!(
                    "shrinking: {tries}, {} left, {} s at most",
                    cases(shrinking.left),
                    most.as_secs_f64().ceil()
                ),
                part: None,
            };
        }
        let extent = progress.extent();
        let (done, told) = (progress.cases(), progress.batches());
        let mut words = match (say, extent) {
            (Say::Last, _) if told == 1 => "1 batch, ".to_owned(),
            (Say::Last, _) => format!("{} batches, ", HumanCount(told)),
            (_, Some(extent)) => format!("batch {}: ", extent.batch(told)),
            // In a moment.
            (_, None) => {
                return Look {
                    words: "making the cases".to_owned(),
                    part: None,
                };
            }
        };
        let total = extent.and_then(|extent| extent.cases);
        words += &match total {
            Some(total) => format!("{} of {}", HumanCount(done), cases(total)),
            None => cases(done),
        };
        let rate = done as f64 / seconds.max(1e-9);
        words += &format!(", {}/s", HumanCount(rate.round() as u64));
        let millis = |time: Duration| time.as_millis() as u64;
        let part = match self.time {
            Some(time) => Some((millis(Duration::from_secs_f64(seconds)), millis(time))),
            None => total.map(|total| (done, total)),
        };
        words += &say.time(part, seconds);
        Look { words, part }
    }
}

impl Say {
    /// What a bar shows as well.
    fn percent(self, done: u64, total: u64) -> String {
        match self {
            Say::Line | Say::Last if total > 0 => {
                format!(" ({:.0}%)", 100.0 * done as f64 / total as f64)
            }
            _ => String::new(),
        }
    }

    /// The time taken, or left if it goes on like that.
    fn time(self, part: Option<(u64, u64)>, seconds: f64) -> String {
        match (self, part) {
            (Say::Last, _) => format!(", in {seconds:.1} s"),
            (_, Some((done @ 1.., total))) => {
                let left = total.saturating_sub(done) as f64 * seconds / done as f64;
                let left = left.ceil() as u64;
                match (left / 60, left % 60) {
                    (0, seconds) => format!(", {seconds} s left"),
                    (minutes, seconds) => format!(", {minutes} min {seconds} s left"),
                }
            }
            _ => String::new(),
        }
    }
}

fn cases(number: u64) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} case{ending}", HumanCount(number))
}
