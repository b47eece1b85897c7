//! Rows that are processes: the user's programs, and this program as the floor and as a solver.

use super::stages::{Expected, FLOOR, touch};
use super::{Row, Timed};
use crate::check::{as_json, described, what_is_wrong};
use crate::messages::Lang;
use crate::output::print;
use crate::process::{self, NULL_DEVICE, Runners};
use crate::resolve::refuse;
use crate::stress::sentences;
use crate::{args, colour};
use anyhow::Result;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufReader, Read as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use wythoff::measure::sum_columns;
use wythoff::{Backend, Input, Solver, check, shown};
use wythoff_contest::{Children, End, Program, RunLimits, Trial, Verdict};

/// The longest time of a run.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// The files of all processes.
pub(super) struct Processes {
    children: Arc<Children>,
    input: PathBuf,
    /// What a process prints. On Linux it is in memory.
    output: PathBuf,
    _open: Option<File>,
    /// The most bytes that a process may print.
    most: u64,
}

/// A process that is run once in each round.
pub(super) struct Process {
    program: Program,
    stdin: PathBuf,
    prints: Prints,
    /// The CPU times of the counted runs.
    pub(super) cpu: Vec<f64>,
    /// The most resident bytes of a run.
    pub(super) memory: u64,
}

#[derive(Clone, Copy)]
enum Prints {
    Nothing,
    Answers,
    Sums,
}

/// A program that is not timed: it printed something wrong, or did not end as it should.
pub(super) struct Wrong {
    command: String,
    verdict: Verdict,
    text: String,
    object: Value,
}

impl Wrong {
    pub(super) fn text(&self, is_json: bool) -> String {
        let Self {
            command,
            verdict,
            text,
            object,
        } = self;
        let letters = verdict.letters();
        if !is_json {
            let letters = colour::verdict(letters);
            return format!("{letters} {command}: {text}\nSo no time is shown.\n");
        }
        let mut object = object.clone();
        object["verdict"] = letters.into();
        object["command"] = command.as_str().into();
        format!("{object}\n")
    }
}

/// The name of this program's process that does the same as the stage `name`.
pub(super) fn own_name(name: &str) -> String {
    format!("{name} process")
}

