//! Reads all whole lines of a block of 64 bytes at once.
//!
//! Input: 64 bytes that begin with a line, and 24 bytes before them. It takes lines of two piles of at most 19 digits, with
//! one space between and LF or CR LF after, and lines that their lengths reject ([`Decide::RATIO`]). It stops at the
//! first other line.
//!
//! # Design
//!
//! A parser that reads word by word knows the start of a line only when it has read the line before: it waits about 25
//! cycles. Here every byte that is no digit is found first. Each of the eight words gives eight bits, one for each byte; they
//! are stored as bit j of eight bytes for word j. Transposing these 8 x 8 bits puts them in the order of the text. Then both
//! ends of each pile are known. Piles are read backwards from their ends, so no pile waits for another.

use super::word::{parse_eight, splat};
use crate::parse::Decide;
use std::num::NonZero;

/// Bytes of a block.
pub(super) const BLOCK: usize = 64;
/// Bytes before the block: a pile is read in words that end where the pile ends.
pub(super) const LEAD: usize = 24;

/// The lead and the block.
type Window = [u8; LEAD + BLOCK];

/// The lines that were read.
#[derive(Debug, PartialEq)]
pub(super) struct ReadLines {
    /// The first answer is bit 0.
    pub(super) answers: u64,
    pub(super) lines: u32,
    pub(super) bytes: usize,
}

/// Answers the lines at the start of the block.
#[inline(always)]
pub(super) fn read_block<D: Decide>(window: &Window) -> ReadLines {
    let mut ends = ends(window);
    let mut start = 0;
    let (mut answers, mut lines) = (0, 0);
    while let Some(a_end) = NonZero::new(ends)
        && let Some(b_end) = NonZero::new(a_end.get() & (a_end.get() - 1))
    {
        ends = b_end.get() & (b_end.get() - 1);
        let [a_end, b_end] = [a_end, b_end].map(|ends| ends.trailing_zeros() as usize % BLOCK);
        let mut next = b_end + 1;
        if window[LEAD + a_end] != b' ' {
            break;
        }
        if window[LEAD + b_end] != b'\n' {
            if window[LEAD + b_end] != b'\r' || next == BLOCK || window[LEAD + next] != b'\n' {
                break;
            }
            // Skip the LF.
            ends &= ends.wrapping_sub(1);
            next += 1;
        }
        let a = Pile::new(window, start, a_end);
        let b = Pile::new(window, a_end + 1, b_end);
        let both = |digits| a.has_up_to(digits) & b.has_up_to(digits);
        let answer = if both(8) {
            D::pair_u32(a.eight(), b.eight())
        } else if both(9) {
            D::pair_u32(a.nine(), b.nine())
        } else if D::RATIO.is_some() && a.is_far_from(&b) {
            // Most lines of mixed lengths come here: their lengths reject them.
            false
        } else if both(12) {
            D::pair(a.twelve(), b.twelve())
        } else if both(19) {
            D::pair(a.nineteen(), b.nineteen())
        } else {
            break;
        };
        answers |= u64::from(answer) << lines;
        start = next;
        lines += 1;
    }
    ReadLines {
        answers,
        lines,
        bytes: start,
    }
}

/// Bit i: byte i of the block is no digit.
#[inline(always)]
fn ends(window: &Window) -> u64 {
    let mut columns = 0;
    for (j, word) in window[LEAD..].as_chunks().0.iter().enumerate() {
        let digits = u64::from_le_bytes(*word) ^ splat(b'0');
        // No sum of two bytes carries into the next byte.
        let others = ((digits & splat(0x7f)) + splat(0x7f - 9)) | digits;
        columns |= (others & splat(0x80)) >> (7 - j);
    }
    transpose(columns)
}

/// Moves bit 8 i + j to bit 8 j + i (Warren, Hacker's Delight, 7-3).
#[inline(always)]
fn transpose(mut bits: u64) -> u64 {
    for (by, which) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let changed = (bits ^ bits >> by) & which;
        bits ^= changed ^ changed << by;
    }
    bits
}

/// The digits between two bytes that are no digits.
struct Pile<'w> {
    window: &'w Window,
    end: usize,
    digits: usize,
}

impl<'w> Pile<'w> {
    #[inline(always)]
    fn new(window: &'w Window, start: usize, end: usize) -> Self {
        let digits = end - start;
        Self {
            window,
            end,
            digits,
        }
    }

    #[inline(always)]
    fn has_up_to(&self, digits: usize) -> bool {
        self.digits.wrapping_sub(1) < digits
    }

    /// Whether the longer number has at least two digits more, and does not begin with a zero.
    #[inline(always)]
    fn is_far_from(&self, other: &Self) -> bool {
        let (shorter, longer) = if self.digits < other.digits {
            (self, other)
        } else {
            (other, self)
        };
        let first = longer.window[LEAD + (longer.end - longer.digits) % BLOCK];
        (shorter.digits > 0) & (longer.digits > shorter.digits + 1) & (first != b'0')
    }

    /// The `i`-th eight digits from the end, as values; 0 where there is no digit.
    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        let at = LEAD + self.end - 8 * (i + 1);
        let word: [u8; 8] = self.window[at..at + 8].try_into().expect("eight bytes");
        u64::from_le_bytes(word) & VALUES[self.digits % VALUES.len()][i]
    }

    #[inline(always)]
    fn eight(&self) -> u32 {
        parse_eight(self.word(0)) as u32
    }

    #[inline(always)]
    fn nine(&self) -> u32 {
        self.eight() + (self.word(1) >> 56) as u32 * 100_000_000
    }

    #[inline(always)]
    fn twelve(&self) -> u64 {
        parse_eight(self.word(0)) + parse_four(self.word(1)) * 100_000_000
    }

    #[inline(always)]
    fn nineteen(&self) -> u64 {
        let low = parse_eight(self.word(0)) + parse_eight(self.word(1)) * 100_000_000;
        low + parse_four(self.word(2)) * 10_000_000_000_000_000
    }
}

