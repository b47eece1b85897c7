//! How far a run is, on standard error.
//!
//! Owns the line that shows it: when there is one, what it says, and that it is gone before anything
//! else is said. It refuses to touch the run: a thread of its own looks at the run's counters, and
//! where nobody could see the line there is no such thread. Invariant: all that is drawn is drawn
//! under one lock, and nothing after [`Shared::end`].

mod work;

use super::{args, process, report};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write, stderr, stdin, stdout};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use work::{Look, Say, Work};
pub(crate) use work::{Total, Trials};
use wythoff::{Input, Progress};

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
    work: Work,
    always: bool,
    started: Instant,
    state: Mutex<State>,
    wake: Condvar,
}

struct State {
    line: Option<Line>,
    ended: bool,
    /// When what is done now began: what had to be found out first says nothing about its speed.
    since: Instant,
}

/// What is drawn.
struct Line {
    bar: ProgressBar,
    /// Words alone, or a bar beside them.
    measured: bool,
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

    /// Of a run of the pipeline.
    pub(crate) fn start(args: args::Watch, total: impl FnOnce() -> Total) -> Self {
        Self::watch(args, || Work::Run {
            progress: Arc::default(),
            total: total(),
        })
    }

    /// Of trials of a program.
    pub(crate) fn of_trials(args: args::Watch, trials: Trials) -> Self {
        Self::watch(args, || Work::Trials(trials))
    }

    /// Begins to wait for the moment to draw, if the arguments and the terminal allow it.
    fn watch(args: args::Watch, work: impl FnOnce() -> Work) -> Self {
        if args.quiet || args.progress == args::Progress::Never {
            return Self(None);
        }
        let always = args.progress == args::Progress::Always;
        let bar = can_draw();
        if !always && !bar {
            return Self(None);
        }
        let started = Instant::now();
        let shared = Arc::new(Shared {
            work: work(),
            always,
            started,
            state: Mutex::new(State {
                line: None,
                ended: false,
                since: started,
            }),
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
    pub(crate) fn progress(&self) -> Option<Arc<Progress>> {
        match &self.0.as_ref()?.shared.work {
            Work::Run { progress, .. } => Some(Arc::clone(progress)),
            Work::Trials(_) => None,
        }
    }

    /// Whether there may be a line at some time.
    pub(crate) fn may_draw(&self) -> bool {
        self.0.is_some()
    }

    /// Does `what` writes a line to standard output: on a terminal, above this one.
    pub(crate) fn above<T>(&self, what: impl FnOnce() -> T) -> T {
        match &self.0 {
            // Elsewhere it can't stand in the way, and nobody should wait for a reader who is slow.
            Some(running) if stdout().is_terminal() => {
                let state = running.shared.lock();
                match &state.line {
                    Some(line) => line.bar.suspend(what),
                    None => what(),
                }
            }
            _ => what(),
        }
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
                let shared = &running.shared;
                let look = shared.work.look(Say::Last, shared.started.elapsed());
                report::write(&format!("wythoff: {}\n", look.words));
            }
        }
    }
}

/// The line of what is measured, which a thread beside it would disturb: drawn by whoever works, between
/// two steps. Dropped, it is gone.
pub(crate) struct Steps {
    args: args::Watch,
    draws: bool,
    started: Instant,
    shown: Arc<Mutex<Shown>>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Shown {
    #[default]
    Nothing,
    Line,
    /// It is gone, for good.
    Ended,
}

impl Steps {
    pub(crate) fn new(args: args::Watch) -> Self {
        Self {
            args,
            draws: !args.quiet && args.progress != args::Progress::Never && can_draw(),
            started: Instant::now(),
            shown: Arc::default(),
        }
    }

    /// The next step is `words`.
    pub(crate) fn next(&self, words: &str) {
        let always = self.args.progress == args::Progress::Always;
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if *shown == Shown::Ended {
            return;
        }
        if self.draws && (always || self.started.elapsed() >= PATIENCE) {
            report::write(&format!("\r{words}\x1b[K"));
            *shown = Shown::Line;
        } else if always && !self.draws {
            report::write(&format!("wythoff: {words}\n"));
        }
    }

    /// What takes the line away, whoever does it.
    pub(crate) fn end(&self) -> impl Fn() + Send + use<> {
        let shown = Arc::clone(&self.shown);
        move || {
            let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            if *shown == Shown::Line {
                report::write("\r\x1b[K");
            }
            *shown = Shown::Ended;
        }
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
    fn run(self: &Arc<Self>, patience: Duration, bar: bool) {
        let mut state = self.wait(self.lock(), patience);
        if state.ended {
            return;
        }
        if bar {
            // A signal that ends the process is to leave a clean line.
            let its = Arc::clone(self);
            let _ = process::on_signals(move || its.end());
        }
        loop {
            let say = if bar { Say::Bar } else { Say::Line };
            if !bar {
                state = self.wait(state, LINE);
            }
            if state.ended {
                return;
            }
            if self.work.is_preparing() {
                state.since = Instant::now();
            }
            let look = self.work.look(say, state.since.elapsed());
            if bar {
                state.draw(look);
                state = self.wait(state, TICK);
            } else {
                report::write(&format!("wythoff: {}\n", look.words));
            }
        }
    }

    /// Takes the line away, for good.
    fn end(&self) {
        let mut state = self.lock();
        state.ended = true;
        if let Some(line) = state.line.take() {
            line.bar.finish_and_clear();
        }
        self.wake.notify_all();
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

impl State {
    fn draw(&mut self, look: Look) {
        let measured = look.part.is_some();
        let line = match self.line.take() {
            Some(line) if line.measured == measured => line,
            Some(line) => Line {
                bar: styled(line.bar, measured),
                measured,
            },
            None => {
                let target = ProgressDrawTarget::stderr_with_hz(10);
                let bar = ProgressBar::with_draw_target(None, target);
                Line {
                    bar: styled(bar, measured),
                    measured,
                }
            }
        };
        if let Some((done, total)) = look.part {
            line.bar.set_length(total);
            line.bar.set_position(done.min(total));
        }
        line.bar.set_message(look.words);
        self.line = Some(line);
    }
}

fn styled(bar: ProgressBar, measured: bool) -> ProgressBar {
    let template = if measured {
        "{msg} {wide_bar}"
    } else {
        "{wide_msg}"
    };
    // No colours: there is nothing for NO_COLOR to take away.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

/// Whether standard error is a terminal that can take a line back.
fn can_draw() -> bool {
    stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// How many bytes there are, if all inputs are regular files.
fn total(inputs: &[Input<'_>]) -> Option<u64> {
    let size = |input: &Input<'_>| {
        let path = match input {
            Input::Path(path) => path.as_path(),
            Input::Stdin => std::path::Path::new("/dev/stdin"),
            _ => return None,
        };
        let meta = std::fs::metadata(path).ok()?;
        // Files under /proc say that they are empty.
        (meta.is_file() && meta.len() > 0).then_some(meta.len())
    };
    inputs.iter().map(size).sum()
}
