//! Records laid over lines in any way, as contest readers take them.
//!
//! Owns the second grammar: numbers with any whitespace between, two of them a record, wherever
//! the lines end. It refuses to know how many records there are to be. Invariant: what it answers
//! is what a reader of number after number would, and it takes the fast way through all lines that
//! happen to be records.
//!
//! # Design
//!
//! Nearly every such file has a record a line, so [`run`] gives the text to the line kernel, and
//! takes number by number only from where that stops until a line is a record of its own again. A
//! chunk may begin with half a record, so the first number of one that isn't whole is carried.
//!
//! A record `0 0` may be the end of the input. The kernels don't look for it; but it is cold, so only
//! where a kernel found something cold its lines are searched for one without a digit from 1 to 9:
//! [`zero_line`], eight bytes at a time. In the same way [`long_number`] finds what may be beyond a
//! limit by its length alone.

use super::scalar::{self, Pair, Pile};
use super::{Fault, Reader, Records};
use crate::error::shown;
use crate::grammar::{A_NUMBER, MAX_LINE, is_space};

/// Why [`run`] came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The text is at its end.
    Text,
    /// The sink is full, or (if asked for) a record `0 0` was taken: nothing more is to be read. The
    /// number is where the rest of the text starts.
    Ended(usize),
    /// There is a record `0 0` in the line that starts there, and the sink has answers for it and for
    /// records behind it: to be run again on the text before.
    ZeroLine(usize),
}

/// How records lie in a text, and what is to be known of them.
#[derive(Debug)]
pub struct Layout<'c> {
    /// A record `0 0` is the end. Of lines that a kernel took it is looked for only where something was answered with true:
    /// so the question must be true of 0 and 0.
    pub zero_ends: bool,
    /// The first number of a record that began before the text; then that of one that goes on behind
    /// it.
    pub carry: &'c mut Vec<u8>,
    /// Raised to what no number that was taken has more digits than, leading zeros aside.
    pub longest: &'c mut usize,
}

/// A number, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<'t> {
    /// Its digits and value.
    pub pile: Pile<'t>,
    /// Where its first digit is.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// The next number of `text` at or behind `at`; `None` if there is nothing but whitespace.
pub fn number(text: &[u8], at: usize) -> Result<Option<Number<'_>>, Fault> {
    let rest = &text[at..];
    let Some(skip) = rest.iter().position(|&c| !is_space(c)) else {
        return Ok(None);
    };
    let start = at + skip;
    let fault = |at: usize, expected: &'static str| {
        let rest = &text[at..];
        let found = &rest[..rest.iter().position(|&c| is_space(c)).unwrap_or(rest.len())];
        Fault {
            at,
            expected,
            found: shown(found),
        }
    };
    let Some((pile, end)) = scalar::pile(text, start) else {
        return Err(fault(start, "a number (decimal digits)"));
    };
    if end < text.len() && !is_space(text[end]) {
        return Err(fault(end, "a digit or whitespace"));
    }
    if end - start > MAX_LINE {
        return Err(fault(start, A_NUMBER));
    }
    Ok(Some(Number { pile, start, end }))
}

/// Whether a number is zero, however many digits it has.
fn is_zero(pile: &Pile<'_>) -> bool {
    pile.value == Some(0)
}

/// Reads `text` from `at`, where no number is cut.
///
/// On an error, every record before the fault is answered.
pub fn run<R: Reader<S>, S: Records>(
    reader: &mut R,
    text: &[u8],
    mut at: usize,
    layout: Layout<'_>,
    sink: &mut S,
) -> Result<Stop, Fault> {
    let Layout {
        zero_ends,
        carry,
        longest,
    } = layout;
    loop {
        // Not so behind a number of records, on the line that it begins.
        let starts_line = at == 0 || text[at - 1] == b'\n';
        if carry.is_empty() && at < text.len() && starts_line {
            let (from, cold, room) = (at, sink.cold(), sink.room());
            at = reader.lines(text, at, sink);
            if at > from {
                *longest = reader.longest().max(*longest);
            }
            if zero_ends
                && sink.cold() > cold
                && let Some(line) = reader.zero_line(&text[from..at])
            {
                return Ok(Stop::ZeroLine(from + line));
            }
            if sink.room() == 0 {
                return Ok(Stop::Ended(behind(text, from, room)));
            }
        } else if sink.room() == 0 {
            return Ok(Stop::Ended(at));
        }
        if at >= text.len() {
            return Ok(Stop::Text);
        }
        // Number by number, until a line is a record of its own.
        loop {
            let first = if carry.is_empty() {
                match number(text, at)? {
                    Some(first) => Some(first),
                    None => return Ok(Stop::Text),
                }
            } else {
                None
            };
            // Also where a fault follows it.
            let digits = first.map_or(0, |first| first.pile.digits.len());
            *longest = digits.max(*longest);
            let Some(second) = number(text, first.map_or(at, |first| first.end))? else {
                if let Some(first) = first {
                    carry.extend_from_slice(first.pile.digits);
                }
                return Ok(Stop::Text);
            };
            let pair = Pair {
                a: match first {
                    Some(first) => first.pile,
                    None => number(carry, 0)?.expect("a number is carried").pile,
                },
                b: second.pile,
            };
            if zero_ends && is_zero(&pair.a) && is_zero(&pair.b) {
                return Ok(Stop::Ended(second.end));
            }
            reader.pair(&pair, sink);
            *longest = second.pile.digits.len().max(*longest);
            carry.clear();
            at = second.end;
            if sink.room() == 0 {
                return Ok(Stop::Ended(at));
            }
            if let Some(first) = first
                && let Some(next) = own_line(text, first, second)
            {
                at = next;
                break;
            }
        }
    }
}

