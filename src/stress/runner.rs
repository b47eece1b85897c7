//! Running a program under test once, within limits.
//!
//! An input goes in; what the program printed and how it ended come out. When [`run`] returns, no process of the
//! program's process group is alive. Processes that left the group are ended by the [reaper](super::reaper).
//!
//! # How
//!
//! Output and messages are unnamed temporary files rather than pipes. No thread has to empty a pipe, a
//! grandchild that keeps one open can't delay the end, and a program that prints without end meets its
//! limit on the size of files, after it was seen to have printed far too much.
//!
//! The limits are set from outside, by `prlimit`, as soon as the program has been started. To set them
//! inside, between fork and exec, takes unsafe code, and before exec they would hit the static arrays that
//! contest programs like, used or not. The program can't run ahead of its limits, as its input is a
//! pipe that gets nothing before they are set. What it forks before it reads may escape them. Only Linux can
//! set them; elsewhere only time and output are limited.
//!
//! Memory is `RLIMIT_DATA`: what is writable and private. `RLIMIT_AS` counts the
//! address space that the runtimes of Go and Java only reserve. The limit is on top of the static arrays, which
//! are there before it is set and may never be used. So the resident set is looked at as well: every
//! few milliseconds, and at the end if it exceeds what this process itself ever had (the kernel counts
//! that in). A program that ends badly has run into the limit if it was near it, or says so.

use crate::error::{Error, ErrorKind, Result, shown_path};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::BorrowedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};
use wait4::Wait4 as _;

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time on the clock.
    pub time: Duration,
    /// Bytes of memory.
    pub memory: u64,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself.
    Exit(i32),
    /// By a signal that wasn't sent here.
    Signal(i32),
    /// The time was over.
    TimeLimit,
    /// It took too much memory.
    MemoryLimit,
    /// It printed far too much.
    OutputLimit,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// What it printed, up to the limit of that.
    pub stdout: Vec<u8>,
    /// The end of its messages.
    pub stderr: String,
    /// How long it took.
    pub time: Duration,
}

/// One run of a program.
#[derive(Debug, PartialEq)]
pub(super) struct Request {
    pub(super) command: Vec<OsString>,
    pub(super) limits: Limits,
    pub(super) input: Vec<u8>,
    /// Bytes of the right answers.
    pub(super) expected: u64,
}

/// Bytes that a program may print beyond the right answers before that is far too much; messages go by
/// 64 times that.
const PRINTED: u64 = 1 << 20;

/// How long a new process is waited for, if the kernel never says that it is loaded.
const LOADED: Duration = Duration::from_millis(200);

/// Bytes of its messages that are kept.
const MESSAGES: u64 = 2000;

/// What the runtimes of languages print when they get no memory.
const NO_MEMORY: [&str; 6] = [
    "bad_alloc",
    "memory allocation of",
    "MemoryError",
    "OutOfMemoryError",
    "out of memory",
    "Cannot allocate memory",
];

