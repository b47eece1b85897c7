//! Opens the output of a command, by rules that all commands share: a closed standard output is an error before the work; `.gz`
//! and `.zst` compress, and other endings of archives are refused; a signal removes the temporary file; a progress line is removed
//! before output appears on the same terminal.

use super::progress::Ticker;
use super::{process, report};
use anyhow::{anyhow, bail, ensure};
use indicatif::ProgressBar;
use std::fs;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;
use wythoff::{
    Compression, Error, ErrorKind, Input, Output, OutputWriter, descriptor_of, shown_path,
};

/// Whether `output` is standard output, which is also written as `-`.
pub(crate) fn is_stdout(output: Option<&Path>) -> bool {
    output.is_none_or(|path| path == Path::new("-") || descriptor_of(path) == Some(1))
}

const UNSUPPORTED: &[&str] = &["xz", "bz2", "lz4", "zip", "7z"];

pub(crate) fn open(output: Option<&Path>, ticker: &Ticker) -> anyhow::Result<Output<'static>> {
    // A path such as `/dev/stdout` is not opened, because a new file would replace the file that it leads to.
    let Some(path) = output.filter(|path| !is_stdout(Some(path))) else {
        process::stdout()?;
        let bar = ticker.bar().filter(|_| io::stdout().is_terminal());
        return Ok(match bar {
            Some(bar) => Output::stream(ClearsProgress(bar.clone()), "<stdout>"),
            None => Output::stdout()?,
        });
    };
    process::require_open(path)?;
    let ending = path.extension().unwrap_or_default();
    ensure!(
        !UNSUPPORTED.iter().any(|s| ending.eq_ignore_ascii_case(s)),
        "{}: the output can be compressed only as .gz or .zst; for another format compress it afterwards",
        shown_path(path)
    );
    let output = Output::path(path)?.compressed(Compression::from_path(path));
    if let Some(temporary) = output.temporary().map(Path::to_owned) {
        process::on_signals(move || {
            let _ = fs::remove_file(temporary);
        })?;
    }
    Ok(output)
}

/// Writes `text` to `path`, which must be none of `inputs`. Here a closed pipe is an error, because the exit code tells the
/// result.
pub(crate) fn write_report<'i>(
    path: &Path,
    text: &str,
    inputs: impl IntoIterator<Item = Input<'i>>,
) -> anyhow::Result<()> {
    let report = Input::path(path);
    let mut inputs = inputs.into_iter();
    if let Some(input) = inputs.find(|input| input.is_same_file(&report)) {
        bail!(Error::new(ErrorKind::OutputIsInput).about(input.name()));
    }
    process::require_open(path)?;
    let written = match descriptor_of(path) {
        Some(_) => Output::path(path)?
            .into_writer()
            .write_now(text)
            .map_err(io::Error::other),
        None => fs::write(path, text),
    };
    written.map_err(|e| anyhow!("{}", Error::about_path(path)(e)))
}

/// Standard output on a terminal with a progress line. The progress line is removed before the first byte is written.
struct ClearsProgress(ProgressBar);

impl Write for ClearsProgress {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.0.is_finished() {
            self.0.finish_and_clear();
        }
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Text of any length for a file or standard output, with a progress line.
pub(crate) struct TextOutput {
    writer: OutputWriter<'static>,
    ticker: Ticker,
}

impl TextOutput {
    pub(crate) fn open(path: Option<&Path>, ticker: Ticker) -> anyhow::Result<Self> {
        Ok(Self {
            writer: open(path, &ticker)?.into_writer(),
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
        let added = self.writer.append(add)?;
        if let Some(progress) = &self.ticker.progress {
            progress.add(added as u64, pairs);
        }
        Ok(())
    }

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
