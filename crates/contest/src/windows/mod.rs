//! Programs under test on Windows: each is in a [job object](job), which ends all its processes, also when this process ends, in
//! whatever way.

mod folder;
mod job;
mod process;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use folder::{is_link, link, make_writable, remove_folder};
pub(crate) use process::{FILE_TOO_LARGE, Process, program};
use std::path::Path;

const PROGRAMS: [&str; 4] = ["exe", "com", "bat", "cmd"];

/// Whether the system runs this file as a program.
pub fn is_executable(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default();
    let is_program = |&known: &&str| extension.eq_ignore_ascii_case(known);
    PROGRAMS.iter().any(is_program) && file.is_file()
}
