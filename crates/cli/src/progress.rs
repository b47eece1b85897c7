//! The progress line on standard error. A thread reads the counters of the run, and an indicatif bar draws.
//!
//! The thread runs only if a line may appear. The line is removed before anything else is printed.

use super::messages::{cases, t};
use super::options::{Watch, When};
use super::{process, report};
use indicatif::{
    HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle,
};
use std::io::{IsTerminal as _, stdin};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use wythoff::{Input, Progress};
use wythoff_contest::SearchState;

/// A run that takes less time than this shows no line.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two updates of the line on a terminal.
const TICK: Duration = Duration::from_millis(100);
/// The time between two lines if standard error is not a terminal.
const LINE: Duration = Duration::from_secs(1);

/// Shows the progress line if one may appear. Dropping this value removes the line.
#[derive(Default)]
pub(crate) struct Ticker {
    /// The counters that a run updates; `None` if no line may appear, or if the line shows trials.
    pub(crate) progress: Option<Arc<Progress>>,
    thread: Option<(Arc<Line>, JoinHandle<()>)>,
}

struct Line {
    /// The progress after the given time.
    state: Box<dyn Fn(Duration) -> State + Send + Sync>,
    /// Whether a last line remains at the end (`--progress always`).
    always: bool,
    /// The bar is finished as soon as no more lines may appear.
    bar: ProgressBar,
}

/// How much is done, and in numbers the amount and the total, if the total is known.
type State = (String, Option<[u64; 2]>);

#[derive(Clone, Copy)]
pub(crate) enum Total {
    /// `None`: the total is unknown.
    Bytes(Option<u64>),
    Pairs(u64),
    /// The runs of a measurement.
    Runs(u64),
}

