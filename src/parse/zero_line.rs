//! Finds the first line whose numbers are all 0. Such a line ends some inputs.
//!
//! Input: lines that a kernel answered. Output: the start of the first line whose digits are all 0; lines without digits do
//! not count. A kernel may have a faster search for the same line, with [`zero_line_by`].

/// The top bit of each byte of `word` that is at least `least`. All bytes of `word` and `least` are from 1 to 0x7f.
#[inline]
fn at_least(word: u64, least: u8) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    (word + ONES * u64::from(0x80 - least)) & (ONES << 7)
}

/// The top bits of eight bytes as one byte, the first one in bit 0. No other bit of `tops` is set.
#[inline]
fn gather(tops: u64) -> u64 {
    // The factor has the bits 56 - 7 i, each of which moves bit 8 i to bit 56 + i. No two products overlap.
    (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The start of the first line whose digits are all 0 (it has at least one). `text` is whole lines that a kernel answered, so
/// its bytes are digits, blanks and line ends.
pub(super) fn zero_line(text: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    const NEWLINES: u64 = ONES * b'\n' as u64;
    zero_line_by(text, &|block: &[u8; 64]| {
        let (mut digits, mut newlines) = (0, 0);
        for (i, word) in block.chunks_exact(8).enumerate() {
            let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
            digits |= gather(at_least(word, b'1')) << (8 * i);
            let others = at_least(word ^ NEWLINES, 1);
            newlines |= gather(!others & (ONES << 7)) << (8 * i);
        }
        (digits, newlines)
    })
}

/// Finds two kinds of bytes in a block: the digits from 1 to 9, and the newlines.
pub(super) trait BlockMasks {
    /// A bit for each byte of each kind.
    fn masks(&self, block: &[u8; 64]) -> (u64, u64);
}

impl<F: Fn(&[u8; 64]) -> (u64, u64)> BlockMasks for F {
    #[inline(always)]
    fn masks(&self, block: &[u8; 64]) -> (u64, u64) {
        self(block)
    }
}

/// [`zero_line`], with `masks`.
#[inline(always)]
pub(super) fn zero_line_by(text: &[u8], masks: &impl BlockMasks) -> Option<usize> {
    // 1 if a line starts at bit 0 of this block, or if the line that continues here had no digit from 1 to 9 so far.
    let mut carry = 1u64;
    // The last line may have no end. Then a newline after the last byte ends it, if necessary in a block of its own.
    let blocks = text
        .chunks(64)
        .chain(text.len().is_multiple_of(64).then_some(&text[..0]));
    for (i, block) in blocks.enumerate() {
        // Bytes after the end count as newlines.
        let mut padded = [b'\n'; 64];
        let block = block.try_into().unwrap_or_else(|_| {
            padded[..block.len()].copy_from_slice(block);
            &padded
        });
        let (digits, newlines) = masks.masks(block);
        // A 1 added at the start of each line carries to the first digit from 1 to 9 or newline. If it is a newline, the
        // line has no digit from 1 to 9.
        let neither = !(digits | newlines);
        let (sum, over) = neither.overflowing_add(newlines << 1);
        let (sum, more) = sum.overflowing_add(carry);
        let mut found = sum & !neither & newlines;
        carry = u64::from(over | more) | (newlines >> 63);
        while found != 0 {
            let newline = 64 * i + found.trailing_zeros() as usize;
            if newline > text.len() {
                // The line is in the padding, after the text.
                return None;
            }
            let start = memchr::memrchr(b'\n', &text[..newline]).map_or(0, |i| i + 1);
            if text[start..newline].contains(&b'0') {
                return Some(start);
            }
            found &= found - 1;
        }
    }
    None
}
