//! A worker on Unix: a [helper](super::helper) process.

use super::helper::{Answer, FOLDER, receive, received, send};
use crate::language::missing_caches;
use crate::limits::RunResult;
use crate::platform::{
    adopt_descendants, is_readable, kill_children, state_if_stopped, take_if_ended,
};
use crate::run::Run;
use rustix::process::{Pid, Signal, kill_process};
use std::io;
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wythoff::Result;

/// The time between two looks at a helper that does not answer. A helper that does not run in this time has been stopped.
/// (`strace` stops it only for moments.)
const PAUSE: Duration = Duration::from_secs(1);

/// The time that a helper has to answer after the longest time of a run.
const GRACE: Duration = Duration::from_secs(20);

/// The helpers of this process that were not waited for, so that no other process has their numbers. Locked while a helper
/// starts or ends.
static HELPERS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

#[derive(Debug)]
pub(crate) struct Worker {
    /// When this is closed, the helper ends its program and itself.
    socket: UnixStream,
    helper: Pid,
}

impl Worker {
    pub(crate) fn start(helper: fn() -> io::Result<Command>, folder: &Path) -> io::Result<Self> {
        // If a program kills its helper, its processes become children of this process.
        adopt_descendants();
        let (socket, other_end) = UnixStream::pair()?;
        socket.set_read_timeout(Some(GRACE))?;
        socket.set_write_timeout(Some(GRACE))?;
        let mut command = helper()?;
        // The helper has its own process group, so that a signal to the group of this process doesn't end it. It must not keep
        // the output of this process open: a program that reads this output waits for its end. Temporary files of programs are
        // in the folder, so that they are removed.
        command
            .process_group(0)
            .env(FOLDER, folder)
            .env("TMPDIR", folder)
            .envs(missing_caches(folder))
            .stdin(OwnedFd::from(other_end))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut helpers = helpers();
        let helper = Pid::from_child(&command.spawn()?);
        helpers.push(helper);
        Ok(Self { socket, helper })
    }

    /// Errors (outer): the helper has ended, was stopped, or does not answer in time.
    pub(crate) fn run(&self, run: &Run) -> io::Result<Result<RunResult>> {
        let answer = send(&self.socket, run)
            .and_then(|()| self.await_answer(run.limits.longest() + GRACE))
            .and_then(|()| receive::<Answer>(&self.socket));
        let how = match answer {
            Ok(answer) => return Ok(answer.map_err(received)),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => "was stopped unexpectedly",
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => "does not answer",
            Err(_) => "has ended unexpectedly",
        };
        let message = format!("the process that starts it {how}");
        Err(io::Error::other(message))
    }

    /// Waits until the helper answers or ends. The program under test may stop it at any moment.
    ///
    /// Errors: [`Interrupted`](io::ErrorKind::Interrupted) if the helper was stopped; [`WouldBlock`](io::ErrorKind::WouldBlock) after
    /// the time `longest`.
    fn await_answer(&self, longest: Duration) -> io::Result<()> {
        let deadline = Instant::now() + longest;
        let mut before = None;
        while !is_readable(&self.socket, PAUSE) {
            let state = state_if_stopped(self.helper);
            if state.is_some() && state == before {
                return Err(io::ErrorKind::Interrupted.into());
            }
            before = state;
            if Instant::now() >= deadline {
                return Err(io::ErrorKind::WouldBlock.into());
            }
        }
        Ok(())
    }

    /// Kills the helper, and the processes that it left. Does not wait for the helper: while another program traces it, it can't
    /// be waited for.
    pub(crate) fn kill(&self) {
        let helpers = helpers();
        let dying = helpers.contains(&self.helper).then_some(self.helper);
        if let Some(helper) = dying {
            let _ = kill_process(helper, Signal::KILL);
        }
        kill_children(dying, &helpers);
    }

    /// Ends the program and the helper. The helper ends later.
    pub(crate) fn end(&self) {
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    pub(crate) fn has_ended(&self) -> bool {
        let mut helpers = helpers();
        helpers.retain(|helper| *helper != self.helper || take_if_ended(*helper).is_none());
        !helpers.contains(&self.helper)
    }
}

fn helpers() -> MutexGuard<'static, Vec<Pid>> {
    HELPERS.lock().unwrap_or_else(PoisonError::into_inner)
}
