//! Programs under test on Windows: each is in a job object, which ends all its processes, also when this process ends, in
//! whatever way.

mod folder;
mod process;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use folder::{is_link, link, make_writable, remove_folder};
pub(crate) use process::{FILE_TOO_LARGE, Process};
use std::ffi::{OsStr, OsString};
use std::path::{Path, is_separator};

const PROGRAMS: [&str; 4] = ["exe", "com", "bat", "cmd"];

/// Whether the system runs this file as a program.
pub fn is_executable(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default();
    let is_program = |&known: &&str| extension.eq_ignore_ascii_case(known);
    PROGRAMS.iter().any(is_program) && file.is_file()
}

/// The program that `name` means. A name with the extension of a program may be a file of the current folder.
pub(crate) fn program(name: &OsStr) -> OsString {
    let path = Path::new(name);
    let has_separator = name.to_string_lossy().contains(is_separator);
    if has_separator && path.extension().is_none() {
        // `./a` may mean a.exe.
        [name, ".exe".as_ref()].into_iter().collect()
    } else if !has_separator && is_executable(path) {
        Path::new(".").join(path).into()
    } else {
        name.to_owned()
    }
}
