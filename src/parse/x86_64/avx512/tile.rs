//! The data that the steps of a walk pass to one another. The steps are in other files.

use super::index::{Entries, LINES};
use crate::parse::x86_64::tables::NO_LINE;

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
            shifts: [[0; LINES]; 2],
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
    /// For the first and the second pile of each line: the bits by which its first digits are shifted.
    pub(super) shifts: [[u16; LINES]; 2],
    /// A bit for each line with a token that is too long for any lane.
    pub(super) oversized: u64,
}

impl Lines {
    /// The shuffle of a lane without a line, or for a line that is too long for a lane.
    pub(super) const NO_LINE: u16 = (64 * NO_LINE) as u16;
}

/// The memory that the kernel keeps from call to call.
pub(super) struct Store {
    pub(super) entries: Entries,
    /// The number of tiles until the filter is tried again.
    pub(super) pause: u32,
    /// The tile that is decoded, and the tile that is laid out.
    pub(super) tiles: [Tile; 2],
}

impl Store {
    pub(super) const fn new() -> Self {
        Self {
            entries: Entries::NEW,
            pause: 0,
            tiles: [Tile::NEW; 2],
        }
    }
}
