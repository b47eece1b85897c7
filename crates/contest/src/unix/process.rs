//! Runs a program under test once, within limits.
//!
//! In: an input. Out: what the program printed, and how it ended. When [`run`] returns, no process of the program's
//! process group is alive. Processes that left the group are ended by the [reaper](super::reaper).
//!
//! # Design
//!
//! A limit on the size of files ends a program that prints without end.
//!
//! `prlimit` sets the limits as soon as the program was started. To set them between fork and exec would need unsafe code.
//! The program can't do much before the limits are set: its input is a pipe, and nothing is written to the pipe until then.
//!
//! The memory limit counts [resident](super::resident) memory, as judges do. It is checked every few milliseconds, and at
//! the end with the maximum that the kernel recorded. No resource limit counts this: `RLIMIT_AS` and `RLIMIT_DATA` also
//! count memory that the runtimes of Java, Go and JavaScript and the sanitizers only reserve. If memory is exhausted before
//! the next check, the kernel ends the program first, not another process.

use super::super::runner::{End, Limits, Outputs, PeakMemory, Ran, Request, from_any_folder};
use super::feed::Feed;
use super::resident::{Tree, max_resident, prefer_for_oom_kill};
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4 as _;
use wythoff::Result;

/// Runs a program as a child of this process, in `folder`.
///
/// Errors: the program can't be started; `cancel` became readable, or its other end was closed.
pub(super) fn run(request: &Request<'_>, folder: &Path, cancel: BorrowedFd<'_>) -> Result<Ran> {
    let (stdin, outputs) = request.open()?;
    let (stdin, feed) = match stdin {
        Some(stdin) => (Stdio::from(stdin), Feed::nothing(cancel)),
        None => {
            let (stdin, feed) = Feed::new(&request.input, cancel)?;
            (Stdio::from(stdin), feed)
        }
    };
    let program = from_any_folder(request.program())?;
    let mut command = request.command(program, folder, &outputs)?;
    command.stdin(stdin).process_group(0);
    let start = Instant::now();
    let running = Running::start(command).map_err(|error| request.not_started(error))?;
    running.limit(outputs.max + 1);
    let over = running.watch(start, request.limits, feed, &outputs)?;
    let time = start.elapsed();
    let (status, memory) = running.finish()?;
    outputs.into_ran(request.limits, (over, end_of(status)), time, memory)
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
    /// A handle that becomes readable when the process ends; `None` if the system has no such handle.
    ended: Option<OwnedFd>,
    /// Whether the status of the process was taken. Then another process may get its number.
    is_reaped: bool,
}

impl Running {
    fn start(mut command: Command) -> io::Result<Self> {
        let child = command.spawn()?;
        let group = Pid::from_child(&child);
        Ok(Self {
            ended: end_of_process(group),
            group,
            child,
            is_reaped: false,
        })
    }

    /// Whether the process has not ended. Does not take its status, so that no other process gets its number.
    fn is_running(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(
            waitid(WaitId::Pid(self.group), options),
            Ok(None) | Err(Errno::INTR)
        )
    }

    /// Sets the resource limits of the process.
    fn limit(&self, max_file: u64) {
        set_limit(self.group, Resource::Fsize, max_file);
        // A program may crash. A core file is not needed.
        set_limit(self.group, Resource::Core, 0);
        prefer_for_oom_kill(self.group);
    }

    /// Feeds the process until it ends or exceeds a limit. Returns that limit.
    ///
    /// Errors: cancelled.
    fn watch(
        &self,
        start: Instant,
        limits: Limits,
        mut feed: Feed<'_>,
        outputs: &Outputs,
    ) -> Result<Option<End>> {
        let mut memory = Tree::new(self.group);
        // The longest pause between two checks. If the memory is not limited, it is longer, so that the checks disturb
        // the measured time less. The end of the process is noticed at once through `ended`.
        let longest = match limits.memory == u64::MAX && self.ended.is_some() {
            true => Duration::from_millis(100),
            false => Duration::from_millis(4),
        };
        loop {
            feed.write();
            if !self.is_running() {
                return Ok(None);
            }
            let elapsed = start.elapsed();
            let exceeds_memory = limits.memory < u64::MAX && memory.exceeds(limits.memory, elapsed);
            let over = limits.exceeded(elapsed, exceeds_memory, outputs);
            if over.is_some() {
                return Ok(over);
            }
            feed.wait(limits.pause(elapsed, longest), self.ended.as_ref())?;
        }
    }

    /// How the process ended, and its peak memory.
    fn finish(mut self) -> io::Result<(ExitStatus, PeakMemory)> {
        self.kill();
        let used = self.child.wait4()?;
        self.is_reaped = true;
        let own = max_resident(rustix::process::getpid());
        let max = used.rusage.maxrss;
        let memory = match max > own {
            true => PeakMemory::Exactly(max),
            false => PeakMemory::AtMost(own),
        };
        Ok((used.status, memory))
    }

    /// Kills the group. No other group can have its number before the status is taken.
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

#[cfg(target_os = "linux")]
fn end_of_process(process: Pid) -> Option<OwnedFd> {
    // Linux has `pidfd_open` since 5.3.
    rustix::process::pidfd_open(process, rustix::process::PidfdFlags::empty()).ok()
}
#[cfg(not(target_os = "linux"))]
fn end_of_process(_process: Pid) -> Option<OwnedFd> {
    None
}

/// Does nothing: only Linux can limit another process.
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

#[cfg(test)]
pub(super) mod tests {
    use super::super::super::runner::{Files, KEPT};
    use super::*;
    use std::borrow::Cow;
    use std::ffi::OsString;
    use std::io::Write as _;
    use std::os::fd::AsFd as _;
    use std::thread;