/// The masks of [`Pile::word`], by the number of digits.
static VALUES: [[u64; 4]; 32] = {
    let mut values = [[0; 4]; 32];
    let mut i = 0;
    while i < 32 * 4 {
        let (digits, word): (usize, usize) = (i / 4, i % 4);
        if digits > 8 * word {
            let before = (8 * word + 8).saturating_sub(digits);
            values[digits][word] = splat(0x0f) << (8 * before);
        }
        i += 1;
    }
    values
};

/// The same result as [`parse_eight`], faster, if the first four digits are 0.
#[inline(always)]
fn parse_four(x: u64) -> u64 {
    let pairs = (x >> 32).wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff;
    pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0xffff
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::decide::{Ascending, IsCold};

    /// The lines, bytes and answers read from the start of `text`. Some byte always follows the text.
    fn taken<D: Decide>(text: &str) -> (usize, usize, Vec<bool>) {
        // The bytes before and after the lines have no influence.
        let all = [b'9', b'\n', b'\r', b' '].map(|around| {
            let mut window = [around; LEAD + BLOCK];
            window[LEAD..][..text.len()].copy_from_slice(text.as_bytes());
            if text.len() < BLOCK {
                window[LEAD + text.len()] = b'x';
            }
            read_block::<D>(&window)
        });
        let [taken, ..] = &all;
        assert!(all.iter().all(|other| other == taken), "{text:?} {all:?}");
        let answers = (0..taken.lines).map(|i| taken.answers >> i & 1 == 1);
        (taken.lines as usize, taken.bytes, answers.collect())
    }

    /// Lines that this function leaves are read one by one: the answers are the same, but take more time. So only this test
    /// shows that the function takes lines of all lengths.
    #[test]
    fn takes_lines_of_all_lengths() {
        let number = |digits: usize, first: u64| -> u64 {
            (0..digits as u64).fold(0, |number, i| 10 * number + (first + 3 * i) % 9 + 1)
        };
        for a in 1..=19 {
            for b in 1..=19 {
                for ending in ["\n", "\r\n"] {
                    for first in 0..9 {
                        let (x, y) = (number(a, first), number(b, first + 1));
                        let line = format!("{x} {y}{ending}");
                        let most = BLOCK / line.len();
                        let (lines, bytes, answers) = taken::<Ascending>(&line.repeat(most));
                        assert_eq!((lines, bytes), (most, most * line.len()), "{line:?}");
                        assert_eq!(answers, vec![x < y; most], "{line:?}");
                        let (lines, _, answers) = taken::<IsCold>(&line.repeat(most));
                        assert_eq!(lines, most, "{line:?}");
                        assert_eq!(answers, vec![IsCold::pair(x, y); most], "{line:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn other_lines_are_left() {
        for (line, whole) in [
            ("12  3\n", 0),
            ("12\t3\n", 0),
            ("12 3 \n", 0),
            (" 12 3\n", 0),
            ("12 3\r\r\n", 0),
            ("12 3\r4 5\n", 0),
            ("12\n3 4\n", 0),
            ("12 \n", 0),
            ("12 3 4\n", 0),
            ("12-3\n", 0),
            ("-12 3\n", 0),
            ("1:2 3\n", 0),
            ("1/ 2\n", 0),
            ("12 \u{b2}\n", 0),
            ("12 3", 0),
            ("\n", 0),
            ("10000000000000000000 10000000000000000000\n", 0),
            ("00000000000000000012 10000000000000000000\n", 0),
            ("1 2\n10 11\n7 x\n1 2\n", 2),
            ("1 2\n10 11\r\n\r\n", 2),
        ] {
            let bytes = line.split_inclusive('\n').take(whole).map(str::len).sum();
            let (lines, end, _) = taken::<Ascending>(line);
            assert_eq!((lines, end), (whole, bytes), "{line:?}");
        }
        // The last byte of the block is the CR of line 2, or the LF of line 2.
        for (digits, lines) in [(14, 1), (13, 2)] {
            let line = format!("{} {}\r\n", "7".repeat(18), "8".repeat(digits));
            let text = line.clone() + &format!("{} {}\r\n", "7".repeat(18), "8".repeat(9));
            assert_eq!(taken::<Ascending>(&text[..BLOCK.min(text.len())]).0, lines);
        }
    }

    /// A length tells the size of a number only if the first digit is not 0.
    #[test]
    fn leading_zeros_do_not_count_as_length() {
        for (line, expected) in [
            ("000000000000012 20\n", vec![true]),
            ("20 000000000000012\n", vec![true]),
            ("000000000000012 21\n", vec![false]),
            ("100000000000012 20\n", vec![false]),
            // Beyond u64, but their lengths reject them.
            ("100000000000000000000000000001 20\n", vec![false]),
            ("20 100000000000000000000000000001\n", vec![false]),
        ] {
            assert_eq!(taken::<IsCold>(line).2, expected, "{line:?}");
        }
        let long = "000000000000000000000000000012 20\n";
        assert_eq!(taken::<IsCold>(long).0, 0);
    }
}
