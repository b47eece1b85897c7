//! The data that one step of a batch passes to the next step. Constants and types only. A tile is a batch in the form of its
//! 128 tokens.

use crate::parse::batch::LINES;
use std::ops::Range;

/// Bytes of text that must stand before the first line of a walk. The block of the first line begins less than 64 bytes
/// before the line, and the window of its first token begins less than 32 bytes before the separator of the token.
pub(in crate::parse) const BYTES_BEFORE: usize = 64;

/// The longest token that the windows hold, with its separator.
pub(super) const LONGEST: u8 = 20;

/// The windows that a batch needs, by its longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::parse) enum TokenLayout {
    /// At most 3 digits: windows of 8 bytes. [`super::short_lines`] has a faster way for these.
    Digits3,
    /// At most 7 digits: windows of 8 bytes.
    Digits7,
    /// At most 9 digits: windows of 16 bytes, numbers of 32 bits.
    Digits9,
    /// At most 15 digits: windows of 16 bytes, numbers of 64 bits.
    Digits15,
    /// More digits: windows of 16 bytes, and of 4 bytes before them. Tokens of more than 19 digits go to the fallback.
    Long,
    /// A token is empty, or looks empty because its length is known modulo 64 only. The batch is refused.
    #[default]
    EmptyToken,
}

/// The lengths of a batch's tokens. [`super::layout`] fills it.
#[repr(align(64))]
pub(in crate::parse) struct Tile {
    /// For each line, the number of bytes of each token with the separator after it, modulo 64.
    pub(in crate::parse) lengths: [[u8; 2]; LINES],
    /// Lines with a token that no window holds.
    pub(in crate::parse) oversized: u64,
    pub(in crate::parse) kind: TokenLayout,
}

impl Tile {
    pub(in crate::parse) const NEW: Self = Self {
        lengths: [[0; 2]; LINES],
        oversized: 0,
        kind: TokenLayout::EmptyToken,
    };

    /// The bytes of each line.
    pub(in crate::parse) fn steps(&self) -> [u32; LINES] {
        self.lengths.map(|[a, b]| u32::from(a) + u32::from(b))
    }

    /// The bytes of some lines together.
    #[inline(always)]
    pub(super) fn bytes(&self, lines: Range<usize>) -> usize {
        let lengths = self.lengths[lines].as_flattened().iter();
        lengths.map(|&length| usize::from(length)).sum()
    }

    /// No number in the batch has more digits.
    pub(in crate::parse) fn max_digits(&self) -> usize {
        match self.kind {
            TokenLayout::Digits3 => 3,
            TokenLayout::Digits7 => 7,
            TokenLayout::Digits9 => 9,
            TokenLayout::Digits15 => 15,
            TokenLayout::Long if self.oversized == 0 => usize::from(LONGEST) - 1,
            TokenLayout::Long | TokenLayout::EmptyToken => usize::MAX,
        }
    }

    /// The filter is tried on such a batch: its piles may differ much in length, or are long.
    pub(in crate::parse) fn may_be_filtered(&self) -> bool {
        matches!(self.kind, TokenLayout::Digits15 | TokenLayout::Long)
    }
}

/// The first and the second piles of a batch, for lines that are decided one by one in the end.
#[repr(align(64))]
pub(in crate::parse) struct Piles {
    pub(in crate::parse) u32s: [[u32; LINES]; 2],
    pub(in crate::parse) u64s: [[u64; LINES]; 2],
}

impl Piles {
    pub(in crate::parse) const NEW: Self = Self {
        u32s: [[0; LINES]; 2],
        u64s: [[0; LINES]; 2],
    };
}

/// What the windows or the filter know of a batch. Bit i of a mask stands for line i.
pub(in crate::parse) struct Decoded {
    pub(in crate::parse) answers: u64,
    /// Every byte is what the dialect has in its place. If not, the other fields mean nothing.
    pub(in crate::parse) is_valid: bool,
    /// Lines without an answer.
    pub(in crate::parse) fallback: u64,
    /// The separator after the last token.
    pub(in crate::parse) end: *const u8,
}
