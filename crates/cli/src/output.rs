//! Opens the output of a command, by rules that all commands share: a closed standard output is an error before the work; `.gz`
//! and `.zst` compress, and other endings of archives are refused; a signal removes the temporary file; a progress line is removed
//! before output appears on the same terminal.

use super::process;
use super::progress::Ticker;
use anyhow::{anyhow, bail};
use indicatif::ProgressBar;
use std::ffi::OsStr;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use wythoff::{
    Compression, Error, ErrorKind, Input, Output, OutputWriter, descriptor_of, shown_path,
};

/// Whether `output` is standard output, which is also written as `-`.
pub(crate) fn is_stdout(output: Option<&Path>) -> bool {
    output.is_none_or(|path| path == Path::new("-") || descriptor_of(path) == Some(1))
}

/// Standard output, for a text that is written at once.
pub(crate) fn stdout() -> Result<OutputWriter<'static>, Error> {
    process::stdout()?;
    Ok(Output::stdout()?.into_writer())
}

/// The extensions of formats that can't be written.
const UNSUPPORTED: &[&str] = &["xz", "bz2", "lz4", "zip", "7z"];

/// The file `output`, or standard output.
pub(crate) fn open(output: Option<&Path>, ticker: &Ticker) -> anyhow::Result<Output<'static>> {
    // A new file in place of `/dev/stdout` would replace the file behind it.
    let output = output.filter(|path| !is_stdout(Some(path)));
    match output {
        Some(path) => process::require_open(path)?,
        None => process::stdout()?,
    }
    let is_suffix = |suffix: &OsStr| UNSUPPORTED.iter().any(|s| suffix.eq_ignore_ascii_case(s));
    if let Some(path) = output
        && path.extension().is_some_and(is_suffix)
    {
        bail!(
            "{}: the output can be compressed only as .gz or .zst; for another format compress it afterwards",
            shown_path(path)
        );
    }
    let bar = ticker.bar().filter(|_| io::stdout().is_terminal());
    let output = match (output, bar) {
        (Some(path), _) => Output::path(path)?.compressed(Compression::from_path(path)),
        (None, Some(bar)) => Output::stream(ClearsProgress(bar.clone()), "<stdout>"),
        (None, None) => Output::stdout()?,
    };
    process::clean_up_on_signals(&output)?;
    Ok(output)
}

/// Writes `text` to `path`, which must be none of `inputs`. A closed pipe is an error, because the exit code is an answer.
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
        None => std::fs::write(path, text),
    };
    written.map_err(|e| anyhow!("{}", Error::from(e).about(shown_path(path))))
}

/// Standard output on a terminal with a progress line. The line is removed before the first byte is written.
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
