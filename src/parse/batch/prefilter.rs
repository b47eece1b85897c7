//! Rejects most lines by the lengths and the first digits of their piles.
//!
//! A question whose answer is 1 only for piles of about one ratio ([`Decide::LEADING`], [`Decide::RATIO`]) has the answer 0
//! for nearly every line, and a few digits show it. Lines that are not rejected are *candidates*: all of their digits are
//! read. This file has what the vector kernels share: the tables, the comparison of one line, and [`PrefilterState`],
//! which decides when a prefilter is worth its time. A prefilter changes the time only, never an answer.

use super::dialect::StaticDialect;
use super::ratio;
use crate::parse::Decide;
use crate::parse::swar::word::{are_digits, parse_six};
use std::marker::PhantomData;

/// Whether a kernel has a second instance for `K`, with [`StaticDialect::PREFILTERED`].
pub(in crate::parse) const fn has_prefiltered_instance<D: Decide, K: StaticDialect>() -> bool {
    D::LEADING.is_some() && !K::HAS_LAST
}

/// If a batch has more candidates than this, all of its lines go through lanes.
pub(in crate::parse) const MAX_CANDIDATES: u32 = 16;
/// The length filter is tried on a batch if it has at most this number of lines whose piles differ in length by at most 1.
/// The first digits reject about half of these lines.
pub(in crate::parse) const MAX_NEAR: u32 = 2 * MAX_CANDIDATES;

/// Decides when something is worth another try. After `FAILURES` useless tries in a row it is not due for `PAUSE` turns.
#[derive(Clone, Copy, Debug, Default)]
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

    /// Forgets failures.
    pub(in crate::parse) fn reset(&mut self) {
        self.failures = 0;
    }
}

/// Decides from the last batches whether the prefiltered instance is wanted.
#[derive(Clone, Copy, Debug)]
pub(in crate::parse) struct PrefilterState {
    is_wanted: bool,
    trial: Trial<4, 4>,
}

impl PrefilterState {
    pub(in crate::parse) const NEW: Self = Self {
        is_wanted: false,
        trial: Trial::NEW,
    };

    /// Sets whether the prefilter is wanted. `is_likely` returns whether the prefilter fits a batch. It is not called during
    /// the pause after useless tries.
    pub(in crate::parse) fn suggest(&mut self, is_likely: impl FnOnce() -> bool) {
        if self.trial.is_due() {
            self.is_wanted = is_likely();
            self.trial.reset();
        }
    }

    /// Records whether the prefilter was useful for one batch.
    pub(in crate::parse) fn record(&mut self, was_useful: bool) {
        self.is_wanted = self.trial.record(was_useful);
    }

    /// Whether the kernel should switch from the instance of `K` to the other one.
    #[inline]
    pub(in crate::parse) fn wants_switch<D: Decide, K: StaticDialect>(&self) -> bool {
        has_prefiltered_instance::<D, K>() && self.is_wanted != K::PREFILTERED
    }

    #[cfg(test)]
    pub(in crate::parse) fn is_wanted(&self) -> bool {
        self.is_wanted
    }
}

/// Whether the lengths and the first digits of a line's piles show that its answer is 0. `false` for every line that is not
/// two piles above 0 with one blank between.
pub(in crate::parse) fn rejects_line<D: Decide>(line: &[u8]) -> bool {
    let Some(blank) = memchr::memchr2(b' ', b'\t', line) else {
        return false;
    };
    let number = |pile: &[u8]| {
        let zeros = pile.iter().take_while(|&&c| c == b'0').count();
        (zeros < pile.len() && are_digits(pile)).then_some(zeros)
    };
    let (a, b) = (&line[..blank], &line[blank + 1..]);
    let (Some(_), Some(zeros_a), Some(zeros_b)) = (D::LEADING, number(a), number(b)) else {
        return false;
    };
    let (a, b) = (&a[zeros_a..], &b[zeros_b..]);
    let longer = (b.len() + 1).wrapping_sub(a.len());
    let Some(row) = LeadingTable::<D>::ROWS[..3].get(longer) else {
        return true;
    };
    if row[usize::from(a[0] - b'0')] >> (b[0] - b'0') & 1 == 0 {
        return true;
    }
    let six = |digits: &[u8]| {
        let mut word = [b'0'; 8];
        word[1..7].copy_from_slice(digits.get(..6)?);
        Some(parse_six(word))
    };
    let (Some(a), Some(b)) = (six(a), six(b)) else {
        return false;
    };
    ratio::rejects_pair::<D>(a, b, longer)
}

