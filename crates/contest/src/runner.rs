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
use std::path::{Path, PathBuf, is_separator};
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
    /// Bytes of memory. `u64::MAX` is no limit: then the memory of the program is not checked while it runs.
    pub memory: u64,
}

impl RunLimits {
    /// The limits of a judge. Time on the clock is limited only because a program may sleep: a program that works gets so
    /// much of it that other processes may take most of the processors. On Linux it gets up to ten times as much while it waits
    /// for a processor.
    pub fn of_judge(time: Duration, memory: u64) -> Self {
        Self {
            time,
            clock: time.saturating_mul(5).max(Duration::from_secs(5)),
            memory,
        }
    }

    /// Only time on the clock is limited.
    pub fn on_the_clock(clock: Duration) -> Self {
        Self {
            time: Duration::MAX,
            clock,
            memory: u64::MAX,
        }
    }
}

/// The files of a run whose input and output are not kept in memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Files {
    /// The path of the file that the program gets as standard input.
    pub stdin: OsString,
    /// The path of the file that the program gets as standard output.
    pub stdout: OsString,
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
    /// The program printed far too much.
    OutputLimit,
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
    /// The maximum of the resident bytes of one process of the program.
    pub memory: PeakMemory,
}

/// A maximum of resident bytes, as the kernel recorded it. Pages of mapped files count.
///
/// On Unix a child has the memory of its parent until exec, and the kernel counts that too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PeakMemory {
    /// At most this many bytes. The program used no more than the process that started it, so its own peak is not known.
    AtMost(u64),
    /// Exactly this many bytes.
    Exactly(u64),
}

/// What the processes of a program use: CPU time, also of those that have ended, and resident bytes of those that run.
pub(super) type Usage = (Duration, u64);

/// How the first process of a program ended, the CPU time of all its processes, and their memory.
pub(super) type GroupEnd = (End, Duration, PeakMemory);

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
    /// The number of bytes of the right answers.
    pub(super) expected: u64,
    /// Used instead of `input` and [`RunResult::stdout`].
    pub(super) files: Option<Files>,
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

    /// The file that the program reads, and the files to which it prints.
    fn open(&self) -> Result<(File, Outputs)> {
        let about = |path: &OsStr| {
            let name = shown_path(Path::new(path));
            |error: io::Error| Error::from(error).about(name)
        };
        let unnamed = || unnamed_file().map_err(about(std::env::temp_dir().as_os_str()));
        let (stdin, stdout) = match &self.files {
            Some(Files { stdin, stdout }) => (
                File::open(stdin).map_err(about(stdin))?,
                create(Path::new(stdout)).map_err(about(stdout))?,
            ),
            None => {
                let mut stdin = unnamed()?;
                let written = stdin.write_all(&self.input);
                let written = written.and_then(|()| stdin.rewind());
                written.map_err(|e| Error::from(e).about("the input of the program"))?;
                (stdin, unnamed()?)
            }
        };
        let outputs = Outputs {
            stdout,
            stderr: unnamed()?,
            max: Outputs::max(self.expected),
            is_read: self.files.is_none(),
        };
        Ok((stdin, outputs))
    }

    /// The command that runs the program.
    fn command(&self, folders: &Folders, stdin: File, outputs: &Outputs) -> io::Result<Command> {
        let mut command = Command::new(program(self.program())?);
        for arg in self.command.iter().skip(1) {
            command.arg(from_any_folder(arg)?);
        }
        command
            .current_dir(&folders.current)
            .envs(["TMPDIR", "TEMP", "TMP"].map(|name| (name, &folders.temporary)))
            .env("ONLINE_JUDGE", "true")
            .stdin(stdin)
            .stdout(outputs.stdout.try_clone()?)
            .stderr(outputs.stderr.try_clone()?);
        Ok(command)
    }
}

/// The folders of a run.
#[derive(Debug)]
pub(super) struct Folders {
    /// The current folder of the program.
    pub(super) current: PathBuf,
    /// Where the program makes temporary files.
    pub(super) temporary: PathBuf,
}

/// Runs a program in `folders`. When this returns, none of its processes is alive.
///
/// Errors: the program can't be started; `is_stopped`; the system refused something to the program.
pub(super) fn run(
    request: &Request<'_>,
    folders: &Folders,
    is_stopped: impl Fn() -> bool,
) -> Result<RunResult> {
    let (stdin, outputs) = request.open()?;
    let command = request.command(folders, stdin, &outputs)?;
    let start = Instant::now();
    let group =
        Group::start(command, outputs.max + 1).map_err(|error| request.about_program(error))?;
    let over = watch(&group, start, request.limits, &outputs, is_stopped)?;
    let time = start.elapsed();
    outputs.into_ran(request, over, time, group.finish()?)
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
    // If only the time on the clock is limited, it is measured, and checks would disturb it.
    let is_judged = limits.time < Duration::MAX || limits.memory < u64::MAX;
    let longest = Duration::from_millis(if is_judged { 4 } else { 100 });
    let (mut next, mut pause) = (BETWEEN_CHECKS, Duration::ZERO);
    let ((mut cpu, mut memory), mut end) = (Usage::default(), limits.clock);
    while !group.wait(pause) {
        if is_stopped() {
            return Err(stopped());
        }
        let elapsed = start.elapsed();
        if is_judged && elapsed >= next {
            next = elapsed + BETWEEN_CHECKS;
            (cpu, memory) = group.usage(limits.memory);
        }
        // A program that waits for a processor does not sleep.
        if is_judged
            && elapsed >= end
            && elapsed < limits.clock.saturating_mul(10)
            && group.is_runnable()
        {
            end = elapsed + EXTRA_CLOCK;
        }
        let over = if memory > limits.memory {
            End::MemoryLimit
        } else if outputs.are_too_long() {
            End::OutputLimit
        } else if cpu > limits.time || elapsed >= end {
            End::TimeLimit
        } else {
            // The pauses are short at first, so that the end of a short run is noticed soon.
            let longer = (elapsed / 16).clamp(Duration::from_micros(50), longest);
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

/// Opens an empty file, or a device, to write to it.
fn create(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    let file = options
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    // Windows does not truncate devices.
    if is_regular(&file) {
        file.set_len(0)?;
    }
    Ok(file)
}

/// Whether a file is no pipe and no device. Windows has no metadata of these.
pub(super) fn is_regular(file: &File) -> bool {
    file.metadata().is_ok_and(|meta| meta.is_file())
}
