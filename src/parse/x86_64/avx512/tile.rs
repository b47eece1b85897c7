//! The data of a walk.

use crate::parse::batch::prefilter::{PrefilterState, Trial};
use crate::parse::batch::{INDEX, LINES, ROUND};
use crate::parse::x86_64::tables::{LONGEST, NO_LINE};
use core::mem::offset_of;

/// Bytes, with the separator, of a number that may be beyond `u64`.
const WIDE: u8 = 21;

/// What a tile needs, by its longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// To 3 digits: lanes of 4 bytes, sixteen tokens an expand; with a byte before the LF of 8, eight tokens an expand.
    Three,
    /// To 7: lanes of 8 bytes.
    Seven,
    /// To 9: lanes of 12 bytes, 5⅓ tokens an expand; with a byte before the LF of 16 bytes, four tokens an expand.
    Nine,
    /// To 12: lanes of 16 bytes.
    Twelve,
    /// To 24, and single longer ones: lanes of 32 bytes, a line an expand.
    Long,
    /// To 254 where few lines need more than their piles' first digits: see [`length_filter`](super::length_filter).
    Few,
    /// The same of mostly 6 digits and more, where few need more than their piles' first six: see [`prefix_filter`](super::prefix_filter).
    Heads,
    /// None that is answered: an empty token (two separators in a row), or one that looks so as its length is known mod 256;
    /// with a byte before the LF, one of more than 21 digits.
    #[default]
    Odd,
}

/// A tile between preparation and use. The arrays that whole vectors are stored to come first, so that these are
/// aligned.
#[repr(C, align(64))]
pub(super) struct Tile {
    /// One for each expand, as many as its kind needs; of the bytes that it takes.
    pub(super) masks: [u64; 32],
    /// Of the long kind: where in the table of shuffles each line's is, in bytes.
    pub(super) shuffles: [u32; 64],
    /// Of the long kind: each line's bytes.
    pub(super) steps: [u32; 64],
    /// Lines with a token that no lane holds; of the long kind, and of those that need few.
    pub(super) beyond: u64,
    /// The sum of all lengths; of the long kind.
    pub(super) total: u64,
    /// Lines with a token that may be beyond `u64`, by its length.
    pub(super) wide: u64,
    /// No token has more than 7 digits; of those with a byte before the LF.
    pub(super) small: bool,
    /// A token has more than 6 digits; of the kind of 7.
    pub(super) has_seven_digits: bool,
    pub(super) few: Few,
    pub(super) heads: Heads,
    pub(super) kind: Kind,
}

const _: () = assert!(
    offset_of!(Tile, masks).is_multiple_of(64)
        && offset_of!(Tile, shuffles).is_multiple_of(64)
        && offset_of!(Tile, steps).is_multiple_of(64)
);

impl Tile {
    /// No number in it has more digits.
    pub(super) fn digits(&self) -> usize {
        match self.kind {
            Kind::Three => 3,
            Kind::Seven => 6 + usize::from(self.has_seven_digits),
            Kind::Nine => 9,
            Kind::Twelve => 12,
            Kind::Long | Kind::Few | Kind::Heads if self.beyond == 0 => 24,
            Kind::Long | Kind::Few | Kind::Heads | Kind::Odd => usize::MAX,
        }
    }
}

/// Memory of the kernel, kept from call to call.
///
/// It begins where a page does, and so do the notes: on Zen 4 a store that crosses the end of a page takes 34 cycles, and where one was
/// in the part that is used of them mixed lengths took up to 16% longer.
#[repr(C, align(4096))]
pub(super) struct Store {
    /// No number in the tiles that were answered had more digits.
    pub(super) longest: usize,
    /// A tile wasn't answered because of zeros before its piles, without which it would be.
    pub(super) padded: bool,
    /// Places of separators, mod 256; the first 64 bytes are for the place before the first.
    pub(super) places: [u8; 64 + INDEX + 2 * ROUND],
    pub(super) notes: Notes,
    pub(super) tried: Tried,
    pub(super) tiles: [Tile; 2],
}

impl Store {
    pub(super) fn new() -> Self {
        const TILE: Tile = Tile {
            masks: [0; 32],
            shuffles: [0; 64],
            steps: [0; 64],
            beyond: 0,
            total: 0,
            wide: 0,
            small: false,
            has_seven_digits: false,
            few: Few::NEW,
            heads: Heads::NEW,
            kind: Kind::Odd,
        };
        Self {
            longest: 0,
            padded: false,
            places: [0; 64 + INDEX + 2 * ROUND],
            notes: Notes::new(),
            tried: Tried::default(),
            tiles: [TILE; 2],
        }
    }
}

