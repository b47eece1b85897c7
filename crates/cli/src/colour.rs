//! Colours of errors and verdicts, if `--color`, the environment and the stream allow them.

use super::options::early_value;
use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::ffi::OsString;
use std::io::{stderr, stdout};

/// Reads `--color` in `args` before clap does, because clap's errors have colours, too. clap reports an invalid value.
pub(crate) fn choose(args: &[OsString]) {
    match early_value(args, "--color", &["always", "never", "auto"]) {
        Some("always") => ColorChoice::Always.write_global(),
        Some("never") => ColorChoice::Never.write_global(),
        _ if is_dumb() => ColorChoice::Never.write_global(),
        _ => {}
    }
}

/// Whether colours must be off because `TERM` is `dumb` and nothing forces them. anstream alone would let `CLICOLOR` and `CI`
/// turn them on.
fn is_dumb() -> bool {
    let forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0");
    std::env::var_os("TERM").is_some_and(|term| term == "dumb") && !forced
}

/// `style` if `stream` has colours, else no style.
fn on(stream: &impl RawStream, style: Style) -> Style {
    match AutoStream::choice(stream) {
        ColorChoice::Never => Style::new(),
        _ => style,
    }
}

/// The style of the program's name before an error.
pub(crate) fn error() -> Style {
    on(&stderr(), AnsiColor::Red.on_default().bold())
}

/// The style of the word `warning:`.
pub(crate) fn warning() -> Style {
    on(&stderr(), AnsiColor::Yellow.on_default().bold())
}

/// The letters of a verdict, coloured for standard output.
pub(crate) fn verdict(letters: &str) -> String {
    let colour = match letters {
        "AC" => AnsiColor::Green,
        _ => AnsiColor::Red,
    };
    let style = on(&stdout(), colour.on_default().bold());
    format!("{style}{letters}{style:#}")
}
