//! `wythoff stress` and `wythoff lint`.

use super::args::stress::{Lint, Stress, Test};
use super::exit_code::{FAILED, NEGATIVE};
use super::progress::{Ticker, Trials};
use super::resolve;
use super::shell_words::{format_options, quoted};
use super::{explain, process, report};
use anyhow::Result;
use rustix::fs::Access;
use std::fs::{Metadata, OpenOptions};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wythoff::game::{NimRule, nim_sum};
use wythoff::internal::{
    BatchResult, Case, Depth, Failure, Outcome, Program, RunLimits, Settings, Until, Verdict,
    Wrong, on_one_line, shown_path, stress as search,
};
use wythoff::{Error, ErrorKind, Output, OutputWriter, Problem};

/// The problem where no option gives one.
const DEFAULT_PROFILE: &str = "poj1067";

/// The number of mixes after the known cases where no option gives one.
const MIXES: u64 = 20;

/// How long a failure of a program that ends at once is shrunk, at most.
const SHRINK: Duration = Duration::from_secs(5);

/// The number of lines of an input that are shown.
const LINES: usize = 12;

/// The largest number of saved inputs in a folder.
const HACKS: u32 = 100_000;

pub(crate) fn stress(mut args: Stress) -> Result<ExitCode> {
    apply_default_profile(&mut args.test);
    let until = match (args.batches, args.cases, args.time) {
        (Some(batches), ..) => Until::Batches(batches.get()),
        (_, Some(cases), _) => Until::Cases(cases.get()),
        (.., Some(time)) => Until::Time(time),
        _ => Until::Mixes(MIXES),
    };
    // A run of a program that does not end takes the whole time limit.
    let limit = args.test.time_limit;
    let shrink = (SHRINK + 8 * limit).min(4 * SHRINK).max(3 * limit);
    Session {
        name: "stress",
        depth: Depth::All,
        seed: args.seed,
        until,
        only: args.only,
        shrink,
        test: args.test,
    }
    .run()
}

/// Without --as, --in, --rule, --words and --max the problem is poj1067.
fn apply_default_profile(test: &mut Test) {
    if test.max.is_none() && format_options(&test.format).is_empty() {
        test.format.profile = Some(DEFAULT_PROFILE.to_owned());
    }
}

pub(crate) fn lint(mut args: Lint) -> Result<ExitCode> {
    apply_default_profile(&mut args.test);
    Session {
        name: "lint",
        depth: Depth::Quick,
        seed: 1,
        until: Until::Mixes(0),
        only: None,
        shrink: Duration::from_secs(1),
        test: args.test,
    }
    .run()
}

/// A run of `stress` or `lint`.
struct Session {
    name: &'static str,
    depth: Depth,
    seed: u64,
    until: Until,
    only: Option<u64>,
    shrink: Duration,
    test: Test,
}

impl Session {
    fn run(&self) -> Result<ExitCode> {
        process::stdout()?;
        check_writable(&self.test.save)?;
        let mut page = Page(Output::stdout()?.into_writer());
        let problem = resolve::problem_up_to(&self.test.format, self.test.max.as_deref())?;
        let reapers = process::Reapers::new();
        let children = Arc::clone(&reapers.children);
        let program = Program {
            command: self.test.command.clone(),
            limits: RunLimits {
                time: self.test.time_limit,
                memory: self.test.memory << 20,
            },
            children: Arc::clone(&children),
        };
        process::on_signals(move || children.stop())?;
        let settings = self.settings();
        let start = Instant::now();
        let ticker = Ticker::of_trials(
            self.test.watch,
            Trials {
                progress: Arc::clone(&settings.progress),
                time: match self.until {
                    Until::Time(time) if self.only.is_none() => Some(time),
                    _ => None,
                },
            },
        );
        let outcome = search(&program, &problem, &settings, |batch| {
            ticker.above(|| page.print(&batch_line(batch, self.seed)))
        });
        // Before anything else is printed.
        drop(ticker);
        let outcome = match outcome {
            Err(error) if is_interrupted(&error) => {
                // The signal is about to end this process.
                std::thread::sleep(Duration::from_secs(5));
                return Ok(ExitCode::from(FAILED));
            }
            // The reader did not see every batch, so the exit code must not mean that all answers are right.
            Err(error) if error.is_broken_pipe() => return Ok(ExitCode::from(FAILED)),
            outcome => outcome?,
        };
        let tried = self.tried(&problem, &outcome, start.elapsed());
        let Some(failure) = outcome.failure else {
            page.print(&format!("AC: {tried}"))?;
            return Ok(ExitCode::SUCCESS);
        };
        // The exit code counts even if nobody reads the report.
        match self.report(&problem, &failure, &tried, &mut page) {
            Err(e) if !report::is_broken_pipe(&e) => Err(e),
            _ => Ok(ExitCode::from(NEGATIVE)),
        }
    }

