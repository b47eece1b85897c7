//! An output as a [`std::io::Write`].

use super::Output;
use crate::error::Result;
use std::io::{self, Write};

const BUFFER_BYTES: usize = 256 << 10;

/// Writes text to an [`Output`] from front to back, compressed if the output is.
///
/// A file changes in [`finish`](Self::finish), and not without this call.
#[derive(Debug)]
pub struct OutputWriter<'w> {
    output: Output<'w>,
    buffer: Vec<u8>,
    written: u64,
}

impl<'w> Output<'w> {
    /// A [`Write`] for this output. [`OutputWriter::finish`] publishes the output.
    pub fn into_writer(self) -> OutputWriter<'w> {
        OutputWriter {
            output: self,
            buffer: Vec::new(),
            written: 0,
        }
    }
}

impl OutputWriter<'_> {
    fn write_buffer(&mut self) -> Result<()> {
        self.written += self.output.write_text(self.written, &self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Lets `add` append to the buffer, and writes the buffer when it is full. Returns the number of bytes that were appended.
    #[inline]
    pub fn append(&mut self, add: impl FnOnce(&mut Vec<u8>)) -> Result<usize> {
        let before = self.buffer.len();
        add(&mut self.buffer);
        let added = self.buffer.len() - before;
        if self.buffer.len() >= BUFFER_BYTES {
            self.write_buffer()?;
        }
        Ok(added)
    }

    /// Writes the buffered bytes and then `text` now, without waiting for a full buffer.
    pub fn write_now(&mut self, text: &str) -> Result<()> {
        self.buffer.extend_from_slice(text.as_bytes());
        self.write_buffer()
    }

    /// Writes the rest of the buffer and publishes the output.
    ///
    /// Errors: the output can't be written. Then a file is unchanged.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        self.output.publish(self.written)
    }
}

impl Write for OutputWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.append(|buffer| buffer.extend_from_slice(bytes))
            .map_err(io::Error::other)
    }

    /// Writes the buffered text. If the output is compressed, each call writes a member or a frame of its own.
    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        self.write_buffer().map_err(io::Error::other)
    }
}
