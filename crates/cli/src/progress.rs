//! The progress line on standard error. A thread of its own reads the counters of the run, and an indicatif bar draws.
//!
//! The thread exists only if a line may appear. The line is gone before anything else is printed.

mod text;

use super::{args, process, report};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use text::Activity;
pub(crate) use text::{Total, Trials};
use wythoff::{Input, Progress};

/// A run that takes less time shows no line.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two updates of the line on a terminal.
const TICK: Duration = Duration::from_millis(100);
/// The time between two lines if standard error is not a terminal.
const LINE: Duration = Duration::from_secs(1);

/// Shows the progress line if one may appear. Dropping this value removes the line.
#[derive(Default)]
pub(crate) struct Ticker {
    shared: Option<Arc<Shared>>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    activity: Activity,
    /// Whether a last line remains (`--progress always`).
    always: bool,
    started: Instant,
    /// Finished if no line may appear any more.
    bar: ProgressBar,
}

impl Ticker {
    /// The progress line of a run over `inputs`.
    pub(crate) fn of_inputs(args: args::Watch, inputs: &[Input<'_>]) -> Self {
        // On a terminal the line would mix with what the user types.
        let is_typed = || inputs.iter().any(|i| matches!(i, Input::Stdin)) && stdin().is_terminal();
        if args.progress != args::ShowProgress::Always && is_typed() {
            return Self::default();
        }
        Self::start(args, || total(inputs).map_or(Total::Unknown, Total::Bytes))
    }

    /// Starts the progress line of a run of the pipeline.
    pub(crate) fn start(args: args::Watch, total: impl FnOnce() -> Total) -> Self {
        Self::watch(args, || Activity::Run(Arc::default(), total()))
    }

    /// The progress line of trials of a program.
    pub(crate) fn of_trials(args: args::Watch, trials: Trials) -> Self {
        Self::watch(args, || Activity::Trials(trials))
    }

    /// Starts the thread, if the arguments and the terminal allow a line.
    fn watch(args: args::Watch, activity: impl FnOnce() -> Activity) -> Self {
        if args.quiet || args.progress == args::ShowProgress::Never {
            return Self::default();
        }
        let always = args.progress == args::ShowProgress::Always;
        // A terminal on which a line can be erased.
        let on_terminal = !ProgressDrawTarget::stderr().is_hidden();
        if !always && !on_terminal {
            return Self::default();
        }
        let shared = Arc::new(Shared {
            activity: activity(),
            always,
            started: Instant::now(),
            bar: hidden(),
        });
        let of_thread = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("progress".to_owned())
            .spawn(move || match on_terminal {
                true => of_thread.draw_bar(),
                false => of_thread.print_lines(),
            })
            .ok();
        Self {
            shared: Some(shared),
            thread,
        }
    }

    /// The counters that a run of the pipeline updates; `None` if no line may appear, or for trials.
    pub(crate) fn progress(&self) -> Option<Arc<Progress>> {
        match &self.shared.as_ref()?.activity {
            Activity::Run(progress, _) => Some(Arc::clone(progress)),
            Activity::Trials(_) => None,
        }
    }

    /// Whether a line may appear at some time.
    pub(crate) fn may_draw(&self) -> bool {
        self.shared.is_some()
    }

    /// Runs `print`, which writes a line to standard output. On a terminal this line is above the progress line.
    pub(crate) fn above<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.shared {
            // A slow reader of a pipe must not delay the progress line.
            Some(shared) if stdout().is_terminal() => shared.bar.suspend(print),
            _ => print(),
        }
    }

    /// A writer that removes the line before it writes its first byte. It flushes after each write.
    pub(crate) fn before<W: Write>(&self, writer: W) -> ClearsProgress<W> {
        let bar = self.shared.as_ref().map(|shared| shared.bar.clone());
        ClearsProgress { writer, bar }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        let Some(shared) = &self.shared else { return };
        shared.bar.finish_and_clear();
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
        if shared.always {
            let text = shared.activity.last(shared.started.elapsed());
            report::line(format_args!("{text}"));
        }
    }
}

/// The progress line of a measurement. A second thread would disturb the measurement, so the measuring thread draws the line
/// between two steps. Dropping this value removes the line.
pub(crate) struct Steps {
    bar: ProgressBar,
    /// Whether the steps are printed as lines if there is no terminal.
    always: bool,
}

impl Steps {
    pub(crate) fn new(args: args::Watch) -> Self {
        let bar = hidden();
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        if !args.quiet && args.progress != args::ShowProgress::Never {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        let always = args.progress == args::ShowProgress::Always;
        Self { bar, always }
    }

    /// Shows `words`, the name of the next step.
    pub(crate) fn next(&self, words: &str) {
        if self.always && self.bar.is_hidden() {
            report::line(format_args!("{words}"));
        }
        self.bar.set_message(words.to_owned());
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
pub(crate) struct ClearsProgress<W> {
    writer: W,
    bar: Option<ProgressBar>,
}

impl<W: Write> Write for ClearsProgress<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.writer.write_all(bytes)?;
        self.writer.flush()?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Shared {
    /// The thread of a terminal: redraws one line.
    fn draw_bar(&self) {
        if !self.always {
            thread::park_timeout(PATIENCE);
        }
        if self.bar.is_finished() {
            return;
        }
        // A signal that ends the process must not leave half a line.
        let bar = self.bar.clone();
        let _ = process::on_signals(move || bar.finish_and_clear());
        // The bar has its style before anything draws it.
        self.update_bar();
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        while !self.bar.is_finished() {
            self.update_bar();
            thread::park_timeout(TICK);
        }
    }

    fn update_bar(&self) {
        let now = self.activity.now(self.started.elapsed());
        let template = match now.part {
            Some(_) => now.text + " {wide_bar}",
            None => now.text,
        };
        // The template has no colours, so NO_COLOR needs no handling.
        if let Ok(style) = ProgressStyle::with_template(&template) {
            self.bar.set_style(style.progress_chars("=> "));
        }
        let (done, total) = now.part.unwrap_or_default();
        self.bar.update(|state| {
            state.set_len(total);
            state.set_pos(done);
        });
    }

    /// The thread without a terminal: prints a line every second.
    fn print_lines(&self) {
        thread::park_timeout(LINE);
        while !self.bar.is_finished() {
            let now = self.activity.now(self.started.elapsed());
            report::line(format_args!("{}", now.text));
            thread::park_timeout(LINE);
        }
    }
}

/// A bar that is not drawn yet.
fn hidden() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
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
