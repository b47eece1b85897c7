//! Compresses text for compressed outputs.

use super::Output;
#[cfg(feature = "compressed")]
use crate::compress::encode::Encoder;
use crate::error::Result;

#[derive(Debug, Default)]
pub(crate) struct OutputEncoder {
    #[cfg(feature = "compressed")]
    encoder: Encoder,
}

impl OutputEncoder {
    /// `text` as it is written to `output`; `None` if it is not compressed.
    #[cfg_attr(not(feature = "compressed"), allow(unused_variables))]
    pub(crate) fn encode(&mut self, output: &Output<'_>, text: &[u8]) -> Result<Option<Vec<u8>>> {
        #[cfg(feature = "compressed")]
        if let Some(compression) = output.compression() {
            return Ok(Some(self.encoder.encode(compression, text)?));
        }
        Ok(None)
    }

    /// Writes `text` at `offset` of `output`; returns the number of bytes written. Even an empty text takes some bytes if it is
    /// compressed.
    pub(crate) fn write(&mut self, output: &Output<'_>, offset: u64, text: &[u8]) -> Result<u64> {
        let encoded = self.encode(output, text)?;
        let text = encoded.as_deref().unwrap_or(text);
        output.write_at(offset, text)?;
        Ok(text.len() as u64)
    }
}
