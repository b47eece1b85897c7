//! The progress line on standard error. A thread of its own reads the counters of the run and
//! updates an indicatif bar, which computes rates and times and draws.
//!
//! The thread exists only if a line may appear. The line is gone before anything else is printed.

mod activity;
mod lines;

use super::{args, process, report};
use activity::{Activity, Layout};
pub(crate) use activity::{Total, Trials};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lines::Lines;
use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wythoff::{Input, Progress};

/// A run that takes less time shows no line.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two updates of the line on a terminal.
const TICK: Duration = Duration::from_millis(100);
/// The time between two lines if standard error is not a terminal.
const LINE: Duration = Duration::from_secs(1);

/// Shows the progress line if one may appear. Dropping this value removes the line.
pub(crate) struct Ticker(Option<Running>);

struct Running {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    activity: Activity,
    /// Whether a last line remains (`--progress always`).
    always: bool,
    started: Instant,
    bar: ProgressBar,
    ended: Mutex<bool>,
    wake: Condvar,
}

impl Ticker {
    /// The progress line of a run over `inputs`.
    pub(crate) fn of_inputs(args: args::Watch, inputs: &[Input<'_>]) -> Self {
        // On a terminal the line would mix with what the user types.
        let is_typed = || inputs.iter().any(|i| matches!(i, Input::Stdin)) && stdin().is_terminal();
        if args.progress != args::Progress::Always && is_typed() {
            return Self(None);
        }
        Self::start(args, || total(inputs).map_or(Total::Unknown, Total::Bytes))
    }

    /// Starts the progress line of a run of the pipeline.
    pub(crate) fn start(args: args::Watch, total: impl FnOnce() -> Total) -> Self {
        Self::watch(args, || Activity::Run {
            progress: Arc::default(),
            total: total(),
        })
    }

    /// The progress line of trials of a program.
    pub(crate) fn of_trials(args: args::Watch, trials: Trials) -> Self {
        Self::watch(args, || Activity::Trials(trials))
    }

    /// Starts the thread, if the arguments and the terminal allow a line.
    fn watch(args: args::Watch, activity: impl FnOnce() -> Activity) -> Self {
        if args.quiet || args.progress == args::Progress::Never {
            return Self(None);
        }
        let always = args.progress == args::Progress::Always;
        let on_terminal = can_draw();
        if !always && !on_terminal {
            return Self(None);
        }
        let shared = Arc::new(Shared {
            activity: activity(),
            always,
            started: Instant::now(),
            bar: hidden(),
            ended: Mutex::new(false),
            wake: Condvar::new(),
        });
        let of_thread = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("progress".to_owned())
            .spawn(move || match on_terminal {
                true => of_thread.draw_bar(),
                false => of_thread.print_lines(),
            })
            .ok();
        Self(Some(Running { shared, thread }))
    }

    /// The counters that a run of the pipeline updates; `None` if no line may appear, or for trials.
    pub(crate) fn progress(&self) -> Option<Arc<Progress>> {
        match &self.0.as_ref()?.shared.activity {
            Activity::Run { progress, .. } => Some(Arc::clone(progress)),
            Activity::Trials(_) => None,
        }
    }

    /// Whether a line may appear at some time.
    pub(crate) fn may_draw(&self) -> bool {
        self.0.is_some()
    }

    /// Runs `print`, which writes a line to standard output. On a terminal this line is above the progress line.
    pub(crate) fn above<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            // A slow reader of a pipe must not delay the progress line.
            Some(running) if stdout().is_terminal() => {
                let _ended = running.shared.lock();
                running.shared.bar.suspend(print)
            }
            _ => print(),
        }
    }

    /// A writer that removes the line before it writes its first byte.
    pub(crate) fn before<W: Write>(&self, writer: W) -> Before<W> {
        let shared = self.0.as_ref().map(|running| Arc::clone(&running.shared));
        Before { writer, shared }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if let Some(running) = &mut self.0 {
            running.shared.end();
            if let Some(thread) = running.thread.take() {
                let _ = thread.join();
            }
            if running.shared.always {
                running.shared.print_last();
            }
        }
    }
}

