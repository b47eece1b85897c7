//! How a region reads its lines. It changes the time only.

use super::numbers::{ROWS, STREAMS};

/// If the filter leaves this number of each 16 lines, all lines become numbers: of narrow lines, and of wide ones.
const MAX_CANDIDATES: [usize; 2] = [4, 10];
/// If the first digits leave this number of each 16 lines, the lengths are tried as well: of the lines of a whole run, and of a few.
const MANY_CANDIDATES: [usize; 2] = [3, 4];

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

/// Each region begins with a few rows, which show the way. Later it changes only if that way is of no use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ways {
    pub(super) way: Way,
    /// Lines have 64 bytes instead of 32.
    pub(super) is_wide: bool,
    lengths_were_tried: bool,
    is_first: bool,
}

impl Ways {
    /// `is_filtered`: the question has a filter.
    pub(super) const fn new(is_filtered: bool) -> Self {
        Self {
            way: if is_filtered { Way::Digits } else { Way::All },
            is_wide: true,
            lengths_were_tried: false,
            is_first: true,
        }
    }

    /// The most rows of the next run.
    pub(super) fn rows(&self) -> usize {
        if self.is_first { 4 } else { ROWS }
    }

    /// Records `rows` rows of a filter, which left `candidates` of their lines.
    #[inline]
    pub(super) fn record_filter(&mut self, candidates: usize, rows: usize) {
        if rows < 4 {
            return;
        }
        let share = 16 * candidates / (STREAMS * rows);
        if share < MANY_CANDIDATES[usize::from(self.is_first)] {
            self.is_first = false;
        } else if !self.lengths_were_tried {
            self.way = Way::Lengths;
            self.lengths_were_tried = true;
        } else {
            self.is_first = false;
            self.way = if share >= MAX_CANDIDATES[usize::from(self.is_wide)] {
                Way::All
            } else {
                Way::Digits
            };
        }
    }

    /// Records another run. `is_short`: no pile had more than three digits.
    #[inline]
    pub(super) fn record_all(&mut self, is_short: bool) {
        self.is_first = false;
        self.way = if is_short { Way::Short } else { Way::All };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_kept_if_they_help() {
        for (left, way) in [(0, Way::Lengths), (3, Way::Digits), (4, Way::All)] {
            let mut ways = Ways::new(true);
            ways.is_wide = false;
            ways.record_filter(31, 16);
            assert_eq!(ways.way, Way::Digits);
            ways.record_filter(40, 16);
            assert_eq!(ways.way, Way::Lengths);
            ways.record_filter(8 * left, 16);
            assert_eq!(ways.way, way);
        }
    }
}
