//! Colours of errors and verdicts, if `--color`, the environment and the stream allow them.

use super::args::{Color, early_value};
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::ffi::OsString;
use std::io::{stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard error has colours. This is decided at the start, before the arguments are parsed.
static ON_STDERR: AtomicBool = AtomicBool::new(false);

/// Reads `--color` in `args` before clap does, because clap's errors have colours, too. clap reports an invalid value.
pub(crate) fn choose(args: &[OsString]) {
    let choice = early_value(args, "--color");
    match choice {
        Some(Color::Always) => ColorChoice::Always.write_global(),
        Some(Color::Never) => ColorChoice::Never.write_global(),
        Some(Color::Auto) | None => {}
    }
    let has_colours = AutoStream::choice(&stderr()) != ColorChoice::Never;
    ON_STDERR.store(has_colours, Ordering::Relaxed);
}

/// `style` if standard error has colours, else no style.
fn on_stderr(style: Style) -> Style {
    match ON_STDERR.load(Ordering::Relaxed) {
        true => style,
        false => Style::new(),
    }
}

/// The style of the name of the program before an error.
pub(crate) fn error() -> Style {
    on_stderr(AnsiColor::Red.on_default().bold())
}

/// The style of the word before a warning.
pub(crate) fn warning() -> Style {
    on_stderr(AnsiColor::Yellow.on_default().bold())
}

/// The letters of a verdict, for standard output: AC is green, any other is red.
pub(crate) fn verdict(letters: &str) -> String {
    let colour = match letters {
        "AC" => AnsiColor::Green,
        _ => AnsiColor::Red,
    };
    let style = match AutoStream::choice(&stdout()) {
        ColorChoice::Never => Style::new(),
        _ => colour.on_default().bold(),
    };
    format!("{style}{letters}{style:#}")
}
