//! The kind of an input decides how it is read. Its chunks, in the order of their numbers, are its lines.

use super::chunk::{self, Buffer, Chunk, ChunkBoundary, Span};
use super::mmap::Map;
use super::open_file::OpenFile;
use super::stream::Stream;
use super::{Input, InputReader, ReadMode};
use crate::compress::{Compression, START_BYTES};
use crate::error::{Error, ErrorKind, Result};
use crate::platform::{FileIdentity, read_full_at};
use std::fs::{File, Metadata};
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// If more bytes are before a byte range, their lines are not counted, and errors name no line.
const MAX_COUNTED_BYTES: u64 = 4 << 30;

pub(crate) struct Source<'r> {
    access: Access<'r>,
    /// The file that is read; `None` for the reader of a caller.
    opened: Option<Arc<OpenFile>>,
    name: String,
    boundary: ChunkBoundary,
}

enum Access<'r> {
    /// A regular file, cut at multiples of the chunk size.
    File {
        file: Arc<File>,
        span: Span,
        map: Option<Map>,
        next: AtomicU64,
    },
    Stream(Stream<'r>),
}

impl Access<'_> {
    fn of_file(
        opened: &Arc<OpenFile>,
        read_mode: ReadMode,
        boundary: ChunkBoundary,
        range: Option<Range<u64>>,
    ) -> Result<Self> {
        let size = opened.meta.as_ref().map_or(0, Metadata::len);
        if let Some(range) = &range {
            require_range(opened, boundary, range)?;
        }
        let has_range = range.is_some();
        let origin = if has_range { 0 } else { opened.start };
        let Range { start, end } = range.unwrap_or(origin..size);
        let span = Span {
            origin,
            start: start.min(size),
            end: end.min(size),
            file_end: size,
        };
        let is_plain = has_range || start < end && compression(&opened.file, start)?.is_none();
        if is_plain {
            let map = Map::open(&opened.file, read_mode, span.bytes());
            if map.is_some() || boundary == ChunkBoundary::Lines {
                return Ok(Access::File {
                    file: Arc::clone(&opened.file),
                    span,
                    map,
                    next: AtomicU64::new(0),
                });
            }
        }
        // An input whose name ends in .gz or .zst must not be empty.
        let reader = InputReader::of_file(Arc::clone(opened))?.unchecked();
        let stream = Stream::new(reader, boundary, opened.named);
        Ok(Access::Stream(stream))
    }
}

/// Errors: the lines that start in `range` can't be read.
fn require_range(opened: &OpenFile, boundary: ChunkBoundary, range: &Range<u64>) -> Result<()> {
    let what = if boundary != ChunkBoundary::Lines {
        "a byte range requires one record on each line; in this problem line ends do not separate records"
    } else if range.start > range.end {
        &format!("the range {range:?} ends before it starts")
    } else if opened.meta.is_none() {
        "a byte range requires a regular file"
    } else if let Some(compression) = compression(&opened.file, 0)? {
        let name = compression.name();
        &format!("a byte range requires uncompressed text; this is {name} data")
    } else {
        return Ok(());
    };
    Err(Error::argument(what))
}

impl<'r> Source<'r> {
    /// Opens `input`. The file that was opened, not the path, is compared with `output`, because the path can change.
    pub(crate) fn open(
        input: Input<'r>,
        read_mode: ReadMode,
        boundary: ChunkBoundary,
        output: Option<FileIdentity>,
    ) -> Result<Self> {
        let name = input.name();
        let range = input.range();
        let (opened, access) = match input {
            Input::Reader(reader, _) => {
                let stream = Stream::new(InputReader::of_reader(reader), boundary, None);
                (None, Access::Stream(stream))
            }
            file => {
                let opened = file.open_file()?;
                if output.is_some() && opened.identity() == output {
                    return Err(Error::new(ErrorKind::OutputIsInput).about(name));
                }
                let access = Access::of_file(&opened, read_mode, boundary, range);
                (Some(opened), access.map_err(|e| e.about(name.clone()))?)
            }
        };
        Ok(Self {
            access,
            opened,
            name,
            boundary,
        })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn size(&self) -> Option<u64> {
        match &self.access {
            Access::File { span, .. } => Some(span.len()),
            Access::Stream(_) => None,
        }
    }

    /// How the input is read, for reports: `mmap`, `read` or `stream`; `gzip` or `zstd` after its first bytes were read.
    pub(crate) fn read_method(&self) -> &'static str {
        match &self.access {
            Access::File { map: Some(_), .. } => "mmap",
            Access::File { map: None, .. } => "read",
            Access::Stream(stream) => match stream.compression() {
                Some(compression) => compression.name(),
                None => "stream",
            },
        }
    }

