//! `wythoff gen`.

use super::args::Format;
use super::args::generate::Gen;
use super::config::asked;
use super::progress::{Ticker, Total};
use super::shell::{quoted, typed};
use super::{place, process, report};
use anyhow::Result;
use std::fs::Metadata;
use std::io::{IsTerminal, stderr};
use std::num::NonZeroUsize;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wythoff::error::shown_path;
use wythoff::output::output::behind_links;
use wythoff::pipeline::{Extent, produce};
use wythoff::problem::{Asked, Framing};
use wythoff::workload::{Case, Max, Mix, Workload, cases, single_cases};
use wythoff::{Error, ErrorKind, Target, Words};

/// Pairs, where nothing says how many.
const PAIRS: u64 = 1000;

pub(crate) fn run(args: Gen) -> Result<ExitCode> {
    let mix: Mix = match &args.mix {
        Some(mix) => mix.parse()?,
        None => Mix::default(),
    };
    let asked = asked(&args.format)?;
    if args.format.words.is_some() && args.answers.is_none() && args.dir.is_none() {
        return Err(argument("--words is for answers: --answers, or --dir"));
    }
    let max = args.max.as_deref().map(str::parse).transpose()?;
    let max = Max::of(&asked, max)?;
    let allowed = Workload::judged(args.seed, mix, &max, asked.clone())?.most_records();
    if let Some(records) = args.pairs.filter(|&records| records > allowed) {
        let name = match (args.format.framing, asked.limits) {
            (Some(Framing::One), _) | (_, None) => "--in one",
            (_, Some((name, _))) => name,
        };
        let cases = if allowed == 1 { "case" } else { "cases" };
        return Err(argument(&format!(
            "an input of {name} has {allowed} {cases} at most, not {records}: --pairs {allowed}"
        )));
    }
    let records = args.pairs.unwrap_or(PAIRS.min(allowed));
    if let Some(folder) = &args.dir {
        // Of one record each, unless it was said of which kinds.
        let single = allowed == 1 && args.mix.is_none();
        let cases = match single && asked.is_pairs() {
            true => single_cases(args.seed, &max, asked.rule(), args.cases.get()),
            false => cases(args.seed, mix, &max, records, args.cases.get()),
        };
        return set(&args, &asked, folder, &cases);
    }
    let one = One {
        seed: args.seed,
        format: &args.format,
        asked: &asked,
        mix,
        max,
        extent: match args.bytes {
            Some(bytes) => Extent::bytes(bytes),
            None => Extent::records(records),
        },
        output: args.output.clone(),
        answers: args.answers.clone(),
    };
    if stderr().is_terminal() && !args.watch.quiet {
        report::say(&format!(
            "wythoff: seed {}; again: {}\n",
            one.seed,
            one.command()
        ));
    }
    let ticker = Ticker::start(args.watch, || match one.extent.bytes {
        u64::MAX => Total::Pairs(one.extent.records),
        bytes => Total::Bytes(bytes),
    });
    one.write(args.threads, &ticker)?;
    Ok(ExitCode::SUCCESS)
}

/// All cases of a set, and to standard output the commands that make them again.
fn set(args: &Gen, asked: &Asked, folder: &Path, cases: &[Case]) -> Result<ExitCode> {
    process::stdout()?;
    let stdout = Target::stdout()?;
    if args.name.contains('/') || args.name.starts_with('.') || args.name.is_empty() {
        return Err(argument(
            "--name is the beginning of a file's name; --dir says where",
        ));
    }
    let shown = shown_path(folder);
    std::fs::create_dir_all(folder).map_err(|e| Error::from(e).of(shown.as_str()))?;
    let width = cases.len().to_string().len().max(2);
    let ending = if args.ans { "ans" } else { "out" };
    let file = |number, ending: &str| format!("{}-{number:0width$}.{ending}", args.name);
    let ours = |number, name: &str| {
        (1..=cases.len()).contains(&number)
            && ["in", ending].iter().any(|e| file(number, e) == name)
    };
    let other = other_case(folder, &args.name, ours).map_err(|e| e.of(shown.as_str()))?;
    if let Some(other) = other {
        return Err(argument(&format!(
            "{}: a case of another set, which this one wouldn't replace; remove those, or take \
             another --dir or --name",
            shown_path(&other)
        )));
    }
    let total = cases.iter().map(|case| case.records).sum();
    let ticker = Ticker::start(args.watch, || Total::Pairs(total));
    let (mut told, mut heard) = (0, true);
    for (i, case) in cases.iter().enumerate() {
        let path = |ending| folder.join(file(i + 1, ending));
        let one = One {
            seed: case.seed,
            format: &args.format,
            asked,
            mix: case.mix,
            max: case.max.clone(),
            extent: Extent::records(case.records),
            output: Some(path("in")),
            answers: Some(path(ending)),
        };
        one.write(args.threads, &ticker)?;
        if !heard {
            continue;
        }
        let line = one.command() + "\n";
        match stdout.write(told, line.as_bytes()) {
            // The cases are what was asked for, also where nobody wants to know the commands.
            Err(e) if e.is_broken_pipe() => heard = false,
            result => result?,
        }
        told += line.len() as u64;
    }
    stdout.publish(told)?;
    Ok(ExitCode::SUCCESS)
}

