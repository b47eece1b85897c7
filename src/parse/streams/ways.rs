//! How a region reads its lines. The answers do not depend on it, only the time.

use super::numbers::{Digits, ROWS, STREAMS};
use super::run::{Found, filter, keep};
use super::short;
use super::vector::Asks;
use crate::parse::Decide;

/// If the filter leaves at least this many of 64 lines, it is tried with lengths as well. Indexed by whether the run is the
/// first one, which is short.
const MANY_CANDIDATES: [usize; 2] = [7, 16];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// A filter by first digits, which rejects most lines.
    Digits,
    /// A filter by lengths and first digits, which rejects most lines.
    Lengths,
    /// No filter: numbers are made of all lines.
    All,
    /// As `All`, for piles of at most three digits.
    Short,
}

/// How a region reads its next run. The first run has a few rows, which decide this. Later runs change it only if the lines no
/// longer suit it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ways {
    pub(super) way: Way,
    /// Whether a line is searched in 64 bytes, not in 32.
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

    /// The largest number of rows for the next run.
    pub(super) fn rows(&self) -> usize {
        if self.is_first { 4 } else { ROWS }
    }

    /// Records that a filter left `candidates` of the lines of `rows` rows. `most` is `MAX_CANDIDATES` of the vector.
    #[inline]
    pub(super) fn record_filter(&mut self, candidates: usize, rows: usize, most: [usize; 2]) {
        if rows < 4 {
            return;
        }
        let share = 64 * candidates / (STREAMS * rows);
        if share < MANY_CANDIDATES[usize::from(self.is_first)] {
            self.is_first = false;
        } else if !self.lengths_were_tried {
            self.way = Way::Lengths;
            self.lengths_were_tried = true;
        } else {
            self.is_first = false;
            self.way = if share >= most[usize::from(self.is_wide)] {
                Way::All
            } else {
                Way::Digits
            };
        }
    }

    /// Records a run without a filter. `is_short`: no pile had more than three digits.
    #[inline]
    pub(super) fn record_all(&mut self, is_short: bool) {
        self.is_first = false;
        self.way = if is_short { Way::Short } else { Way::All };
    }
}

/// Reads up to `rows` rows. Returns the number of rows read, and moves `places` past them. `CR`: lines end with CR LF.
///
/// # Safety
/// * From 32 bytes before `places` to [`RUN_BYTES`](super::run::RUN_BYTES) bytes after them, all bytes are readable.
/// * `rows` is even, and at most [`ROWS`].
#[inline(always)]
pub(super) unsafe fn read<D: Decide, V: Asks<D>, const CR: bool>(
    token: V::Token,
    Ways { way, is_wide, .. }: Ways,
    places: &mut [*const u8; STREAMS],
    found: &mut Found,
    digits: &mut Digits,
    rows: usize,
) -> usize {
    // SAFETY: the caller guarantees the bytes from 32 before the places to `RUN_BYTES` after them; `rows` is even, at most `ROWS`.
    unsafe {
        match way {
            Way::Digits if is_wide => {
                filter::<D, V, true, false, CR>(token, places, found, rows / 2)
            }
            Way::Digits => filter::<D, V, false, false, CR>(token, places, found, rows / 2),
            Way::Lengths if is_wide => {
                filter::<D, V, true, true, CR>(token, places, found, rows / 2)
            }
            Way::Lengths => filter::<D, V, false, true, CR>(token, places, found, rows / 2),
            Way::Short if !CR => short::answer::<D, V>(token, places, found, digits, rows),
            _ if is_wide => keep::<V, true, CR>(token, places, found, digits, rows),
            _ => keep::<V, false, CR>(token, places, found, digits, rows),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_kept_if_they_help() {
        for (is_wide, left, way) in [
            (false, 1, Way::Lengths),
            (false, 2, Way::All),
            (true, 1, Way::Lengths),
            (true, 2, Way::Digits),
            (true, 10, Way::All),
        ] {
            let (mut ways, most) = (Ways::new(true), [7, 40]);
            ways.is_wide = is_wide;
            ways.record_filter(31, 16, most);
            assert_eq!(ways.way, Way::Digits);
            ways.record_filter(40, 16, most);
            assert_eq!(ways.way, Way::Lengths);
            ways.record_filter(8 * left, 16, most);
            assert_eq!(ways.way, way);
        }
    }
}
