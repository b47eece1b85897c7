//! A whole file gets its name.
//!
//! Owns the last step, apart from all that is done before it, so that several outputs of one run get their names
//! together: [`Ready`] has all that the step needs. Invariant: from the first passing name to the last
//! final one nothing is allocated. Where memory ends, the program does: a passing name would stay, and of
//! two outputs one would be new and the other old.

use super::output::{Kind, Target};
use crate::error::{Error, Result};
use rustix::fs::{AtFlags, CWD};
use rustix::io::Errno;
use std::ffi::{CStr, CString};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process;
use std::sync::PoisonError;
use std::time::{SystemTime, UNIX_EPOCH};

/// A target to which all is written, and that only lacks its name.
#[must_use = "without `publish` the output is thrown away"]
pub struct Ready<'w> {
    kind: Kind<'w>,
    name: String,
    before_naming: Option<fn()>,
    /// Of a file without a name.
    names: Option<Names>,
}

/// As C strings: of a path they would be made anew for each call, on the heap if it is long.
struct Names {
    /// By which the file is known that has none.
    unnamed: CString,
    last: CString,
    passing: Passing,
}

impl<'w> Target<'w> {
    /// All `written` bytes are written: what is left is [`Ready::publish`].
    pub fn ready(self, written: u64) -> Result<Ready<'w>> {
        let prepare = || -> io::Result<Option<Names>> {
            if let Some(file) = self.file() {
                // What was expected may have been too much.
                file.set_len(written)?;
            }
            let Kind::Unnamed {
                file,
                folder,
                path,
                replaces,
            } = &self.kind
            else {
                return Ok(None);
            };
            if *replaces && let Some(hold) = self.before_naming {
                hold();
            }
            Ok(Some(Names {
                unnamed: CString::new(by_descriptor(file))?,
                last: CString::new(path.as_os_str().as_bytes())?,
                passing: Passing::within(folder),
            }))
        };
        match prepare() {
            Ok(names) => Ok(Ready {
                kind: self.kind,
                name: self.name,
                before_naming: self.before_naming,
                names,
            }),
            Err(e) => Err(Error::from(e).of(self.name)),
        }
    }

    /// All `written` bytes are written: puts them under the final name.
    pub fn publish(self, written: u64) -> Result<()> {
        self.ready(written)?.publish()
    }
}

impl Ready<'_> {
    /// Puts it under the final name. Allocates nothing, unless it fails.
    pub fn publish(self) -> Result<()> {
        let done = match (self.kind, self.names) {
            (Kind::Stream(writer), _) => writer
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner)
                .flush(),
            (Kind::Named { temporary, path }, _) => {
                temporary.persist(path).map(drop).map_err(|e| e.error)
            }
            (Kind::Unnamed { .. }, Some(names)) => names.give(self.before_naming),
            (Kind::Unnamed { .. }, None) => unreachable!("made with its names"),
        };
        done.map_err(|e| Error::from(e).of(self.name))
    }
}

impl std::fmt::Debug for Ready<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ready").field("name", &self.name).finish()
    }
}

pub(super) fn by_descriptor(file: &File) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

impl Names {
    /// Gives the file its last name: at once if that is free, else by way of a name beside it, since only a rename
    /// replaces.
    fn give(mut self, hold: Option<fn()>) -> io::Result<()> {
        let link =
            |to: &CStr| rustix::fs::linkat(CWD, &self.unnamed, CWD, to, AtFlags::SYMLINK_FOLLOW);
        match link(&self.last) {
            Err(Errno::EXIST) => {}
            other => return other.map_err(io::Error::from),
        }
        // Done already, unless the other file has come in the meantime.
        if let Some(hold) = hold {
            hold();
        }
        // A link never replaces, so the name need not be a secret, only seldom taken: not random, as std panics
        // where the system has no random numbers to give. And a system that always says "taken" must not
        // hold us.
        for attempt in 0..100 {
            let beside = self.passing.name(attempt)?;
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

/// The names that a file may pass by, written one after the other into the same room.
struct Passing {
    text: Vec<u8>,
    /// Up to where all are the same.
    same: usize,
    nanoseconds: u128,
}

impl Passing {
    /// As long as what follows the folder can be.
    const LONGEST: usize = "/.wythoff--.partial\0".len() + 10 + 32;

    fn within(folder: &Path) -> Self {
        let mut text = Vec::new();
        let folder = folder.as_os_str().as_bytes();
        text.reserve_exact(folder.len() + Self::LONGEST);
        text.extend_from_slice(folder);
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            same: text.len(),
            text,
            nanoseconds: now.map_or(0, |since| since.as_nanos()),
        }
    }

    fn name(&mut self, attempt: u128) -> io::Result<&CStr> {
        self.text.truncate(self.same);
        write!(
            self.text,
            "/.wythoff-{}-{:x}.partial\0",
            process::id(),
            self.nanoseconds.wrapping_add(attempt)
        )?;
        CStr::from_bytes_with_nul(&self.text).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passing_names_differ_and_take_no_more_room() {
        let folder = Path::new("/some/where");
        let mut passing = Passing::within(folder);
        passing.nanoseconds = u128::MAX - 5;
        let room = (passing.text.as_ptr(), passing.text.capacity());
        let mut seen = std::collections::BTreeSet::new();
        for attempt in 0..100 {
            let name = passing.name(attempt).expect("a name").to_owned();
            let name = name.into_string().expect("UTF-8");
            let rest = name.strip_prefix("/some/where/.wythoff-").expect(&name);
            assert!(rest.ends_with(".partial") && !rest.contains('/'), "{name}");
            assert!(seen.insert(name));
        }
        assert_eq!(room, (passing.text.as_ptr(), passing.text.capacity()));
        // Process numbers have 10 digits at most.
        assert!(u32::MAX.to_string().len() <= 10);
    }
}
