//! `wythoff solve`.

use super::exit_code::NEGATIVE;
use super::options::values::{Lines, count, part, range, read_modes};
use super::options::{Format, OutputOption, Parsing, Watch, is_digits};
use super::progress::Ticker;
use super::{output, process, report, resolve};
use anyhow::{Result, anyhow, bail, ensure};
use clap::{Args, ValueEnum, ValueHint};
use serde_json::json;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use wythoff::{AnswerFormat, Backend, Error, ErrorKind, Framing, Input, ReadMode, Solver, Summary};

/// Answer every position: 1 if the player to move wins, 0 if not
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/solve.txt").trim_ascii_end())]
pub(crate) struct Solve {
    /// Input files, two piles on each line; `-` is standard input [default: -]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    output: OutputOption,

    /// Solve only the lines of FILE that start in these bytes, such as 0..1000000 or 1000000..; not with --as or --in
    #[arg(long, value_name = "START..END", value_parser = range, group = "lines", conflicts_with_all = ["profile", "framing"], allow_hyphen_values = true)]
    range: Option<Lines>,

    /// Solve only part I of N parts of FILE (from 1); the joined answers of all parts are the answers of FILE; not with --as or --in
    #[arg(long, value_name = "I/N", value_parser = part, group = "lines", conflicts_with_all = ["profile", "framing"], allow_hyphen_values = true)]
    part: Option<Lines>,

    #[command(flatten)]
    format: Format,

    /// With --as or --in: fail on input that the problem does not allow, instead of printing a warning
    #[arg(long)]
    strict: bool,

    /// Print only the number of hot and of cold positions
    #[arg(long, conflicts_with = "words")]
    count: bool,

    /// Use at most N threads [default: one for each processor, or one for an input below 32 MiB (512 KiB
    /// if the output is compressed)]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    parsing: Parsing,

    /// How to read files: mmap (faster), read, or auto (read on network file systems, else mmap)
    #[arg(long, value_parser = read_modes(), default_value = "auto")]
    io: ReadMode,

    #[command(flatten)]
    watch: Watch,

    /// Print counts, time and speed to standard error at the end, as text or as JSON
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    stats: Option<Stats>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Stats {
    Text,
    Json,
}

pub(crate) fn run(args: &Solve) -> Result<ExitCode> {
    let mut problem = resolve::problem(&args.format)?;
    if args.count {
        problem.answer_format = AnswerFormat::Totals;
    }
    ensure!(
        !args.strict || problem.framing != Framing::Lines,
        "--strict requires --as or --in"
    );
    let solver = Solver {
        threads: args.threads,
        is_strict: args.strict,
        read_mode: args.io,
        ..resolve::solver(problem, &args.parsing)?
    };
    let backend = if solver.problem.is_pairs() {
        solver.backend
    } else {
        // Cases are read number by number.
        Backend::Scalar
    };
    let range = chosen_bytes(args)?;
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
        if args.files.iter().all(|f| is_digits(&f.to_string_lossy())) {
            error = with_advice(error, "; for one position: wythoff explain 5 8");
        }
        error
    })?;
    if let Some(format) = args.stats {
        let seconds = start.elapsed().as_secs_f64();
        let rate = |n: u64| n as f64 / seconds.max(1e-9);
        let mut stats = json!({
            "pairs": summary.records(),
            "hot": summary.hot,
            "cold": summary.cold,
            "invalid": summary.invalid,
            "bytes": summary.bytes,
            "seconds": (seconds * 1e6).round() / 1e6,
            "gb_per_s": (rate(summary.bytes) / 1e6).round() / 1e3,
            "pairs_per_s": rate(summary.records()).round() as u64,
            "threads": summary.threads,
            "backend": backend.name(),
            "input": summary.read_methods,
        });
        if let Some(range) = range {
            stats["range"] = json!([range.start, range.end]);
        }
        report::write(&match format {
            Stats::Json => format!("{stats}\n"),
            Stats::Text => report::as_lines(&stats),
        });
    }
    Ok(code(&summary))
}

/// The range of bytes that `--range` or `--part` chooses, if one is given.
fn chosen_bytes(args: &Solve) -> Result<Option<Range<u64>>> {
    let Some(lines) = args.range.as_ref().or(args.part.as_ref()) else {
        return Ok(None);
    };
    let file = match &args.files[..] {
        [file] if file.as_os_str() != "-" => file,
        _ => bail!("--range and --part require exactly one file, and not standard input"),
    };
    let size = file.metadata().map_err(Error::about_path(file))?.len();
    let boundary = |part, parts| (u128::from(size) * u128::from(part) / u128::from(parts)) as u64;
    Ok(Some(match *lines {
        Lines::Range(start, end) => start..end.unwrap_or(size).clamp(start, size.max(start)),
        Lines::Part(part, parts) => boundary(part - 1, parts)..boundary(part, parts),
    }))
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
    watch: Watch,
    mut solver: Solver,
) -> Result<Summary> {
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
    solver.progress = ticker.progress.clone();
    let summary = solver.solve(inputs, output);
    // The progress line is removed before anything else is written to standard error.
    drop(ticker);
    let summary = summary?;
    if !watch.quiet {
        report::summary(&summary, marked);
    }
    Ok(summary)
}
