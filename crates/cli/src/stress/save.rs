//! Saves failing inputs of `wythoff stress` and `wythoff lint`.

use anyhow::Result;
use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use wythoff::Error;
use wythoff::internal::shown_path;
use wythoff_contest::check_new_files;

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
        if let (paths, true) = free_or_same_pair(folder, [input, output]) {
            for path in self.paths.iter().filter(|path| !paths.contains(path)) {
                std::fs::remove_file(path).map_err(|e| failed(path, e))?;
            }
            return Ok(Self {
                paths,
                is_new: false,
            });
        }
        // The larger pair is kept until the smaller one is complete.
        let new = ["in", "out"].map(|ending| self.paths[0].with_extension(format!("{ending}.new")));
        write_new(&new, [input, output])?;
        for (new, path) in new.iter().zip(&self.paths) {
            std::fs::rename(new, path).map_err(|e| failed(path, e))?;
        }
        Ok(self)
    }
}

fn failed(path: &Path, e: io::Error) -> anyhow::Error {
    Error::from(e).about(shown_path(path)).into()
}

/// Saves the input and the right output under the first free number. If the same pair is found before that number, it is
/// not saved again.
pub(super) fn save(folder: &Path, input: &[u8], output: &[u8]) -> Result<Saved> {
    std::fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
    let (paths, is_saved) = free_or_same_pair(folder, [input, output]);
    if !is_saved {
        write_new(&paths, [input, output])?;
    }
    Ok(Saved {
        paths,
        is_new: !is_saved,
    })
}

/// Writes two files that do not exist. If one can't be written, both are removed.
fn write_new(paths: &[PathBuf; 2], contents: [&[u8]; 2]) -> Result<()> {
    let [first, second] = paths;
    write_one(first, contents[0])?;
    write_one(second, contents[1]).inspect_err(|_| {
        let _ = std::fs::remove_file(first);
    })
}

fn write_one(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = File::create_new(path).map_err(|e| failed(path, e))?;
    file.write_all(bytes).map_err(|e| {
        let _ = std::fs::remove_file(path);
        failed(path, e)
    })
}

/// The files of the first number that is free or holds these contents, and whether it holds them.
fn free_or_same_pair(folder: &Path, contents: [&[u8]; 2]) -> ([PathBuf; 2], bool) {
    // The length is compared first: the file may be large, or a pipe.
    let holds = |(path, bytes): (&PathBuf, &[u8])| {
        let same_len = |meta: Metadata| meta.is_file() && meta.len() == bytes.len() as u64;
        path.metadata().is_ok_and(same_len) && std::fs::read(path).is_ok_and(|read| read == bytes)
    };
    let mut number = 0;
    loop {
        let paths = ["in", "out"].map(|ending| folder.join(format!("hack-{number:03}.{ending}")));
        let is_saved = paths.iter().zip(contents).all(holds);
        if is_saved || paths.iter().all(|path| path.symlink_metadata().is_err()) {
            return (paths, is_saved);
        }
        number += 1;
    }
}
