//! The SWAR kernel: eight digits at a time in 64-bit arithmetic, in safe Rust, on any machine.
//!
//! Input: lines of the grammar. It answers every line whose piles have at most 19 digits, not counting groups of eight
//! leading zeros, and short lines that their lengths reject. It stops at any other line. It reads whole words inside the
//! text only, so the last few lines are left to the scalar parser.
//!
//! # Design
//!
//! A plain parser multiplies by ten for each digit, and asks after each digit whether another one follows. The length of a
//! pile is random, so the end of that loop is mispredicted about once a pile. Here the length is computed:
//!
//! 1. Load 8 bytes. After `'0'` is subtracted, a byte has its top bit set if it is below `'0'` or from 0xb0 on; after 0x46 is
//!    added, if it is above `'9'` and below 0xba. The lowest such bit gives the length.
//! 2. Shift the digits to the top of the word. The zeros that come in below act as leading zeros, because the first digit
//!    is the lowest byte.
//! 3. Three multiplications join digits to pairs, pairs to fours, and fours to a number of eight digits.
//!
//! A pile of 8 digits or more continues in a second word, one of 16 or more in a third. These branches are predictable
//! where piles have one size. A strict line is read from one window, whose bounds are checked once.
//!
//! Several short lines are read from one block of 64 bytes: see `block`. A line that is alone in its block is read as
//! above.

mod block;
pub(super) mod word;

use super::{AnswerSink, Decide, Kernel};
use block::{BLOCK, LEAD, read_block};
use word::{digit_values, non_digits, parse_eight};

/// The kernel of this file.
#[derive(Debug)]
pub(crate) struct Swar;

impl<D: Decide> Kernel<D> for Swar {
    #[inline]
    fn lines<B: AnswerSink>(&mut self, text: &[u8], at: usize, sink: &mut B) -> usize {
        lines_until::<D, B>(text, at, text.len(), sink)
    }
}

/// Answers lines from `at` to the last one that starts before `end`; returns where it stopped.
#[inline]
pub(super) fn lines_until<D: Decide, B: AnswerSink>(
    text: &[u8],
    mut at: usize,
    end: usize,
    sink: &mut B,
) -> usize {
    let mut answers = AnswerBuffer::new(sink);
    // `single_lines`: lines to read one by one before the next block is tried. `failures`: blocks in a row that had at most
    // one line. The first two lines are read one by one: if most lines are malformed, this function is called between all of
    // them, and a block would be useless.
    let (mut single_lines, mut failures) = (2, 0);
    while at < end {
        if single_lines == 0
            && end - at >= BLOCK
            && let Some(lead) = at.checked_sub(LEAD)
            && let Some(window) = text[lead..].first_chunk()
        {
            let taken = read_block::<D>(window);
            answers.push(taken.answers, taken.lines);
            at += taken.bytes;
            failures = if taken.lines > 1 { 0 } else { failures + 1 };
            if failures > 1 || taken.lines == 0 {
                (single_lines, failures) = (SINGLE_LINES, 1);
            }
            if taken.lines > 0 {
                continue;
            }
        }
        single_lines = single_lines.saturating_sub(1);
        let Some((pair, next)) = read_line(text, at) else {
            break;
        };
        if let Some((a, b)) = pair {
            answers.push(u64::from(D::pair(a, b)), 1);
        }
        at = next;
    }
    at
}

/// Lines to read one by one after two blocks in a row were useless.
const SINGLE_LINES: u32 = 32;

/// Collects answers to words of 64.
struct AnswerBuffer<'b, B: AnswerSink> {
    sink: &'b mut B,
    answers: u64,
    count: u32,
}

impl<'b, B: AnswerSink> AnswerBuffer<'b, B> {
    fn new(sink: &'b mut B) -> Self {
        let (answers, count) = (0, 0);
        Self {
            sink,
            answers,
            count,
        }
    }

    /// Adds at most 63 answers.
    #[inline(always)]
    fn push(&mut self, answers: u64, count: u32) {
        self.answers |= answers << self.count;
        self.count += count;
        if self.count >= 64 {
            self.sink.push(self.answers, 64);
            self.count -= 64;
            // The answers that did not fit.
            self.answers = answers >> (count - self.count);
        }
    }
}

impl<B: AnswerSink> Drop for AnswerBuffer<'_, B> {
    fn drop(&mut self) {
        if self.count > 0 {
            self.sink.push(self.answers, self.count);
        }
    }
}

/// Reads the line at `at`: its pair (`None` for a line of blanks) and the start of the next line. `None` if this kernel does
/// not take the line.
#[inline(always)]
pub(super) fn read_line(text: &[u8], at: usize) -> Option<(Option<(u64, u64)>, usize)> {
    if let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk())
        && let Some((pair, end)) = strict_line(window)
    {
        return Some((Some(pair), at + end));
    }
    any_line(text, at)
}

/// Reads a line of the strict dialect. Returns the start of the next line as well.
#[inline(always)]
fn strict_line(window: &[u8; WINDOW]) -> Option<((u64, u64), usize)> {
    let (a, end) = pile(window, 0)?;
    if window[end] != b' ' {
        return None;
    }
    let (b, end) = pile(window, end + 1)?;
    (window[end] == b'\n').then_some(((a, b), end + 1))
}

