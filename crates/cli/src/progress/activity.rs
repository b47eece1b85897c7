//! The text of the progress line, as a template for indicatif.
//!
//! Reads counters that other threads fill. Nothing here waits or draws by itself.

use crate::messages::t;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::sync::Arc;
use std::time::{Duration, Instant};
use wythoff::Progress;
use wythoff_contest::Progress as SearchProgress;

/// The activity whose progress is shown.
pub(crate) enum Activity {
    /// A run of the pipeline.
    Run {
        progress: Arc<Progress>,
        total: Total,
    },
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

/// Where the text is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Beside a bar.
    Bar,
    /// On one of many lines.
    Line,
    /// On the last line, which is not removed.
    Last,
}

/// The state of an activity.
struct Snapshot {
    /// A template for indicatif.
    template: String,
    position: u64,
    length: Option<u64>,
}

impl Activity {
    /// Updates `bar` with the counters. `taken` is the time since the start.
    pub(crate) fn show(&self, layout: Layout, taken: Duration, bar: &ProgressBar) {
        let mut now = match self {
            Self::Run { progress, total } => run(progress, *total, layout),
            Self::Trials(trials) => trials.snapshot(layout, taken),
        };
        match layout {
            Layout::Last => {
                let seconds = format!("{:.1}", taken.as_secs_f64());
                now.template += &t!(", in {seconds} s", seconds);
            }
            _ if now.length.is_some() && now.position > 0 => {
                now.template += &t!(", {eta} left", eta = "{eta}");
            }
            _ => {}
        }
        if layout == Layout::Bar && now.length.is_some() {
            now.template += " {wide_bar}";
        }
        // The template has no colours, so NO_COLOR needs no handling.
        if let Ok(style) = ProgressStyle::with_template(&now.template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.update(|state| {
            if let Some(length) = now.length {
                state.set_len(length);
            }
            state.set_pos(now.position);
        });
    }
}

/// Bytes or pairs, and their rate.
fn run(progress: &Progress, total: Total, layout: Layout) -> Snapshot {
    let (bytes, counted_bytes) = (progress.bytes(), progress.counted());
    let pairs = match progress.records() {
        1 => t!("1 pair"),
        n => t!("{n} pairs", n = HumanCount(n)),
    };
    // Placeholders that indicatif replaces.
    let (done, total_bytes) = ("{bytes}", "{total_bytes}");
    let rate = "{bytes_per_sec}";
    let percent = match layout {
        Layout::Bar => "",
        Layout::Line | Layout::Last => " ({percent}%)",
    };
    let (template, position, length) = match total {
        // Some formats need the number of records before the first record.
        Total::Bytes(total) if bytes == 0 && counted_bytes > 0 => (
            t!(
                "counting first, {done} of {total}",
                done,
                total = total_bytes
            ) + percent,
            counted_bytes,
            Some(total),
        ),
        Total::Bytes(total) => (
            format!(
                "{}{percent}, {rate}, {pairs}",
                t!("{done} of {total}", done, total = total_bytes)
            ),
            bytes,
            Some(total),
        ),
        Total::Pairs(total) => (
            format!(
                "{{per_sec:0}}, {}{percent}",
                t!(
                    "{done} of {total} pairs",
                    done = "{human_pos}",
                    total = "{human_len}"
                )
            ),
            progress.records(),
            Some(total),
        ),
        Total::Unknown => (format!("{done}, {rate}, {pairs}"), bytes, None),
    };
    Snapshot {
        template,
        position,
        length,
    }
}

impl Trials {
    /// Batches, cases and their rate; after a failure, the progress of shrinking.
    fn snapshot(&self, layout: Layout, taken: Duration) -> Snapshot {
        let text = |template| Snapshot {
            template,
            position: 0,
            length: None,
        };
        let progress = &self.progress;
        if let (Some(shrinking), Layout::Bar | Layout::Line) = (progress.shrinking(), layout) {
            let left = shrinking.deadline.saturating_duration_since(Instant::now());
            let tries = match shrinking.tries {
                1 => t!("1 try"),
                n => t!("{n} tries", n = HumanCount(n)),
            };
            return text(t!(
                "shrinking: {tries}, {cases} left, {seconds} s at most",
                tries,
                cases = cases(shrinking.left),
                seconds = left.as_secs_f64().ceil()
            ));
        }
        let extent = progress.extent();
        let batches = progress.batches();
        let batch = match (layout, extent) {
            (Layout::Last, _) if batches == 1 => t!("1 batch, "),
            (Layout::Last, _) => t!("{n} batches, ", n = HumanCount(batches)),
            (_, Some(extent)) => t!("batch {number}: ", number = extent.batch(batches)),
            (_, None) => return text(t!("making the cases")),
        };
        let (done, total) = (progress.cases(), extent.and_then(|extent| extent.cases));
        let amount = match total {
            Some(total) => t!(
                "{done} of {total}",
                done = HumanCount(done),
                total = cases(total)
            ),
            None => cases(done),
        };
        // If a time limit ends the trials, the bar shows the time.
        let (rate, position, length) = match self.time {
            Some(limit) => {
                let rate = done as f64 / taken.as_secs_f64().max(1e-9);
                let rate = format!("{}/s", HumanCount(rate.round() as u64));
                let millis = |time: Duration| time.as_millis() as u64;
                (rate, millis(taken), Some(millis(limit)))
            }
            None => ("{per_sec:0}".to_owned(), done, total),
        };
        Snapshot {
            template: format!("{batch}{amount}, {rate}"),
            position,
            length,
        }
    }
}

fn cases(number: u64) -> String {
    match number {
        1 => t!("1 case"),
        n => t!("{n} cases", n = HumanCount(n)),
    }
}
