//! Text of any length to standard output or into a file, piece by piece.
//!
//! Owns the buffer between what makes lines and the target. Invariant: what is in `text` belongs at
//! `written` of the output.

use super::process;
use std::path::Path;
use std::process::ExitCode;
use wythoff::{Error, ErrorKind, Target};

/// As much as is written at once.
const PIECE: usize = 256 << 10;

pub(crate) struct Lines {
    target: Target<'static>,
    text: Vec<u8>,
    written: u64,
}

impl Lines {
    /// Into the file `output`, or to standard output.
    pub(crate) fn to(output: Option<&Path>) -> anyhow::Result<Self> {
        if output.is_none_or(|path| process::is_descriptor(path, 1)) {
            process::stdout()?;
        }
        let mut target = match output {
            Some(path) => Target::path(path)?,
            None => Target::stdout()?,
        };
        process::clean_up_on_signals(&mut target)?;
        Ok(Self {
            target,
            text: Vec::new(),
            written: 0,
        })
    }

    /// Appends what `add` does, and writes once it is enough.
    #[inline]
    pub(crate) fn add(&mut self, add: impl FnOnce(&mut Vec<u8>)) -> Result<(), Error> {
        add(&mut self.text);
        if self.text.len() >= PIECE {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), Error> {
        self.target.write(self.written, &self.text)?;
        self.written += self.text.len() as u64;
        self.text.clear();
        Ok(())
    }

    /// Nothing follows.
    pub(crate) fn end(mut self) -> anyhow::Result<ExitCode> {
        self.write()?;
        let published = self.target.publish(self.written);
        process::let_signals_go();
        published?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The error that an argument is.
pub(crate) fn refuse<T>(what: String) -> Result<T, Error> {
    Err(Error::new(ErrorKind::Argument(what)))
}
