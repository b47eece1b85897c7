//! The SWAR kernel: eight digits at a time in 64-bit arithmetic, in safe Rust, on any machine.
//!
//! Input: lines of the grammar. It answers every line whose piles have at most 19 digits, not counting groups of eight
//! leading zeros. It stops at any other line. It reads only whole words that lie within the text, so the last few lines are
//! left to the scalar parser.
//!
//! # Design
//!
//! A plain parser multiplies by ten for each digit, and asks after each digit whether another one follows. The length of a
//! pile is random, so the end of that loop is mispredicted about once a pile. Here the length is computed:
//!
//! 1. Load 8 bytes. Subtraction of `'0'` sets the top bit of a byte that is below `'0'` or at least 0xb0; addition of 0x46 sets
//!    the top bit of a byte that is above `'9'` and below 0xba. The lowest such bit gives the length.
//! 2. Shift the digits to the top of the word. The zeros that come in below act as leading zeros, because the first digit
//!    is the lowest byte.
//! 3. Three multiplications join digits to pairs, pairs to fours, and fours to a number of eight digits.
//!
//! A pile of 8 digits or more continues in a second word, and a pile of 16 or more in a third. These branches are predictable
//! where all piles have about the same length. A line without other blanks is read from one window, whose bounds are checked
//! once.

use super::scalar::skip_blanks;
use super::{AnswerSink, Decide};
use crate::decimal::join_eight;

/// The kernel of this file. It answers the lines from `at` to the last one that starts before `end`, and returns where it stopped.
#[inline]
pub(super) fn lines_until<D: Decide, B: AnswerSink>(
    text: &[u8],
    mut at: usize,
    end: usize,
    sink: &mut B,
) -> usize {
    let (mut answers, mut count) = (0, 0);
    while at < end
        && let Some((pair, next)) = read_line(text, at)
    {
        at = next;
        let Some((a, b)) = pair else {
            continue;
        };
        let answer = match (u32::try_from(a), u32::try_from(b)) {
            (Ok(a), Ok(b)) => D::pair_u32(a, b),
            _ => D::pair(a, b),
        };
        answers |= u64::from(answer) << count;
        count += 1;
        if count == u64::BITS {
            sink.push(answers, count);
            (answers, count) = (0, 0);
        }
    }
    if count > 0 {
        sink.push(answers, count);
    }
    at
}

/// Reads the line at `at`: its pair (`None` for a line of blanks) and the start of the next line. `None` if this kernel does
/// not take the line.
#[inline(always)]
pub(crate) fn read_line(text: &[u8], at: usize) -> Option<(Option<(u64, u64)>, usize)> {
    let strict = text
        .get(at..)
        .and_then(|rest| strict_line(rest.first_chunk()?));
    match strict {
        Some((pair, end)) => Some((Some(pair), at + end)),
        None => any_line(text, at),
    }
}

/// Reads a line with one space between its piles and LF or CR LF after them. Returns the start of the next line as well.
#[inline(always)]
fn strict_line(window: &[u8; WINDOW]) -> Option<((u64, u64), usize)> {
    let (a, end) = pile(window, 0)?;
    if window[end] != b' ' {
        return None;
    }
    let (b, end) = pile(window, end + 1)?;
    let end = end + usize::from(window[end] == b'\r');
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
    /// The factor for the digits read so far, indexed by the number of digits that follow.
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
    let first = join_eight(digit_values(first));
    let second = word(8)?;
    let stop = non_digits(second);
    if stop != 0 {
        let (digits, value) = last_word(second, stop);
        return Some((first * TENS[digits] + value, at + 8 + digits));
    }
    let first = first * 100_000_000 + join_eight(digit_values(second));
    let third = word(16)?;
    let (digits, value) = last_word(third, non_digits(third));
    (16 + digits <= MAX_DIGITS).then(|| (first * TENS[digits] + value, at + 16 + digits))
}

/// The number of digits at the start of the eight bytes, and their value. `stop` is [`non_digits`] of these bytes.
#[inline(always)]
fn last_word(text: u64, stop: u64) -> (usize, u64) {
    // The index of the top bit of the first byte that is not a digit: 7, 15, ... 63; 64 if all are digits.
    let bit = stop.trailing_zeros();
    (
        (bit / 8) as usize,
        join_eight(digit_values(text) << 8 << (63 - bit.min(63))),
    )
}

/// A word of eight equal bytes.
const fn splat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The values of the digits before the first byte that is no digit. The first byte is the lowest one.
#[inline(always)]
fn digit_values(text: u64) -> u64 {
    text.wrapping_sub(splat(b'0'))
}

/// The top bit of the first byte that is not a digit. Bits above it may be wrong, because a carry can reach them.
#[inline(always)]
fn non_digits(text: u64) -> u64 {
    (text.wrapping_add(splat(0x7f - b'9')) | digit_values(text)) & splat(0x80)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::scalar;
    use crate::parse::tests::questions::Count;

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
            ("12 3\r\n", Some(((12, 3), 6))),
            ("12 3\r\r\n", None),
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

    /// A question that panics if it is asked about digits.
    struct OfNumbers;

    impl Decide for OfNumbers {
        fn pair(a: u64, b: u64) -> bool {
            a == b
        }

        fn digits(_: &[u8], _: &[u8]) -> bool {
            panic!("both piles fit u64")
        }
    }

    /// The scalar parser could give all of these answers. So this test checks that the kernel takes the lines itself.
    #[test]
    fn swar_takes_its_lines() {
        for ending in ["\n", "\r\n", " \t\n"] {
            for digits in 1..=19 {
                let line = format!(
                    "  {} \t{}{ending}",
                    "8".repeat(digits),
                    "9".repeat(20 - digits)
                );
                let text = line.repeat(200).into_bytes();
                let mut seen = Count(0);
                for end in [line.len(), 100 * line.len() - 1, 100 * line.len()] {
                    // The kernel takes every line that starts before the end, and no other.
                    let stop = lines_until::<OfNumbers, _>(&text, 0, end, &mut seen);
                    assert_eq!(stop, end.next_multiple_of(line.len()));
                }
                let stop = lines_until::<OfNumbers, _>(&text, 0, text.len(), &mut seen);
                assert!(
                    text.len() - stop <= 2 * line.len().max(16),
                    "{line:?} at {stop}"
                );
                assert_eq!(stop % line.len(), 0);
            }
        }
        let mut seen = Count(0);
        // Only the length of a line counts, not its offset in the text.
        let blank = b" \n\r\n\n \t \r\n7 7\n".repeat(10_000);
        let stop = lines_until::<OfNumbers, _>(&blank, 0, blank.len(), &mut seen);
        assert!(blank.len() - stop <= 2 * 14);
        // The kernel leaves a pile of 20 digits, and a line that may be too long, to the scalar parser.
        let long = format!("1{}2\n1 1\n1 1\n1 1\n1 1\n1 1\n", " ".repeat(1 << 16));
        for text in [
            &b"10000000000000000000 1\n1 1\n1 1\n1 1\n"[..],
            long.as_bytes(),
        ] {
            let stop = lines_until::<OfNumbers, _>(text, 0, text.len(), &mut seen);
            assert_eq!(stop, 0);
        }
        // The scalar parser, too, asks about piles that fit `u64` as numbers.
        let pair = scalar::record(b"18446744073709551615 18446744073709551615");
        assert!(pair.unwrap().unwrap().decide::<OfNumbers>());
    }
}
