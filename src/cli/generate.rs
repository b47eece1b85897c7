//! `wythoff gen`.

use super::args::Format;
use super::args::generate::Gen;
use super::progress::{Ticker, Total};
use super::resolve::{self, refuse};
use super::shell_words::{format_options, quoted};
use super::{output, process, report};
use anyhow::Result;
use std::fs::Metadata;
use std::io::{IsTerminal, stderr};
use std::num::NonZeroUsize;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wythoff::internal::{Amount, follow_links, generate, shown_path};
use wythoff::workload::{Mix, TestFile, Workload, single_record_files, test_files};
use wythoff::{Error, Framing, Output, Problem};

/// The number of pairs where no option gives one.
const PAIRS: u64 = 1000;

pub(crate) fn run(args: &Gen) -> Result<ExitCode> {
    let mix: Mix = match &args.mix {
        Some(mix) => mix.parse()?,
        None => Mix::default(),
    };
    let problem = resolve::problem(&args.format)?;
    if args.format.words.is_some() && args.answers.is_none() && args.dir.is_none() {
        refuse("--words requires --answers or --dir")?;
    }
    let problem = match &args.max {
        Some(max) => problem.with_max_pile(max.parse()?)?,
        None => problem,
    };
    let max_records = Workload::new(args.seed, mix, &problem)?.max_records();
    if let Some(records) = args.pairs.filter(|&records| records > max_records) {
        let name = match args.format.framing {
            Some(Framing::One) => "--in one",
            _ => problem.name().unwrap_or("--in one"),
        };
        let cases = if max_records == 1 { "case" } else { "cases" };
        refuse(format!(
            "an input of {name} has at most {max_records} {cases}, not {records}: --pairs {max_records}"
        ))?;
    }
    let records = args.pairs.unwrap_or(PAIRS.min(max_records));
    if let Some(folder) = &args.dir {
        let (seed, count, max) = (args.seed, args.cases.get(), problem.max_pile());
        // Files of one record each, unless --mix names their kinds.
        let files = if max_records == 1 && args.mix.is_none() && problem.is_pairs() {
            single_record_files(seed, max, problem.rule(), count)
        } else {
            test_files(seed, mix, max, records, count)
        };
        return write_set(args, &problem, folder, &files);
    }
    let input = GeneratedInput {
        seed: args.seed,
        format: &args.format,
        problem,
        mix,
        amount: match args.bytes {
            Some(bytes) => Amount::bytes(bytes),
            None => Amount::records(records),
        },
        output: args.output.clone(),
        answers: args.answers.clone(),
    };
    if stderr().is_terminal() && !args.watch.quiet {
        report::write(&format!(
            "wythoff: seed {}; again: {}\n",
            input.seed,
            input.command()
        ));
    }
    let ticker = Ticker::start(args.watch, || match input.amount.bytes {
        u64::MAX => Total::Pairs(input.amount.records),
        bytes => Total::Bytes(bytes),
    });
    input.write(args.threads, &ticker)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes all files of a set, and to standard output the commands that make them again.
fn write_set(args: &Gen, problem: &Problem, folder: &Path, files: &[TestFile]) -> Result<ExitCode> {
    process::stdout()?;
    let mut commands = Some(Output::stdout()?.into_writer());
    if args.name.contains('/') || args.name.starts_with('.') || args.name.is_empty() {
        refuse("--name is the beginning of a file name; --dir names the folder")?;
    }
    let shown = shown_path(folder);
    std::fs::create_dir_all(folder).map_err(|e| Error::from(e).of(shown.as_str()))?;
    let width = files.len().to_string().len().max(2);
    let ending = if args.ans { "ans" } else { "out" };
    let name = |number, ending: &str| format!("{}-{number:0width$}.{ending}", args.name);
    let belongs = |number, file: &str| {
        (1..=files.len()).contains(&number)
            && ["in", ending].iter().any(|e| name(number, e) == file)
    };
    let other = other_file(folder, &args.name, belongs).map_err(|e| e.of(shown.as_str()))?;
    if let Some(other) = other {
        refuse(format!(
            "{}: a file of another set, which this set would not replace; remove that set, or use another \
             --dir or --name",
            shown_path(&other)
        ))?;
    }
    let total = files.iter().map(|file| file.records).sum();
    let ticker = Ticker::start(args.watch, || Total::Pairs(total));
    for (i, file) in files.iter().enumerate() {
        let path = |ending| folder.join(name(i + 1, ending));
        let input = GeneratedInput {
            seed: file.seed,
            format: &args.format,
            problem: problem.clone().with_max_pile(file.max.clone())?,
            mix: file.mix,
            amount: Amount::records(file.records),
            output: Some(path("in")),
            answers: Some(path(ending)),
        };
        input.write(args.threads, &ticker)?;
        // The files are made even if nobody reads the commands.
        if let Some(writer) = &mut commands {
            let line = input.command() + "\n";
            match writer.write_now(&line) {
                Err(e) if e.is_broken_pipe() => commands = None,
                result => result?,
            }
        }
    }
    if let Some(writer) = commands {
        writer.finish()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The first file in `folder`, by name, that has the name of a file of the set `name` but does not belong to it. A judge
/// that takes all files of the folder would take it too.
fn other_file(
    folder: &Path,
    name: &str,
    belongs: impl Fn(usize, &str) -> bool,
) -> Result<Option<PathBuf>, Error> {
    let mut first: Option<String> = None;
    for entry in std::fs::read_dir(folder)? {
        let file = entry?.file_name();
        let Some(file) = file.to_str() else { continue };
        let rest = file.strip_prefix(name).and_then(|r| r.strip_prefix('-'));
        let Some((number, "in" | "out" | "ans")) = rest.and_then(|r| r.split_once('.')) else {
            continue;
        };
        let is_file = !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit());
        // A number beyond `usize` belongs to no set.
        let number = number.parse().unwrap_or(usize::MAX);
        let is_first = first.as_deref().is_none_or(|first| file < first);
        if is_file && is_first && !belongs(number, file) {
            first = Some(file.to_owned());
        }
    }
    Ok(first.map(|file| folder.join(file)))
}

/// One input, with everything that decides its bytes.
struct GeneratedInput<'a> {
    seed: u64,
    format: &'a Format,
    /// The problem of `format`.
    problem: Problem,
    mix: Mix,
    amount: Amount,
    output: Option<PathBuf>,
    answers: Option<PathBuf>,
}

impl GeneratedInput<'_> {
    fn write(&self, threads: Option<NonZeroUsize>, ticker: &Ticker) -> Result<()> {
        if let Some(answers) = &self.answers
            && output::is_stdout(Some(answers))
            && output::is_stdout(self.output.as_deref())
        {
            refuse("standard output: the pairs are written there, so the answers can't be")?;
        }
        let output = output::open(self.output.as_deref(), ticker)?;
        if let Some(answers) = &self.answers
            && is_same_file(self.output.as_deref(), &output, answers)
        {
            let shown = shown_path(answers);
            refuse(format!(
                "{shown}: the pairs are written there, so the answers can't be"
            ))?;
        }
        let answers = match &self.answers {
            Some(path) => Some(output::open(Some(path), ticker)?),
            None => None,
        };
        let workload = Workload::new(self.seed, self.mix, &self.problem)?;
        let generated = generate(
            &workload,
            self.amount,
            output,
            answers,
            threads,
            ticker.progress().as_deref(),
        );
        process::let_signals_go();
        generated?;
        Ok(())
    }

    /// The shell command that makes the same bytes.
    fn command(&self) -> String {
        let options = format_options(self.format);
        let mut command = format!("wythoff gen --seed {}{options}", self.seed);
        command += &match self.amount {
            Amount {
                records: u64::MAX,
                bytes,
            } => format!(" --bytes {bytes}"),
            Amount { records, .. } => format!(" --pairs {records}"),
        };
        command += &format!(" --max {} --mix {}", self.problem.max_pile(), self.mix);
        for (flag, path) in [("-o", &self.output), ("--answers", &self.answers)] {
            if let Some(path) = path {
                command += &format!(" {flag} {}", quoted(&path.to_string_lossy()));
            }
        }
        command
    }
}

/// Whether the answers would go into the file of the pairs.
fn is_same_file(path: Option<&Path>, output: &Output<'_>, answers: &Path) -> bool {
    let regular = |meta: &Metadata| meta.is_file().then(|| (meta.dev(), meta.ino()));
    let id = |path: &Path| path.metadata().ok().as_ref().and_then(regular);
    let ids = (path.and_then(id).or(output.identity()), id(answers));
    if let (Some(output), Some(answers)) = ids {
        return output == answers;
    }
    // The files need not exist yet.
    let location = |path: &Path| {
        let path = follow_links(path);
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some((folder, path.file_name()?.to_owned()))
    };
    let special = |path: &Path| path.metadata().is_ok_and(|meta| !meta.is_file());
    path.is_some_and(|path| {
        !special(path) && location(path).is_some() && location(path) == location(answers)
    })
}
