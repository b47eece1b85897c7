//! A text, bit by bit.
//!
//! Owns what was read and not yet looked at. Invariant: memory is bounded by the buffer and the
//! longest token or line that is asked for, itself cut at [`LONGEST`].

use crate::compress::Compression;
use crate::error::Result;
#[cfg(not(feature = "compressed"))]
use crate::error::{Error, ErrorKind};
use crate::grammar::{BOM, is_space};
use std::io::{self, Read};

/// Bytes that are read at once.
const PIECE: usize = 1 << 20;
/// A token or line of an answer that is longer is cut: it is wrong in any case.
const LONGEST: usize = 1 << 20;

pub(super) struct Feed<'r> {
    reader: Box<dyn Read + Send + 'r>,
    bytes: Vec<u8>,
    at: usize,
    end: usize,
    ended: bool,
}

impl<'r> Feed<'r> {
    /// The text of `reader`, decompressed if its first bytes say that it is compressed, without a byte
    /// order mark before it: as inputs are read.
    pub(super) fn new(reader: Box<dyn Read + Send + 'r>) -> Result<Self> {
        let mut feed = Self::of(reader);
        while Compression::is_unsure(feed.here()) && feed.more()? {}
        if let Some(compression) = Compression::of_start(feed.here()) {
            feed = feed.decompressed(compression)?;
        }
        while feed.here().len() < BOM.len() && BOM.starts_with(feed.here()) && feed.more()? {}
        if feed.here().starts_with(BOM) {
            feed.pass(BOM.len());
        }
        Ok(feed)
    }

    fn of(reader: Box<dyn Read + Send + 'r>) -> Self {
        Self {
            reader,
            bytes: Vec::new(),
            at: 0,
            end: 0,
            ended: false,
        }
    }

    #[cfg(feature = "compressed")]
    fn decompressed(self, compression: Compression) -> Result<Self> {
        let head = &self.bytes[self.at..self.end];
        let text = crate::compress::decode::text(compression, head, self.reader)?;
        Ok(Self::of(Box::new(text)))
    }

    #[cfg(not(feature = "compressed"))]
    fn decompressed(self, compression: Compression) -> Result<Self> {
        let what = format!("{} data, and this build can't read it", compression.name());
        Err(Error::new(ErrorKind::Compressed(what)))
    }

    /// What is there without reading.
    pub(super) fn here(&self) -> &[u8] {
        &self.bytes[self.at..self.end]
    }

    /// Passes over `count` bytes of what is there.
    pub(super) fn pass(&mut self, count: usize) {
        debug_assert!(count <= self.end - self.at);
        self.at += count;
    }

    /// Reads more behind what is there; `false` at the end.
    pub(super) fn more(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.bytes.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
        if self.bytes.len() < self.end + PIECE {
            self.bytes.resize(self.end + PIECE, 0);
        }
        loop {
            match self.reader.read(&mut self.bytes[self.end..]) {
                Ok(0) => {
                    self.ended = true;
                    return Ok(false);
                }
                Ok(got) => {
                    self.end += got;
                    return Ok(true);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
    }

    /// Passes over whitespace; `false` if nothing else follows.
    pub(super) fn skip_space(&mut self) -> io::Result<bool> {
        loop {
            match self.here().iter().position(|&c| !is_space(c)) {
                Some(i) => {
                    self.pass(i);
                    return Ok(true);
                }
                None => {
                    self.at = self.end;
                    if !self.more()? {
                        return Ok(false);
                    }
                }
            }
        }
    }

    /// The next token.
    pub(super) fn token(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.upto(is_space)
    }

    /// The next line that isn't blank, without its end.
    pub(super) fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.upto(|c| c == b'\n')
    }

    fn upto(&mut self, stop: impl Fn(u8) -> bool) -> io::Result<Option<Vec<u8>>> {
        if !self.skip_space()? {
            return Ok(None);
        }
        let mut taken = Vec::new();
        loop {
            let stop = self.here().iter().position(|&c| stop(c));
            let count = stop.unwrap_or(self.here().len());
            let room = LONGEST.saturating_sub(taken.len());
            taken.extend_from_slice(&self.here()[..count.min(room)]);
            self.pass(count);
            if stop.is_some() || !self.more()? {
                return Ok(Some(taken));
            }
        }
    }
}
