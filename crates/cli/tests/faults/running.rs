//! A running child that a test can stop and signal, and inputs that are large enough for that.

use crate::support::*;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

pub(crate) const CHANGED: &str = "input changed while reading";

/// An input and its answers, which are larger than a pipe and all chunks that the child holds at a time. So if the output is
/// not read, the child waits in the middle of the input. The size of the input is not a multiple of the page size.
pub(crate) fn huge() -> &'static (Vec<u8>, Vec<u8>) {
    static HUGE: OnceLock<(Vec<u8>, Vec<u8>)> = OnceLock::new();
    HUGE.get_or_init(|| {
        let mut numbers = SplitMix(4);
        let mut block = String::new();
        while block.len() < 1 << 20 {
            let (a, b) = (numbers.below(100_000_000), numbers.below(1_000_000_000));
            block += &format!("{a} {b}\n");
        }
        let mut text = block.repeat(24).into_bytes();
        while text.len() % 4096 < 1000 {
            text.extend_from_slice(b"165580141 267914296\n");
        }
        let mut answers = reference(block.as_bytes()).repeat(24);
        let rest = text.len() - 24 * block.len();
        answers.extend_from_slice(&b"1\n".repeat(rest / 20));
        (text, answers)
    })
}

/// A child that runs.
pub(crate) struct Running {
    pub(crate) child: Child,
    pub(crate) deadline: Instant,
}

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Self {
            child: child.spawn().expect("the child starts"),
            deadline: Instant::now() + TIME_LIMIT,
        }
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        match kill_process(pid, signal) {
            // The child has ended already.
            Ok(()) | Err(rustix::io::Errno::SRCH) => {}
            Err(e) => panic!("the child can't be signalled: {e}"),
        }
    }

    /// Whether all threads of the child sleep.
    fn is_asleep(&self) -> bool {
        let tasks = format!("/proc/{}/task", self.child.id());
        let Ok(tasks) = fs::read_dir(tasks) else {
            return false;
        };
        tasks.flatten().all(|task| {
            let stat = fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            stat.rsplit(") ").next().is_some_and(|s| s.starts_with('S'))
        })
    }

    /// Waits until all threads of the child sleep and do not wake up.
    #[track_caller]
    pub(crate) fn until_asleep(&self) {
        let mut quiet = 0;
        while quiet < 5 {
            assert!(Instant::now() < self.deadline, "it never came to rest");
            thread::sleep(Duration::from_millis(1));
            quiet = if self.is_asleep() { quiet + 1 } else { 0 };
        }
    }

    /// Reads the rest of the child's output, until it ends.
    #[track_caller]
    pub(crate) fn end(self) -> Run {
        end_of(self.child, "the child".into())
    }
}

/// Starts `wythoff solve ARGS FILE`. Returns when the child has begun to write and sleeps, because its output is not read.
/// Also returns the first byte of the output.
pub(crate) fn held(args: &[&str], path: &Path) -> (Running, u8) {
    let mut command = wythoff(&["solve"]);
    command.args(args).arg(path).stdin(Stdio::null());
    let mut running = Running::start(&mut command);
    let mut first = [0];
    let stdout = running.child.stdout.as_mut().expect("a pipe");
    stdout.read_exact(&mut first).expect("it writes");
    running.until_asleep();
    (running, first[0])
}
