//! Text of any length to standard output or into a file, piece by piece.
//!
//! Owns the buffer between what makes lines and the target. Invariant: what is in `text` belongs at
//! `written` of the output.

use super::progress::{Ticker, Total};
use super::{args, place, process};
use std::path::Path;
use std::process::ExitCode;
use wythoff::output::packer::Packer;
use wythoff::{Error, ErrorKind, Target};

/// As much as is written at once.
const PIECE: usize = 256 << 10;

pub(crate) struct Lines {
    target: Target<'static>,
    packer: Packer,
    text: Vec<u8>,
    written: u64,
    /// Those that `text` tells.
    pairs: u64,
    ticker: Ticker,
}

impl Lines {
    /// Into the file `output`, or to standard output; `total` is how much that will be.
    pub(crate) fn to(
        output: Option<&Path>,
        watch: args::Watch,
        total: Total,
    ) -> anyhow::Result<Self> {
        let ticker = Ticker::start(watch, || total);
        Ok(Self {
            target: place::open(output, &ticker)?,
            packer: Packer::default(),
            text: Vec::new(),
            written: 0,
            pairs: 0,
            ticker,
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

    /// What was added tells so many more pairs.
    #[inline]
    pub(crate) fn count(&mut self, pairs: u64) {
        self.pairs += pairs;
    }

    fn write(&mut self) -> Result<(), Error> {
        self.written += self.packer.write(&self.target, self.written, &self.text)?;
        if let Some(progress) = self.ticker.progress() {
            progress.add_bytes(self.text.len() as u64);
            progress.add_pairs(self.pairs);
        }
        self.text.clear();
        self.pairs = 0;
        Ok(())
    }

    /// Nothing follows.
    pub(crate) fn end(mut self) -> anyhow::Result<ExitCode> {
        // Nothing at all is still something, where it is compressed.
        if !self.text.is_empty() || self.written == 0 {
            self.write()?;
        }
        drop(self.ticker);
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
