//! Inputs that can only be read once, from front to back: pipes, terminals, any reader, compressed data.
//!
//! In: a reader. Out: chunks of whole lines. A stream does not read ahead: the worker that asks for a chunk reads it, under
//! the lock, while the other workers work on their chunks. The chunk size and the longest line bound the memory.

use super::chunk::{Buffer, Chunk, ChunkBoundary, MAX_LINE_BYTES, chunk};
use super::decode::TextReader;
use super::{InputReader, Wait};
use crate::compress::Compression;
use crate::error::{Error, Result};
use crate::grammar::is_space;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

const PAGE_BYTES: usize = 4096;

/// A reader, and the bytes that were read of an incomplete line.
pub(super) struct Stream<'r> {
    inner: Mutex<Inner<'r>>,
    /// The number of compressed bytes that were decoded; 0 if the data is not compressed. It is read without the lock, which a
    /// worker holds while it waits for more input.
    decoded: AtomicU64,
}

struct Inner<'r> {
    reader: TextReader<'r>,
    fill: bool,
    carry: Vec<u8>,
    offset: u64,
    seq: u64,
    /// Whether the rest of a line that is too long must be skipped.
    skipping: bool,
    boundary: ChunkBoundary,
    within_line: bool,
    ended: bool,
    /// The error that ended the input. It is reported once, after the lines before it.
    failure: Option<Error>,
}

impl<'r> Stream<'r> {
    pub(super) fn new(
        reader: InputReader<'r>,
        boundary: ChunkBoundary,
        named: Option<Compression>,
    ) -> Self {
        Self {
            inner: Mutex::new(Inner {
                reader: TextReader::new(reader, named),
                fill: false,
                carry: Vec::new(),
                offset: 0,
                seq: 0,
                skipping: false,
                boundary,
                within_line: false,
                ended: false,
                failure: None,
            }),
            decoded: AtomicU64::new(0),
        }
    }

    pub(super) fn fill_chunks(&self) {
        self.lock().fill = true;
    }

    pub(super) fn compression(&self) -> Option<Compression> {
        let packed = self.lock().reader.packed();
        packed.map(|(compression, _)| compression)
    }

    pub(super) fn compressed_bytes(&self) -> Option<u64> {
        let decoded = self.decoded.load(Ordering::Relaxed);
        (decoded > 0).then_some(decoded)
    }

    /// The state is valid even after a panic of the reader.
    fn lock(&self) -> MutexGuard<'_, Inner<'r>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the next chunk: about `size` bytes, or fewer if the reader would have to wait for the rest.
    pub(super) fn next_chunk<'b>(
        &self,
        size: usize,
        buffer: &'b mut Buffer,
    ) -> Option<(u64, Result<Chunk<'b>>)> {
        let mut inner = self.lock();
        let seq = inner.seq;
        inner.seq += 1;
        let chunk = if inner.ended {
            None
        } else {
            inner.next_lines(size, buffer)
        };
        if let Some((_, decoded)) = inner.reader.packed() {
            self.decoded.store(decoded, Ordering::Relaxed);
        }
        match chunk {
            Some(chunk) => Some((seq, Ok(chunk))),
            None => inner.failure.take().map(|e| (seq, Err(e))),
        }
    }
}

impl Inner<'_> {
    fn next_lines<'b>(&mut self, size: usize, buffer: &'b mut Buffer) -> Option<Chunk<'b>> {
        let mut filled = 1 + self.carry.len();
        // Whole pages are read, which the system copies faster, and no more than the chunk needs: a framed input keeps the
        // text of the chunks that wait for their turn.
        let missing = (size + 1).saturating_sub(filled).max(1);
        let full = filled + missing.next_multiple_of(PAGE_BYTES);
        // There is room for a partial line of any allowed length and a chunk after it. Pages that are never written take no
        // memory.
        let capacity = MAX_LINE_BYTES + size + 2 * PAGE_BYTES;
        let bytes = buffer.aligned(capacity, filled, 0);
        // Used if the lines follow a newline.
        bytes[0] = b'\n';
        bytes[1..filled].copy_from_slice(&self.carry);
        let mut last_newline = None;
        self.carry.clear();
        let follows_newline = !std::mem::take(&mut self.within_line) && self.offset > 0;
        let end = loop {
            if last_newline.is_none() && filled > MAX_LINE_BYTES {
                if self.boundary == ChunkBoundary::Whitespace
                    && let Some(i) = bytes[1..filled].iter().rposition(|&c| is_space(c))
                {
                    self.within_line = true;
                    break 1 + i + 1;
                }
                // The first bytes are enough to refuse the line. No newline was read yet, so its rest is skipped.
                self.skipping = true;
                let offset = self.offset;
                self.offset += filled as u64 - 1;
                let end = 1 + MAX_LINE_BYTES;
                return Some(chunk(&bytes[..end], 1, offset, follows_newline));
            }
            let wait = if self.fill || last_newline.is_none() {
                Wait::UntilReady
            } else {
                Wait::Never
            };
            let end = if filled < full { full } else { capacity };
            let got = match self.reader.read(&mut bytes[filled..end], wait) {
                Ok(Some(0)) => {
                    self.ended = true;
                    break filled;
                }
                Ok(Some(got)) => got,
                Ok(None) => break last_newline.unwrap_or(1),
                Err(e) => {
                    self.ended = true;
                    self.failure = Some(e);
                    // The partial line before the error is dropped.
                    break last_newline.unwrap_or(1);
                }
            };
            if self.skipping {
                debug_assert_eq!(filled, 1);
                let Some(i) = memchr::memchr(b'\n', &bytes[1..1 + got]) else {
                    self.offset += got as u64;
                    continue;
                };
                self.skipping = false;
                self.offset += i as u64 + 1;
                bytes.copy_within(i + 2..1 + got, 1);
                filled = got - i;
                last_newline = memchr::memrchr(b'\n', &bytes[1..filled]).map(|i| 1 + i + 1);
            } else {
                if let Some(i) = memchr::memrchr(b'\n', &bytes[filled..filled + got]) {
                    last_newline = Some(filled + i + 1);
                }
                filled += got;
            }
            if let Some(end) = last_newline
                && (filled >= full || !(self.fill || self.reader.is_ready()))
            {
                break end;
            }
        };
        self.carry.extend_from_slice(&bytes[end..filled]);
        let offset = self.offset;
        self.offset += end as u64 - 1;
        (end > 1).then(|| chunk(&bytes[..end], 1, offset, follows_newline))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This holds even if each read returns all bytes that are requested.
    #[test]
    fn chunks_are_not_much_longer_than_asked() {
        let text = b"1 2\n".repeat(500_000);
        for size in [1, 5000, 256 << 10] {
            let reader = InputReader::of_reader(Box::new(&text[..]));
            let stream = Stream::new(reader, ChunkBoundary::Whitespace, None);
            let mut buffer = Buffer::default();
            let mut total = 0;
            while let Some((_, chunk)) = stream.next_chunk(size, &mut buffer) {
                let chunk = chunk.unwrap();
                let len = chunk.text.len() - chunk.at;
                assert!(len <= size + PAGE_BYTES, "{len} bytes for {size}");
                total += len;
            }
            assert_eq!(total, text.len());
        }
    }
}