/// Runs a program as a child of this process.
///
/// Errors: it can't be started; `cancel` became readable or its other end was closed.
pub(super) fn run(request: &Request, cancel: BorrowedFd<'_>) -> Result<Ran> {
    let limits = request.limits;
    let (stdin, feed) = Feed::new(&request.input, cancel)?;
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let max_printed = PRINTED + 4 * request.expected;
    let [name, args @ ..] = request.command.as_slice() else {
        return Err(io::Error::from(io::ErrorKind::InvalidInput).into());
    };
    let mut command = Command::new(name);
    command
        .args(args)
        .stdin(stdin)
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .process_group(0);
    let start = Instant::now();
    let running = Running::start(command)
        .map_err(|error| Error::from(error).of(shown_path(Path::new(name))))?;
    let arrays = running.limit(limits.memory, 64 * PRINTED + max_printed);
    let (over, peak) = running.watch(start, limits, feed, (&stdout, max_printed))?;
    let time = start.elapsed();
    let (status, max_resident) = running.finish()?;
    let mut printed = Vec::new();
    stdout.rewind()?;
    stdout.take(max_printed + 1).read_to_end(&mut printed)?;
    let from = stderr.seek(SeekFrom::End(0))?.saturating_sub(MESSAGES);
    stderr.seek(SeekFrom::Start(from))?;
    let mut messages = Vec::new();
    stderr.take(MESSAGES).read_to_end(&mut messages)?;
    let stderr = String::from_utf8_lossy(&messages).into_owned();
    let no_memory = NO_MEMORY.iter().any(|words| stderr.contains(words))
        || peak.saturating_sub(arrays) > limits.memory / 8 * 7;
    let end = match (over, end_of(status)) {
        (Some(over), _) => over,
        _ if max_resident > limits.memory => End::MemoryLimit,
        _ if printed.len() as u64 > max_printed => End::OutputLimit,
        (None, end) if end != End::Exit(0) && no_memory => End::MemoryLimit,
        (None, end) => end,
    };
    Ok(Ran {
        end,
        stdout: printed,
        stderr,
        time,
    })
}

/// The error of a run that was cancelled.
pub(super) fn stopped() -> Error {
    Error::new(ErrorKind::Io(io::ErrorKind::Interrupted.into()))
}

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

/// A process and its group. Both are killed when this is dropped.
struct Running {
    child: Child,
    group: Pid,
    /// Its status is taken, and its number may become another process's.
    is_reaped: bool,
}

impl Running {
    fn start(mut command: Command) -> io::Result<Self> {
        let child = command.spawn()?;
        Ok(Self {
            group: Pid::from_child(&child),
            child,
            is_reaped: false,
        })
    }

    /// Waits until its image is in memory, with its static arrays. A process that starts another goes on as soon as
    /// the old image is gone. Under a limit set at that time, exec would fail for a program with a large array.
    fn wait_for_image(&self) {
        let path = format!("/proc/{}/cmdline", self.group.as_raw_nonzero());
        let start = Instant::now();
        // The kernel sets the arguments last. A process that ended has none.
        while start.elapsed() < LOADED && self.runs() {
            match fs::read(&path) {
                Ok(arguments) if arguments.is_empty() => thread::yield_now(),
                _ => return,
            }
        }
    }

    /// Whether it hasn't ended. Its status stays, and so its number stays its own.
    fn runs(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(
            waitid(WaitId::Pid(self.group), options),
            Ok(None) | Err(Errno::INTR)
        )
    }

    /// Sets its limits; returns the bytes of data that it has from the start.
    fn limit(&self, max_memory: u64, max_file: u64) -> u64 {
        self.wait_for_image();
        let (_, arrays) = memory(self.group);
        let limits = [
            (Resource::Data, arrays.saturating_add(max_memory)),
            (Resource::Fsize, max_file),
            // A crash is expected; a core file of it is of no use.
            (Resource::Core, 0),
        ];
        for (resource, max) in limits {
            set_limit(self.group, resource, max);
        }
        arrays
    }

    /// Feeds it until it ends or exceeds a limit. Returns that limit, and the maximum of memory that was seen.
    ///
    /// Errors: cancelled.
    fn watch(
        &self,
        start: Instant,
        limits: Limits,
        mut feed: Feed<'_>,
        (stdout, max_printed): (&File, u64),
    ) -> Result<(Option<End>, u64)> {
        let mut peak = 0;
        loop {
            feed.write();
            if !self.runs() {
                return Ok((None, peak));
            }
            let (resident, data) = memory(self.group);
            peak = peak.max(resident).max(data);
            let elapsed = start.elapsed();
            let over = if resident > limits.memory {
                Some(End::MemoryLimit)
            } else if stdout.metadata().is_ok_and(|file| file.len() > max_printed) {
                Some(End::OutputLimit)
            } else if elapsed >= limits.time {
                Some(End::TimeLimit)
            } else {
                None
            };
            if over.is_some() {
                return Ok((over, peak));
            }
            // Often at first, so that the end of a short run is seen soon.
            let pause = elapsed / 16;
            let pause = pause.clamp(Duration::from_micros(50), Duration::from_millis(4));
            feed.wait(pause.min(limits.time - elapsed))?;
        }
    }

