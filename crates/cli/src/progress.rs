//! The progress line on a terminal. A thread reads the counters of the run, and an indicatif bar draws.
//!
//! The line appears after half a second, and is removed before anything else is printed. It has no words, except in `stress`.

use super::messages::{cases, t};
use super::{args, process};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal as _, stdin};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use wythoff::{Input, Progress};
use wythoff_contest::SearchState;

/// A run that takes less time than this shows no line.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two updates of the line.
const TICK: Duration = Duration::from_millis(100);

/// Shows the progress line if one may appear. Dropping this value removes the line.
#[derive(Default)]
pub(crate) struct Ticker {
    /// The counters that a run updates, if a line may appear.
    progress: Option<Arc<Progress>>,
    line: Option<(ProgressBar, JoinHandle<()>)>,
}

#[derive(Clone, Copy)]
pub(crate) enum Total {
    Unknown,
    Bytes(u64),
    Pairs(u64),
}

impl Ticker {
    /// The progress line of a run over `inputs`.
    pub(crate) fn of_inputs(args: args::Watch, inputs: &[Input<'_>]) -> Self {
        // The line would mix with what the user types.
        if inputs.iter().any(|i| matches!(i, Input::Stdin)) && stdin().is_terminal() {
            return Self::default();
        }
        Self::start(args, || total(inputs).map_or(Total::Unknown, Total::Bytes))
    }

    /// The progress line of a run whose counters are a [`Progress`].
    pub(crate) fn start(args: args::Watch, total: impl FnOnce() -> Total) -> Self {
        if !may_appear(args) {
            return Self::default();
        }
        let progress = Arc::new(Progress::default());
        let counters = Arc::clone(&progress);
        let rest = "({percent}%), ETA {eta} {wide_bar}";
        let mut ticker = match total() {
            Total::Unknown => Self::show("{bytes}, {bytes_per_sec}", None, move |bar| {
                bar.set_position(counters.bytes());
            }),
            Total::Bytes(total) => Self::show(
                &format!("{{bytes}} / {{total_bytes}}, {{bytes_per_sec}} {rest}"),
                Some(total),
                move |bar| bar.set_position(counters.bytes()),
            ),
            Total::Pairs(total) => Self::show(
                &format!("{{human_pos}} / {{human_len}}, {{per_sec}} {rest}"),
                Some(total),
                move |bar| bar.set_position(counters.records()),
            ),
        };
        ticker.progress = Some(progress);
        ticker
    }

    /// The progress line of a search for a failing input.
    pub(crate) fn of_search(args: args::Watch, state: Arc<Mutex<SearchState>>) -> Self {
        if !may_appear(args) {
            return Self::default();
        }
        Self::show("{msg}, {elapsed} {wide_bar}", None, move |bar| {
            let state = *state.lock().expect("no thread panics with the lock");
            let message = match (state.shrinking, state.batch) {
                (Some(shrinking), _) => {
                    t!("shrinking: {cases} left", cases = cases(shrinking.left))
                }
                (None, Some(number)) => {
                    t!(
                        "batch {number}: {cases}",
                        number,
                        cases = cases(state.cases)
                    )
                }
                (None, None) => t!("making the cases"),
            };
            bar.set_message(message);
            match state.total.filter(|_| state.shrinking.is_none()) {
                Some(total) => bar.set_length(total),
                None => bar.unset_length(),
            }
            bar.set_position(state.cases);
        })
    }

    /// Starts the thread, which calls `update` again and again.
    fn show(
        template: &str,
        length: Option<u64>,
        update: impl Fn(&ProgressBar) + Send + 'static,
    ) -> Self {
        // The style has no colours, so NO_COLOR needs no handling.
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        let bar = bar.with_style(style.progress_chars("=> "));
        let of_thread = bar.clone();
        let thread = thread::Builder::new().name("progress".to_owned());
        let thread = thread.spawn(move || {
            let bar = of_thread;
            thread::park_timeout(PATIENCE);
            if bar.is_finished() {
                return;
            }
            // The line is removed if a signal ends the process.
            let of_signal = bar.clone();
            let _ = process::on_signals(move || of_signal.finish_and_clear());
            update(&bar);
            bar.set_draw_target(ProgressDrawTarget::stderr());
            while !bar.is_finished() {
                update(&bar);
                thread::park_timeout(TICK);
            }
        });
        Self {
            progress: None,
            line: thread.ok().map(|thread| (bar, thread)),
        }
    }

    /// The counters that a run updates; `None` if no line may appear.
    pub(crate) fn progress(&self) -> Option<Arc<Progress>> {
        self.progress.clone()
    }

    pub(crate) fn bar(&self) -> Option<&ProgressBar> {
        Some(&self.line.as_ref()?.0)
    }

    /// Runs `print`, which writes lines. They are above the progress line.
    pub(crate) fn above<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.bar() {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if let Some((bar, thread)) = self.line.take() {
            bar.finish_and_clear();
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// Whether a line may appear. It can be erased only on a terminal.
fn may_appear(args: args::Watch) -> bool {
    !args.quiet && !ProgressDrawTarget::stderr().is_hidden()
}

/// The total size in bytes, if all inputs are regular files.
fn total(inputs: &[Input<'_>]) -> Option<u64> {
    let size = |input: &Input<'_>| {
        let path = match input {
            Input::Path(path) => path.as_path(),
            Input::PathRange(_, range) => return Some(range.end - range.start),
            Input::Stdin => Path::new("/dev/stdin"),
            _ => return None,
        };
        let meta = std::fs::metadata(path).ok()?;
        // Files under /proc have size 0.
        (meta.is_file() && meta.len() > 0).then_some(meta.len())
    };
    inputs.iter().map(size).sum()
}
