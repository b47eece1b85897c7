//! Which programs under test are running, for whoever has to end them all.
//!
//! Owns the list of their groups, and what is told of it to a [reaper](super::reaper). It refuses to start or to end a single one. Invariant:
//! once they are stopped none is added; and a guard that is left heard all that was told.

use super::reaper;
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{self, PipeWriter, Write as _};
use std::process::Child;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The processes that run, known by their groups.
#[derive(Debug)]
pub struct Children {
    /// `None` once they are stopped.
    live: Mutex<Option<Vec<Pid>>>,
    guard: Mutex<Option<Guard>>,
    /// The value of [`reaper::MARK`] for its programs, if there is a guard that looks for it.
    pub(super) mark: Option<String>,
}

/// A process that is a [reaper](super::reaper).
#[derive(Debug)]
struct Guard {
    tell: PipeWriter,
    process: Child,
}

/// How long a guard may take to see that all is over.
const GUARD_ENDS: Duration = Duration::from_secs(1);

impl Guard {
    /// Whether it was told; not whether it listens.
    fn told(&mut self, line: &str) -> bool {
        loop {
            return match self.tell.write(line.as_bytes()) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                written => written.is_ok_and(|count| count == line.len()),
            };
        }
    }

    /// Before the pipe is closed, whose end would have it kill what it takes to be left.
    fn kill(mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    fn dismiss(mut self) {
        if !self.told(reaper::OVER) {
            return self.kill();
        }
        let Self { tell, mut process } = self;
        drop(tell);
        let start = Instant::now();
        while let Ok(None) = process.try_wait() {
            if start.elapsed() > GUARD_ENDS {
                let _ = process.kill();
                let _ = process.wait();
                return;
            }
            thread::sleep(Duration::from_micros(200));
        }
    }
}

impl Default for Children {
    fn default() -> Self {
        Self {
            live: Mutex::new(Some(Vec::new())),
            guard: Mutex::new(None),
            mark: None,
        }
    }
}

impl Children {
    /// A [reaper](super::reaper), which is that process, at the other end of that pipe ends them where this process can't. It has to
    /// hear all of it: a number that it took for a program's could be somebody else's by then. So one that can't be
    /// told something, as it doesn't listen and the pipe is full, is killed, and then it is as if there had been none.
    ///
    /// Errors: the pipe can't be made one that nobody waits for.
    pub fn told_to(tell: PipeWriter, process: Child) -> io::Result<Self> {
        let mut guard = Guard { tell, process };
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.unwrap_or_default().as_nanos();
        // No other process has that number now, and none had it at the same time.
        let mark = format!("{}-{now}", std::process::id());
        let nonblocking = rustix::io::ioctl_fionbio(&guard.tell, true);
        if nonblocking.is_err() || !guard.told(&reaper::marked(&mark)) {
            guard.kill();
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(Self {
            guard: Mutex::new(Some(guard)),
            mark: Some(mark),
            ..Self::default()
        })
    }

    /// The guard is told that this was all, and ends.
    pub fn dismiss_guard(&self) {
        let guard = self.guard().take();
        if let Some(guard) = guard {
            guard.dismiss();
        }
    }

    fn guard(&self) -> MutexGuard<'_, Option<Guard>> {
        self.guard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn tell(&self, line: &str) {
        let mut guard = self.guard();
        if guard.as_mut().is_some_and(|guard| !guard.told(line)) {
            guard.take().into_iter().for_each(Guard::kill);
        }
    }

    /// Kills every process and lets none start any more. For signals, from any thread.
    pub fn stop(&self) {
        let stopped = self.lock().take();
        for group in stopped.into_iter().flatten() {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Option<Vec<Pid>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::process::Command;

    pub(in crate::stress) fn alive(process: &str) -> bool {
        // A zombie is dead.
        std::fs::read_to_string(format!("/proc/{}/stat", process.trim()))
            .is_ok_and(|stat| !stat.contains(") Z "))
    }

    /// Nobody waits for a guard that doesn't listen, and it can do no harm afterwards.
    #[test]
    fn a_guard_that_does_not_listen() {
        let told_to = || {
            let (listen, tell) = io::pipe().unwrap();
            let process = Command::new("sleep").arg("1000").spawn().unwrap();
            let number = process.id().to_string();
            (listen, number, Children::told_to(tell, process).unwrap())
        };
        let (_listen, process, children) = told_to();
        let group = Pid::from_raw(i32::MAX).unwrap();
        while children.guard().is_some() {
            assert!(alive(&process));
            children.tell(&reaper::begun(group));
        }
        assert!(!alive(&process));
        children.tell(&reaper::gone(group));
        let start = Instant::now();
        let (_listen, process, children) = told_to();
        children.dismiss_guard();
        assert!(!alive(&process) && start.elapsed() < Duration::from_secs(30));
    }
}
