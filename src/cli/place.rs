//! Where a subcommand writes.
//!
//! Owns what every output has in common, whichever subcommand makes it: a closed standard output is an
//! error before the work, `.gz` and `.zst` compress, no temporary outlives a signal, and a progress line
//! is gone before the first byte stands where it stood.

use super::process;
use super::progress::Ticker;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use wythoff::output::target::Stdout;
use wythoff::{Compression, Target};

/// Whether what is written to `output` goes to standard output; `-` is a name of it, as of the input.
pub(crate) fn is_stdout(output: Option<&Path>) -> bool {
    output.is_none_or(|path| path == Path::new("-") || process::is_descriptor(path, 1))
}

/// The file `output`, or standard output.
pub(crate) fn open(output: Option<&Path>, ticker: &Ticker) -> anyhow::Result<Target<'static>> {
    let output = output.filter(|path| *path != Path::new("-"));
    if is_stdout(output) {
        process::stdout()?;
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
