//! A run of a program under test: its input, where it prints, and how it ended.
//!
//! This file has what is the same on every system. The folder of a system (`unix`, `windows`) starts the program and ends all
//! its processes.
//!
//! Input, output and messages are unnamed files. No thread has to fill or empty a pipe, and a grandchild that keeps a pipe
//! open can't delay the end. On Linux they are in memory, so that a full disk can't change them.

use super::outputs::{Outputs, unnamed_file};
use super::platform::{Group, program};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, is_separator};
use std::process::Command;
use std::time::{Duration, Instant};
use wythoff::internal::shown_path;
use wythoff::{Error, ErrorKind, Result};

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLimits {
    /// CPU time of all processes of the program together.
    pub time: Duration,
    /// Time on the clock.
    pub clock: Duration,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of standard output, of standard error, and of each file that the program writes.
    pub output: u64,
}

impl RunLimits {
    /// The limits of a judge. Time on the clock is limited only because a program may sleep. This limit is so long that
    /// a program that works does not reach it even if other processes take most of the processors. On Linux it is up to ten
    /// times as long while the program waits for a processor.
    pub fn of_judge(time: Duration, memory: u64) -> Self {
        Self {
            time,
            clock: time.saturating_mul(5).max(Duration::from_secs(5)),
            memory,
            output: 64 << 20,
        }
    }

    /// The longest time of a run on the clock. A program that waits for a processor does not sleep, so it gets more time.
    pub(super) fn longest(self) -> Duration {
        let is_judged = self.time < Duration::MAX;
        self.clock.saturating_mul(if is_judged { 10 } else { 1 })
    }

    /// The limits of a compiler.
    pub(super) fn of_compiler(clock: Duration) -> Self {
        Self {
            time: Duration::MAX,
            clock,
            memory: u64::MAX,
            output: 1 << 30,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The program ended by itself, with this exit code.
    Exit(i32),
    /// A signal ended the program. This module did not send it.
    Signal(i32),
    /// An exception of Windows, which the program did not handle, ended it.
    Exception(u32),
    /// The program exceeded the time limit, and was stopped.
    TimeLimit,
    /// The program exceeded the memory limit.
    MemoryLimit,
    /// The program printed too much, or wrote too large a file.
    OutputLimit(Stream),
}

/// Where a program writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// A file that the program made.
    File,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunResult {
    /// How the program ended.
    pub end: End,
    /// What the program printed, up to the limit of the output.
    #[serde(skip)]
    pub stdout: Vec<u8>,
    /// The end of what the program wrote to standard error.
    pub stderr: String,
    /// How long the run took, on the clock.
    pub time: Duration,
    /// The CPU time of all processes of the program.
    pub cpu: Duration,
}

/// What the processes of a program use: CPU time, also of those that have ended, and resident bytes of those that run.
pub(super) type Usage = (Duration, u64);

/// How the first process of a program ended, the CPU time of all its processes, and the maximum of the resident bytes of one of
/// them, as far as it is known.
pub(super) type GroupEnd = (End, Duration, u64);

/// The shortest and the longest time between two checks whether a program goes on.
const SHORT_PAUSE: Duration = Duration::from_micros(50);
const LONG_PAUSE: Duration = Duration::from_millis(4);

/// The time between two checks of what a program uses.
const BETWEEN_CHECKS: Duration = Duration::from_millis(10);

/// The time that a program gets on a busy machine, again and again, when the clock has reached its limit.
const EXTRA_CLOCK: Duration = Duration::from_millis(100);

/// One run of a program.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Request<'r> {
    pub(super) command: Cow<'r, [OsString]>,
    pub(super) limits: RunLimits,
    #[serde(skip)]
    pub(super) input: Cow<'r, [u8]>,
}

impl Request<'_> {
    /// The first word of the command.
    pub(super) fn program(&self) -> &OsStr {
        self.command.first().map_or(OsStr::new(""), |name| name)
    }

    /// An error about the program.
    pub(super) fn about_program(&self, error: io::Error) -> Error {
        Error::from(error).about(shown_path(Path::new(self.program())))
    }

