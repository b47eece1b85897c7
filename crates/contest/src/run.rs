//! One run of a program under test: its files, its limits, and how it ended.
//!
//! Input, output and messages are unnamed files. No thread has to fill or empty a pipe, and a grandchild that keeps a pipe
//! open can't delay the end. On Linux they are in memory, so that a full disk can't change them.

use crate::folder::{Folder, try_room};
use crate::limits::{End, RunLimits, RunResult, Stream};
#[cfg(unix)]
use crate::platform::is_below;
use crate::platform::{FILE_TOO_LARGE, Process, program};
#[cfg(unix)]
use rustix::process::Resource;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, is_separator};
use std::process::Command;
use std::time::{Duration, Instant};
use wythoff::{Error, ErrorKind, Result};

/// The shortest and the longest time between two checks whether a program goes on.
const SHORT_PAUSE: Duration = Duration::from_micros(50);
const LONG_PAUSE: Duration = Duration::from_millis(4);

/// The time between two checks of the CPU time and the memory of a program.
const BETWEEN_CHECKS: Duration = Duration::from_millis(10);

/// The time that a program gets on a busy machine, again and again, when the clock has reached its limit.
const EXTRA_CLOCK: Duration = Duration::from_millis(100);

/// The number of bytes that are kept of an output that is too long.
pub(super) const KEPT: usize = 1 << 20;

/// The number of bytes of standard error that are kept: the last bytes of a program, the first bytes of a compiler.
const MESSAGES: u64 = 64 << 10;

/// Messages of the runtimes of languages when memory is exhausted.
const NO_MEMORY: [&str; 6] = [
    "bad_alloc",
    "memory allocation of",
    "MemoryError",
    "OutOfMemoryError",
    "out of memory",
    "Cannot allocate memory",
];

/// Messages of programs if a file becomes larger than the limit.
const TOO_LARGE: [&str; 2] = ["File too large", "File size limit exceeded"];

/// Messages of programs if this machine lacks something that a judge's machine has, and a check that it lacks it. The check is
/// needed because a program may print the same message for its own fault, such as opening too many files.
type Refusal = (&'static [&'static str], fn() -> bool);

