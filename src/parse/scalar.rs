//! The reference parser: one byte at a time.
//!
//! Input: one line. Output: its pair, or its fault. It defines the grammar: the other kernels are compared with it, it reads
//! the lines that they do not take, and it is the only parser that reports faults.

use super::{Decide, Fault};
use crate::grammar::{A_LINE, MAX_LINE};

/// A pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pile<'t> {
    /// Its digits, as in the text.
    pub digits: &'t [u8],
    /// Its value; `None` if it does not fit `u64`.
    pub value: Option<u64>,
}

/// The piles of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair<'t> {
    pub a: Pile<'t>,
    pub b: Pile<'t>,
}

impl Pair<'_> {
    /// The answer to the question `D` about this record.
    pub(crate) fn decide<D: Decide>(&self) -> bool {
        match (self.a.value, self.b.value) {
            (Some(a), Some(b)) => D::reference(a, b),
            _ => D::digits(self.a.digits, self.b.digits),
        }
    }
}

/// The line of `text` that starts at `at`, without its newline. It includes a carriage return.
pub(crate) fn line_at(text: &[u8], at: usize) -> &[u8] {
    let rest = &text[at..];
    &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())]
}

/// Reads a line without its `\n`: a pair, or `None` for a line of blanks.
///
/// Errors: the line is malformed. The fault's offset is counted from the start of the line.
pub(crate) fn record(line: &[u8]) -> Result<Option<Pair<'_>>, Fault> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() > MAX_LINE {
        return Err(Fault::new(0, A_LINE, line));
    }
    let error = |at: usize, expected| {
        let found = line[at..].split(|&c| blank(c)).next();
        Err(Fault::new(at, expected, found.unwrap_or_default()))
    };

    let start = skip_blanks(line, 0);
    if start == line.len() {
        return Ok(None);
    }
    let Some((a, end)) = pile(line, start) else {
        return error(start, "a pile (decimal digits)");
    };
    let start = skip_blanks(line, end);
    if start == end && end < line.len() {
        return error(end, "a digit or a blank");
    }
    let Some((b, end)) = pile(line, start) else {
        return error(start, "a second pile (decimal digits)");
    };
    let rest = skip_blanks(line, end);
    if rest < line.len() {
        let expected = if rest == end {
            "a digit, a blank or the end of the line"
        } else {
            "the end of the line after two piles"
        };
        return error(rest, expected);
    }
    Ok(Some(Pair { a, b }))
}

/// Reads the pile that begins at `start`. Returns it and its end; `None` if there is no digit at `start`.
#[inline]
pub(super) fn pile(line: &[u8], start: usize) -> Option<(Pile<'_>, usize)> {
    let mut value = Some(0u64);
    let mut end = start;
    while end < line.len() && line[end].is_ascii_digit() {
        let digit = u64::from(line[end] - b'0');
        value = value
            .and_then(|v| v.checked_mul(10))
            .and_then(|v| v.checked_add(digit));
        end += 1;
    }
    let digits = &line[start..end];
    (end > start).then_some((Pile { digits, value }, end))
}

/// The first place at or after `at` without a blank.
#[inline(always)]
pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}

fn blank(c: u8) -> bool {
    c == b' ' || c == b'\t'
}
