//! Normalisation: lines in any form become lines of the strict dialect.
//!
//! Input: a piece of whole lines. Output: the same lines with one space between two piles, and one line feed after each line.
//! What is not whitespace stays as it is, so a malformed line stays malformed. An instruction set implements [`Blocks`]. The
//! number of instructions for 64 bytes does not depend on what the bytes are.
//!
//! Between two tokens stands a run of whitespace. It becomes a line feed if it contains one, and a space otherwise. The mask
//! of the line feeds is added to the mask of the whitespace. So a line feed carries to the end of its run, and sets the bit
//! of the next byte: a line begins there. If the run continues in the next block, so does the carry. The last byte of each
//! run is kept, as a line feed or as a space. The block that is written begins one byte before the block that is read, so the
//! next byte is always known.

/// Bytes that normalised text may need beyond the length of the text.
pub(in crate::parse) const SLACK: usize = 128;

/// Each whitespace character, at the index that its lower four bits make. The other bytes are 0.
pub(in crate::parse) const WHITESPACE: [u8; 16] = {
    let mut table = [0; 16];
    let mut i = 0;
    while i < 4 {
        let byte = b" \t\n\r"[i];
        table[byte as usize % 16] = byte;
        i += 1;
    }
    table
};

/// For each mask of the bytes of eight that are kept: their positions, in order, one byte each.
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
pub(in crate::parse) static KEPT: [u64; 256] = {
    let mut kept = [0; 256];
    let mut mask = 1;
    while mask < 256 {
        let others = mask & (mask - 1);
        kept[mask] = kept[others] << 8 | mask.trailing_zeros() as u64;
        mask += 1;
    }
    kept
};

/// The operations on 64 bytes that normalisation needs of an instruction set. A mask has a bit for each byte.
pub(in crate::parse) trait Blocks: Copy {
    /// 64 bytes.
    type Block: Copy;

    /// The first 64 bytes, and the last 64 bytes.
    fn load(self, bytes: &[u8; 65]) -> [Self::Block; 2];
    /// The bytes that are `byte`.
    fn equal(self, block: Self::Block, byte: u8) -> u64;
    /// The bytes that are in [`WHITESPACE`].
    fn whitespace(self, block: Self::Block) -> u64;
    /// Writes the bytes that are kept, side by side.
    fn write(self, block: Self::Block, rewritten: Rewritten, out: &mut [u8; 64]);
    /// Prefetches text that will be read some time after `block`, if that saves time.
    fn prefetch(self, block: *const u8);
}

/// What becomes of the bytes of a block.
pub(in crate::parse) struct Rewritten {
    /// The bytes that are kept.
    pub(in crate::parse) keep: u64,
    /// The bytes that become a space or a line feed.
    pub(in crate::parse) white: u64,
    /// Those of `white` that become a line feed.
    pub(in crate::parse) line_ends: u64,
}

/// Writes `piece`, as [`Batch::normalise`](super::Batch::normalise) says.
#[inline(always)]
pub(in crate::parse) fn normalise<T: Blocks>(
    blocks: T,
    piece: &[u8],
    out: &mut [u8],
) -> Option<usize> {
    assert!(out.len() >= piece.len() + SLACK);
    // A line begins at the start of the piece.
    let mut state = State {
        after_white: 1,
        carry: true,
        stray_returns: 0,
        written: 0,
    };
    let mut at = 0;
    while at <= piece.len() {
        // The first or the last block, with the byte before it. A line feed stands before the piece. A token begins after the
        // piece, so the last line feed is kept.
        let mut edge = [b'0'; 65];
        edge[0] = b'\n';
        let known = &piece[at.saturating_sub(1)..piece.len().min(at + 64)];
        edge[usize::from(at == 0)..][..known.len()].copy_from_slice(known);
        let inside = 1 + piece.len() - at;
        state.block(blocks, &edge, u64::MAX >> (64 - inside.min(64)), out);
        at += 64;
        let mut rest = piece.get(at - 1..).unwrap_or_default();
        while let Some(window) = rest.first_chunk() {
            blocks.prefetch(window.as_ptr());
            state.block(blocks, window, u64::MAX, out);
            (rest, at) = (&rest[64..], at + 64);
        }
    }
    (state.stray_returns == 0).then_some(state.written)
}

/// The state between two blocks.
struct State {
    /// Bit 0: the byte before the block that is read is whitespace.
    after_white: u64,
    /// The run of whitespace at the start of the block, or just before it, contains a line feed.
    carry: bool,
    /// Carriage returns that no line feed follows, in any block so far.
    stray_returns: u64,
    /// The number of bytes written.
    written: usize,
}

impl State {
    /// Reads the last 64 bytes of `window`, and writes the first 64 bytes, of which only those in `inside` are text.
    #[inline(always)]
    fn block<T: Blocks>(&mut self, blocks: T, window: &[u8; 65], inside: u64, out: &mut [u8]) {
        let [before, block] = blocks.load(window);
        let line_feeds = blocks.equal(block, b'\n');
        self.stray_returns |= blocks.equal(before, b'\r') & !line_feeds;
        let white = blocks.whitespace(block);
        let (sum, carry_1) = white.overflowing_add(line_feeds);
        let (sum, carry_2) = sum.overflowing_add(u64::from(self.carry));
        self.carry = carry_1 | carry_2;
        let after_white = white << 1 | self.after_white;
        self.after_white = white >> 63;
        let rewritten = Rewritten {
            keep: inside & !(after_white & white),
            white: after_white,
            line_ends: sum & !white,
        };
        let kept = rewritten.keep.count_ones() as usize;
        let out = out[self.written..].first_chunk_mut();
        blocks.write(before, rewritten, out.expect("a block is left"));
        self.written += kept;
    }
}