impl Ticker {
    /// The progress line of a run over `inputs`.
    pub(crate) fn of_inputs(args: Watch, inputs: &[Input<'_>]) -> Self {
        // On a terminal the line would mix with what the user types.
        let is_typed = || inputs.iter().any(|i| matches!(i, Input::Stdin)) && stdin().is_terminal();
        if args.progress != When::Always && is_typed() {
            return Self::default();
        }
        Self::start(args, Total::Bytes(total(inputs)))
    }

    /// Starts the progress line of a run whose counters are a [`Progress`].
    pub(crate) fn start(args: Watch, total: Total) -> Self {
        let progress = Arc::new(Progress::default());
        let counters = Arc::clone(&progress);
        let mut ticker = Self::watch(args, move |taken| state(&counters, total, taken));
        ticker.progress = ticker.thread.as_ref().map(|_| progress);
        ticker
    }

    /// Starts the thread, if the arguments and the terminal allow a line.
    pub(crate) fn watch(
        args: Watch,
        state: impl Fn(Duration) -> State + Send + Sync + 'static,
    ) -> Self {
        let always = args.progress == When::Always;
        let never = args.quiet || args.progress == When::Never;
        // Only on a terminal can a line be erased.
        let on_terminal = || !ProgressDrawTarget::stderr().is_hidden();
        if never || !always && !on_terminal() {
            return Self::default();
        }
        // The style has no colours, so NO_COLOR needs no handling.
        let style =
            ProgressStyle::with_template("{msg} {wide_bar}").expect("the template is valid");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let line = Arc::new(Line {
            state: Box::new(state),
            always,
            bar: bar.with_style(style.progress_chars("=> ")),
        });
        let of_thread = Arc::clone(&line);
        let thread = thread::Builder::new().name("progress".to_owned());
        let thread = thread.spawn(move || of_thread.show(on_terminal()));
        Self {
            progress: None,
            thread: thread.ok().map(|thread| (line, thread)),
        }
    }

    pub(crate) fn bar(&self) -> Option<&ProgressBar> {
        Some(&self.thread.as_ref()?.0.bar)
    }

    /// Runs `print`, which writes lines. On a terminal they are above the progress line.
    pub(crate) fn above<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.bar() {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        let Some((line, thread)) = self.thread.take() else {
            return;
        };
        line.bar.finish_and_clear();
        thread.thread().unpark();
        let _ = thread.join();
        if line.always {
            let seconds = format!("{:.1}", line.bar.elapsed().as_secs_f64());
            let end = t!(", in {seconds} s", seconds);
            report::line(&format_args!("{}{end}", line.now()));
        }
    }
}

impl Line {
    /// The thread: redraws the line on a terminal, or prints a line every second.
    fn show(&self, on_terminal: bool) {
        let (patience, pause) = if !on_terminal {
            (LINE, LINE)
        } else if self.always {
            (Duration::ZERO, TICK)
        } else {
            (PATIENCE, TICK)
        };
        thread::park_timeout(patience);
        if on_terminal && !self.bar.is_finished() {
            // The line is removed if a signal ends the process.
            let bar = self.bar.clone();
            let _ = process::on_signals(move || bar.finish_and_clear());
            // The bar gets its text before anything draws it.
            self.bar.set_message(self.now());
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        while !self.bar.is_finished() {
            let mut text = self.now();
            if self.bar.length().is_some() && self.bar.position() > 0 {
                let eta = format!("{:#}", HumanDuration(self.bar.eta()));
                text += &t!(", {eta} left", eta);
            }
            if on_terminal {
                self.bar.set_message(text);
            } else {
                report::line(&text);
            }
            thread::park_timeout(pause);
        }
    }

    /// The text of the line. Moves the bar.
    fn now(&self) -> String {
        let (text, part) = (self.state)(self.bar.elapsed());
        let Some([done, total]) = part else {
            self.bar.unset_length();
            return text;
        };
        self.bar.update(|bar| {
            bar.set_len(total);
            bar.set_pos(done);
        });
        format!("{text} ({}%)", 100 * done.min(total) / total.max(1))
    }
}

/// The progress of a run whose counters are `progress`.
fn state(progress: &Progress, total: Total, taken: Duration) -> State {
    let bytes = |n| HumanBytes(n).to_string();
    let count = |n| HumanCount(n).to_string();
    let runs = |n| t!("{n} runs", n);
    let (read, records) = (progress.bytes(), progress.records());
    match total {
        Total::Bytes(total) => amount(read, total, taken, bytes, bytes),
        Total::Pairs(total) => amount(records, Some(total), taken, count, pairs),
        Total::Runs(total) => amount(records, Some(total), taken, |n| n.to_string(), runs),
    }
}

/// The progress of the trials of a program: the cases of a batch; after a failure, how far it was shrunk. `limit`: the time limit
/// that ends the trials, if there is one.
pub(crate) fn trials(
    state: &Mutex<SearchState>,
    limit: Option<Duration>,
    taken: Duration,
) -> State {
    let state = *state.lock().expect("no thread panics with the lock");
    if let Some(shrinking) = state.shrinking {
        let left = shrinking.deadline.saturating_duration_since(Instant::now());
        let tries = match shrinking.tries {
            1 => t!("1 try"),
            n => t!("{n} tries", n),
        };
        let text = t!(
            "shrinking: {tries}, {cases} left, {seconds} s at most",
            tries,
            cases = cases(shrinking.left),
            seconds = left.as_secs_f64().ceil()
        );
        return (text, None);
    }
    let Some(number) = state.batch else {
        return (t!("making the cases"), None);
    };
    let (text, of_cases) = amount(state.cases, state.total, taken, |n| n.to_string(), cases);
    let millis = |time: Duration| time.as_millis() as u64;
    // If a time limit ends the trials, the bar shows the time.
    let part = limit.map_or(of_cases, |limit| Some([millis(taken), millis(limit)]));
    (t!("batch {number}: ", number) + &text, part)
}

/// The text of the done amount, the total and the speed. `number` writes an amount without its noun.
fn amount(
    done: u64,
    total: Option<u64>,
    taken: Duration,
    number: impl Fn(u64) -> String,
    with_noun: impl Fn(u64) -> String,
) -> State {
    let speed = number((done as f64 / taken.as_secs_f64().max(1e-9)) as u64);
    let shown = match total {
        Some(total) => t!(
            "{done} of {total}",
            done = number(done),
            total = with_noun(total)
        ),
        None => with_noun(done),
    };
    let part = total.map(|total| [done, total]);
    (format!("{shown}, {speed}/s"), part)
}

fn pairs(n: u64) -> String {
    match n {
        1 => t!("1 pair"),
        n => t!("{n} pairs", n = HumanCount(n)),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_are_those_of_the_total() {
        let progress = Progress::default();
        progress.add(2, 0);
        let line = Line {
            state: Box::new(move |taken| state(&progress, Total::Bytes(Some(3)), taken)),
            always: false,
            bar: ProgressBar::hidden(),
        };
        assert!(line.now().ends_with("/s (66%)"), "{}", line.now());
    }
}
