//! What the user may do with files and folders.

use std::io;
use std::path::Path;

/// The extensions of the names of programs.
const PROGRAMS: [&str; 4] = ["exe", "com", "bat", "cmd"];

/// Whether the system runs this file as a program.
pub fn is_executable(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default();
    let is_program = |&known: &&str| extension.eq_ignore_ascii_case(known);
    PROGRAMS.iter().any(is_program) && file.is_file()
}

/// Errors: `folder` is not a folder, or the user may not create files in it.
pub fn check_new_files(folder: &Path) -> io::Result<()> {
    // Only an attempt shows this, because the rights are a list of rules.
    tempfile::tempfile_in(folder).map(drop)
}
