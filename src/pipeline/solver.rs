//! The builder of a run.

use super::options::{OnInvalid, Options, Strictness};
use super::progress::Progress;
use super::summary::Summary;
use crate::backend::Backend;
use crate::error::{Error, ErrorKind, Result};
use crate::input::chunk::ChunkBoundary;
use crate::input::{Input, ReadMode, Source};
use crate::output::Output;
use crate::output::encoder::OutputEncoder;
use crate::problem::{AnswerFormat, Framing, Problem, render};
use std::num::NonZeroUsize;
use std::sync::Arc;

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
pub struct Solver {
    pub(crate) problem: Problem,
    pub(crate) options: Options,
}

impl Solver {
    /// A solver of `problem`. It stops at the first invalid line. All other options are chosen for the machine.
    pub fn new(problem: Problem) -> Self {
        Self {
            problem,
            options: Options::default(),
        }
    }

    /// The largest number of threads, including the calling thread. With `None`, the default, an input that is large enough
    /// gets as many threads as this process may use processors.
    #[must_use]
    pub fn threads(mut self, threads: impl Into<Option<NonZeroUsize>>) -> Self {
        self.options.threads = threads.into();
        self
    }

    /// The parsing kernel. The default is the fastest one that this machine runs. If this machine can't run the kernel,
    /// [`solve`](Self::solve) returns an error.
    #[must_use]
    pub fn backend(mut self, backend: Backend) -> Self {
        self.options.backend = backend;
        self
    }

    /// What happens at a line that is no record. Only with [`Framing::Lines`] can such lines be marked.
    #[must_use]
    pub fn on_invalid(mut self, on_invalid: OnInvalid) -> Self {
        self.options.on_invalid = on_invalid;
        self
    }

    /// What happens if an input breaks a limit of its problem. With [`Framing::Lines`] only the lenient option is allowed.
    #[must_use]
    pub fn strictness(mut self, strictness: Strictness) -> Self {
        self.options.strictness = strictness;
        self
    }

    /// How regular files are read.
    #[must_use]
    pub fn read_mode(mut self, read_mode: ReadMode) -> Self {
        self.options.read_mode = read_mode;
        self
    }

    /// Counters that another thread can read during the run.
    #[must_use]
    pub fn progress(mut self, progress: impl Into<Option<Arc<Progress>>>) -> Self {
        self.options.progress = progress.into();
        self
    }

    /// The number of bytes in a chunk. This is for tests. By default it depends on the size of the input.
    #[doc(hidden)]
    #[must_use]
    pub fn chunk_size(mut self, bytes: impl Into<Option<NonZeroUsize>>) -> Self {
        self.options.chunk = bytes.into();
        self
    }

    /// The problem that is solved.
    pub fn problem(&self) -> &Problem {
        &self.problem
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
        let source = Source::open(input, self.options.read_mode, boundary)?;
        if source.identity().is_some() && source.identity() == output.identity() {
            return Err(Error::new(ErrorKind::OutputIsInput).about(source.name()));
        }
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
            let marked = self.options.on_invalid == OnInvalid::Mark;
            let invalid = marked.then_some(summary.invalid);
            render::totals(summary.hot, summary.cold, invalid, &mut text);
            written = OutputEncoder::default().write(&output, 0, &text)?;
        } else if written == 0 && output.compression().is_some() {
            // An empty output is still a member or a frame, if it is compressed.
            written = OutputEncoder::default().write(&output, 0, b"")?;
        }
        output.publish(written)
    }
}
