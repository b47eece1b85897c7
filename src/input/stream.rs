//! What can only be read once, from front to back: pipes, terminals, any reader, compressed data.
//!
//! Owns the partial line between two reads, and the look at the first bytes. It refuses to read ahead: whoever asks for a chunk
//! reads it, under the lock, while the others work on theirs. Invariant: memory is bounded by
//! the chunk size and the longest line, whatever comes.

use super::Cut;
use super::chunk::{Buffer, Chunk};
use crate::compress::Compression;
#[cfg(feature = "compressed")]
use crate::compress::decode::Decoder;
use crate::error::{Error, Result};
use crate::grammar::{BOM, MAX_LINE, is_space};
use std::fs::File;
use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// As much of a line as is read where it doesn't end: more than a line may have, also when a byte
/// order mark before it and a carriage return behind it are taken off.
pub const LONGEST: usize = MAX_LINE + BOM.len() + 2;

/// A reader, and what was read of the line that isn't whole yet.
pub(super) struct Stream<'r> {
    inner: Mutex<Inner<'r>>,
    /// What the first bytes said, if they were those of compressed data.
    compression: Arc<OnceLock<Compression>>,
    /// How many bytes of compressed data were used.
    taken: Arc<AtomicU64>,
}

struct Inner<'r> {
    origin: Origin<'r>,
    #[cfg(feature = "compressed")]
    compression: Arc<OnceLock<Compression>>,
    #[cfg(feature = "compressed")]
    taken: Arc<AtomicU64>,
    /// By its name it is compressed, and so isn't empty.
    #[cfg(feature = "compressed")]
    named: Option<Compression>,
    /// Chunks are to be full, also if somebody has to wait for that.
    fill: bool,
    /// The start of a line whose end hasn't been read.
    carry: Vec<u8>,
    /// The offset of the first byte of `carry` in the input.
    offset: u64,
    /// The number of the next chunk.
    seq: u64,
    /// The rest of a line that was too long is still to be passed over.
    skipping: bool,
    /// Where chunks may be cut.
    cut: Cut,
    /// The next chunk begins within a line.
    within_line: bool,
    end: End,
}

enum End {
    NotYet,
    /// To be reported once, after the lines before it.
    Failed(Error),
    Reached,
}

/// Where text comes from.
enum Origin<'r> {
    /// Nothing was read yet: it may turn out to be compressed.
    #[cfg(feature = "compressed")]
    Unseen(Option<Reader<'r>>),
    Plain(Reader<'r>),
    #[cfg(feature = "compressed")]
    Packed(Decoder<'r>),
}

pub(crate) enum Reader<'r> {
    File(File),
    Any(Box<dyn Read + Send + 'r>),
}

impl Reader<'_> {
    pub(crate) fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let result = match self {
                Reader::File(file) => file.read(into),
                Reader::Any(reader) => reader.read(into),
            };
            match result {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => self.wait()?,
                other => return other,
            }
        }
    }

    /// A descriptor that somebody else made non-blocking.
    fn wait(&self) -> io::Result<()> {
        if let Reader::File(file) = self {
            let mut fds = [rustix::event::PollFd::new(
                file,
                rustix::event::PollFlags::IN,
            )];
            match rustix::event::poll(&mut fds, None) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(e) => return Err(e.into()),
            }
        } else {
            std::thread::yield_now();
        }
        Ok(())
    }

    /// Whether a read would return at once. Of an unknown reader nothing is known: it is read
    /// until a chunk is full.
    pub(crate) fn ready(&self) -> bool {
        let Reader::File(file) = self else {
            return true;
        };
        let mut fds = [rustix::event::PollFd::new(
            file,
            rustix::event::PollFlags::IN,
        )];
        let now = rustix::event::Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        rustix::event::poll(&mut fds, Some(&now)).is_ok_and(|n| n > 0)
    }
}

impl<'r> Stream<'r> {
    pub(super) fn of_file(file: File, cut: Cut) -> Self {
        // A larger pipe saves most of the switches between its two ends; refused, it still works.
        #[cfg(target_os = "linux")]
        let _ = rustix::pipe::fcntl_setpipe_size(&file, 1 << 20);
        Self::new(Reader::File(file), cut)
    }

    pub(super) fn of_reader(reader: Box<dyn Read + Send + 'r>, cut: Cut) -> Self {
        Self::new(Reader::Any(reader), cut)
    }

    fn new(reader: Reader<'r>, cut: Cut) -> Self {
        let compression = Arc::<OnceLock<Compression>>::default();
        let taken = Arc::<AtomicU64>::default();
        Self {
            inner: Mutex::new(Inner {
                #[cfg(feature = "compressed")]
                origin: Origin::Unseen(Some(reader)),
                #[cfg(not(feature = "compressed"))]
                origin: Origin::Plain(reader),
                #[cfg(feature = "compressed")]
                compression: Arc::clone(&compression),
                #[cfg(feature = "compressed")]
                taken: Arc::clone(&taken),
                #[cfg(feature = "compressed")]
                named: None,
                fill: false,
                carry: Vec::new(),
                offset: 0,
                seq: 0,
                skipping: false,
                cut,
                within_line: false,
                end: End::NotYet,
            }),
            compression,
            taken,
        }
    }

    /// What the name of the input says of it.
    #[cfg(feature = "compressed")]
    pub(super) fn named(mut self, compression: Option<Compression>) -> Self {
        self.change().named = compression;
        self
    }

    pub(super) fn fill_chunks(&mut self) {
        self.change().fill = true;
    }

