//! A file that has no name until it is complete (`O_TMPFILE`), and the names that it gets then.

use rustix::fs::{AtFlags, CWD};
use rustix::io::Errno;
use std::ffi::{CStr, CString};
use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

/// The paths for naming a file that has no name yet: its path in /proc, its last name and temporary names. They are C
/// strings, because a path would be converted on the heap for each system call.
pub(crate) struct Names {
    /// The path in /proc of the file, which has no other name.
    unnamed: CString,
    last: CString,
    temporary: TemporaryNames,
}

impl Names {
    /// The names of `file`, which will be `last`. A temporary name is in `folder`.
    pub(crate) fn new(file: &File, last: &Path, folder: &Path) -> io::Result<Self> {
        Ok(Self {
            unnamed: CString::new(path_of_descriptor(file))?,
            last: CString::new(last.as_os_str().as_bytes())?,
            temporary: TemporaryNames::within(folder),
        })
    }

    /// Gives the file its final name, directly if no file has that name. Otherwise the file gets a temporary name first,
    /// since only a rename replaces a file.
    pub(crate) fn link(mut self, hold_signals: Option<fn()>) -> io::Result<()> {
        let link =
            |to: &CStr| rustix::fs::linkat(CWD, &self.unnamed, CWD, to, AtFlags::SYMLINK_FOLLOW);
        match link(&self.last) {
            Err(Errno::EXIST) => {}
            other => return other.map_err(io::Error::from),
        }
        // `ready` has called it already, unless the file that is replaced appeared after that.
        if let Some(hold_signals) = hold_signals {
            hold_signals();
        }
        // A link never replaces a file, so the name need not be secret. It should only rarely be in use. The name is not
        // random, because std panics if the system gives no random numbers. The number of attempts is limited, in case the
        // system always answers "exists".
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

/// Temporary names in a folder. Each name is written into the same buffer.
struct TemporaryNames {
    text: Vec<u8>,
    /// The length of the folder's name.
    folder: usize,
    nanoseconds: u128,
}

impl TemporaryNames {
    /// The longest name after the folder: process id and time have at most 10 and 32 digits.
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

fn path_of_descriptor(file: &File) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

/// A file without a name in `folder`; `None` if the file system can't do that, which it reports by one of three errors.
#[cfg(target_os = "linux")]
pub(crate) fn create_unnamed(folder: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = match rustix::fs::openat(CWD, folder, flags, Mode::from(0o666)) {
        Ok(file) => File::from(file),
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => return Ok(None),
        Err(e) => return Err(e.into()),
    };
    // The file can get a name only through /proc.
    let has_proc = rustix::fs::stat(path_of_descriptor(&file)).is_ok();
    Ok(has_proc.then_some(file))
}

/// Only Linux has files without a name.
#[cfg(not(target_os = "linux"))]
pub(crate) fn create_unnamed(_folder: &Path) -> io::Result<Option<File>> {
    Ok(None)
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
