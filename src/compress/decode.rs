//! Decodes gzip and zstd, and writes the error messages for data that is cut short or corrupt.
//!
//! In: a source of compressed bytes. Out: text, a chunk at a time, in bounded memory, whatever size the data claims. No thread
//! is started: the worker that asks for a chunk decodes it, under the lock of the stream, while the other workers work on
//! their chunks. The text is still in the cache of that core when it is parsed.

use super::{Compression, PackedInput, Wait};
use crate::error::{Error, ErrorKind, Result};
use crate::platform::StreamReader;
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// zstd data may refer to at most `2^WINDOW_LOG` bytes of earlier text. This bounds the memory of the decoder. The program
/// `zstd` has the same default.
const WINDOW_LOG: u32 = 27;

const READ_BYTES: usize = 128 << 10;

pub(crate) struct Decoder<'r> {
    compression: Compression,
    members: Members<'r>,
}

enum Members<'r> {
    Gzip(Box<GzipMembers<'r>>),
    Zstd(Box<zstd::stream::read::Decoder<'static, Packed<'r>>>),
}

impl<'r> Decoder<'r> {
    /// A decoder of `head` and then the bytes of `reader`. It counts in `input` the bytes that it used.
    pub(crate) fn new(
        compression: Compression,
        head: &[u8],
        reader: StreamReader<'r>,
        input: Arc<PackedInput>,
    ) -> io::Result<Self> {
        let packed = Packed::new(head, reader, input);
        let members = match compression {
            Compression::Gzip => Members::Gzip(Box::new(GzipMembers {
                one: GzDecoder::new(packed),
                is_between: false,
            })),
            Compression::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(packed)?;
                decoder.window_log_max(WINDOW_LOG)?;
                Members::Zstd(Box::new(decoder))
            }
        };
        Ok(Self {
            compression,
            members,
        })
    }

    /// Reads some text; 0 bytes at the end. `None` if no text is available yet and `wait` is [`Wait::Never`].
    pub(crate) fn read(&mut self, into: &mut [u8], wait: Wait) -> Result<Option<usize>> {
        let (result, failed) = match &mut self.members {
            Members::Gzip(members) => {
                members.one.get_mut().wait = wait;
                (members.read(into), members.one.get_ref().failed)
            }
            Members::Zstd(decoder) => {
                decoder.get_mut().wait = wait;
                (decoder.read(into), decoder.get_ref().failed)
            }
        };
        match result {
            Ok(got) => Ok(Some(got)),
            Err(e) if failed => Err(e.into()),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(e) => Err(Error::new(ErrorKind::Compressed(self.message(&e)))),
        }
    }

    fn message(&self, error: &io::Error) -> String {
        let name = self.compression.name();
        match error.to_string() {
            _ if error.kind() == io::ErrorKind::UnexpectedEof => format!("{name} data cut short"),
            message if message.starts_with("other bytes") => message,
            message if message.contains("too much memory") => format!(
                "{name} data that needs more than {} MiB to decode; decompress it with `zstd -dc --long=31`",
                1 << (WINDOW_LOG - 20)
            ),
            message => format!("corrupt {name} data ({message})"),
        }
    }
}

/// The members of gzip data, one after the other. flate2's own decoder of several members would report any bytes after the
/// last member as another member that is cut short or corrupt.
struct GzipMembers<'r> {
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
                    let empty = StreamReader::Any(Box::new(io::empty()), true);
                    let empty = Packed::new(&[], empty, Arc::default());
                    let packed = std::mem::replace(packed, empty);
                    self.one.reset(packed);
                    self.is_between = false;
                }
                Some(_) => {
                    let end = packed.input.used.load(Ordering::Relaxed) + zeros as u64;
                    let message = format!("other bytes after the gzip data, from byte {end} on");
                    return Err(io::Error::other(message));
                }
            }
        }
    }
}

struct Packed<'r> {
    reader: BufReader<Chain<Cursor<Vec<u8>>, StreamReader<'r>>>,
    input: Arc<PackedInput>,
    /// Whether to wait for bytes that are not available yet.
    wait: Wait,
    /// Whether the source failed, not the decoder.
    failed: bool,
}

impl<'r> Packed<'r> {
    fn new(head: &[u8], reader: StreamReader<'r>, input: Arc<PackedInput>) -> Self {
        let bytes = Cursor::new(head.to_vec()).chain(reader);
        Self {
            reader: BufReader::with_capacity(READ_BYTES, bytes),
            input,
            wait: Wait::UntilReady,
            failed: false,
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
        self.failed |= bytes.is_err();
        bytes
    }

    fn consume(&mut self, amount: usize) {
        self.reader.consume(amount);
        self.input.used.fetch_add(amount as u64, Ordering::Relaxed);
    }
}

impl Read for Packed<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let got = self.fill_buf()?.read(into)?;
        self.consume(got);
        Ok(got)
    }
}
