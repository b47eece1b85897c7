//! Opens an input and gives chunks of whole lines to the workers.
//!
//! The kind of the input decides how it is read. The chunks, in the order of their numbers, are the lines of the input.

use super::chunk::{self, Buffer, Chunk, ChunkBoundary, Span};
use super::mmap::Map;
use super::stream::Stream;
use super::{Input, ReadMode};
use crate::compress::PackedInput;
#[cfg(feature = "compressed")]
use crate::compress::{Compression, START};
use crate::error::{Error, ErrorKind, Result};
use crate::platform::{FileIdentity, file_identity, open, read_at, regular_file, stdin_file};
use std::fs::{File, Metadata};
#[cfg(feature = "compressed")]
use std::io::Read as _;
use std::io::{self, Seek as _, SeekFrom};
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// At most this number of bytes before a byte range are read to count their lines, for an error that names a line.
const COUNTED: u64 = 4 << 30;

/// An open input.
pub(crate) struct Source<'r> {
    access: Access<'r>,
    name: String,
    boundary: ChunkBoundary,
}

enum Access<'r> {
    /// A regular file, which is cut at fixed places.
    File {
        file: File,
        meta: Metadata,
        span: Span,
        map: Option<Map>,
        /// The number of the next chunk.
        next: AtomicU64,
        /// The number of lines before the span, after they were counted.
        lines_before: OnceLock<u64>,
    },
    Stream(Stream<'r>),
}

