//! The data of a batch between the steps.

use crate::parse::batch::{LINES, TOKENS};

/// Bytes that the text has before the first line of the kernel: windows reach back.
pub(super) const LEAD: usize = 64;

/// What a tile needs, by its longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// To 3 digits: windows of 8 bytes, or one for both tokens of a line, in [`threes`](super::short_lines).
    Three,
    /// To 7 digits: windows of 8 bytes.
    Seven,
    /// To 9: windows of 16 bytes, numbers in 32 bits.
    Nine,
    /// To 15: the same with numbers in 64 bits.
    Fifteen,
    /// To 31, and single longer ones: windows of 32 bytes.
    Long,
    /// An empty token (two separators in a row), or one that looks so as its length is known mod 64.
    #[default]
    Odd,
}

impl Kind {
    /// Piles in it may have lengths so different that it is worth asking for no more.
    pub(super) fn may_be_mixed(self) -> bool {
        matches!(self, Kind::Fifteen | Kind::Long)
    }

    /// No number in such a tile has more digits.
    pub(super) fn digits(self) -> usize {
        match self {
            Kind::Three => 3,
            Kind::Seven => 7,
            Kind::Nine => 9,
            Kind::Fifteen => 15,
            Kind::Long | Kind::Odd => usize::MAX,
        }
    }
}

/// A tile between preparation and use.
#[repr(align(64))]
pub(super) struct Tile {
    /// Of each token, with the separator behind it.
    pub(super) lengths: [u8; TOKENS],
    /// Of each line.
    pub(super) steps: [u16; LINES],
    /// What chooses the masks of a line's windows: an offset into [`super::super::tables::PAIRS_16`].
    pub(super) pairs: [u16; LINES],
    /// What shifts the mask of a token's window, in the order that the windows of 8 bytes want.
    pub(super) shifts: [u8; TOKENS],
    /// Lines with a token that no window holds.
    pub(super) beyond: u64,
    pub(super) kind: Kind,
}

impl Tile {
    pub(super) const NEW: Self = Self {
        lengths: [0; TOKENS],
        steps: [0; LINES],
        pairs: [0; LINES],
        shifts: [0; TOKENS],
        beyond: 0,
        kind: Kind::Odd,
    };
}

/// The piles of a tile's lines, where some lines may have to be asked about again.
pub(super) type Piles = [[u64; LINES]; 2];

/// What [`sevens`] and the others return: answers, whether every byte was in its place, and the
/// lines whose answers aren't among them.
///
/// They move `s` to the separator behind the tile, and may be called where [`answer`] may: what
/// leads to the text's bytes is lengths and steps, and a window reaches back by less than 32 bytes.
pub(super) type Answered = (u64, bool, u64);
