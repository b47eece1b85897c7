//! Who ends the programs under test when nobody else can.
//!
//! Owns the other end of [`Children::told_to`](super::Children::told_to): what outlives the process that started them, if
//! that is killed by a signal that no process sees. It refuses to know who the guard is: a process of its own, in a
//! group of its own, whose standard input is the reading end. Invariant: nothing is killed before the end of what is
//! told, and then only groups that were said to run and not to have ended, and what has the mark.
//!
//! # The mark
//!
//! Who is killed in the moment in which a program starts can't tell its group any more. So every program has
//! [`MARK`] in its environment, with a value that no other run has, and on Linux all processes with that are killed as
//! well: also those that left their group. A process that isn't that program yet keeps the pipe open, and so the end
//! of what is told comes when the environment is the program's own, or about to be: there is more than one look.
//! Who takes the mark out of its environment and leaves its group is on its own.
//!
//! # Why not the kernel
//!
//! Linux would send a signal when the parent dies, to a process that asks for it between fork and exec, which takes
//! unsafe code, or to a program that asks and then becomes the one under test, which would be measured as that.
//! And it would spare whatever that one has started.

use rustix::process::{Pid, Signal, kill_process_group};
use std::collections::BTreeSet;
use std::io::BufRead;
#[cfg(target_os = "linux")]
use std::{fs, thread, time::Duration};

/// The variable in the environment of every program under test.
pub const MARK: &str = "WYTHOFF_RUN";

/// That this is over and nothing marked is left, as a line.
pub(super) const OVER: &str = ".\n";

/// The value of [`MARK`], as a line.
pub(super) fn marked(mark: &str) -> String {
    format!("={mark}\n")
}

/// A group that has begun, as a line.
pub(super) fn begun(group: Pid) -> String {
    format!("+{}\n", group.as_raw_nonzero())
}

/// A group that is gone, as a line.
pub(super) fn gone(group: Pid) -> String {
    format!("-{}\n", group.as_raw_nonzero())
}

/// Listens until the other end is closed, and kills what is left.
pub fn guard(told: impl BufRead) {
    let mut left = BTreeSet::new();
    let mut mark = None;
    // What is no line of these is passed over: the next one counts all the same.
    for line in told.split(b'\n').map_while(Result::ok) {
        let Some((what, rest)) = line.split_first() else {
            continue;
        };
        let rest = std::str::from_utf8(rest).unwrap_or_default();
        let group = || rest.parse().ok().filter(|&group: &i32| group > 1);
        match what {
            b'+' => left.extend(group()),
            b'-' => {
                group().map(|group| left.remove(&group));
            }
            b'=' if !rest.is_empty() => mark = Some(rest.to_owned()),
            b'.' => mark = None,
            _ => {}
        }
    }
    for group in left.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    if let Some(mark) = mark {
        end_marked(&mark);
    }
}

/// How often processes are looked for: while there are some, what they start is found the next time.
#[cfg(target_os = "linux")]
const LOOKS: u32 = 20;

/// How often, where none is found: one may be about to get its environment.
#[cfg(target_os = "linux")]
const VAIN_LOOKS: u32 = 4;

#[cfg(target_os = "linux")]
fn end_marked(mark: &str) {
    let entry = format!("{MARK}={mark}");
    let mut vain = 0;
    for _ in 0..LOOKS {
        vain = if end_marked_now(entry.as_bytes()) {
            0
        } else {
            vain + 1
        };
        if vain == VAIN_LOOKS {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Whether there was one.
#[cfg(target_os = "linux")]
fn end_marked_now(entry: &[u8]) -> bool {
    use rustix::process::{PidfdFlags, getpid, pidfd_open, pidfd_send_signal};
    let mut found = false;
    for folder in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = folder.file_name();
        let process = name.to_str().and_then(|name| name.parse().ok());
        let Some(process) = process.and_then(Pid::from_raw) else {
            continue;
        };
        if process == getpid() {
            continue;
        }
        // Opened before it is looked at, so that the number can't become somebody else's between.
        let Ok(handle) = pidfd_open(process, PidfdFlags::empty()) else {
            continue;
        };
        let environment = fs::read(folder.path().join("environ")).unwrap_or_default();
        if environment.split(|&c| c == 0).any(|own| own == entry) {
            found |= pidfd_send_signal(handle, Signal::KILL).is_ok();
        }
    }
    found
}

#[cfg(not(target_os = "linux"))]
fn end_marked(_: &str) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
    use std::process::Command;

    #[test]
    fn what_is_left_is_killed() {
        let start = || {
            let mut command = Command::new("sleep");
            command.arg("1000").process_group(0).spawn().unwrap()
        };
        let (mut left, mut ended) = (start(), start());
        let [first, second] = [&left, &ended].map(Pid::from_child);
        // Nonsense is passed over.
        let told = format!(
            "{}\n+\n+x\n+0\n+1\n+-1\n=\n?{}\n{}",
            begun(second),
            second.as_raw_nonzero(),
            gone(second)
        );
        let mut told = told.into_bytes();
        told.extend_from_slice(b"\xff\n+\xff\n");
        told.extend_from_slice(begun(first).as_bytes());
        // Only what is said to be gone is: this isn't.
        told.extend_from_slice(format!("x{}\n", first.as_raw_nonzero()).as_bytes());
        guard(told.as_slice());
        assert_eq!(left.wait().unwrap().signal(), Some(9));
        assert!(ended.try_wait().unwrap().is_none());
        ended.kill().unwrap();
        ended.wait().unwrap();
    }

    /// What nobody told of is found by its mark; unless all is over.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_marked_is_killed() {
        let start = |mark: &str| {
            let mut command = Command::new("sleep");
            command.arg("1000").env(MARK, mark).spawn().unwrap()
        };
        let mark = format!("test {}", std::process::id());
        let (mut own, mut other) = (start(&mark), start(&format!("{mark}0")));
        guard(format!("{}{OVER}", marked(&mark)).as_bytes());
        assert!(own.try_wait().unwrap().is_none());
        guard(marked(&mark).as_bytes());
        assert_eq!(own.wait().unwrap().signal(), Some(9));
        assert!(other.try_wait().unwrap().is_none());
        other.kill().unwrap();
        other.wait().unwrap();
    }
}
