//! Saves failing inputs of `wythoff stress` and `wythoff lint`.

use anyhow::Result;
use std::fs::{Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use wythoff::internal::shown_path;
use wythoff::{Error, ErrorKind};
use wythoff_contest::check_new_files;

/// The largest number of saved inputs in a folder.
const HACKS: u32 = 100_000;

/// Checks at the start that files can be saved in `folder`. The folder is created only when a file is saved. If it does not
/// exist, its parent folder is checked.
pub(super) fn check_writable(folder: &Path) -> Result<(), Error> {
    let mut above = folder.ancestors();
    let existing = above.find(|path| path.symlink_metadata().is_ok());
    // The last ancestor of a relative path is empty.
    let existing = existing.unwrap_or(Path::new("."));
    check_new_files(existing)
        .map_err(|e| Error::from(e).about(format!("--save {}", shown_path(existing))))
}

/// A failing input and its right output in files.
pub(super) struct Saved {
    /// The input and the output.
    pub(super) paths: [PathBuf; 2],
    /// Whether the files are new.
    is_new: bool,
}

impl Saved {
    /// Saves a smaller failing input in place of this one. Files that existed before this run are kept.
    pub(super) fn replaced(self, folder: &Path, input: &[u8], output: &[u8]) -> Result<Self> {
        if !self.is_new {
            return save(folder, input, output);
        }
        if let Some(paths) = saved(folder, [input, output]) {
            if paths != self.paths {
                for path in &self.paths {
                    std::fs::remove_file(path).map_err(|e| failed(path, e))?;
                }
            }
            return Ok(Self {
                paths,
                is_new: false,
            });
        }
        for (path, bytes) in self.paths.iter().zip([input, output]) {
            // The larger input is kept until the smaller one is complete.
            let new = path.with_extension("new");
            std::fs::write(&new, bytes).map_err(|e| failed(&new, e))?;
            std::fs::rename(&new, path).map_err(|e| failed(path, e))?;
        }
        Ok(self)
    }
}

fn failed(path: &Path, e: io::Error) -> anyhow::Error {
    Error::from(e).about(shown_path(path)).into()
}

/// Saves the input and the right output under the first free number. If the same pair is saved already, it is not saved
/// again.
pub(super) fn save(folder: &Path, input: &[u8], output: &[u8]) -> Result<Saved> {
    std::fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
    if let Some(paths) = saved(folder, [input, output]) {
        return Ok(Saved {
            paths,
            is_new: false,
        });
    }
    for number in 0..HACKS {
        let paths = ["in", "out"].map(|ending| folder.join(format!("hack-{number:03}.{ending}")));
        if paths.iter().any(|path| path.symlink_metadata().is_ok()) {
            continue;
        }
        for (path, bytes) in paths.iter().zip([input, output]) {
            let mut options = OpenOptions::new();
            let file = options.write(true).create_new(true).open(path);
            file.and_then(|mut file| file.write_all(bytes))
                .map_err(|e| failed(path, e))?;
        }
        return Ok(Saved {
            paths,
            is_new: true,
        });
    }
    let what = format!(
        "{}: all names hack-N.in are in use; remove some of these files",
        shown_path(folder)
    );
    Err(Error::new(ErrorKind::Argument(what)).into())
}

/// The saved pair in `folder` with these contents, if there is one and the folder can be listed.
fn saved(folder: &Path, contents: [&[u8]; 2]) -> Option<[PathBuf; 2]> {
    // The length is compared first: the file may be large, or a pipe.
    let holds = |path: &Path, bytes: &[u8]| {
        let same_len = |meta: Metadata| meta.is_file() && meta.len() == bytes.len() as u64;
        path.metadata().is_ok_and(same_len) && std::fs::read(path).is_ok_and(|read| read == bytes)
    };
    let mut found: Option<[PathBuf; 2]> = None;
    for entry in std::fs::read_dir(folder).ok()?.flatten() {
        let name = entry.file_name();
        let hack = name.to_str().and_then(|name| name.strip_suffix(".in"));
        let Some(hack) = hack.filter(|hack| hack.starts_with("hack-")) else {
            continue;
        };
        let paths = ["in", "out"].map(|ending| folder.join(format!("{hack}.{ending}")));
        let is_first = found.as_ref().is_none_or(|found| paths < *found);
        if is_first
            && paths
                .iter()
                .zip(contents)
                .all(|(path, bytes)| holds(path, bytes))
        {
            found = Some(paths);
        }
    }
    found
}
