//! Messages on standard error. If they can't be written, nothing else fails.

use super::colour;
use super::exit_code::FAILED;
use anyhow::anyhow;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use wythoff::Summary;

/// Whether a failing command must print a JSON object on standard output.
static NEEDS_OBJECT: AtomicBool = AtomicBool::new(false);

/// Reads `--json` in `args` before clap does, because clap's errors need the object, too. Applies only to commands that print
/// one object.
pub(crate) fn choose(args: &[OsString]) {
    let command = args.get(1).and_then(|name| name.to_str());
    let prints_object = matches!(command, Some("check" | "stress" | "lint" | "bench"));
    let mut options = args.iter().take_while(|arg| *arg != "--");
    let needs_object = prints_object && options.any(|arg| arg == "--json");
    NEEDS_OBJECT.store(needs_object, Ordering::Relaxed);
}

/// Called when the object of the result was printed. A later failure then prints no second object.
pub(crate) fn object_is_printed() {
    NEEDS_OBJECT.store(false, Ordering::Relaxed);
}

/// If `--json` was given, prints `{"error": message}`.
pub(crate) fn print_error_object(message: &str) {
    if NEEDS_OBJECT.swap(false, Ordering::Relaxed) {
        // If standard output can't be written, standard error still has the message.
        let _ = writeln!(std::io::stdout(), "{}", json!({ "error": message }));
    }
}

/// Prints `error`. Returns exit code 2. If the reader closed the output, nothing is printed, and the exit code is 0.
pub(crate) fn failure(error: &anyhow::Error) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    let style = colour::error();
    let message = error.to_string();
    write(&format!("{style}wythoff:{style:#} {message}\n"));
    print_error_object(&message);
    ExitCode::from(FAILED)
}

pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let ours = error.downcast_ref::<wythoff::Error>();
    ours.is_some_and(wythoff::Error::is_broken_pipe)
}

/// The error of a run with more than one output. If the reader closed one output, the run has failed, because the other output
/// is incomplete, as `consequence` says.
pub(crate) fn needs_all_outputs(error: anyhow::Error, consequence: &str) -> anyhow::Error {
    if is_broken_pipe(&error) {
        anyhow!("{error}; {consequence}")
    } else {
        error
    }
}

/// Reports the first invalid lines, the number of all invalid lines, and warnings. `marked` says how invalid lines were answered.
pub(crate) fn summary(summary: &Summary, marked: &str) {
    for message in &summary.first_invalid {
        line(&message);
    }
    let more = summary.invalid - summary.first_invalid.len() as u64;
    if more > 0 {
        line(&format_args!("... and {more} more"));
    }
    match summary.invalid {
        0 => {}
        1 => line(&format_args!("1 invalid line, {marked}")),
        n => line(&format_args!("{n} invalid lines, {marked}")),
    }
    let style = colour::warning();
    for warning in &summary.warnings {
        line(&format_args!("{style}warning:{style:#} {warning}"));
    }
}

/// Writes a line with one call, so that lines of several threads do not mix.
pub(crate) fn line(words: &dyn std::fmt::Display) {
    write(&format!("wythoff: {words}\n"));
}

/// The fields of a JSON object that are not null, each on a line.
pub(crate) fn as_lines(object: &Value) -> String {
    let fields = object.as_object().into_iter().flatten();
    let known = fields.filter(|(_, value)| !value.is_null());
    let line = |(name, value)| format!("{name:<13} {value}\n").replace(['"', '[', ']'], "");
    known.map(line).collect()
}

pub(crate) fn write(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
