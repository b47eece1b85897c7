//! The interface of programs that use testlib: arguments, exit codes, messages, the report file of a checker.

use super::{output, report};
use std::path::Path;
use std::process::ExitCode;
use wythoff::Input;

/// testlib's exit code `_fail`. Its exit code 2 is a verdict.
pub(crate) const FAIL: u8 = 3;

pub(crate) fn failure(error: &anyhow::Error, file: Option<ReportFile<'_>>) -> ExitCode {
    verdict(FAIL, &error.to_string(), file)
}

/// Writes a verdict to `file`; without a file, to standard error, as programs that use testlib do.
pub(crate) fn verdict(code: u8, message: &str, file: Option<ReportFile<'_>>) -> ExitCode {
    let (prefix, outcome) = match code {
        0 => ("ok", "accepted"),
        1 => ("wrong answer", "wrong-answer"),
        2 => ("wrong output format", "presentation-error"),
        _ => ("FAIL", "fail"),
    };
    let Some(file) = file else {
        report::write(&format!("{prefix} {message}\n"));
        return ExitCode::from(code);
    };
    let text = if file.is_xml {
        xml(outcome, message)
    } else {
        message.to_owned()
    };
    if let Err(error) = output::write_report(file.path, &text, file.inputs) {
        return failure(&error, None);
    }
    report::write("See file to check exit message\n");
    ExitCode::from(code)
}

pub(crate) struct ReportFile<'a> {
    pub(crate) path: &'a Path,
    pub(crate) is_xml: bool,
    /// The input files of the command line, which the report must not overwrite.
    pub(crate) inputs: Vec<Input<'a>>,
}

/// A verdict as XML, as testlib writes it. XML allows no control characters, so each is replaced by a dot.
fn xml(outcome: &str, message: &str) -> String {
    let mut text =
        format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><result outcome = \"{outcome}\">");
    for c in message.chars() {
        match c {
            '&' => text += "&amp;",
            '<' => text += "&lt;",
            '>' => text += "&gt;",
            '"' => text += "&quot;",
            c if c.is_control() => text.push('.'),
            c => text.push(c),
        }
    }
    text + "</result>\n"
}
