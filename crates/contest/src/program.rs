//! A program under test.

use super::children::Children;
use super::runner::{Files, Request, RunLimits, RunResult};
use std::borrow::Cow;
use std::ffi::OsString;
use std::sync::Arc;
use wythoff::Result;

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
    /// Runs the program on `input`. The right answers to `input` have `expected` bytes.
    ///
    /// Errors: the program can't be started, or was stopped; the system refused something that it needs; it ended or stopped the
    /// process that runs it. A failure of the program itself is not an error.
    pub fn run(&self, input: &[u8], expected: u64) -> Result<RunResult> {
        self.children.run(&Request {
            command: self.command.as_slice().into(),
            limits: self.limits,
            input: input.into(),
            expected,
            files: None,
        })
    }

    /// Runs the program with its standard input from a file and its standard output to a file. The right answers have
    /// `expected` bytes. [`RunResult::stdout`] is empty.
    ///
    /// Errors: as for [`Program::run`]; a file can't be opened.
    pub fn run_on_files(&self, files: Files, expected: u64) -> Result<RunResult> {
        self.children.run(&Request {
            command: self.command.as_slice().into(),
            limits: self.limits,
            input: Cow::default(),
            expected,
            files: Some(files),
        })
    }
}
