//! What the user may do with files and folders.

use std::io;
use std::path::Path;

/// How the names of programs end.
const PROGRAMS: [&str; 4] = ["exe", "com", "bat", "cmd"];

/// Whether the system runs this file as a program.
pub fn is_executable(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default();
    let is_program = |&known: &&str| extension.eq_ignore_ascii_case(known);
    PROGRAMS.iter().any(is_program) && file.is_file()
}

/// Errors: `folder` is no folder, or the user may not make files in it.
pub fn check_new_files(folder: &Path) -> io::Result<()> {
    // Only an attempt tells: the rights are a list of rules.
    tempfile::tempfile_in(folder).map(drop)
}
