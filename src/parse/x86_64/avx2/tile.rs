//! The data that one step of a batch passes to the next step. Constants and types only. A tile is a batch in the form of its
//! 128 tokens.

use crate::parse::batch::{LINES, TOKENS};

/// Bytes of text that must stand before the first line of a walk. The block of the first line begins less than 64 bytes
/// before the line, and the window of its first token begins less than 32 bytes before the separator of the token.
pub(super) const LEAD: usize = 64;

/// The windows that a batch needs, by its longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TokenLayout {
    /// At most 3 digits: windows of 8 bytes. [`super::short_lines`] has a faster way for these.
    Digits3,
    /// At most 7 digits: windows of 8 bytes.
    Digits7,
    /// At most 9 digits: windows of 16 bytes, numbers of 32 bits.
    Digits9,
    /// At most 15 digits: windows of 16 bytes, numbers of 64 bits.
    Digits15,
    /// More digits: windows of 32 bytes, which hold 31 digits. Longer tokens go to the fallback.
    Digits31,
    /// A token is empty, or looks empty because its length is known modulo 64 only. The batch is refused.
    #[default]
    EmptyToken,
}

impl TokenLayout {
    /// The prefilters are tried for such a batch: its piles may differ much in length, or are long.
    pub(super) fn may_be_prefiltered(self) -> bool {
        matches!(self, TokenLayout::Digits15 | TokenLayout::Digits31)
    }

    /// No number in such a batch has more digits.
    pub(super) fn max_digits(self) -> usize {
        match self {
            TokenLayout::Digits3 => 3,
            TokenLayout::Digits7 => 7,
            TokenLayout::Digits9 => 9,
            TokenLayout::Digits15 => 15,
            TokenLayout::Digits31 | TokenLayout::EmptyToken => usize::MAX,
        }
    }
}

/// The lengths of a batch's tokens, and the masks that follow from them. [`super::layout`] fills it.
#[repr(align(64))]
pub(super) struct Tile {
    /// The number of bytes of each token with the separator after it, modulo 64.
    pub(super) lengths: [u8; TOKENS],
    /// The bytes of each line: the sum of its two lengths.
    pub(super) steps: [u16; LINES],
    /// For windows of 16 bytes: the mask of each line, as an offset into [`super::super::tables::PAIRS_16`].
    pub(super) mask_offsets: [u16; LINES],
    /// For windows of 8 bytes: by how many bits the mask of each token is shifted, in the order of [`super::windows8`].
    pub(super) mask_shifts: [u8; TOKENS],
    /// Lines with a token that no window holds.
    pub(super) oversized: u64,
    pub(super) kind: TokenLayout,
}

impl Tile {
    pub(super) const NEW: Self = Self {
        lengths: [0; TOKENS],
        steps: [0; LINES],
        mask_offsets: [0; LINES],
        mask_shifts: [0; TOKENS],
        oversized: 0,
        kind: TokenLayout::EmptyToken,
    };
}

/// The first and the second piles of a batch, for lines that are decided one by one in the end.
pub(super) type Piles = [[u64; LINES]; 2];

/// What a decoder or a prefilter knows of a batch. Bit i of a mask stands for line i.
pub(super) struct Decoded {
    pub(super) answers: u64,
    /// Every byte is what the dialect has in its place. If not, the other fields mean nothing.
    pub(super) is_valid: bool,
    /// Lines without an answer.
    pub(super) fallback: u64,
    /// The separator after the last token.
    pub(super) end: *const u8,
}
