//! `wythoff stress` and `wythoff lint`.

use super::args::stress::{Lint, Stress, Test};
use super::config::asked;
use super::progress::{Ticker, Trials};
use super::shell::{quoted, typed};
use super::{FAILED, NEGATIVE, explain, process, report};
use anyhow::Result;
use rustix::fs::Access;
use std::fs::{Metadata, OpenOptions};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wythoff::error::shown_path;
use wythoff::game::{NimRule, nim_sum};
use wythoff::stress::compare::shown;
use wythoff::stress::search::Told;
use wythoff::stress::{
    Case, Failure, Limits, Problem, Program, Settings, Until, Verdict, Wrong, stress as run,
};
use wythoff::{Error, ErrorKind, Target};

/// The problem, where nothing says which.
const USUAL: &str = "poj1067";

/// Mixes after the known cases, where nothing says how many.
const MIXES: u64 = 20;

/// How long a failure of a program that ends at once is shrunk, at most.
const SHRINK: Duration = Duration::from_secs(5);

/// Lines of an input that are shown.
const LINES: usize = 12;

/// Files of a folder.
const HACKS: u32 = 100_000;

pub(crate) fn stress(mut args: Stress) -> Result<ExitCode> {
    name_usual(&mut args.test);
    let until = match (args.batches, args.cases, args.time) {
        (Some(batches), ..) => Until::Batches(batches.get()),
        (_, Some(cases), _) => Until::Cases(cases.get()),
        (.., Some(time)) => Until::Time(time),
        _ => Until::Mixes(MIXES),
    };
    // A try of a program that doesn't end takes all of its time.
    let limit = args.test.time_limit;
    let shrink = (SHRINK + 8 * limit).min(4 * SHRINK).max(3 * limit);
    Bench {
        name: "stress",
        seed: args.seed,
        until,
        only: args.only,
        shrink,
        test: args.test,
    }
    .run()
}

/// What nothing was said about has a name as well.
fn name_usual(test: &mut Test) {
    if test.max.is_none() && typed(&test.format).is_empty() {
        test.format.profile = Some(USUAL.to_owned());
    }
}

pub(crate) fn lint(mut args: Lint) -> Result<ExitCode> {
    name_usual(&mut args.test);
    Bench {
        name: "lint",
        seed: 1,
        until: Until::Mixes(0),
        only: None,
        shrink: Duration::from_secs(1),
        test: args.test,
    }
    .run()
}

struct Bench {
    name: &'static str,
    seed: u64,
    until: Until,
    only: Option<u64>,
    shrink: Duration,
    test: Test,
}

impl Bench {
    fn run(&self) -> Result<ExitCode> {
        process::stdout()?;
        savable(&self.test.save)?;
        let mut page = Page {
            target: Target::stdout()?,
            told: 0,
        };
        let max = self.test.max.as_deref().map(str::parse).transpose()?;
        let problem = Problem::new(asked(&self.test.format)?, max)?;
        let guarded = process::Guarded::new();
        let children = Arc::clone(&guarded.children);
        let program = Program {
            command: self.test.command.clone(),
            limits: Limits {
                time: self.test.time_limit,
                memory: self.test.memory << 20,
            },
            children: Arc::clone(&children),
        };
        process::on_signals(move || children.stop())?;
        let settings = Settings {
            seed: self.seed,
            until: self.until,
            only: self.only,
            quick: self.name == "lint",
            jobs: self.test.jobs.unwrap_or_else(|| {
                std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
            }),
            shrink: self.shrink,
            progress: Arc::default(),
        };
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
        let outcome = run(&program, &problem, &settings, |told| {
            ticker.above(|| page.say(&batch_line(told, self.seed)))
        });
        // Before anything else is said.
        drop(ticker);
        let outcome = match outcome {
            Err(error) if is_interrupted(&error) => {
                // The signal is about to end this process.
                std::thread::sleep(Duration::from_secs(5));
                return Ok(ExitCode::from(FAILED));
            }
            // Not every answer was looked at, so it must not look as if all were right.
            Err(error) if error.is_broken_pipe() => return Ok(ExitCode::from(FAILED)),
            outcome => outcome?,
        };
        let tried = format!(
            "{} in {}",
            plural(outcome.cases, "case"),
            plural(outcome.batches, "batch")
        );
        let processes = if problem.is_single() {
            format!(", a process each: {}", outcome.processes)
        } else {
            String::new()
        };
        let problem_typed = self.problem_typed();
        let tried = format!(
            "{tried}{processes}, {}, seed {}, {:.2} s\n",
            problem_typed.trim_start().trim_start_matches("--as "),
            self.seed,
            start.elapsed().as_secs_f64()
        );
        match outcome.failure {
            None => {
                page.say(&format!("AC: {tried}"))?;
                Ok(ExitCode::SUCCESS)
            }
            Some(failure) => {
                // It is there, whoever still listens.
                let told = self.tell(&problem, &failure, &tried, &mut page);
                told.or_else(|e| {
                    if report::is_unheard(&e) {
                        Ok(())
                    } else {
                        Err(e)
                    }
                })?;
                Ok(ExitCode::from(NEGATIVE))
            }
        }
    }

