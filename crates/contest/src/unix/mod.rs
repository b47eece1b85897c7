//! Runs programs under test on Unix: each in a process group, as the child of a [`helper`] process.

mod descendants;
mod folder;
mod group;
mod helper;
#[cfg(test)]
pub(crate) mod tests;
mod worker;

pub(super) use super::runner::from_any_folder as program;
pub(super) use folder::{is_link, link, make_writable, remove_folder};
pub(super) use group::{FILE_TOO_LARGE, Group, is_below, refuse_smaller_files};
pub use helper::serve_stdin;
pub(super) use worker::Worker;

/// Whether the user may run this file as a program.
pub fn is_executable(file: &std::path::Path) -> bool {
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}
