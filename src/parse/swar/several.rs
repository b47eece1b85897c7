//! All whole lines of 64 bytes from one look at them.
//!
//! Owns the way through short lines. It refuses to take a line that isn't two piles of at most 19 digits with one blank
//! between and LF or CR LF behind, unless its lengths settle it ([`Decide::LEADING`]): such a one, and all behind it, is
//! left. Invariant: it answers what it takes as the scalar parser does.
//!
//! # Design
//!
//! Word by word, a line's start is known only when the one before is read to its end: some 25 cycles of nothing but
//! waiting. Here every byte that is no digit is found first. Eight words give a bit a byte each; bit j of a byte
//! is that byte of word j, so transposing these 8 x 8 bits puts them in the order of the text. Of each pile both ends are
//! known then, and piles are read from their ends, whose words lie before: no pile waits for another.

use super::{each, eight};
use crate::parse::Decide;
use std::num::NonZero;

/// Bytes that are looked at.
pub(super) const LOOK: usize = 64;
/// Bytes that are needed before these: a pile is read in words that end where it does.
pub(super) const LEAD: usize = 24;

/// The bytes before, and those that are looked at.
type Window = [u8; LEAD + LOOK];

/// The lines that were taken.
#[derive(Debug, PartialEq)]
pub(super) struct Taken {
    /// The first one's in bit 0.
    pub(super) answers: u64,
    pub(super) lines: u32,
    pub(super) bytes: usize,
}

/// Answers the lines at the start of the `LOOK` bytes.
#[inline(always)]
pub(super) fn several<D: Decide>(window: &Window) -> Taken {
    let mut ends = ends(window);
    let mut start = 0;
    let (mut answers, mut lines) = (0, 0);
    while let Some(a_end) = NonZero::new(ends)
        && let Some(b_end) = NonZero::new(a_end.get() & (a_end.get() - 1))
    {
        ends = b_end.get() & (b_end.get() - 1);
        let [a_end, b_end] = [a_end, b_end].map(|ends| ends.trailing_zeros() as usize % LOOK);
        let mut next = b_end + 1;
        if window[LEAD + a_end] != b' ' {
            break;
        }
        if window[LEAD + b_end] != b'\n' {
            if window[LEAD + b_end] != b'\r' || next == LOOK || window[LEAD + next] != b'\n' {
                break;
            }
            // The LF as well.
            ends &= ends.wrapping_sub(1);
            next += 1;
        }
        let a = Pile::new(window, start, a_end);
        let b = Pile::new(window, a_end + 1, b_end);
        let both = |most| a.has_up_to(most) & b.has_up_to(most);
        let answer = if both(8) {
            D::pair_u32(a.eight(), b.eight())
        } else if both(9) {
            D::pair_u32(a.nine(), b.nine())
        } else if D::LEADING.is_some() && a.apart(&b) {
            // Of the lines of mixed lengths most.
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
    Taken {
        answers,
        lines,
        bytes: start,
    }
}

/// Bit i: byte i of those that are looked at is no digit.
#[inline(always)]
fn ends(window: &Window) -> u64 {
    let mut columns = 0;
    for (j, word) in window[LEAD..].as_chunks().0.iter().enumerate() {
        let digits = u64::from_le_bytes(*word) ^ each(b'0');
        // No carry leaves its byte.
        let others = ((digits & each(0x7f)) + each(0x7f - 9)) | digits;
        columns |= (others & each(0x80)) >> (7 - j);
    }
    transpose(columns)
}

/// Bit 8 i + j to 8 j + i (Warren, Hacker's Delight, 7-3).
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

/// The digits from one byte that is none to the next.
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
    fn has_up_to(&self, most: usize) -> bool {
        self.digits.wrapping_sub(1) < most
    }

    /// Whether the numbers differ by more than one digit.
    #[inline(always)]
    fn apart(&self, other: &Self) -> bool {
        let (shorter, longer) = if self.digits < other.digits {
            (self, other)
        } else {
            (other, self)
        };
        let first = longer.window[LEAD + (longer.end - longer.digits) % LOOK];
        (shorter.digits > 0) & (longer.digits > shorter.digits + 1) & (first != b'0')
    }

    /// Its last eight digits, those before them, and so on; 0 where it has none.
    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        let at = LEAD + self.end - 8 * (i + 1);
        let word: [u8; 8] = self.window[at..at + 8].try_into().expect("eight bytes");
        u64::from_le_bytes(word) & VALUES[self.digits % VALUES.len()][i]
    }

    #[inline(always)]
    fn eight(&self) -> u32 {
        eight(self.word(0)) as u32
    }

    #[inline(always)]
    fn nine(&self) -> u32 {
        self.eight() + (self.word(1) >> 56) as u32 * 100_000_000
    }

    #[inline(always)]
    fn twelve(&self) -> u64 {
        eight(self.word(0)) + four(self.word(1)) * 100_000_000
    }

    #[inline(always)]
    fn nineteen(&self) -> u64 {
        let low = eight(self.word(0)) + eight(self.word(1)) * 100_000_000;
        low + four(self.word(2)) * 10_000_000_000_000_000
    }
}

