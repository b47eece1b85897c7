//! A file that appears under its final name whole or not at all.
//!
//! A new file has no name until it is whole (`O_TMPFILE`): whatever ends the process, even SIGKILL, nothing is left
//! behind. Where the file system cannot do that, the file is a temporary beside the final name; if a signal ends the
//! process, the caller removes it ([`AtomicFile::temporary`]).
//!
//! Publishing has two steps, so that several outputs of one run get their names together. [`AtomicFile::ready`]
//! allocates all that [`ReadyFile::publish`] needs. From the first temporary name to the last final name nothing is
//! allocated: an allocation that fails ends the process, and would leave a temporary name, or one new output beside an
//! old one.

use rustix::fs::{AtFlags, CWD};
use rustix::io::Errno;
use std::ffi::{CStr, CString};
use std::fs::{File, Metadata, Permissions};
use std::io::{self, Write as _};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};
use tempfile::NamedTempFile;

/// A file that is being written.
pub(super) struct AtomicFile {
    kind: Kind,
    /// The final name.
    path: PathBuf,
    /// Device and inode of the file that it replaces.
    replaced: Option<(u64, u64)>,
    hold_signals: Option<fn()>,
}

enum Kind {
    Unnamed { file: File, folder: PathBuf },
    Named(NamedTempFile),
}

impl AtomicFile {
    /// A file that will be `path`, in place of the file that has the metadata `old`.
    pub(super) fn create(path: &Path, old: Option<&Metadata>) -> io::Result<Self> {
        // Through a symbolic link the file behind it is replaced, as the shell's `>` does. A file that is open but has
        // no name any more (/dev/stdout of a removed file) can't be replaced, and the link to it must not be.
        let path = match old {
            Some(_) => std::fs::canonicalize(path)?,
            None => follow_links(path),
        };
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let kind = match create_unnamed(folder) {
            Ok(file) => Kind::Unnamed {
                file,
                folder: folder.to_owned(),
            },
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => {
                Kind::Named(create_named(folder)?)
            }
            Err(e) => return Err(e.into()),
        };
        let created = Self {
            kind,
            path,
            replaced: old.map(|old| (old.dev(), old.ino())),
            hold_signals: None,
        };
        if let Some(old) = old {
            copy_permissions(created.file(), old)?;
        }
        Ok(created)
    }

    pub(super) fn file(&self) -> &File {
        match &self.kind {
            Kind::Unnamed { file, .. } => file,
            Kind::Named(temporary) => temporary.as_file(),
        }
    }

    pub(super) fn temporary(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Unnamed { .. } => None,
            Kind::Named(temporary) => Some(temporary.path()),
        }
    }

    pub(super) fn replaced(&self) -> Option<(u64, u64)> {
        self.replaced
    }

    /// Whether both have the same final name.
    pub(super) fn has_location_of(&self, other: &Self) -> bool {
        let location = |path: &Path| {
            let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
            Some((folder, path.file_name()?.to_owned()))
        };
        let one = location(&self.path);
        one.is_some() && one == location(&other.path)
    }

    pub(super) fn before_naming(&mut self, hold_signals: fn()) {
        self.hold_signals = Some(hold_signals);
    }

    pub(super) fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.file().write_all_at(bytes, offset)
    }

    /// Allocates the blocks of the file at once: faster than block by block. Only Linux can.
    pub(super) fn allocate(&self, bytes: u64) {
        #[cfg(target_os = "linux")]
        let _ = rustix::fs::fallocate(self.file(), rustix::fs::FallocateFlags::empty(), 0, bytes);
        #[cfg(not(target_os = "linux"))]
        let _ = bytes;
    }

    /// To be called when all `written` bytes are written. Prepares the final name.
    pub(super) fn ready(self, written: u64) -> io::Result<ReadyFile> {
        // The allocation may have been too large.
        self.file().set_len(written)?;
        let names = match &self.kind {
            Kind::Named(_) => None,
            Kind::Unnamed { file, folder } => {
                if self.replaced.is_some()
                    && let Some(hold_signals) = self.hold_signals
                {
                    hold_signals();
                }
                Some(Names {
                    unnamed: CString::new(path_of_descriptor(file))?,
                    last: CString::new(self.path.as_os_str().as_bytes())?,
                    temporary: TemporaryNames::within(folder),
                })
            }
        };
        Ok(ReadyFile { file: self, names })
    }
}

/// A file to which all is written. Only its name is missing.
pub(super) struct ReadyFile {
    file: AtomicFile,
    /// The names for a file without a name.
    names: Option<Names>,
}

impl ReadyFile {
    /// Gives the file its final name. Allocates nothing, unless it fails.
    pub(super) fn publish(self) -> io::Result<()> {
        match (self.file.kind, self.names) {
            (Kind::Named(temporary), _) => temporary
                .persist(self.file.path)
                .map(drop)
                .map_err(|e| e.error),
            (Kind::Unnamed { .. }, Some(names)) => names.link(self.file.hold_signals),
            (Kind::Unnamed { .. }, None) => unreachable!("`ready` made its names"),
        }
    }
}

/// The names of a file that has none yet, as C strings: a path would be converted, on the heap, for each system call.
struct Names {
    /// A name in /proc that leads to the file.
    unnamed: CString,
    last: CString,
    temporary: TemporaryNames,
}

