//! Work in another thread. The calling thread waits, and meanwhile makes the Python calls that the work requests, and handles
//! signals (Ctrl-C). It makes these calls because objects of sqlite and asyncio, and context variables, belong to a thread.

use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

/// The time after which the calling thread handles signals again.
const INTERVAL: Duration = Duration::from_millis(50);

/// A call that the calling thread makes. An exception ends the work.
pub(crate) type Call = Box<dyn FnOnce(Python<'_>) -> PyResult<()> + Send>;

/// Starts a thread that works. Makes the calls that it requests until it ends or a call raises, and calls `at_intervals` about
/// 20 times a second. Later calls find no receiver.
pub(crate) fn serve<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Sender<Call>) -> T + Send + 'static,
    at_intervals: impl Fn() -> PyResult<()>,
) -> (JoinHandle<T>, PyResult<()>) {
    let (sender, mut calls) = channel::<Call>();
    // The channel ends with the thread.
    let thread = spawn(move || work(&sender));
    let mut last = Instant::now();
    let mut wait = || loop {
        let calls = &mut calls;
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
    };
    let served = wait();
    (thread, served)
}

/// Waits for the thread, and returns its result.
pub(crate) fn join<T: Send>(py: Python<'_>, thread: JoinHandle<T>) -> T {
    let result = py.detach(|| thread.join());
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

/// The result of `work` in another thread. After a signal that thread continues alone.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (thread, served) = serve(py, |_| work(), || Ok(()));
    served.map(|()| join(py, thread))
}
