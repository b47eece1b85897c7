//! Writes text of any length to standard output or to a file, with progress.

use super::progress::{Ticker, Total};
use super::{args, output, process};
use std::path::Path;
use std::process::ExitCode;
use wythoff::{Error, OutputWriter};

/// The number of bytes between two updates of the progress.
const UPDATE: usize = 256 << 10;

/// The output of a command that makes text, and its progress.
pub(crate) struct TextOutput {
    writer: OutputWriter<'static>,
    /// Bytes and pairs that are not yet counted in the progress.
    bytes: usize,
    pairs: u64,
    ticker: Ticker,
}

impl TextOutput {
    /// The file `path`, or standard output. `total` is the amount of text.
    pub(crate) fn open(
        path: Option<&Path>,
        watch: args::Watch,
        total: Total,
    ) -> anyhow::Result<Self> {
        let ticker = Ticker::start(watch, || total);
        Ok(Self {
            writer: output::open(path, &ticker)?.into_writer(),
            bytes: 0,
            pairs: 0,
            ticker,
        })
    }

    /// Calls `add` to append text to the output.
    #[inline]
    pub(crate) fn append(&mut self, add: impl FnOnce(&mut Vec<u8>)) -> Result<(), Error> {
        let mut added = 0;
        self.writer.append(|text| {
            let before = text.len();
            add(text);
            added = text.len() - before;
        })?;
        self.bytes += added;
        if self.bytes >= UPDATE {
            self.update();
        }
        Ok(())
    }

    /// Adds `pairs` to the number of pairs that the progress line shows.
    #[inline]
    pub(crate) fn count(&mut self, pairs: u64) {
        self.pairs += pairs;
    }

    fn update(&mut self) {
        if let Some(progress) = self.ticker.progress() {
            progress.add_bytes(self.bytes as u64);
            progress.add_records(self.pairs);
        }
        (self.bytes, self.pairs) = (0, 0);
    }

    /// Writes and publishes all text.
    pub(crate) fn finish(mut self) -> anyhow::Result<ExitCode> {
        self.update();
        drop(self.ticker);
        let finished = self.writer.finish();
        process::let_signals_go();
        finished?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes `text` to standard output, without a buffer.
pub(crate) fn print(text: &[u8]) -> anyhow::Result<ExitCode> {
    process::stdout()?;
    let mut writer = wythoff::Output::stdout()?.into_writer();
    writer.append(|buffer| buffer.extend_from_slice(text))?;
    writer.finish()?;
    Ok(ExitCode::SUCCESS)
}