    fn settings(&self) -> Settings {
        let jobs = self.test.jobs;
        let processors = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Settings {
            seed: self.seed,
            until: self.until,
            only: self.only,
            depth: self.depth,
            jobs: jobs.unwrap_or_else(processors),
            shrink: self.shrink,
            progress: Arc::default(),
        }
    }

    /// How much was tried, as a line.
    fn tried(&self, problem: &Problem, outcome: &Outcome, time: Duration) -> String {
        let processes = if problem.is_single() {
            format!(", a process each: {}", outcome.processes)
        } else {
            String::new()
        };
        let options = self.problem_options();
        format!(
            "{} in {}{processes}, {}, seed {}, {:.2} s\n",
            plural(outcome.cases, "case"),
            plural(outcome.batches, "batch"),
            options.trim_start().trim_start_matches("--as "),
            self.seed,
            time.as_secs_f64()
        )
    }

    /// Saves a failing input and reports it.
    fn report(
        &self,
        problem: &Problem,
        failure: &Failure,
        tried: &str,
        page: &mut Page,
    ) -> Result<()> {
        let shrunk = &failure.shrunk;
        let (input, output) = (problem.input(&shrunk.cases), problem.output(&shrunk.cases));
        let saved = save(&self.test.save, &input, &output);
        let mut text = format!(
            "{}: {tried}\nThe smallest failing input found, in {}",
            shrunk.trial.verdict.letters(),
            plural(shrunk.runs, "run"),
        );
        if !shrunk.complete {
            text += " (there was no time for more)";
        }
        text += ":\n";
        text += &indented(&String::from_utf8_lossy(&input));
        text += &format!(
            "{}: {}\n",
            shrunk.trial.verdict.letters(),
            shrunk.trial.verdict
        );
        text += &format!("expected:\n{}", indented(&String::from_utf8_lossy(&output)));
        text += &match &shrunk.trial.verdict {
            Verdict::WrongAnswer(Wrong::Endless) => String::new(),
            _ if shrunk.trial.stdout.is_empty() => "found: nothing\n".to_owned(),
            _ => {
                let found = String::from_utf8_lossy(&shrunk.trial.stdout);
                format!("found:\n{}", indented(&found))
            }
        };
        if let Some(last) = shrunk
            .trial
            .stderr
            .lines()
            .rfind(|line| !line.trim().is_empty() && !line.starts_with("note:"))
        {
            text += &format!("its last message: {}\n", on_one_line(last));
        }
        match (&shrunk.trial.verdict, failure.case()) {
            // A crash or a slow program has nothing to do with the game.
            (Verdict::WrongAnswer(wrong), Some(case)) if !matches!(wrong, Wrong::Endless) => {
                text += &explained(problem, case);
            }
            _ => text += "\n",
        }
        page.print(&text)?;
        let [input, output] = &saved?;
        let command = command(&self.test.command);
        page.print(&format!(
            "saved: {} {}\nreplay: {command} < {}\n        {}\n",
            quoted(&shown_path(input)),
            quoted(&shown_path(output)),
            quoted(&input.to_string_lossy()),
            self.again(failure.batch, &command)
        ))?;
        Ok(())
    }

    /// The options that give the problem, with a blank before each.
    fn problem_options(&self) -> String {
        let mut options = format_options(&self.test.format);
        if let Some(max) = &self.test.max {
            options += &format!(" --max {}", quoted(max));
        }
        options
    }

    /// The command that gives the same failure again.
    fn again(&self, batch: u64, command: &str) -> String {
        let test = &self.test;
        let mut again = format!("wythoff {}{}", self.name, self.problem_options());
        if self.name == "stress" {
            again += &format!(" --seed {} --only {batch}", self.seed);
        }
        let seconds = test.time_limit.as_secs_f64();
        again += &format!(" -t {seconds} --memory {} -- {command}", test.memory);
        again
    }
}

