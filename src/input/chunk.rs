//! Cuts a regular file into chunks of whole lines.
//!
//! Each thread finds the bounds of its chunk alone. Each line is in exactly one chunk, even if the line is longer than a chunk.
//!
//! # The rule
//!
//! The file is divided at multiples of the chunk size. A line belongs to the division in which it *starts*. So a chunk begins
//! after the first newline at or after the byte before its division. It ends after the first newline at or after the last byte
//! of its division. The search for this newline stops after [`MAX_LINE_BYTES`] bytes: such a line is too long for the grammar,
//! and its first bytes are enough to refuse it. So no thread reads a gigabyte to find the end of a line.

use crate::error::{Error, ErrorKind, Result};
use crate::grammar::{BOM, MAX_LINE, is_space};
use crate::platform::read_full_at;
use std::fs::File;

/// At most this number of bytes of a line are read: the longest valid line, a byte order mark before it, a line end after it,
/// and 64 bytes, because a message shows fewer than 64 bytes of a fault.
pub(super) const MAX_LINE_BYTES: usize = MAX_LINE + BOM.len() + 2 + 64;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ChunkBoundary {
    /// A chunk ends only after a newline, so chunks are whole lines.
    #[default]
    Lines,
    /// A chunk ends after a newline, or after other whitespace if the next newline is more than [`MAX_LINE_BYTES`] bytes away.
    Whitespace,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk<'a> {
    /// The lines are `text[at..]`. If `at` is not 0, `text[at - 1]` is a newline. If `at` is 0 and the chunk is not the first
    /// one, the chunk may begin within a line: see [`ChunkBoundary::Whitespace`].
    pub(crate) text: &'a [u8],
    /// Where the first line starts: 0 or 1.
    pub(crate) at: usize,
    pub(crate) offset: u64,
}

/// The memory of one thread for the bytes that it reads, reused from chunk to chunk.
#[derive(Debug, Default)]
pub(crate) struct Buffer(Vec<u8>);

impl Buffer {
    /// A slice of `len` bytes in which the byte at `at` has an address that is `offset` modulo 64.
    ///
    /// `offset` is the offset of that byte in the file, or 0 for a stream. The system keeps a file in pages, and copies from
    /// the beginning of a page or from `offset`. Zen 4 copies at a quarter of its speed if the target is 1 to 15 bytes farther
    /// into its page than the source. Up to about 40 bytes it is still slower.
    pub(super) fn aligned(&mut self, len: usize, at: usize, offset: u64) -> &mut [u8] {
        const CACHE_LINE_BYTES: usize = 64;
        let max = len + CACHE_LINE_BYTES - 1;
        if self.0.len() < max {
            self.0 = vec![0; max];
        }
        let address = self.0.as_ptr().addr().wrapping_add(at);
        let skip = (offset as usize).wrapping_sub(address) % CACHE_LINE_BYTES;
        &mut self.0[skip..][..len]
    }
}

/// The lines of a file that are read: those that start in `start..end`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The offset at which the first line starts without a newline before it: 0, or the offset of a shared standard input.
    pub(super) origin: u64,
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) file_end: u64,
}

impl Span {
    pub(super) fn len(self) -> u64 {
        self.end - self.start
    }

    /// Division `seq` of the span; `None` if it begins after the span.
    pub(super) fn division(self, seq: u64, size: usize) -> Option<Span> {
        let start = seq.checked_mul(size as u64)?.checked_add(self.start)?;
        (start < self.end).then(|| Span {
            start,
            end: self.end.min(start + size as u64),
            ..self
        })
    }

    /// The bytes of these lines, and the byte before the first line.
    pub(super) fn bytes(self) -> std::ops::Range<u64> {
        let before = self.start.max(self.origin + 1) - 1;
        before..self.file_end.min(self.end + MAX_LINE_BYTES as u64 - 1)
    }
}

pub(crate) fn count_newlines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

pub(super) fn count_newlines_in(file: &File, bytes: std::ops::Range<u64>) -> std::io::Result<u64> {
    let mut block = vec![0; 256 << 10];
    let mut lines = 0;
    for at in bytes.clone().step_by(block.len()) {
        let want = (bytes.end - at).min(block.len() as u64) as usize;
        let got = read_full_at(file, &mut block[..want], at)?;
        lines += count_newlines(&block[..got]);
    }
    Ok(lines)
}

