//! Colours of errors and verdicts, if the environment and the stream allow them: NO_COLOR, CLICOLOR_FORCE, TERM.

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::io::{stderr, stdout};

/// `colour` in bold if `stream` has colours, else no style.
fn on(stream: &impl RawStream, colour: AnsiColor) -> Style {
    match AutoStream::choice(stream) {
        ColorChoice::Never => Style::new(),
        _ => colour.on_default().bold(),
    }
}

/// The style of the program's name before an error.
pub(crate) fn error() -> Style {
    on(&stderr(), AnsiColor::Red)
}

/// The style of the word `warning:`.
pub(crate) fn warning() -> Style {
    on(&stderr(), AnsiColor::Yellow)
}

/// The letters of a verdict, coloured for standard output.
pub(crate) fn verdict(letters: &str) -> String {
    let colour = match letters {
        "AC" => AnsiColor::Green,
        _ => AnsiColor::Red,
    };
    let style = on(&stdout(), colour);
    format!("{style}{letters}{style:#}")
}
