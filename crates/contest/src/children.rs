//! Programs under test, the workers that run them, and their folder.
//!
//! A worker runs one program at a time. Workers are started when they are needed, and are used again. After they are
//! stopped, no program runs, and no program starts.

use crate::limits::{RunLimits, RunResult};
use crate::platform::remove_folder;
use crate::run::{Run, stopped};
use crate::worker::Worker;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use wythoff::{Error, Result, shown_path};

/// The longest time to wait for the end of the workers and for the removal of the folder.
const END: Duration = Duration::from_secs(1);

/// A program that is run many times.
#[derive(Clone, Debug)]
pub struct Program {
    /// The path or name of the program, and its arguments.
    pub command: Vec<OsString>,
    /// The limits of one run.
    pub limits: RunLimits,
    /// The names of the files that it reads and writes in its folder, in place of standard input and output.
    pub named_files: Option<[String; 2]>,
    /// The processes that run the program.
    pub children: Arc<Children>,
}

impl Program {
    /// Runs the program on `input`.
    ///
    /// Errors: the program can't be started, or was stopped; the system refused something that the program
    /// needs; the program ended or stopped the process that runs it. A failure of the program itself is not an error.
    pub fn run(&self, input: &[u8]) -> Result<RunResult> {
        self.execute(input.to_vec(), None)
    }

    /// Runs the program with the file `input` as its standard input, and the file `output`, which is made empty, as its standard
    /// output. No byte of them is copied, and [`RunResult::stdout`] is empty.
    ///
    /// Errors: as for [`Program::run`]; a file can't be opened.
    pub fn run_on_files(&self, input: &Path, output: &Path) -> Result<RunResult> {
        self.execute(Vec::new(), Some([input.into(), output.into()]))
    }

    fn execute(&self, input: Vec<u8>, files: Option<[OsString; 2]>) -> Result<RunResult> {
        let run = Run {
            command: self.command.clone(),
            limits: self.limits,
            env: self.children.env.clone(),
            input,
            files,
            named_files: self.named_files.clone(),
        };
        let worker = self.children.idle_worker()?;
        match worker.run(&run) {
            Ok(result) => result,
            Err(_) if self.children.are_stopped() => Err(stopped()),
            Err(error) => {
                worker.kill();
                Err(run.about_program(error))
            }
        }
    }
}

/// Runs programs, which end when this process ends, in whatever way it ends.
#[derive(Debug)]
pub struct Children {
    /// The names of variables of the environment that programs get, in addition to those that toolchains need; `None` for all.
    pub env: Option<Vec<OsString>>,
    helper: fn() -> io::Result<Command>,
    /// The temporary folder. It is made on first use, under the lock, so that it is not made after a stop.
    folder: OnceLock<PathBuf>,
    /// A worker is idle if nothing else has its [`Arc`]. `None` after the workers are stopped.
    workers: Mutex<Option<Vec<Arc<Worker>>>>,
}

impl Children {
    /// `helper` is the command of a process that calls `serve_stdin`. On Unix each worker starts such a process; on Windows no
    /// worker needs it.
    ///
    /// On Linux the first run makes this process a subreaper permanently: a descendant whose parent ends becomes its child. If
    /// a program kills its helper, this process kills all its children except helpers, including children that the caller
    /// started for other purposes.
    pub fn new(helper: fn() -> io::Result<Command>) -> Self {
        Self {
            env: None,
            helper,
            folder: OnceLock::new(),
            workers: Mutex::new(Some(Vec::new())),
        }
    }

    /// The temporary folder, for compiled programs and for files of the caller. It is removed when the programs are stopped.
    /// After the first run it is removed in whatever way this process ends.
    ///
    /// Errors: the programs are stopped; the folder can't be made.
    pub fn folder(&self) -> Result<&Path> {
        let workers = self.lock();
        workers.as_ref().ok_or_else(stopped)?;
        if self.folder.get().is_none() {
            let folder = tempfile::tempdir().map_err(Error::about_path(&std::env::temp_dir()))?;
            let _ = self.folder.set(folder.keep());
        }
        Ok(self.folder.get().expect("the folder was made"))
    }

    /// Ends every program, prevents new ones from starting, and removes the temporary folder. Can be called from any thread. A
    /// [`Program::run`] in another thread returns an error.
    ///
    /// Errors: the folder remains.
    pub fn stop(&self) -> Result<()> {
        let Some(workers) = self.lock().take() else {
            return Ok(());
        };
        for worker in &workers {
            worker.end();
        }
        let start = Instant::now();
        while !workers.iter().all(|worker| worker.has_ended()) && start.elapsed() < END {
            thread::sleep(Duration::from_micros(200));
        }
        // A program may have stopped a helper.
        for worker in workers.iter().filter(|worker| !worker.has_ended()) {
            worker.kill();
        }
        let Some(folder) = self.folder.get() else {
            return Ok(());
        };
        // The removal fails if a thread of this process makes a file after the folder was listed.
        while let Err(e) = remove_folder(folder) {
            if start.elapsed() > END {
                let remains = format!("the temporary folder {} remains", shown_path(folder));
                return Err(Error::from(e).about(remains));
            }
        }
        Ok(())
    }

    /// Whether the programs are [stopped](Self::stop).
    pub fn are_stopped(&self) -> bool {
        self.lock().is_none()
    }

    fn idle_worker(&self) -> Result<Arc<Worker>> {
        let folder = self.folder()?;
        // A worker is started under the lock. So a stop either finds the worker, or prevents its start.
        let mut workers = self.lock();
        let workers = workers.as_mut().ok_or_else(stopped)?;
        workers.retain(|worker| !worker.has_ended());
        if let Some(idle) = workers.iter().find(|worker| Arc::strong_count(worker) == 1) {
            return Ok(Arc::clone(idle));
        }
        let worker = Worker::start(self.helper, folder);
        let what = "starting a process for programs under test";
        let worker = Arc::new(worker.map_err(|e| Error::from(e).about(what))?);
        workers.push(Arc::clone(&worker));
        Ok(worker)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Vec<Arc<Worker>>>> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
