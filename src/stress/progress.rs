//! How far a search for a failing input is, for another thread to look at.
//!
//! Owns a few counters. Invariant: what they count is over; of what still runs they say nothing.

use super::case::Case;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// What was done so far.
#[derive(Debug, Default)]
pub struct Progress {
    extent: OnceLock<Extent>,
    batches: AtomicU64,
    cases: AtomicU64,
    deadline: OnceLock<Instant>,
    tries: AtomicU64,
    left: AtomicU64,
}

/// How much there will be, unless something fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The number of the first batch.
    pub first: u64,
    /// How many batches, if they are counted.
    pub batches: Option<u64>,
    /// How many cases, give or take a batch, if that is known.
    pub cases: Option<u64>,
}

/// How far a failure is shrunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shrinking {
    /// Runs of the program.
    pub tries: u64,
    /// Cases of the smallest failing input so far.
    pub left: u64,
    /// It ends before that, or with the run that is under way then.
    pub deadline: Instant,
}

impl Extent {
    /// The first batch that isn't told, when so many are; at the end, the last one.
    pub fn batch(&self, told: u64) -> u64 {
        let last = self
            .batches
            .map_or(u64::MAX, |batches| batches.saturating_sub(1));
        self.first.saturating_add(told.min(last))
    }
}

impl Progress {
    /// How much there will be, as soon as that is known.
    pub fn extent(&self) -> Option<Extent> {
        self.extent.get().copied()
    }

    /// Batches that were told.
    pub fn batches(&self) -> u64 {
        self.batches.load(Ordering::Relaxed)
    }

    /// Cases that were tried, in whichever order.
    pub fn cases(&self) -> u64 {
        self.cases.load(Ordering::Relaxed)
    }

    /// From the first failure on.
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

    /// So many runs by now, and such an input fails.
    pub(super) fn shrunk(&self, tries: u64, best: &[Case]) {
        self.tries.store(tries, Ordering::Relaxed);
        // On its way to a smaller one the search goes by way of many at once.
        self.left.fetch_min(best.len() as u64, Ordering::Relaxed);
    }
}
