//! Times a program of the user, together with the floor, `wc -l` and `wythoff solve`, each as a whole process.

use super::measure::{Task, rounds};
use super::measurement::{Command, FLOOR, Measurement, Row, SOLVE};
use super::stages::{Bench, Hash, timed};
use crate::args::bench::Bench as Args;
use crate::check::{described, what_is_wrong};
use crate::process::{NULL_DEVICE, this_program};
use crate::progress::Steps;
use crate::shell_words::quoted;
use anyhow::{Context, Result, bail, ensure};
use std::cell::Cell;
use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;
use wythoff::{Backend, CheckReport, Input, Output, Solver, Summary, check};
use wythoff_contest::{Children, End, Files, Limits as RunLimits, PeakMemory, Program, Ran};

/// The stage of the user's program.
const READER: &str = "reader";

/// The text in an argument that stands for the path of the input.
const FILE: &str = "{file}";

/// The input and the arguments of the programs, and the right answers.
pub(super) struct Programs<'p> {
    pub(super) bench: &'p Bench,
    /// The solver of the problem, with the parser that is measured.
    pub(super) solver: Solver,
    pub(super) backend: Backend,
    /// The options of the problem, for `wythoff solve`.
    pub(super) options: Vec<String>,
    /// The user's program and its arguments.
    pub(super) command: Vec<OsString>,
    pub(super) time_limit: Duration,
    pub(super) children: Arc<Children>,
}

/// The right answers.
struct Answers {
    summary: Summary,
    hash: Hash,
}

