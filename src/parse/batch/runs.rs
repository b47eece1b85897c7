//! Runs of whitespace, 64 bytes at a time, for normalisation.
//!
//! Input: masks with a bit for each byte of a block of 64 bytes. Output: which bytes stay, and which of those become a
//! separator. What is not whitespace stays as it is, so a malformed line stays malformed.
//!
//! Between two tokens stands a run of whitespace. It becomes a line feed if it contains one, and a space otherwise. The mask
//! of the line feeds is added to the mask of the whitespace. So a line feed carries to the end of its run, and sets the bit
//! of the next byte: a line begins there. If the run continues in the next block, so does the carry. The last byte of each
//! run is kept, as a line feed or as a space.
//! The block that is written begins one byte before the block that is read, so the next byte is always known.

/// Bytes that normalised text may need beyond the length of the text.
pub(in crate::parse) const SLACK: usize = 128;

/// The state between two blocks of runs of whitespace.
pub(in crate::parse) struct Runs {
    /// Bit 0: the byte before the block that is read is whitespace.
    pub(in crate::parse) after_white: u64,
    /// The run of whitespace at the start of the block, or just before it, contains a line feed.
    carry: bool,
}

/// Which bytes of the block that is written are kept, and what they become. Each mask has a bit for each byte.
pub(in crate::parse) struct Rewritten {
    /// The bytes that stay.
    pub(in crate::parse) keep: u64,
    /// The bytes that are whitespace.
    pub(in crate::parse) white: u64,
    /// The bytes after which a line begins.
    pub(in crate::parse) line_ends: u64,
}

impl Runs {
    /// The state before text that begins with a line.
    pub(in crate::parse) const NEW: Self = Self {
        after_white: 1,
        carry: true,
    };

    /// Takes the next block. `white` and `line_feeds` are the whitespace and the line feeds of the block that is read.
    /// `inside` are the bytes of the block that is written that are text.
    #[inline(always)]
    pub(in crate::parse) fn next(&mut self, white: u64, line_feeds: u64, inside: u64) -> Rewritten {
        let (sum, carry_1) = white.overflowing_add(line_feeds);
        let (sum, carry_2) = sum.overflowing_add(u64::from(self.carry));
        self.carry = carry_1 | carry_2;
        let line_starts = sum & !white;
        let after_white = white << 1 | self.after_white;
        let keep = inside & !(after_white & white);
        self.after_white = white >> 63;
        Rewritten {
            keep,
            white: after_white,
            line_ends: line_starts,
        }
    }
}
