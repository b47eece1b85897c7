//! Decodes gzip and zstd, and writes the error messages for data that is cut short or corrupt.
//!
//! In: a source of compressed bytes. Out: text, a chunk at a time, in bounded memory, whatever size the data claims. No thread
//! is started: the worker that asks for a chunk decodes it, under the lock of the stream, while the other workers work on
//! their chunks. The text is still in the cache of that core when it is parsed.

use super::{Compression, PackedInput};
use crate::error::{Error, ErrorKind, Result};
use crate::platform::StreamReader;
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// zstd data may refer to at most `2^WINDOW_LOG` bytes of earlier text. This bounds the memory of the decoder. The program
/// `zstd` has the same default.
const WINDOW_LOG: u32 = 27;

const READ_BYTES: usize = 128 << 10;

pub(crate) struct Decoder<'r> {
    compression: Compression,
    text: Box<dyn Read + Send + 'r>,
}

impl<'r> Decoder<'r> {
    /// A decoder of `head` and then the bytes of `reader`. It counts in `input` the bytes that it used.
    pub(crate) fn new(
        compression: Compression,
        head: &[u8],
        reader: StreamReader<'r>,
        input: Arc<PackedInput>,
    ) -> io::Result<Self> {
        let bytes = Cursor::new(head.to_vec()).chain(reader);
        let reader = BufReader::with_capacity(READ_BYTES, bytes);
        let packed = Packed { reader, input };
        let text: Box<dyn Read + Send + 'r> = match compression {
            Compression::Gzip => Box::new(MultiGzDecoder::new(packed)),
            Compression::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(packed)?;
                decoder.window_log_max(WINDOW_LOG)?;
                Box::new(decoder)
            }
        };
        Ok(Self { compression, text })
    }

    pub(crate) fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        let name = self.compression.name();
        self.text.read(into).map_err(|e| match e.downcast() {
            Ok(error_of_source) => error_of_source,
            Err(e) => Error::new(ErrorKind::Compressed(message(name, &e))),
        })
    }
}

fn message(name: &str, error: &io::Error) -> String {
    match error.to_string() {
        _ if error.kind() == io::ErrorKind::UnexpectedEof => format!("{name} data cut short"),
        message if message.contains("too much memory") => format!(
            "{name} data that needs more than {} MiB to decode; decompress it with `zstd -dc --long=31`",
            1 << (WINDOW_LOG - 20)
        ),
        message => format!("corrupt {name} data ({message})"),
    }
}

struct Packed<'r> {
    reader: BufReader<Chain<Cursor<Vec<u8>>, StreamReader<'r>>>,
    input: Arc<PackedInput>,
}

impl BufRead for Packed<'_> {
    /// Errors are of this crate's type, so that they differ from those of the decoder.
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let bytes = self.reader.fill_buf();
        bytes.map_err(|e| io::Error::other(Error::from(e)))
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