    pub(in crate::unix) fn is_alive(process: &str) -> bool {
        // A zombie has ended.
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.trim()));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    }

    fn run_for(seconds: f64, command: &[&str], input: &[u8], expected: u64) -> Result<Ran> {
        let (cancel, _other_end) = io::pipe().unwrap();
        let request = Request {
            command: command.iter().map(OsString::from).collect(),
            limits: Limits {
                time: Duration::from_secs_f64(seconds),
                memory: 256 << 20,
            },
            input: input.into(),
            expected,
            files: None,
        };
        let folder = tempfile::tempdir().unwrap();
        run(&request, folder.path(), cancel.as_fd())
    }

    #[test]
    fn how_runs_end() {
        let end = |script, seconds| run_for(seconds, &["sh", "-c", script], b"1 2\n", 2).unwrap();
        // More than a pipe holds.
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
        let ran = end("yes", 50.0);
        assert_eq!((ran.end, ran.stdout.len()), (End::OutputLimit, KEPT));
        assert_eq!(end("yes >&2", 50.0).end, End::OutputLimit);
        let ran = end("yes | head -c 60000000", 50.0);
        assert_eq!((ran.end, ran.stdout.len()), (End::Exit(0), 60_000_000));
    }

    fn on_files(script: &str, seconds: u64, files: &Files) -> Result<Ran> {
        let (cancel, _other_end) = io::pipe().unwrap();
        let request = Request {
            command: ["sh", "-c", script].map(OsString::from).to_vec().into(),
            limits: Limits {
                time: Duration::from_secs(seconds),
                memory: u64::MAX,
            },
            input: Cow::default(),
            expected: 0,
            files: Some(files.clone()),
        };
        run(&request, Path::new("/"), cancel.as_fd())
    }

    #[test]
    fn a_run_on_files() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files {
            stdin: folder.path().join("in"),
            stdout: folder.path().join("out"),
        };
        let missing = on_files("cat", 20, &files).unwrap_err();
        assert!(missing.to_string().contains("/in: No such file"));
        std::fs::write(&files.stdin, "1 2\n").unwrap();
        let ran = on_files("cat; echo no >&2", 20, &files).unwrap();
        assert_eq!((ran.end, ran.stderr.as_str()), (End::Exit(0), "no\n"));
        assert_eq!(std::fs::read(&files.stdout).unwrap(), b"1 2\n");
        assert!(ran.stdout.is_empty());
        assert_eq!(
            on_files("exec sleep 99", 1, &files).unwrap().end,
            End::TimeLimit
        );
        assert_eq!(on_files("yes", 99, &files).unwrap().end, End::OutputLimit);
    }

    /// The end of a run is noticed at once, not at the next check. A measurement needs this.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_time_of_a_run() {
        let files = Files {
            stdin: "/dev/null".into(),
            stdout: "/dev/null".into(),
        };
        // After 1.6 s, two checks are 100 ms apart. The end is noticed earlier than that only through the `pidfd`.
        let late = || {
            let ran = on_files("exec sleep 1.65", 20, &files).unwrap();
            assert_eq!(ran.end, End::Exit(0));
            ran.time - Duration::from_millis(1650)
        };
        assert!((0..5).any(|_| late() < Duration::from_millis(25)));
    }

    /// The peak memory is that of the program, not that of this process, if the program has more.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_of_a_run() {
        let files = Files {
            stdin: "/dev/zero".into(),
            stdout: "/dev/null".into(),
        };
        let own = || max_resident(rustix::process::getpid());
        // Other tests may raise the maximum of this process at the same time.
        let exact = (0..10).find_map(|_| {
            let size = own() + 200_000_000;
            let script = format!("exec head -c {} | tail -c {size}", size + 50_000_000);
            let ran = on_files(&script, 60, &files).unwrap();
            assert_eq!(ran.end, End::Exit(0));
            match ran.memory {
                PeakMemory::Exactly(bytes) => Some((size, bytes)),
                PeakMemory::AtMost(_) => None,
            }
        });
        let (size, bytes) = exact.expect("more memory than this process has");
        assert!(
            (size..2 * size + 100_000_000).contains(&bytes),
            "{size} {bytes}"
        );
        let before = own();
        let ran = on_files(":", 60, &files).unwrap();
        assert!(matches!(ran.memory, PeakMemory::AtMost(bytes) if bytes >= before));
    }

    #[test]
    fn grandchildren_go_too() {
        for script in ["sleep 1000 & echo $!; wait", "sleep 1000 & echo $!"] {
            let ran = run_for(0.5, &["sh", "-c", script], b"", 0).unwrap();
            let process = String::from_utf8(ran.stdout).unwrap();
            // The kernel may need a moment to end the processes.
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
                command: ["sleep", "1000"].map(OsString::from).to_vec().into(),
                limits: Limits {
                    time: Duration::from_secs(100),
                    memory: 256 << 20,
                },
                input: Cow::default(),
                expected: 0,
                files: None,
            };
            thread::scope(|scope| {
                let run = scope.spawn(|| run(&request, Path::new("/"), cancel.as_fd()));
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
