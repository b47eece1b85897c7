//! Normalisation: lines in any form become lines of the strict dialect, `digits SP digits LF`.
//!
//! Input: a piece of whole lines. Output: the same lines with one space between two piles, and one line feed after each line.
//! Bytes that are not whitespace are copied unchanged, so a malformed line stays malformed. [`Blocks`] is implemented for each
//! instruction set. The number of instructions for 64 bytes does not depend on the bytes.
//!
//! The run of whitespace between two tokens becomes a line feed if it contains one, and a space otherwise. The mask of the line
//! feeds is added to the mask of the whitespace. So the sum carries from a line feed to the end of its run, and sets the bit of
//! the byte after the run: a line begins there. If the run continues in the next block, so does the carry. The last byte of
//! each run is kept, as a line feed or as a space. The block that is written begins one byte before the block that is read, so
//! the next byte is always known.

use super::vector::{Step, Vector32, load, repeat, store, words};

/// The output buffer of a normalisation has at least this many bytes more than its input.
pub(in crate::parse) const SLACK: usize = 128;

/// Each whitespace character, at the index that is its lower four bits. The other bytes are 0.
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

/// Indexed by a mask of eight bytes: the positions of the bytes that are kept, in order, one byte each.
static KEPT: [u64; 256] = {
    let mut kept = [0; 256];
    let mut mask = 1;
    while mask < 256 {
        let others = mask & (mask - 1);
        kept[mask] = kept[others] << 8 | mask.trailing_zeros() as u64;
        mask += 1;
    }
    kept
};

/// The operations on 64 bytes that normalisation uses, in one instruction set. A mask has a bit for each byte.
pub(in crate::parse) trait Blocks: Copy {
    /// A block of 64 bytes in registers.
    type Block: Copy;

    /// The first 64 bytes, and the last 64 bytes.
    fn load(self, bytes: &[u8; 65]) -> [Self::Block; 2];
    /// The bytes that are `byte`.
    fn equal(self, block: Self::Block, byte: u8) -> u64;
    /// The bytes that are in [`WHITESPACE`].
    fn whitespace(self, block: Self::Block) -> u64;
    /// Writes the bytes in `keep`, without gaps. Those in `white` are whitespace; they become a line feed if they are in
    /// `line_ends`, and a space otherwise.
    fn write(self, block: Self::Block, keep: u64, white: u64, line_ends: u64, out: &mut [u8; 64]);
}

/// Writes `piece`, which is whole lines, to `out` in the strict dialect, after one newline. `out` has [`SLACK`] bytes more than
/// `piece`. Returns the number of bytes written; `None` if a carriage return is not followed by a line feed.
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
        // The first or the last block, with the byte before it. A line feed comes before the piece, and a digit after it, so
        // the last line feed of the piece is kept.
        let mut edge = [b'0'; 65];
        edge[0] = b'\n';
        let known = &piece[at.saturating_sub(1)..piece.len().min(at + 64)];
        edge[usize::from(at == 0)..][..known.len()].copy_from_slice(known);
        let inside = 1 + piece.len() - at;
        state.block(blocks, &edge, u64::MAX >> (64 - inside.min(64)), out);
        at += 64;
        let mut rest = piece.get(at - 1..).unwrap_or_default();
        while let Some(window) = rest.first_chunk() {
            state.block(blocks, window, u64::MAX, out);
            (rest, at) = (&rest[64..], at + 64);
        }
    }
    (state.stray_returns == 0).then_some(state.written)
}

/// The state that one block passes to the next.
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
        let keep = inside & !(after_white & white);
        let out = out[self.written..].first_chunk_mut();
        let out = out.expect("a block is left");
        blocks.write(before, keep, after_white, sum & !white, out);
        self.written += keep.count_ones() as usize;
    }
}

/// Normalises a piece with two vectors.
pub(super) struct Normalise<'a, V: Vector32>(
    pub(super) V::Token,
    pub(super) &'a [u8],
    pub(super) &'a mut [u8],
);

impl<V: Vector32> Step for Normalise<'_, V> {
    type Output = Option<usize>;
    #[inline(always)]
    fn run(self) -> Option<usize> {
        let Self(token, piece, out) = self;
        normalise(TwoVectors::<V> { token }, piece, out)
    }
}

