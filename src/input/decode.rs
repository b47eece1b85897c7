//! Reads the text of a reader: decompressed, if its first bytes show that it is compressed. Writes the error messages for data
//! that is cut short or corrupt.
//!
//! Memory is bounded, whatever size the data claims. No thread is started: the worker that asks for a chunk decodes it, under the
//! lock of the stream, while the other workers work on their chunks. The text is still in the cache of that core when it is
//! parsed.

use super::{InputReader, Wait};
use crate::compress::Compression;
use crate::error::{Error, ErrorKind, Result};
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

/// zstd data may refer to at most `2^WINDOW_LOG` bytes of earlier text. This bounds the memory of the decoder. The program
/// `zstd` has the same default.
const WINDOW_LOG: u32 = 27;

const READ_BYTES: usize = 128 << 10;

pub(super) enum TextReader<'r> {
    /// Nothing was read yet, so the data may be compressed. If the suffix of its name shows a compression, empty data is an error.
    Unseen(Option<InputReader<'r>>, Option<Compression>),
    Plain(InputReader<'r>),
    Gzip(Box<GzipMembers<'r>>),
    Zstd(Box<zstd::stream::read::Decoder<'static, Packed<'r>>>),
}

impl<'r> TextReader<'r> {
    pub(super) fn new(reader: InputReader<'r>, named: Option<Compression>) -> Self {
        Self::Unseen(Some(reader), named)
    }

    /// Reads some text; 0 bytes at the end. `None` if no text is available yet and `wait` is [`Wait::Never`].
    pub(super) fn read(&mut self, into: &mut [u8], wait: Wait) -> Result<Option<usize>> {
        let (compression, result) = match self {
            Self::Unseen(reader, named) => match (reader.take(), *named) {
                (Some(reader), named) => return self.read_first(reader, named, into),
                (None, _) => return Ok(Some(0)),
            },
            // Without a decoder one read is enough, so `wait` is not used.
            Self::Plain(reader) => return Ok(Some(reader.read(into)?)),
            Self::Gzip(members) => {
                members.one.get_mut().wait = wait;
                (Compression::Gzip, members.read(into))
            }
            Self::Zstd(decoder) => {
                decoder.get_mut().wait = wait;
                (Compression::Zstd, decoder.read(into))
            }
        };
        match result {
            Ok(got) => Ok(Some(got)),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => Ok(None),
            // An `Error` is a failure of the reader, not of the decoder.
            Err(e) => Err(e
                .downcast()
                .unwrap_or_else(|e| Error::new(ErrorKind::Compressed(message(compression, &e))))),
        }
    }

    /// The first read. Its bytes show whether the data is compressed. They are read into the usual buffer, so plain text is
    /// not copied again.
    fn read_first(
        &mut self,
        mut reader: InputReader<'r>,
        named: Option<Compression>,
        into: &mut [u8],
    ) -> Result<Option<usize>> {
        let mut filled = 0;
        while Compression::needs_more_bytes(&into[..filled]) {
            match reader.read(&mut into[filled..])? {
                0 => break,
                got => filled += got,
            }
        }
        let head = &into[..filled];
        let compression = match Compression::from_first_bytes(head) {
            None if head.is_empty() => named,
            found => found,
        };
        let Some(compression) = compression else {
            *self = Self::Plain(reader);
            return Ok(Some(filled));
        };
        let packed = Packed::new(head, reader);
        *self = match compression {
            Compression::Gzip => Self::Gzip(Box::new(GzipMembers {
                one: GzDecoder::new(packed),
                is_between: false,
            })),
            Compression::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(packed)?;
                decoder.window_log_max(WINDOW_LOG)?;
                Self::Zstd(Box::new(decoder))
            }
        };
        self.read(into, Wait::UntilReady)
    }

    /// Whether to read again at once. Always true for a decoder: it may have text that it has not returned yet.
    pub(super) fn is_ready(&self) -> bool {
        match self {
            Self::Plain(reader) => reader.is_ready(),
            _ => true,
        }
    }

    /// The format of compressed data, and how many of its bytes are decoded.
    pub(super) fn packed(&self) -> Option<(Compression, u64)> {
        match self {
            Self::Gzip(members) => Some((Compression::Gzip, members.one.get_ref().used)),
            Self::Zstd(decoder) => Some((Compression::Zstd, decoder.get_ref().used)),
            Self::Unseen(..) | Self::Plain(_) => None,
        }
    }
}

fn message(compression: Compression, error: &io::Error) -> String {
    let name = compression.name();
    match error.to_string() {
        _ if error.kind() == io::ErrorKind::UnexpectedEof => format!("{name} data cut short"),
        message if message.contains("too much memory") => format!(
            "{name} data that needs more than {} MiB to decode; decompress it with `zstd -dc --long=31`",
            1 << (WINDOW_LOG - 20)
        ),
        message => format!("corrupt {name} data ({message})"),
    }
}

/// The members of gzip data, one after the other. flate2's own decoder of several members would report any bytes after the
/// last member as another member that is cut short or corrupt.
pub(super) struct GzipMembers<'r> {
    one: GzDecoder<Packed<'r>>,
    is_between: bool,
}

impl GzipMembers<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_between {
                match self.one.read(into)? {
                    0 if !into.is_empty() => self.is_between = true,
                    got => return Ok(got),
                }
            }
            // Tapes and disks are written in whole blocks, which are filled up with zeros. gzip skips these zeros.
            let packed = self.one.get_mut();
            let rest = packed.fill_buf()?;
            let zeros = rest.iter().take_while(|&&c| c == 0).count();
            match rest.get(zeros) {
                None if zeros == 0 => return Ok(0),
                None => packed.consume(zeros),
                Some(0x1f) => {
                    packed.consume(zeros);
                    // `reset` keeps the memory of the decoder, and `packed` keeps its position in the data.
                    let empty = Packed::new(&[], InputReader::of_reader(Box::new(io::empty())));
                    let packed = std::mem::replace(packed, empty);
                    self.one.reset(packed);
                    self.is_between = false;
                }
                Some(_) => {
                    let end = packed.used + zeros as u64;
                    let message = format!("other bytes after the gzip data, from byte {end} on");
                    return Err(io::Error::other(Error::new(ErrorKind::Compressed(message))));
                }
            }
        }
    }
}

pub(super) struct Packed<'r> {
    reader: BufReader<Chain<Cursor<Vec<u8>>, InputReader<'r>>>,
    used: u64,
    /// Whether to wait for bytes that are not available yet.
    wait: Wait,
}

impl<'r> Packed<'r> {
    fn new(head: &[u8], reader: InputReader<'r>) -> Self {
        let bytes = Cursor::new(head.to_vec()).chain(reader);
        Self {
            reader: BufReader::with_capacity(READ_BYTES, bytes),
            used: 0,
            wait: Wait::UntilReady,
        }
    }
}

impl BufRead for Packed<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let (_, reader) = self.reader.get_ref().get_ref();
        if self.reader.buffer().is_empty() && self.wait == Wait::Never && !reader.is_ready() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let bytes = self.reader.fill_buf();
        bytes.map_err(|e| io::Error::other(Error::from(e)))
    }

    fn consume(&mut self, amount: usize) {
        self.reader.consume(amount);
        self.used += amount as u64;
    }
}

impl Read for Packed<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let got = self.fill_buf()?.read(into)?;
        self.consume(got);
        Ok(got)
    }
}
