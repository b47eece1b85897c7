//! A worker on Windows: runs programs in a folder of its own. The system ends the programs with this process, so no helper is
//! needed.

use crate::folder::Folder;
use crate::limits::RunResult;
use crate::run::Run;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use wythoff::Result;

#[derive(Debug)]
pub(crate) struct Worker {
    parent: PathBuf,
    /// Locked while a program runs.
    folder: Mutex<Option<Folder>>,
    is_ended: AtomicBool,
}

impl Worker {
    pub(crate) fn start(_helper: fn() -> io::Result<Command>, parent: &Path) -> io::Result<Self> {
        Ok(Self {
            parent: parent.to_owned(),
            folder: Mutex::new(None),
            is_ended: AtomicBool::new(false),
        })
    }

    /// The outer result is never an error.
    pub(crate) fn run(&self, run: &Run) -> io::Result<Result<RunResult>> {
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let is_ended = || self.is_ended.load(Ordering::Relaxed);
        Ok(run.execute_in(&mut folder, &self.parent, is_ended))
    }

    /// Asks for the end of the program, which follows a moment later.
    pub(crate) fn end(&self) {
        self.is_ended.store(true, Ordering::Relaxed);
    }

    /// Whether [`end`](Self::end) was called and no program runs.
    pub(crate) fn has_ended(&self) -> bool {
        self.is_ended.load(Ordering::Relaxed) && self.folder.try_lock().is_ok()
    }

    /// Does nothing: a job ends with this process.
    pub(crate) fn kill(&self) {}
}
