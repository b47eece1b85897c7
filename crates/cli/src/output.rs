//! Opens the output of a command.
//!
//! All commands share the rules. A closed standard output is an error before the work. `.gz` and `.zst` compress, and
//! other endings of archives are refused. A signal removes the temporary file. A progress line is removed before output is
//! written to the same terminal.

use super::process;
use super::progress::Ticker;
use anyhow::{anyhow, bail};
use indicatif::ProgressBar;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use wythoff::{
    Compression, Error, ErrorKind, Input, Output, OutputWriter, descriptor_of, shown_path,
};

/// Whether `output` is standard output. `-` is standard output, too.
pub(crate) fn is_stdout(output: Option<&Path>) -> bool {
    output.is_none_or(|path| path == Path::new("-") || descriptor_of(path) == Some(1))
}

/// Standard output, for texts that are written at once.
pub(crate) fn stdout() -> Result<OutputWriter<'static>, Error> {
    process::stdout()?;
    Ok(Output::stdout()?.into_writer())
}

/// The extensions of compression formats that can't be written.
const UNSUPPORTED: &[&str] = &["xz", "bz2", "lz4", "zip", "7z"];

/// The file `output`, or standard output.
pub(crate) fn open(output: Option<&Path>, ticker: &Ticker) -> anyhow::Result<Output<'static>> {
    // A new file in place of `/dev/stdout` would replace the file that standard output is.
    let output = output.filter(|path| !is_stdout(Some(path)));
    match output {
        Some(path) => process::require_open(path)?,
        None => process::stdout()?,
    }
    if let Some(path) = output
        && let Some(suffix) = path.extension()
        && UNSUPPORTED
            .iter()
            .any(|other| suffix.eq_ignore_ascii_case(other))
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

/// Writes `text` to `path`, which must be none of `inputs`. A closed pipe is an error, because the exit code is an answer, too.
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

/// Standard output, a terminal with a progress line, which is removed before the first byte is written.
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
