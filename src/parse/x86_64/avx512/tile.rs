//! The data that the steps of a walk pass to one another. The steps are in other files.

use super::index::{Entries, LINES};
use crate::parse::x86_64::tables::{LONGEST_TOKEN, NO_LINE};
use core::mem::offset_of;

/// How a tile is decoded. It follows from the tile's longest token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenLayout {
    /// Piles to 3 digits, in lanes of 4 bytes: 16 tokens in each expand.
    Digits3,
    /// Piles to 7 digits, in lanes of 8 bytes.
    Digits7,
    /// Piles to 9 digits, in lanes of 12 bytes: 5⅓ tokens in each expand.
    Digits9,
    /// Piles to 12 digits (to 9 digits in lines with a CR), in lanes of 16 bytes.
    Digits12,
    /// Piles to 24 digits, in lanes of 32 bytes, made by one permutation for each line. Lines with a longer pile go to the
    /// fallback.
    Digits24,
    /// Piles to 254 digits, where six digits reject most lines: see [`ratio_filter`](super::ratio_filter).
    Candidates,
    /// Not decoded: the tile has an empty token (two neighbouring separators), or a token that looks empty because only its
    /// length modulo 256 is known, or lines with a CR and a token of more than 21 digits.
    Refused,
}

/// The data of a tile, which step 2 stores and steps 3 to 5 read. The arrays to which whole vectors are stored are aligned.
#[repr(C, align(64))]
pub(super) struct Tile {
    /// For each expand of the tile: a mask of the bytes that it fills.
    pub(super) masks: [u64; 32],
    pub(super) lines: Lines,
    pub(super) kind: TokenLayout,
}

impl Tile {
    const NEW: Self = Self {
        masks: [0; 32],
        lines: Lines {
            starts: [0; LINES + 32],
            shuffles: [Lines::NO_LINE; LINES + 32],
            oversized: 0,
            second_starts: [0; LINES],
            forms: [0; LINES],
            several: [0; 2],
        },
        kind: TokenLayout::Refused,
    };
}

/// The lines of a tile that goes to lanes of 32 bytes.
#[repr(C, align(64))]
pub(super) struct Lines {
    /// The offset of each line from the first line, then the offset of the end of the last line. The other entries are not
    /// used; they align the next array.
    pub(super) starts: [u16; LINES + 32],
    /// The offset of each line's shuffle in the table, in bytes. The entries after the lines are for lanes without a line.
    pub(super) shuffles: [u16; LINES + 32],
    // For the filter only:
    /// The offset of the separator of each line's second token from the first separator of the tile.
    pub(super) second_starts: [u16; LINES],
    /// For each line, its form: the index of the factors and of the limit that the filter uses for it.
    pub(super) forms: [u16; LINES],
    /// A bit for each token of several digits.
    pub(super) several: [u64; 2],
    /// A bit for each line with a token that is too long for any lane.
    pub(super) oversized: u64,
}

impl Lines {
    /// The shuffle of a lane without a line, or for a line that is too long for a lane.
    pub(super) const NO_LINE: u16 = (64 * NO_LINE) as u16;

    /// The length of each line, in bytes.
    #[cold]
    pub(super) fn steps(&self) -> [u32; LINES] {
        core::array::from_fn(|line| u32::from(self.starts[line + 1] - self.starts[line]))
    }

    /// A bit for each line with a pile of 20 digits or more, which may not fit `u64`.
    #[cold]
    pub(super) fn long(&self) -> u64 {
        // The shuffle of tokens of lengths K and L, with their separators, has the number 24 (K - 2) + L - 2.
        const ROW: u16 = LONGEST_TOKEN as u16 - 1;
        let is_long = |number: u16| (number / ROW).max(number % ROW) >= 19;
        let lines = self.shuffles[..LINES].iter().enumerate();
        lines.fold(0, |long, (line, at)| {
            long | u64::from(is_long(at / 64)) << line
        })
    }
}

const _: () = assert!(
    offset_of!(Tile, masks).is_multiple_of(64)
        && offset_of!(Lines, shuffles).is_multiple_of(64)
        && offset_of!(Lines, second_starts).is_multiple_of(64)
        && offset_of!(Lines, forms).is_multiple_of(64)
);

/// The memory that the kernel keeps from call to call.
pub(super) struct Store {
    pub(super) entries: Entries,
    /// Decides whether the filter is tried.
    pub(super) ratio_trial: Trial,
    /// The tile that is decoded, and the tile that is laid out.
    pub(super) tiles: [Tile; 2],
}

impl Store {
    pub(super) const fn new() -> Self {
        Self {
            entries: Entries::NEW,
            ratio_trial: Trial::NEW,
            tiles: [Tile::NEW; 2],
        }
    }
}

/// If a tile has more candidates than this, all digits of all its lines are read.
pub(super) const MAX_CANDIDATES: u32 = 16;
/// The number of useless tries in a row after which there is a pause.
const FAILURES: u32 = 2;
/// The number of turns without a try in a pause.
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

    /// Two failures in a row cause a pause of 32 turns. After the pause, one more failure is enough for the next one.
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
