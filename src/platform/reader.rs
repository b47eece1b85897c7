//! Readers that can be asked whether a read would wait.

use super::{is_readable_now, read_stream, wait_until_readable};
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

/// A pollable file, or any other reader.
pub(crate) enum StreamReader<'r> {
    /// For a regular file, the number of bytes left up to the size that it had when it was opened.
    File(Arc<File>, Option<u64>),
    /// Any other reader, and whether its last read filled the buffer.
    Any(Box<dyn Read + Send + 'r>, bool),
}

impl Read for StreamReader<'_> {
    /// Reads again after an interruption, and waits for a descriptor that another process made non-blocking.
    ///
    /// Errors: a regular file is now shorter than when it was opened.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let result = match self {
                Self::File(file, None) => read_stream(file, into),
                Self::File(file, Some(left)) => {
                    let max = (*left).min(into.len() as u64) as usize;
                    let result = read_stream(file, &mut into[..max]);
                    if let Ok(got) = result {
                        if got == 0 && max > 0 {
                            let words = "input changed while reading";
                            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, words));
                        }
                        *left -= got as u64;
                    }
                    result
                }
                Self::Any(reader, was_full) => {
                    let result = reader.read(into);
                    *was_full = result.as_ref().is_ok_and(|&got| got == into.len());
                    result
                }
            };
            match (result, &self) {
                (Err(e), _) if e.kind() == io::ErrorKind::Interrupted => {}
                (Err(e), Self::File(file, _)) if e.kind() == io::ErrorKind::WouldBlock => {
                    wait_until_readable(file)?;
                }
                (Err(e), Self::Any(..)) if e.kind() == io::ErrorKind::WouldBlock => {
                    std::thread::yield_now();
                }
                (other, _) => return other,
            }
        }
    }
}

impl StreamReader<'_> {
    /// Whether a read would return at once. For a reader that is not a file this is unknown: if its last read returned fewer
    /// bytes than requested, the next read may wait.
    pub(crate) fn is_ready(&self) -> bool {
        match self {
            Self::File(file, _) => is_readable_now(file),
            Self::Any(_, was_full) => *was_full,
        }
    }
}