/// Where a pile of so many digits has the values of digits: see [`Pile::word`].
static VALUES: [[u64; 4]; 32] = {
    let mut values = [[0; 4]; 32];
    let mut i = 0;
    while i < 32 * 4 {
        let (digits, word): (usize, usize) = (i / 4, i % 4);
        if digits > 8 * word {
            let before = (8 * word + 8).saturating_sub(digits);
            values[digits][word] = each(0x0f) << (8 * before);
        }
        i += 1;
    }
    values
};

/// As [`eight`], where the first four digits are 0.
#[inline(always)]
fn four(x: u64) -> u64 {
    let pairs = (x >> 32).wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff;
    pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0xffff
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::{Ascending, IsCold};

    /// What is taken of a text's first lines: lines, bytes and answers. There is something behind in any case.
    fn taken<D: Decide>(text: &str) -> (usize, usize, Vec<bool>) {
        // Neither what stands before the lines nor what stands behind is ever a digit of theirs.
        let all = [b'9', b'\n', b'\r', b' '].map(|around| {
            let mut window = [around; LEAD + LOOK];
            window[LEAD..][..text.len()].copy_from_slice(text.as_bytes());
            if text.len() < LOOK {
                window[LEAD + text.len()] = b'x';
            }
            several::<D>(&window)
        });
        let [taken, ..] = &all;
        assert!(all.iter().all(|other| other == taken), "{text:?} {all:?}");
        let answers = (0..taken.lines).map(|i| taken.answers >> i & 1 == 1);
        (taken.lines as usize, taken.bytes, answers.collect())
    }

    /// What this doesn't take is taken one by one, only later: the other tests would pass without it.
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
                        let most = LOOK / line.len();
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
    fn leaves_what_is_not_its_own() {
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
        // The last byte that is looked at is a CR, or the LF of one.
        for (digits, lines) in [(14, 1), (13, 2)] {
            let line = format!("{} {}\r\n", "7".repeat(18), "8".repeat(digits));
            let text = line.clone() + &format!("{} {}\r\n", "7".repeat(18), "8".repeat(9));
            assert_eq!(taken::<Ascending>(&text[..LOOK.min(text.len())]).0, lines);
        }
    }

    /// Lengths tell the order of magnitude only of numbers that begin with another digit than 0.
    #[test]
    fn leading_zeros_are_no_length() {
        for (line, expected) in [
            ("000000000000012 20\n", vec![true]),
            ("20 000000000000012\n", vec![true]),
            ("000000000000012 21\n", vec![false]),
            ("100000000000012 20\n", vec![false]),
            // So many digits are no number of 64 bits, but not cold.
            ("100000000000000000000000000001 20\n", vec![false]),
            ("20 100000000000000000000000000001\n", vec![false]),
        ] {
            assert_eq!(taken::<IsCold>(line).2, expected, "{line:?}");
        }
        let long = "000000000000000000000000000012 20\n";
        assert_eq!(taken::<IsCold>(long).0, 0);
    }
}
