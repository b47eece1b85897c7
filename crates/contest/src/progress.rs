//! The progress of a search, which another thread reads. Only what is finished is counted.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The progress of a search.
#[derive(Debug, Default)]
pub struct SearchProgress(Mutex<SearchState>);

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchState {
    /// The amount that the search tries; `None` until it is known.
    pub extent: Option<Extent>,
    /// Batches that were reported.
    pub batches: u64,
    /// Cases that were tried.
    pub cases: u64,
    /// The progress of shrinking; `None` until a batch has failed.
    pub shrinking: Option<Shrinking>,
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
    /// What the search has done so far.
    pub fn state(&self) -> SearchState {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn update(&self, change: impl FnOnce(&mut SearchState)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
