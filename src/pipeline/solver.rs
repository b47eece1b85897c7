//! The builder of a run, and its options. No answer depends on them.

use super::progress::Progress;
use super::summary::Summary;
use crate::backend::Backend;
use crate::error::{Error, ErrorKind, Result};
use crate::input::chunk::ChunkBoundary;
use crate::input::{Input, ReadMode, Source};
use crate::output::Output;
use crate::output::encoder::OutputEncoder;
use crate::platform::FileIdentity;
use crate::problem::{AnswerFormat, Framing, Problem, render};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// What happens at a line that is no record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnInvalid {
    /// The run ends with an error that names the location of the line.
    #[default]
    Stop,
    /// The answer is `?` (`{"invalid":true}` in JSON), and the run continues.
    Mark,
}

/// What happens if an input breaks a limit of its problem on which no answer depends, for example a pile beyond the maximum,
/// or a missing zero at the end. With [`Framing::Lines`](crate::Framing::Lines) limits are not checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strictness {
    /// A warning in the [`Summary`](crate::Summary).
    #[default]
    Lenient,
    /// An error. A [`Solver`](crate::Solver) refuses this option with [`Framing::Lines`](crate::Framing::Lines).
    Strict,
}

/// Solves inputs of one problem. A builder: every option has a default.
///
/// ```
/// use wythoff::{Input, OnInvalid, Output, Problem, Solver};
/// let solver = Solver::new(Problem::default()).on_invalid(OnInvalid::Mark);
/// let mut answers = Vec::new();
/// let input = Input::reader(&b"1 2\nwhat?\n8 4\n"[..], "pairs");
/// let summary = solver.solve(vec![input], Output::stream(&mut answers, "answers"))?;
/// assert_eq!(answers, b"0\n?\n1\n");
/// assert_eq!((summary.hot, summary.cold, summary.invalid), (1, 1, 1));
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Solver {
    /// The problem that is solved.
    pub problem: Problem,
    pub(crate) on_invalid: OnInvalid,
    pub(crate) strictness: Strictness,
    pub(crate) read_mode: ReadMode,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) backend: Backend,
    pub(crate) progress: Option<Arc<Progress>>,
    /// The number of bytes in a chunk; `None`: it depends on the size of the input.
    pub(crate) chunk: Option<NonZeroUsize>,
}

impl Solver {
    /// A solver of `problem`. It stops at the first invalid line. All other options are chosen for the machine.
    pub fn new(problem: Problem) -> Self {
        Self {
            problem,
            ..Self::default()
        }
    }

    /// The largest number of threads, including the calling thread. With `None`, the default, an input that is large enough
    /// gets as many threads as this process may use processors.
    pub fn threads(mut self, threads: impl Into<Option<NonZeroUsize>>) -> Self {
        self.threads = threads.into();
        self
    }

    /// The parsing kernel. The default is the fastest one that this machine runs. If this machine can't run the kernel,
    /// [`solve`](Self::solve) returns an error.
    pub fn backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// What happens at a line that is no record. Only with [`Framing::Lines`] can such lines be marked.
    pub fn on_invalid(mut self, on_invalid: OnInvalid) -> Self {
        self.on_invalid = on_invalid;
        self
    }

    /// What happens if an input breaks a limit of its problem. With [`Framing::Lines`] only the lenient option is allowed.
    pub fn strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// How regular files are read.
    pub fn read_mode(mut self, read_mode: ReadMode) -> Self {
        self.read_mode = read_mode;
        self
    }

    /// Counters that another thread can read during the run.
    pub fn progress(mut self, progress: impl Into<Option<Arc<Progress>>>) -> Self {
        self.progress = progress.into();
        self
    }

    /// The number of bytes in a chunk. This is for tests. By default it depends on the size of the input.
    #[doc(hidden)]
    pub fn chunk_size(mut self, bytes: impl Into<Option<NonZeroUsize>>) -> Self {
        self.chunk = bytes.into();
        self
    }

    /// Opens an input, which must not be the output.
    pub(super) fn open<'r>(&self, input: Input<'r>, output: &Output<'_>) -> Result<Source<'r>> {
        let boundary = match self.problem.framing {
            Framing::Lines => ChunkBoundary::Lines,
            _ => ChunkBoundary::Whitespace,
        };
        if matches!(input, Input::PathRange(..)) && boundary != ChunkBoundary::Lines {
            let what = "a byte range requires one record on each line; in this problem line ends do not separate records";
            return Err(Error::new(ErrorKind::Argument(what.to_owned())).about(input.name()));
        }
        let source = Source::open(input, self.read_mode, boundary)?;
        output.refuse_input(source.identity(), source.name())?;
        Ok(source)
    }

    /// Publishes the answers, which have `written` bytes; or writes and publishes the totals.
    pub(super) fn publish(
        &self,
        output: Output<'_>,
        mut written: u64,
        summary: &Summary,
    ) -> Result<()> {
        if self.problem.answer_format == AnswerFormat::Totals {
            let mut text = Vec::new();
            let marked = self.on_invalid == OnInvalid::Mark;
            let invalid = marked.then_some(summary.invalid);
            render::totals(summary.hot, summary.cold, invalid, &mut text);
            written = OutputEncoder::default().write(&output, 0, &text)?;
        }
        output.publish(written)
    }
}
impl Output<'_> {
    /// Errors: the output is the same regular file as one of `inputs`. The inputs are not opened.
    pub fn refuse_inputs<'i>(&self, inputs: impl IntoIterator<Item = Input<'i>>) -> Result<()> {
        let mut inputs = inputs.into_iter();
        inputs.try_for_each(|input| self.refuse_input(input.identity(), &input.name()))
    }

    fn refuse_input(&self, identity: Option<FileIdentity>, name: &str) -> Result<()> {
        match identity.is_some() && identity == self.identity() {
            true => Err(Error::new(ErrorKind::OutputIsInput).about(name)),
            false => Ok(()),
        }
    }
}
