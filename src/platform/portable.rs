//! Files with the standard library only, without mappings, identities and rights; for WebAssembly. Unix and Windows replace
//! some of these functions, whose documentation is here.

use super::{FileIdentity, FreeSpace};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;

/// Reads bytes at `offset`. Moves the file's own offset, except on Unix.
pub(crate) fn read_at(mut file: &File, into: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek(SeekFrom::Start(offset))?;
    file.read(into)
}

/// Writes all of `bytes` at `offset`. Moves the file's own offset, except on Unix.
pub(crate) fn write_all_at(mut file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

pub(crate) fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// The metadata of a regular file; `None` for a pipe or a device.
///
/// Errors: a folder.
pub(crate) fn regular_file(file: &File) -> io::Result<Option<Metadata>> {
    let meta = file.metadata()?;
    if meta.is_dir() {
        return Err(super::is_a_directory());
    }
    Ok(meta.is_file().then_some(meta))
}

/// The error if a path is a folder and not a file.
pub(crate) fn is_a_directory() -> io::Error {
    io::ErrorKind::IsADirectory.into()
}

/// The identity of an open regular file with this metadata.
pub(crate) fn file_identity(_: &File, _: &Metadata) -> io::Result<FileIdentity> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The identity of the regular file `path` with this metadata. If it is unknown, this is an error, so that no file is replaced
/// that may be an input.
pub(crate) fn path_identity(_: &Path, _: &Metadata) -> io::Result<FileIdentity> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Whether `path` has the name of a device, whatever its folder. Only Windows has such names.
pub(crate) fn names_device(_: &Path) -> bool {
    false
}

/// Does nothing: a new file has the rights of its folder.
pub(crate) fn for_owner(_: &mut OpenOptions) {}

pub(crate) fn keep_rights(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
}

/// The error if a file could not get the name of another file.
pub(crate) fn replace_error(error: io::Error) -> io::Error {
    error
}

pub(crate) fn allocate(_: &File, _bytes: u64) {}

/// Always `None`: Windows reports the free space of a path, not of an open file.
pub(crate) fn free_space(_: &File) -> Option<FreeSpace> {
    None
}

pub(crate) fn release_pages(_: &memmap2::Mmap, _part: Range<usize>) {}

pub(crate) fn is_on_network(_: &File) -> bool {
    false
}

/// Watches nothing: Windows refuses to shorten a mapped file, and memmap2 maps no file on other systems.
pub(crate) struct MapWatch;

impl MapWatch {
    pub(crate) fn new(_mapping: &[u8]) -> io::Result<Self> {
        Ok(Self)
    }

    pub(crate) fn is_damaged(&self) -> bool {
        false
    }
}

/// `None`: every file has a name.
pub(crate) fn create_unnamed(_folder: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// Never called: every file has a name.
pub(crate) fn link_unnamed(_file: &File, _last: &Path, _folder: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(crate) fn stdin_file() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Reads from a pipe, a terminal or a file.
pub(crate) fn read_stream(mut file: &File, into: &mut [u8]) -> io::Result<usize> {
    file.read(into)
}

/// Does nothing: a read itself waits.
pub(crate) fn wait_until_readable(_: &File) -> io::Result<()> {
    Ok(())
}

/// Whether a read would return at once.
pub(crate) fn is_readable_now(_: &File) -> bool {
    true
}

/// Enlarges the buffer of a pipe. Does nothing to anything else.
pub(crate) fn widen_pipe<T>(_: T) {}

/// The identity of standard output, if it is a regular file.
///
/// Errors: standard output is closed.
pub(crate) fn stdout_identity() -> io::Result<Option<FileIdentity>> {
    Ok(None)
}

/// Writes to standard output without leaving bytes in a buffer.
pub(crate) fn write_stdout(bytes: &[u8]) -> io::Result<usize> {
    let mut stdout = io::stdout();
    stdout.write_all(bytes)?;
    stdout.flush()?;
    Ok(bytes.len())
}

pub(crate) fn address_space_limit() -> Option<u64> {
    None
}

/// A duplicate of a descriptor of this process. Never called here: no path names a descriptor.
///
/// Errors: the descriptor is not open.
pub(crate) fn duplicate(_descriptor: u32) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// See [`duplicate`].
pub(crate) fn write_stream(mut stream: &File, bytes: &[u8]) -> io::Result<usize> {
    stream.write(bytes)
}
