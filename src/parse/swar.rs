//! Eight digits at a time in plain 64-bit arithmetic ("SIMD within a register").
//!
//! Owns a kernel that any machine runs, in safe Rust. It takes every line of the grammar whose
//! piles have at most 19 digits, eights of leading zeros aside, and leaves the rest, but for short lines that lengths
//! settle. Invariant: it reads whole words that lie inside the text; the last few lines, where a word would reach past
//! the end, are left to the scalar parser.
//!
//! # Design
//!
//! The plain way multiplies by ten once a digit and asks after each whether another follows:
//! the length of a pile is random, so the loop's end is mispredicted about once a pile. Here the
//! length is computed, not branched on:
//!
//! 1. Load 8 bytes. A byte gets its top bit when `'0'` is taken off if it is below `'0'` or from 0xb0 on, and when
//!    0x46 is added if it is above `'9'` and below 0xba; the lowest such bit gives the length.
//! 2. Shift the digits against the top; zeros come in below, which are leading zeros, since the first
//!    digit is the lowest byte.
//! 3. Eight digits are a number by pairs, fours, and eights: three multiplications.
//!
//! A pile of 8 digits or more goes on with the next word, and one of 16 with a third: branches, but
//! predictable where piles are of one size. A line in the usual form is taken from one window, whose
//! bounds are looked at once.
//!
//! Short lines are better found first and read then: see `several`. Lines of which a look has only one go the way above.

mod several;

use super::{Bits, Decide, Kernel};
use several::{LEAD, LOOK, several};

/// The kernel of this file.
#[derive(Debug)]
pub struct Swar;

impl<D: Decide> Kernel<D> for Swar {
    #[inline]
    fn lines<B: Bits>(&mut self, text: &[u8], at: usize, bits: &mut B) -> usize {
        lines_until::<D, B>(text, at, text.len(), bits)
    }
}

/// The same, for no line that starts at `end` or behind.
#[inline]
pub(super) fn lines_until<D: Decide, B: Bits>(
    text: &[u8],
    mut at: usize,
    end: usize,
    bits: &mut B,
) -> usize {
    let mut answers = Answers::new(bits);
    // Lines to be read one by one, and looks in a row that found no more than one. At first a few: where faults follow
    // one another this is called for each, and a look would be in vain.
    let (mut singly, mut in_vain) = (2, 0);
    while at < end {
        if singly == 0
            && end - at >= LOOK
            && let Some(lead) = at.checked_sub(LEAD)
            && let Some(window) = text[lead..].first_chunk()
        {
            let taken = several::<D>(window);
            answers.push(taken.answers, taken.lines);
            at += taken.bytes;
            in_vain = if taken.lines > 1 { 0 } else { in_vain + 1 };
            if in_vain > 1 || taken.lines == 0 {
                (singly, in_vain) = (SINGLY, 1);
            }
            if taken.lines > 0 {
                continue;
            }
        }
        singly = singly.saturating_sub(1);
        let Some((pair, next)) = line(text, at) else {
            break;
        };
        if let Some((a, b)) = pair {
            answers.push(u64::from(D::pair(a, b)), 1);
        }
        at = next;
    }
    at
}

/// Lines before several are looked for again, once that was in vain.
const SINGLY: u32 = 32;

/// Answers on their way.
struct Answers<'b, B: Bits> {
    bits: &'b mut B,
    answers: u64,
    count: u32,
}

impl<'b, B: Bits> Answers<'b, B> {
    fn new(bits: &'b mut B) -> Self {
        let (answers, count) = (0, 0);
        Self {
            bits,
            answers,
            count,
        }
    }

    /// At most 63 more.
    #[inline(always)]
    fn push(&mut self, answers: u64, count: u32) {
        self.answers |= answers << self.count;
        self.count += count;
        if self.count >= 64 {
            self.bits.push(self.answers, 64);
            self.count -= 64;
            // Those that found no room.
            self.answers = answers >> (count - self.count);
        }
    }
}

impl<B: Bits> Drop for Answers<'_, B> {
    fn drop(&mut self) {
        if self.count > 0 {
            self.bits.push(self.answers, self.count);
        }
    }
}

/// One line from `at`: its pair (`None` for a line of blanks) and where the next one starts.
/// `None` if it isn't for this kernel.
#[inline(always)]
pub(super) fn line(text: &[u8], at: usize) -> Option<(Option<(u64, u64)>, usize)> {
    if let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk())
        && let Some((pair, end)) = strict(window)
    {
        return Some((Some(pair), at + end));
    }
    loose(text, at)
}

/// A line of two piles, one blank between and nothing else; also where the next one starts.
#[inline(always)]
fn strict(window: &[u8; WINDOW]) -> Option<((u64, u64), usize)> {
    let (a, end) = pile(window, 0)?;
    if window[end] != b' ' {
        return None;
    }
    let (b, end) = pile(window, end + 1)?;
    (window[end] == b'\n').then_some(((a, b), end + 1))
}

