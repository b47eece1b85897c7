//! A worker on Unix: a [helper](super::helper) process.

use super::super::children::Helper;
use super::super::language::missing_caches;
use super::super::runner::{Request, RunResult, stopped};
use super::descendants::{adopt_descendants, kill_children};
use super::helper::{Answer, FOLDER, receive, received, send};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::io::{self, BufReader};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wythoff::Result;

/// The helpers of this process: those of its children that must not be killed. Locked while one starts or ends.
static HELPERS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

#[derive(Debug)]
pub(crate) struct Worker {
    /// When this is closed, the helper ends its program and itself.
    socket: UnixStream,
    helper: Mutex<Child>,
    /// Whether this process ends the helper. Then it is no error that the helper ends.
    is_ended: AtomicBool,
}

impl Worker {
    pub(crate) fn start(helper: Helper, folder: &Path) -> io::Result<Self> {
        // If a program kills its helper, its processes become children of this process.
        adopt_descendants();
        let (socket, other_end) = UnixStream::pair()?;
        let mut command = helper()?;
        // The helper is in a group of its own, so that a signal to the group of this process doesn't end it. It must not keep the
        // output of this process open: a program that reads this output waits for its end. Temporary files of programs are
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
        let helper = command.spawn()?;
        helpers.push(Pid::from_child(&helper));
        Ok(Self {
            socket,
            helper: Mutex::new(helper),
            is_ended: AtomicBool::new(false),
        })
    }

    /// Errors: as for [`Program::run`](crate::Program::run); the program ended or stopped the helper. Then this worker has
    /// ended.
    pub(crate) fn run(&self, request: &Request<'_>) -> Result<RunResult> {
        match self.answer(request) {
            Ok(answer) => answer,
            Err(_) if self.is_ended.load(Ordering::Relaxed) => Err(stopped()),
            Err(error) => {
                self.kill();
                Err(request.about_program(error))
            }
        }
    }

    /// Errors (outer): the helper has ended or was stopped.
    fn answer(&self, request: &Request<'_>) -> io::Result<Result<RunResult>> {
        let unexpected =
            |how| io::Error::other(format!("the process that starts it {how} unexpectedly"));
        let ended = |_| unexpected("has ended");
        send(&self.socket, request, &request.input).map_err(ended)?;
        let mut ready = [PollFd::new(&self.socket, PollFlags::IN)];
        let pause = Timespec::try_from(Duration::from_millis(200)).ok();
        while poll(&mut ready, pause.as_ref()) == Ok(0) {
            let options = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let helper = Pid::from_child(&self.lock());
            if let Ok(Some(_)) = waitid(WaitId::Pid(helper), options) {
                return Err(unexpected("was stopped"));
            }
        }
        let (answer, stdout) = receive::<Answer>(BufReader::new(&self.socket)).map_err(ended)?;
        Ok(answer
            .map(|ran| RunResult { stdout, ..ran })
            .map_err(received))
    }

    /// Kills the helper, and the processes that it left.
    fn kill(&self) {
        let mut helpers = helpers();
        let mut helper = self.lock();
        let _ = helper.kill();
        let _ = helper.wait();
        helpers.retain(|other| *other != Pid::from_child(&helper));
        kill_children(&helpers);
    }

    /// Ends the program and the helper. The helper ends later.
    pub(crate) fn end(&self) {
        self.is_ended.store(true, Ordering::Relaxed);
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    pub(crate) fn has_ended(&self) -> bool {
        let mut helper = self.lock();
        let has_ended = !matches!(helper.try_wait(), Ok(None));
        let number = Pid::from_child(&helper);
        drop(helper);
        if has_ended {
            // From now on another process may get its number.
            helpers().retain(|other| *other != number);
        }
        has_ended
    }

    fn lock(&self) -> MutexGuard<'_, Child> {
        self.helper.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn helpers() -> MutexGuard<'static, Vec<Pid>> {
    HELPERS.lock().unwrap_or_else(PoisonError::into_inner)
}
