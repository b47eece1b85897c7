//! What the user may do with files and folders.

use rustix::fs::{Access, access};
use rustix::io::Errno;
use std::io;
use std::path::Path;

/// Whether the user may run this file as a program.
pub fn is_executable(file: &Path) -> bool {
    access(file, Access::EXEC_OK).is_ok()
}

/// Errors: `folder` is not a folder, or the user may not create files in it.
pub fn check_new_files(folder: &Path) -> io::Result<()> {
    if !folder.is_dir() {
        return Err(Errno::NOTDIR.into());
    }
    Ok(access(folder, Access::WRITE_OK | Access::EXEC_OK)?)
}
