//! The processes that this process started, and their descendants.
//!
//! On Linux a helper is a subreaper: a process becomes its child when its own parent ends, whatever its group or session. So
//! every process of a program is a descendant of its helper. The process that starts helpers is a subreaper, too: if a helper
//! is killed, the processes of its program become children of that process. A process that changed its user can't be killed.
//!
//! Other systems have no subreapers, and no `/proc` with these files. On these systems every list is empty, and every figure is
//! 0.

#![allow(unsafe_code)]

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, waitid};
use std::fs;
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

/// The longest time for killing processes, which may start other processes faster than they are killed.
const LONGEST: Duration = Duration::from_secs(10);

/// Makes this process the parent of its descendants whose parents end.
pub(crate) fn adopt_descendants() {
    // Linux has subreapers since 3.4.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(getpid()));
}

/// Whether this process has children. Ended children count until they are waited for.
pub(crate) fn has_children() -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::All, options), Err(Errno::CHILD))
}

pub(crate) struct Ended {
    pub(crate) process: Pid,
    pub(crate) status: ExitStatus,
    /// The CPU time of the child, and of the processes that it waited for.
    pub(crate) cpu: Duration,
    pub(crate) memory: u64,
}

/// Takes the status of a child that has ended, so that another process may get its number. `None` if it has not ended, or is
/// no child of this process.
pub(crate) fn take_if_ended(child: Pid) -> Option<Ended> {
    let (mut status, mut used) = (0, MaybeUninit::<libc::rusage>::zeroed());
    let (number, options) = (child.as_raw_pid(), libc::WNOHANG);
    // SAFETY: the pointers are valid for writes of an int and of a `rusage`.
    let taken = unsafe { libc::wait4(number, &raw mut status, options, used.as_mut_ptr()) };
    // SAFETY: all zeros is a valid `rusage`, and so is what the system writes.
    let used = unsafe { used.assume_init() };
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let times = [used.ru_utime, used.ru_stime];
    let microseconds = |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
    (taken == number).then(|| Ended {
        process: child,
        status: ExitStatus::from_raw(status),
        cpu: Duration::from_micros(times.map(microseconds).iter().sum()),
        memory: used.ru_maxrss as u64 * unit,
    })
}

/// Kills the children of this process except `spared`, the children of the `dying` process, and the processes that become
/// children of this process because of that, until there are none or [`LONGEST`] is over. Returns the children that ended.
pub(crate) fn kill_children(dying: Option<Pid>, spared: &[Pid]) -> Vec<Ended> {
    let mut ended = Vec::new();
    let start = Instant::now();
    while (!spared.is_empty() || has_children()) && start.elapsed() < LONGEST {
        // Read first, because the children of `dying` may become children of this process at any moment.
        let of_dying = dying.map(children).and_then(Result::ok);
        // The list can't be read on other systems, or if the program took all descriptors from this process.
        let Ok(mut killed) = children(getpid()) else {
            break;
        };
        killed.extend(of_dying.unwrap_or_default());
        killed.retain(|child| !spared.contains(child));
        // The kernel may leave a child out of the list while others end.
        if killed.is_empty() && !spared.is_empty() {
            break;
        }
        for child in killed {
            // Its parent is this process or dying. So nobody else waits for it, and no other process has its number.
            let _ = kill_process(child, Signal::KILL);
            ended.extend(take_if_ended(child));
        }
        // The kernel needs a moment to end them.
        thread::sleep(Duration::from_micros(50));
    }
    ended
}

pub(crate) fn descendants() -> Vec<Pid> {
    let mut all = children(getpid()).unwrap_or_default();
    let mut next = 0;
    while let Some(&process) = all.get(next) {
        next += 1;
        all.extend(children(process).unwrap_or_default());
    }
    all
}

pub(crate) fn children(process: Pid) -> io::Result<Vec<Pid>> {
    let lists: String = of_threads(process, "children")?.collect();
    let numbers = lists.split_ascii_whitespace();
    let numbers = numbers.filter_map(|number| Pid::from_raw(number.parse().ok()?));
    Ok(numbers.collect())
}

/// Whether a thread of a process works or waits for a processor.
pub(crate) fn is_runnable(process: Pid) -> bool {
    of_threads(process, "stat").is_ok_and(|mut stats| stats.any(|stat| stat.contains(") R ")))
}

/// The text of a /proc file of each thread of a process.
fn of_threads(process: Pid, file: &str) -> io::Result<impl Iterator<Item = String>> {
    let threads = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero()))?.flatten();
    Ok(threads.map(move |thread| {
        let thread = thread.file_name();
        text(process, &format!("task/{}/{file}", thread.display()))
    }))
}

/// The text of a /proc file of a process; empty if there is none. The name of the process need not be UTF-8.
fn text(process: Pid, file: &str) -> String {
    let bytes = fs::read(format!("/proc/{}/{file}", process.as_raw_nonzero()));
    String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
}

/// The status text of a process that a signal or a tracer has stopped. It does not change while the process does not run, and
/// changes if it runs, because it contains the number of times that it ran.
pub(crate) fn state_if_stopped(process: Pid) -> Option<String> {
    let status = text(process, "status");
    let is_stopped = status.contains("\nState:\tT") || status.contains("\nState:\tt");
    is_stopped.then_some(status)
}

/// The CPU time of a process, and of its children that have ended and that it waited for. It can be read until the process is
/// waited for. It is counted in hundredths of a second.
pub(crate) fn cpu_time(process: Pid) -> Duration {
    let stat = text(process, "stat");
    // "7 (name) S 1 ...", where the name can be anything.
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let fields = after_name.split_ascii_whitespace().skip(11).take(4);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    Duration::from_millis(ticks.saturating_mul(1000) / per_second)
}

/// The resident bytes of these processes together, as judges count them: reserved address space and arrays that are never
/// used have no pages.
pub(crate) fn resident(processes: &[Pid], limit: u64) -> u64 {
    let sum = |file, name| {
        let all = processes.iter();
        all.map(|&process| bytes(process, file, name)).sum()
    };
    // This counts shared pages several times, but takes less time than dividing them among the processes.
    match sum("status", "VmRSS:") {
        most if most <= limit || processes.len() == 1 => most,
        _ => sum("smaps_rollup", "Pss:"),
    }
}

/// The field `name` of a /proc file of a process; 0 if there is none.
pub(crate) fn bytes(process: Pid, file: &str, name: &str) -> u64 {
    let text = text(process, file);
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|rest| rest.split_ascii_whitespace().next()?.parse().ok());
    1024 * number.unwrap_or(0_u64)
}