/// [`Decide::LEADING`] as a table for vectors.
pub(in crate::parse) struct LeadingTable<D>(PhantomData<D>);

impl<D: Decide> LeadingTable<D> {
    /// The three parts of [`Decide::LEADING`], and a fourth part of zeros, so that the table fills two vectors of 64 bytes.
    pub(in crate::parse) const ROWS: [[u16; 16]; 4] = match D::LEADING {
        Some([shorter, same, longer]) => [shorter, same, longer, [0; 16]],
        // Never read.
        None => [[0; 16]; 4],
    };
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
    fn after_failures_the_prefilter_is_not_wanted_for_a_while() {
        let mut state = PrefilterState::NEW;
        state.suggest(|| true);
        for _ in 1..4 {
            state.record(false);
            assert!(state.is_wanted);
        }
        state.record(false);
        for _ in 0..4 {
            state.suggest(|| true);
            assert!(!state.is_wanted);
        }
        state.suggest(|| true);
        assert!(state.is_wanted);
        // Earlier failures are forgotten.
        state.record(false);
        assert!(state.is_wanted);
    }

    use crate::game::big::pair_big;
    use crate::pipeline::decide::IsCold;
    use num_bigint::BigUint;
    use std::num::NonZeroU64;

    #[test]
    fn no_cold_position_is_rejected_and_most_others_are() {
        let (mut n, mut rejected, mut others) = (BigUint::from(1u32), 0, 0);
        while n.bits() < 600 {
            for n in [&n - 1u32, n.clone()] {
                let (a, b) = pair_big(&n, NonZeroU64::MIN);
                assert!(
                    !rejects_line::<IsCold>(format!("{a} {b}").as_bytes()),
                    "{n}"
                );
                assert!(
                    !rejects_line::<IsCold>(format!("{b}\t{a}").as_bytes()),
                    "{n}"
                );
                assert!(
                    !rejects_line::<IsCold>(format!("{a:0>500} {b}").as_bytes()),
                    "{n}"
                );
                assert!(
                    !rejects_line::<IsCold>(format!("00{b} {a:0>500}").as_bytes()),
                    "{n}"
                );
                for b in [&b * 63u32 / 64u32, &b * 65u32 / 64u32, &b * 7u32] {
                    rejected += u32::from(rejects_line::<IsCold>(format!("{a} {b}").as_bytes()));
                    rejected += u32::from(rejects_line::<IsCold>(format!("{b} {a}").as_bytes()));
                    others += 2;
                }
            }
            n = n * 3u32 / 2u32 + 1u32;
        }
        assert!(rejected * 100 > others * 98, "{rejected} of {others}");
    }

    /// Only a strict line with two piles above 0 may be rejected.
    #[test]
    fn a_line_of_another_form_is_not_rejected() {
        assert!(rejects_line::<IsCold>(b"12345678901234567890123 1"));
        assert!(rejects_line::<IsCold>(b"1 9"));
        assert!(rejects_line::<IsCold>(b"001 09"));
        for line in [
            "",
            " ",
            "1",
            "1 ",
            " 9",
            "1 9 ",
            " 1 9",
            "1  9",
            "1 9\r",
            "1 9x",
            "1/ 9",
            "1: 9",
            "1 00",
            "0 9",
            "1 9 1",
            "123456789012345678901234567890 12345678901234567z890",
        ] {
            assert!(!rejects_line::<IsCold>(line.as_bytes()), "{line:?}");
        }
    }
}