impl Access<'_> {
    fn of_file(file: File, meta: Metadata, span: Span, map: Option<Map>) -> Self {
        Access::File {
            file,
            meta,
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
        let access = Self::open_access(input, read_mode, boundary, output);
        Ok(Self {
            access: access.map_err(|e| e.about(name.clone()))?,
            name,
            boundary,
        })
    }

    fn open_access(
        input: Input<'r>,
        read_mode: ReadMode,
        boundary: ChunkBoundary,
        output: Option<FileIdentity>,
    ) -> Result<Access<'r>> {
        let packed = PackedInput {
            // An input whose name ends in .gz or .zst must not be empty.
            #[cfg(feature = "compressed")]
            named: match &input {
                Input::Path(path) => Compression::from_path(path),
                _ => None,
            },
            ..PackedInput::default()
        };
        let (file, range) = match input {
            Input::Reader(reader, _) => {
                return Ok(Access::Stream(Stream::of_reader(reader, boundary)));
            }
            Input::Path(path) => (open(&path)?, None),
            Input::PathRange(path, range) => (open(&path)?, Some(range)),
            Input::Stdin => (stdin_file()?, None),
        };
        let meta = regular_file(&file)?;
        let identity = meta
            .as_ref()
            .and_then(|meta| file_identity(&file, meta).ok());
        if output.is_some() && identity == output {
            return Err(Error::new(ErrorKind::OutputIsInput));
        }
        let stream_of = |file| Access::Stream(Stream::of_file(file, boundary, packed));
        Ok(match (range, meta) {
            (Some(range), meta) => Self::open_range(file, meta, read_mode, range)?,
            (None, Some(meta)) => Self::open_regular(file, meta, read_mode, boundary, stream_of)?,
            (None, None) => stream_of(file),
        })
    }

    fn open_regular(
        file: File,
        meta: Metadata,
        read_mode: ReadMode,
        boundary: ChunkBoundary,
        stream_of: impl FnOnce(File) -> Access<'r>,
    ) -> io::Result<Access<'r>> {
        let origin = (&file).stream_position()?;
        let span = Span {
            origin,
            start: origin,
            end: meta.len(),
            file_end: meta.len(),
        };
        // Files under /proc have size 0.
        if span.start >= span.end {
            return Ok(stream_of(file));
        }
        // On Windows a read at an offset moves the file's own offset, from which a stream is read.
        let rewind = |mut file: &File| file.seek(SeekFrom::Start(origin));
        // From 0 on, so that an offset in the file is an index.
        let map = Map::open(&file, read_mode, 0..span.end);
        #[cfg(feature = "compressed")]
        if compression(&file, span.start)?.is_some() {
            rewind(&file)?;
            // Bytes that are appended later are not part of the input.
            let reader = Box::new(file.take(span.len()));
            return Ok(Access::Stream(Stream::of_reader(reader, boundary)));
        }
        if map.is_none() && boundary == ChunkBoundary::Whitespace {
            rewind(&file)?;
            return Ok(stream_of(file));
        }
        Ok(Access::of_file(file, meta, span, map))
    }

    /// Opens the lines that start in `range`.
    fn open_range(
        file: File,
        meta: Option<Metadata>,
        read_mode: ReadMode,
        range: Range<u64>,
    ) -> Result<Access<'r>> {
        let refuse = |what: String| Err(Error::argument(what));
        if range.start > range.end {
            let Range { start, end } = range;
            return refuse(format!("the range {start}..{end} ends before it starts"));
        }
        let not_regular = || refuse("a byte range requires a regular file".to_owned());
        let Some(meta) = meta else {
            return not_regular();
        };
        let size = meta.len();
        // Files under /proc have size 0.
        if size == 0 && read_at(&file, &mut [0], 0)? > 0 {
            return not_regular();
        }
        #[cfg(feature = "compressed")]
        if let Some(compression) = compression(&file, 0)? {
            let name = compression.name();
            return refuse(format!(
                "a byte range requires uncompressed text; this is {name} data"
            ));
        }
        let span = Span {
            origin: 0,
            start: range.start.min(size),
            end: range.end.min(size),
            file_end: size,
        };
        let map = match span.len() {
            0 => None,
            _ => Map::open(&file, read_mode, span.bytes()),
        };
        Ok(Access::of_file(file, meta, span, map))
    }

    /// The name of the input in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The number of bytes of the input, if it is known.
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

    /// The number of bytes of a compressed input that were used so far.
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

    /// The next chunk of about `size` bytes, and its number. Each chunk is returned once, to the thread that asks. An error
    /// takes the place of a chunk and has its number: all chunks before it are good.
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

    /// `len` bytes at `offset`, if the input is mapped.
    pub(crate) fn mapped_bytes(&self, offset: u64, len: usize) -> Option<&[u8]> {
        match &self.access {
            Access::File { map: Some(map), .. } => {
                let start = usize::try_from(offset - map.base).ok()?;
                map.bytes().get(start..start.checked_add(len)?)
            }
            _ => None,
        }
    }

    /// Unmaps the share of thread `part` of `parts`, which has no more chunks to do. Unmapping in parallel is faster than by
    /// one thread at the end.
    pub(crate) fn release_share(&self, part: usize, parts: usize) {
        if let Access::File { map: Some(map), .. } = &self.access
            && part < parts
            && parts > 1
        {
            map.release(part, parts);
        }
    }

    /// The number of the line that starts at `offset`, from 1. `None` if more than [`COUNTED`] bytes are before the range of
    /// bytes that is read. Not called for a stream.
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
        if span.start - span.origin > COUNTED {
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

    /// Checks after the last chunk that the file did not change. A file that only grew counts as unchanged, because the
    /// bytes that it had at the start were read.
    pub(crate) fn check_unchanged(&self) -> Result<()> {
        let Access::File {
            file,
            meta,
            span,
            map,
            ..
        } = &self.access
        else {
            return Ok(());
        };
        let fail = |e: io::Error| Error::from(e).about(self.name.clone());
        // The next program that reads a shared standard input continues after the bytes that were read here.
        let _ = (&*file).seek(SeekFrom::Start(span.end)).map_err(fail)?;
        let now = file.metadata().map_err(fail)?;
        let same_time = now.modified().ok() == meta.modified().ok();
        let changed = match map {
            Some(map) => map.is_damaged() || (now.len() == meta.len() && !same_time),
            None => false,
        };
        // A read while the file is cut short may return zeros in place of the last bytes.
        if changed || now.len() < meta.len() {
            let mapped = map.is_some();
            return Err(Error::new(ErrorKind::InputChanged { mapped }).about(self.name.clone()));
        }
        Ok(())
    }
}

/// The compression format that the bytes of a regular file from `start` on show.
#[cfg(feature = "compressed")]
fn compression(file: &File, start: u64) -> io::Result<Option<Compression>> {
    let mut head = [0; START];
    let filled = crate::platform::read_full_at(file, &mut head, start)?;
    Ok(Compression::from_first_bytes(&head[..filled]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the file is cut short after the last chunk, this is reported, and not a bad record that a read during the cut
    /// returned.
    #[test]
    fn a_cut_after_the_last_chunk_is_a_change() {
        for (io, mapped) in [(ReadMode::Read, false), (ReadMode::Mmap, true)] {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), "1 2\n".repeat(100_000)).unwrap();
            let boundary = ChunkBoundary::Lines;
            let source = Source::open(Input::path(file.path()), io, boundary, None).unwrap();
            source.check_unchanged().unwrap();
            let cut = file.as_file().set_len(4096);
            if cfg!(windows) && mapped {
                assert!(cut.is_err(), "Windows refuses to cut a mapped file");
                continue;
            }
            cut.unwrap();
            let error = source.check_unchanged().unwrap_err();
            assert!(
                matches!(error.kind(), ErrorKind::InputChanged { mapped: m } if *m == mapped),
                "{error}"
            );
        }
    }
}
