//! The code that differs between operating systems: files, mappings, standard streams, limits.
//!
//! [`portable`] defines every function. Unix and Windows each have a folder that replaces some functions by thin wrappers of
//! system calls.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::*;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(crate) use windows::*;

#[cfg_attr(any(unix, windows), allow(dead_code))]
mod portable;
#[cfg(not(any(unix, windows)))]
pub(crate) use portable::*;

use std::fs::File;
use std::io;

/// Reads bytes at `offset` until `into` is full or the file ends. Returns their number.
pub(crate) fn read_full_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < into.len() {
        match read_at(file, &mut into[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(got) => filled += got,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(filled)
}

/// Identifies a file: its device, and its number on that device.
pub(crate) type FileIdentity = (u64, u64);

pub(crate) struct FreeSpace {
    pub(crate) device: u64,
    /// The number of free bytes, without those that the file system keeps for the superuser.
    pub(crate) bytes: u64,
}
