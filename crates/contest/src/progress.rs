//! The progress of a search, which another thread reads. Only what is finished is counted.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The progress of a search.
#[derive(Debug, Default)]
pub struct SearchProgress(Mutex<SearchState>);

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchState {
    /// The batch that began last; `None` until a batch begins.
    pub batch: Option<u64>,
    /// Batches that were reported.
    pub batches: u64,
    /// Cases that were tried.
    pub cases: u64,
    /// The cases that are tried unless something fails, if that number is known. It may be wrong by up to one batch.
    pub total: Option<u64>,
    /// The progress of shrinking; `None` until a batch has failed.
    pub shrinking: Option<Shrinking>,
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

impl SearchProgress {
    /// What the search has done so far.
    pub fn state(&self) -> SearchState {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn update(&self, change: impl FnOnce(&mut SearchState)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
