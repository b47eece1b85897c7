//! Who ends the programs under test when nobody else can.
//!
//! Owns the other end of [`Children::told_to`](super::Children::told_to): what outlives the process that started them, if
//! that is killed by a signal that no process sees. It refuses to know who the guard is: a process of its own, in a
//! group of its own, whose standard input is the reading end. Invariant: nothing is killed before the end of what is
//! told, and then only what was said to run and not to have ended.
//!
//! # Why not the kernel
//!
//! Linux would send a signal when the parent dies, to a process that asks for it between fork and exec, which takes
//! unsafe code, or to a program that asks and then becomes the one under test, which would be measured as that.
//! And it would spare whatever that one has started.

use rustix::process::{Pid, Signal, kill_process_group};
use std::collections::BTreeSet;
use std::io::BufRead;

/// A group that has begun, as a line.
pub(super) fn begun(group: Pid) -> String {
    format!("+{}\n", group.as_raw_nonzero())
}

/// A group that is gone, as a line.
pub(super) fn gone(group: Pid) -> String {
    format!("-{}\n", group.as_raw_nonzero())
}

/// Listens until the other end is closed, and kills the groups that are left.
pub fn guard(told: impl BufRead) {
    let mut left = BTreeSet::new();
    for line in told.lines().map_while(Result::ok) {
        let (Some(what), Some(group)) = (line.get(..1), line.get(1..)) else {
            continue;
        };
        let Some(group) = group.parse().ok().filter(|&group: &i32| group > 1) else {
            continue;
        };
        match what {
            "+" => left.insert(group),
            _ => left.remove(&group),
        };
    }
    for group in left.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

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
            "{}{}\n+\n+x\n+0\n+1\n+-1\n?\n{}",
            begun(first),
            begun(second),
            gone(second)
        );
        guard(told.as_bytes());
        assert_eq!(left.wait().unwrap().signal(), Some(9));
        assert!(ended.try_wait().unwrap().is_none());
        ended.kill().unwrap();
        ended.wait().unwrap();
    }
}
