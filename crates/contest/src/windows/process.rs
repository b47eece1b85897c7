//! A program that runs, in a [job](super::job).
//!
//! The program is started suspended, and runs only after it was added to its job. So all its processes are in the job. The
//! memory limit counts resident memory, as judges do. It is checked every few milliseconds, and at the end with the maximum
//! that the system recorded. A limit of the job would also count memory that is only committed: Java commits many times the
//! memory that it uses.

use super::is_executable;
use super::job::{self, CREATE_NO_WINDOW, CREATE_SUSPENDED, Job};
use crate::limits::{End, RunLimits};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::windows::process::CommandExt as _;
use std::path::{Path, is_separator};
use std::process::{Child, Command};
use std::time::Duration;

/// An end that never occurs, because Windows does not limit the size of files.
pub(crate) const FILE_TOO_LARGE: End = End::Signal(0);

/// The program that `name` means. It may also be in the current folder, if its extension is that of a program.
pub(crate) fn program(name: &OsStr) -> OsString {
    let mut bytes = name.as_encoded_bytes().iter();
    if bytes.any(|&byte| is_separator(byte.into())) {
        // `./a` may mean a.exe.
        return match Path::new(name).extension() {
            None => [name, ".exe".as_ref()].into_iter().collect(),
            Some(_) => name.to_owned(),
        };
    }
    if is_executable(Path::new(name)) {
        return Path::new(".").join(name).into();
    }
    name.to_owned()
}

/// A process and its job. All processes end when the job is dropped.
pub(crate) struct Process {
    child: Child,
    job: Job,
    /// The largest memory of a process that a check saw.
    max_memory: u64,
}

impl Process {
    pub(crate) fn start(mut command: Command, _limits: RunLimits) -> io::Result<Self> {
        job::show_no_messages();
        let job = Job::new()?;
        // Without a window the program has a console of its own, so Ctrl+C reaches only this process.
        command.creation_flags(CREATE_SUSPENDED | CREATE_NO_WINDOW);
        let mut child = command.spawn()?;
        match job.run(&child) {
            Ok(()) => Ok(Self {
                child,
                job,
                max_memory: 0,
            }),
            Err(error) => {
                // The process may not be in the job yet, so the job would not end it.
                let _ = child.kill();
                Err(error)
            }
        }
    }

    /// Waits until the first process ends, but at most `time`. Returns whether it has ended.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        job::wait(&self.child, time)
    }

    pub(crate) fn usage(&mut self, _limit: u64) -> (Duration, u64) {
        let (now, max) = self.job.memory();
        self.max_memory = max.max(self.max_memory);
        (self.job.cpu_time(), now.max(self.max_memory))
    }

    /// Always `false`, because it is not known.
    pub(crate) fn is_runnable(&self) -> bool {
        false
    }

    pub(crate) fn finish(mut self) -> io::Result<(End, Duration, u64)> {
        self.job.end();
        let code = self.child.wait()?.code().unwrap_or(0);
        let (_, max) = job::memory(&self.child);
        let max = max.max(self.max_memory);
        let end = match code as u32 {
            // The range of the system's error codes, which does not include -1, an exit code of programs.
            exception @ 0xC000_0000..=0xCFFF_FFFF => End::Exception(exception),
            _ => End::Exit(code),
        };
        Ok((end, self.job.cpu_time(), max))
    }
}
