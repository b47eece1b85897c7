//! Running the program under test.
//!
//! Owns its processes and their limits. Invariant: when [`Program::run`] returns, whichever way, no
//! process of the group that it started is alive; [`Children::stop`] ends all of them and lets no more
//! start, and where this process is killed itself, a [reaper](super::reaper) does. A process that leaves its group (`setsid`) is on
//! its own, but for that guard.
//!
//! # How
//!
//! Output and messages are unnamed temporary files rather than pipes: no thread has to empty a pipe, a
//! grandchild that keeps one open can't delay the end, and a program that prints without end meets its
//! own limit on the size of files, after it was seen to have printed far too much.
//!
//! The limits are set from outside, by `prlimit`, as soon as the program has been started: to set them
//! inside, between fork and exec, takes unsafe code, and before exec they would hit the static arrays that
//! contest programs like, used or not. So that the program can't run ahead of its limits, its input is a
//! pipe that gets nothing before they are set. What it forks before it reads may still escape them. Where a system isn't
//! Linux nobody can set them: there time is limited, and what is printed.
//!
//! Memory is `RLIMIT_DATA`: what is writable and private, as opposed to `RLIMIT_AS`, which counts
//! address space that the runtimes of Go and Java only reserve. It is on top of the static arrays, which
//! are there before the limit is and may never be used. So the resident set is looked at as well, every
//! few milliseconds and, as far as it exceeds what this process itself ever had (the system counts
//! that in), at the end. A program that ends badly is taken to have run into the limit if it
//! was near it, or says so.

use super::children::Children;
use super::reaper;
use crate::error::{Error, ErrorKind, Result, shown_path};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use wait4::Wait4 as _;

/// What a run may take.
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

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// What it printed, as far as the limit of that goes.
    pub stdout: Vec<u8>,
    /// The end of its messages.
    pub stderr: String,
    /// How long it took.
    pub time: Duration,
}

/// A program to be run again and again.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its path or name, and its arguments.
    pub command: Vec<OsString>,
    /// What one run may take.
    pub limits: Limits,
    /// Where its processes are known.
    pub children: Arc<Children>,
}

/// Bytes that a program may print beyond the right answers before that is far too much; messages go by
/// 64 times that.
const PRINTED: u64 = 1 << 20;

/// How long a new process is waited for, if the system never says that it is loaded.
const LOADED: Duration = Duration::from_millis(200);

/// Bytes of its messages that are kept.
const MESSAGES: u64 = 2000;

/// What languages say of memory that they don't get.
const NO_MEMORY: [&str; 6] = [
    "bad_alloc",
    "memory allocation of",
    "MemoryError",
    "OutOfMemoryError",
    "out of memory",
    "Cannot allocate memory",
];

impl Program {
    /// Runs it on `input`, of which the right answers take `expected` bytes.
    ///
    /// Errors: it can't be started, or was stopped; nothing that it does by itself.
    pub fn run(&self, input: &[u8], expected: u64) -> Result<Ran> {
        let (stdin, feed) = Feed::new(input)?;
        let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
        let most = PRINTED + 4 * expected;
        let mut command = Command::new(&self.command[0]);
        command
            .args(&self.command[1..])
            .stdin(stdin)
            .stdout(stdout.try_clone()?)
            .stderr(stderr.try_clone()?)
            .process_group(0);
        if let Some(mark) = &self.children.mark {
            command.env(reaper::MARK, mark);
        }
        let start = Instant::now();
        let running = self.start(command)?;
        let arrays = running.limit(self.limits.memory, 64 * PRINTED + most);
        let (over, peak) = running.watch(start, self.limits, feed, (&stdout, most));
        let time = start.elapsed();
        let (status, most_resident) = running.finish()?;
        if self.children.lock().is_none() {
            return Err(stopped());
        }
        let mut printed = Vec::new();
        stdout.rewind()?;
        stdout.take(most + 1).read_to_end(&mut printed)?;
        let from = stderr.seek(SeekFrom::End(0))?.saturating_sub(MESSAGES);
        stderr.seek(SeekFrom::Start(from))?;
        let mut messages = Vec::new();
        stderr.take(MESSAGES).read_to_end(&mut messages)?;
        let stderr = String::from_utf8_lossy(&messages).into_owned();
        let no_memory = NO_MEMORY.iter().any(|words| stderr.contains(words))
            || peak.saturating_sub(arrays) > self.limits.memory / 8 * 7;
        let end = match (over, end_of(status)) {
            (Some(over), _) => over,
            _ if most_resident > self.limits.memory => End::MemoryLimit,
            _ if printed.len() as u64 > most => End::OutputLimit,
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

    fn start(&self, mut command: Command) -> Result<Running<'_>> {
        // Under the lock, so that a stop finds every process or lets none start.
        let mut live = self.children.lock();
        let Some(groups) = live.as_mut() else {
            return Err(stopped());
        };
        let child = command.spawn().map_err(|e| {
            let name = shown_path(Path::new(&self.command[0]));
            Error::from(e).of(name)
        })?;
        let group = Pid::from_child(&child);
        groups.push(group);
        self.children.tell(&reaper::begun(group));
        Ok(Running {
            child,
            group,
            children: &self.children,
            is_reaped: false,
        })
    }
}

fn stopped() -> Error {
    Error::new(ErrorKind::Io(io::ErrorKind::Interrupted.into()))
}

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

/// A process and its group, killed when this goes.
struct Running<'p> {
    child: Child,
    group: Pid,
    children: &'p Children,
    /// Its status is taken, and its number no longer this process's.
    is_reaped: bool,
}

