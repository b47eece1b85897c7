//! Times a program of the user, together with the floor, `wc -l` and `wythoff solve`, each as a whole process.

use super::measurement::{FLOOR, READER, Row, SOLVE};
use super::rounds::Task;
use super::{Bench, stages};
use crate::args::bench::Bench as Args;
use crate::check::{described, what_is_wrong};
use crate::process::{NULL_DEVICE, this_program};
use crate::shell_words::{command as shown, format_words};
use anyhow::{Context, Result, bail};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;
use wythoff::{Backend, CheckReport, Solver, check};
use wythoff_contest::{Children, End, Files, Limits as RunLimits, Program, Ran};

/// The text in an argument that stands for the path of the input.
const FILE: &str = "{file}";

/// The programs that are timed: `wc -l`, `wythoff solve`, and the user's, which is named in `args`.
pub(super) struct Programs<'p> {
    pub(super) bench: &'p Bench,
    pub(super) args: &'p Args,
    /// The parser of `wythoff solve`.
    pub(super) backend: Backend,
    pub(super) children: Arc<Children>,
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
    /// Runs the user's program once, and compares its answers with the right ones.
    ///
    /// Errors: [`Failed`].
    pub(super) fn check(&self, solver: &Solver) -> Result<()> {
        let output = self.bench.folder.join("answers of the reader");
        self.run(&self.args.command, &output, self.bench.answers.bytes)?;
        let found = File::open(&output).context("the reader's answers")?;
        let open = || Ok(self.bench.input());
        let report = check(open, Box::new(found), "the reader's answers", solver)?;
        std::fs::remove_file(&output).context("the reader's answers")?;
        match report.is_right() {
            true => Ok(()),
            false => Err(self.failed(&wrong(&report))),
        }
    }

    /// The floor and all programs, each as a row and a task.
    pub(super) fn stages(&self) -> Result<Vec<(Row, Task<'_>)>> {
        let mut stages = Vec::new();
        for &threads in &self.bench.threads {
            let solver = Solver {
                threads: Some(threads),
                ..Solver::default()
            };
            let touch = move || {
                let start = Instant::now();
                stages::touch(self.bench.input(), &solver)?;
                Ok(start.elapsed())
            };
            let task: Task<'_> = Box::new(touch);
            stages.push((Row::new(FLOOR, None, Some(threads)), task));
        }
        if has_wc() {
            let file = self.bench.file.clone().into_os_string();
            let command = vec!["wc".into(), "-l".into(), file];
            stages.push((Row::new("wc -l", None, None), self.task(command)));
        }
        for &threads in &self.bench.threads {
            let row = Row::new(SOLVE, Some(self.backend), Some(threads));
            stages.push((row, self.task(self.solve(threads)?)));
        }
        let row = Row::new(READER, None, None);
        stages.push((row, self.task(self.args.command.clone())));
        Ok(stages)
    }

    /// Runs a command whose output is thrown away.
    fn task(&self, command: Vec<OsString>) -> Task<'_> {
        Box::new(move || {
            let ran = self.run(&command, Path::new(NULL_DEVICE), 0)?;
            Ok(ran.time)
        })
    }

    /// `wythoff solve` of the input.
    fn solve(&self, threads: NonZeroUsize) -> Result<Vec<OsString>> {
        let threads = threads.to_string();
        // On Linux this path means the program of the process that starts the command. That is this program, too.
        let mut command = vec![this_program()?.into_os_string()];
        command.extend(["solve", "--threads", &threads].map(Into::into));
        command.extend(["--backend", self.backend.name()].map(Into::into));
        command.extend(format_words(&self.args.format).into_iter().map(Into::into));
        command.push(self.bench.file.clone().into());
        Ok(command)
    }

    /// Runs a command with the input as its standard input, or its path in place of `{file}`.
    ///
    /// Errors: [`Failed`], if it is the user's.
    fn run(&self, command: &[OsString], stdout: &Path, expected: u64) -> Result<Ran> {
        let takes_path = |word: &OsString| word.to_str().is_some_and(|word| word.contains(FILE));
        let path = self.bench.file.as_os_str();
        let filled = |word: &OsString| match word.to_str() {
            Some(text) => text
                .split(FILE)
                .map(OsStr::new)
                .collect::<Vec<_>>()
                .join(path),
            None => word.clone(),
        };
        let program = Program {
            command: command.iter().map(filled).collect(),
            limits: RunLimits::on_the_clock(self.args.time_limit),
            children: Arc::clone(&self.children),
        };
        let stdin = match command.iter().any(takes_path) {
            true => NULL_DEVICE.into(),
            false => self.bench.file.clone().into(),
        };
        let files = Files {
            stdin,
            stdout: stdout.into(),
        };
        let ran = program.run_on_files(files, expected)?;
        let limit = self.args.time_limit.as_secs_f64();
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
                "more than 64 MiB of output and 16 times the right answers".to_owned()
            }
        };
        let last = ran.stderr.lines().rfind(|line| !line.trim().is_empty());
        let said = last.map(|line| format!("; its last message: {line}"));
        let what = what + &said.unwrap_or_default();
        if command != self.args.command {
            bail!("{}: {what}", shown(command));
        }
        Err(self.failed(&what))
    }

    fn failed(&self, what: &str) -> anyhow::Error {
        Failed(format!("{}: {what}", shown(&self.args.command))).into()
    }
}

/// Whether there is a program `wc`. Windows has none.
fn has_wc() -> bool {
    let mut wc = std::process::Command::new("wc");
    wc.arg("--version").stdin(Stdio::null());
    wc.stdout(Stdio::null()).stderr(Stdio::null());
    wc.status().is_ok()
}

fn wrong(report: &CheckReport) -> String {
    let mut text = format!("wrong answer: {}", what_is_wrong(report));
    if let Some(first) = report.first.first() {
        text += &format!("\nfirst: {}", described(first));
    }
    if report.wrong + report.malformed + report.missing == report.cases {
        text += "\nNo answer is right. If the program prints other words, use --words or --as; \
                 if it prints no answers, use --no-check.";
    }
    text
}
