//! Opens an input and gives chunks of whole lines to the workers.
//!
//! The kind of the input decides how it is read. The chunks, in the order of their numbers, are the lines of the input.

use super::chunk::{self, Buffer, Chunk, ChunkBoundary, Span};
use super::mmap::Map;
use super::open_file::OpenFile;
use super::stream::Stream;
use super::{Input, ReadMode};
use crate::compress::{Compression, PackedInput};
use crate::error::{Error, ErrorKind, Result};
use crate::platform::{FileIdentity, StreamReader};
use std::fs::{File, Metadata};
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

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
        /// The number of lines before the span, after they were counted.
        lines_before: OnceLock<u64>,
    },
    Stream(Stream<'r>),
}

impl Access<'_> {
    fn of_file(opened: &OpenFile, span: Span, map: Option<Map>) -> Self {
        Access::File {
            file: Arc::clone(&opened.file),
            span,
            map,
            next: AtomicU64::new(0),
            lines_before: OnceLock::new(),
        }
    }
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
        let range = match &input {
            Input::PathRange(_, range) | Input::Opened(_, Some(range)) => Some(range.clone()),
            _ => None,
        };
        let of = |opened, access| Self {
            access,
            opened,
            name: name.clone(),
            boundary,
        };
        if let Input::Reader(reader, _) = input {
            let stream = Stream::new(
                StreamReader::Any(reader, true),
                boundary,
                PackedInput::default(),
            );
            return Ok(of(None, Access::Stream(stream)));
        }
        let opened = input.open_file()?;
        if output.is_some() && opened.identity() == output {
            return Err(Error::new(ErrorKind::OutputIsInput).about(name));
        }
        let access = match range {
            Some(range) => Self::open_range(&opened, read_mode, boundary, range),
            None => Self::open_whole(&opened, read_mode, boundary).map_err(Error::from),
        };
        let access = access.map_err(|e| e.about(name.clone()))?;
        Ok(of(Some(opened), access))
    }

    fn open_whole(
        opened: &OpenFile,
        read_mode: ReadMode,
        boundary: ChunkBoundary,
    ) -> io::Result<Access<'r>> {
        let size = opened.meta.as_ref().map_or(0, Metadata::len);
        let span = Span {
            origin: opened.start,
            start: opened.start,
            end: size,
            file_end: size,
        };
        if span.start < span.end && compression(&opened.file, span.start)?.is_none() {
            // Mapped from byte 0, so that an offset in the file is an index.
            let map = Map::open(&opened.file, read_mode, 0..span.end);
            if map.is_some() || boundary == ChunkBoundary::Lines {
                return Ok(Access::of_file(opened, span, map));
            }
        }
        let packed = PackedInput {
            // An input whose name ends in .gz or .zst must not be empty.
            #[cfg(feature = "compressed")]
            named: opened.named,
            ..PackedInput::default()
        };
        Ok(Access::Stream(Stream::new(
            opened.reader()?,
            boundary,
            packed,
        )))
    }

    fn open_range(
        opened: &OpenFile,
        read_mode: ReadMode,
        boundary: ChunkBoundary,
        range: Range<u64>,
    ) -> Result<Access<'r>> {
        let refuse = |what: String| Err(Error::argument(what));
        if boundary != ChunkBoundary::Lines {
            return refuse("a byte range requires one record on each line; in this problem line ends do not separate records".to_owned());
        }
        if range.start > range.end {
            let Range { start, end } = range;
            return refuse(format!("the range {start}..{end} ends before it starts"));
        }
        let Some(meta) = &opened.meta else {
            return refuse("a byte range requires a regular file".to_owned());
        };
        if let Some(compression) = compression(&opened.file, 0)? {
            let name = compression.name();
            return refuse(format!(
                "a byte range requires uncompressed text; this is {name} data"
            ));
        }
        let size = meta.len();
        let span = Span {
            origin: 0,
            start: range.start.min(size),
            end: range.end.min(size),
            file_end: size,
        };
        let map = match span.len() {
            0 => None,
            _ => Map::open(&opened.file, read_mode, span.bytes()),
        };
        Ok(Access::of_file(opened, span, map))
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
            Access::Stream(stream) => stream.compression().map(|_| stream.used()),
        }
    }

    /// Makes the chunks of a stream full, even if the reader must wait for more input.
    pub(crate) fn fill_chunks(&mut self) {
        if let Access::Stream(stream) = &mut self.access {
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
        let name = |e: Error| e.about(self.name.clone());
        match &self.access {
            Access::Stream(stream) => stream
                .next_chunk(size, buffer)
                .map(|(seq, chunk)| (seq, chunk.map_err(name))),
            Access::File {
                file,
                span,
                map,
                next,
                ..
            } => {
                let seq = next.fetch_add(1, Ordering::Relaxed);
                let division = span.division(seq, size)?;
                let chunk = match map {
                    Some(map) => Ok(match self.boundary {
                        ChunkBoundary::Lines => chunk::cut_lines(map.bytes(), map.base, division),
                        ChunkBoundary::Whitespace => chunk::cut_whitespace(map.bytes(), division),
                    }),
                    None => chunk::read_lines(file, division, buffer),
                };
                Some((seq, chunk.map_err(name)))
            }
        }
    }

    pub(crate) fn mapped_bytes(&self, offset: u64, len: usize) -> Option<&[u8]> {
        match &self.access {
            Access::File { map: Some(map), .. } => {
                let start = usize::try_from(offset - map.base).ok()?;
                map.bytes().get(start..start.checked_add(len)?)
            }
            _ => None,
        }
    }

    /// Unmaps the share of thread `part` of `parts`, when the thread has no more chunks to do. The threads unmap faster in
    /// parallel than one thread does at the end.
    pub(crate) fn release_share(&self, part: usize, parts: usize) {
        if let Access::File { map: Some(map), .. } = &self.access
            && part < parts
            && parts > 1
        {
            map.release(part, parts);
        }
    }

    /// The number of the line that starts at `offset`, from 1. `None` if more than [`MAX_COUNTED_BYTES`] bytes are before the
    /// range of bytes that is read. Not called for a stream.
    pub(crate) fn line_number(&self, offset: u64) -> Result<Option<u64>> {
        let Access::File {
            file,
            span,
            map,
            lines_before,
            ..
        } = &self.access
        else {
            return Ok(Some(1));
        };
        if span.start - span.origin > MAX_COUNTED_BYTES {
            return Ok(None);
        }
        let count = |bytes| {
            let lines = chunk::count_newlines_in(file, bytes);
            lines.map_err(|e| Error::from(e).about(self.name.clone()))
        };
        let before = match lines_before.get() {
            Some(&lines) => lines,
            None => {
                let lines = count(span.origin..span.start)?;
                *lines_before.get_or_init(|| lines)
            }
        };
        let in_span = match map {
            Some(map) => {
                let index = |offset: u64| (offset - map.base) as usize;
                chunk::count_newlines(&map.bytes()[index(span.start)..index(offset)])
            }
            None => count(span.start..offset)?,
        };
        Ok(Some(before + in_span + 1))
    }

    /// Checks after the last chunk that no other process changed the file.
    pub(crate) fn check_unchanged(&self) -> Result<()> {
        let Some(opened) = &self.opened else {
            return Ok(());
        };
        let is_damaged = match &self.access {
            Access::File { map: Some(map), .. } => map.is_damaged(),
            _ => false,
        };
        opened.check_unchanged(is_damaged)
    }
}

/// The compression format that the bytes of a regular file from `start` on show.
#[cfg(feature = "compressed")]
fn compression(file: &File, start: u64) -> io::Result<Option<Compression>> {
    let mut head = [0; crate::compress::START_BYTES];
    let filled = crate::platform::read_full_at(file, &mut head, start)?;
    Ok(Compression::from_first_bytes(&head[..filled]))
}

#[cfg(not(feature = "compressed"))]
fn compression(_: &File, _: u64) -> io::Result<Option<Compression>> {
    Ok(None)
}