/// Whether six digits are tried, and which.
#[derive(Default)]
pub(super) struct Tried {
    trial: Trial<2, 32>,
    /// Of piles to twelve digits by the fourth to the ninth, as the first three have been zeros.
    pub(super) second: bool,
}

impl Tried {
    /// One more tile could be.
    pub(super) fn next(&mut self) -> bool {
        self.trial.is_due()
    }

    /// It was, and few enough of its lines were left, or not.
    pub(super) fn was(&mut self, of_use: bool) {
        self.trial.record(of_use);
    }
}

/// Of each separator that the search found, beside its place; the first 64 bytes are for the one before the first.
#[repr(C, align(4096))]
pub(super) struct Notes {
    /// The byte itself.
    pub(super) separators: [u8; 64 + INDEX + 2 * ROUND],
    /// The byte behind it.
    pub(super) firsts: [u8; 64 + INDEX + 2 * ROUND],
    pub(super) wanted: PrefilterState,
    /// From this token on there are notes of all separators, and of its own first byte, and none is of 256 bytes or more.
    pub(super) from: usize,
}

impl Notes {
    pub(super) const fn new() -> Self {
        Self {
            separators: [0; 64 + INDEX + 2 * ROUND],
            firsts: [0; 64 + INDEX + 2 * ROUND],
            wanted: PrefilterState::NEW,
            from: usize::MAX,
        }
    }

    /// There are notes from the first separator on. The first token begins with `first`.
    pub(super) fn all(&mut self, first: u8) {
        self.firsts[63] = first;
        self.from = 0;
    }

    /// Tokens that end with the first `found` separators are none that notes can be used for, nor is the next.
    pub(super) fn none(&mut self, found: usize) {
        self.from = found + 1;
    }

    /// The first `used` separators are forgotten, and `left` stay.
    pub(super) fn forget(&mut self, used: usize, left: usize) {
        let kept = 63 + used..64 + used + left;
        self.separators.copy_within(kept.clone(), 63);
        self.firsts.copy_within(kept, 63);
        self.from = self.from.saturating_sub(used);
    }
}

/// A tile of this kind between preparation and use.
#[repr(align(64))]
pub(super) struct Few {
    /// Of each line's two tokens, a separator with each; and of no line.
    pub(super) lengths: [[u8; 2]; LINES + 1],
    /// Where lines begin, counted from the first; and no line.
    pub(super) starts: [u16; LINES + 1],
    /// The lines that are left.
    pub(super) left: u64,
    /// Most lines have zeros before a pile, for which the tile is of no kind: without them, all of it may be settled.
    pub(super) padded: bool,
    /// Bytes of all lines.
    pub(super) total: u16,
}

impl Few {
    pub(super) const NEW: Self = {
        let mut lengths = [[0; 2]; LINES + 1];
        // By these the table's entry is found that takes nothing from the text.
        let (first, second) = (NO_LINE / (LONGEST - 1) + 2, NO_LINE % (LONGEST - 1) + 2);
        lengths[LINES] = [first as u8, second as u8];
        Self {
            lengths,
            starts: [0; LINES + 1],
            left: 0,
            padded: false,
            total: 0,
        }
    };

    /// Bytes of each line.
    #[cold]
    pub(super) fn steps(&self) -> [u32; LINES] {
        core::array::from_fn(|line| self.lengths[line].map(u32::from).iter().sum())
    }

    /// Of the lines that are left, those with a pile that may be beyond `u64`, by its length.
    #[cold]
    pub(super) fn wide(&self) -> u64 {
        let wide = |line: &usize| self.lengths[*line].iter().any(|&length| length >= WIDE);
        let lines = (0..LINES).filter(wide).map(|line| 1 << line);
        lines.sum::<u64>() & self.left
    }
}

/// What a tile of this kind has beside a [`Few`](Few), between preparation and use. The arrays that whole vectors are stored
/// to come first, so that these are aligned.
#[repr(C, align(64))]
pub(super) struct Heads {
    /// Where each line's second token has its separator, counted from the first line's.
    pub(super) seconds: [u16; LINES],
    /// Of each line, the second pile's digits less the first's, and 1; or 3 if that is not 0, 1 or 2.
    pub(super) longer: [u16; LINES],
    /// Lines with a pile that has fewer digits than are looked at.
    pub(super) short: u64,
}

const _: () = assert!(
    offset_of!(Heads, seconds).is_multiple_of(64) && offset_of!(Heads, longer).is_multiple_of(64)
);

impl Heads {
    pub(super) const NEW: Self = Self {
        seconds: [0; LINES],
        longer: [0; LINES],
        short: 0,
    };
}
