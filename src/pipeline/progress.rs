//! Counters of the progress of a run, by which it can also be cancelled.
//!
//! A run updates and reads them once for each chunk, under a lock that it already holds.

use crate::error::{Error, ErrorKind, Result};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counters of a run, which another thread can read.
#[derive(Debug, Default)]
pub struct Progress {
    bytes: AtomicU64,
    records: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// The bytes of input that were solved (compressed bytes if the input is compressed), or the bytes of text that were
    /// generated, before compression. If a generated input begins with the number of its records and its size is limited in
    /// bytes, the records are first generated to count them. The counters stay 0 until they are counted.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The number of records, including invalid ones.
    pub fn records(&self) -> u64 {
        self.records.load(Ordering::Relaxed)
    }

    /// Ends the run between two chunks, with an error of the kind [`ErrorKind::Cancelled`]. All later runs that use these
    /// counters are cancelled.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use wythoff::{ErrorKind, Input, Output, Progress, Solver};
    /// let progress = Arc::new(Progress::default());
    /// let solver = Solver {
    ///     progress: Some(Arc::clone(&progress)),
    ///     ..Solver::default()
    /// };
    /// // Usually another thread does this during the run.
    /// progress.cancel();
    /// let input = Input::reader(&b"1 2\n"[..], "pairs");
    /// let error = solver.solve(vec![input], Output::stream(Vec::new(), "answers")).unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::Cancelled));
    /// ```
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub(super) fn check_cancelled(&self) -> Result<()> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Error::new(ErrorKind::Cancelled));
        }
        Ok(())
    }

    /// Reports that a chunk of `records` records was solved, up to byte `bytes` of all inputs. Errors: the run is cancelled.
    pub(super) fn chunk_solved(&self, bytes: u64, records: u64) -> Result<()> {
        self.bytes.fetch_max(bytes, Ordering::Relaxed);
        self.add(0, records);
        self.check_cancelled()
    }

    /// Adds to [`bytes`](Self::bytes) and to [`records`](Self::records).
    pub fn add(&self, bytes: u64, records: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.records.fetch_add(records, Ordering::Relaxed);
    }
}