/// `wythoff bench FILE --process STAGE`: runs the stage once. Prints the sums of the stage `parse`.
pub(super) fn run_as_process(stage: &str, args: &args::bench::Bench) -> Result<ExitCode> {
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

impl Processes {
    /// `answers`: the bytes of the right answers.
    pub(super) fn new(
        input: &Path,
        answers: u64,
        folder: &Path,
        runners: &Runners,
    ) -> Result<Self> {
        let file = wythoff_contest::unnamed_file()?;
        let named = process::path_of(&file);
        Ok(Self {
            children: Arc::clone(&runners.children),
            input: std::path::absolute(input)?,
            output: named.clone().unwrap_or_else(|| folder.join("printed")),
            _open: named.map(|_| file),
            most: 4 * answers + (1 << 20),
        })
    }

    /// The processes of this program: the floor, and `solve`, or the stage `parse` if the sums are wanted.
    pub(super) fn own(
        &self,
        threads: NonZeroUsize,
        backend: Backend,
        sum: bool,
    ) -> Result<[Row; 2]> {
        let executable = std::env::current_exe()?;
        let row = |name: &str, words: &[&str], prints| {
            let mut command = vec![executable.clone().into(), OsString::from(words[0])];
            command.push(self.input.clone().into());
            command.extend(words[1..].iter().map(OsString::from));
            command.extend(["--threads".into(), threads.to_string().into()]);
            let mut row = self.row(own_name(name), command, prints);
            row.threads = Some(threads);
            row
        };
        let floor = row(FLOOR, &["bench", "--process", FLOOR], Prints::Nothing);
        if sum {
            let mut parse = row("parse", &["bench", "--process", "parse"], Prints::Sums);
            parse.backend = Some(Backend::Swar);
            return Ok([floor, parse]);
        }
        let words = ["solve", "--backend", backend.name()];
        let mut solve = row("solve", &words, Prints::Answers);
        solve.backend = Some(backend);
        Ok([floor, solve])
    }

    /// A program of the user. `command` has words as in a shell; `{input}` is the path of the input.
    ///
    /// Errors: it looks like a part of a command.
    pub(super) fn program(&self, command: &str, sum: bool) -> Result<Row> {
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
        let prints = if sum { Prints::Sums } else { Prints::Answers };
        let mut row = self.row(command.to_owned(), words.collect(), prints);
        if let (Timed::Process(process), true) = (&mut row.timed, command.contains("{input}")) {
            process.stdin = NULL_DEVICE.into();
        }
        Ok(row)
    }

    fn row(&self, name: String, command: Vec<OsString>, prints: Prints) -> Row {
        let program = Program {
            command,
            limits: RunLimits {
                time: TIME_LIMIT,
                clock: TIME_LIMIT,
                memory: u64::MAX,
                stack: None,
                output: self.most,
            },
            children: Arc::clone(&self.children),
        };
        Row {
            name,
            backend: None,
            threads: None,
            timed: Timed::Process(Process {
                program,
                stdin: self.input.clone(),
                prints,
                cpu: Vec::new(),
                memory: 0,
            }),
            seconds: Vec::new(),
        }
    }
}

impl Process {
    /// Runs the process and compares what it prints.
    ///
    /// Errors: it can't be run. The inner error: it prints something wrong, or fails.
    pub(super) fn time(
        &mut self,
        name: &str,
        files: &Processes,
        expected: &Expected,
    ) -> Result<Result<Duration, Wrong>> {
        let run = self.program.run_on_files(&self.stdin, &files.output)?;
        self.cpu.push(run.cpu.as_secs_f64());
        self.memory = self.memory.max(run.memory);
        let wrong = |verdict, text: String, object| {
            let command = name.to_owned();
            Ok(Err(Wrong {
                command,
                verdict,
                text,
                object,
            }))
        };

        // How it ended.
        let verdict = match run.end {
            End::Exit(0) => Verdict::Accepted,
            End::TimeLimit => Verdict::TimeLimit(0),
            End::MemoryLimit => Verdict::MemoryLimit,
            End::OutputLimit(stream) => Verdict::OutputLimit(stream),
            end => Verdict::RuntimeError(end),
        };
        if verdict != Verdict::Accepted {
            let mut text = match verdict {
                Verdict::TimeLimit(_) => format!("it took more than {} s", TIME_LIMIT.as_secs()),
                _ => sentences::verdict(
                    &Trial {
                        verdict: verdict.clone(),
                        failing: Vec::new(),
                        time: run.time,
                        cpu: run.cpu,
                        memory: run.memory,
                        processes: 1,
                        format_fault: None,
                        run: run.clone(),
                    },
                    Lang::En,
                ),
            };
            if let Some(line) = run.stderr.lines().last() {
                text += &format!("; it printed: {line}");
            }
            return wrong(verdict, text.clone(), json!({ "message": text }));
        }

        // What it printed.
        let wrong_answer = || Verdict::WrongAnswer(wythoff_contest::Wrong::Missing(0));
        match self.prints {
            Prints::Nothing => {}
            Prints::Answers => {
                let answers = BufReader::with_capacity(1 << 20, File::open(&files.output)?);
                let open = || Ok(Input::path(&files.input));
                let report = check(open, Box::new(answers), name, &Solver::default())?;
                if !report.is_right() {
                    let first = report.first.first().map(described);
                    let text = first.unwrap_or_else(|| what_is_wrong(&report));
                    return wrong(wrong_answer(), text, as_json(&report));
                }
            }
            Prints::Sums => {
                let mut printed = Vec::new();
                File::open(&files.output)?
                    .take(1 << 10)
                    .read_to_end(&mut printed)?;
                let [a, b] = expected.sums.expect("the sums were computed");
                let sums = [a, b].map(|sum| sum.to_string());
                let words = printed.split(u8::is_ascii_whitespace);
                if !words
                    .filter(|word| !word.is_empty())
                    .eq(sums.each_ref().map(|sum| sum.as_bytes()))
                {
                    let printed = shown(printed.trim_ascii());
                    let text = format!("expected the sums {a} {b}, found {printed}");
                    let object = json!({ "expected": [a, b], "found": printed });
                    return wrong(wrong_answer(), text, object);
                }
            }
        }
        Ok(Ok(run.time))
    }

    /// The words of the command.
    pub(super) fn command(&self) -> Vec<String> {
        let words = self.program.command.iter();
        words
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }
}