/// The end of line number `records`, counted from 1 at `at`; lines without a record don't count.
fn behind(text: &[u8], mut at: usize, records: u64) -> usize {
    let mut left = records;
    while left > 0 && at < text.len() {
        let line = scalar::line_at(text, at);
        left -= u64::from(line.iter().any(u8::is_ascii_digit));
        at = text.len().min(at + line.len() + 1);
    }
    at
}

/// Where the next line starts, if these two numbers are all that is on theirs.
fn own_line(text: &[u8], first: Number<'_>, second: Number<'_>) -> Option<usize> {
    let blank = |&&c: &&u8| is_space(c) && c != b'\n';
    let before = text[..first.start].iter().rev().take_while(blank).count();
    let starts = before == first.start || text[first.start - before - 1] == b'\n';
    let together = !text[first.end..second.start].contains(&b'\n');
    let behind = second.end + text[second.end..].iter().take_while(blank).count();
    (starts && together && text.get(behind) == Some(&b'\n')).then_some(behind + 1)
}

/// The bytes of a word, each 1 to 0x7f, that are at least `least`: bit 8 i + 7 for byte i.
#[inline]
fn at_least(word: u64, least: u8) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    (word + ONES * u64::from(0x80 - least)) & (ONES << 7)
}

/// The top bits of the eight bytes, the first byte's lowest.
#[inline]
fn gather(tops: u64) -> u64 {
    // Bit 8 i + 7 goes to bit 56 + i: by 2^(49 - 7 i), of which no two products meet.
    (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The start of the first line with digits, none of which is 1 to 9. `text` is whole lines of the line
/// grammar, as a kernel took them: so its bytes are digits, blanks and ends of lines.
pub fn zero_line(text: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    const NEWLINES: u64 = ONES * b'\n' as u64;
    zero_line_by(text, |block| {
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

/// [`zero_line`] by whatever finds, in a block, the digits from 1 to 9 and the newlines.
#[inline(always)]
pub(super) fn zero_line_by(text: &[u8], masks: impl Fn(&[u8; 64]) -> (u64, u64)) -> Option<usize> {
    // A line starts in this block, at its bit 0, or none of its bytes so far was 1 to 9.
    let mut carry = 1u64;
    // The last line may have no end: a newline stands for it behind the last byte, if need be in a block
    // of its own.
    let blocks = text
        .chunks(64)
        .chain(text.len().is_multiple_of(64).then_some(&text[..0]));
    for (i, block) in blocks.enumerate() {
        // What is missing at the end counts as newlines.
        let mut padded = [b'\n'; 64];
        let block = block.try_into().unwrap_or_else(|_| {
            padded[..block.len()].copy_from_slice(block);
            &padded
        });
        let (digits, newlines) = masks(block);
        // An addition at the start of each line runs through all that is neither, and stops at the
        // first that is. Where that is a newline, the line had no digit from 1 to 9.
        let neither = !(digits | newlines);
        let (sum, over) = neither.overflowing_add(newlines << 1);
        let (sum, more) = sum.overflowing_add(carry);
        let mut found = sum & !neither & newlines;
        carry = u64::from(over | more) | (newlines >> 63);
        while found != 0 {
            let newline = 64 * i + found.trailing_zeros() as usize;
            if newline > text.len() {
                // No line: what a block is filled up with.
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

/// The first number of `text`, at or behind `at`, that has `digits` digits or more and satisfies `is`.
/// `text` as in [`zero_line`], but it may end anywhere.
pub fn long_number(
    text: &[u8],
    mut at: usize,
    digits: usize,
    mut is: impl FnMut(&[u8]) -> bool,
) -> Option<usize> {
    debug_assert!(digits > 0);
    let run = |bytes: &[u8]| bytes.iter().take_while(|c| c.is_ascii_digit()).count();
    // `at` isn't inside a number, so a run of so many digits from there on has one at the probe.
    while at + digits <= text.len() {
        let end = at + digits;
        let back = text[at..end]
            .iter()
            .rev()
            .take_while(|c| c.is_ascii_digit())
            .count();
        if back < digits {
            // The number that holds the probe, or what is behind it.
            at = end - back;
            continue;
        }
        let end = end + run(&text[end..]);
        if is(&text[at..end]) {
            return Some(at);
        }
        at = end;
    }
    None
}

#[cfg(test)]
mod tests;
