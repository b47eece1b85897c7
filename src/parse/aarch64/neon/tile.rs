//! The data that one step of a batch passes to the next step. Types only. A tile is a batch in the form of its 128 tokens.

use crate::parse::batch::LINES;

/// Bytes of text that must stand before the first line of a walk. The block of the first line begins less than 64 bytes
/// before the line, and the windows of its first token begin less than 20 bytes before the separator of the token.
pub(super) const LEAD: usize = 64;

/// The most digits that windows hold.
pub(super) const MAX_DIGITS: usize = 19;

/// The windows that a batch needs, by its longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TokenLayout {
    /// At most 7 digits: windows of 8 bytes.
    Digits7,
    /// At most 9 digits: windows of 16 bytes, numbers of 32 bits.
    Digits9,
    /// At most 15 digits: windows of 16 bytes, numbers of 64 bits.
    Digits15,
    /// More digits: windows of 16 bytes, and of 4 bytes before them. Tokens of more than [`MAX_DIGITS`] digits go to the
    /// fallback.
    Digits19,
    /// A token is empty, or looks empty because its length is known modulo 64 only. The batch is refused.
    #[default]
    EmptyToken,
}

impl TokenLayout {
    /// The prefilter is tried for such a batch: its piles may differ much in length.
    pub(super) fn may_be_prefiltered(self) -> bool {
        matches!(self, TokenLayout::Digits15 | TokenLayout::Digits19)
    }
}

/// The lengths of a batch's tokens, and what follows from them. [`super::layout`] fills it.
#[repr(align(64))]
pub(super) struct Tile {
    /// The bytes of each line's first token, with the separator after it, modulo 64.
    pub(super) first: [u8; LINES],
    /// The bytes of each line's second token, with the separator after it, modulo 64.
    pub(super) second: [u8; LINES],
    /// The bytes of each line: the sum of its two lengths.
    pub(super) steps: [u8; LINES],
    /// For windows of 8 bytes: the entry of each line in the table of masks.
    pub(super) mask_entries: [u8; LINES],
    /// Lines with a token that no window holds.
    pub(super) oversized: u64,
    pub(super) kind: TokenLayout,
}

impl Tile {
    pub(super) const NEW: Self = Self {
        first: [0; LINES],
        second: [0; LINES],
        steps: [0; LINES],
        mask_entries: [0; LINES],
        oversized: 0,
        kind: TokenLayout::EmptyToken,
    };

    /// No number in the batch has more digits.
    pub(super) fn max_digits(&self) -> usize {
        match self.kind {
            TokenLayout::Digits7 => 7,
            TokenLayout::Digits9 => 9,
            TokenLayout::Digits15 => 15,
            TokenLayout::Digits19 if self.oversized == 0 => MAX_DIGITS,
            TokenLayout::Digits19 | TokenLayout::EmptyToken => usize::MAX,
        }
    }
}

/// What a decoder knows of a batch. Bit i of a mask stands for line i.
pub(super) struct Decoded {
    pub(super) answers: u64,
    /// Every byte is what the dialect has in its place. If not, the other fields mean nothing.
    pub(super) is_valid: bool,
    /// Lines without an answer.
    pub(super) fallback: u64,
    /// The separator after the last token.
    pub(super) end: *const u8,
}
