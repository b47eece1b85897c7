//! Runs programs under test on Windows: each in a [job object](job), which ends all its processes. No helper is needed: the
//! system closes the jobs of a process that ends, in whatever way.

mod folder;
mod group;
mod job;
#[cfg(test)]
mod tests;
mod worker;

pub(super) use folder::{is_link, link, make_writable, remove_folder};
pub(super) use group::{FILE_TOO_LARGE, Group, program, refuse_smaller_files};
use std::path::Path;
pub(super) use worker::Worker;

/// The extensions of the names of programs.
const PROGRAMS: [&str; 4] = ["exe", "com", "bat", "cmd"];

/// Whether the system runs this file as a program.
pub fn is_executable(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default();
    let is_program = |&known: &&str| extension.eq_ignore_ascii_case(known);
    PROGRAMS.iter().any(is_program) && file.is_file()
}
