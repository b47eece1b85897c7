//! Where bytes come from: opens an input and hands out chunks of whole lines.
//!
//! Owns the choice of how to read, by what the input is. It refuses to know what a line holds.
//! Invariant: chunks, laid end to end in the order of their numbers, are the lines of the input.

use super::chunk::{self, Buffer, Chunk, Span};
use super::mmap::Map;
use super::stream::Stream;
#[cfg(feature = "compressed")]
use crate::compress::{Compression, START};
use crate::error::{Error, ErrorKind, Result, shown_path};
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// Something to read.
pub enum Input<'r> {
    /// A file, by its path.
    Path(PathBuf),
    /// Standard input, from where its offset stands.
    Stdin,
    /// Any reader, and what messages call it.
    Reader(Box<dyn Read + Send + 'r>, String),
}

impl Input<'_> {
    /// What messages call it.
    pub fn name(&self) -> String {
        match self {
            Input::Path(path) => shown_path(path),
            Input::Stdin => "<stdin>".to_owned(),
            Input::Reader(_, name) => name.clone(),
        }
    }
}

impl std::fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

/// How regular files are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Io {
    /// Mapped into memory: the fastest, for files that nobody writes to meanwhile.
    #[default]
    Mmap,
    /// Read into buffers: for files that others may be writing to.
    Read,
}

/// Where an input may be cut into chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// Behind a newline: chunks are whole lines.
    #[default]
    Lines,
    /// Also behind other whitespace ([`crate::grammar::is_space`]), where no newline comes for longer than a line may be.
    Whitespace,
}

/// Up to this many bytes a file is read rather than mapped: one system call costs less than a
/// mapping and its page faults.
const SMALL: u64 = 64 << 10;

/// An open input.
pub struct Source<'r> {
    kind: Kind<'r>,
    name: String,
    cut: Cut,
    /// Of a regular file.
    identity: Option<(u64, u64)>,
}

enum Kind<'r> {
    /// A regular file, cut at fixed places; `next` is the number of the chunk to be taken next.
    File {
        file: File,
        meta: Metadata,
        span: Span,
        map: Option<Map>,
        next: AtomicU64,
    },
    Stream(Stream<'r>),
}

impl<'r> Source<'r> {
    /// Opens `input`.
    pub fn open(input: Input<'r>, io: Io, cut: Cut) -> Result<Self> {
        let name = input.name();
        let stream = |stream| Source {
            kind: Kind::Stream(stream),
            name: name.clone(),
            cut,
            identity: None,
        };
        let fail = |e: io::Error| Error::from(e).of(name.clone());
        // By its name there is something in it, if only that it is empty.
        #[cfg(feature = "compressed")]
        let named = match &input {
            Input::Path(path) => Compression::of_name(path),
            _ => None,
        };
        let file = match input {
            Input::Reader(reader, _) => return Ok(stream(Stream::of_reader(reader, cut))),
            Input::Path(path) => File::open(path).map_err(fail)?,
            Input::Stdin => File::from(
                rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)
                    .map_err(|e| fail(e.into()))?,
            ),
        };
        let meta = file.metadata().map_err(fail)?;
        if meta.is_dir() {
            return Err(fail(rustix::io::Errno::ISDIR.into()));
        }
        let of_file = |file| {
            let stream = Stream::of_file(file, cut);
            #[cfg(feature = "compressed")]
            let stream = stream.named(named);
            stream
        };
        if !meta.is_file() {
            return Ok(stream(of_file(file)));
        }
        let identity = Some((meta.dev(), meta.ino()));
        let span = Span {
            start: (&file).stream_position().map_err(fail)?,
            end: meta.len(),
        };
        // Files under /proc say that they are empty.
        if span.start >= span.end {
            return Ok(Self {
                identity,
                ..stream(of_file(file))
            });
        }
        // If it can't be mapped (no address space, a strange file system), it can be read.
        let map = (io == Io::Mmap && span.len() > SMALL)
            .then(|| Map::new(&file, span.end))
            .and_then(io::Result::ok);
        #[cfg(feature = "compressed")]
        if is_compressed(&file, span, map.as_ref()).map_err(fail)? {
            // What is appended meanwhile is no part of it.
            let reader = Box::new(file.take(span.len()));
            return Ok(Self {
                identity,
                ..stream(Stream::of_reader(reader, cut))
            });
        }
        if map.is_none() && cut == Cut::Whitespace {
            return Ok(Self {
                identity,
                ..stream(of_file(file))
            });
        }
        Ok(Self {
            kind: Kind::File {
                file,
                meta,
                span,
                map,
                next: AtomicU64::new(0),
            },
            name,
            cut,
            identity,
        })
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many bytes are to be read, where that is known.
    pub fn size(&self) -> Option<u64> {
        match &self.kind {
            Kind::File { span, .. } => Some(span.len()),
            Kind::Stream(_) => None,
        }
    }

