//! The data of a walk, which its steps pass to one another. The steps are in other files.

use crate::parse::batch::filter_state::{FilterState, Trial};
use crate::parse::batch::{LINES, MAX_USED_POSITIONS, ROUND};
use crate::parse::x86_64::tables::{LONGEST, NO_LINE};
use core::mem::offset_of;

/// Entries of the index, and of the notes. The first separator of the index has entry 64; the one before it has entry 63.
pub(super) const ENTRIES: usize = 64 + MAX_USED_POSITIONS + 2 * ROUND;
/// The length of the shortest token that may be beyond `u64`, with its separator.
const MAY_EXCEED_U64: u8 = 21;

/// How a tile is decoded. It follows from the tile's longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TokenLayout {
    /// To 3 digits: lanes of 4 bytes, 16 tokens in each expand. With a CR: lanes of 8 bytes, 8 tokens in
    /// each expand.
    Digits3,
    /// To 7 digits: lanes of 8 bytes.
    Digits7,
    /// To 9 digits: lanes of 12 bytes, 5⅓ tokens in each expand. With a CR: lanes of 16 bytes, 4 tokens in
    /// each expand.
    Digits9,
    /// To 12 digits: lanes of 16 bytes.
    Digits12,
    /// To 24 digits: lanes of 32 bytes, made by one permutation for each line. Single longer tokens go to the fallback.
    Digits24,
    /// To 254 digits, where lengths and first digits reject most lines: see [`length_filter`](super::length_filter).
    LengthFilter,
    /// To 254 digits, where most tokens have at least 6 digits, and the first six digits reject most lines: see
    /// [`prefix_filter`](super::prefix_filter).
    PrefixFilter,
    /// Not decoded. The tile has an empty token (two neighbouring separators), or a token that looks empty because its
    /// length is known modulo 256 only. In lines with a CR, a token of more than 21 digits is another
    /// reason.
    #[default]
    Refused,
}

/// What step 2 stores of a batch, and steps 3 to 5 read. The arrays that take whole vectors come first, so they are aligned.
#[repr(C, align(64))]
pub(super) struct Tile {
    /// For each expand of the kind: a mask of the bytes of the lanes that it fills.
    pub(super) masks: [u64; 32],
    /// For [`TokenLayout::Digits24`]: where the shuffle of each line is in the table of shuffles, in bytes.
    pub(super) shuffles: [u32; LINES],
    /// For [`TokenLayout::Digits24`]: the length of each line in bytes.
    pub(super) steps: [u32; LINES],
    /// Lines with a token that no lane holds, one bit each. 0 for the kinds to 12 digits.
    pub(super) oversized: u64,
    /// For [`TokenLayout::Digits24`]: the sum of all lengths.
    pub(super) total: u64,
    /// For [`TokenLayout::Digits24`]: lines with a token that may be beyond `u64` according to its length.
    pub(super) may_exceed_u64: u64,
    /// No token has more than 7 digits. Only kept for lines with a CR.
    pub(super) is_small: bool,
    /// For [`TokenLayout::Digits7`]: whether a token has 7 digits.
    pub(super) has_seven_digits: bool,
    pub(super) candidates: Candidates,
    pub(super) prefixes: Prefixes,
    pub(super) kind: TokenLayout,
}

const _: () = assert!(
    offset_of!(Tile, masks).is_multiple_of(64)
        && offset_of!(Tile, shuffles).is_multiple_of(64)
        && offset_of!(Tile, steps).is_multiple_of(64)
);

impl Tile {
    const NEW: Self = Self {
        masks: [0; 32],
        shuffles: [0; LINES],
        steps: [0; LINES],
        oversized: 0,
        total: 0,
        may_exceed_u64: 0,
        is_small: false,
        has_seven_digits: false,
        candidates: Candidates::NEW,
        prefixes: Prefixes::NEW,
        kind: TokenLayout::Refused,
    };

    /// No number of the tile has more digits.
    pub(super) fn max_digits(&self) -> usize {
        match self.kind {
            TokenLayout::Digits3 => 3,
            TokenLayout::Digits7 => 6 + usize::from(self.has_seven_digits),
            TokenLayout::Digits9 => 9,
            TokenLayout::Digits12 => 12,
            TokenLayout::Digits24 | TokenLayout::LengthFilter | TokenLayout::PrefixFilter
                if self.oversized == 0 =>
            {
                24
            }
            TokenLayout::Digits24
            | TokenLayout::LengthFilter
            | TokenLayout::PrefixFilter
            | TokenLayout::Refused => usize::MAX,
        }
    }
}

/// The lines of a tile from which a filter leaves only candidates.
#[repr(align(64))]
pub(super) struct Candidates {
    /// The lengths of each line's two tokens. The last entry is for lanes without a line.
    pub(super) lengths: [[u8; 2]; LINES + 1],
    /// The offset of each line from the first line. The last entry is for lanes without a line.
    pub(super) starts: [u16; LINES + 1],
    /// The candidates, one bit each.
    pub(super) lines: u64,
    /// The length of all lines together, in bytes.
    pub(super) total: u16,
}

