//! `wythoff gen`.

use super::args::generate::Gen;
use super::args::is_digits;
use super::args::{Format, Limits};
use super::progress::{Ticker, Total};
use super::resolve::{self, refuse};
use super::shell_words::{problem_options, quoted};
use super::{output, process, report};
use anyhow::Result;
use std::collections::BTreeSet;
use std::io::{IsTerminal, stderr};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wythoff::workload::{
    Mix, Regime, TestFile, Workload, invalid_inputs, limit_inputs, test_files,
};
use wythoff::{Error, GenerateLimit, Problem, generate, shown_path, write_input};
use wythoff_contest::validate;

/// The number of pairs if no option gives one.
const PAIRS: u64 = 1000;

pub(crate) fn run(args: &Gen) -> Result<ExitCode> {
    let source = match args.regime {
        Some(regime) => Source::Regime(regime),
        None => Source::Mix(args.mix.unwrap_or_default()),
    };
    let problem = resolve::limited_problem(&args.format, &args.limits)?;
    let of_answers = [
        ("--words", &args.format.words),
        ("--prefix", &args.format.prefix),
    ];
    let unused = of_answers.iter().find(|(_, value)| value.is_some());
    if let (Some((option, _)), None, None) = (unused, &args.answers, &args.dir) {
        refuse(format!("{option} requires --answers or --dir"))?;
    }
    source.workload(args.seed.number, &problem)?;
    let max_records = problem.max_records().unwrap_or(u64::MAX);
    if let Some(records) = args.pairs.filter(|&records| records > max_records) {
        refuse(format!(
            "{records} records are more than an input of this problem has; use --pairs {max_records}"
        ))?;
    }
    if let Some(folder) = args.dir.as_ref().filter(|_| args.invalid) {
        return write_invalid(args, &problem, folder);
    }
    if let Some(folder) = &args.dir {
        // The number of files in a set if no option gives one.
        let default = if max_records == 1 { 50 } else { 20 };
        let count = args.cases.map_or(default, NonZeroU64::get);
        if args.seed.is_random && !args.watch.quiet {
            report::line(&format_args!("seed {}", args.seed.number));
        }
        let files = test_files(&problem, args.seed.number, args.mix, args.pairs, count);
        return write_set(args, &problem, folder, &files);
    }
    let input = GeneratedInput {
        format: &args.format,
        limits: &args.limits,
        problem,
        content: match (args.limit_input, args.bytes) {
            (Some(number), _) => Content::Limits(number.get()),
            (None, bytes) => Content::Drawn {
                seed: args.seed.number,
                source,
                amount: match bytes {
                    Some(bytes) => GenerateLimit::bytes(bytes),
                    None => GenerateLimit::records(args.pairs.unwrap_or(PAIRS.min(max_records))),
                },
            },
        },
        output: args.output.clone(),
        answers: args.answers.clone(),
    };
    if (stderr().is_terminal() || args.seed.is_random) && !args.watch.quiet {
        report::line(&format_args!("to repeat: {}", input.command()));
    }
    let ticker = Ticker::start(args.watch, || match input.content {
        Content::Limits(_) => Total::Unknown,
        Content::Drawn { amount, .. } => match amount.bytes {
            u64::MAX => Total::Pairs(amount.records),
            bytes => Total::Bytes(bytes),
        },
    });
    input.write(args.threads, &ticker)?;
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

/// Writes all files of a set, and the commands that make them again to standard output.
fn write_set(args: &Gen, problem: &Problem, folder: &Path, files: &[TestFile]) -> Result<ExitCode> {
    process::stdout()?;
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
    let mut commands = String::new();
    for (i, file) in files.iter().enumerate() {
        let path = |ending| folder.join(name(i + 1, ending));
        let (content, max) = match file {
            TestFile::Drawn(file) => {
                let content = Content::Drawn {
                    seed: file.seed,
                    source: Source::Mix(file.mix),
                    amount: GenerateLimit::records(file.records),
                };
                (content, file.max.clone())
            }
            TestFile::Limits(number) => (Content::Limits(*number), problem.max_pile()),
        };
        let mut problem = problem.clone();
        problem.limits.max_pile = Some(max);
        let input = GeneratedInput {
            format: &args.format,
            limits: &args.limits,
            problem,
            content,
            output: Some(path("in")),
            answers: Some(path(ending)),
        };
        input.write(args.threads, &ticker)?;
        commands += &(input.command() + "\n");
    }
    drop(ticker);
    output::print(commands.as_bytes())
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

/// An input, with everything that its bytes depend on.
struct GeneratedInput<'a> {
    format: &'a Format,
    limits: &'a Limits,
    problem: Problem,
    content: Content,
    output: Option<PathBuf>,
    answers: Option<PathBuf>,
}

#[derive(Clone, Copy)]
enum Content {
    Drawn {
        seed: u64,
        source: Source,
        amount: GenerateLimit,
    },
    /// The input with this number at the limits of the problem.
    Limits(u64),
}

#[derive(Clone, Copy)]
enum Source {
    Mix(Mix),
    Regime(Regime),
}

impl Source {
    fn workload(self, seed: u64, problem: &Problem) -> Result<Workload, Error> {
        match self {
            Self::Mix(mix) => Workload::new(seed, mix, problem),
            Self::Regime(regime) => Workload::of_regime(seed, regime, problem),
        }
    }
}

impl GeneratedInput<'_> {
    fn write(&self, threads: Option<NonZeroUsize>, ticker: &Ticker) -> Result<()> {
        if let Some(answers) = &self.answers
            && output::is_stdout(Some(answers))
            && output::is_stdout(self.output.as_deref())
        {
            refuse("standard output: the pairs and the answers can't both be written there")?;
        }
        let output = output::open(self.output.as_deref(), ticker)?;
        let open = |path: &PathBuf| output::open(Some(path), ticker);
        let answers = self.answers.as_ref().map(open).transpose()?;
        let has_answers = answers.is_some();
        let generated = match self.content {
            Content::Drawn {
                seed,
                source,
                amount,
            } => {
                let workload = source.workload(seed, &self.problem)?;
                let progress = ticker.progress();
                generate(
                    &workload,
                    amount,
                    output,
                    answers,
                    threads,
                    progress.as_deref(),
                )
                .map(|_| ())
            }
            Content::Limits(number) => {
                let inputs = limit_inputs(&self.problem);
                let index = usize::try_from(number - 1).ok();
                let Some(cases) = index.and_then(|index| inputs.get(index)) else {
                    return refuse(format!(
                        "--limits {number}: the problem has fewer than {number} inputs at its limits"
                    ))?;
                };
                let (input, right) = (self.problem.input(cases), self.problem.output(cases));
                write_input([&input, &right], output, answers)
            }
        };
        generated.map_err(|error| {
            let error = error.into();
            if !has_answers {
                return error;
            }
            let both = "the pairs and the answers are written together or not at all";
            report::needs_all_outputs(error, both)
        })
    }

    /// The shell command that writes the same bytes.
    fn command(&self) -> String {
        let limits = Limits {
            // The value of the problem is more exact.
            max: None,
            max_k: self.problem.limits.max_bound,
            ..*self.limits
        };
        let options = problem_options(self.format, &limits);
        let max = self.problem.max_pile();
        let mut command = match self.content {
            Content::Drawn {
                seed,
                source,
                amount,
            } => {
                let amount = match amount.records {
                    u64::MAX => format!("--bytes {}", amount.bytes),
                    records => format!("--pairs {records}"),
                };
                let source = match source {
                    Source::Mix(mix) => format!("--max {max} --mix {mix}"),
                    Source::Regime(regime) => format!("--regime {}", regime.name),
                };
                format!("wythoff gen --seed {seed}{options} {amount} {source}")
            }
            Content::Limits(number) => {
                format!("wythoff gen{options} --limits {number} --max {max}")
            }
        };
        for (flag, path) in [("-o", &self.output), ("--answers", &self.answers)] {
            if let Some(path) = path {
                command += &format!(" {flag} {}", quoted(&path.to_string_lossy()));
            }
        }
        command
    }
}