/// Text is prefetched this number of bytes before it is read.
const PREFETCH_DISTANCE: usize = 4096;

/// A bit for each byte.
#[inline(always)]
pub(super) fn mask<V: Vector32>([low, high]: [V; 2]) -> u64 {
    u64::from(low.bits()) | u64::from(high.bits()) << 32
}

#[derive(Clone, Copy)]
struct TwoVectors<V: Vector32> {
    token: V::Token,
}

impl<V: Vector32> TwoVectors<V> {
    #[inline(always)]
    fn splat(self, byte: u8) -> V {
        V::splat(self.token, byte)
    }

    /// Ones for each whitespace character.
    #[inline(always)]
    fn white(self, bytes: V) -> V {
        // An index with its top bit gives 0.
        let table = V::bytes(self.token, repeat(WHITESPACE));
        table.shuffle(bytes.and(self.splat(0x8f))).equals(bytes)
    }

    /// For each bit that is set, a byte of ones.
    #[inline(always)]
    fn bytes_of_bits(self, bits: u32) -> V {
        let order = const {
            words([
                0, 0, 0, 0, 0x101, 0x101, 0x101, 0x101, 0x202, 0x202, 0x202, 0x202, 0x303, 0x303,
                0x303, 0x303,
            ])
        };
        let each = V::bytes(self.token, repeat([1, 2, 4, 8, 16, 32, 64, 128]));
        let bits = V::splat_u32(self.token, bits).shuffle(V::bytes(self.token, order));
        bits.and(each).equals(each)
    }

    /// Writes the bytes that have a bit in `keep`, without gaps; returns the end of the written bytes.
    ///
    /// # Safety
    /// * 32 bytes are writable from `to`.
    #[inline(always)]
    unsafe fn write_kept(self, bytes: V, keep: u32, mut to: *mut u8) -> *mut u8 {
        let keep = keep.to_le_bytes();
        let order = keep.map(|keep| KEPT[usize::from(keep)]);
        // In each half, the second eight bytes have positions from 8 on.
        let eight = const { repeat([0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8]) };
        let order = load::<V, _, _>(self.token, &order, 0).or(V::bytes(self.token, eight));
        let mut kept = [0u64; 4];
        store(&mut kept, 0, bytes.shuffle(order));
        for (kept, keep) in kept.into_iter().zip(keep) {
            // SAFETY: 32 bytes were writable, and each earlier group has used at most eight, so eight are left.
            unsafe { to.cast::<u64>().write_unaligned(kept) };
            to = to.wrapping_add(keep.count_ones() as usize);
        }
        to
    }
}

impl<V: Vector32> Blocks for TwoVectors<V> {
    type Block = [V; 2];

    #[inline(always)]
    fn load(self, bytes: &[u8; 65]) -> [[V; 2]; 2] {
        V::prefetch(self.token, bytes.as_ptr().wrapping_add(PREFETCH_DISTANCE));
        // SAFETY: each vector ends within the 65 bytes.
        [[0, 32], [1, 33]]
            .map(|at| at.map(|at| unsafe { V::load(self.token, bytes.as_ptr().wrapping_add(at)) }))
    }

    #[inline(always)]
    fn equal(self, [low, high]: [V; 2], byte: u8) -> u64 {
        let byte = self.splat(byte);
        mask([low.equals(byte), high.equals(byte)])
    }

    #[inline(always)]
    fn whitespace(self, [low, high]: [V; 2]) -> u64 {
        mask([self.white(low), self.white(high)])
    }

