//! Folders of programs: links, and the removal of what programs make.
//!
//! Symbolic links need privileges on Windows. So a file is a hard link, or a copy if it is on another drive; a folder is a
//! junction. Files and folders for which this is not possible are left out.

use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

const COPIED: u64 = 16 << 20;

/// The longest time to wait until a folder can be removed.
const END: Duration = Duration::from_secs(1);

/// Makes the file or folder `original` available at `path`, if that is possible.
pub(crate) fn link(original: &Path, path: &Path) -> io::Result<()> {
    let Ok(meta) = original.metadata() else {
        return Ok(());
    };
    if meta.is_dir() {
        if junction::create(original, path).is_err() {
            // A junction is made in two steps, and the first one makes a folder.
            let _ = fs::remove_dir(path);
        }
    } else if fs::hard_link(original, path).is_err() && meta.len() <= COPIED && !path.exists() {
        let _ = fs::copy(original, path);
    }
    Ok(())
}

/// Whether an entry of a folder is the link that [`link`] made to `original`. Only the lengths and times of files are compared.
pub(crate) fn is_link(entry: &DirEntry, original: &Path) -> io::Result<bool> {
    let (entry, original) = (entry.metadata()?, original.metadata()?);
    let time = |meta: &fs::Metadata| meta.modified().ok();
    Ok(if original.is_dir() {
        entry.is_symlink()
    } else {
        entry.len() == original.len() && time(&entry) == time(&original)
    })
}

pub(crate) fn remove_folder(folder: &Path) -> io::Result<()> {
    let start = Instant::now();
    loop {
        match fs::remove_dir_all(folder) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
            // A file of a process that has just ended may be in use for a moment.
            Err(_) if start.elapsed() < END => thread::sleep(Duration::from_millis(10)),
            removed => return removed,
        }
    }
}

/// Does nothing: programs of the same user can't take rights away.
pub(crate) fn make_writable(_folder: &Path) {}
