//! The options of a run. No answer depends on them.

use super::progress::Progress;
use crate::backend::Backend;
use crate::input::ReadMode;
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

/// The options of a [`Solver`](super::Solver).
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) on_invalid: OnInvalid,
    pub(crate) strictness: Strictness,
    pub(crate) read_mode: ReadMode,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) backend: Backend,
    pub(crate) progress: Option<Arc<Progress>>,
    /// The number of bytes in a chunk; `None`: it depends on the size of the input.
    pub(crate) chunk: Option<NonZeroUsize>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            on_invalid: OnInvalid::default(),
            strictness: Strictness::default(),
            read_mode: ReadMode::default(),
            threads: None,
            backend: Backend::detect(),
            progress: None,
            chunk: None,
        }
    }
}
