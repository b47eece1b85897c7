//! Rows that are processes: the user's programs, and this program as the floor and as a solver.

use super::stages::{FLOOR, fault, touch};
use super::{Bench, Measurement, Row};
use crate::output::print;
use crate::process::NULL_DEVICE;
use anyhow::{Result, bail};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use wythoff::measure::sum_columns;
use wythoff::{Backend, Input, Solver, shown};
use wythoff_contest::{End, Program, RunLimits, RunResult};

/// The suffix of the name of a process that runs a stage.
pub(super) const OWN: &str = " process";

const TIME_LIMIT: Duration = Duration::from_secs(600);

/// `wythoff bench FILE --process STAGE`: runs the stage once. Prints the sums of the stage `parse`.
pub(super) fn run_as_process(stage: &str, args: &Bench) -> Result<ExitCode> {
    let solver = Solver {
        threads: args.threads,
        ..Solver::default()
    };
    let input = Input::path(args.file.as_deref().unwrap_or(NULL_DEVICE.as_ref()));
    if stage == FLOOR {
        touch(input, &solver)?;
        return Ok(ExitCode::SUCCESS);
    }
    let [a, b] = sum_columns(input, &solver)?;
    print(format!("{a} {b}\n").as_bytes())
}

/// A process of this program: `solve`, or a stage.
pub(super) fn own(
    name: &str,
    backend: Option<Backend>,
    threads: NonZeroUsize,
    common: &Measurement,
) -> Result<Row> {
    let number = threads.to_string();
    let words = match backend {
        Some(backend) if name == "solve" => ["solve", "--backend", backend.name()],
        _ => ["bench", "--process", name],
    };
    let mut command = vec![std::env::current_exe()?.into_os_string()];
    let words = words.into_iter().chain(["--threads", &number]);
    command.extend(words.map(OsString::from));
    command.push(common.input.clone().into());
    Ok(Row {
        name: format!("{name}{OWN}"),
        backend,
        threads: Some(threads),
        program: Some(within_limits(command, common)),
        stdin: NULL_DEVICE.into(),
        ..Row::default()
    })
}

/// A program of the user. `command` has words as in a shell; `{input}` is the path of the input.
///
/// Errors: `command` looks like a part of a command.
pub(super) fn program(command: &str, common: &Measurement) -> Result<Row> {
    let words = shlex::split(command).unwrap_or_default();
    if words.is_empty() || command.starts_with('-') || command == "{input}" {
        bail!(
            "expected a command in each argument after --, found `{command}`; write a command with its arguments in quotes: \
             './reader {{input}}'"
        );
    }
    let input = common.input.to_string_lossy();
    let words = words.iter();
    let words = words.map(|word| word.replace("{input}", &input).into());
    Ok(Row {
        name: command.to_owned(),
        program: Some(within_limits(words.collect(), common)),
        stdin: if command.contains("{input}") {
            NULL_DEVICE.into()
        } else {
            common.input.clone()
        },
        ..Row::default()
    })
}

fn within_limits(command: Vec<OsString>, common: &Measurement) -> Program {
    Program {
        command,
        named_files: None,
        limits: RunLimits {
            clock: TIME_LIMIT,
            // An answer and its line end are two bytes; the limit is four times that.
            output: 8 * common.summary.records() + (1 << 20),
            ..RunLimits::of_judge(TIME_LIMIT, u64::MAX)
        },
        children: Arc::clone(&common.children),
    }
}

/// Runs the process of a row and compares what it prints. Returns its fault, too.
pub(super) fn run(
    program: &Program,
    row: &Row,
    common: &Measurement,
) -> Result<(RunResult, Option<String>)> {
    let run = program.run_on_files(&row.stdin, &common.printed)?;
    let failed = match run.end {
        End::Exit(0) => None,
        End::Exit(code) => Some(format!("its exit code was {code}")),
        End::Signal(number) => Some(format!("signal {number} ended it")),
        End::TimeLimit => Some(format!("it took more than {} s", TIME_LIMIT.as_secs())),
        End::OutputLimit(_) => Some("it printed far more than the answers".to_owned()),
        end => Some(format!("it failed: {end:?}")),
    };
    let wrong = if let Some(failed) = failed {
        let message = run.stderr.lines().last();
        Some(failed + &message.map_or(String::new(), |line| format!("; it printed: {line}")))
    } else if row.threads.is_some() && row.backend.is_none() {
        // Only the floor, the process `touch`, has threads and no parser. It prints nothing.
        None
    } else if let Some([a, b]) = common.sums {
        let (printed, sums) = (std::fs::read(&common.printed)?, format!("{a} {b}"));
        let words = String::from_utf8_lossy(&printed);
        let is_right = words.split_ascii_whitespace().eq(sums.split(' '));
        let printed = shown(printed.trim_ascii());
        (!is_right).then(|| format!("expected the sums {sums}, found {printed}"))
    } else {
        fault(&common.input, &common.printed, &row.name)?
    };
    Ok((run, wrong))
}
