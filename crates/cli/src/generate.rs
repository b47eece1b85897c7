//! `wythoff gen`.

use super::options::values::{Seed, count, list_regimes, regimes, seed, size, whole};
use super::options::{Format, Limits, Watch, is_digits};
use super::progress::{Ticker, Total};
use super::{output, process, report, resolve};
use anyhow::{Result, bail, ensure};
use clap::{Args, ValueHint};
use std::collections::BTreeSet;
use std::fs::DirEntry;
use std::io;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wythoff::workload::{Mix, Regime, TestFile, Workload, invalid_inputs, test_files};
use wythoff::{Error, GenerateLimit, Input, Output, Problem, generate, shown_path, write_input};
use wythoff_contest::validate;

/// Generate inputs and their right answers
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/gen.txt").trim_ascii_end().replace("{regimes}", &list_regimes()))]
pub(crate) struct Gen {
    /// The seed of the random numbers, or `random` for a new one each time, which is printed on
    /// standard error
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed)]
    seed: Seed,

    /// The number of pairs or other records; with --dir, of the last case [default: 1000, or fewer if
    /// the problem allows fewer; with --dir what the problem allows, or 100000]
    #[arg(long, value_name = "N", value_parser = whole, conflicts_with = "bytes")]
    pairs: Option<u64>,

    /// Generate as many pairs as fit in SIZE bytes before compression, such as 512M; K, M and G are
    /// powers of 1024
    #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with = "dir", allow_hyphen_values = true)]
    bytes: Option<u64>,

    #[command(flatten)]
    format: Format,

    #[command(flatten)]
    limits: Limits,

    /// The kinds of pairs (below) and their weights, such as uniform=8,cold=1; uniform:cold:near has
    /// equal weights [default: some of each]
    #[arg(long, value_name = "KIND=WEIGHT,...")]
    mix: Option<Mix>,

    /// Make an input of this regime (below), for a benchmark
    #[arg(
        long,
        value_name = "NAME",
        value_parser = regimes(),
        hide_possible_values = true,
        conflicts_with_all = ["mix", "dir", "profile", "framing", "rule", "words", "prefix", "min", "max", "max_k", "max_piles", "max_records"]
    )]
    regime: Option<Regime>,

    /// Write to FILE, whole or not at all; .gz and .zst are compressed [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "dir")]
    output: Option<PathBuf>,

    /// Write the right answers to FILE; `-` is standard output; .gz and .zst are compressed
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "dir")]
    answers: Option<PathBuf>,

    /// Write a set of cases into DIR, as NAME-01.in, NAME-01.out and so on: the limits and hard cases
    /// first, large ones last; DIR must not contain other cases of that name
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    dir: Option<PathBuf>,

    /// In --dir, write inputs that a validator must refuse, each with one fault, as NAME-FAULT.in
    #[arg(long, requires = "dir", conflicts_with_all = ["pairs", "mix", "seed", "cases", "ans"])]
    invalid: bool,

    /// The number of cases in --dir [default: 20, or 50 if an input is one record]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>, requires = "dir")]
    cases: Option<NonZeroU64>,

    /// The beginning of the file names in --dir
    #[arg(long, value_name = "NAME", default_value = "case", requires = "dir")]
    name: String,

    /// In --dir, use .ans instead of .out for the names of the answers
    #[arg(long, requires = "dir")]
    ans: bool,

    /// Use at most N threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    watch: Watch,
}

pub(crate) fn run(args: &Gen) -> Result<ExitCode> {
    let problem = resolve::limited_problem(&args.format, &args.limits)?;
    let format = &args.format;
    for (option, value) in [("--words", &format.words), ("--prefix", &format.prefix)] {
        ensure!(
            value.is_none() || args.answers.is_some() || args.dir.is_some(),
            "{option} requires --answers or --dir"
        );
    }
    let seed = args.seed.number;
    let workload = match args.regime {
        Some(regime) => Workload::of_regime(seed, regime),
        None => Workload::new(seed, args.mix.unwrap_or_default(), &problem)?,
    };
    let max_records = problem.max_records().unwrap_or(u64::MAX);
    let records = args.pairs.unwrap_or(max_records.min(1000));
    ensure!(
        records <= max_records,
        "{records} records are more than an input of this problem has; use --pairs {max_records}"
    );
    if args.seed.is_random && !args.watch.quiet {
        report::line(&format_args!("seed {seed}"));
    }
    if let Some(folder) = &args.dir {
        if args.invalid {
            return write_invalid(args, &problem, folder);
        }
        return write_set(args, &problem, folder);
    }
    let (path, answers) = (args.output.as_deref(), args.answers.as_deref());
    ensure!(
        answers.is_none() || !output::is_stdout(answers) || !output::is_stdout(path),
        "standard output: the pairs and the answers can't both be written there"
    );
    let (amount, total) = match args.bytes {
        Some(bytes) => (GenerateLimit::bytes(bytes), Total::Bytes(Some(bytes))),
        None => (GenerateLimit::records(records), Total::Pairs(records)),
    };
    let ticker = Ticker::start(args.watch, total);
    let output = output::open(path, &ticker)?;
    let open = |path| output::open(Some(path), &ticker);
    let generated = generate(
        &workload,
        amount,
        output,
        answers.map(open).transpose()?,
        args.threads,
        ticker.progress.as_deref(),
    );
    match generated {
        Err(error) if answers.is_some() => Err(report::needs_all_outputs(
            error.into(),
            "the pairs and the answers are written together or not at all",
        )),
        Err(error) => Err(error.into()),
        Ok(_) => Ok(ExitCode::SUCCESS),
    }
}

