//! `wythoff gen`.

use super::args::generate::Gen;
use super::args::is_digits;
use super::progress::{Ticker, Total};
use super::resolve::{self, refuse};
use super::{output, process, report};
use anyhow::Result;
use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wythoff::workload::{TestFile, Workload, invalid_inputs, limit_inputs, test_files};
use wythoff::{Error, GenerateLimit, Output, Problem, generate, shown_path, write_input};
use wythoff_contest::validate;

/// The number of pairs if no option gives one.
const PAIRS: u64 = 1000;

pub(crate) fn run(args: &Gen) -> Result<ExitCode> {
    let problem = resolve::limited_problem(&args.format, &args.limits)?;
    let of_answers = [
        ("--words", &args.format.words),
        ("--prefix", &args.format.prefix),
    ];
    let unused = of_answers.iter().find(|(_, value)| value.is_some());
    if let (Some((option, _)), None, None) = (unused, &args.answers, &args.dir) {
        refuse(format!("{option} requires --answers or --dir"))?;
    }
    let seed = args.seed.number;
    let workload = match args.regime {
        Some(regime) => Workload::of_regime(seed, regime, &problem)?,
        None => Workload::new(seed, args.mix.unwrap_or_default(), &problem)?,
    };
    let max_records = problem.max_records().unwrap_or(u64::MAX);
    if let Some(records) = args.pairs.filter(|&records| records > max_records) {
        refuse(format!(
            "{records} records are more than an input of this problem has; use --pairs {max_records}"
        ))?;
    }
    if args.seed.is_random && !args.watch.quiet {
        report::line(&format_args!("seed {seed}"));
    }
    if let Some(folder) = &args.dir {
        if args.invalid {
            return write_invalid(args, &problem, folder);
        }
        return write_set(args, &problem, folder);
    }
    if let Some(answers) = &args.answers
        && output::is_stdout(Some(answers))
        && output::is_stdout(args.output.as_deref())
    {
        refuse("standard output: the pairs and the answers can't both be written there")?;
    }
    let records = args.pairs.unwrap_or(PAIRS.min(max_records));
    let (amount, total) = match args.bytes {
        Some(bytes) => (GenerateLimit::bytes(bytes), Total::Bytes(bytes)),
        None => (GenerateLimit::records(records), Total::Pairs(records)),
    };
    let ticker = Ticker::start(args.watch, || total);
    let output = output::open(args.output.as_deref(), &ticker)?;
    let open = |path: &PathBuf| output::open(Some(path), &ticker);
    let answers = args.answers.as_ref().map(open).transpose()?;
    let progress = ticker.progress();
    generate(
        &workload,
        amount,
        output,
        answers,
        args.threads,
        progress.as_deref(),
    )
    .map_err(|error| match args.answers {
        Some(_) => report::needs_all_outputs(
            error.into(),
            "the pairs and the answers are written together or not at all",
        ),
        None => error.into(),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Writes inputs with one fault each, and the faults to standard output.
fn write_invalid(args: &Gen, problem: &Problem, folder: &Path) -> Result<ExitCode> {
    process::stdout()?;
    let files = invalid_inputs(problem).into_iter();
    let files = files.map(|(fault, input)| (format!("{}-{fault}.in", args.name), input));
    let files: Vec<_> = files.collect();
    prepare(
        args,
        folder,
        files.iter().map(|(name, _)| name.clone()).collect(),
    )?;
    let ticker = Ticker::start(args.watch, || Total::Unknown);
    let mut faults = String::new();
    for (name, input) in files {
        let path = folder.join(name);
        write_input([&input, b""], output::open(Some(&path), &ticker)?, None)?;
        let found = validate(problem, &input[..], &shown_path(&path), None)?;
        faults += &format!("{}\n", found.fault.expect("the input is invalid"));
    }
    drop(ticker);
    output::print(faults.as_bytes())
}

/// Makes the folder of a set whose files have these names.
///
/// Errors: a name that is none; the folder has files of another set with the same name.
fn prepare(args: &Gen, folder: &Path, names: BTreeSet<String>) -> Result<()> {
    if args.name.contains('/') || args.name.starts_with(['.', '-']) || args.name.is_empty() {
        refuse(
            "--name is the beginning of a file name, without / and not starting with a dot or a hyphen; --dir is the folder",
        )?;
    }
    let shown = shown_path(folder);
    let is_new = !folder.exists();
    std::fs::create_dir_all(folder).map_err(|e| Error::from(e).about(shown.as_str()))?;
    let other = other_file(folder, &args.name, &names).map_err(|e| {
        if is_new {
            // This happens if the umask makes the new folder unreadable.
            let _ = std::fs::remove_dir(folder);
        }
        e.about(shown.as_str())
    })?;
    if let Some(other) = other {
        refuse(format!(
            "{}: this file is of another set, and the new set would not replace it; remove the old set, or use \
             another --dir or --name",
            shown_path(&other)
        ))?;
    }
    Ok(())
}

/// Writes all files of a set.
fn write_set(args: &Gen, problem: &Problem, folder: &Path) -> Result<ExitCode> {
    // The number of files if no option gives one.
    let default = if problem.max_records() == Some(1) {
        50
    } else {
        20
    };
    let count = args.cases.map_or(default, NonZeroU64::get);
    let files = test_files(problem, args.seed.number, args.mix, args.pairs, count);
    let width = files.len().to_string().len().max(2);
    let ending = if args.ans { "ans" } else { "out" };
    let name = |number, ending: &str| format!("{}-{number:0width$}.{ending}", args.name);
    let names = (1..=files.len()).flat_map(|number| ["in", ending].map(|e| name(number, e)));
    prepare(args, folder, names.collect())?;
    let drawn = files.iter().filter_map(|file| match file {
        TestFile::Drawn(file) => Some(file.records),
        TestFile::Limits(_) => None,
    });
    let total = drawn.sum();
    let ticker = Ticker::start(args.watch, || Total::Pairs(total));
    let progress = ticker.progress();
    let limits = limit_inputs(problem);
    for (i, file) in files.iter().enumerate() {
        let open = |ending| -> Result<Output<'_>> {
            output::open(Some(&folder.join(name(i + 1, ending))), &ticker)
        };
        let (output, answers) = (open("in")?, open(ending)?);
        match file {
            TestFile::Limits(number) => {
                let cases = &limits[*number as usize - 1];
                let (input, right) = (problem.input(cases), problem.output(cases));
                write_input([&input, &right], output, Some(answers))?;
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
                    progress.as_deref(),
                )?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The first file in `folder` that looks like a file of the set `name` but is not one of `names`. A judge that takes all files
/// of the folder would take it, too.
fn other_file(
    folder: &Path,
    name: &str,
    names: &BTreeSet<String>,
) -> Result<Option<PathBuf>, Error> {
    let mut others = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let file = entry?.file_name().into_string().unwrap_or_default();
        let rest = file.strip_prefix(name).and_then(|r| r.strip_prefix('-'));
        if let Some((number, "in" | "out" | "ans")) = rest.and_then(|r| r.split_once('.'))
            && is_digits(number)
            && !names.contains(&file)
        {
            others.push(file);
        }
    }
    Ok(others.iter().min().map(|file| folder.join(file)))
}
