//! Reads the text of a reader: decompressed, if its first bytes show that it is compressed.

#[cfg(feature = "compressed")]
use crate::compress::{Compression, decode::Decoder};
use crate::compress::{PackedInput, Wait};
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

    /// Reads some text; 0 bytes at the end. `None` if no text is available yet and `wait` is [`Wait::Never`].
    pub(super) fn read(&mut self, into: &mut [u8], wait: Wait) -> Result<Option<usize>> {
        match self {
            Self::Plain(reader) => {
                // Without a decoder one read is enough, so `wait` is not used.
                let _ = wait;
                Ok(Some(reader.read(into)?))
            }
            #[cfg(feature = "compressed")]
            Self::Packed(decoder) => decoder.read(into, wait),
            #[cfg(feature = "compressed")]
            Self::Unseen(reader, packed) => match reader.take() {
                Some(reader) => {
                    let packed = Arc::clone(packed);
                    self.read_first(reader, packed, into)
                }
                None => Ok(Some(0)),
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
            None if head.is_empty() => packed.named,
            found => found,
        };
        let Some(compression) = compression else {
            *self = Self::Plain(reader);
            return Ok(Some(filled));
        };
        let _ = packed.compression.set(compression);
        *self = Self::Packed(Decoder::new(compression, head, reader, packed)?);
        self.read(into, Wait::UntilReady)
    }

    /// Whether to read again at once. Always true for a decoder: it may have text that it has not returned yet.
    pub(super) fn is_ready(&self) -> bool {
        match self {
            Self::Plain(reader) => reader.is_ready(),
            #[cfg(feature = "compressed")]
            Self::Packed(_) | Self::Unseen(..) => true,
        }
    }
}