/// The error if the user's program failed, with its message.
#[derive(Debug)]
pub(super) struct Failed(String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failed {}

impl Programs<'_> {
    /// Checks the user's program, unless `--no-check` is given, and times all programs.
    pub(super) fn measure(&self, args: &Args, steps: &Steps) -> Result<Measurement> {
        steps.next("solving the input");
        let answers = self.answers()?;
        let summary = &answers.summary;
        ensure!(
            summary.records() > 0,
            "expected at least one position in the input, found none"
        );
        if !args.no_check {
            steps.next("checking the answers of the reader");
            self.check(&answers)?;
        }
        let all = NonZeroUsize::new(summary.threads).unwrap_or(NonZeroUsize::MIN);
        let mut threads = vec![NonZeroUsize::MIN, all];
        threads.dedup();
        let runs = args.runs.get();
        Ok(Measurement {
            hot: summary.hot,
            cold: summary.cold,
            answers: answers.hash.shown(),
            backends: vec![self.backend.name().to_owned()],
            rounds: runs as u64,
            command: Some(self.described(!args.no_check)),
            rows: self.time_all(&threads, runs, steps)?,
            ..Measurement::new(&self.bench.file)?
        })
    }

    /// Solves the input once, untimed.
    fn answers(&self) -> Result<Answers> {
        let mut hash = Hash::default();
        let output = Output::stream(hash.by_ref(), "checksum");
        let summary = self.solver.solve(vec![self.input()], output)?;
        Ok(Answers { summary, hash })
    }

    /// Runs the user's program once, and compares its answers with the right ones.
    ///
    /// Errors: [`Failed`].
    fn check(&self, answers: &Answers) -> Result<()> {
        let output = self.bench.folder.join("answers of the reader");
        self.run(&self.command, &output, answers.hash.bytes)?;
        let found = File::open(&output).context("the reader's answers")?;
        let open = || Ok(self.input());
        let report = check(open, Box::new(found), "the reader's answers", &self.solver)?;
        std::fs::remove_file(&output).context("the reader's answers")?;
        match report.is_right() {
            true => Ok(()),
            false => Err(self.failed(&wrong(&report))),
        }
    }

    /// Times all programs and the floor, in rounds in which they alternate.
    fn time_all(&self, threads: &[NonZeroUsize], runs: usize, steps: &Steps) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        let mut commands = Vec::new();
        for &threads in threads {
            rows.push(row(FLOOR, None, Some(threads)));
            commands.push(None);
        }
        let file = self.bench.file.clone().into_os_string();
        if has_wc() {
            rows.push(row("wc -l", None, None));
            commands.push(Some(vec!["wc".into(), "-l".into(), file]));
        }
        for &threads in threads {
            rows.push(row(SOLVE, Some(self.backend), Some(threads)));
            commands.push(Some(self.solve(threads)?));
        }
        rows.push(row(READER, None, None));
        commands.push(Some(self.command.clone()));

        let peaks: Vec<Cell<Option<PeakMemory>>> = vec![Cell::new(None); rows.len()];
        let task = |i: usize| -> Task<'_> {
            let Some(command) = &commands[i] else {
                // Rows without a command are those of the floor. They come first, one for each of `threads`.
                let solver = Solver::default().threads(threads[i]);
                return Box::new(move || {
                    let (time, ()) = timed(|| self.bench.touch(&solver).map(drop))?;
                    Ok(time)
                });
            };
            let peak = &peaks[i];
            Box::new(move || {
                let ran = self.run(command, Path::new(NULL_DEVICE), 0)?;
                peak.set(peak.get().max(Some(ran.memory)));
                Ok(ran.time)
            })
        };
        let mut tasks: Vec<_> = (0..rows.len()).map(task).collect();
        let times = rounds(&mut tasks, runs, |round| {
            steps.next(&format!("round {round} of {runs}"));
        })?;
        drop(tasks);
        for ((row, seconds), peak) in rows.iter_mut().zip(times).zip(peaks) {
            (row.seconds, row.memory) = (seconds, peak.get());
        }
        Ok(rows)
    }

    /// The command as the user wrote it, and whether it was checked.
    fn described(&self, is_checked: bool) -> Command {
        let words = self.command.iter();
        Command {
            words: words.map(|w| w.to_string_lossy().into_owned()).collect(),
            is_checked,
        }
    }

    fn input(&self) -> Input<'static> {
        Input::path(&self.bench.file)
    }

    /// `wythoff solve` of the input.
    fn solve(&self, threads: NonZeroUsize) -> Result<Vec<OsString>> {
        let threads = threads.to_string();
        // On Linux this path means the program of the process that starts the command. That is this program, too.
        let mut command = vec![this_program()?.into_os_string()];
        command.extend(["solve", "--threads", &threads].map(Into::into));
        command.extend(["--backend", self.backend.name()].map(Into::into));
        command.extend(self.options.iter().map(Into::into));
        command.push(self.bench.file.clone().into());
        Ok(command)
    }

    /// Runs a command with the input as its standard input, or its path in place of `{file}`.
    ///
    /// Errors: [`Failed`], if it is the user's.
    fn run(&self, command: &[OsString], stdout: &Path, expected: u64) -> Result<Ran> {
        let mut takes_path = false;
        let words = command.iter().map(|word| match self.with_path(word) {
            Some(word) => {
                takes_path = true;
                word
            }
            None => word.clone(),
        });
        let program = Program {
            command: words.collect(),
            limits: RunLimits {
                time: self.time_limit,
                memory: u64::MAX,
            },
            children: Arc::clone(&self.children),
        };
        let stdin = match takes_path {
            true => PathBuf::from(NULL_DEVICE),
            false => self.bench.file.clone(),
        };
        let files = Files {
            stdin,
            stdout: stdout.to_owned(),
        };
        let ran = program.run_on_files(files, expected)?;
        let limit = self.time_limit.as_secs_f64();
        let what = match ran.end {
            End::Exit(0) => return Ok(ran),
            End::Exit(code) => format!("exit code {code}"),
            End::Signal(signal) => format!("ended by signal {signal}"),
            End::Exception(code) => format!("ended by exception {code:#X}"),
            End::TimeLimit => {
                format!("still running after {limit} s; --time-limit sets another limit")
            }
            End::MemoryLimit => "out of memory".to_owned(),
            End::OutputLimit => {
                "more than 64 MiB of output, or 16 times the right answers".to_owned()
            }
        };
        let last = ran.stderr.lines().rfind(|line| !line.trim().is_empty());
        let said = last.map(|line| format!("; its last message: {line}"));
        let what = what + &said.unwrap_or_default();
        if command != self.command {
            bail!("{}: {what}", shown(command));
        }
        Err(self.failed(&what))
    }

    /// `word` with the path of the input in place of `{file}`; `None` if `word` does not contain `{file}`.
    fn with_path(&self, word: &OsString) -> Option<OsString> {
        let word = word.to_str().filter(|word| word.contains(FILE))?;
        let mut parts = word.split(FILE);
        let mut filled = OsString::from(parts.next()?);
        for part in parts {
            filled.push(&self.bench.file);
            filled.push(part);
        }
        Some(filled)
    }

    fn failed(&self, what: &str) -> anyhow::Error {
        Failed(format!("{}: {what}", shown(&self.command))).into()
    }
}

/// Whether there is a program `wc`. Windows has none.
fn has_wc() -> bool {
    let mut wc = std::process::Command::new("wc");
    wc.arg("--version").stdin(Stdio::null());
    wc.stdout(Stdio::null()).stderr(Stdio::null());
    wc.status().is_ok()
}

fn shown(command: &[OsString]) -> String {
    let words = command.iter().map(|word| quoted(&word.to_string_lossy()));
    words.collect::<Vec<_>>().join(" ")
}

fn wrong(report: &CheckReport) -> String {
    let noun = if report.cases == 1 { "case" } else { "cases" };
    let mut text = format!("wrong answer: {}", what_is_wrong(report, noun));
    if let Some(first) = report.first.first() {
        text += &format!("\nfirst: {}", described(first));
    }
    if report.wrong + report.malformed + report.missing == report.cases {
        text += "\nNo answer is right. If the program prints other words, use --words or --as; \
                 if it prints no answers, use --no-check.";
    }
    text
}

/// A row without times.
fn row(stage: &str, backend: Option<Backend>, threads: Option<NonZeroUsize>) -> Row {
    Row {
        stage: stage.to_owned(),
        backend: backend.map(|backend| backend.name().to_owned()),
        threads: threads.map(|n| n.get() as u64),
        seconds: Vec::new(),
        memory: None,
    }
}