/// The start of the line to which the byte at `at` belongs; `None` if `text` has no newline before that byte.
pub(crate) fn line_start(text: &[u8], at: usize) -> Option<usize> {
    memchr::memrchr(b'\n', &text[..at]).map(|i| i + 1)
}

/// The chunk of division `part` of a file whose bytes from `base` on are mapped.
pub(super) fn cut_lines(bytes: &[u8], base: u64, part: Span) -> Chunk<'_> {
    let (start, end) = ((part.start - base) as usize, (part.end - base) as usize);
    let first = if part.start == part.origin {
        Some(start)
    } else {
        memchr::memchr(b'\n', &bytes[start - 1..end - 1]).map(|i| start + i)
    };
    let Some(first) = first else {
        return chunk(b"", 0, part.start, false);
    };
    let limit = bytes.len().min(end - 1 + MAX_LINE_BYTES);
    let newline = memchr::memchr(b'\n', &bytes[end - 1..limit]);
    let end = newline.map_or(limit, |i| end + i);
    let offset = base + first as u64;
    chunk(&bytes[..end], first, offset, offset != part.origin)
}

/// The chunk of division `part` for numbers in free layout, of a file whose bytes from `base` on are mapped. It is cut after a
/// newline or, if no newline is near, after other whitespace. In the second case `at` is 0, and the chunk may begin within a line.
/// If no whitespace is near, it is cut within a token. Such a token is too long for a number, and the chunk has enough of it to
/// refuse it.
pub(super) fn cut_whitespace(bytes: &[u8], base: u64, part: Span) -> Chunk<'_> {
    // A boundary depends only on its offset, so the chunks on both sides of it use the same boundary.
    let boundary = |offset: u64| {
        let at = (offset - base) as usize;
        if offset == part.origin {
            return at;
        }
        let near = &bytes[at - 1..bytes.len().min(at - 1 + MAX_LINE_BYTES)];
        memchr::memchr(b'\n', near)
            .or_else(|| near.iter().position(|&c| is_space(c)))
            .map_or(at - 1 + near.len(), |i| at + i)
    };
    let (first, end) = (boundary(part.start), boundary(part.end));
    let offset = base + first as u64;
    let follows_newline = offset > part.origin && bytes[first - 1] == b'\n';
    chunk(&bytes[..end], first, offset, follows_newline)
}

/// As [`cut_lines`], for a file that is read.
pub(super) fn read_lines<'b>(file: &File, part: Span, buffer: &'b mut Buffer) -> Result<Chunk<'b>> {
    /// Lines are usually short. The newline that ends the chunk is nearly always within this number of bytes after its
    /// division.
    const NEAR_BYTES: u64 = 4 << 10;
    let range = part.bytes();
    let base = range.start;
    // Pages that are never written take no memory.
    let bytes = buffer.aligned((range.end - base) as usize, 0, base);
    let last = (part.end - base) as usize - 1;
    let mut filled = 0;
    for upto in [range.end.min(part.end + NEAR_BYTES), range.end] {
        let want = (upto - base) as usize;
        filled += read_full_at(file, &mut bytes[filled..want], base + filled as u64)?;
        if filled < want {
            // Another process has shortened the file during the run.
            return Err(Error::new(ErrorKind::InputChanged));
        }
        if memchr::memchr(b'\n', &bytes[last..filled]).is_some() {
            break;
        }
    }
    Ok(cut_lines(&bytes[..filled], base, part))
}

/// The chunk of the text from `first` on, which has the offset `offset` in the input.
pub(super) fn chunk(bytes: &[u8], first: usize, offset: u64, follows_newline: bool) -> Chunk<'_> {
    if follows_newline {
        return Chunk {
            text: &bytes[first - 1..],
            at: 1,
            offset,
        };
    }
    // Only byte 0 of an input may begin a byte order mark, not the offset of a shared standard input.
    let has_mark = offset == 0 && bytes[first..].starts_with(BOM);
    let mark = if has_mark { BOM.len() } else { 0 };
    Chunk {
        text: &bytes[first + mark..],
        at: 0,
        offset: offset + mark as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_aligned_as_asked() {
        let mut buffer = Buffer::default();
        for (len, at, offset) in [(1, 0, 0), (4096, 1, 0), (100, 77, 5), (9000, 0, u64::MAX)] {
            let bytes = buffer.aligned(len, at, offset);
            assert_eq!(bytes.len(), len);
            let address = bytes.as_ptr().addr() + at;
            assert_eq!(address % 64, offset as usize % 64, "{len} {at} {offset}");
        }
    }
}