/// Writes inputs with one fault each, and the faults to standard output.
fn write_invalid(args: &Gen, problem: &Problem, folder: &Path) -> Result<ExitCode> {
    process::stdout()?;
    prepare(args, folder, &BTreeSet::new())?;
    let ticker = Ticker::start(args.watch, Total::Bytes(None));
    let mut faults = String::new();
    for (fault, input) in invalid_inputs(problem) {
        let path = folder.join(format!("{}-{fault}.in", args.name));
        output::write(Some(&path), &input)?;
        let input = Input::reader(&input[..], &shown_path(&path));
        let fault = validate(problem, input, None)?.expect_err("the input is invalid");
        faults += &format!("{fault}\n");
    }
    drop(ticker);
    output::print(faults.as_bytes())
}

/// Makes the folder of a set. `names` are the names of its numbered files.
///
/// Errors: a name that is none; the folder has a numbered file of the same set that is not one of `names`. A judge that takes
/// all files of the folder would take it, too.
fn prepare(args: &Gen, folder: &Path, names: &BTreeSet<String>) -> Result<()> {
    ensure!(
        !args.name.contains('/') && !args.name.starts_with(['.', '-']) && !args.name.is_empty(),
        "--name is the beginning of a file name, without / and not starting with a dot or a hyphen; --dir is the folder"
    );
    let about = Error::about_path(folder);
    let is_new = !folder.exists();
    std::fs::create_dir_all(folder).map_err(&about)?;
    let entries: io::Result<Vec<_>> = folder.read_dir().and_then(Iterator::collect);
    let entries = entries.map_err(|e| {
        if is_new {
            // This happens if the umask makes the new folder unreadable.
            let _ = std::fs::remove_dir(folder);
        }
        about(e)
    })?;
    let files = entries.iter().map(DirEntry::file_name);
    let files = files.filter_map(|file| file.into_string().ok());
    let prefix = format!("{}-", args.name);
    let is_other = |file: &String| {
        let rest = file.strip_prefix(&prefix);
        let parts = rest.and_then(|rest| rest.split_once('.'));
        matches!(parts, Some((number, "in" | "out" | "ans")) if is_digits(number))
            && !names.contains(file)
    };
    if let Some(other) = files.filter(is_other).min() {
        bail!(
            "{}: this file is of another set, and the new set would not replace it; remove the old set, or use \
             another --dir or --name",
            shown_path(&folder.join(other))
        );
    }
    Ok(())
}

/// Writes all files of a set.
fn write_set(args: &Gen, problem: &Problem, folder: &Path) -> Result<ExitCode> {
    // The number of files if no option gives one.
    let is_one_record = problem.max_records() == Some(1);
    let default = if is_one_record { 50 } else { 20 };
    let count = args.cases.map_or(default, NonZeroU64::get);
    let files = test_files(problem, args.seed.number, args.mix, args.pairs, count);
    let width = files.len().to_string().len().max(2);
    let ending = if args.ans { "ans" } else { "out" };
    let name = |number, ending: &str| format!("{}-{number:0width$}.{ending}", args.name);
    let names = (1..=files.len()).flat_map(|number| ["in", ending].map(|e| name(number, e)));
    prepare(args, folder, &names.collect())?;
    let drawn = files.iter().map(|file| match file {
        TestFile::Drawn(file) => file.records,
        TestFile::Limits(_) => 0,
    });
    let ticker = Ticker::start(args.watch, Total::Pairs(drawn.sum()));
    for (i, file) in files.iter().enumerate() {
        let open = |ending| -> Result<Output<'_>> {
            output::open(Some(&folder.join(name(i + 1, ending))), &ticker)
        };
        let (output, answers) = (open("in")?, open(ending)?);
        match file {
            TestFile::Limits(cases) => {
                let (input, right) = (problem.input(cases), problem.output(cases));
                write_input([&input, &right], output, answers)?;
            }
            TestFile::Drawn(file) => {
                let mut problem = problem.clone();
                problem.limits.max_pile = Some(file.max.clone());
                let workload = Workload::new(file.seed, file.mix, &problem)?;
                let amount = GenerateLimit::records(file.records);
                generate(
                    &workload,
                    amount,
                    output,
                    Some(answers),
                    args.threads,
                    ticker.progress.as_deref(),
                )?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
