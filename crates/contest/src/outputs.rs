//! What a program under test prints, and what that says about its end.

#[cfg(unix)]
use super::platform::is_below;
use super::platform::{FILE_TOO_LARGE, refuse_smaller_files};
use super::runner::{End, GroupEnd, Request, RunResult, Stream};
use super::scratch::try_room;
use super::verdict::printable;
#[cfg(unix)]
use rustix::process::Resource;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::time::Duration;
use wythoff::Result;

/// Where a run prints.
#[derive(Debug)]
pub(super) struct Outputs {
    pub(super) stdout: File,
    pub(super) stderr: File,
    /// The number of bytes that each of the two may have.
    pub(super) max: u64,
}

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

/// What programs print if a file becomes larger than the limit.
const TOO_LARGE: [&str; 2] = ["File too large", "File size limit exceeded"];

/// What programs print if the system refuses them something that a judge's machine has, and whether this machine lacks it. A
/// program may print the same about its own fault: it may open files without end.
type Refusal = (&'static [&'static str], fn() -> bool);

const RESOURCES: &[Refusal] = &[
    (
        &[
            "No space left on device",
            "Disk quota exceeded",
            "Read-only file system",
        ],
        // No room for a mebibyte.
        || try_room(&std::env::temp_dir(), 1 << 20).is_err(),
    ),
    #[cfg(unix)]
    (&["Too many open files"], || is_below(Resource::Nofile, 256)),
    #[cfg(unix)]
    (
        &[
            "Resource temporarily unavailable",
            "Cannot fork",
            "unable to create native thread",
            "failed to create new OS thread",
        ],
        || is_below(Resource::Nproc, 1024),
    ),
];

/// An empty file without a name.
pub(super) fn unnamed_file() -> io::Result<File> {
    #[cfg(target_os = "linux")]
    if let Ok(file) = rustix::fs::memfd_create("stream", rustix::fs::MemfdFlags::CLOEXEC) {
        return Ok(file.into());
    }
    tempfile::tempfile()
}

impl Outputs {
    /// The stream that has more bytes than it may have, if there is one.
    pub(super) fn too_long(&self) -> Option<Stream> {
        let is_long = |file: &File| file.metadata().is_ok_and(|file| file.len() > self.max);
        match is_long(&self.stdout) {
            true => Some(Stream::Stdout),
            false => is_long(&self.stderr).then_some(Stream::Stderr),
        }
    }

    /// The result of a run whose processes have all ended. `over` is the limit that the run exceeded.
    ///
    /// Errors: the system refused something to the program.
    pub(super) fn into_ran(
        mut self,
        request: &Request<'_>,
        over: Option<End>,
        time: Duration,
        (end, cpu, memory): GroupEnd,
    ) -> Result<RunResult> {
        let too_long = self.too_long();
        let mut stdout = Vec::new();
        self.stdout.rewind()?;
        self.stdout.take(self.max + 1).read_to_end(&mut stdout)?;
        let message_bytes = self.stderr.seek(SeekFrom::End(0))?;
        let start = message_bytes.saturating_sub(MESSAGES);
        self.stderr.seek(SeekFrom::Start(start))?;
        let mut messages = Vec::new();
        self.stderr.take(MESSAGES).read_to_end(&mut messages)?;
        let stderr = printable(&messages);
        let has_failed = end != End::Exit(0);
        let message = |words: &[&str]| line_with(&stderr, words).filter(|_| has_failed);
        let end = if let Some(over) = over {
            over
        } else if memory > request.limits.memory {
            End::MemoryLimit
        } else if let Some(stream) = too_long {
            End::OutputLimit(stream)
        } else if cpu > request.limits.time {
            End::TimeLimit
        } else if end == FILE_TOO_LARGE || message(&TOO_LARGE).is_some() {
            // A file that the program made itself.
            refuse_smaller_files(self.max).map_err(|e| request.about_program(e))?;
            End::OutputLimit(Stream::File)
        } else if let Some(line) = RESOURCES.iter().find_map(|(messages, is_lacking)| {
            // A compiler has no faults of its own.
            let is_compiler = request.limits.time == Duration::MAX;
            message(messages).filter(|_| is_compiler || is_lacking())
        }) {
            return Err(request.about_program(io::Error::other(line)));
        } else if message(&NO_MEMORY).is_some() {
            End::MemoryLimit
        } else {
            end
        };
        if stdout.len() as u64 > self.max {
            stdout.truncate(KEPT);
        }
        Ok(RunResult {
            end,
            stdout,
            stderr,
            time,
            cpu,
        })
    }
}

/// The first line of `text` that has one of these words, cut short.
fn line_with(text: &str, words: &[&str]) -> Option<String> {
    let has_one = |line: &&str| words.iter().any(|word| line.contains(word));
    let line = text.lines().find(has_one)?.trim();
    Some(line.chars().filter(|c| !c.is_control()).take(200).collect())
}