impl Running<'_> {
    /// Waits until its image is in memory, static arrays and all. Who starts a process goes on as soon as
    /// the old image is gone; under a limit set then, a large array would be the end of the new one.
    fn wait_for_image(&self) {
        let path = format!("/proc/{}/cmdline", self.group.as_raw_nonzero());
        let start = Instant::now();
        // The arguments are the last that gets its place. A process that ended has none.
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
    fn limit(&self, most: u64, printed: u64) -> u64 {
        self.wait_for_image();
        let (_, arrays) = memory(self.group);
        let limits = [
            (Resource::Data, arrays.saturating_add(most)),
            (Resource::Fsize, printed),
            // A crash is expected here; nobody wants its image.
            (Resource::Core, 0),
        ];
        for (resource, most) in limits {
            set_limit(self.group, resource, most);
        }
        arrays
    }

    /// Feeds it until it ends, or exceeds a limit: which one. Also the most memory that it was seen with.
    fn watch(
        &self,
        start: Instant,
        limits: Limits,
        mut feed: Feed<'_>,
        (stdout, printed): (&File, u64),
    ) -> (Option<End>, u64) {
        let mut peak = 0;
        loop {
            feed.some();
            if !self.runs() {
                return (None, peak);
            }
            let (resident, data) = memory(self.group);
            peak = peak.max(resident).max(data);
            let elapsed = start.elapsed();
            let over = if resident > limits.memory {
                Some(End::MemoryLimit)
            } else if stdout.metadata().is_ok_and(|file| file.len() > printed) {
                Some(End::OutputLimit)
            } else if elapsed >= limits.time {
                Some(End::TimeLimit)
            } else {
                None
            };
            if over.is_some() {
                return (over, peak);
            }
            // Often at first, so that short runs cost little more than they take.
            let pause = elapsed / 16;
            let pause = pause.clamp(Duration::from_micros(50), Duration::from_millis(4));
            feed.wait(pause.min(limits.time - elapsed));
        }
    }

    /// How it ended, and the most bytes that were resident; 0 if that can't be told.
    fn finish(mut self) -> io::Result<(ExitStatus, u64)> {
        self.kill();
        let used = self.child.wait4()?;
        self.is_reaped = true;
        // Until exec a child has the memory of its parent, and the figure counts that too.
        let (own, _) = memory(rustix::process::getpid());
        let most = used.rusage.maxrss;
        Ok((used.status, if most > own { most } else { 0 }))
    }

    /// What is left of the group goes; its number is not free before the status is taken.
    fn kill(&self) {
        let mut live = self.children.lock();
        let _ = kill_process_group(self.group, Signal::KILL);
        if let Some(groups) = live.as_mut() {
            groups.retain(|group| *group != self.group);
        }
        // Before the status is taken, too.
        self.children.tell(&reaper::gone(self.group));
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        // Also if it ended by itself: its group may have not, and the guard has to hear of it before the number is free.
        if !self.is_reaped {
            self.kill();
            let _ = self.child.wait();
        }
    }
}