    /// How it ended, and the maximum of resident bytes; 0 if that is unknown.
    fn finish(mut self) -> io::Result<(ExitStatus, u64)> {
        self.kill();
        let used = self.child.wait4()?;
        self.is_reaped = true;
        // Until exec a child has the memory of its parent, and the figure counts that too.
        let (own, _) = memory(rustix::process::getpid());
        let max = used.rusage.maxrss;
        Ok((used.status, if max > own { max } else { 0 }))
    }

    /// Kills the group. Its number can't be another group's before the status is taken.
    fn kill(&self) {
        let _ = kill_process_group(self.group, Signal::KILL);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.is_reaped {
            self.kill();
            let _ = self.child.wait();
        }
    }
}

/// An input on its way into a pipe.
struct Feed<'i> {
    /// `None` when all is written, or nothing reads it.
    pipe: Option<io::PipeWriter>,
    rest: &'i [u8],
    cancel: BorrowedFd<'i>,
}

impl<'i> Feed<'i> {
    /// Bytes that the pipe holds, if the kernel allows it: most inputs at once.
    const CAPACITY: usize = 1 << 20;

    fn new(input: &'i [u8], cancel: BorrowedFd<'i>) -> io::Result<(io::PipeReader, Self)> {
        let (reader, writer) = io::pipe()?;
        // Only the number of waits depends on it.
        widen(&writer, Self::CAPACITY);
        rustix::io::ioctl_fionbio(&writer, true)?;
        let feed = Self {
            pipe: Some(writer),
            rest: input,
            cancel,
        };
        Ok((reader, feed))
    }

    /// Writes as much as there is room for.
    fn write(&mut self) {
        while let Some(pipe) = &mut self.pipe {
            match pipe.write(self.rest) {
                Ok(count) if count < self.rest.len() => self.rest = &self.rest[count..],
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // The end of the input, or the program reads no more.
                Ok(_) | Err(_) => self.pipe = None,
            }
        }
    }

    /// Waits for `time`, or until there is room.
    ///
    /// Errors: cancelled.
    fn wait(&self, time: Duration) -> Result<()> {
        let cancel = PollFd::from_borrowed_fd(self.cancel, PollFlags::IN);
        let pipe = self.pipe.as_ref();
        let pipe = pipe.map(|pipe| PollFd::new(pipe, PollFlags::OUT));
        let mut ready: Vec<_> = [cancel].into_iter().chain(pipe).collect();
        let _ = poll(&mut ready, Timespec::try_from(time).ok().as_ref());
        if ready[0].revents().is_empty() {
            Ok(())
        } else {
            Err(stopped())
        }
    }
}

/// Only Linux has limits for another process, and sizes of pipes.
#[cfg(target_os = "linux")]
fn set_limit(process: Pid, resource: Resource, max: u64) {
    let limit = rustix::process::Rlimit {
        current: Some(max),
        maximum: Some(max),
    };
    // The process may have ended.
    let _ = rustix::process::prlimit(Some(process), resource, limit);
}
#[cfg(not(target_os = "linux"))]
fn set_limit(_process: Pid, _resource: Resource, _max: u64) {}

#[cfg(target_os = "linux")]
fn widen(pipe: &io::PipeWriter, bytes: usize) {
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, bytes);
}
#[cfg(not(target_os = "linux"))]
fn widen(_pipe: &io::PipeWriter, _bytes: usize) {}

