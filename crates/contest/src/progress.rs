//! Counters of the progress of a search, which another thread reads.
//!
//! The counters count only what is finished.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use wythoff::Case;

/// Counters of a search.
#[derive(Debug, Default)]
pub struct SearchProgress {
    extent: OnceLock<Extent>,
    batches: AtomicU64,
    cases: AtomicU64,
    deadline: OnceLock<Instant>,
    tries: AtomicU64,
    left: AtomicU64,
}

/// The amount that a search tries, unless something fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The number of the first batch.
    pub first: u64,
    /// The number of batches, if it is known.
    pub batches: Option<u64>,
    /// The number of cases, if it is known. It may be wrong by up to one batch.
    pub cases: Option<u64>,
}

/// The progress of shrinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shrinking {
    /// Runs of the program so far.
    pub tries: u64,
    /// Cases of the smallest failing input so far.
    pub left: u64,
    /// The shrinking ends before this time, or at the end of the run that is under way at this time.
    pub deadline: Instant,
}

impl Extent {
    /// The first batch that is not reported yet, if `reported` batches are. When all batches are reported, the last one.
    pub fn batch(&self, reported: u64) -> u64 {
        let last = self
            .batches
            .map_or(u64::MAX, |batches| batches.saturating_sub(1));
        self.first.saturating_add(reported.min(last))
    }
}

impl SearchProgress {
    /// The amount that the search tries; `None` until it is known.
    pub fn extent(&self) -> Option<Extent> {
        self.extent.get().copied()
    }

    /// Batches that were reported.
    pub fn batches(&self) -> u64 {
        self.batches.load(Ordering::Relaxed)
    }

    /// Cases that were tried.
    pub fn cases(&self) -> u64 {
        self.cases.load(Ordering::Relaxed)
    }

    /// The progress of shrinking; `None` until a batch has failed.
    pub fn shrinking(&self) -> Option<Shrinking> {
        let deadline = *self.deadline.get()?;
        Some(Shrinking {
            tries: self.tries.load(Ordering::Relaxed),
            left: self.left.load(Ordering::Relaxed),
            deadline,
        })
    }

    pub(super) fn begin(&self, extent: Extent) {
        let _ = self.extent.set(extent);
    }

    pub(super) fn add_batch(&self) {
        self.batches.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn add_cases(&self, cases: u64) {
        self.cases.fetch_add(cases, Ordering::Relaxed);
    }

    pub(super) fn shrink(&self, cases: &[Case], deadline: Instant) {
        self.left.store(cases.len() as u64, Ordering::Relaxed);
        let _ = self.deadline.set(deadline);
    }

    /// Reports the number of runs so far, and the smallest failing input.
    pub(super) fn shrunk(&self, tries: u64, best: &[Case]) {
        self.tries.store(tries, Ordering::Relaxed);
        // The search also tries many neighbours together, so `best` may be larger than before. Only the minimum counts.
        self.left.fetch_min(best.len() as u64, Ordering::Relaxed);
    }
}
