//! Runs programs under test on Windows: each in a [job object](job), which ends all its processes. No helper is needed: the
//! system closes the jobs of a process that ends, in whatever way.

mod folder;
mod group;
mod job;
#[cfg(test)]
mod tests;

use super::children::Helper;
use super::runner::{Request, RunResult, stopped};
use super::scratch::{Scratch, run_in};
pub(super) use folder::{is_link, link, make_writable, remove_folder};
pub(super) use group::{FILE_TOO_LARGE, Group, program, refuse_smaller_files};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use wythoff::Result;

/// The extensions of the names of programs.
const PROGRAMS: [&str; 4] = ["exe", "com", "bat", "cmd"];

/// Whether the system runs this file as a program.
pub fn is_executable(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default();
    let is_program = |&known: &&str| extension.eq_ignore_ascii_case(known);
    PROGRAMS.iter().any(is_program) && file.is_file()
}

/// Folders in which one program after another runs.
#[derive(Debug)]
pub(crate) struct Worker {
    parent: PathBuf,
    /// Locked while a program runs.
    scratch: Mutex<Option<Scratch>>,
    is_ended: AtomicBool,
}

impl Worker {
    pub(crate) fn start(_helper: Helper, folder: &Path) -> io::Result<Self> {
        Ok(Self {
            parent: folder.to_owned(),
            scratch: Mutex::new(None),
            is_ended: AtomicBool::new(false),
        })
    }

    /// Errors: as for [`Program::run`](crate::Program::run).
    pub(crate) fn run(&self, request: &Request<'_>) -> Result<RunResult> {
        let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let ran = run_in(&mut scratch, &self.parent, request, || self.is_ended());
        match self.is_ended() {
            true => Err(stopped()),
            false => ran,
        }
    }

    /// Ends the program, a moment later.
    pub(crate) fn end(&self) {
        self.is_ended.store(true, Ordering::Relaxed);
    }

    /// Does nothing: a job ends with this process.
    pub(crate) fn kill(&self) {}

    fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::Relaxed)
    }

    /// Whether [`end`](Self::end) was called and no program runs.
    pub(crate) fn has_ended(&self) -> bool {
        self.is_ended() && self.scratch.try_lock().is_ok()
    }
}
