//! How much memory a program takes: the resident pages of all its processes, as judges count them.
//!
//! Reserved address space and arrays that are never used have no pages. Only Linux reports this; on other systems every
//! figure is 0.

use rustix::process::Pid;
use std::fs;
use std::time::Duration;

/// The time between two checks of the processes that a program started.
const PAUSE: Duration = Duration::from_millis(10);

/// The processes of a program.
#[derive(Debug)]
pub(super) struct Tree {
    first: Pid,
    /// The time of the next check of the other processes.
    next: Duration,
}

impl Tree {
    /// The process `first`, and the processes that it will start.
    pub(super) fn new(first: Pid) -> Self {
        Self { first, next: PAUSE }
    }

    /// Whether the processes have more than `limit` bytes. `elapsed` is the time since the start.
    pub(super) fn exceeds(&mut self, limit: u64, elapsed: Duration) -> bool {
        if max_resident(self.first) > limit {
            return true;
        }
        if elapsed < self.next {
            return false;
        }
        self.next = elapsed + PAUSE;
        let all = self.all();
        let sum = |bytes: fn(Pid) -> u64| all.iter().map(|&process| bytes(process)).sum::<u64>();
        // The first sum counts shared pages several times, but takes less time.
        all.len() > 1 && sum(resident) > limit && sum(share) > limit
    }

    fn all(&self) -> Vec<Pid> {
        let mut all = vec![self.first];
        let mut next = 0;
        while let Some(&process) = all.get(next) {
            next += 1;
            let started = children(process);
            all.extend(started.into_iter().filter(|child| *child != process));
        }
        all
    }
}

/// The children of all threads of a process.
fn children(process: Pid) -> Vec<Pid> {
    let threads = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero()));
    let mut all = Vec::new();
    for thread in threads.into_iter().flatten().flatten() {
        let list = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        let numbers = list.split_ascii_whitespace();
        all.extend(numbers.filter_map(|number| Pid::from_raw(number.parse().ok()?)));
    }
    all
}

/// The maximum of resident bytes of a process so far.
pub(super) fn max_resident(process: Pid) -> u64 {
    bytes(process, "status", "VmHWM:")
}

fn resident(process: Pid) -> u64 {
    bytes(process, "status", "VmRSS:")
}

/// The resident bytes of a process. A page that several processes share is divided among them.
fn share(process: Pid) -> u64 {
    bytes(process, "smaps_rollup", "Pss:")
}

/// The field `name` of a /proc file of a process; 0 if there is none.
fn bytes(process: Pid, file: &str, name: &str) -> u64 {
    let path = format!("/proc/{}/{file}", process.as_raw_nonzero());
    let text = fs::read_to_string(path).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|rest| rest.split_ascii_whitespace().next()?.parse().ok());
    1024 * number.unwrap_or(0_u64)
}

/// Tells the kernel to end `process`, and the processes that it starts, before any other process if memory is exhausted.
pub(super) fn prefer_for_oom_kill(process: Pid) {
    // Errors are ignored: the process may have ended, and other systems have no such file.
    let path = format!("/proc/{}/oom_score_adj", process.as_raw_nonzero());
    let _ = fs::write(path, "1000");
}
