//! A program under test that is run again and again.

use super::platform::Children;
use super::runner::{Files, Limits, Ran, Request};
use crate::error::Result;
use std::borrow::Cow;
use std::ffi::OsString;
use std::sync::Arc;

/// A program to be run again and again.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its path or name, and its arguments.
    pub command: Vec<OsString>,
    /// The limits of one run.
    pub limits: Limits,
    /// The processes that run it.
    pub children: Arc<Children>,
}

impl Program {
    /// Runs it on `input`, of which the right answers take `expected` bytes.
    ///
    /// Errors: it can't be started, or was stopped. A failure of the program itself is not an error.
    pub fn run(&self, input: &[u8], expected: u64) -> Result<Ran> {
        self.children.run(&Request {
            command: self.command.as_slice().into(),
            limits: self.limits,
            input: input.into(),
            expected,
            files: None,
        })
    }

    /// Runs it with standard input and output from and to `files`, of which the right answers take `expected` bytes.
    /// [`Ran::stdout`] is empty.
    ///
    /// Errors: as for [`Program::run`]; a file can't be opened.
    pub fn run_on_files(&self, files: Files, expected: u64) -> Result<Ran> {
        self.children.run(&Request {
            command: self.command.as_slice().into(),
            limits: self.limits,
            input: Cow::default(),
            expected,
            files: Some(files),
        })
    }
}