/// Reads any other line.
#[cold]
#[inline(never)]
fn any_line(text: &[u8], mut at: usize) -> Option<(Option<(u64, u64)>, usize)> {
    let start = at;
    at = skip_blanks(text, at);
    match text.get(at)? {
        b'\n' => return fits(start, at + 1).then_some((None, at + 1)),
        b'\r' if text.get(at + 1) == Some(&b'\n') => {
            return fits(start, at + 2).then_some((None, at + 2));
        }
        _ => {}
    }
    let (a, end) = pile(text, skip_zeros(text, at))?;
    at = match text.get(end)? {
        b' ' | b'\t' => skip_blanks(text, end + 1),
        _ => return None,
    };
    let (b, end) = pile(text, skip_zeros(text, at))?;
    let mut end = skip_blanks(text, end);
    if text.get(end) == Some(&b'\r') {
        end += 1;
    }
    // A line with many blanks may be too long.
    (text.get(end) == Some(&b'\n') && fits(start, end)).then_some((Some((a, b)), end + 1))
}

/// Whether a line is certainly shorter than the longest allowed line. The scalar parser reads the other lines.
#[inline(always)]
fn fits(start: usize, end: usize) -> bool {
    end - start < 1 << 16
}

#[inline(always)]
fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}

/// Skips zeros eight at a time, as long as a digit follows.
#[inline(always)]
fn skip_zeros(text: &[u8], mut at: usize) -> usize {
    while let Some([zeros @ .., b'0'..=b'9']) = text[at..].first_chunk::<9>()
        && zeros == b"00000000"
    {
        at += 8;
    }
    at
}

/// Enough bytes for any strict line whose piles have at most [`MAX_DIGITS`] digits, and for the words that are read beyond
/// the end of the line.
const WINDOW: usize = 64;
/// The most digits of a pile: every number of 19 digits is below 2^64.
const MAX_DIGITS: usize = 19;

/// Reads a pile of 1 to [`MAX_DIGITS`] digits at `at`: its value, and where it ends.
#[inline(always)]
fn pile(window: &[u8], at: usize) -> Option<(u64, usize)> {
    /// The factor of the digits so far, by the number of digits that follow.
    const TENS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    let word = |i: usize| {
        let bytes = window.get(at + i..at + i + 8)?.try_into().ok()?;
        Some(u64::from_le_bytes(bytes))
    };
    let first = word(0)?;
    let stop = non_digits(first);
    if stop != 0 {
        let (digits, value) = last_word(first, stop);
        return (digits > 0).then_some((value, at + digits));
    }
    let first = parse_eight(digit_values(first));
    let second = word(8)?;
    let stop = non_digits(second);
    if stop != 0 {
        let (digits, value) = last_word(second, stop);
        return Some((first * TENS[digits] + value, at + 8 + digits));
    }
    let first = first * 100_000_000 + parse_eight(digit_values(second));
    let third = word(16)?;
    let (digits, value) = last_word(third, non_digits(third));
    (16 + digits <= MAX_DIGITS).then(|| (first * TENS[digits] + value, at + 16 + digits))
}

/// The number of digits at the start of the eight bytes, and their value. `stop` is [`non_digits`] of these bytes.
#[inline(always)]
fn last_word(text: u64, stop: u64) -> (usize, u64) {
    // The top bit of the first byte that is no digit: 7, 15, ... 63; 64 if all are digits.
    let bit = stop.trailing_zeros();
    (
        (bit / 8) as usize,
        parse_eight(digit_values(text) << 8 << (63 - bit.min(63))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [`any_line`] gives the same results for these lines, but takes more time. So only this test shows that [`strict_line`]
    /// takes them.
    #[test]
    fn strict_lines_are_read() {
        let most = "9999999999999999999";
        for (line, expected) in [
            ("12 3\n", Some(((12, 3), 5))),
            ("0 00012345678\n", Some(((0, 12_345_678), 14))),
            (
                "123456789 123456789012345\n7 7\n",
                Some(((123_456_789, 123_456_789_012_345), 26)),
            ),
            (
                &format!("{most} {most}\n"),
                Some(((9_999_999_999_999_999_999, 9_999_999_999_999_999_999), 40)),
            ),
            (&format!("1{most} 1\n"), None),
            (&format!("1 1{most}\n"), None),
            ("12  3\n", None),
            ("12\t3\n", None),
            ("12 3\r\n", None),
            ("12 \n", None),
            (" 12 3\n", None),
            ("12 3", None),
            ("12\n", None),
        ] {
            let mut window = [b'#'; WINDOW];
            window[..line.len()].copy_from_slice(line.as_bytes());
            assert_eq!(strict_line(&window), expected, "{line:?}");
        }
    }

    /// The scalar parser gives the same results for these lines in more time.
    #[test]
    fn other_lines_are_read() {
        for line in [
            "12  3\n",
            " \t12\t3 \n",
            "12 3\r\n",
            "0000000000000000000000000000012 000000000000000000000000000003\n",
            "00000012 0000000000000000000000003\n",
        ] {
            let text = format!("{line}1 1\n1 1\n1 1\n1 1\n1 1\n1 1\n");
            let expected = Some((Some((12, 3)), line.len()));
            assert_eq!(any_line(text.as_bytes(), 0), expected, "{line:?}");
        }
        let (zero, long) = ("0".repeat(24), "0".repeat(24) + "1" + &"0".repeat(19));
        let text = format!("{zero} {zero}\n{zero} {long}\n");
        assert_eq!(any_line(text.as_bytes(), 0), Some((Some((0, 0)), 50)));
        assert_eq!(any_line(text.as_bytes(), 50), None);
    }
}
