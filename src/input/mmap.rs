//! A file as memory: the only room with the unsafe code of mapping.
//!
//! Owns the promise that makes a mapping safe to look at. Invariant: [`Map::bytes`] is as long as
//! the file was when it was opened.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

/// The first bytes of a regular file, mapped.
#[derive(Debug)]
pub(super) struct Map {
    map: memmap2::Mmap,
}

impl Map {
    /// Maps bytes `0..end` of `file`.
    pub(super) fn new(file: &File, end: u64) -> io::Result<Self> {
        let len = usize::try_from(end).map_err(|_| io::ErrorKind::OutOfMemory)?;
        // SAFETY: the mapping is private to this struct and only ever read. Another process can
        // still change the file: the parsers read each byte as a plain number and check what they
        // compute from it, so they stay memory safe whatever they read; and `Source::finish`
        // refuses to call the result good.
        let map = unsafe { memmap2::MmapOptions::new().len(len).map(file) }?;
        Ok(Self { map })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.map
    }
}
