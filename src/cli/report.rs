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
pub(crate) fn invalid(summary: &Summary) {
    if summary.invalid == 0 {
        return;
    }
    let mut text = String::new();
    for message in &summary.first_invalid {
        text += &format!("wythoff: {message}\n");
    }
    let more = summary.invalid - summary.first_invalid.len() as u64;
    if more > 0 {
        text += &format!("wythoff: ... and {more} more\n");
    }
    let lines = if summary.invalid == 1 {
        "line"
    } else {
        "lines"
    };
    text += &format!("wythoff: {} invalid {lines}, marked ?\n", summary.invalid);
    say(&text);
}

/// What was odd about a framed input.
pub(crate) fn warnings(summary: &Summary) {
    for warning in &summary.warnings {
        say(&format!("wythoff: warning: {warning}\n"));
    }
}

pub(crate) fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
