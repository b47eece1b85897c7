//! Compresses text for compressed outputs.
//!
//! An [`OutputEncoder`] has the encoder of one worker. The encoder is created when it is first needed.

use super::Output;
#[cfg(feature = "compressed")]
use crate::compress::encode::Encoder;
use crate::error::Result;

/// Encodes texts for outputs of one compression format. Each worker has its own.
#[derive(Debug, Default)]
pub(crate) struct OutputEncoder {
    #[cfg(feature = "compressed")]
    encoder: Option<Encoder>,
}

impl OutputEncoder {
    /// `text` as it is written to `output`; `None` if it is not compressed.
    #[cfg(feature = "compressed")]
    pub(crate) fn encode(&mut self, output: &Output<'_>, text: &[u8]) -> Result<Option<Vec<u8>>> {
        let Some(compression) = output.compression() else {
            return Ok(None);
        };
        let encoder = match &mut self.encoder {
            Some(encoder) => encoder,
            none => none.insert(Encoder::new(compression)?),
        };
        Ok(Some(encoder.encode(text)?))
    }

    /// `text` as it is written to `output`; `None` if it is not compressed.
    #[cfg(not(feature = "compressed"))]
    pub(crate) fn encode(&mut self, _: &Output<'_>, _: &[u8]) -> Result<Option<Vec<u8>>> {
        Ok(None)
    }

    /// Writes `text` at `offset` of `output`; returns the number of bytes written. A compressed empty text has some
    /// bytes.
    pub(crate) fn write(&mut self, output: &Output<'_>, offset: u64, text: &[u8]) -> Result<u64> {
        let encoded = self.encode(output, text)?;
        let text = encoded.as_deref().unwrap_or(text);
        output.write_at(offset, text)?;
        Ok(text.len() as u64)
    }
}
