//! Standard output without a buffer.

use crate::platform::write_stdout;
use std::io::{self, Write};

/// Writes to standard output without a buffer.
#[derive(Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write_stdout(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