/// A file of `folder` that is called as a case of the set `name` and isn't one of `ours`, the first by name: whoever
/// judges by all that is there would take it for one.
fn other_case(
    folder: &Path,
    name: &str,
    ours: impl Fn(usize, &str) -> bool,
) -> Result<Option<PathBuf>, Error> {
    let mut first: Option<String> = None;
    for entry in std::fs::read_dir(folder)? {
        let file = entry?.file_name();
        let Some(file) = file.to_str() else { continue };
        let rest = file.strip_prefix(name).and_then(|r| r.strip_prefix('-'));
        let Some((number, "in" | "out" | "ans")) = rest.and_then(|r| r.split_once('.')) else {
            continue;
        };
        let is_case = !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit());
        // A number beyond all is nobody's here.
        let number = number.parse().unwrap_or(usize::MAX);
        let is_first = first.as_deref().is_none_or(|first| file < first);
        if is_case && is_first && !ours(number, file) {
            first = Some(file.to_owned());
        }
    }
    Ok(first.map(|file| folder.join(file)))
}

/// One input, with all that decides its bytes.
struct One<'a> {
    seed: u64,
    format: &'a Format,
    /// What that comes to.
    asked: &'a Asked,
    mix: Mix,
    max: Max,
    extent: Extent,
    output: Option<PathBuf>,
    answers: Option<PathBuf>,
}

impl One<'_> {
    fn write(&self, threads: Option<NonZeroUsize>, ticker: &Ticker) -> Result<()> {
        if let Some(answers) = &self.answers
            && place::is_stdout(Some(answers))
            && place::is_stdout(self.output.as_deref())
        {
            return Err(argument(
                "standard output: the pairs go there, the answers can't",
            ));
        }
        let target = place::open(self.output.as_deref(), ticker)?;
        if let Some(answers) = &self.answers
            && same(self.output.as_deref(), &target, answers)
        {
            let shown = shown_path(answers);
            return Err(argument(&format!(
                "{shown}: the pairs go there, the answers can't"
            )));
        }
        let truth = match &self.answers {
            Some(path) => {
                let words = Words::new(&self.asked.hot, &self.asked.cold)?;
                Some((place::open(Some(path), ticker)?, words))
            }
            None => None,
        };
        let workload = Workload::judged(self.seed, self.mix, &self.max, self.asked.clone())?;
        let done = produce(
            &workload,
            self.extent,
            target,
            truth,
            threads,
            ticker.progress().as_deref(),
        );
        process::let_signals_go();
        done?;
        Ok(())
    }

    /// What a shell must be told to make the same bytes.
    fn command(&self) -> String {
        let typed = typed(self.format);
        let mut command = format!("wythoff gen --seed {}{typed}", self.seed);
        command += &match self.extent {
            Extent {
                records: u64::MAX,
                bytes,
            } => format!(" --bytes {bytes}"),
            Extent { records, .. } => format!(" --pairs {records}"),
        };
        command += &format!(" --max {} --mix {}", self.max, self.mix);
        for (flag, path) in [("-o", &self.output), ("--answers", &self.answers)] {
            if let Some(path) = path {
                command += &format!(" {flag} {}", quoted(&path.to_string_lossy()));
            }
        }
        command
    }
}

/// Whether the answers would go into the file that the pairs go to.
fn same(output: Option<&Path>, target: &Target<'_>, answers: &Path) -> bool {
    let regular = |meta: &Metadata| meta.is_file().then(|| (meta.dev(), meta.ino()));
    let id = |path: &Path| path.metadata().ok().as_ref().and_then(regular);
    let ids = (output.and_then(id).or(target.identity()), id(answers));
    if let (Some(output), Some(answers)) = ids {
        return output == answers;
    }
    // Neither need be there yet.
    let place = |path: &Path| {
        let path = behind_links(path);
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some((folder, path.file_name()?.to_owned()))
    };
    let special = |path: &Path| path.metadata().is_ok_and(|meta| !meta.is_file());
    output.is_some_and(|output| {
        !special(output) && place(output).is_some() && place(output) == place(answers)
    })
}

fn argument(what: &str) -> anyhow::Error {
    Error::new(ErrorKind::Argument(what.to_owned())).into()
}
