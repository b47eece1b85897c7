//! A file that appears under its final name when it is complete, or not at all.
//!
//! A new file has no name until it is complete (`O_TMPFILE`): whatever ends the process, even SIGKILL, no file remains. On a
//! file system without unnamed files, the file has a temporary name in the folder of the final name, and the caller must
//! remove it if a signal ends the process ([`AtomicFile::temporary`]).

use super::open_file::{folder_of, links};
use crate::platform::{create_unnamed, for_owner, keep_rights, link_unnamed, replace_error};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::{NamedTempFile, TempPath};

pub(super) struct AtomicFile {
    pub(super) file: File,
    /// The temporary name. Dropping it removes the file.
    pub(super) temporary: Option<TempPath>,
    path: PathBuf,
}

impl AtomicFile {
    /// A file that will become `path`. `replaces`: there is a file `path`.
    pub(super) fn create(path: &Path, replaces: bool) -> io::Result<Self> {
        // If `path` is a symbolic link, its target is replaced, as the shell's `>` does.
        let path = links(path).last().expect("a path leads at least to itself");
        let folder = folder_of(&path);
        let (file, temporary) = match create_unnamed(folder)? {
            Some(file) => (file, None),
            None => {
                let (file, temporary) = create_named(folder, replaces)?.into_parts();
                (file, Some(temporary))
            }
        };
        keep_rights(&file, &path)?;
        Ok(Self {
            file,
            temporary,
            path,
        })
    }

    pub(super) fn has_location_of(&self, other: &Self) -> bool {
        let location = |path: &Path| {
            let folder = folder_of(path).canonicalize().ok()?;
            Some((folder, path.file_name()?.to_owned()))
        };
        let one = location(&self.path);
        one.is_some() && one == location(&other.path)
    }

    /// Gives the file its final name. Called when all `written` bytes are written.
    pub(super) fn publish(self, written: u64) -> io::Result<()> {
        // The file may have been allocated larger than it is.
        self.file.set_len(written)?;
        // The rights of the old file may have changed during the run.
        keep_rights(&self.file, &self.path)?;
        let Some(mut temporary) = self.temporary else {
            return link_unnamed(&self.file, &self.path, folder_of(&self.path));
        };
        let start = Instant::now();
        while let Err(e) = temporary.persist(&self.path) {
            // On Windows another program, such as a virus scanner, may have the old file open for a moment.
            if !cfg!(windows) || start.elapsed() > Duration::from_secs(1) {
                return Err(replace_error(e.error));
            }
            temporary = e.path;
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }
}

/// A new file in `folder`. If it will replace a file, other users can't open it before it has the old file's rights.
fn create_named(folder: &Path, replaces: bool) -> io::Result<NamedTempFile> {
    // Opened here, because tempfile's own errors contain the path and lack the system's error number.
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    if replaces {
        for_owner(&mut options);
    }
    tempfile::Builder::new()
        .prefix(".wythoff-")
        .suffix(".partial")
        .make_in(folder, |path| options.open(path))
}