/// Standard output, each text at once.
struct Page(OutputWriter<'static>);

impl Page {
    fn print(&mut self, text: &str) -> Result<(), Error> {
        self.0.write_now(text)
    }
}

fn batch_line(batch: &BatchResult, seed: u64) -> String {
    let seed = if batch.name == "mix" {
        format!(" seed {seed}")
    } else {
        String::new()
    };
    let trial = &batch.trial;
    let mut line = format!(
        "batch {} {}{seed}: {} {} {:.3} s",
        batch.number,
        batch.name,
        plural(batch.cases, "case"),
        trial.verdict.letters(),
        trial.time.as_secs_f64()
    );
    if trial.verdict != Verdict::Accepted {
        line += &format!(": {}", trial.verdict);
    }
    line + "\n"
}

/// Explains the right answer.
fn explained(problem: &Problem, case: &Case) -> String {
    if let (Some(rule), Some((a, b))) = (problem.rule_of(case), case.as_pair()) {
        return format!("\n{}\n", explain::text(a, b, rule));
    }
    let words = case
        .piles
        .iter()
        .filter_map(|pile| u64::try_from(pile).ok());
    let piles: Vec<u64> = words.collect();
    let sum = nim_sum(&piles);
    if sum == 0 {
        return "\nThe xor of the piles is 0: the position is cold, the player to move loses.\n\n"
            .to_owned();
    }
    let moves = NimRule::Normal.winning_moves(&piles);
    let moves: Vec<_> = moves.map(|m| format!("{} to {}", m.from, m.to)).collect();
    format!(
        "\nThe xor of the piles is {sum}: the position is hot, the player to move wins.\n\
         Winning moves, a pile and what is left of it: {}\n\n",
        moves.join(", ")
    )
}

/// Checks before the work that files can be saved in `folder`, or in the folder in which it would be created: it is
/// created only when a file is saved.
fn check_writable(folder: &Path) -> Result<(), Error> {
    let mut above = folder.ancestors();
    let existing = above.find(|path| path.symlink_metadata().is_ok());
    // The last one of a relative path is empty.
    let existing = existing.unwrap_or(Path::new("."));
    let allowed = match existing.is_dir() {
        true => rustix::fs::access(existing, Access::WRITE_OK | Access::EXEC_OK),
        false => Err(rustix::io::Errno::NOTDIR),
    };
    allowed
        .map_err(|e| Error::from(io::Error::from(e)).of(format!("--save {}", shown_path(existing))))
}

/// Saves both under the first free number; an input that is saved already is not saved again.
fn save(folder: &Path, input: &[u8], output: &[u8]) -> Result<[PathBuf; 2]> {
    let failed = |path: &Path, e| anyhow::Error::from(Error::from(e).of(shown_path(path)));
    std::fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
    if let Some(paths) = saved(folder, [input, output]) {
        return Ok(paths);
    }
    for number in 0..HACKS {
        let paths = ["in", "out"].map(|ending| folder.join(format!("hack-{number:03}.{ending}")));
        if paths.iter().any(|path| path.symlink_metadata().is_ok()) {
            continue;
        }
        for (path, bytes) in paths.iter().zip([input, output]) {
            let mut options = OpenOptions::new();
            let file = options.write(true).create_new(true).open(path);
            file.and_then(|mut file| file.write_all(bytes))
                .map_err(|e| failed(path, e))?;
        }
        return Ok(paths);
    }
    let what = format!("{}: all hack-N.in are taken", shown_path(folder));
    Err(Error::new(ErrorKind::Argument(what)).into())
}

/// The saved pair in `folder` with these contents, if there is one and the folder can be listed.
fn saved(folder: &Path, contents: [&[u8]; 2]) -> Option<[PathBuf; 2]> {
    // The length is compared first: the file may be large, or a pipe.
    let holds = |path: &Path, bytes: &[u8]| {
        let same_len = |meta: Metadata| meta.is_file() && meta.len() == bytes.len() as u64;
        path.metadata().is_ok_and(same_len) && std::fs::read(path).is_ok_and(|read| read == bytes)
    };
    let mut found: Option<[PathBuf; 2]> = None;
    for entry in std::fs::read_dir(folder).ok()?.flatten() {
        let name = entry.file_name();
        let hack = name.to_str().and_then(|name| name.strip_suffix(".in"));
        let Some(hack) = hack.filter(|hack| hack.starts_with("hack-")) else {
            continue;
        };
        let paths = ["in", "out"].map(|ending| folder.join(format!("{hack}.{ending}")));
        let is_first = found.as_ref().is_none_or(|found| paths < *found);
        if is_first
            && paths
                .iter()
                .zip(contents)
                .all(|(path, bytes)| holds(path, bytes))
        {
            found = Some(paths);
        }
    }
    found
}

fn is_interrupted(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Io(e) if e.kind() == std::io::ErrorKind::Interrupted)
}

/// The first lines of a text, indented by two blanks.
fn indented(text: &str) -> String {
    let mut lines = text.lines();
    let shown = lines.by_ref().take(LINES).map(|line| {
        let line: String = line.chars().filter(|c| !c.is_control()).take(200).collect();
        format!("  {line}\n")
    });
    let shown: String = shown.collect();
    match lines.count() {
        0 => shown,
        more => format!("{shown}  ... and {}\n", plural(more as u64, "line")),
    }
}

fn plural(count: u64, what: &str) -> String {
    match (count, what) {
        (1, _) => format!("1 {what}"),
        (_, "batch") => format!("{count} batches"),
        _ => format!("{count} {what}s"),
    }
}

fn command(words: &[std::ffi::OsString]) -> String {
    let words: Vec<_> = words
        .iter()
        .map(|word| quoted(&word.to_string_lossy()))
        .collect();
    words.join(" ")
}
