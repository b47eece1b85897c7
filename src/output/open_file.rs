//! Paths that name a file which is open already, such as `/dev/stdout`.
//!
//! A new file must not replace such a file: other processes would go on writing to the old file, and their text would be lost.

use std::fs::canonicalize;
use std::iter::successors;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpenFile {
    Own(u32),
    /// A file of another process, or of another thread.
    Other,
}

/// The descriptor of this process that `path` names, directly or by symbolic links.
pub fn descriptor_of(path: &Path) -> Option<u32> {
    match open_file(path)? {
        OpenFile::Own(descriptor) => Some(descriptor),
        OpenFile::Other => None,
    }
}

/// The open file that `path` names, directly or by symbolic links.
pub(super) fn open_file(path: &Path) -> Option<OpenFile> {
    links(path).find_map(|path| named_directly(&path))
}

fn named_directly(path: &Path) -> Option<OpenFile> {
    let streams = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];
    if let Some(descriptor) = streams.iter().position(|name| path == Path::new(name)) {
        return Some(OpenFile::Own(descriptor as u32));
    }
    let descriptor = path.file_name()?.to_str()?.parse().ok()?;
    // A folder that can't be resolved, for example if /proc is not mounted, is compared by its name.
    let real = |folder: &Path| canonicalize(folder).unwrap_or(folder.to_owned());
    let folder = real(folder_of(path));
    let own = ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"].map(Path::new);
    if own.iter().any(|own| folder == *own || folder == real(own)) {
        return Some(OpenFile::Own(descriptor));
    }
    (folder.starts_with("/proc") && folder.ends_with("fd")).then_some(OpenFile::Other)
}

/// `path`, and the paths to which symbolic links lead from there.
pub(super) fn links(path: &Path) -> impl Iterator<Item = PathBuf> {
    /// The largest number of symbolic links that Linux follows.
    const LINKS: usize = 40;
    let next = |path: &PathBuf| Some(folder_of(path).join(std::fs::read_link(path).ok()?));
    successors(Some(path.to_owned()), next).take(LINKS + 1)
}

pub(super) fn folder_of(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    parent.unwrap_or(Path::new("."))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn paths_of_open_files() {
        let folder = tempfile::tempdir().unwrap();
        let link = |name: &str, to: &str| {
            let link = folder.path().join(name);
            symlink(to, &link).unwrap();
            link
        };
        symlink("/dev", folder.path().join("dev")).unwrap();
        for (path, expected) in [
            (PathBuf::from("/dev/stderr"), Some(2)),
            (PathBuf::from("/dev/fd/17"), Some(17)),
            (PathBuf::from("/dev/../dev/fd/3"), Some(3)),
            (PathBuf::from("/dev/../dev/stdout"), Some(1)),
            (link("one", "/dev/stdout"), Some(1)),
            (link("two", "one"), Some(1)),
            (link("three", "dev/fd/3"), Some(3)),
            (link("circle", "circle"), None),
            (folder.path().join("3"), None),
            (PathBuf::from("/dev/null"), None),
            (PathBuf::from("/dev/fd"), None),
            (PathBuf::from("3"), None),
            (PathBuf::from("/"), None),
            (PathBuf::from(""), None),
        ] {
            assert_eq!(descriptor_of(&path), expected, "{path:?}");
        }
        if cfg!(target_os = "linux") {
            let other = Path::new("/proc/1/fd/1");
            assert_eq!(open_file(other), Some(OpenFile::Other));
            let own = PathBuf::from(format!("/proc/{}/fd/1", std::process::id()));
            assert_eq!(descriptor_of(&own), Some(1));
        }
    }
}
