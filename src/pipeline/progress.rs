//! Counters that tell another thread how far a run is.
//!
//! A run updates them once a chunk, under a lock that it holds anyway.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters of a run, for another thread to read.
#[derive(Debug, Default)]
pub struct Progress {
    bytes: AtomicU64,
    pairs: AtomicU64,
    counted: AtomicU64,
}

impl Progress {
    /// Bytes of input that were solved, for compressed inputs before decompression; or bytes of text that were generated,
    /// before compression.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Records, invalid ones included.
    pub fn pairs(&self) -> u64 {
        self.pairs.load(Ordering::Relaxed)
    }

    /// Bytes that were generated only to count their records, for an input that begins with the number of records: from 0
    /// to about all, once or twice, before the first of [`bytes`](Self::bytes).
    pub fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    pub(super) fn begin_count(&self) {
        self.counted.store(0, Ordering::Relaxed);
    }

    pub(super) fn add_counted(&self, bytes: u64) {
        self.counted.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(super) fn reach(&self, bytes: u64) {
        self.bytes.fetch_max(bytes, Ordering::Relaxed);
    }

    /// Adds to [`bytes`](Self::bytes).
    pub fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Adds to [`pairs`](Self::pairs).
    pub fn add_pairs(&self, pairs: u64) {
        self.pairs.fetch_add(pairs, Ordering::Relaxed);
    }
}
