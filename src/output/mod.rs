//! The output: answers as text, chunks in order, and a file that appears when it is complete or not at all.

pub(crate) mod answers;
mod atomic_file;
pub(crate) mod disk_space;
pub(crate) mod encoder;
pub(crate) mod labels;
#[allow(
    clippy::module_inception,
    reason = "the module and its main type have one name"
)]
mod output;
pub(crate) mod reorder;
mod stdout;
mod writer;

pub use output::Output;
pub use stdout::Stdout;
pub use writer::OutputWriter;

/// The locks of `reorder`. tests/ordered.rs compiles that file with the locks of a model checker instead.
mod sync {
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
}
