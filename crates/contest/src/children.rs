//! Programs under test, the workers that run them, and their folder.
//!
//! A worker runs one program at a time. Workers are started when they are needed, and are used again. After they are
//! stopped, no program runs, and no program starts.

use super::platform::{Worker, remove_folder};
use super::runner::{Request, RunLimits, RunResult, stopped};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use wythoff::internal::shown_path;
use wythoff::{Error, Result};

/// The longest time to wait for the end of the workers.
const END: Duration = Duration::from_secs(1);

/// A program that is run many times.
#[derive(Clone, Debug)]
pub struct Program {
    /// The path or name of the program, and its arguments.
    pub command: Vec<OsString>,
    /// The limits of one run.
    pub limits: RunLimits,
    /// The processes that run the program.
    pub children: Arc<Children>,
}

impl Program {
    /// Runs the program on `input`.
    ///
    /// Errors: the program can't be started, or was stopped; the system refused something that the program
    /// needs; the program ended or stopped the process that runs it. A failure of the program itself is not an error.
    pub fn run(&self, input: &[u8]) -> Result<RunResult> {
        let request = Request {
            command: self.command.as_slice().into(),
            limits: self.limits,
            input: input.into(),
        };
        self.children.idle_worker()?.run(&request)
    }
}

/// Runs programs. They end when this process ends, in whatever way that happens.
#[derive(Debug)]
pub struct Children {
    helper: Helper,
    /// `None` after the workers are stopped.
    pool: Mutex<Option<Pool>>,
}

/// The command of a process that calls [`serve_stdin`](super::serve_stdin).
pub(super) type Helper = fn() -> io::Result<Command>;

#[derive(Debug, Default)]
struct Pool {
    /// The temporary folder. It is created on first use.
    folder: Option<PathBuf>,
    /// A worker is idle if nothing else has its [`Arc`].
    workers: Vec<Arc<Worker>>,
}

impl Children {
    /// `helper` is the command of a process that calls `serve_stdin`. On Unix each worker starts one; on Windows none is needed.
    ///
    /// On Linux the first run makes this process a subreaper, for good: a descendant whose parent ends becomes its child. If a
    /// program kills its helper, this process kills all its children other than helpers, also those that something else started.
    pub fn new(helper: fn() -> io::Result<Command>) -> Self {
        Self {
            helper,
            pool: Mutex::new(Some(Pool::default())),
        }
    }

    /// A folder for compiled programs. It is removed in whatever way this process ends.
    pub(crate) fn folder(&self) -> Result<PathBuf> {
        let mut pool = self.lock();
        let pool = pool.as_mut().ok_or_else(stopped)?;
        let programs = pool.folder()?.join("programs");
        let made = fs::create_dir_all(&programs);
        made.map_err(|e| Error::from(e).about(shown_path(&programs)))?;
        Ok(programs)
    }

    /// Ends every program, prevents new ones from starting, and removes the temporary folder. Can be called from any thread. A
    /// [`Program::run`] in another thread returns an error.
    ///
    /// Errors: the folder remains.
    pub fn stop(&self) -> Result<()> {
        let Some(pool) = self.lock().take() else {
            return Ok(());
        };
        for worker in &pool.workers {
            worker.end();
        }
        let start = Instant::now();
        while !pool.workers.iter().all(|worker| worker.has_ended()) && start.elapsed() < END {
            thread::sleep(Duration::from_micros(200));
        }
        // A program may have stopped a helper.
        for worker in pool.workers.iter().filter(|worker| !worker.has_ended()) {
            worker.kill();
        }
        let Some(folder) = pool.folder else {
            return Ok(());
        };
        remove_folder(&folder).map_err(|e| {
            let folder = shown_path(&folder);
            Error::from(e).about(format!("the temporary folder {folder} remains"))
        })
    }

    /// A worker that runs no program.
    fn idle_worker(&self) -> Result<Arc<Worker>> {
        // A worker is started under the lock. So a stop either finds the worker, or prevents its start.
        let mut pool = self.lock();
        let pool = pool.as_mut().ok_or_else(stopped)?;
        pool.workers.retain(|worker| !worker.has_ended());
        let mut workers = pool.workers.iter();
        if let Some(idle) = workers.find(|worker| Arc::strong_count(worker) == 1) {
            return Ok(Arc::clone(idle));
        }
        let worker = Worker::start(self.helper, pool.folder()?);
        let about = "starting a process for programs under test";
        let worker = Arc::new(worker.map_err(|e| Error::from(e).about(about))?);
        pool.workers.push(Arc::clone(&worker));
        Ok(worker)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Pool>> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    fn folder(&mut self) -> Result<&Path> {
        if self.folder.is_none() {
            let folder = tempfile::tempdir()
                .map_err(|e| Error::from(e).about(shown_path(&std::env::temp_dir())))?;
            self.folder = Some(folder.keep());
        }
        Ok(self.folder.as_deref().expect("the folder was created"))
    }
}
