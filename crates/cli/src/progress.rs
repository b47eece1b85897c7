//! The progress line on standard error. A thread of its own reads the counters of the run, and an indicatif bar draws.
//!
//! The thread exists only if a line may appear. The line is gone before anything else is printed.

mod text;

use super::{args, process, report};
use crate::messages::t;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal as _, stdin};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use text::State;
pub(crate) use text::{Activity, Total};
use wythoff::{Input, Progress};

/// A run that takes less time shows no line.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two updates of the line on a terminal.
const TICK: Duration = Duration::from_millis(100);
/// The time between two lines if standard error is not a terminal.
const LINE: Duration = Duration::from_secs(1);

/// Shows the progress line if one may appear. Dropping this value removes the line.
#[derive(Default)]
pub(crate) struct Ticker(Option<(Arc<Line>, JoinHandle<()>)>);

struct Line {
    activity: Activity,
    /// Whether a last line remains (`--progress always`).
    always: bool,
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

    /// Starts the progress line of a run that fills [`Progress`].
    pub(crate) fn start(args: args::Watch, total: impl FnOnce() -> Total) -> Self {
        Self::watch(args, || Activity::Run(Arc::default(), total()))
    }

    /// Starts the thread, if the arguments and the terminal allow a line.
    pub(crate) fn watch(args: args::Watch, activity: impl FnOnce() -> Activity) -> Self {
        let always = args.progress == args::ShowProgress::Always;
        // A terminal on which a line can be erased.
        let on_terminal = || !ProgressDrawTarget::stderr().is_hidden();
        let never = args.quiet || args.progress == args::ShowProgress::Never;
        if never || !always && !on_terminal() {
            return Self::default();
        }
        // The style has no colours, so NO_COLOR needs no handling.
        let style = ProgressStyle::with_template("{msg} {wide_bar}").expect("a valid template");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let line = Arc::new(Line {
            activity: activity(),
            always,
            bar: bar.with_style(style.progress_chars("=> ")),
        });
        let of_thread = Arc::clone(&line);
        let thread = thread::Builder::new().name("progress".to_owned());
        let thread = thread.spawn(move || of_thread.show(on_terminal()));
        Self(thread.ok().map(|thread| (line, thread)))
    }

    /// The counters that a run updates; `None` if no line may appear.
    pub(crate) fn progress(&self) -> Option<Arc<Progress>> {
        match &self.0.as_ref()?.0.activity {
            Activity::Run(progress, _) => Some(Arc::clone(progress)),
            Activity::Trials(..) => None,
        }
    }

    /// The bar, if a line may appear at some time.
    pub(crate) fn bar(&self) -> Option<&ProgressBar> {
        Some(&self.0.as_ref()?.0.bar)
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
        let Some((line, thread)) = self.0.take() else {
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
    /// The thread: draws one line again and again, or prints a line every second.
    fn show(&self, on_terminal: bool) {
        let (patience, pause) = match on_terminal {
            true if self.always => (Duration::ZERO, TICK),
            true => (PATIENCE, TICK),
            false => (LINE, LINE),
        };
        thread::park_timeout(patience);
        if on_terminal && !self.bar.is_finished() {
            // A signal that ends the process must not leave half a line.
            let bar = self.bar.clone();
            let _ = process::on_signals(move || bar.finish_and_clear());
            // The bar has its text before anything draws it.
            self.bar.set_message(self.now());
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        while !self.bar.is_finished() {
            let mut text = self.now();
            if self.bar.length().is_some() && self.bar.position() > 0 {
                let eta = format!("{:#}", HumanDuration(self.bar.eta()));
                text += &t!(", {eta} left", eta);
            }
            match on_terminal {
                true => self.bar.set_message(text),
                false => report::line(&text),
            }
            thread::park_timeout(pause);
        }
    }

    /// The text of the line. Moves the bar.
    fn now(&self) -> String {
        let State { text, part } = self.activity.state(self.bar.elapsed());
        let Some((done, total)) = part else {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_are_those_of_the_total() {
        let progress = Arc::new(Progress::default());
        progress.add(2, 0);
        let line = Line {
            activity: Activity::Run(progress, Total::Bytes(3)),
            always: false,
            bar: ProgressBar::hidden(),
        };
        assert!(line.now().ends_with("/s (66%)"), "{}", line.now());
    }
}
