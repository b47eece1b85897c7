//! `wythoff solve`.

use super::args::is_digits;
use super::exit_code::NEGATIVE;
use super::progress::Ticker;
use super::{args, output, process, report, resolve};
use anyhow::anyhow;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use wythoff::{AnswerFormat, Backend, Error, ErrorKind, Input, Solver, Summary};

pub(crate) fn run(args: &args::Solve) -> anyhow::Result<ExitCode> {
    let solver = resolve::solver(args)?;
    let backend = if solver.problem.is_pairs() {
        resolve::backend(&args.parsing.backend)?
    } else {
        // Cases are read number by number.
        Backend::Scalar
    };
    let range = resolve::range(args)?;
    let inputs = match &range {
        Some(range) => vec![Input::path_range(&args.files[0], range.clone())],
        None => resolve::inputs(&args.files),
    };
    let start = Instant::now();
    let solved = solve(inputs, args.output.output.as_deref(), args.watch, solver);
    let summary = solved.map_err(|mut error| {
        if args.stats.is_some() {
            error = report::needs_all_outputs(error, "--stats counts whole runs only");
        }
        if args
            .files
            .iter()
            .all(|file| is_digits(&file.to_string_lossy()))
        {
            error = with_advice(error, "; for one position: wythoff explain 5 8");
        }
        error
    })?;
    if let Some(format) = args.stats {
        report::stats(&summary, backend, range.as_ref(), start.elapsed(), format);
    }
    Ok(code(&summary))
}

/// The error, with `advice` if a file is missing.
pub(crate) fn with_advice(error: anyhow::Error, advice: &str) -> anyhow::Error {
    match error.downcast_ref::<Error>().map(Error::kind) {
        Some(ErrorKind::Io(e)) if e.kind() == io::ErrorKind::NotFound => anyhow!("{error}{advice}"),
        _ => error,
    }
}

pub(crate) fn code(summary: &Summary) -> ExitCode {
    match summary.invalid {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(NEGATIVE),
    }
}

/// Solves `inputs`, and writes the answers to `path` or to standard output. Reports invalid lines and warnings.
pub(crate) fn solve(
    inputs: Vec<Input<'static>>,
    path: Option<&Path>,
    watch: args::Watch,
    mut solver: Solver,
) -> anyhow::Result<Summary> {
    if inputs.iter().any(|input| matches!(input, Input::Stdin)) {
        process::stdin(watch)?;
    }
    let ticker = Ticker::of_inputs(watch, &inputs);
    let output = output::open(path, &ticker)?;
    let marked = match solver.problem.answer_format {
        AnswerFormat::Totals => "counted separately",
        AnswerFormat::Json => "marked invalid",
        _ => "marked ?",
    };
    solver.progress = ticker.progress();
    let summary = solver.solve(inputs, output);
    // The progress line is removed before anything else is written to standard error.
    drop(ticker);
    let summary = summary?;
    if !watch.quiet {
        report::invalid(&summary, marked);
        report::warnings(&summary);
    }
    Ok(summary)
}
