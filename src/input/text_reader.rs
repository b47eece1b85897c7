//! Reads the text of a reader: decompressed, if its first bytes show that it is compressed.

use crate::compress::PackedInput;
#[cfg(feature = "compressed")]
use crate::compress::{Compression, decode::Decoder};
use crate::error::Result;
use crate::platform::StreamReader;
use std::io::Read as _;
use std::sync::Arc;

pub(super) enum TextReader<'r> {
    Plain(StreamReader<'r>),
    /// Nothing was read yet, so the data may be compressed.
    #[cfg(feature = "compressed")]
    Unseen(Option<StreamReader<'r>>, Arc<PackedInput>),
    #[cfg(feature = "compressed")]
    Packed(Decoder<'r>),
}

impl<'r> TextReader<'r> {
    /// The text of `reader`. When its compression is known, it is stored in `packed`.
    #[cfg(feature = "compressed")]
    pub(super) fn new(reader: StreamReader<'r>, packed: &Arc<PackedInput>) -> Self {
        Self::Unseen(Some(reader), Arc::clone(packed))
    }

    #[cfg(not(feature = "compressed"))]
    pub(super) fn new(reader: StreamReader<'r>, _: &Arc<PackedInput>) -> Self {
        Self::Plain(reader)
    }

    pub(super) fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        match self {
            Self::Plain(reader) => Ok(reader.read(into)?),
            #[cfg(feature = "compressed")]
            Self::Packed(decoder) => decoder.read(into),
            #[cfg(feature = "compressed")]
            Self::Unseen(reader, packed) => match reader.take() {
                Some(reader) => {
                    let packed = Arc::clone(packed);
                    self.read_first(reader, packed, into)
                }
                None => Ok(0),
            },
        }
    }

    /// The first read. Its bytes show whether the data is compressed. They are read into the usual buffer, so plain text is
    /// not copied again.
    #[cfg(feature = "compressed")]
    fn read_first(
        &mut self,
        mut reader: StreamReader<'r>,
        packed: Arc<PackedInput>,
        into: &mut [u8],
    ) -> Result<usize> {
        let mut filled = 0;
        while Compression::needs_more_bytes(&into[..filled]) {
            match reader.read(&mut into[filled..])? {
                0 => break,
                got => filled += got,
            }
        }
        let head = &into[..filled];
        let compression = match Compression::from_first_bytes(head) {
            None if head.is_empty() => packed.named,
            found => found,
        };
        let Some(compression) = compression else {
            *self = Self::Plain(reader);
            return Ok(filled);
        };
        let _ = packed.compression.set(compression);
        *self = Self::Packed(Decoder::new(compression, head, reader, packed)?);
        self.read(into)
    }

    /// Whether to read again at once. Always true for compressed data, so their chunks are full.
    pub(super) fn is_ready(&self) -> bool {
        match self {
            Self::Plain(reader) => reader.is_ready(),
            #[cfg(feature = "compressed")]
            Self::Packed(_) | Self::Unseen(..) => true,
        }
    }
}
