//! Work in another thread. The calling thread waits, and meanwhile makes the Python calls that the work requests, and handles
//! signals (Ctrl-C). It makes these calls because objects of sqlite and asyncio, and context variables, belong to a thread.

use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

/// The time after which the calling thread handles signals again.
const INTERVAL: Duration = Duration::from_millis(50);

/// A call that the calling thread makes. An exception ends the work.
pub(crate) type Call = Box<dyn FnOnce(Python<'_>) -> PyResult<()> + Send>;

/// A thread that works, and the calls that it requests.
pub(crate) struct Worker<T> {
    thread: JoinHandle<T>,
    calls: Receiver<Call>,
}

impl<T: Send + 'static> Worker<T> {
    pub(crate) fn new(work: impl FnOnce(&Sender<Call>) -> T + Send + 'static) -> Self {
        let (sender, calls) = channel();
        // The channel ends with the thread.
        let thread = spawn(move || work(&sender));
        Self { thread, calls }
    }

    /// Makes the calls until the thread ends or a call raises, and calls `at_intervals` about 20 times a second.
    pub(crate) fn serve(
        &mut self,
        py: Python<'_>,
        at_intervals: impl Fn() -> PyResult<()>,
    ) -> PyResult<()> {
        let mut last = Instant::now();
        loop {
            let calls = &mut self.calls;
            let call = py.detach(move || calls.recv_timeout(INTERVAL));
            if last.elapsed() >= INTERVAL {
                last = Instant::now();
                py.check_signals()?;
                at_intervals()?;
            }
            match call {
                Ok(call) => call(py)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// Waits for the thread, and returns its result. No more calls are made.
    pub(crate) fn join(self, py: Python<'_>) -> T {
        drop(self.calls);
        let result = py.detach(|| self.thread.join());
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }
}
