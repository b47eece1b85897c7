//! Runs of whitespace and of leading zeros, 64 bytes at a time, for normalisation.
//!
//! Input: masks with a bit for each byte of a block of 64 bytes. Output: which bytes stay, and which of those become a
//! separator. What is neither whitespace nor a leading zero stays as it is, so a malformed line stays malformed and the
//! piles keep their values.
//!
//! Between two tokens stands a run of whitespace. It becomes a line feed if it contains one, and a space otherwise. The mask
//! of the line feeds is added to the mask of the whitespace. So a line feed carries to the end of its run, and sets the bit
//! of the next byte: a line begins there. If the run continues in the next block, so does the carry. The last byte of each
//! run is kept, as a line feed or as a space.
//! The block that is written begins one byte before the block that is read, so the next byte is always known. Leading zeros
//! are found in the same way: a 1 added to the first bit of a run of zeros carries to its end, and the sum has cleared the
//! run.

/// Bytes that normalised text may need beyond the length of the text.
pub(in crate::parse) const SLACK: usize = 128;

/// The state between two blocks of runs of whitespace.
pub(in crate::parse) struct Runs {
    /// Bit 0: the byte before the block that is read is whitespace.
    pub(in crate::parse) after_white: u64,
    /// The run of whitespace at the start of the block, or just before it, contains a line feed.
    carry: bool,
    zeros: Zeros,
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
        zeros: Zeros::NEW,
    };

    /// Takes the next block. `white` and `line_feeds` are the whitespace and the line feeds of the block that is read.
    /// `zeros` and `inside` are bytes of the block that is written: its digits 0, or `None` if leading zeros stay; and its
    /// bytes that are text.
    #[inline(always)]
    pub(in crate::parse) fn next(
        &mut self,
        white: u64,
        line_feeds: u64,
        zeros: Option<u64>,
        inside: u64,
    ) -> Rewritten {
        let (sum, carry_1) = white.overflowing_add(line_feeds);
        let (sum, carry_2) = sum.overflowing_add(u64::from(self.carry));
        self.carry = carry_1 | carry_2;
        let line_starts = sum & !white;
        let after_white = white << 1 | self.after_white;
        let mut keep = inside & !(after_white & white);
        if let Some(zeros) = zeros {
            keep &= !self.zeros.next(zeros, after_white, white);
        }
        self.after_white = white >> 63;
        Rewritten {
            keep,
            white: after_white,
            line_ends: line_starts,
        }
    }
}

/// The state between two blocks of zeros that begin a token.
pub(in crate::parse) struct Zeros {
    /// Bit 0: the byte before the block is whitespace.
    after_white: u64,
    /// Bit 0: the byte before the block is a leading zero.
    after_zero: u64,
}

impl Zeros {
    pub(in crate::parse) const NEW: Self = Self {
        after_white: 0,
        after_zero: 0,
    };

    /// The leading zeros of the next block, except a zero that is the last digit of its token. `white` is the whitespace of
    /// the block; `before_white` are the bytes that whitespace follows.
    #[inline(always)]
    pub(in crate::parse) fn next(&mut self, zeros: u64, white: u64, before_white: u64) -> u64 {
        let after_white = white << 1 | self.after_white;
        let first = (after_white | self.after_zero) & zeros;
        let (sum, carry) = zeros.overflowing_add(first);
        self.after_white = white >> 63;
        self.after_zero = carry.into();
        zeros & !sum & !before_white
    }
}
