//! Text as it is written, where it is to be compressed.
//!
//! Owns a worker's encoder, made once there is something to compress.

use super::output::Target;
#[cfg(feature = "compressed")]
use crate::compress::encode::Encoder;
use crate::error::Result;

/// Makes of texts what their target wants; a worker's own, and for targets of one compression.
#[derive(Debug, Default)]
pub struct Packer {
    #[cfg(feature = "compressed")]
    encoder: Option<Encoder>,
}

impl Packer {
    /// `text` as `target` wants it, if that is not as it is.
    #[cfg(feature = "compressed")]
    pub fn pack(&mut self, target: &Target<'_>, text: &[u8]) -> Result<Option<Vec<u8>>> {
        let Some(compression) = target.compression() else {
            return Ok(None);
        };
        let encoder = match &mut self.encoder {
            Some(encoder) => encoder,
            none => none.insert(Encoder::new(compression)?),
        };
        Ok(Some(encoder.encode(text)?))
    }

    /// `text` as `target` wants it, if that is not as it is.
    #[cfg(not(feature = "compressed"))]
    pub fn pack(&mut self, _: &Target<'_>, _: &[u8]) -> Result<Option<Vec<u8>>> {
        Ok(None)
    }

    /// Writes `text` at `at`; returns how many bytes that takes. Also an empty text is something, if
    /// it is compressed.
    pub fn write(&mut self, target: &Target<'_>, at: u64, text: &[u8]) -> Result<u64> {
        let packed = self.pack(target, text)?;
        let text = packed.as_deref().unwrap_or(text);
        target.write(at, text)?;
        Ok(text.len() as u64)
    }
}