/// The maximum of resident bytes so far, and the bytes of data now; 0 where that is unknown.
fn memory(process: Pid) -> (u64, u64) {
    let path = format!("/proc/{}/status", process.as_raw_nonzero());
    let Ok(status) = fs::read_to_string(path) else {
        return (0, 0);
    };
    let bytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|rest| rest.split_ascii_whitespace().next()?.parse().ok());
        1024 * number.unwrap_or(0_u64)
    };
    (bytes("VmHWM:"), bytes("VmData:"))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::os::fd::AsFd as _;

    pub(in crate::stress) fn is_alive(process: &str) -> bool {
        // A zombie has ended.
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.trim()));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    }

    fn run_for(seconds: f64, command: &[&str], input: &[u8], expected: u64) -> Result<Ran> {
        let (cancel, _other_end) = io::pipe().unwrap();
        let request = Request {
            command: command.iter().map(Into::into).collect(),
            limits: Limits {
                time: Duration::from_secs_f64(seconds),
                memory: 256 << 20,
            },
            input: input.to_vec(),
            expected,
        };
        run(&request, cancel.as_fd())
    }

    #[test]
    fn how_runs_end() {
        let end = |script, seconds| run_for(seconds, &["sh", "-c", script], b"1 2\n", 2).unwrap();
        // More than a pipe takes.
        let much = b"1 2\n".repeat(1 << 20);
        let ran = run_for(20.0, &["cat"], &much, much.len() as u64).unwrap();
        assert!(ran.end == End::Exit(0) && ran.stdout == much);
        let ran = run_for(20.0, &["head", "-c", "4"], &much, 2).unwrap();
        assert_eq!((ran.end, ran.stdout.len()), (End::Exit(0), 4));
        let ran = end("cat; echo no >&2", 20.0);
        assert_eq!(
            (ran.end, ran.stdout.as_slice()),
            (End::Exit(0), &b"1 2\n"[..])
        );
        assert_eq!(ran.stderr, "no\n");
        assert_eq!(end("exit 3", 20.0).end, End::Exit(3));
        assert_eq!(end("kill -SEGV $$", 20.0).end, End::Signal(11));
        let ran = end("while :; do :; done", 0.2);
        assert_eq!(ran.end, End::TimeLimit);
        assert!(ran.time >= Duration::from_millis(200));
        assert_eq!(
            end("echo std::bad_alloc >&2; exit 1", 20.0).end,
            End::MemoryLimit
        );
        assert_eq!(end("yes", 20.0).end, End::OutputLimit);
    }

    #[test]
    fn grandchildren_go_too() {
        for script in ["sleep 1000 & echo $!; wait", "sleep 1000 & echo $!"] {
            let ran = run_for(0.5, &["sh", "-c", script], b"", 0).unwrap();
            let process = String::from_utf8(ran.stdout).unwrap();
            // The kernel may take a moment for it.
            let gone = (0..1000).any(|_| {
                thread::sleep(Duration::from_millis(5));
                !is_alive(&process)
            });
            assert!(!process.is_empty() && gone, "{script}: {process}");
        }
    }

    #[test]
    fn a_program_that_is_not_there() {
        let error = run_for(1.0, &["/nowhere/at/all"], b"", 0).unwrap_err();
        assert_eq!(
            error.to_string(),
            "/nowhere/at/all: No such file or directory"
        );
    }

    #[test]
    fn a_cancelled_run() {
        for closed in [true, false] {
            let (cancel, mut other_end) = std::os::unix::net::UnixStream::pair().unwrap();
            let start = Instant::now();
            let request = Request {
                command: ["sleep", "1000"].map(OsString::from).into(),
                limits: Limits {
                    time: Duration::from_secs(100),
                    memory: 256 << 20,
                },
                input: Vec::new(),
                expected: 0,
            };
            thread::scope(|scope| {
                let run = scope.spawn(|| run(&request, cancel.as_fd()));
                thread::sleep(Duration::from_millis(20));
                assert!(!run.is_finished());
                if closed {
                    drop(other_end);
                } else {
                    other_end.write_all(b"x").unwrap();
                }
                assert!(run.join().unwrap().is_err());
            });
            assert!(start.elapsed() < Duration::from_secs(50));
        }
    }
}