const RESOURCES: &[Refusal] = &[
    (
        &[
            "No space left on device",
            "Disk quota exceeded",
            "Read-only file system",
        ],
        // Whether there is no room for a mebibyte.
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

/// The environment variables that programs and compilers get: only what toolchains and wine need, as on judges.
#[rustfmt::skip]
const ENVIRONMENT: &[&str] = &[
    "PATH", "HOME", "USER", "LD_LIBRARY_PATH", "XDG_CACHE_HOME", "JAVA_HOME", "GOROOT", "GOPATH", "GOCACHE", "CARGO_HOME",
    "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "PYENV_ROOT", "PYENV_VERSION", "CONDA_PREFIX", "SDKROOT", "DEVELOPER_DIR", "SystemRoot",
    "SystemDrive", "ComSpec", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "ProgramData", "ProgramFiles", "WINEPREFIX",
    "WINELOADER", "WINESERVER", "WINEDLLPATH", "WINEDEBUG",
];

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    pub(super) command: Vec<OsString>,
    pub(super) limits: RunLimits,
    pub(super) env: Option<Vec<OsString>>,
    /// The paths of standard input, in place of `input`, and of standard output.
    pub(super) files: Option<[OsString; 2]>,
    pub(super) named_files: Option<[String; 2]>,
    #[serde(with = "serde_bytes")]
    pub(super) input: Vec<u8>,
}

impl Run {
    /// Runs the program in `folder`, which is made in `parent` if it is `None`, and removes the files that the program left.
    /// After an error, the next run makes another folder.
    ///
    /// Errors: as for [`Run::execute`]; something remains; the disk is full.
    pub(super) fn execute_in(
        &self,
        folder: &mut Option<Folder>,
        parent: &Path,
        is_stopped: impl Fn() -> bool,
    ) -> Result<RunResult> {
        let used = match folder.take() {
            Some(used) => used,
            None => Folder::new(parent, &self.command).map_err(Error::about_path(parent))?,
        };
        let result = self.execute(&used.path, is_stopped);
        let cleaned = used.clean();
        let result = result?;
        cleaned.map_err(Error::about_path(parent))?;
        *folder = Some(used);
        Ok(result)
    }

    /// Runs the program in `folder`, which is also for its temporary files. When this returns, none of its processes is alive.
    ///
    /// Errors: the program can't be started; `is_stopped`; the system refused something to the program.
    pub(super) fn execute(
        &self,
        folder: &Path,
        is_stopped: impl Fn() -> bool,
    ) -> Result<RunResult> {
        let limits = self.limits;

        // The files that the program reads and writes.
        let (stdin, mut stdout) = match &self.files {
            Some(paths) => {
                let [input, output] = paths.each_ref().map(Path::new);
                let stdin = File::open(input).map_err(Error::about_path(input))?;
                let stdout = File::create(output).map_err(Error::about_path(output))?;
                (stdin, stdout)
            }
            None => {
                let mut input = unnamed_file()?;
                let written = match &self.named_files {
                    Some(names) => write_named(folder, names, &self.input),
                    None => input.write_all(&self.input).and_then(|()| input.rewind()),
                };
                written.map_err(|e| Error::from(e).about("the input of the program"))?;
                (input, unnamed_file()?)
            }
        };
        let mut stderr = unnamed_file()?;

        // The start.
        let mut command = Command::new(from_any_folder(&program(self.name()))?);
        for word in self.command.iter().skip(1) {
            command.arg(from_any_folder(word)?);
        }
        if let Some(more) = &self.env {
            let names = ENVIRONMENT.iter().map(OsStr::new);
            let names = names.chain(more.iter().map(OsString::as_os_str));
            // The messages of compilers are in English, and texts are in UTF-8, whatever the user's language is.
            command.env_clear().env("LANG", "C.UTF-8");
            command.envs(names.filter_map(|name| Some((name, std::env::var_os(name)?))));
        }
        command
            .env("ONLINE_JUDGE", "true")
            .envs(["TMPDIR", "TEMP", "TMP"].map(|name| (name, folder)))
            .current_dir(folder)
            .stdin(stdin)
            .stdout(stdout.try_clone()?)
            .stderr(stderr.try_clone()?);
        let start = Instant::now();
        let process = Process::start(command, limits);
        let mut process = process.map_err(|error| self.about_program(error))?;

        // The run, until the program ends or exceeds a limit.
        let exceeded = |cpu, memory| {
            let is_long = |file: &File| file.metadata().is_ok_and(|f| f.len() > limits.output);
            if memory > limits.memory {
                Some(End::MemoryLimit)
            } else if is_long(&stdout) {
                Some(End::OutputLimit(Stream::Stdout))
            } else if is_long(&stderr) {
                Some(End::OutputLimit(Stream::Stderr))
            } else {
                (cpu > limits.time).then_some(End::TimeLimit)
            }
        };
        let (mut next_check, mut pause) = (BETWEEN_CHECKS, Duration::ZERO);
        let (mut cpu, mut memory, mut clock) = (Duration::ZERO, 0, limits.clock);
        let limit = loop {
            if process.wait(pause) {
                break Ok(None);
            }
            if is_stopped() {
                break Err(stopped());
            }
            let elapsed = start.elapsed();
            if elapsed >= next_check {
                next_check = elapsed + BETWEEN_CHECKS;
                (cpu, memory) = process.usage(limits.memory);
            }
            // A program that waits for a processor does not sleep.
            if elapsed >= clock && elapsed < limits.longest() && process.is_runnable() {
                clock = elapsed + EXTRA_CLOCK;
            }
            let limit = exceeded(cpu, memory);
            if limit.is_some() || elapsed >= clock {
                break Ok(limit.or(Some(End::TimeLimit)));
            }
            // The pauses are short at first, so that the end of a short run is noticed soon.
            let longer = (elapsed / 16).clamp(SHORT_PAUSE, LONG_PAUSE);
            pause = longer.min(clock - elapsed);
        };
        let time = start.elapsed();
        let (end, cpu, peak) = process.finish()?;
        let memory = memory.max(peak);
        let limit = limit?.or_else(|| exceeded(cpu, memory));

        // The output of the program.
        let mut printed = Vec::new();
        let answers = match (&self.files, &self.named_files) {
            (Some(_), _) => None,
            // If the program did not write the file, it has no answers.
            (None, Some([_, output])) => File::open(folder.join(output)).ok(),
            (None, None) => {
                stdout.rewind()?;
                Some(stdout)
            }
        };
        if let Some(answers) = answers {
            answers.take(limits.output + 1).read_to_end(&mut printed)?;
        }
        if printed.len() as u64 > limits.output {
            printed.truncate(KEPT);
        }
        let all = stderr.seek(SeekFrom::End(0))?;
        // The first errors of a compiler matter most, because they cause later ones.
        let is_compiler = limits.are_of_compiler();
        let last = all.saturating_sub(MESSAGES);
        let from = if is_compiler { 0 } else { last };
        stderr.seek(SeekFrom::Start(from))?;
        let mut messages = Vec::new();
        stderr.take(MESSAGES).read_to_end(&mut messages)?;
        if from + MESSAGES < all {
            messages.truncate(messages.iter().rposition(|&c| c == b'\n').unwrap_or(0));
        }
        let messages = printable(&messages);

        // How the program ended. If it failed, its messages may tell why.
        let message = |words: &[&str]| match end {
            End::Exit(0) => None,
            _ => line_with(&messages, words),
        };
        let end = if let Some(limit) = limit {
            limit
        } else if end == FILE_TOO_LARGE || message(&TOO_LARGE).is_some() {
            // Either the program wrote a file that is too large, or the user's own limit is below the judge's.
            #[cfg(unix)]
            if is_below(Resource::Fsize, limits.output + 1) {
                return Err(self.about_program(rustix::io::Errno::FBIG.into()));
            }
            End::OutputLimit(Stream::File)
        } else if let Some(line) = RESOURCES.iter().find_map(|(messages, is_lacking)| {
            // Such a message of a compiler is never its own fault.
            message(messages).filter(|_| is_compiler || is_lacking())
        }) {
            return Err(self.about_program(io::Error::other(line)));
        } else if message(&NO_MEMORY).is_some() {
            End::MemoryLimit
        } else {
            end
        };
        Ok(RunResult {
            end,
            stdout: printed,
            stderr: messages,
            time,
            cpu,
            memory,
        })
    }

    fn name(&self) -> &OsStr {
        self.command.first().map_or(OsStr::new(""), |name| name)
    }

    pub(super) fn about_program(&self, error: io::Error) -> Error {
        Error::about_path(Path::new(self.name()))(error)
    }
}

/// Writes `text` into the first of the files `names` of `folder`, and removes the other one. Links to files of the user with these
/// names are removed first.
fn write_named(folder: &Path, names: &[String; 2], text: &[u8]) -> io::Result<()> {
    for name in names {
        match std::fs::remove_file(folder.join(name)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
    }
    File::create_new(folder.join(&names[0]))?.write_all(text)
}

/// Changes a word of a command so that it means the same in every folder: a relative path with a slash becomes absolute. A
/// name without a slash is a program in `PATH`, or is found in the folder of the run.
fn from_any_folder(word: &OsStr) -> io::Result<OsString> {
    let has_slash = word.to_string_lossy().contains(is_separator);
    if has_slash && Path::new(word).exists() {
        return std::path::absolute(word).map(Into::into);
    }
    Ok(word.to_owned())
}

/// The error of a run that was cancelled.
pub(super) fn stopped() -> Error {
    Error::new(ErrorKind::Io(io::ErrorKind::Interrupted.into()))
}

/// An empty file without a name: on Linux in memory, elsewhere on the disk.
pub fn unnamed_file() -> Result<File> {
    #[cfg(target_os = "linux")]
    if let Ok(file) = rustix::fs::memfd_create("stream", rustix::fs::MemfdFlags::CLOEXEC) {
        return Ok(file.into());
    }
    tempfile::tempfile().map_err(Error::about_path(&std::env::temp_dir()))
}

/// The first line of `text` that has one of these words, cut short.
fn line_with(text: &str, words: &[&str]) -> Option<String> {
    let has_one = |line: &&str| words.iter().any(|word| line.contains(word));
    let line = text.lines().find(has_one)?.trim();
    Some(line.chars().filter(|c| !c.is_control()).take(200).collect())
}

/// `text` with `\xff` in place of a byte that is not part of a character in UTF-8.
pub fn printable(text: &[u8]) -> String {
    let chunks = text.utf8_chunks();
    let chunks = chunks.map(|chunk| format!("{}{}", chunk.valid(), chunk.invalid().escape_ascii()));
    chunks.collect()
}

#[cfg(test)]
pub(crate) mod tests;
