//! Where a subcommand writes.
//!
//! Owns what every output has in common, whichever subcommand makes it: a closed standard output is an
//! error before the work, `.gz` and `.zst` compress (and other endings of that kind are refused), no temporary
//! outlives a signal, and a progress line is gone before the first byte stands where it stood.

use super::process;
use super::progress::Ticker;
use anyhow::bail;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use wythoff::error::shown_path;
use wythoff::output::output::Stdout;
use wythoff::{Compression, Target};

/// Whether what is written to `output` goes to standard output; `-` is a name of it, as of the input.
pub(crate) fn is_stdout(output: Option<&Path>) -> bool {
    output.is_none_or(|path| path == Path::new("-") || process::is_descriptor(path, 1))
}

/// Endings that promise what isn't written.
const OTHERS: &[&str] = &["xz", "bz2", "lz4", "zip", "7z"];

/// The file `output`, or standard output.
pub(crate) fn open(output: Option<&Path>, ticker: &Ticker) -> anyhow::Result<Target<'static>> {
    let output = output.filter(|path| *path != Path::new("-"));
    if is_stdout(output) {
        process::stdout()?;
    }
    if let Some(path) = output
        && let Some(suffix) = path.extension()
        && OTHERS
            .iter()
            .any(|other| suffix.eq_ignore_ascii_case(other))
    {
        bail!(
            "{}: what is written is compressed for .gz and .zst; with another program for other endings",
            shown_path(path)
        );
    }
    let mut target = match output {
        Some(path) => Target::path(path)?.compressed(Compression::of_name(path)),
        None if ticker.may_draw() && io::stdout().is_terminal() => {
            Target::stream(ticker.before(Stdout), "<stdout>")
        }
        None => Target::stdout()?,
    };
    process::clean_up_on_signals(&mut target)?;
    Ok(target)
}