    fn change(&mut self) -> &mut Inner<'r> {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn compression(&self) -> Option<Compression> {
        self.compression.get().copied()
    }

    pub(super) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Reads the next chunk: about `size` bytes, or less if the rest would have to be waited for.
    pub(super) fn next<'b>(
        &self,
        size: usize,
        buffer: &'b mut Buffer,
    ) -> Option<(u64, Result<Chunk<'b>>)> {
        // A reader that panicked holds nothing that would be wrong to look at.
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let seq = inner.seq;
        inner.seq += 1;
        let within_line = inner.within_line;
        let lines = match inner.end {
            End::NotYet => inner.next(size, buffer),
            _ => None,
        };
        let Some((bytes, end, offset)) = lines else {
            // An error is told once, behind the lines before it.
            return match std::mem::replace(&mut inner.end, End::Reached) {
                End::Failed(e) => Some((seq, Err(e))),
                _ => None,
            };
        };
        if within_line {
            let chunk = Chunk {
                text: &bytes[1..end],
                at: 0,
                offset,
            };
            return Some((seq, Ok(chunk)));
        }
        let mark = offset == 0 && bytes[1..end].starts_with(BOM);
        let skip = if mark { BOM.len() } else { 0 };
        bytes[skip] = b'\n';
        let chunk = Chunk {
            text: &bytes[skip..end],
            at: 1,
            offset: offset + skip as u64,
        };
        Some((seq, Ok(chunk)))
    }
}

impl<'r> Origin<'r> {
    /// Reads some text; `None`: there is none now, and one wasn't to `wait`.
    fn read(&mut self, into: &mut [u8], wait: bool) -> Result<Option<usize>> {
        match self {
            Origin::Plain(reader) => {
                let _ = wait;
                Ok(Some(reader.read(into)?))
            }
            #[cfg(feature = "compressed")]
            Origin::Packed(decoder) => decoder.read(into, wait),
            #[cfg(feature = "compressed")]
            Origin::Unseen(_) => Ok(Some(0)),
        }
    }

    /// Whether to read on at once. Text that is still packed may be there: its decoder is asked.
    fn ready(&self) -> bool {
        match self {
            Origin::Plain(reader) => reader.ready(),
            #[cfg(feature = "compressed")]
            Origin::Packed(_) | Origin::Unseen(_) => true,
        }
    }
}

#[cfg(feature = "compressed")]
impl<'r> Inner<'r> {
    /// The first read: tells by the first bytes whether what comes is compressed. They are where any
    /// other read would have put them, so that of plain text no byte is moved and no call is made
    /// that wouldn't have been.
    fn look(&mut self, reader: Option<Reader<'r>>, into: &mut [u8]) -> Result<Option<usize>> {
        let Some(mut reader) = reader else {
            return Ok(Some(0));
        };
        let mut filled = 0;
        while Compression::is_unsure(&into[..filled]) {
            match reader.read(&mut into[filled..])? {
                0 => break,
                got => filled += got,
            }
        }
        let head = &into[..filled];
        let is = match Compression::of_start(head) {
            None if head.is_empty() => self.named,
            is => is,
        };
        let Some(compression) = is else {
            self.origin = Origin::Plain(reader);
            return Ok(Some(filled));
        };
        let _ = self.compression.set(compression);
        let taken = Arc::clone(&self.taken);
        self.origin = Origin::Packed(Decoder::new(compression, head, reader, taken)?);
        self.origin.read(into, true)
    }
}

impl Inner<'_> {
    fn read(&mut self, into: &mut [u8], wait: bool) -> Result<Option<usize>> {
        #[cfg(feature = "compressed")]
        if let Origin::Unseen(reader) = &mut self.origin {
            let reader = reader.take();
            return self.look(reader, into);
        }
        self.origin.read(into, wait)
    }

    /// Fills a part of the buffer with lines, from its second byte on; returns it, where they end in it, and the
    /// offset of the first.
    fn next<'b>(
        &mut self,
        size: usize,
        buffer: &'b mut Buffer,
    ) -> Option<(&'b mut [u8], usize, u64)> {
        // Room for a partial line of any allowed length, and a chunk behind it. Pages of it that
        // are never written to cost nothing.
        let room = 1 + LONGEST + size;
        let bytes = buffer.room(room, 1 + self.carry.len(), 0);
        bytes[1..=self.carry.len()].copy_from_slice(&self.carry);
        let mut filled = 1 + self.carry.len();
        let mut last_newline = None;
        self.carry.clear();
        self.within_line = false;
        let end = loop {
            if last_newline.is_none()
                && filled > LONGEST
                && self.cut == Cut::Whitespace
                && let Some(i) = bytes[1..filled].iter().rposition(|&c| is_space(c))
            {
                let end = 1 + i + 1;
                self.carry.extend_from_slice(&bytes[end..filled]);
                self.within_line = true;
                break end;
            }
            if last_newline.is_none() && filled > LONGEST {
                // The first bytes are enough to refuse the line; no newline is among the rest.
                self.skipping = true;
                let offset = self.offset;
                self.offset += filled as u64 - 1;
                return Some((bytes, 1 + LONGEST, offset));
            }
            let wait = self.fill || last_newline.is_none();
            let got = match self.read(&mut bytes[filled..room], wait) {
                Ok(Some(0)) => {
                    self.end = End::Reached;
                    break filled;
                }
                Ok(got) => got,
                Err(e) => {
                    self.end = End::Failed(e);
                    // A line that was cut off by an error is nobody's line.
                    break last_newline.unwrap_or(1);
                }
            };
            let Some(got) = got else {
                let end = last_newline.unwrap_or(1);
                self.carry.extend_from_slice(&bytes[end..filled]);
                break end;
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
                && (filled > size || !(self.fill || self.origin.ready()))
            {
                self.carry.extend_from_slice(&bytes[end..filled]);
                break end;
            }
        };
        let offset = self.offset;
        self.offset += end as u64 - 1;
        (end > 1).then_some((bytes, end, offset))
    }
}