    pub(crate) fn compressed_bytes(&self) -> Option<u64> {
        match &self.access {
            Access::File { .. } => None,
            Access::Stream(stream) => stream.compressed_bytes(),
        }
    }

    /// Makes the chunks of a stream full, even if the reader must wait for more input.
    pub(crate) fn fill_chunks(&self) {
        if let Access::Stream(stream) = &self.access {
            stream.fill_chunks();
        }
    }

    /// Whether the input can be read only once, so that the lines before a chunk must be counted during the run.
    pub(crate) fn is_stream(&self) -> bool {
        matches!(self.access, Access::Stream(_))
    }

    /// The next chunk of about `size` bytes, and its number. Each chunk is returned once, to the thread that asks. If the
    /// chunk can't be read, the error is returned with the chunk's number.
    pub(crate) fn next_chunk<'s>(
        &'s self,
        size: usize,
        buffer: &'s mut Buffer,
    ) -> Option<(u64, Result<Chunk<'s>>)> {
        let (seq, chunk) = match &self.access {
            Access::Stream(stream) => stream.next_chunk(size, buffer)?,
            Access::File {
                file,
                span,
                map,
                next,
            } => {
                let seq = next.fetch_add(1, Ordering::Relaxed);
                let part = span.division(seq, size)?;
                let chunk = match (map, self.boundary) {
                    (None, _) => chunk::read_lines(file, part, buffer),
                    (Some(map), ChunkBoundary::Lines) => {
                        Ok(chunk::cut_lines(map.bytes(), map.base, part))
                    }
                    (Some(map), ChunkBoundary::Whitespace) => {
                        Ok(chunk::cut_whitespace(map.bytes(), map.base, part))
                    }
                };
                (seq, chunk)
            }
        };
        Some((seq, chunk.map_err(|e| e.about(self.name.clone()))))
    }

    fn map(&self) -> Option<&Map> {
        match &self.access {
            Access::File { map, .. } => map.as_ref(),
            Access::Stream(_) => None,
        }
    }

    pub(crate) fn mapped_bytes(&self, offset: u64, len: usize) -> Option<&[u8]> {
        let map = self.map()?;
        let start = usize::try_from(offset - map.base).ok()?;
        map.bytes().get(start..start.checked_add(len)?)
    }

    /// Unmaps the share of thread `part` of `parts`, when the thread has no more chunks to do. The threads unmap faster in
    /// parallel than one thread does at the end.
    pub(crate) fn release_share(&self, part: usize, parts: usize) {
        if let Some(map) = self.map()
            && part < parts
            && parts > 1
        {
            map.release(part, parts);
        }
    }

    /// The number of the line that starts at `offset`, from 1. `None` if more than [`MAX_COUNTED_BYTES`] bytes are before the
    /// range of bytes that is read. Not called for a stream.
    ///
    /// `counted` is an offset, and the number of lines before it; (0, 0) at first. Errors are usually in the order of the file,
    /// so counting goes on there.
    pub(crate) fn line_number(&self, offset: u64, counted: &mut (u64, u64)) -> Result<Option<u64>> {
        let Access::File { file, span, .. } = &self.access else {
            return Ok(Some(1));
        };
        if span.start - span.origin > MAX_COUNTED_BYTES {
            return Ok(None);
        }
        let (from, lines) = match *counted {
            (end, lines) if (span.origin..=offset).contains(&end) => (end, lines),
            _ => (span.origin, 0),
        };
        let more = chunk::count_newlines_in(file, from..offset);
        let lines = lines + more.map_err(|e| Error::from(e).about(self.name.clone()))?;
        *counted = (offset, lines);
        Ok(Some(lines + 1))
    }

    /// Checks after the last chunk that no other process changed the file.
    pub(crate) fn check_unchanged(&self) -> Result<()> {
        let is_damaged = self.map().is_some_and(|map| map.watch.is_damaged());
        let opened = self.opened.as_ref();
        opened.map_or(Ok(()), |opened| opened.check_unchanged(is_damaged))
    }
}

/// The compression format that the bytes of a regular file from `start` on show, if this build can decode it.
fn compression(file: &File, start: u64) -> io::Result<Option<Compression>> {
    let mut head = [0; START_BYTES];
    let filled = read_full_at(file, &mut head, start)?;
    let found = Compression::from_first_bytes(&head[..filled]);
    Ok(found.filter(|_| cfg!(feature = "compressed")))
}
