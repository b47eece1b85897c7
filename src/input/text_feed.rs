//! Reads a text piece by piece, by tokens or by lines.
//!
//! Memory is bounded by the buffer and by the longest token or line, which is cut at [`MAX_TOKEN_BYTES`] bytes.

use super::chunk::count_newlines;
use super::decode::TextReader;
use super::{InputReader, Wait};
use crate::error::Result;
use crate::grammar::{BOM, is_space, tokens};
use std::io::{self, Read};

const READ_BYTES: usize = 1 << 20;
/// Longer tokens and lines are cut. No right answer is that long.
const MAX_TOKEN_BYTES: usize = 1 << 20;

pub(crate) struct TextFeed<'r> {
    reader: TextReader<'r>,
    bytes: Vec<u8>,
    at: usize,
    end: usize,
    ended: bool,
    line_ends: u64,
}

impl<'r> TextFeed<'r> {
    /// The text of `reader`, read like an input: decompressed if it is compressed, without a byte order mark.
    pub(crate) fn open(reader: Box<dyn Read + Send + 'r>) -> Result<Self> {
        let mut feed = Self {
            reader: TextReader::new(InputReader::of_reader(reader), None),
            // Zeroed memory comes from the system, so nothing is filled here.
            bytes: vec![0; READ_BYTES],
            at: 0,
            end: 0,
            ended: false,
            line_ends: 0,
        };
        while feed.buffered().len() < BOM.len()
            && BOM.starts_with(feed.buffered())
            && feed.read_more()?
        {}
        if feed.buffered().starts_with(BOM) {
            feed.skip(BOM.len());
        }
        Ok(feed)
    }

    /// A feed of `bytes`, unchanged.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        Self {
            reader: TextReader::new(InputReader::of_reader(Box::new(io::empty())), None),
            bytes: bytes.to_vec(),
            at: 0,
            end: bytes.len(),
            ended: true,
            line_ends: count_newlines(bytes),
        }
    }

    /// The text that was read and not used yet.
    pub(crate) fn buffered(&self) -> &[u8] {
        &self.bytes[self.at..self.end]
    }

    /// The number of the line of the next byte, from 1.
    pub(crate) fn line_number(&self) -> u64 {
        self.line_ends - count_newlines(self.buffered()) + 1
    }

    pub(crate) fn skip(&mut self, count: usize) {
        debug_assert!(count <= self.end - self.at);
        self.at += count;
    }

    /// Reads more text after the buffered one; `false` at the end.
    pub(crate) fn read_more(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.bytes.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
        if self.bytes.len() < self.end + READ_BYTES / 2 {
            self.bytes.resize(self.end + READ_BYTES, 0);
        }
        let got = self
            .reader
            .read(&mut self.bytes[self.end..], Wait::UntilReady)
            .map_err(io::Error::other)?;
        // `None` is returned only to a caller that does not wait.
        let got = got.unwrap_or(0);
        self.line_ends += count_newlines(&self.bytes[self.end..self.end + got]);
        self.end += got;
        self.ended = got == 0;
        Ok(!self.ended)
    }

    pub(crate) fn skip_space(&mut self) -> io::Result<bool> {
        loop {
            self.at += (self.buffered().iter().take_while(|&&c| is_space(c))).count();
            if self.at < self.end || !self.read_more()? {
                return Ok(self.at < self.end);
            }
        }
    }

    /// Where the next `count` tokens of the buffered text end; `None` if there are fewer. The last token is complete: for
    /// this, more text is read, up to [`MAX_TOKEN_BYTES`].
    pub(crate) fn end_of_tokens(&mut self, count: usize) -> io::Result<Option<usize>> {
        loop {
            let text = self.buffered();
            let mut ends = (0..text.len())
                .filter(|&i| !is_space(text[i]) && text.get(i + 1).is_none_or(|&c| is_space(c)));
            let end = ends.nth(count - 1).map(|i| i + 1);
            let is_certain = end.is_some_and(|end| end < text.len());
            if is_certain || text.len() > MAX_TOKEN_BYTES || !self.read_more()? {
                return Ok(end);
            }
        }
    }

    /// Where the next line of the buffered text ends, if it has two tokens. The line must not begin with whitespace.
    pub(crate) fn end_of_pair(&mut self) -> io::Result<Option<usize>> {
        loop {
            let text = self.buffered();
            let end = memchr::memchr(b'\n', text);
            let line = end.unwrap_or(text.len());
            let count = tokens(&text[..line]).take(3).count();
            if count > 2 || end.is_some() || text.len() > MAX_TOKEN_BYTES || !self.read_more()? {
                return Ok((count == 2).then_some(line));
            }
        }
    }

    pub(crate) fn token(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.read_until(is_space)
    }

    /// The next line that is not blank, without its end.
    pub(crate) fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.read_until(|c| c == b'\n')
    }

    fn read_until(&mut self, stop: impl Fn(u8) -> bool) -> io::Result<Option<Vec<u8>>> {
        if !self.skip_space()? {
            return Ok(None);
        }
        let mut taken = Vec::new();
        loop {
            let stop = self.buffered().iter().position(|&c| stop(c));
            let count = stop.unwrap_or(self.buffered().len());
            let room = MAX_TOKEN_BYTES.saturating_sub(taken.len());
            taken.extend_from_slice(&self.buffered()[..count.min(room)]);
            self.skip(count);
            if stop.is_some() || !self.read_more()? {
                return Ok(Some(taken));
            }
        }
    }
}
