//! Saves failing inputs of `wythoff stress` and `wythoff lint`.

use crate::process;
use anyhow::Result;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use wythoff::{Error, Output, shown_path, write_input};

/// Checks before the trials that files can be saved in `folder`. The folder is created only with the first file. Until then its
/// nearest existing ancestor is checked.
pub(super) fn check_writable(folder: &Path) -> Result<(), Error> {
    let mut above = folder.ancestors();
    let existing = above.find(|path| path.symlink_metadata().is_ok());
    // The last ancestor of a relative path is empty.
    let existing = existing.unwrap_or(Path::new("."));
    tempfile::tempfile_in(existing)
        .map(drop)
        .map_err(|e| Error::from(e).about(format!("--save {}", shown_path(existing))))
}

pub(super) struct Saved {
    /// The input and its right output.
    pub(super) paths: [PathBuf; 2],
    /// Whether this run wrote the files.
    is_new: bool,
}

/// Saves the input and the right output. They replace `larger`, the pair of files that this run saved before; if there is none,
/// they get the first free number. If a lower number has the same pair, nothing is written. `larger` is kept until the new pair
/// is complete.
pub(super) fn save(folder: &Path, contents: [&[u8]; 2], larger: Option<Saved>) -> Result<Saved> {
    std::fs::create_dir_all(folder).map_err(Error::about_path(folder))?;
    // Files of earlier runs are kept.
    let larger = larger.filter(|larger| larger.is_new);
    let is_reserved = larger.is_none();
    let (paths, is_saved) = free_or_same_pair(folder, contents, is_reserved)?;
    let is_new = !is_saved;
    if is_saved {
        let larger = larger.iter().flat_map(|larger| &larger.paths);
        for path in larger.filter(|path| !paths.contains(path)) {
            std::fs::remove_file(path).map_err(Error::about_path(path))?;
        }
        return Ok(Saved { paths, is_new });
    }
    let paths = larger.map_or(paths, |larger| larger.paths);
    let [input, output] = &paths;
    if is_reserved {
        let reserved = input.clone();
        process::on_signals(move || {
            // An empty file only reserves its name.
            if reserved.metadata().is_ok_and(|meta| meta.len() == 0) {
                let _ = std::fs::remove_file(reserved);
            }
        })?;
    }
    let written = write_input(contents, Output::path(input)?, Output::path(output)?);
    if written.is_err() && is_reserved {
        let _ = std::fs::remove_file(input);
    }
    written?;
    Ok(Saved { paths, is_new })
}

/// The paths with the first number that is free or has these contents, and whether it has them. A free number is reserved by an
/// empty file, so that no other process chooses it.
fn free_or_same_pair(
    folder: &Path,
    contents: [&[u8]; 2],
    is_reserved: bool,
) -> Result<([PathBuf; 2], bool)> {
    // The length is compared first, because the file may be large, or a pipe.
    let holds = |(path, bytes): (&PathBuf, &[u8])| {
        let same_len = |meta: Metadata| meta.is_file() && meta.len() == bytes.len() as u64;
        path.metadata().is_ok_and(same_len) && std::fs::read(path).is_ok_and(|read| read == bytes)
    };
    let mut number = 0;
    loop {
        let paths = ["in", "out"].map(|ending| folder.join(format!("hack-{number:03}.{ending}")));
        if paths.iter().zip(contents).all(holds) {
            return Ok((paths, true));
        }
        if paths.iter().all(|path| path.symlink_metadata().is_err()) {
            match is_reserved.then(|| File::create_new(&paths[0])) {
                // Another process has reserved this number meanwhile.
                Some(Err(e)) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Some(Err(e)) => return Err(Error::about_path(&paths[0])(e).into()),
                _ => return Ok((paths, false)),
            }
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// A failure is saved once, even if a lower number is free, or if the other file of a pair is missing or different.
    #[test]
    fn a_pair_is_saved_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let save_one = |input: &[u8]| {
            let larger = save(folder.path(), [b"3 4\n", b"1\n"], None).unwrap();
            let saved = save(folder.path(), [input, b"0\n"], Some(larger)).unwrap();
            let name = saved.paths[1].file_name().unwrap();
            name.to_str().unwrap().to_owned()
        };
        for _ in 0..2 {
            assert_eq!(save_one(b"1 2\n"), "hack-000.out");
            assert_eq!(save_one(b"3 5\n"), "hack-001.out");
        }
        std::fs::remove_file(at("hack-000.in")).unwrap();
        std::fs::remove_file(at("hack-000.out")).unwrap();
        assert_eq!(save_one(b"3 5\n"), "hack-001.out");
        std::fs::write(at("hack-001.out"), "?\n").unwrap();
        assert_eq!(save_one(b"3 5\n"), "hack-000.out");
        std::fs::remove_file(at("hack-000.out")).unwrap();
        assert_eq!(save_one(b"3 5\n"), "hack-002.out");
        assert_eq!(folder.path().read_dir().unwrap().count(), 5);
    }

    /// Several runs that save at the same time do not choose the same number.
    #[test]
    fn runs_in_one_folder() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let save_one = |number: u8| save(folder, [&[number], b"answer"], None).unwrap();
        thread::scope(|scope| {
            let runs = (0..16).map(|number| (number, scope.spawn(move || save_one(number))));
            for (number, run) in runs.collect::<Vec<_>>() {
                let saved = run.join().unwrap();
                assert_eq!(std::fs::read(&saved.paths[0]).unwrap(), [number]);
            }
        });
        assert_eq!(folder.read_dir().unwrap().count(), 32);
    }
}