impl Candidates {
    const NEW: Self = {
        let mut lengths = [[0; 2]; LINES + 1];
        // The lengths whose entry in the table of shuffles is `NO_LINE`.
        let (first, second) = (NO_LINE / (LONGEST - 1) + 2, NO_LINE % (LONGEST - 1) + 2);
        lengths[LINES] = [first as u8, second as u8];
        Self {
            lengths,
            starts: [0; LINES + 1],
            lines: 0,
            total: 0,
        }
    };

    /// The length of each line, in bytes.
    #[cold]
    pub(super) fn steps(&self) -> [u32; LINES] {
        core::array::from_fn(|line| self.lengths[line].map(u32::from).iter().sum())
    }

    /// The candidates with a pile that may be beyond `u64` according to its length.
    #[cold]
    pub(super) fn may_exceed_u64(&self) -> u64 {
        let is_long = |line: &usize| {
            let lengths = self.lengths[*line];
            lengths.iter().any(|&length| length >= MAY_EXCEED_U64)
        };
        let lines = (0..LINES).filter(is_long).map(|line| 1 << line);
        lines.sum::<u64>() & self.lines
    }
}

/// The data of a tile of [`TokenLayout::PrefixFilter`] in addition to its [`Candidates`]. The arrays that take whole vectors come
/// first, so they are aligned.
#[repr(C, align(64))]
pub(super) struct Prefixes {
    /// The offset of the separator of each line's second token from the first separator of the tile.
    pub(super) second_starts: [u16; LINES],
    /// For each line: the number of digits of its second pile, minus that of its first pile, plus 1; or 3 if this is not 0,
    /// 1 or 2.
    pub(super) longer: [u16; LINES],
    /// Lines with a pile of fewer digits than the filter reads, one bit each.
    pub(super) short: u64,
}

const _: () = assert!(
    offset_of!(Prefixes, second_starts).is_multiple_of(64)
        && offset_of!(Prefixes, longer).is_multiple_of(64)
);

impl Prefixes {
    const NEW: Self = Self {
        second_starts: [0; LINES],
        longer: [0; LINES],
        short: 0,
    };
}

/// What step 1 keeps about each separator for the length filter, in addition to its position.
#[repr(C, align(4096))]
pub(super) struct Notes {
    /// The separator itself.
    pub(super) separators: [u8; ENTRIES],
    /// The byte after it.
    pub(super) firsts: [u8; ENTRIES],
    /// From this token on, all separators and the token's first byte are noted, and no token has 256 bytes or more.
    pub(super) valid_from: usize,
}

impl Notes {
    pub(super) const NEW: Self = Self {
        separators: [0; ENTRIES],
        firsts: [0; ENTRIES],
        valid_from: usize::MAX,
    };

    /// Starts the notes with the first separator. The first token begins with the byte `first`.
    pub(super) fn start(&mut self, first: u8) {
        self.firsts[63] = first;
        self.valid_from = 0;
    }

    /// Makes the notes of the first `found` separators invalid: one of the tokens between them, or the token after them, may
    /// have 256 bytes or more.
    pub(super) fn invalidate(&mut self, found: usize) {
        self.valid_from = found + 1;
    }

    /// Forgets the first `used` separators, and moves the `unused` others to the front.
    pub(super) fn forget(&mut self, used: usize, unused: usize) {
        let kept = 63 + used..64 + used + unused;
        self.separators.copy_within(kept.clone(), 63);
        self.firsts.copy_within(kept, 63);
        self.valid_from = self.valid_from.saturating_sub(used);
    }
}

/// Decides whether the ratio filter is tried, and on which six digits.
pub(super) struct RatioTrial {
    pub(super) trial: Trial<2, 32>,
    /// Piles to 12 digits are compared by their fourth to ninth digits, because the first three digits were zeros.
    pub(super) skips_first_group: bool,
}

/// The memory of the kernel. It is kept from call to call.
///
/// The struct and its notes begin at the start of a page. On Zen 4 a store instruction across the end of a page takes 34
/// cycles. With the end of a page in the used part of the notes, text of mixed lengths took up to 16% longer.
#[repr(C, align(4096))]
pub(super) struct Store {
    /// Positions of separators, modulo 256.
    pub(super) positions: [u8; ENTRIES],
    pub(super) notes: Notes,
    pub(super) filter_state: FilterState,
    pub(super) ratio: RatioTrial,
    /// The tile that is decoded, and the tile that is laid out.
    pub(super) tiles: [Tile; 2],
}

impl Store {
    pub(super) const fn new() -> Self {
        Self {
            positions: [0; ENTRIES],
            notes: Notes::NEW,
            filter_state: FilterState::NEW,
            ratio: RatioTrial {
                trial: Trial::NEW,
                skips_first_group: false,
            },
            tiles: [Tile::NEW; 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A token also needs the notes of the separator before it.
    #[test]
    fn the_token_behind_an_invalid_one_has_no_notes() {
        let mut notes = Notes::NEW;
        notes.invalidate(128);
        assert_eq!(notes.valid_from, 129);
        notes.forget(128, 0);
        assert_eq!(notes.valid_from, 1);
        notes.forget(128, 0);
        assert_eq!(notes.valid_from, 0);
    }
}
