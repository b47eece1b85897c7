//! The limits of a run, and its result.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLimits {
    /// CPU time of all processes of the program together.
    pub time: Duration,
    /// Time on the clock.
    pub clock: Duration,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of the stack of the first thread; `None` for the limit of this process. On Windows it has no effect.
    pub stack: Option<u64>,
    /// Bytes of standard output, of standard error, and of each file that the program writes.
    pub output: u64,
}

impl RunLimits {
    /// The limits of a judge. Time on the clock is limited only because a program may sleep. The limit is so long that a
    /// working program does not reach it even if other processes take most of the processors. On Linux it is up to ten times as
    /// long while the program waits for a processor.
    pub fn of_judge(time: Duration, memory: u64) -> Self {
        Self {
            time,
            clock: time.saturating_mul(5).max(Duration::from_secs(5)),
            memory,
            stack: None,
            output: 64 << 20,
        }
    }

    pub(super) fn of_compiler(clock: Duration) -> Self {
        Self {
            time: Duration::MAX,
            clock,
            memory: u64::MAX,
            stack: None,
            output: 1 << 30,
        }
    }

    /// Whether these are [the limits of a compiler](Self::of_compiler).
    pub(super) fn are_of_compiler(self) -> bool {
        self.time == Duration::MAX
    }

    /// The longest time on the clock, for a program that always waits for a processor.
    pub(super) fn longest(self) -> Duration {
        let times = if self.are_of_compiler() { 1 } else { 10 };
        self.clock.saturating_mul(times)
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The program ended by itself, with this exit code.
    Exit(i32),
    /// A signal ended the program, which was not sent because of a limit.
    Signal(i32),
    /// An exception of Windows, which the program did not handle, ended it.
    Exception(u32),
    /// The program exceeded the time limit, and was stopped.
    TimeLimit,
    /// The program exceeded the memory limit.
    MemoryLimit,
    /// The program printed too much, or wrote too large a file.
    OutputLimit(Stream),
}

/// Where a program writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// A file that the program made.
    File,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunResult {
    /// How the program ended.
    pub end: End,
    /// The end of what the program wrote to standard error.
    pub stderr: String,
    /// How long the run took, on the clock.
    pub time: Duration,
    /// The CPU time of all processes of the program.
    pub cpu: Duration,
    /// The largest resident memory in bytes, mapped files included; 0 if it is not known.
    pub memory: u64,
    /// What the program printed, up to the limit of the output.
    #[serde(with = "serde_bytes")]
    pub stdout: Vec<u8>,
}