    #[inline(always)]
    fn write(self, block: [V; 2], keep: u64, _: u64, line_ends: u64, out: &mut [u8; 64]) {
        // Comparing the bytes again takes less time than a vector of the bits in `white`.
        let mut out = out.as_mut_ptr();
        for (i, bytes) in block.into_iter().enumerate() {
            let [keep, ends] = [keep, line_ends].map(|bits| (bits >> (32 * i)) as u32);
            let (white, ends) = (self.white(bytes), self.bytes_of_bits(ends));
            // A line feed where a line ends, and a space elsewhere.
            let blanks = self.splat(b' ').xor(ends.and(self.splat(b' ' ^ b'\n')));
            let strict = bytes.xor(bytes.xor(blanks).and(white));
            // SAFETY: `out` has 64 bytes. The first vector advances it by at most 32 bytes.
            out = unsafe { self.write_kept(strict, keep, out) };
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::SLACK;

    /// The tests that each normalisation must pass.
    pub(in crate::parse) fn a_normalisation(
        normalise: impl Fn(&[u8], &mut [u8]) -> Option<usize> + Copy,
    ) {
        normalisation_makes_strict_lines(normalise);
        normalisation_deletes_only_whitespace(normalise);
        normalisation_refuses_lone_carriage_returns(normalise);
    }

    /// The strict form of `text`, from the fields of each line.
    fn slow(text: &str) -> String {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n");
        format!("\n{}", lines.collect::<String>())
    }

    /// Valid lines become strict lines.
    fn normalisation_makes_strict_lines(normalise: impl Fn(&[u8], &mut [u8]) -> Option<usize>) {
        let mut texts = vec![
            "1 2\r\n3 4\r\n".to_owned(),
            "\n\n \r\n\t\n00 000\n0 0012\n".to_owned(),
            "\n".to_owned(),
            " \n".repeat(200),
        ];
        for shift in 0..130 {
            let blanks = " \t".repeat(shift / 2) + &" ".repeat(shift % 2);
            let zeros = "0".repeat(shift);
            let ones = "1".repeat(shift + 1);
            texts.push(format!("{blanks}12 {blanks}{zeros}34{blanks}\r\n").repeat(9));
            texts.push(
                format!("{}\n5 6{blanks}\n{zeros}0 {zeros}70\n", "\n".repeat(shift)).repeat(9),
            );
            texts.push(format!("{blanks}{ones} {zeros}{ones}\n{zeros}0 0\n").repeat(9));
            texts.push(format!("{} {ones}\n", "1 2\n".repeat(shift)));
            let blanks = " ".repeat(shift);
            texts.push(format!("{zeros}12{blanks} {zeros}34{blanks}\r\n").repeat(9));
            texts.push(format!("{zeros}5 {blanks}6{blanks}\n\n").repeat(9));
        }
        for text in texts {
            let mut out = vec![0; text.len() + SLACK];
            let written = normalise(text.as_bytes(), &mut out);
            let strict = &out[..written.expect("valid lines")];
            assert_eq!(String::from_utf8_lossy(strict), slow(&text));
        }
    }

    /// Normalisation deletes whitespace only, so a malformed line stays malformed.
    fn normalisation_deletes_only_whitespace(
        normalise: impl Fn(&[u8], &mut [u8]) -> Option<usize>,
    ) {
        let digits = "1234567890".repeat(20);
        for place in 0..150 {
            for bad in [
                "\r ",
                "\r\r\n",
                "x ",
                "x\n",
                " x",
                "\0 ",
                "-\n",
                "\u{b}\n",
                "\n\u{c}\n",
                "*\n",
                "\u{1a}\n",
            ] {
                let text = format!("{}{bad}{digits}\n", &digits[..place]);
                let mut out = vec![0; text.len() + SLACK];
                let Some(written) = normalise(text.as_bytes(), &mut out) else {
                    continue;
                };
                let is_malformed = |c: &u8| !b"0123456789 \n".contains(c);
                assert!(
                    out[..written].iter().any(is_malformed),
                    "{bad:?} at {place}"
                );
            }
        }
    }

    /// Text with a carriage return that no line feed follows is refused.
    fn normalisation_refuses_lone_carriage_returns(
        normalise: impl Fn(&[u8], &mut [u8]) -> Option<usize>,
    ) {
        for shift in 0..130 {
            let before = "1 2\n".repeat(shift / 4) + &" ".repeat(shift % 4);
            for bad in ["1\r2\n", "1 \r2\n", "1 2\r \n", "1 2\r\r\n", "\r1 2\n"] {
                let text = format!("{before}{bad}");
                let mut out = vec![0; text.len() + SLACK];
                let written = normalise(text.as_bytes(), &mut out);
                let good = text.replace('\r', " ");
                assert_eq!(written, None, "{text:?}");
                assert!(normalise(good.as_bytes(), &mut out).is_some(), "{good:?}");
            }
        }
    }
}