    /// The file that the program reads, and those to which it prints.
    fn open(&self) -> Result<(File, Outputs)> {
        let about = |e: io::Error| Error::from(e).about(shown_path(&std::env::temp_dir()));
        let mut stdin = unnamed_file().map_err(about)?;
        let written = stdin.write_all(&self.input);
        let written = written.and_then(|()| stdin.rewind());
        written.map_err(|e| Error::from(e).about("the input of the program"))?;
        let outputs = Outputs {
            stdout: unnamed_file().map_err(about)?,
            stderr: unnamed_file().map_err(about)?,
            max: self.limits.output,
        };
        Ok((stdin, outputs))
    }

    /// The command that runs the program.
    fn command(&self, stdin: File, outputs: &Outputs) -> io::Result<Command> {
        let mut command = Command::new(program(self.program())?);
        for arg in self.command.iter().skip(1) {
            command.arg(from_any_folder(arg)?);
        }
        command
            .env("ONLINE_JUDGE", "true")
            .stdin(stdin)
            .stdout(outputs.stdout.try_clone()?)
            .stderr(outputs.stderr.try_clone()?);
        Ok(command)
    }
}

/// Runs a program in `folder`, which is also for its temporary files. When this returns, none of its processes is alive.
///
/// Errors: the program can't be started; `is_stopped`; the system refused something to the program.
pub(super) fn run(
    request: &Request<'_>,
    folder: &Path,
    is_stopped: impl Fn() -> bool,
) -> Result<RunResult> {
    let (stdin, outputs) = request.open()?;
    let mut command = request.command(stdin, &outputs)?;
    command.current_dir(folder);
    command.envs(["TMPDIR", "TEMP", "TMP"].map(|name| (name, folder)));
    let start = Instant::now();
    let group =
        Group::start(command, outputs.max + 1).map_err(|error| request.about_program(error))?;
    let over = watch(&group, start, request.limits, &outputs, is_stopped);
    let time = start.elapsed();
    let end = group.finish()?;
    outputs.into_ran(request, over?, time, end)
}

/// Waits until the program ends or exceeds a limit. Returns that limit.
///
/// Errors: `is_stopped`.
fn watch(
    group: &Group,
    start: Instant,
    limits: RunLimits,
    outputs: &Outputs,
    is_stopped: impl Fn() -> bool,
) -> Result<Option<End>> {
    let longest = limits.longest();
    let (mut next, mut pause) = (BETWEEN_CHECKS, Duration::ZERO);
    let ((mut cpu, mut memory), mut end) = (Usage::default(), limits.clock);
    while !group.wait(pause) {
        if is_stopped() {
            return Err(stopped());
        }
        let elapsed = start.elapsed();
        if elapsed >= next {
            next = elapsed + BETWEEN_CHECKS;
            (cpu, memory) = group.usage(limits.memory);
        }
        // A program that waits for a processor does not sleep.
        if elapsed >= end && elapsed < longest && group.is_runnable() {
            end = elapsed + EXTRA_CLOCK;
        }
        let over = if memory > limits.memory {
            End::MemoryLimit
        } else if let Some(stream) = outputs.too_long() {
            End::OutputLimit(stream)
        } else if cpu > limits.time || elapsed >= end {
            End::TimeLimit
        } else {
            // The pauses are short at first, so that the end of a short run is noticed soon.
            let longer = (elapsed / 16).clamp(SHORT_PAUSE, LONG_PAUSE);
            pause = longer.min(end - elapsed);
            continue;
        };
        return Ok(Some(over));
    }
    Ok(None)
}

/// Changes a word of a command so that it means the same in every folder: a relative path with a slash becomes absolute. A
/// name without a slash is a program in `PATH`, or is found in the scratch folder.
pub(super) fn from_any_folder(word: &OsStr) -> io::Result<OsString> {
    let path = Path::new(word);
    if has_slash(word) && path.exists() {
        return std::path::absolute(path).map(Into::into);
    }
    Ok(word.to_owned())
}

/// Whether `word` is a path, and not only a name.
pub(super) fn has_slash(word: &OsStr) -> bool {
    let bytes = word.as_encoded_bytes();
    bytes.iter().any(|&byte| is_separator(byte.into()))
}

/// The error of a run that was cancelled.
pub(super) fn stopped() -> Error {
    Error::new(ErrorKind::Io(io::ErrorKind::Interrupted.into()))
}
