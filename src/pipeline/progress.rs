//! How far a run is, for another thread to look at.
//!
//! Owns a few counters. The pipeline touches them once a chunk, under a lock that is held anyway: no
//! benchmark can see it.

use std::sync::atomic::{AtomicU64, Ordering};

/// What was done so far.
#[derive(Debug, Default)]
pub struct Progress {
    bytes: AtomicU64,
    pairs: AtomicU64,
    counted: AtomicU64,
}

impl Progress {
    /// Bytes of the inputs, as they are: of compressed ones, before they are decompressed. Of what is
    /// made, before it is compressed.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Records, invalid ones included.
    pub fn pairs(&self) -> u64 {
        self.pairs.load(Ordering::Relaxed)
    }

    /// Bytes that were made only to count the records in them, which an input that begins with their
    /// number needs: from 0 to about all, once or twice, before the first of [`bytes`](Self::bytes).
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

    /// So many more bytes.
    pub fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// So many more records.
    pub fn add_pairs(&self, pairs: u64) {
        self.pairs.fetch_add(pairs, Ordering::Relaxed);
    }
}
