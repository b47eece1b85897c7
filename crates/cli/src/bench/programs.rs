//! Rows that are processes: the user's programs, and this program as the floor and as a solver.

use super::Row;
use super::stages::{Expected, FLOOR, fault, touch};
use crate::args::bench::Bench;
use crate::output::print;
use crate::process::{self, NULL_DEVICE, Runners};
use crate::resolve::refuse;
use anyhow::Result;
use serde_json::json;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use wythoff::measure::sum_columns;
use wythoff::{Backend, Input, Solver, shown};
use wythoff_contest::{Children, End, Program, RunLimits};

/// What follows the name of a stage in the name of the process that does the same.
pub(super) const OWN: &str = " process";

/// The longest time of a run.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// What all processes have in common.
pub(super) struct Processes<'e> {
    children: Arc<Children>,
    input: PathBuf,
    /// What a process prints. On Linux it is in memory.
    output: PathBuf,
    _open: Option<File>,
    expected: &'e Expected,
}

/// A process that each round runs once.
pub(super) struct Process {
    program: Program,
    stdin: PathBuf,
    /// It prints nothing.
    is_floor: bool,
    pub(super) cpu: Vec<f64>,
    /// The most resident bytes of a run.
    pub(super) memory: u64,
}

/// What is wrong with a program, which is not timed.
pub(super) struct Wrong {
    command: String,
    what: String,
}

impl Wrong {
    pub(super) fn text(&self, is_json: bool) -> String {
        let Self { command, what } = self;
        if is_json {
            return format!("{}\n", json!({ "command": command, "wrong": what }));
        }
        format!("{command}: {what}\nNo time is shown.\n")
    }
}

/// `wythoff bench FILE --process STAGE`: runs the stage once. Prints the sums of the stage `parse`.
pub(super) fn run_as_process(stage: &str, args: &Bench) -> Result<ExitCode> {
    let solver = Solver {
        threads: args.threads,
        ..Solver::default()
    };
    let input = Input::path(args.file.as_deref().unwrap_or(NULL_DEVICE.as_ref()));
    if stage == FLOOR {
        touch(input, &solver)?;
        return Ok(ExitCode::SUCCESS);
    }
    let [a, b] = sum_columns(input, &solver)?;
    print(format!("{a} {b}\n").as_bytes())
}

impl<'e> Processes<'e> {
    pub(super) fn new(
        input: &Path,
        folder: &Path,
        expected: &'e Expected,
        runners: &Runners,
    ) -> Result<Self> {
        let file = wythoff_contest::unnamed_file()?;
        let path = process::path_of(&file);
        Ok(Self {
            children: Arc::clone(&runners.children),
            input: std::path::absolute(input)?,
            _open: path.is_some().then_some(file),
            output: path.unwrap_or_else(|| folder.join("printed")),
            expected,
        })
    }

    /// The processes of this program: the floor, and `solve`, or the stage `parse` if the sums are wanted.
    pub(super) fn own(&self, threads: NonZeroUsize, backend: Backend) -> Result<[Row; 2]> {
        let executable = std::env::current_exe()?;
        let row = |name: &str, backend: Option<Backend>, words: &[&str]| {
            let words = words.iter().map(OsString::from);
            let number = ["--threads".into(), threads.to_string().into()];
            let all = [executable.clone().into()].into_iter().chain(words);
            let all = all.chain(number).chain([self.input.clone().into()]);
            let mut row = self.row(format!("{name}{OWN}"), all.collect());
            (row.threads, row.backend) = (Some(threads), backend);
            row
        };
        let solve = match self.expected.sums {
            Some(_) => row(
                "parse",
                Some(Backend::Swar),
                &["bench", "--process", "parse"],
            ),
            None => row(
                "solve",
                Some(backend),
                &["solve", "--backend", backend.name()],
            ),
        };
        let mut floor = row(FLOOR, None, &["bench", "--process", FLOOR]);
        floor
            .process
            .iter_mut()
            .for_each(|floor| floor.is_floor = true);
        Ok([floor, solve])
    }

    /// A program of the user. `command` has words as in a shell; `{input}` is the path of the input.
    ///
    /// Errors: it looks like a part of a command.
    pub(super) fn program(&self, command: &str) -> Result<Row> {
        let words = shlex::split(command).unwrap_or_default();
        if words.is_empty() || command.starts_with('-') || command == "{input}" {
            refuse(format!(
                "expected a command in each argument after --, found `{command}`; write a command with its arguments in quotes: \
                 './reader {{input}}'"
            ))?;
        }
        let input = self.input.to_string_lossy();
        let words = words
            .iter()
            .map(|word| word.replace("{input}", &input).into());
        let mut row = self.row(command.to_owned(), words.collect());
        if command.contains("{input}") {
            row.process
                .iter_mut()
                .for_each(|program| program.stdin = NULL_DEVICE.into());
        }
        Ok(row)
    }

    fn row(&self, name: String, command: Vec<OsString>) -> Row {
        let limits = RunLimits {
            time: TIME_LIMIT,
            clock: TIME_LIMIT,
            memory: u64::MAX,
            stack: None,
            // An answer and a line end have two bytes.
            output: 8 * self.expected.records + (1 << 20),
        };
        Row {
            name,
            backend: None,
            threads: None,
            process: Some(Process {
                program: Program {
                    command,
                    limits,
                    children: Arc::clone(&self.children),
                },
                stdin: self.input.clone(),
                is_floor: false,
                cpu: Vec::new(),
                memory: 0,
            }),
            seconds: Vec::new(),
        }
    }
}

impl Process {
    /// Runs the process and compares what it prints. The inner error: it prints something wrong, or fails.
    pub(super) fn time(
        &mut self,
        name: &str,
        common: &Processes<'_>,
    ) -> Result<Result<Duration, Wrong>> {
        let run = self.program.run_on_files(&self.stdin, &common.output)?;
        self.cpu.push(run.cpu.as_secs_f64());
        self.memory = self.memory.max(run.memory);
        let failed = match run.end {
            End::Exit(0) => None,
            End::Exit(code) => Some(format!("its exit code was {code}")),
            End::Signal(number) => Some(format!("signal {number} ended it")),
            End::TimeLimit => Some(format!("it took more than {} s", TIME_LIMIT.as_secs())),
            End::OutputLimit(_) => Some("it printed far more than the answers".to_owned()),
            end => Some(format!("it failed: {end:?}")),
        };
        let what = if let Some(failed) = failed {
            let message = run.stderr.lines().last();
            Some(failed + &message.map_or(String::new(), |line| format!("; it printed: {line}")))
        } else if self.is_floor {
            None
        } else if let Some([a, b]) = common.expected.sums {
            let (mut printed, sums) = (Vec::new(), format!("{a} {b}"));
            let file = File::open(&common.output)?;
            file.take(1 << 10).read_to_end(&mut printed)?;
            let words = String::from_utf8_lossy(&printed);
            let is_right = words.split_ascii_whitespace().eq(sums.split(' '));
            let printed = shown(printed.trim_ascii());
            (!is_right).then(|| format!("expected the sums {sums}, found {printed}"))
        } else {
            fault(&common.input, &common.output, name)?
        };
        let command = name.to_owned();
        Ok(match what {
            Some(what) => Err(Wrong { command, what }),
            None => Ok(run.time),
        })
    }

    /// The words of the command.
    pub(super) fn command(&self) -> Vec<String> {
        let words = self.program.command.iter();
        words
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }
}
