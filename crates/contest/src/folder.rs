//! The folders in which programs under test run.
//!
//! The current folder of a program has a link to each file and folder of the caller's folder, so that programs find their
//! classes, modules and data there. It is also the folder for temporary files. Files that a program writes there are removed
//! after the run.

use crate::platform::{is_link, link, make_writable, remove_folder};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The largest number of entries of a folder that all get a link. A link takes up to a millisecond.
const MAX_LINKS: usize = 1000;

const FILE: usize = 1 << 12;

/// A folder that is used for one run after another. Between runs it contains only links.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
    /// The names of the links, and the files to which they lead.
    links: BTreeMap<OsString, PathBuf>,
}

impl Folder {
    /// A folder in `parent`, with a link to each entry of the current folder of this process; if it has more than [`MAX_LINKS`]
    /// entries, only to the entries that `command` names.
    ///
    /// Errors: there is no room for a small file in it.
    pub(super) fn new(parent: &Path, command: &[OsString]) -> io::Result<Self> {
        let current = std::env::current_dir().and_then(fs::read_dir);
        let entries = current.into_iter().flatten().flatten();
        let links = entries.map(|entry| (entry.file_name(), entry.path()));
        let mut links = BTreeMap::from_iter(links);
        if links.len() > MAX_LINKS {
            links.retain(|name, _| command.iter().any(|argument| names(argument, name)));
        }
        let path = tempfile::tempdir_in(parent)?.keep();
        let folder = Self { path, links };
        folder.clean()?;
        Ok(folder)
    }

    /// Removes everything but the links, and makes the links that are missing.
    ///
    /// Errors: something remains; there is no room for a small file.
    pub(super) fn clean(&self) -> io::Result<()> {
        let folder = &self.path;
        if let (Err(_), Some(parent)) = (fs::metadata(folder), folder.parent()) {
            // The program may have changed the rights of the folder above, too.
            make_writable(parent);
        }
        // A link to a folder leads to a folder of somebody else.
        if folder.is_symlink() || !folder.is_dir() {
            remove_folder(folder)?;
            fs::create_dir(folder)?;
        }
        make_writable(folder);
        let mut missing = self.links.len();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            match self.links.get(&entry.file_name()) {
                Some(target) if is_link(&entry, target)? => missing -= 1,
                _ if entry.file_type()?.is_dir() => remove_folder(&entry.path())?,
                _ => fs::remove_file(entry.path())?,
            }
        }
        try_room(folder, FILE)?;
        if missing > 0 {
            for (name, target) in &self.links {
                match link(target, folder.join(name).as_path()) {
                    Err(e) if e.kind() != io::ErrorKind::AlreadyExists => return Err(e),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Whether `argument` names a file, with any extension: `-cp=lib/a.jar`, or `Main` for Main.class.
fn names(argument: &OsStr, file: &OsStr) -> bool {
    let file = file.as_encoded_bytes().split(|&c| c == b'.');
    let stem = file.into_iter().find(|part| !part.is_empty());
    let argument = argument.as_encoded_bytes();
    let mut parts = argument.split(|c| b"/\\=:;,.".contains(c));
    parts.any(|part| Some(part) == stem)
}

/// Checks that a file of `bytes` bytes can be written in `folder`; otherwise the output of a program may be lost, too.
pub(super) fn try_room(folder: &Path, bytes: usize) -> io::Result<()> {
    tempfile::tempfile_in(folder)?.write_all(&vec![0; bytes])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The links lead to the files of the current folder, which has a Cargo.toml and a src.
    #[test]
    fn what_a_program_left_is_removed_and_what_it_removed_is_there_again() {
        let root = tempfile::tempdir().unwrap();
        let folder = Folder::new(root.path(), &[]).unwrap();
        let path = |name: &str| folder.path.join(name);
        let text = |name: &str| fs::read(path(name)).unwrap();
        let manifest = text("Cargo.toml");
        assert!(manifest == fs::read("Cargo.toml").unwrap());
        fs::create_dir_all(path("below/deeper")).unwrap();
        fs::write(path("below/file"), "").unwrap();
        fs::write(path("left"), "").unwrap();
        fs::remove_file(path("Cargo.toml")).unwrap();
        fs::write(path("Cargo.toml"), "another").unwrap();
        folder.clean().unwrap();
        assert!(!path("below").exists() && !path("left").exists());
        assert!(text("Cargo.toml") == manifest);
        match fs::read_dir(path("src")) {
            Ok(entries) => assert!(entries.count() > 1),
            Err(e) => {
                let is_wine = std::env::var_os("WINELOADER").is_some();
                assert!(is_wine, "a link to a folder: {e}");
                eprintln!("skipped: folders in the folder of a run: wine has no junctions");
            }
        }
        remove_folder(&folder.path).unwrap();
        assert!(fs::read("Cargo.toml").unwrap() == manifest && Path::new("src").exists());
    }

    /// A program may put a link in place of its folder. The target of the link belongs to somebody else.
    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_a_folder_is_not_followed() {
        let root = tempfile::tempdir().unwrap();
        let other = tempfile::tempdir().unwrap();
        fs::write(other.path().join("kept"), "").unwrap();
        let folder = Folder::new(root.path(), &[]).unwrap();
        let path = &folder.path;
        remove_folder(path).unwrap();
        std::os::unix::fs::symlink(other.path(), path).unwrap();
        folder.clean().unwrap();
        assert!(other.path().join("kept").exists());
        assert!(path.is_dir() && !path.is_symlink() && !path.join("kept").exists());
        assert!(path.join("Cargo.toml").exists());
        remove_folder(&folder.path).unwrap();
        std::os::unix::fs::symlink(other.path(), &folder.path).unwrap();
        remove_folder(&folder.path).unwrap();
        assert!(other.path().join("kept").exists() && !folder.path.exists());
    }
}
