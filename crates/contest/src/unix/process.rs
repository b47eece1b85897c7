//! A program that runs: a process, its process group, and on Linux all its [descendants](super::descendants).
//!
//! A limit on the size of files ends a program that writes a file without end. This process sets its own limits before it starts
//! the program, which inherits them.
//!
//! The memory limit counts resident memory, as judges do. It is checked every few milliseconds, and at the end with the
//! maximum that the kernel recorded. No resource limit counts this: `RLIMIT_AS` and `RLIMIT_DATA` also count memory that the
//! runtimes of Java, Go and JavaScript and the sanitizers only reserve. If memory is exhausted before the next check, the
//! kernel ends the program first, not another process.

use super::descendants::{
    Ended, bytes, children, cpu_time, descendants, is_runnable, kill_children, resident,
    take_if_ended,
};
use crate::limits::{End, RunLimits};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions};
use rustix::process::{getpid, getrlimit, kill_process_group, setrlimit, waitid};
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::Command;
use std::thread;
use std::time::Duration;

/// How a program ends if it makes a file that is too large.
pub(crate) const FILE_TOO_LARGE: End = End::Signal(Signal::XFSZ.as_raw());

/// Whether the limit of a program is lower than the `usual` one of judges.
pub(crate) fn is_below(resource: Resource, usual: u64) -> bool {
    getrlimit(resource).current.is_some_and(|own| own < usual)
}

/// The processes of a program. They run until [`Process::finish`].
pub(crate) struct Process {
    /// The first process, and its group.
    first: Pid,
    /// A descriptor that is readable when the first process has ended. Only Linux has it, since 5.3.
    end: Option<OwnedFd>,
    /// The CPU time of adopted processes that have ended. The kernel counts it in microseconds, but the time of a running
    /// process in hundredths of a second.
    ended: Duration,
}

impl Process {
    /// Starts the program, which is the only child of this process.
    pub(crate) fn start(mut command: Command, limits: RunLimits) -> io::Result<Self> {
        let (files, stack) = (getrlimit(Resource::Fsize), getrlimit(Resource::Stack));
        // If the program crashes, no core file is written.
        limit_children(Resource::Core, 0, None);
        // The user's limit may be lower.
        limit_children(Resource::Fsize, limits.output + 1, files.current);
        if let Some(bytes) = limits.stack {
            limit_children(Resource::Stack, bytes, stack.maximum);
        }
        let child = command.process_group(0).spawn();
        let _ = setrlimit(Resource::Fsize, files);
        let _ = setrlimit(Resource::Stack, stack);
        let child = child?;
        let first = Pid::from_child(&child);
        // If memory is exhausted, the kernel ends this process and its children before any other process. Errors are ignored:
        // the process may have ended, and other systems have no such file.
        let path = format!("/proc/{}/oom_score_adj", first.as_raw_nonzero());
        let _ = fs::write(path, "1000");
        #[cfg(target_os = "linux")]
        let end = rustix::process::pidfd_open(first, rustix::process::PidfdFlags::empty()).ok();
        #[cfg(not(target_os = "linux"))]
        let end = None;
        Ok(Self {
            first,
            end,
            ended: Duration::ZERO,
        })
    }

    /// Waits for `time`, or, on Linux, until the first process has ended. Returns whether it has ended. Does not take its
    /// status, so that no other process gets its number.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        if let Some(end) = &self.end {
            is_readable(end, time);
        } else {
            thread::sleep(time);
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let ended = waitid(WaitId::Pid(self.first), options);
        !matches!(ended, Ok(None) | Err(Errno::INTR))
    }

    /// The CPU time of all processes so far, and their resident bytes. A figure of memory that is below `limit` may be too high.
    pub(crate) fn usage(&mut self, limit: u64) -> (Duration, u64) {
        let mut adopted = children(getpid()).unwrap_or_default();
        adopted.retain(|child| *child != self.first);
        let ended = adopted.into_iter().filter_map(take_if_ended);
        self.ended += ended.map(|ended| ended.cpu).sum::<Duration>();
        let all = descendants();
        let running: Duration = all.iter().copied().map(cpu_time).sum();
        (self.ended + running, resident(&all, limit))
    }

    /// Whether one of the processes works or waits for a processor.
    pub(crate) fn is_runnable(&self) -> bool {
        descendants().into_iter().any(is_runnable)
    }

    /// Kills all processes. Returns how the first process ended, the CPU time of all, and the largest known number of resident
    /// bytes of the first process.
    pub(crate) fn finish(self) -> io::Result<(End, Duration, u64)> {
        // No other group can have this number before the status is taken.
        let _ = kill_process_group(self.first, Signal::KILL);
        let is_first = |ended: &&Ended| ended.process == self.first;
        let mut ended = Vec::from_iter(take_if_ended(self.first));
        ended.extend(kill_children(None, &[]));
        if !ended.iter().any(|ended| is_first(&ended)) {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            waitid(WaitId::Pid(self.first), options)?;
            ended.extend(take_if_ended(self.first));
        }
        let first = ended.iter().find(is_first).ok_or(Errno::CHILD)?;
        let end = match (first.status.code(), first.status.signal()) {
            (Some(code), _) => End::Exit(code),
            (None, signal) => End::Signal(signal.unwrap_or(0)),
        };
        let cpu = ended.iter().map(|ended| ended.cpu).sum::<Duration>();
        // Before exec, the process had the memory of this process.
        let own = bytes(getpid(), "status", "VmHWM:");
        let memory = if first.memory > own { first.memory } else { 0 };
        Ok((end, self.ended + cpu, memory))
    }
}

/// Whether a descriptor can be read without waiting, is closed or can't be polled. Waits at most `time` for it.
pub(crate) fn is_readable(file: impl AsFd, time: Duration) -> bool {
    let time = Timespec::try_from(time).ok();
    let ready = poll(&mut [PollFd::new(&file, PollFlags::IN)], time.as_ref());
    !matches!(ready, Ok(0) | Err(Errno::INTR))
}

/// Sets a limit of this process, which its children inherit, to `limit`, or to `most` if that is less.
fn limit_children(resource: Resource, limit: u64, most: Option<u64>) {
    let current = Some(most.map_or(limit, |most| most.min(limit)));
    let maximum = getrlimit(resource).maximum;
    let _ = setrlimit(resource, Rlimit { current, maximum });
}
