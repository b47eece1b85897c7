//! The folder in which programs under test run.
//!
//! It has a link to each file and folder of the caller's folder, so that programs find their classes, modules and
//! data there. What a program writes beside them is removed after the run.

use std::ffi::OsString;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::TempDir;

/// A folder that contains only links.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: TempDir,
    links: usize,
}

impl Scratch {
    /// A folder with a link to each entry of the current folder.
    pub(super) fn new() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut links = 0;
        for (name, target) in current_entries() {
            symlink(target, folder.path().join(name))?;
            links += 1;
        }
        Ok(Self { folder, links })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Removes from the folder everything that a run left in it.
    pub(super) fn cleaned(self) -> io::Result<Self> {
        let is_link = |entry: io::Result<std::fs::DirEntry>| {
            entry
                .and_then(|entry| entry.file_type())
                .is_ok_and(|kind| kind.is_symlink())
        };
        let entries = std::fs::read_dir(self.path()).ok();
        let links = entries.map(|entries| entries.map(is_link).collect::<Vec<_>>());
        let is_clean =
            links.is_some_and(|links| links.len() == self.links && !links.contains(&false));
        if is_clean { Ok(self) } else { Self::new() }
    }
}

/// The names and paths in the current folder; none if it can't be read.
fn current_entries() -> Vec<(OsString, std::path::PathBuf)> {
    let Ok(folder) = std::env::current_dir() else {
        return Vec::new();
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| (entry.file_name(), entry.path()))
        .collect()
}
