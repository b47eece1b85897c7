//! `wythoff solve`.

use super::exit_code::NEGATIVE;
use super::progress::Ticker;
use super::resolve::{self, refuse};
use super::{args, output, process, report};
use std::io::{self, IsTerminal as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use wythoff::internal::shown_path;
use wythoff::{Backend, Error, Input, Solver};

pub(crate) fn run(args: &args::Solve) -> anyhow::Result<ExitCode> {
    if args.format.profile.is_none() {
        refuse_position(&args.files)?;
    }
    let solver = resolve::solver(args)?;
    let backend = match solver.problem().is_pairs() {
        true => resolve::backend(&args.parsing.backend)?,
        // Cases are read number by number.
        false => Backend::Scalar,
    };
    let reported = Reported {
        reports: args.reports,
        marked: if args.count {
            "counted separately"
        } else {
            "marked ?"
        },
        backend,
        range: resolve::range(args)?,
        if_cold: None,
    };
    let inputs = match &reported.range {
        Some(range) => vec![Input::path_range(&args.files[0], range.clone())],
        None => resolve::inputs(&args.files),
    };
    solve(inputs, args.output.as_deref(), &reported, solver)
}

/// Refuses numbers that are not names of files: they are a position, which another command takes.
fn refuse_position(files: &[PathBuf]) -> Result<(), Error> {
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let mut missing = None;
    for file in files {
        let number = file.to_str().filter(is_number);
        match number.map(|_| file.metadata()) {
            Some(Err(e)) if e.kind() == io::ErrorKind::NotFound => {
                missing.get_or_insert_with(|| Error::from(e).about(shown_path(file)));
            }
            _ => return Ok(()),
        }
    }
    let Some(missing) = missing else {
        return Ok(());
    };
    let example = match files {
        [a, b] => format!("wythoff explain {} {}", a.display(), b.display()),
        _ => "wythoff explain 5 8".to_owned(),
    };
    refuse(format!("{missing}; for one position: {example}"))
}

/// What is reported on standard error besides errors.
pub(crate) struct Reported {
    pub(crate) reports: args::Reports,
    /// What happened to invalid lines.
    pub(crate) marked: &'static str,
    pub(crate) backend: Backend,
    /// The range of bytes in which the solved lines start, if it is not the whole input.
    pub(crate) range: Option<Range<u64>>,
    /// The note for a terminal if a position is cold. Used if the answer to such a position is only `-`.
    pub(crate) if_cold: Option<&'static str>,
}

/// Solves `inputs`, writes the answers to `path` or to standard output, and reports the result.
pub(crate) fn solve(
    inputs: Vec<Input<'static>>,
    path: Option<&Path>,
    reported: &Reported,
    solver: Solver,
) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let is_stdin = |input: &Input<'_>| match input {
        Input::Stdin => true,
        Input::Path(path) => process::is_descriptor(path, 0),
        _ => false,
    };
    if inputs.iter().any(is_stdin) {
        process::stdin()?;
        report::typed_input(reported.reports.watch);
    }
    let ticker = Ticker::of_inputs(reported.reports.watch, &inputs);
    let output = output::open(path, &ticker)?;
    let summary = solver.progress(ticker.progress()).solve(inputs, output);
    // The progress line is removed before anything else is written to standard error, and before a signal that was held
    // ends the process.
    drop(ticker);
    process::let_signals_go();
    let summary = summary?;
    let code = match summary.invalid {
        0 => 0,
        _ => NEGATIVE,
    };
    if !reported.reports.watch.quiet {
        report::invalid(&summary, reported.marked);
        report::warnings(&summary);
        if let Some(words) = reported.if_cold
            && summary.cold > 0
            && output::is_stdout(path)
            && io::stdout().is_terminal()
        {
            report::line(format_args!("{words}"));
        }
    }
    if let Some(format) = reported.reports.stats {
        report::stats(
            &summary,
            reported.backend,
            reported.range.as_ref(),
            start.elapsed(),
            format,
        );
    }
    Ok(ExitCode::from(code))
}
