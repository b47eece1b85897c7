//! A run of a program under test: its input, where it prints, and how it ended.
//!
//! This file has what is the same on every system. The folder of a system (`unix`, `windows`) starts the program, watches
//! its limits and ends all its processes.
//!
//! Output and messages go to unnamed temporary files, not to pipes. No thread has to empty a pipe, and a grandchild
//! that keeps a pipe open can't delay the end.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf, is_separator};
use std::process::Command;
use std::time::Duration;
use wythoff::internal::shown_path;
use wythoff::{Error, ErrorKind, Result};

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time on the clock.
    pub time: Duration,
    /// Bytes of memory. `u64::MAX` is no limit: then the memory of the program is not checked while it runs.
    pub memory: u64,
}

/// The files of a run whose input and output are not kept in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The file that the program gets as standard input.
    pub stdin: PathBuf,
    /// The file that the program gets as standard output.
    pub stdout: PathBuf,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How the program ended.
    pub end: End,
    /// What the program printed, up to the limit of the output.
    pub stdout: Vec<u8>,
    /// The end of what the program wrote to standard error.
    pub stderr: String,
    /// How long the run took.
    pub time: Duration,
    /// The maximum of the resident bytes of one process of the program.
    pub memory: PeakMemory,
}

/// A maximum of resident bytes, as the kernel recorded it. Pages of mapped files count.
///
/// On Unix a child has the memory of its parent until exec, and the kernel counts that too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PeakMemory {
    /// At most this many bytes. The program used no more than the process that started it, so its own peak is not known.
    AtMost(u64),
    /// Exactly this many bytes.
    Exactly(u64),
}

/// One run of a program.
#[derive(Debug, PartialEq)]
pub(super) struct Request<'r> {
    pub(super) command: Cow<'r, [OsString]>,
    pub(super) limits: Limits,
    pub(super) input: Cow<'r, [u8]>,
    /// The number of bytes of the right answers.
    pub(super) expected: u64,
    /// Used instead of `input` and [`Ran::stdout`].
    pub(super) files: Option<Files>,
}

/// Where a run prints.
#[derive(Debug)]
pub(super) struct Outputs {
    stdout: File,
    stderr: File,
    /// The number of bytes that each of the two may have.
    pub(super) max: u64,
    /// Whether the standard output is read at the end.
    is_read: bool,
}

/// The number of bytes that a program may print, and also write to standard error. If 16 times the length of the right
/// answers is larger, that is the limit.
const PRINTED: u64 = 64 << 20;

/// The number of bytes that are kept of a longer output.
pub(super) const KEPT: usize = 1 << 20;

/// The number of bytes that are kept from the end of the program's standard error.
const MESSAGES: u64 = 64 << 10;

/// What the runtimes of languages print when memory is exhausted.
const NO_MEMORY: [&str; 6] = [
    "bad_alloc",
    "memory allocation of",
    "MemoryError",
    "OutOfMemoryError",
    "out of memory",
    "Cannot allocate memory",
];

impl Request<'_> {
    /// The first word of the command.
    pub(super) fn program(&self) -> &OsStr {
        self.command.first().map_or(OsStr::new(""), |name| name)
    }

    /// The error if the program can't be started.
    pub(super) fn not_started(&self, error: io::Error) -> Error {
        Error::from(error).about(shown_path(Path::new(self.program())))
    }

    /// The file that the program reads instead of `input`, and the files to which it prints.
    pub(super) fn open(&self) -> Result<(Option<File>, Outputs)> {
        let about = |path: &Path| {
            let name = shown_path(path);
            |error: io::Error| Error::from(error).about(name)
        };
        let (stdin, stdout) = match &self.files {
            Some(Files { stdin, stdout }) => (
                Some(File::open(stdin).map_err(about(stdin))?),
                create(stdout).map_err(about(stdout))?,
            ),
            None => (None, tempfile::tempfile()?),
        };
        let outputs = Outputs {
            stdout,
            stderr: tempfile::tempfile()?,
            max: PRINTED.max(16 * self.expected),
            is_read: self.files.is_none(),
        };
        Ok((stdin, outputs))
    }

    /// The command that runs `program` with the other words, in `folder`. It has no input yet.
    pub(super) fn command(
        &self,
        program: OsString,
        folder: &Path,
        outputs: &Outputs,
    ) -> io::Result<Command> {
        let args = self.command.iter().skip(1);
        let args = args.map(|arg| from_any_folder(arg));
        let mut command = Command::new(program);
        command
            .args(args.collect::<io::Result<Vec<_>>>()?)
            .current_dir(folder)
            .stdout(outputs.stdout.try_clone()?)
            .stderr(outputs.stderr.try_clone()?);
        Ok(command)
    }
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

