//! Writes text of any length to standard output or to a file, with a progress line.

use super::progress::Ticker;
use super::{output, report};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use wythoff::{Error, OutputWriter, Progress};

pub(crate) struct TextOutput {
    writer: OutputWriter<'static>,
    progress: Option<Arc<Progress>>,
    ticker: Ticker,
}

impl TextOutput {
    pub(crate) fn open(path: Option<&Path>, ticker: Ticker) -> anyhow::Result<Self> {
        Ok(Self {
            writer: output::open(path, &ticker)?.into_writer(),
            progress: ticker.progress(),
            ticker,
        })
    }

    /// Calls `add` to append the text of `pairs` pairs to the output.
    #[inline]
    pub(crate) fn append(
        &mut self,
        pairs: u64,
        add: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), Error> {
        let mut added = 0;
        self.writer.append(|text| {
            let before = text.len();
            add(text);
            added = text.len() - before;
        })?;
        if let Some(progress) = &self.progress {
            progress.add(added as u64, pairs);
        }
        Ok(())
    }

    /// Writes and publishes all text.
    pub(crate) fn finish(self) -> anyhow::Result<ExitCode> {
        drop(self.ticker);
        self.writer.finish()?;
        Ok(ExitCode::SUCCESS)
    }
}

pub(crate) fn write(path: Option<&Path>, text: &[u8]) -> anyhow::Result<ExitCode> {
    let mut output = TextOutput::open(path, Ticker::default())?;
    output.append(0, |buffer| buffer.extend_from_slice(text))?;
    output.finish()
}

/// Writes `text` to standard output. Returns `code` even if the reader closed standard output early.
pub(crate) fn answer(code: u8, text: &str) -> anyhow::Result<ExitCode> {
    match print(text.as_bytes()) {
        Err(e) if !report::is_broken_pipe(&e) => Err(e),
        _ => Ok(ExitCode::from(code)),
    }
}

pub(crate) fn print(text: &[u8]) -> anyhow::Result<ExitCode> {
    write(None, text)
}
