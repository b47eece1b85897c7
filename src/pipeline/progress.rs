//! Counters of the progress of a run, and the way to cancel it.
//!
//! A run updates and reads them once for each chunk, under a lock that it already holds.

use crate::error::{Error, ErrorKind, Result};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counters of a run. Another thread can read them, or a callback gets them after each chunk.
#[derive(Default)]
pub struct Progress {
    bytes: AtomicU64,
    records: AtomicU64,
    counted: AtomicU64,
    cancelled: AtomicBool,
    callback: Option<Callback>,
}

type Callback = Box<dyn Fn(&Progress) + Send + Sync>;

impl Progress {
    /// Counters that call `callback` after each chunk. The other workers may wait for `callback`, so it must be quick.
    pub fn with_callback(callback: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self {
            callback: Some(Box::new(callback)),
            ..Self::default()
        }
    }

    /// The bytes of input that were solved, where compressed bytes count for compressed inputs; or the bytes of text that
    /// were generated, before compression.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The number of records, including invalid ones.
    pub fn records(&self) -> u64 {
        self.records.load(Ordering::Relaxed)
    }

    /// The bytes that were generated only to count their records, for an input that begins with the number of records. This
    /// counter goes from 0 to about the size of the input, once or twice, before [`bytes`](Self::bytes) begins to grow.
    pub fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    /// Ends the run between two chunks, with an error of the kind [`ErrorKind::Cancelled`]. Another thread or the callback
    /// calls this. All later runs that use these counters are cancelled, too.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use wythoff::{ErrorKind, Input, Output, Problem, Progress, Solver};
    /// let progress = Arc::new(Progress::with_callback(Progress::cancel));
    /// let solver = Solver::new(Problem::default()).progress(progress);
    /// let input = Input::reader(&b"1 2\n"[..], "pairs");
    /// let error = solver.solve(vec![input], Output::stream(Vec::new(), "answers")).unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::Cancelled));
    /// ```
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Errors: the run is cancelled.
    pub(super) fn check_cancelled(&self) -> Result<()> {
        match self.cancelled.load(Ordering::Relaxed) {
            true => Err(Error::new(ErrorKind::Cancelled)),
            false => Ok(()),
        }
    }

    pub(super) fn begin_count(&self) {
        self.counted.store(0, Ordering::Relaxed);
    }

    pub(super) fn add_counted(&self, bytes: u64) {
        self.counted.fetch_add(bytes, Ordering::Relaxed);
    }

    /// A chunk of `records` records was solved, up to byte `bytes` of all inputs. Errors: the run is cancelled.
    pub(super) fn chunk_solved(&self, bytes: u64, records: u64) -> Result<()> {
        self.bytes.fetch_max(bytes, Ordering::Relaxed);
        self.add(0, records);
        if let Some(callback) = &self.callback {
            callback(self);
        }
        self.check_cancelled()
    }

    /// Adds to [`bytes`](Self::bytes) and to [`records`](Self::records).
    pub fn add(&self, bytes: u64, records: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.records.fetch_add(records, Ordering::Relaxed);
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("bytes", &self.bytes())
            .field("records", &self.records())
            .finish_non_exhaustive()
    }
}
