//! A worker on Windows: a folder in which one program after another runs.

use super::super::children::Helper;
use super::super::runner::{Request, RunResult, stopped};
use super::super::scratch::{Scratch, run_in};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use wythoff::Result;

#[derive(Debug)]
pub(crate) struct Worker {
    parent: PathBuf,
    /// Locked while a program runs.
    scratch: Mutex<Option<Scratch>>,
    is_ended: AtomicBool,
}

impl Worker {
    pub(crate) fn start(_helper: Helper, folder: &Path) -> Result<Self> {
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

    fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::Relaxed)
    }

    /// Whether [`end`](Self::end) was called and no program runs.
    pub(crate) fn has_ended(&self) -> bool {
        self.is_ended() && self.scratch.try_lock().is_ok()
    }
}
