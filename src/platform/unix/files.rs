//! Files: positional reads and writes, identity, and pages of mappings.
#![allow(unsafe_code)]

use super::super::FileIdentity;
use rustix::io::Errno;
use std::fs::{File, Metadata};
use std::io;
use std::ops::Range;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

pub(crate) fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(into, offset)
}

pub(crate) fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    file.write_all_at(bytes, offset)
}

pub(crate) fn is_a_directory() -> io::Error {
    Errno::ISDIR.into()
}

pub(crate) fn file_identity(_: &File, meta: &Metadata) -> io::Result<FileIdentity> {
    Ok((meta.dev(), meta.ino()))
}

pub(crate) fn path_identity(_: &Path, meta: &Metadata) -> io::Result<FileIdentity> {
    Ok((meta.dev(), meta.ino()))
}

/// Returns a part of a mapping to the system. The part can still be read, but more slowly.
pub(crate) fn release_pages(map: &memmap2::Mmap, part: Range<usize>) {
    assert!(part.start <= part.end && part.end <= map.len());
    let advice = memmap2::UncheckedAdvice::DontNeed;
    // An error is ignored: then only unmapping at the end takes more time.
    // SAFETY: the range is in the mapping. Nothing was ever written to these pages, so a later read finds the same bytes, from
    // the file again; `input::mmap` says what holds for a file that has changed.
    let _ = unsafe { map.unchecked_advise_range(advice, part.start, part.len()) };
}
