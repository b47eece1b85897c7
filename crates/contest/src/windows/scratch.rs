//! The folder in which programs under test run.
//!
//! It has the files and folders of the caller's folder, so that programs find their classes, modules and data there.
//! What a program writes beside them is removed after the run.
//!
//! Symbolic links need privileges on Windows. So a file is a hard link, or a copy if it is on another drive; a folder is a
//! junction. Files and folders for which this is not possible are left out.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, Metadata, ReadDir};
use std::io;
use std::path::Path;
use std::time::SystemTime;
use tempfile::TempDir;

/// The size of the largest file that is copied.
const COPIED: u64 = 16 << 20;

/// A temporary folder that contains the caller's files and folders.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: TempDir,
    entries: Entries,
}

/// The lengths and times of files and folders, by their names.
type Entries = BTreeMap<OsString, (u64, Option<SystemTime>)>;

impl Scratch {
    /// A folder in `root` with the entries of the current folder.
    pub(super) fn new(root: &Path) -> io::Result<Self> {
        let current = std::env::current_dir();
        Self::with_entries(current.and_then(fs::read_dir).ok(), root)
    }

    fn with_entries(originals: Option<ReadDir>, root: &Path) -> io::Result<Self> {
        let folder = tempfile::tempdir_in(root)?;
        for entry in originals.into_iter().flatten().flatten() {
            let path = entry.path();
            if let Ok(meta) = path.metadata() {
                let _ = provide(&path, &meta, &folder.path().join(entry.file_name()));
            }
        }
        let entries = entries(folder.path())?;
        Ok(Self { folder, entries })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Whether the folder is as it was made. Only names, lengths and times are compared.
    pub(super) fn is_clean(&self) -> bool {
        entries(self.path()).is_ok_and(|entries| entries == self.entries)
    }
}

/// Makes the file or folder `original` available at `path`.
fn provide(original: &Path, meta: &Metadata, path: &Path) -> io::Result<()> {
    if meta.is_dir() {
        return junction::create(original, path);
    }
    match fs::hard_link(original, path) {
        Err(_) if meta.len() <= COPIED => fs::copy(original, path).map(drop),
        linked => linked,
    }
}

fn entries(folder: &Path) -> io::Result<Entries> {
    let facts = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        let meta = entry.metadata()?;
        Ok((entry.file_name(), (meta.len(), meta.modified().ok())))
    };
    fs::read_dir(folder)?.map(facts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_the_folder_of_a_run() {
        let (root, original) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let within = original.path().join("within");
        fs::write(original.path().join("data.txt"), "1 2\n").unwrap();
        fs::create_dir(&within).unwrap();
        fs::write(within.join("Main.class"), "x").unwrap();
        let scratch = || {
            let originals = fs::read_dir(original.path()).ok();
            Scratch::with_entries(originals, root.path()).unwrap()
        };
        let first = scratch();
        assert_eq!(fs::read(first.path().join("data.txt")).unwrap(), b"1 2\n");
        assert!(first.is_clean());
        fs::write(first.path().join("left"), "").unwrap();
        assert!(!first.is_clean());
        let second = scratch();
        fs::remove_file(second.path().join("data.txt")).unwrap();
        assert!(!second.is_clean());
        match junction::create(&within, root.path().join("tried")) {
            Ok(()) => {
                let class = first.path().join("within/Main.class");
                assert_eq!(fs::read(class).unwrap(), b"x");
            }
            Err(error) => {
                let is_wine = std::env::var_os("WINELOADER").is_some();
                assert!(is_wine, "a junction: {error}");
                eprintln!("skipped: folders in the folder of a run: wine has no junctions");
            }
        }
        // The originals are not removed with the folder.
        drop((first, second));
        assert_eq!(fs::read(within.join("Main.class")).unwrap(), b"x");
        assert!(original.path().join("data.txt").exists());
        assert_eq!(
            fs::read_dir(root.path())
                .unwrap()
                .filter_map(Result::ok)
                .filter(|entry| entry.file_name() != "tried")
                .count(),
            0
        );
    }
}
