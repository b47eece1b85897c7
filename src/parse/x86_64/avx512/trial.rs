//! When the filter is tried.
//!
//! Where nearly all answers are 0, the filter saves time. Where many are 1, as in a list of cold positions, it takes time and
//! rejects nothing.

/// If a batch has more candidates than this, all of its lines go through lanes.
pub(super) const MAX_CANDIDATES: u32 = 16;
/// The number of useless tries in a row after which there is a pause.
const FAILURES: u32 = 2;
/// The number of tries that are left out in a pause.
const PAUSE: u32 = 32;

/// Decides when the filter is worth another try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    failures: u32,
    pause: u32,
}

impl Trial {
    pub(super) const NEW: Self = Self {
        failures: 0,
        pause: 0,
    };

    /// Whether the caller should try in this turn. Counts the turn.
    #[inline]
    pub(super) fn is_due(&mut self) -> bool {
        let is_due = self.pause == 0;
        self.pause = self.pause.saturating_sub(1);
        is_due
    }

    /// Records whether a try was useful.
    #[inline]
    pub(super) fn record(&mut self, was_useful: bool) {
        self.failures = if was_useful { 0 } else { self.failures + 1 };
        if self.failures >= FAILURES {
            self.pause = PAUSE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without the pause, the first batch of every call would be tried again.
    #[test]
    fn after_failures_it_pauses() {
        let mut trial = Trial::NEW;
        for _ in 0..3 {
            for was_useful in [false, true] {
                assert!(trial.is_due());
                trial.record(was_useful);
            }
        }
        for _ in 0..2 {
            assert!(trial.is_due());
            trial.record(false);
        }
        assert_eq!((0..100).position(|_| trial.is_due()), Some(32));
        // One more failure is enough.
        trial.record(false);
        assert!(!trial.is_due());
    }
}