/// Any other line.
#[cold]
#[inline(never)]
fn loose(text: &[u8], mut at: usize) -> Option<(Option<(u64, u64)>, usize)> {
    let start = at;
    at = skip_blanks(text, at);
    match text.get(at)? {
        b'\n' => return short(start, at + 1).then_some((None, at + 1)),
        b'\r' if text.get(at + 1) == Some(&b'\n') => {
            return short(start, at + 2).then_some((None, at + 2));
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
    // Blanks may have made the line too long.
    (text.get(end) == Some(&b'\n') && short(start, end)).then_some((Some((a, b)), end + 1))
}

/// Well below [`super::MAX_LINE`]; a longer line is for the scalar parser to judge.
#[inline(always)]
fn short(start: usize, end: usize) -> bool {
    end - start < 1 << 16
}

#[inline(always)]
fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}

/// By eights, as long as a digit follows.
#[inline(always)]
fn skip_zeros(text: &[u8], mut at: usize) -> usize {
    while let Some([zeros @ .., b'0'..=b'9']) = text[at..].first_chunk::<9>()
        && zeros == b"00000000"
    {
        at += 8;
    }
    at
}

const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Bytes that hold any line of two piles of up to [`MOST`] digits, with room for the words behind.
const WINDOW: usize = 64;
/// Digits of a pile: as many as are below 2^64 whatever they are.
const MOST: usize = 19;

/// A pile of 1 to [`MOST`] digits at `at`: its value, and where it ends.
#[inline(always)]
fn pile(window: &[u8], at: usize) -> Option<(u64, usize)> {
    /// By how many places the digits move that more of them follow.
    const TENS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    let word = |i: usize| {
        let bytes = window.get(at + i..at + i + 8)?.try_into().ok()?;
        Some(u64::from_le_bytes(bytes))
    };
    let first = word(0)?;
    let stop = others(first);
    if stop != 0 {
        let (digits, value) = last(first, stop);
        return (digits > 0).then_some((value, at + digits));
    }
    let first = eight(digits(first));
    let second = word(8)?;
    let stop = others(second);
    if stop != 0 {
        let (digits, value) = last(second, stop);
        return Some((first * TENS[digits] + value, at + 8 + digits));
    }
    let first = first * 100_000_000 + eight(digits(second));
    let third = word(16)?;
    let (digits, value) = last(third, others(third));
    (16 + digits <= MOST).then(|| (first * TENS[digits] + value, at + 16 + digits))
}

/// How many of the eight bytes come before the first that is none, and the number that they spell.
#[inline(always)]
fn last(text: u64, stop: u64) -> (usize, u64) {
    // In the byte of the first its top bit is set: 7, 15, ... 63; 64 if there is none.
    let bit = stop.trailing_zeros();
    (
        (bit / 8) as usize,
        eight(digits(text) << 8 << (63 - bit.min(63))),
    )
}

/// The values of the digits before the first byte that is none.
#[inline(always)]
fn digits(text: u64) -> u64 {
    text.wrapping_sub(each(b'0'))
}

/// The top bit of each byte that is not a digit. A carry can spoil only bytes above the first that is
/// not a digit, and only that one is asked for.
#[inline(always)]
fn others(text: u64) -> u64 {
    (text.wrapping_add(each(0x7f - b'9')) | digits(text)) & each(0x80)
}

/// Whether all bytes are digits. For the vector kernels, as [`six`] is.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn are_digits(text: &[u8]) -> bool {
    let Some(last) = text.last_chunk() else {
        return text.iter().all(u8::is_ascii_digit);
    };
    let words = text.as_chunks().0.iter().chain([last]);
    words.fold(0, |all, &word| all | others(u64::from_le_bytes(word))) == 0
}

/// The number that the eight digits (values 0 to 9, the first in the lowest byte) spell.
#[inline(always)]
fn eight(x: u64) -> u64 {
    let pairs = x.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16;
    u64::from(fours as u16) * 10_000 + (fours >> 32)
}

/// The number that the six digits between the first byte and the last one spell.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn six(bytes: [u8; 8]) -> u64 {
    // Two zeros take the place of what is before them.
    eight((u64::from_le_bytes(bytes) >> 8 & each(0x0f)) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What this doesn't take [`loose`] does, only later: the other tests would pass without it.
    #[test]
    fn lines_in_the_usual_form() {
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
            assert_eq!(strict(&window), expected, "{line:?}");
        }
    }

    /// The scalar parser would take these as well, only later.
    #[test]
    fn lines_in_any_other_form() {
        for line in [
            "12  3\n",
            " \t12\t3 \n",
            "12 3\r\n",
            "0000000000000000000000000000012 000000000000000000000000000003\n",
            "00000012 0000000000000000000000003\n",
        ] {
            let text = format!("{line}1 1\n1 1\n1 1\n1 1\n1 1\n1 1\n");
            let expected = Some((Some((12, 3)), line.len()));
            assert_eq!(loose(text.as_bytes(), 0), expected, "{line:?}");
        }
        let (zero, long) = ("0".repeat(24), "0".repeat(24) + "1" + &"0".repeat(19));
        let text = format!("{zero} {zero}\n{zero} {long}\n");
        assert_eq!(loose(text.as_bytes(), 0), Some((Some((0, 0)), 50)));
        assert_eq!(loose(text.as_bytes(), 50), None);
    }
}
