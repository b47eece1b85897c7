//! A child on Windows inherits only the streams that it is given.

use std::process::{Command, ExitStatus};

/// Windows has no umask.
pub(crate) fn usual_umask() {}

/// Windows has no signals.
pub(crate) fn signal_of(_: ExitStatus) -> Option<i32> {
    None
}

pub(super) fn in_the_child(_: &mut Command) {}
