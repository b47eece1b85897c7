//! How far a run is, on standard error.
//!
//! Owns the line that shows it: when there is one, what it says, and that it is gone before anything
//! else is said. It refuses to touch the run: a thread of its own looks at the run's counters, and
//! where nobody could see the line there is no such thread. Invariant: all that is drawn is drawn
//! under one lock, and nothing after [`Shared::end`].

use super::{args, process, report};
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write, stderr, stdin};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wythoff::{Input, pipeline};

/// What takes no longer than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// Between two looks at the counters: a terminal, and a file of lines.
const TICK: Duration = Duration::from_millis(100);
const LINE: Duration = Duration::from_secs(1);

/// The line, if there may be one; dropped, it is gone.
pub(crate) struct Ticker(Option<Running>);

struct Running {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    progress: Arc<pipeline::Progress>,
    total: Total,
    always: bool,
    started: Instant,
    state: Mutex<State>,
    wake: Condvar,
}

/// How much there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Total {
    /// Nobody knows.
    Unknown,
    Bytes(u64),
    Pairs(u64),
}

/// Where the words stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Say {
    /// Beside a bar.
    Bar,
    /// On a line of their own, of several.
    Line,
    /// On the last line, which stays.
    Last,
}

#[derive(Default)]
struct State {
    bar: Option<ProgressBar>,
    ended: bool,
}

impl Ticker {
    /// Of a run over `inputs`.
    pub(crate) fn of_inputs(args: args::Watch, inputs: &[Input<'_>]) -> Self {
        // Where somebody types the pairs, the line would stand among them.
        let typed = || inputs.iter().any(|i| matches!(i, Input::Stdin)) && stdin().is_terminal();
        if args.progress != args::Progress::Always && typed() {
            return Self(None);
        }
        Self::start(args, || total(inputs).map_or(Total::Unknown, Total::Bytes))
    }

    /// Begins to wait for the moment to draw, if the arguments and the terminal allow it.
    pub(crate) fn start(args: args::Watch, total: impl FnOnce() -> Total) -> Self {
        if args.quiet || args.progress == args::Progress::Never {
            return Self(None);
        }
        let always = args.progress == args::Progress::Always;
        let bar = can_draw();
        if !always && !bar {
            return Self(None);
        }
        let shared = Arc::new(Shared {
            progress: Arc::default(),
            total: total(),
            always,
            started: Instant::now(),
            state: Mutex::default(),
            wake: Condvar::new(),
        });
        let patience = if always { Duration::ZERO } else { PATIENCE };
        let its = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("progress".to_owned())
            .spawn(move || its.run(patience, bar))
            .ok();
        Self(Some(Running { shared, thread }))
    }

    /// What the run is to tell.
    pub(crate) fn progress(&self) -> Option<Arc<pipeline::Progress>> {
        Some(Arc::clone(&self.0.as_ref()?.shared.progress))
    }

    /// Whether there may be a line at some time.
    pub(crate) fn may_draw(&self) -> bool {
        self.0.is_some()
    }

    /// A writer before whose first byte the line ends.
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
                report::say(&format!("wythoff: {}\n", running.shared.words(Say::Last)));
            }
        }
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
    fn run(self: &Arc<Self>, patience: Duration, bar: bool) {
        let mut state = self.wait(self.lock(), patience);
        if state.ended {
            return;
        }
        if !bar {
            loop {
                state = self.wait(state, LINE);
                if state.ended {
                    return;
                }
                report::say(&format!("wythoff: {}\n", self.words(Say::Line)));
            }
        }
        // A signal that ends the process is to leave a clean line.
        let its = Arc::clone(self);
        let _ = process::on_signals(move || its.end());
        state.bar = Some(self.bar());
        while !state.ended {
            if let Some(bar) = &state.bar {
                bar.set_position(match self.total {
                    Total::Pairs(_) => self.progress.pairs(),
                    _ => self.progress.bytes(),
                });
                bar.set_message(self.words(Say::Bar));
            }
            state = self.wait(state, TICK);
        }
    }

    /// Takes the line away, for good.
    fn end(&self) {
        let mut state = self.lock();
        state.ended = true;
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
        self.wake.notify_all();
    }

    fn bar(&self) -> ProgressBar {
        let target = ProgressDrawTarget::stderr_with_hz(10);
        let (total, template) = match self.total {
            Total::Bytes(total) | Total::Pairs(total) => (Some(total), "{msg} {wide_bar}"),
            Total::Unknown => (None, "{wide_msg}"),
        };
        let bar = ProgressBar::with_draw_target(total, target);
        // No colours: there is nothing for NO_COLOR to take away.
        match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style.progress_chars("=> ")),
            Err(_) => bar,
        }
    }

    /// Bytes, rate, pairs, and the time left or taken.
    fn words(&self, say: Say) -> String {
        let (bytes, pairs) = (self.progress.bytes(), self.progress.pairs());
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = bytes as f64 / seconds.max(1e-9);
        let mut text = HumanBytes(bytes).to_string();
        // A bar shows it as well.
        let percent = |done: u64, total: u64| match say {
            Say::Line | Say::Last if total > 0 => {
                format!(" ({:.0}%)", 100.0 * done as f64 / total as f64)
            }
            _ => String::new(),
        };
        if let Total::Bytes(total) = self.total {
            text += &format!(" of {}{}", HumanBytes(total), percent(bytes, total));
        }
        text += &format!(", {}/s, ", HumanBytes(rate as u64));
        // What is computed first is no bytes yet.
        if bytes == 0 && matches!(self.total, Total::Pairs(_)) {
            text.clear();
        }
        text += &HumanCount(pairs).to_string();
        if let Total::Pairs(total) = self.total {
            text += &format!(" of {}", HumanCount(total));
        }
        let one = pairs == 1 && !matches!(self.total, Total::Pairs(_));
        text += if one { " pair" } else { " pairs" };
        let (done, total) = match self.total {
            Total::Bytes(total) => (bytes, total),
            Total::Pairs(total) => {
                text += &percent(pairs, total);
                (pairs, total)
            }
            Total::Unknown => (0, 0),
        };
        if say == Say::Last {
            text += &format!(", in {seconds:.1} s");
        } else if done > 0 {
            let left = total.saturating_sub(done) as f64 * seconds / done as f64;
            let left = left.ceil() as u64;
            text += &match (left / 60, left % 60) {
                (0, seconds) => format!(", {seconds} s left"),
                (minutes, seconds) => format!(", {minutes} min {seconds} s left"),
            };
        }
        text
    }

    /// Waits that long, or until the end.
    fn wait<'s>(&self, state: MutexGuard<'s, State>, time: Duration) -> MutexGuard<'s, State> {
        let result = self
            .wake
            .wait_timeout_while(state, time, |state| !state.ended);
        result.unwrap_or_else(PoisonError::into_inner).0
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether standard error is a terminal that can take a line back.
pub(crate) fn can_draw() -> bool {
    stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// How many bytes there are, if all inputs are regular files.
fn total(inputs: &[Input<'_>]) -> Option<u64> {
    let size = |input: &Input<'_>| {
        let path = match input {
            Input::Path(path) => path.as_path(),
            Input::Stdin => std::path::Path::new("/dev/stdin"),
            Input::Reader(..) => return None,
        };
        let meta = std::fs::metadata(path).ok()?;
        // Files under /proc say that they are empty.
        (meta.is_file() && meta.len() > 0).then_some(meta.len())
    };
    inputs.iter().map(size).sum()
}
