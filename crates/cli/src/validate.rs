//! `wythoff validate`.

use super::exit_code::{FAILED, ICPC_RIGHT, ICPC_WRONG, NEGATIVE};
use super::options::{Format, Limits, Watch};
use super::progress::Ticker;
use super::{output, process, report, resolve, testlib};
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum, ValueHint};
use std::ffi::OsString;
use std::fs::DirEntry;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wythoff::{Error, Input, shown_path};
use wythoff_contest::validate;

/// Check that an input has exactly the format of a problem and is within its limits
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/validate.txt").trim_ascii_end())]
pub(crate) struct Validate {
    /// The inputs, or folders with inputs that end in .in; `-`, or no FILE, is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,

    /// The exit codes and messages that the calling program expects
    #[arg(long, value_enum, default_value_t = ValidatorConvention::Plain)]
    convention: ValidatorConvention,

    #[command(flatten)]
    format: Format,

    #[command(flatten)]
    limits: Limits,

    /// Accepted as by programs with testlib; no effect
    #[arg(long, visible_aliases = ["group", "testCase"], value_name = "NAME")]
    testset: Vec<OsString>,

    /// Accepted as by programs with testlib; with --convention testlib, an empty FILE is written
    #[arg(long = "testOverviewLogFileName", visible_alias = "testMarkupFileName", value_name = "FILE", value_hint = ValueHint::FilePath)]
    reports: Vec<PathBuf>,

    #[command(flatten)]
    watch: Watch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValidatorConvention {
    /// Any number of files; the results on standard output
    Plain,
    /// Standard input, as input validators of ICPC's problem format read it
    Icpc,
    /// Standard input, as validators with testlib read it
    Testlib,
}

pub(crate) fn run(args: &Validate) -> ExitCode {
    let result = match args.convention {
        ValidatorConvention::Plain => plain(args),
        ValidatorConvention::Icpc => fault_of_stdin(args).map(|fault| match fault {
            None => ExitCode::from(ICPC_RIGHT),
            Some(fault) => {
                report::write(&format!("{fault}\n"));
                ExitCode::from(ICPC_WRONG)
            }
        }),
        ValidatorConvention::Testlib => for_testlib(args),
    };
    result.unwrap_or_else(|e| match args.convention {
        ValidatorConvention::Testlib => testlib::failure(&e, None),
        _ => report::failure(&e),
    })
}

/// Validates all files, even if one of them is invalid or can't be read.
fn plain(args: &Validate) -> Result<ExitCode> {
    let problem = resolve::limited_problem(&args.format, &args.limits)?;
    let inputs = resolve::inputs(&in_folders(&args.files)?);
    let ticker = Ticker::of_inputs(args.watch, &inputs);
    let progress = ticker.progress.as_deref();
    let mut code = 0;
    for input in inputs {
        let name = input.name();
        let opened = match input {
            Input::Stdin => process::stdin(args.watch),
            _ => Ok(()),
        };
        let validated = opened.and_then(|()| validate(&problem, input, progress));
        let (text, negative) = match validated {
            Ok(Err(fault)) => (format!("{fault}\n"), NEGATIVE),
            Ok(Ok(1)) => (format!("{name}: valid, 1 record\n"), 0),
            Ok(Ok(records)) => (format!("{name}: valid, {records} records\n"), 0),
            Err(e) => {
                ticker.above(|| report::failure(&e.into()));
                code = FAILED;
                continue;
            }
        };
        code = code.max(negative);
        ticker.above(|| output::answer(negative, &text))?;
    }
    Ok(ExitCode::from(code))
}

/// The files at `paths`. Each folder is replaced by its files with names that end in `.in`.
fn in_folders(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries: io::Result<Vec<_>> = path.read_dir().and_then(Iterator::collect);
        let entries = entries.map_err(Error::about_path(path))?;
        let mut found: Vec<_> = entries.iter().map(DirEntry::path).collect();
        found.retain(|file| file.extension().is_some_and(|ending| ending == "in"));
        ensure!(
            !found.is_empty(),
            "{}: no file in this folder ends in .in",
            shown_path(path)
        );
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

fn for_testlib(args: &Validate) -> Result<ExitCode> {
    // Callers expect these files, so they are written, but empty. testlib would list in them which limits the input reaches,
    // and its numbers.
    for path in &args.reports {
        if path != Path::new("stdout") && path != Path::new("stderr") {
            output::write_report(path, "", [Input::Stdin])?;
        }
    }
    Ok(match fault_of_stdin(args)? {
        None => ExitCode::SUCCESS,
        Some(fault) => testlib::failure(&fault.into(), None),
    })
}

/// The fault of standard input; `None` if it is valid.
fn fault_of_stdin(args: &Validate) -> Result<Option<Error>> {
    ensure!(
        args.files.is_empty(),
        "with this --convention the input is standard input; expected no FILE"
    );
    let problem = resolve::limited_problem(&args.format, &args.limits)?;
    process::stdin(args.watch)?;
    Ok(validate(&problem, Input::Stdin, None)?.err())
}