    /// How it is read, for reports: `mmap`, `read` or `stream`; or `gzip` or `zstd`, once its first
    /// bytes were read.
    pub fn way(&self) -> &'static str {
        match &self.kind {
            Kind::File { map: Some(_), .. } => "mmap",
            Kind::File { map: None, .. } => "read",
            Kind::Stream(stream) => match stream.compression() {
                Some(compression) => compression.name(),
                None => "stream",
            },
        }
    }

    /// How many bytes of a compressed input were used so far.
    pub fn compressed_bytes(&self) -> Option<u64> {
        match &self.kind {
            Kind::File { .. } => None,
            Kind::Stream(stream) => stream.compression().map(|_| stream.taken()),
        }
    }

    /// Nobody waits for the answers: chunks of a stream may be as large as asked for, also where
    /// that means to wait for more.
    pub fn fill_chunks(&mut self) {
        if let Kind::Stream(stream) = &mut self.kind {
            stream.fill_chunks();
        }
    }

    /// Device and inode, of a regular file.
    pub fn identity(&self) -> Option<(u64, u64)> {
        self.identity
    }

    /// Whether the lines before a chunk must be counted on the way, since they can't be read
    /// again.
    pub fn passes_once(&self) -> bool {
        matches!(self.kind, Kind::Stream(_))
    }

    /// Takes the next chunk of about `size` bytes; each is handed out once, to whichever thread
    /// asks. An error has the number of the chunk it stands for: all before it are good.
    pub fn next<'s>(
        &'s self,
        size: usize,
        buffer: &'s mut Buffer,
    ) -> Option<(u64, Result<Chunk<'s>>)> {
        let name = |e: Error| e.of(self.name.clone());
        match &self.kind {
            Kind::Stream(stream) => stream
                .next(size, buffer)
                .map(|(seq, chunk)| (seq, chunk.map_err(name))),
            Kind::File {
                file,
                span,
                map,
                next,
                ..
            } => {
                let seq = next.fetch_add(1, Ordering::Relaxed);
                let nominal = span.nominal(seq, size)?;
                let chunk = match map {
                    Some(map) => Ok(match self.cut {
                        Cut::Lines => chunk::cut(map.bytes(), *span, nominal),
                        Cut::Whitespace => chunk::cut_free(map.bytes(), *span, nominal),
                    }),
                    None => chunk::read(file, *span, nominal, buffer),
                };
                Some((seq, chunk.map_err(name)))
            }
        }
    }

    /// So many bytes at `offset` once more, where they are mapped.
    pub fn again(&self, offset: u64, len: usize) -> Option<&[u8]> {
        match &self.kind {
            Kind::File { map: Some(map), .. } => {
                let start = usize::try_from(offset).ok()?;
                map.bytes().get(start..start.checked_add(len)?)
            }
            _ => None,
        }
    }

    /// This thread, the `part`-th of `parts`, is done with all chunks. Each gives back a share of what was mapped, side by
    /// side: at the end one thread would do all of that alone.
    pub fn leave(&self, part: usize, parts: usize) {
        if let Kind::File { map: Some(map), .. } = &self.kind
            && part < parts
            && parts > 1
        {
            map.release(part, parts);
        }
    }

    /// How many lines start before `offset`, plus one: only for what doesn't pass once.
    pub fn line_of(&self, offset: u64) -> Result<u64> {
        let Kind::File {
            file, span, map, ..
        } = &self.kind
        else {
            return Ok(1);
        };
        if let Some(map) = map {
            let before = &map.bytes()[span.start as usize..offset as usize];
            return Ok(chunk::newlines(before) + 1);
        }
        let mut block = vec![0; 256 << 10];
        let (mut at, mut lines) = (span.start, 1);
        while at < offset {
            let want = usize::try_from(offset - at).map_or(block.len(), |n| n.min(block.len()));
            let got = match file.read_at(&mut block[..want], at) {
                Ok(0) => break,
                Ok(got) => got,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(Error::from(e).of(self.name.clone())),
            };
            lines += chunk::newlines(&block[..got]);
            at += got as u64;
        }
        Ok(lines)
    }

    /// All chunks are done with: is the file still the one that was opened? A file that only
    /// grew is: what was there at the start is what was read.
    pub fn finish(&self) -> Result<()> {
        let Kind::File {
            file,
            meta,
            span,
            map,
            ..
        } = &self.kind
        else {
            return Ok(());
        };
        let fail = |e: io::Error| Error::from(e).of(self.name.clone());
        // The next reader of a shared standard input goes on where this one stopped.
        let _ = (&*file).seek(SeekFrom::Start(span.end)).map_err(fail)?;
        if let Some(map) = map {
            let now = file.metadata().map_err(fail)?;
            let same_time = (now.mtime(), now.mtime_nsec()) == (meta.mtime(), meta.mtime_nsec());
            if map.damaged() || now.len() < meta.len() || (now.len() == meta.len() && !same_time) {
                return Err(
                    Error::new(ErrorKind::InputChanged { mapped: true }).of(self.name.clone())
                );
            }
        }
        Ok(())
    }
}

/// Whether a regular file begins as compressed data does.
#[cfg(feature = "compressed")]
fn is_compressed(file: &File, span: Span, map: Option<&Map>) -> io::Result<bool> {
    let mut start = [0; START];
    let mut filled = 0;
    if let Some(map) = map {
        let there = &map.bytes()[span.start as usize..];
        filled = there.len().min(START);
        start[..filled].copy_from_slice(&there[..filled]);
    }
    while Compression::is_unsure(&start[..filled]) {
        match file.read_at(&mut start[filled..], span.start + filled as u64) {
            Ok(0) => break,
            Ok(got) => filled += got,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(Compression::of_start(&start[..filled]).is_some())
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Source({}, {})", self.name, self.way())
    }
}