impl Names {
    /// Gives the file its final name: at once if that is free. Otherwise by a temporary name beside it, since only a
    /// rename replaces.
    fn link(mut self, hold_signals: Option<fn()>) -> io::Result<()> {
        let link =
            |to: &CStr| rustix::fs::linkat(CWD, &self.unnamed, CWD, to, AtFlags::SYMLINK_FOLLOW);
        match link(&self.last) {
            Err(Errno::EXIST) => {}
            other => return other.map_err(io::Error::from),
        }
        // `ready` did it already, unless the other file appeared since then.
        if let Some(hold_signals) = hold_signals {
            hold_signals();
        }
        // A link never replaces a file, so the name needs not be secret, only rarely taken. It is not random: std panics
        // where the system gives no random numbers. The loop ends on a system that always answers "exists".
        for attempt in 0..100 {
            let beside = self.temporary.name(attempt)?;
            match link(beside) {
                Err(Errno::EXIST) => continue,
                other => other?,
            }
            return rustix::fs::renameat(CWD, beside, CWD, &self.last).map_err(|e| {
                let _ = rustix::fs::unlinkat(CWD, beside, AtFlags::empty());
                e.into()
            });
        }
        Err(Errno::EXIST.into())
    }
}

/// Temporary names in a folder, written one after the other into the same buffer.
struct TemporaryNames {
    text: Vec<u8>,
    /// The length of the folder's name.
    folder: usize,
    nanoseconds: u128,
}

impl TemporaryNames {
    /// The longest name behind the folder: process id and time have at most 10 and 32 digits.
    const LONGEST: usize = "/.wythoff--.partial\0".len() + 10 + 32;

    fn within(folder: &Path) -> Self {
        let mut text = Vec::new();
        let folder = folder.as_os_str().as_bytes();
        text.reserve_exact(folder.len() + Self::LONGEST);
        text.extend_from_slice(folder);
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            folder: text.len(),
            text,
            nanoseconds: now.map_or(0, |since| since.as_nanos()),
        }
    }

    fn name(&mut self, attempt: u128) -> io::Result<&CStr> {
        self.text.truncate(self.folder);
        write!(
            self.text,
            "/.wythoff-{}-{:x}.partial\0",
            process::id(),
            self.nanoseconds.wrapping_add(attempt)
        )?;
        CStr::from_bytes_with_nul(&self.text).map_err(io::Error::other)
    }
}

/// The path of the file that is written to `path` where there is none yet: symbolic links that lead to no file are
/// followed.
fn follow_links(path: &Path) -> PathBuf {
    /// As many as Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(to) = std::fs::read_link(&path) else {
            break;
        };
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    path
}

/// Gives a new, empty file the permissions of the `old` one that it replaces, so that private content is never
/// readable by others; and its owner and group, as far as the system allows. Set-user-ID and similar bits are left out:
/// a write to the old file would have cleared them.
fn copy_permissions(file: &File, old: &Metadata) -> io::Result<()> {
    let new = file.metadata()?;
    let permissions = old.mode() & 0o777;
    if new.mode() & 0o777 != permissions {
        file.set_permissions(Permissions::from_mode(permissions))?;
    }
    let (owner, group) = (old.uid(), old.gid());
    if (new.uid(), new.gid()) != (owner, group) && fchown(file, Some(owner), Some(group)).is_err() {
        let _ = fchown(file, None, Some(group));
    }
    Ok(())
}

fn path_of_descriptor(file: &File) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

/// A file without a name in `folder`. File systems that can't do that answer one of three errors.
#[cfg(target_os = "linux")]
fn create_unnamed(folder: &Path) -> Result<File, Errno> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::openat(CWD, folder, flags, Mode::from(0o666))?);
    // It can be given a name only through /proc.
    rustix::fs::stat(path_of_descriptor(&file)).map_err(|_| Errno::OPNOTSUPP)?;
    Ok(file)
}

/// Only Linux has files without a name.
#[cfg(not(target_os = "linux"))]
fn create_unnamed(_folder: &Path) -> Result<File, Errno> {
    Err(Errno::OPNOTSUPP)
}

fn create_named(folder: &Path) -> io::Result<NamedTempFile> {
    // Opened here, because tempfile's own errors hold the path and lack the system's error number.
    let mut options = File::options();
    options.read(true).write(true).create_new(true).mode(0o666);
    tempfile::Builder::new()
        .prefix(".wythoff-")
        .suffix(".partial")
        .make_in(folder, |path| options.open(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_names_differ_and_do_not_allocate() {
        let folder = Path::new("/some/where");
        let mut names = TemporaryNames::within(folder);
        names.nanoseconds = u128::MAX - 5;
        let buffer = (names.text.as_ptr(), names.text.capacity());
        let mut seen = std::collections::BTreeSet::new();
        for attempt in 0..100 {
            let name = names.name(attempt).expect("a name").to_owned();
            let name = name.into_string().expect("UTF-8");
            let rest = name.strip_prefix("/some/where/.wythoff-").expect(&name);
            assert!(rest.ends_with(".partial") && !rest.contains('/'), "{name}");
            assert!(seen.insert(name));
        }
        assert_eq!(buffer, (names.text.as_ptr(), names.text.capacity()));
        assert!(u32::MAX.to_string().len() <= 10);
    }
}
