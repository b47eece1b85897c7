//! The options of a run. No answer depends on them.

use super::progress::Progress;
use crate::backend::Backend;
use crate::error::Result;
use crate::input::chunk::ChunkBoundary;
use crate::input::{Input, ReadMode, Source};
use crate::platform::FileIdentity;
use crate::problem::{Framing, Problem};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// What happens at an invalid line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnInvalid {
    /// The run ends with an error that names the location of the line.
    #[default]
    Stop,
    /// The answer is `?` (`{"invalid":true}` in JSON), and the run continues.
    Mark,
}

/// Solves inputs of one problem, with options that no answer depends on. [`Solver::new`] gives each option its default.
///
/// ```
/// use wythoff::{Input, OnInvalid, Output, Problem, Solver};
/// let solver = Solver {
///     on_invalid: OnInvalid::Mark,
///     ..Solver::new(Problem::default())
/// };
/// let mut answers = Vec::new();
/// let input = Input::reader(&b"1 2\nwhat?\n8 4\n"[..], "pairs");
/// let summary = solver.solve(vec![input], Output::stream(&mut answers, "answers"))?;
/// assert_eq!(answers, b"0\n?\n1\n");
/// assert_eq!((summary.hot, summary.cold, summary.invalid), (1, 1, 1));
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// The problem that is solved.
    pub problem: Problem,
    /// What happens at an invalid line. Such lines can be marked only with [`Framing::Lines`].
    pub on_invalid: OnInvalid,
    /// Whether it is an error if an input breaks a limit of its problem that no answer depends on, for example has a pile beyond
    /// the maximum, or lacks the zero at the end. Otherwise it is a warning in the [`Summary`](crate::Summary). With [`Framing::Lines`] limits
    /// are not checked, and this option is refused.
    pub is_strict: bool,
    /// How regular files are read.
    pub read_mode: ReadMode,
    /// The largest number of threads, including the calling thread. With `None`, the default, an input that is large enough
    /// gets as many threads as this process may use processors.
    pub threads: Option<NonZeroUsize>,
    /// The parsing kernel. The default is the fastest one that this machine runs. If this machine can't run the kernel,
    /// [`solve`](Self::solve) returns an error.
    pub backend: Backend,
    /// Counters that another thread can read during the run.
    pub progress: Option<Arc<Progress>>,
    /// The number of bytes in a chunk; for tests. With `None`, the default, it depends on the size of the input.
    #[doc(hidden)]
    pub chunk_size: Option<NonZeroUsize>,
}

impl Solver {
    /// A solver of `problem`. It stops at the first invalid line. All other options are chosen for the machine.
    pub fn new(problem: Problem) -> Self {
        Self {
            problem,
            ..Self::default()
        }
    }

    /// Opens an input, which must not be the file `output`.
    pub(crate) fn open<'r>(
        &self,
        input: Input<'r>,
        output: Option<FileIdentity>,
    ) -> Result<Source<'r>> {
        let boundary = match self.problem.framing {
            Framing::Lines => ChunkBoundary::Lines,
            _ => ChunkBoundary::Whitespace,
        };
        Source::open(input, self.read_mode, boundary, output)
    }
}
