//! When a filter is worth its time.
//!
//! Most batches are read in full: all of their digits become numbers. But a question whose answer is 1 only for piles of about
//! one ratio ([`Decide::RATIO`](crate::parse::Decide::RATIO)) has the answer 0 for nearly every line, and lengths and first
//! digits show it. Lines that are not rejected are *candidates*: all of their digits are read. A filter changes the time only,
//! never an answer.

/// If a batch has more candidates than this, all of its lines go through lanes.
pub(in crate::parse) const MAX_CANDIDATES: u32 = 16;
/// The length filter is tried on a batch if it has at most this number of lines whose piles differ in length by at most 1.
/// The first digits reject about half of these lines.
pub(in crate::parse) const MAX_NEAR: u32 = 2 * MAX_CANDIDATES;

/// Decides when something is worth another try. After `FAILURES` useless tries in a row it is not due for `PAUSE` turns.
#[derive(Clone, Copy, Debug)]
pub(in crate::parse) struct Trial<const FAILURES: u32, const PAUSE: u32> {
    failures: u32,
    pause: u32,
}

impl<const FAILURES: u32, const PAUSE: u32> Trial<FAILURES, PAUSE> {
    pub(in crate::parse) const NEW: Self = Self {
        failures: 0,
        pause: 0,
    };

    /// Whether the caller should try in this turn. Counts the turn.
    #[inline]
    pub(in crate::parse) fn is_due(&mut self) -> bool {
        let is_due = self.pause == 0;
        self.pause = self.pause.saturating_sub(1);
        is_due
    }

    /// Records whether a try was useful. Returns `false` if this began a pause.
    #[inline]
    pub(in crate::parse) fn record(&mut self, was_useful: bool) -> bool {
        self.failures = if was_useful { 0 } else { self.failures + 1 };
        let goes_on = self.failures < FAILURES;
        if !goes_on {
            self.pause = PAUSE;
        }
        goes_on
    }

    pub(in crate::parse) fn reset(&mut self) {
        self.failures = 0;
    }
}

/// Decides from the last batches whether a filter is wanted.
#[derive(Clone, Copy, Debug)]
pub(in crate::parse) struct FilterState {
    is_wanted: bool,
    trial: Trial<4, 4>,
}

impl FilterState {
    pub(in crate::parse) const NEW: Self = Self {
        is_wanted: false,
        trial: Trial::NEW,
    };

    /// Whether [`FilterState::set_wanted`] should be called. Counts the turn.
    pub(in crate::parse) fn is_due(&mut self) -> bool {
        self.trial.is_due()
    }

    pub(in crate::parse) fn set_wanted(&mut self, is_wanted: bool) {
        self.is_wanted = is_wanted;
        self.trial.reset();
    }

    /// Records whether the filter was useful for one batch.
    pub(in crate::parse) fn record(&mut self, was_useful: bool) {
        self.is_wanted = self.trial.record(was_useful);
    }

    #[inline]
    pub(in crate::parse) fn is_wanted(&self) -> bool {
        self.is_wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without the pause, the first batch of every call would be tried again.
    #[test]
    fn after_failures_it_pauses() {
        let mut trial = Trial::<2, 32>::NEW;
        for _ in 0..3 {
            assert!(trial.is_due() && trial.record(false));
            assert!(trial.is_due() && trial.record(true));
        }
        assert!(trial.is_due() && trial.record(false));
        assert!(trial.is_due() && !trial.record(false));
        assert_eq!((0..100).position(|_| trial.is_due()), Some(32));
        // One more failure is enough.
        assert!(!trial.record(false) && !trial.is_due());
    }

    #[test]
    fn after_failures_the_filter_is_not_wanted_for_a_while() {
        let mut state = FilterState::NEW;
        state.set_wanted(true);
        for _ in 1..4 {
            state.record(false);
            assert!(state.is_wanted);
        }
        state.record(false);
        for _ in 0..4 {
            assert!(!state.is_due() && !state.is_wanted);
        }
        assert!(state.is_due());
        state.set_wanted(true);
        // Earlier failures are forgotten.
        state.record(false);
        assert!(state.is_wanted);
    }
}
