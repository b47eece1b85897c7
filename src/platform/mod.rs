//! What differs between operating systems: files, mappings, standard streams, limits.
//!
//! Each system has a folder that defines the same names. Here are only thin wrappers of system calls.

mod reader;
#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub use unix::*;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub use windows::*;

pub(crate) use reader::StreamReader;

/// Identifies a file: its device, and its number on that device.
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
