//! The data of a walk, which its steps pass to one another. The steps are in other files.

use crate::parse::batch::filter_state::Trial;
use crate::parse::batch::{LINES, MAX_USED_POSITIONS, ROUND, TOKENS};
use core::mem::offset_of;

/// Entries of the index. The first separator of the index has entry 64; the one before it has entry 63.
pub(super) const ENTRIES: usize = 64 + MAX_USED_POSITIONS + 2 * ROUND;

/// How a tile is decoded. It follows from the tile's longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TokenLayout {
    /// To 3 digits: lanes of 4 bytes, 16 tokens in each expand.
    Digits3,
    /// To 7 digits: lanes of 8 bytes.
    Digits7,
    /// To 9 digits: lanes of 12 bytes, 5⅓ tokens in each expand. With a byte before the LF: lanes of 16 bytes.
    Digits9,
    /// To 12 digits: lanes of 16 bytes.
    Digits12,
    /// To 24 digits: lanes of 32 bytes, made by one permutation for each line. Single longer tokens go to the fallback.
    Digits24,
    /// To 254 digits: the lines that the [`filter`](super::filter) leaves are read as in `Digits24`.
    Filtered,
    /// Not decoded. The tile has an empty token (two neighbouring separators), or a token that looks empty because its
    /// length is known modulo 256 only. In a dialect with a byte before the LF, a token of more than 21 digits is another
    /// reason.
    #[default]
    Refused,
}

/// What step 2 stores of a batch, and steps 3 to 5 read. The arrays that take whole vectors come first, so they are aligned.
#[repr(C, align(64))]
pub(super) struct Tile {
    /// For each expand of the kind: a mask of the bytes of the lanes that it fills.
    pub(super) masks: [u64; 32],
    pub(super) lines: Lines,
    pub(super) beginnings: Beginnings,
    /// No token has more digits.
    pub(super) max_digits: usize,
    pub(super) kind: TokenLayout,
}

impl Tile {
    const NEW: Self = Self {
        masks: [0; 32],
        lines: Lines {
            lengths: [0; TOKENS],
            starts: [0; LINES + 1],
        },
        beginnings: Beginnings {
            second_starts: [0; LINES],
            longer: [0; LINES],
            several: [0; 2],
            near: 0,
            short: 0,
        },
        max_digits: 0,
        kind: TokenLayout::Refused,
    };
}

/// The lines of a tile that goes to lanes of 32 bytes.
#[repr(C, align(64))]
pub(super) struct Lines {
    /// The lengths of the tokens.
    pub(super) lengths: [u8; TOKENS],
    /// The offset of each line from the first line, and of the end of the last line.
    pub(super) starts: [u16; LINES + 1],
}

impl Lines {
    /// The length of each line, in bytes.
    #[cold]
    pub(super) fn steps(&self) -> [u32; LINES] {
        core::array::from_fn(|line| u32::from(self.starts[line + 1] - self.starts[line]))
    }
}

/// What the filter needs of a tile in addition to its [`Lines`].
#[repr(C, align(64))]
pub(super) struct Beginnings {
    /// The offset of the separator of each line's second token from the first separator of the tile.
    pub(super) second_starts: [u16; LINES],
    /// For each line: the number of digits of its second pile, minus that of its first pile, plus 1; or 3 if this is not 0,
    /// 1 or 2.
    pub(super) longer: [u8; LINES],
    /// Tokens of several digits, one bit each.
    pub(super) several: [u64; 2],
    /// Lines whose piles differ in length by at most one digit, one bit each.
    pub(super) near: u64,
    /// Lines of `near` with a pile of fewer digits than the filter reads.
    pub(super) short: u64,
}

const _: () = assert!(
    offset_of!(Lines, starts).is_multiple_of(64)
        && offset_of!(Beginnings, longer).is_multiple_of(64)
);

/// Decides whether filters are tried, and on which six digits.
pub(super) struct FilterTrial {
    pub(super) trial: Trial<2, 32>,
    /// Piles to 12 digits are compared by their fourth to ninth digits, because the first three digits were zeros.
    pub(super) skips_first_group: bool,
}

/// The memory of the kernel. It is kept from call to call.
///
/// The struct begins at the start of a page. On Zen 4 a store instruction across the end of a page takes 34 cycles.
#[repr(C, align(4096))]
pub(super) struct Store {
    /// Positions of separators, modulo 256.
    pub(super) positions: [u8; ENTRIES],
    pub(super) filter: FilterTrial,
    /// The tile that is decoded, and the tile that is laid out.
    pub(super) tiles: [Tile; 2],
}

impl Store {
    pub(super) const fn new() -> Self {
        Self {
            positions: [0; ENTRIES],
            filter: FilterTrial {
                trial: Trial::NEW,
                skips_first_group: false,
            },
            tiles: [Tile::NEW; 2],
        }
    }
}
