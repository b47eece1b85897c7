//! How the next run reads its lines, by what the last ones found. It changes the time only.

/// The most runs until a way that was of no use is tried again.
const PAUSE: u32 = 64;
/// If the filter leaves this number of each 16 lines, all lines become numbers: of narrow lines, and of wide ones.
const MAX_CANDIDATES: [usize; 2] = [4, 10];
/// If the first digits leave this number of each 16 lines, the lengths are tried as well.
const MANY_CANDIDATES: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// First digits reject most lines.
    Digits,
    /// Lengths and first digits reject most lines.
    Lengths,
    /// All lines become numbers.
    All,
    /// The same for lines of at most three digits a pile.
    Short,
}

/// A pause that is twice as long after each useless try.
struct Backoff {
    left: u32,
    next: u32,
}

impl Backoff {
    const NEW: Self = Self { left: 0, next: 1 };

    fn begin(&mut self) {
        self.next = (2 * self.next).min(PAUSE);
        self.left = self.next;
    }

    /// Counts a run. Returns whether the pause is over.
    fn is_over(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }

    fn shorten(&mut self) {
        self.next = (self.next / 2).max(1);
    }
}

/// Chooses the [`Way`].
pub(super) struct Ways {
    way: Way,
    /// Runs until [`Way::Digits`] is tried again.
    pause: Backoff,
    /// Useless runs of [`Way::Digits`] until [`Way::Lengths`] is tried again.
    skip: u32,
}

impl Ways {
    pub(super) const NEW: Self = Self {
        way: Way::Digits,
        pause: Backoff::NEW,
        skip: 0,
    };

    pub(super) fn way(&self) -> Way {
        self.way
    }

    /// Records a run of a filter, which left `candidates` of each 16 lines.
    #[inline]
    pub(super) fn record_filter(&mut self, candidates: usize, is_wide: bool) {
        let is_much = candidates >= MANY_CANDIDATES;
        let is_too_much = candidates >= MAX_CANDIDATES[usize::from(is_wide)];
        match self.way {
            Way::Digits if is_much && self.skip == 0 => {
                self.way = Way::Lengths;
                self.pause.begin();
            }
            Way::Digits => {
                self.skip = self.skip.saturating_sub(u32::from(is_much));
                if is_too_much {
                    self.way = Way::All;
                    self.pause.begin();
                } else {
                    self.pause.shorten();
                }
            }
            // Lengths do not help.
            Way::Lengths if is_much => {
                self.skip = 16;
                self.way = if is_too_much { Way::All } else { Way::Digits };
            }
            _ => self.record_all(false),
        }
    }

    /// Records another run. `is_short`: no pile had more than three digits.
    #[inline]
    pub(super) fn record_all(&mut self, is_short: bool) {
        match self.way {
            Way::All if is_short => self.way = Way::Short,
            Way::Short if is_short => {}
            _ if self.pause.is_over() => self.way = Way::Digits,
            _ => {
                if self.way == Way::Short {
                    self.way = Way::All;
                }
            }
        }
    }
}

/// Chooses whether lines are wide: 64 bytes instead of 32.
pub(super) struct Width {
    is_wide: bool,
    /// The last run ended after a few rows.
    was_stuck: bool,
    pause: Backoff,
}

impl Width {
    pub(super) const NEW: Self = Self {
        is_wide: false,
        was_stuck: false,
        pause: Backoff::NEW,
    };

    pub(super) fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// Records a run that read `rows`, which are all that it was asked for if `is_whole`. Returns whether wide lines are tried
    /// next, because two runs of narrow lines were stuck.
    #[inline]
    pub(super) fn record(&mut self, rows: usize, is_whole: bool) -> bool {
        if self.is_wide {
            self.is_wide = !self.pause.is_over();
            return false;
        }
        if is_whole {
            self.pause.shorten();
        }
        let is_stuck = !is_whole && rows < 8;
        self.is_wide = is_stuck && self.was_stuck;
        self.was_stuck = is_stuck && !self.is_wide;
        if self.is_wide {
            self.pause.begin();
        }
        self.is_wide
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn useless_ways_are_tried_less_often() {
        let mut ways = Ways::NEW;
        let mut tries = 0;
        for _ in 0..1000 {
            match ways.way() {
                Way::All => ways.record_all(false),
                way => {
                    tries += 1;
                    ways.record_filter(16, false);
                    assert!(way == Way::Digits || ways.way() == Way::All);
                }
            }
        }
        assert!((10..40).contains(&tries), "{tries}");
        // One useful try, and the next one comes soon.
        while ways.way() != Way::Digits {
            ways.record_all(false);
        }
        for _ in 0..10 {
            ways.record_filter(0, false);
        }
        assert_eq!(ways.way(), Way::Digits);
        ways.record_filter(16, false);
        ways.record_filter(16, false);
        assert!((0..4).any(|_| {
            ways.record_all(false);
            ways.way() == Way::Digits
        }));
    }

    #[test]
    fn lengths_are_kept_while_they_help() {
        let mut ways = Ways::NEW;
        ways.record_filter(5, false);
        assert_eq!(ways.way(), Way::Lengths);
        ways.record_filter(0, true);
        ways.record_filter(5, true);
        assert_eq!(ways.way(), Way::Digits);
    }

    #[test]
    fn lines_are_wide_after_two_runs_that_were_stuck() {
        let mut width = Width::NEW;
        assert!(!width.record(0, false) && !width.record(64, true));
        assert!(!width.record(0, false) && width.record(3, false) && width.is_wide());
        let runs = (0..100).position(|_| {
            width.record(64, true);
            !width.is_wide()
        });
        assert_eq!(runs, Some(1));
    }
}
