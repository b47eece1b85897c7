//! What differs between operating systems: files, mappings, standard streams, limits.
//!
//! Each system has a folder with the same names. There is nothing above these calls here.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::*;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(crate) use windows::*;

/// What tells one file from another: its device and its number there.
pub(crate) type FileIdentity = (u64, u64);

/// What standard output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StdoutKind {
    /// A regular file.
    File(FileIdentity),
    Pipe,
    /// A terminal or another device.
    Other,
}