impl Limits {
    /// The limit that is exceeded `elapsed` after the start, if there is one.
    pub(super) fn exceeded(
        &self,
        elapsed: Duration,
        exceeds_memory: bool,
        outputs: &Outputs,
    ) -> Option<End> {
        let is_long = |file: &File| file.metadata().is_ok_and(|file| file.len() > outputs.max);
        if exceeds_memory {
            Some(End::MemoryLimit)
        } else if is_long(&outputs.stdout) || is_long(&outputs.stderr) {
            Some(End::OutputLimit)
        } else if elapsed >= self.time {
            Some(End::TimeLimit)
        } else {
            None
        }
    }

    /// The time to wait until the program is checked again. `elapsed` is the time since its start. The result is at most
    /// `longest`, and ends at the time limit.
    pub(super) fn pause(&self, elapsed: Duration, longest: Duration) -> Duration {
        // The pauses are short at first, so that the end of a short run is noticed soon.
        let pause = elapsed / 16;
        let pause = pause.clamp(Duration::from_micros(50), longest);
        pause.min(self.time - elapsed)
    }
}

/// Opens an empty file, or a device, to write to it.
fn create(path: &Path) -> io::Result<File> {
    // Windows does not truncate devices.
    File::create(path).or_else(|error| match File::options().write(true).open(path) {
        Ok(device) if !is_regular(&device) => Ok(device),
        _ => Err(error),
    })
}

/// Whether a file is no pipe and no device. Windows has no metadata of these.
fn is_regular(file: &File) -> bool {
    file.metadata().is_ok_and(|meta| meta.is_file())
}

impl Outputs {
    /// The result of a run whose processes have all ended. `over` is the limit that the run exceeded; `end` is how it ended.
    pub(super) fn into_ran(
        mut self,
        limits: Limits,
        (over, end): (Option<End>, End),
        time: Duration,
        memory: PeakMemory,
    ) -> Result<Ran> {
        let mut stdout = Vec::new();
        let printed_bytes = match is_regular(&self.stdout) {
            true => self.stdout.metadata()?.len(),
            false => 0,
        };
        if self.is_read {
            self.stdout.rewind()?;
            self.stdout.take(self.max + 1).read_to_end(&mut stdout)?;
        }
        let message_bytes = self.stderr.seek(SeekFrom::End(0))?;
        let start = message_bytes.saturating_sub(MESSAGES);
        self.stderr.seek(SeekFrom::Start(start))?;
        let mut messages = Vec::new();
        self.stderr.take(MESSAGES).read_to_end(&mut messages)?;
        let stderr = String::from_utf8_lossy(&messages).into_owned();
        let no_memory = NO_MEMORY.iter().any(|words| stderr.contains(words));
        let end = match (over, end) {
            (Some(over), _) => over,
            _ if memory > PeakMemory::Exactly(limits.memory) => End::MemoryLimit,
            _ if message_bytes.max(printed_bytes) > self.max => End::OutputLimit,
            (None, end) if end != End::Exit(0) && no_memory => End::MemoryLimit,
            (None, end) => end,
        };
        if end == End::OutputLimit {
            stdout.truncate(KEPT);
        }
        Ok(Ran {
            end,
            stdout,
            stderr,
            time,
            memory,
        })
    }
}
