//! Compressed text, decompressed.
//!
//! Owns the two decoders and the words for data that is cut or corrupt. It starts no thread: as
//! with every stream, whoever asks for a chunk reads it, under the lock, while the others work on
//! theirs. With two threads or more, then, one of them always decompresses, beside the rest, and
//! its text is still in its core's cache when it is parsed. Invariant: memory is bounded, whatever
//! the data claims to be; text is handed out as it comes, a chunk at a time.

use crate::compress::Compression;
use crate::error::{Error, ErrorKind, Result};
use crate::input::stream::Reader;
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How far back zstd data may refer, as a power of two: what its decoder must keep. As much as
/// `zstd` itself takes unless it is told otherwise.
const WINDOW_LOG: u32 = 27;

/// Compressed bytes read at once.
const PIECE: usize = 128 << 10;

pub(crate) struct Decoder<'r> {
    compression: Compression,
    kind: Kind<'r>,
}

enum Kind<'r> {
    Gzip(Box<Members<'r>>),
    Zstd(Box<zstd::stream::read::Decoder<'static, Packed<'r>>>),
}

impl<'r> Decoder<'r> {
    /// Of `head` and what `reader` has behind it; `taken` will be how much of both was used.
    pub(crate) fn new(
        compression: Compression,
        head: &[u8],
        reader: Reader<'r>,
        taken: Arc<AtomicU64>,
    ) -> io::Result<Self> {
        let packed = Packed {
            reader,
            buffer: head.to_vec(),
            at: 0,
            filled: head.len(),
            taken,
            wait: true,
            failed: false,
        };
        let kind = match compression {
            Compression::Gzip => Kind::Gzip(Box::new(Members::new(packed))),
            Compression::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(packed)?;
                decoder.window_log_max(WINDOW_LOG)?;
                Kind::Zstd(Box::new(decoder))
            }
        };
        Ok(Self { compression, kind })
    }

    /// Reads some text; no bytes at the end. `None`: there is none unless somebody writes more, and
    /// one wasn't to `wait` for that.
    pub(crate) fn read(&mut self, into: &mut [u8], wait: bool) -> Result<Option<usize>> {
        let (result, failed) = match &mut self.kind {
            Kind::Gzip(members) => {
                members.one.get_mut().wait = wait;
                (members.read(into), members.one.get_ref().failed)
            }
            Kind::Zstd(decoder) => {
                decoder.get_mut().wait = wait;
                (decoder.read(into), decoder.get_ref().failed)
            }
        };
        match result {
            Ok(got) => Ok(Some(got)),
            Err(e) if failed => Err(e.into()),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(e) => Err(Error::new(ErrorKind::Compressed(self.words(&e)))),
        }
    }

    fn words(&self, error: &io::Error) -> String {
        let name = self.compression.name();
        if error.kind() == io::ErrorKind::UnexpectedEof {
            return format!("{name} data cut short");
        }
        let words = error.to_string();
        if words == BEHIND {
            return format!("{name} data with something else behind it");
        }
        if words.contains("too much memory") {
            return format!(
                "{name} data that needs more than {} MiB to decode; `zstd -dc --long=31` does it",
                1 << (WINDOW_LOG - 20)
            );
        }
        format!("corrupt {name} data ({words})")
    }
}

/// The text of `reader`, of which `head` was read already.
///
/// Errors: what the decoder needs can't be had.
pub fn text<'r>(
    compression: Compression,
    head: &[u8],
    reader: Box<dyn Read + Send + 'r>,
) -> io::Result<impl Read + Send + use<'r>> {
    let taken = Arc::default();
    Decoder::new(compression, head, Reader::Any(reader), taken).map(Text)
}

/// A decoder as any other reader; what it says of the data is within its errors.
struct Text<'r>(Decoder<'r>);

impl Read for Text<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        // Only who doesn't wait gets `None`.
        let got = self.0.read(into, true).map_err(io::Error::other)?;
        Ok(got.unwrap_or(0))
    }
}

/// The members of gzip data, one behind the other. flate2's own decoder of several would take whatever is behind the last
/// for one more, cut short or corrupt.
struct Members<'r> {
    one: GzDecoder<Packed<'r>>,
    /// All of it was read, and of what is behind it nothing but zeros.
    ended: bool,
}

/// The error that something else behind the last member is.
const BEHIND: &str = "not a member";

impl<'r> Members<'r> {
    fn new(packed: Packed<'r>) -> Self {
        let one = GzDecoder::new(packed);
        Self { one, ended: false }
    }

    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.ended {
                match self.one.read(into)? {
                    0 if !into.is_empty() => self.ended = true,
                    got => return Ok(got),
                }
            }
            // Tapes and disks are written in blocks: zeros fill the last one, and gzip passes over them, too.
            let packed = self.one.get_mut();
            let behind = packed.fill_buf()?;
            let zeros = behind.iter().take_while(|&&c| c == 0).count();
            match behind.get(zeros) {
                None if zeros == 0 => return Ok(0),
                None => packed.consume(zeros),
                Some(0x1f) => {
                    packed.consume(zeros);
                    // The decoder keeps its memory, and the place where it reads.
                    let packed = std::mem::replace(packed, Packed::empty());
                    self.one.reset(packed);
                    self.ended = false;
                }
                Some(_) => return Err(io::Error::other(BEHIND)),
            }
        }
    }
}

/// The compressed bytes.
struct Packed<'r> {
    reader: Reader<'r>,
    /// `buffer[at..filled]` was read and not used yet.
    buffer: Vec<u8>,
    at: usize,
    filled: usize,
    /// How many were used.
    taken: Arc<AtomicU64>,
    /// Whether to wait for bytes that aren't there yet.
    wait: bool,
    /// Whether it was the reading that failed.
    failed: bool,
}

impl Packed<'_> {
    /// None at all.
    fn empty() -> Self {
        Self {
            reader: Reader::Any(Box::new(io::empty())),
            buffer: Vec::new(),
            at: 0,
            filled: 0,
            taken: Arc::default(),
            wait: true,
            failed: false,
        }
    }
}

impl BufRead for Packed<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.filled {
            if !self.wait && !self.reader.ready() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            if self.buffer.len() < PIECE {
                self.buffer.resize(PIECE, 0);
            }
            (self.at, self.filled) = (0, 0);
            match self.reader.read(&mut self.buffer) {
                Ok(got) => self.filled = got,
                Err(e) => {
                    self.failed = true;
                    return Err(e);
                }
            }
        }
        Ok(&self.buffer[self.at..self.filled])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
        self.taken.fetch_add(amount as u64, Ordering::Relaxed);
    }
}

impl Read for Packed<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let got = self.fill_buf()?.read(into)?;
        self.consume(got);
        Ok(got)
    }
}