/// An input on its way into a pipe.
struct Feed<'i> {
    /// `None` when all is written, or nobody reads it.
    pipe: Option<io::PipeWriter>,
    rest: &'i [u8],
}

impl<'i> Feed<'i> {
    /// Bytes in a pipe, if the system allows as many: most inputs at once.
    const ROOM: usize = 1 << 20;

    fn new(input: &'i [u8]) -> io::Result<(io::PipeReader, Self)> {
        let (reader, writer) = io::pipe()?;
        // Nothing but the number of waits depends on it.
        widen(&writer, Self::ROOM);
        rustix::io::ioctl_fionbio(&writer, true)?;
        let feed = Self {
            pipe: Some(writer),
            rest: input,
        };
        Ok((reader, feed))
    }

    /// Writes as much as there is room for.
    fn some(&mut self) {
        while let Some(pipe) = &mut self.pipe {
            match pipe.write(self.rest) {
                Ok(count) if count < self.rest.len() => self.rest = &self.rest[count..],
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // The end of the input; or the program doesn't want more.
                Ok(_) | Err(_) => self.pipe = None,
            }
        }
    }

    /// Waits for so long, or until there is room.
    fn wait(&self, time: Duration) {
        let Some(pipe) = &self.pipe else {
            thread::sleep(time);
            return;
        };
        let timeout = Timespec::try_from(time).ok();
        let _ = poll(&mut [PollFd::new(pipe, PollFlags::OUT)], timeout.as_ref());
    }
}

/// What only Linux has: limits for another process, and the size of a pipe.
#[cfg(target_os = "linux")]
fn set_limit(process: Pid, resource: Resource, most: u64) {
    let most = Some(most);
    let limit = rustix::process::Rlimit {
        current: most,
        maximum: most,
    };
    // It may be gone already.
    let _ = rustix::process::prlimit(Some(process), resource, limit);
}
#[cfg(not(target_os = "linux"))]
fn set_limit(_process: Pid, _resource: Resource, _most: u64) {}

#[cfg(target_os = "linux")]
fn widen(pipe: &io::PipeWriter, bytes: usize) {
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, bytes);
}
#[cfg(not(target_os = "linux"))]
fn widen(_pipe: &io::PipeWriter, _bytes: usize) {}

/// The most bytes that were resident, and the bytes of data now; 0 where that can't be told.
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
mod tests {
    use super::super::children::tests::alive;
    use super::*;

    fn program(script: &str, seconds: f64) -> Program {
        Program {
            command: ["sh", "-c", script].map(OsString::from).into(),
            limits: Limits {
                time: Duration::from_secs_f64(seconds),
                memory: 256 << 20,
            },
            children: Arc::default(),
        }
    }

    #[test]
    fn how_runs_end() {
        let end = |script, seconds| program(script, seconds).run(b"1 2\n", 2).unwrap();
        // More than a pipe takes.
        let much = b"1 2\n".repeat(1 << 20);
        let ran = program("cat", 20.0).run(&much, much.len() as u64).unwrap();
        assert!(ran.end == End::Exit(0) && ran.stdout == much);
        let ran = program("head -c 4", 20.0).run(&much, 2).unwrap();
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
            let ran = program(script, 0.5).run(b"", 0).unwrap();
            let process = String::from_utf8(ran.stdout).unwrap();
            // The kernel may take a moment for it.
            let gone = (0..1000).any(|_| {
                thread::sleep(Duration::from_millis(5));
                !alive(&process)
            });
            assert!(!process.is_empty() && gone, "{script}: {process}");
        }
    }

    #[test]
    fn a_stop_ends_all_and_lets_none_start() {
        let program = program("sleep 1000", 100.0);
        let children = Arc::clone(&program.children);
        let start = Instant::now();
        thread::scope(|scope| {
            let run = scope.spawn(|| program.run(b"", 0));
            while children.lock().as_ref().is_some_and(Vec::is_empty) && !run.is_finished() {
                thread::sleep(Duration::from_millis(1));
            }
            children.stop();
            assert!(run.join().unwrap().is_err());
        });
        assert!(program.run(b"", 0).is_err());
        assert!(start.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn a_program_that_is_not_there() {
        let mut program = program("", 1.0);
        program.command = vec!["/nowhere/at/all".into()];
        let error = program.run(b"", 0).unwrap_err();
        assert_eq!(
            error.to_string(),
            "/nowhere/at/all: No such file or directory"
        );
    }
}
