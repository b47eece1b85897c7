//! The interface of programs that use testlib: arguments, exit codes, messages, the report file of a checker.

use super::args::{early_value, judge::Convention};
use super::{output, report};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use wythoff::Input;

/// testlib's exit code `_fail`. Its exit code 2 is a verdict.
pub(crate) const FAIL: u8 = 3;

/// Whether `args` choose testlib's convention. This is read before all arguments are parsed, because the caller understands
/// only testlib's exit codes, even if an argument is invalid.
pub(crate) fn is_convention(args: &[OsString]) -> bool {
    let command = args.get(1);
    command.is_some_and(|command| command == "check")
        && early_value(args, "--convention") == Some(Convention::Testlib)
}

pub(crate) fn failure(error: &anyhow::Error, file: Option<ReportFile<'_>>) -> ExitCode {
    verdict(FAIL, &error.to_string(), file)
}

/// Writes a verdict to `file`; without a file, to standard error, as programs that use testlib do.
pub(crate) fn verdict(code: u8, message: &str, file: Option<ReportFile<'_>>) -> ExitCode {
    let prefix = match code {
        0 => "ok",
        1 => "wrong answer",
        2 => "wrong output format",
        _ => "FAIL",
    };
    let Some(file) = file else {
        report::write(&format!("{prefix} {message}\n"));
        return ExitCode::from(code);
    };
    if let Err(error) = output::write_report(file.path, message, file.inputs) {
        return failure(&error, None);
    }
    report::write("See file to check exit message\n");
    ExitCode::from(code)
}

pub(crate) struct ReportFile<'a> {
    pub(crate) path: &'a Path,
    /// The input files of the command line, which the report must not overwrite.
    pub(crate) inputs: Vec<Input<'a>>,
}
