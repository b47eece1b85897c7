//! Where results go: answers into words, chunks into order, bytes into a file that appears whole
//! or not at all.

#[cfg(feature = "compressed")]
pub mod compress;
pub mod encode;
pub mod lines;
pub mod ordered;
pub mod packer;
pub mod publish;
pub mod target;

/// What `ordered` waits with. tests/ordered.rs puts that file beside a `sync` of its own, whose
/// threads a model checker schedules.
mod sync {
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
}