/// The progress line of a measurement. A second thread would disturb the measurement, so the measuring thread draws the line
/// between two steps. Dropping this value removes the line.
pub(crate) struct Steps {
    bar: ProgressBar,
    always: bool,
    started: Instant,
}

impl Steps {
    pub(crate) fn new(args: args::Watch) -> Self {
        let bar = hidden();
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        if !args.quiet && args.progress != args::Progress::Never {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        Self {
            bar,
            always: args.progress == args::Progress::Always,
            started: Instant::now(),
        }
    }

    /// Shows `words`, the name of the next step.
    pub(crate) fn next(&self, words: &str) {
        if self.bar.is_hidden() {
            if self.always {
                report::write(&format!("wythoff: {words}\n"));
            }
        } else if self.always || self.started.elapsed() >= PATIENCE {
            self.bar.set_message(words.to_owned());
        }
    }

    /// A function that removes the line, from any thread. No line appears after it.
    pub(crate) fn end(&self) -> impl Fn() + Send + use<> {
        let bar = self.bar.clone();
        move || bar.finish_and_clear()
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.end()();
    }
}

/// See [`Ticker::before`].
pub(crate) struct Before<W> {
    writer: W,
    shared: Option<Arc<Shared>>,
}

impl<W: Write> Write for Before<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(shared) = self.shared.take() {
            shared.end();
        }
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Shared {
    /// The thread of a terminal: redraws one line.
    fn draw_bar(self: &Arc<Self>) {
        let patience = if self.always {
            Duration::ZERO
        } else {
            PATIENCE
        };
        let mut ended = self.wait(self.lock(), patience);
        if *ended {
            return;
        }
        // A signal that ends the process must not leave half a line.
        let of_handler = Arc::clone(self);
        let _ = process::on_signals(move || of_handler.end());
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        while !*ended {
            self.activity
                .show(Layout::Bar, self.started.elapsed(), &self.bar);
            ended = self.wait(ended, TICK);
        }
    }

    /// The thread without a terminal: prints a line every second.
    fn print_lines(&self) {
        let mut ended = self.wait(self.lock(), LINE);
        while !*ended {
            self.bar.set_draw_target(Lines::target());
            self.activity
                .show(Layout::Line, self.started.elapsed(), &self.bar);
            self.bar.set_draw_target(ProgressDrawTarget::hidden());
            ended = self.wait(ended, LINE);
        }
    }

    /// Prints the last line, which is not removed.
    fn print_last(&self) {
        let taken = self.started.elapsed();
        let bar = hidden().with_elapsed(taken);
        // A bar that is not running shows its mean rate.
        bar.abandon();
        bar.set_draw_target(Lines::target());
        self.activity.show(Layout::Last, taken, &bar);
    }

    /// Removes the line. No line appears after it.
    fn end(&self) {
        let mut ended = self.lock();
        *ended = true;
        self.bar.finish_and_clear();
        self.wake.notify_all();
    }

    /// Waits for `time`, but not longer than until `end` is called.
    fn wait<'s>(&self, ended: MutexGuard<'s, bool>, time: Duration) -> MutexGuard<'s, bool> {
        let result = self.wake.wait_timeout_while(ended, time, |ended| !*ended);
        result.unwrap_or_else(PoisonError::into_inner).0
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A bar that is not drawn yet.
fn hidden() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
}

/// Whether standard error is a terminal on which a line can be erased.
fn can_draw() -> bool {
    !ProgressDrawTarget::stderr().is_hidden()
}

/// The total size in bytes, if all inputs are regular files.
fn total(inputs: &[Input<'_>]) -> Option<u64> {
    let size = |input: &Input<'_>| {
        let path = match input {
            Input::Path(path) => path.as_path(),
            Input::PathRange(_, range) => return Some(range.end - range.start),
            Input::Stdin => std::path::Path::new("/dev/stdin"),
            _ => return None,
        };
        let meta = std::fs::metadata(path).ok()?;
        // Files under /proc have size 0.
        (meta.is_file() && meta.len() > 0).then_some(meta.len())
    };
    inputs.iter().map(size).sum()
}