    /// All about a failure, which is saved before.
    fn tell(
        &self,
        problem: &Problem,
        failure: &Failure,
        tried: &str,
        page: &mut Page,
    ) -> Result<()> {
        let shrunk = &failure.shrunk;
        let (input, output) = (problem.input(&shrunk.cases), problem.output(&shrunk.cases));
        let saved = save(&self.test.save, &input, output.as_bytes());
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
        text += &format!("expected:\n{}", indented(&output));
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
            text += &format!("its last message: {}\n", shown(last));
        }
        match (&shrunk.trial.verdict, failure.case()) {
            // Of a crash or of slowness the game says nothing.
            (Verdict::WrongAnswer(wrong), Some(case)) if !matches!(wrong, Wrong::Endless) => {
                text += &explained(problem, case);
            }
            _ => text += "\n",
        }
        page.say(&text)?;
        let [input, output] = &saved?;
        let command = command(&self.test.command);
        page.say(&format!(
            "saved: {} {}\nreplay: {command} < {}\n        {}\n",
            quoted(&shown_path(input)),
            quoted(&shown_path(output)),
            quoted(&input.to_string_lossy()),
            self.again(failure.batch, &command)
        ))?;
        Ok(())
    }

    /// What says which problem it is, with a blank before each argument.
    fn problem_typed(&self) -> String {
        let mut typed = typed(&self.test.format);
        if let Some(max) = &self.test.max {
            typed += &format!(" --max {}", quoted(max));
        }
        typed
    }

    /// The command that comes to the same failure.
    fn again(&self, batch: u64, command: &str) -> String {
        let test = &self.test;
        let mut again = format!("wythoff {}{}", self.name, self.problem_typed());
        if self.name == "stress" {
            again += &format!(" --seed {} --only {batch}", self.seed);
        }
        let seconds = test.time_limit.as_secs_f64();
        again += &format!(" -t {seconds} --memory {} -- {command}", test.memory);
        again
    }
}

/// Lines to standard output, each at once.
struct Page {
    target: Target<'static>,
    told: u64,
}

impl Page {
    fn say(&mut self, text: &str) -> Result<(), Error> {
        self.target.write(self.told, text.as_bytes())?;
        self.told += text.len() as u64;
        Ok(())
    }
}

fn batch_line(told: &Told, seed: u64) -> String {
    let seed = if told.name == "mix" {
        format!(" seed {seed}")
    } else {
        String::new()
    };
    let trial = &told.trial;
    let mut line = format!(
        "batch {} {}{seed}: {} {} {:.3} s",
        told.number,
        told.name,
        plural(told.cases, "case"),
        trial.verdict.letters(),
        trial.time.as_secs_f64()
    );
    if trial.verdict != Verdict::Accepted {
        line += &format!(": {}", trial.verdict);
    }
    line + "\n"
}

/// Why the answer is what it is.
fn explained(problem: &Problem, case: &Case) -> String {
    if let (Some(rule), Some((a, b))) = (problem.rule(case), case.as_pair()) {
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

/// Whether something could be saved in `folder`: said before the work, not when it is lost. A folder is made when
/// there is something to save; where there is none yet, it is asked of the one that it would be made in.
fn savable(folder: &Path) -> Result<(), Error> {
    let mut above = folder.ancestors();
    let there = above.find(|path| path.symlink_metadata().is_ok());
    // The last one of a relative path is empty.
    let there = there.unwrap_or(Path::new("."));
    let allowed = match there.is_dir() {
        true => rustix::fs::access(there, Access::WRITE_OK | Access::EXEC_OK),
        false => Err(rustix::io::Errno::NOTDIR),
    };
    allowed.map_err(|e| Error::from(io::Error::from(e)).of(format!("--save {}", shown_path(there))))
}

/// Saves both under the first number that is free; or under none, if a pair is there that holds the same.
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

/// The pair in `folder` with these contents, if there is one (and the folder can be listed): a failure that is found
/// again is no other one.
fn saved(folder: &Path, contents: [&[u8]; 2]) -> Option<[PathBuf; 2]> {
    // A look at the length first: it may be large, or no file at all, which a read could wait for.
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

/// The first lines of a text, two places in.
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
