//! Programs under test on Unix: each is a process group and its descendants.

mod descendants;
mod folder;
mod process;
#[cfg(test)]
mod tests;

pub(crate) use descendants::{
    adopt_descendants, has_children, kill_children, state_if_stopped, take_if_ended,
};
pub(crate) use folder::{is_link, link, make_writable, remove_folder};
pub(crate) use process::{FILE_TOO_LARGE, Process, is_below, is_readable};
use std::ffi::{OsStr, OsString};

/// The program that `name` means.
pub(crate) fn program(name: &OsStr) -> OsString {
    name.to_owned()
}

/// Whether the user may run this file as a program.
pub fn is_executable(file: &std::path::Path) -> bool {
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}
