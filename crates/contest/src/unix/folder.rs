//! Folders of programs: links, and the removal of what programs make.

use std::fs::{self, DirEntry, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

pub(crate) use std::os::unix::fs::symlink as link;

/// Whether an entry of a folder is a link that [`link`] made.
pub(crate) fn is_link(entry: &DirEntry, _target: &Path) -> io::Result<bool> {
    Ok(entry.file_type()?.is_symlink())
}

/// Removes a folder, whatever a program did in it. If it is a link by now, only the link is removed. Several processes may remove
/// it at the same time.
pub(crate) fn remove_folder(folder: &Path) -> io::Result<()> {
    if folder.is_symlink() {
        return unless_missing(fs::remove_file(folder));
    }
    make_writable(folder);
    let mut moved = 0;
    loop {
        let below = remove_files(folder)?;
        if below.is_empty() {
            return unless_missing(fs::remove_dir(folder));
        }
        // Folders may be nested more deeply than a path or the descriptors reach. So each folder is moved up before the one
        // above it is removed.
        for path in below {
            make_writable(&path);
            for deeper in remove_files(&path)? {
                make_writable(&deeper);
                moved += 1;
                let name = format!("{}-{moved}", std::process::id());
                unless_missing(fs::rename(deeper, folder.join(name)))?;
            }
            unless_missing(fs::remove_dir(path))?;
        }
    }
}

fn remove_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    let entries = match fs::read_dir(folder) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(folders),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            folders.push(entry.path());
        } else {
            unless_missing(fs::remove_file(entry.path()))?;
        }
    }
    Ok(folders)
}

/// Lets the user change the entries of a folder. If this fails, a later operation reports the error.
pub(crate) fn make_writable(folder: &Path) {
    let _ = fs::set_permissions(folder, Permissions::from_mode(0o700));
}

fn unless_missing(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
        result => result,
    }
}
