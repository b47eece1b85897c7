//! A worker on Unix: a [helper](super::helper) process.

use super::helper::{Answer, FOLDER, receive, received, send};
use crate::language::missing_caches;
use crate::limits::RunResult;
use crate::run::Run;
use std::io::{self, BufReader};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wythoff::Result;

/// The time that a helper has to answer after the longest time of a run.
const GRACE: Duration = Duration::from_secs(20);

#[derive(Debug)]
pub(crate) struct Worker {
    /// When this is closed, the helper ends its program and itself.
    socket: UnixStream,
    helper: Mutex<Child>,
}

impl Worker {
    pub(crate) fn start(helper: fn() -> io::Result<Command>, folder: &Path) -> io::Result<Self> {
        let (socket, other_end) = UnixStream::pair()?;
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
        let helper = Mutex::new(command.spawn()?);
        Ok(Self { socket, helper })
    }

    /// Errors (outer): the helper has ended, or does not answer in time. A program can stop or kill its helper.
    pub(crate) fn run(&self, run: &Run) -> io::Result<Result<RunResult>> {
        let longest = Some(run.limits.longest() + GRACE);
        self.socket.set_read_timeout(longest)?;
        self.socket.set_write_timeout(longest)?;
        let sent = send(&self.socket, run, &run.input);
        let answer = sent.and_then(|()| receive::<Answer>(BufReader::new(&self.socket)));
        let how = match answer {
            Ok((Ok(result), stdout)) => return Ok(Ok(RunResult { stdout, ..result })),
            Ok((Err(error), _)) => return Ok(Err(received(error))),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => "does not answer",
            Err(_) => "has ended unexpectedly",
        };
        let what = format!("the process that starts it {how}");
        Err(io::Error::other(what))
    }

    /// Kills the helper, which may be stopped.
    pub(crate) fn kill(&self) {
        let _ = self.helper().kill();
    }

    /// Ends the program and the helper. The helper ends later.
    pub(crate) fn end(&self) {
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    pub(crate) fn has_ended(&self) -> bool {
        !matches!(self.helper().try_wait(), Ok(None))
    }

    fn helper(&self) -> MutexGuard<'_, Child> {
        self.helper.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
