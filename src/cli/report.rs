//! What is said on standard error. That it can't be written is nobody's error.

use super::FAILED;
use std::io::Write;
use std::process::ExitCode;
use wythoff::Summary;

/// Words a failure, unless it is only that the reader of the output went away.
pub(crate) fn failure(error: &anyhow::Error) -> ExitCode {
    let ours = error.downcast_ref::<wythoff::Error>();
    if ours.is_some_and(wythoff::Error::is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    say(&format!("wythoff: {error}\n"));
    ExitCode::from(FAILED)
}

/// The lines that were marked: how many, and the first few.
///
/// Allocates nothing: the output is in its place by now, and where memory ends here the exit code would
/// say that it isn't.
pub(crate) fn invalid(summary: &Summary) {
    if summary.invalid == 0 {
        return;
    }
    for message in &summary.first_invalid {
        line(format_args!("{message}"));
    }
    let more = summary.invalid - summary.first_invalid.len() as u64;
    if more > 0 {
        line(format_args!("... and {more} more"));
    }
    let lines = if summary.invalid == 1 {
        "line"
    } else {
        "lines"
    };
    line(format_args!(
        "{} invalid {lines}, marked ?",
        summary.invalid
    ));
}

/// In one write, unless a path in it is very long.
fn line(words: std::fmt::Arguments<'_>) {
    let mut room = [0; 2048];
    let mut rest = &mut room[..];
    let fits = writeln!(rest, "wythoff: {words}").is_ok();
    let left = rest.len();
    let mut stderr = std::io::stderr().lock();
    let _ = if fits {
        stderr.write_all(&room[..room.len() - left])
    } else {
        writeln!(stderr, "wythoff: {words}")
    };
}

pub(crate) fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
