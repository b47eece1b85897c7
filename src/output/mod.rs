//! Where results go: answers into words, chunks into order, bytes into a file that appears whole
//! or not at all.

pub mod answers;
pub mod atomic_file;
pub mod disk_space;
pub mod labels;
#[allow(clippy::module_inception)]
pub mod output;
pub mod packer;
pub mod reorder;

/// What `ordered` waits with. tests/ordered.rs puts that file beside a `sync` of its own, whose
/// threads a model checker schedules.
mod sync {
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
}
