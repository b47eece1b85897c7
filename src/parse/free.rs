//! Records in free layout: numbers with any whitespace between them. Two numbers are a record, wherever the lines end.
//! Contest programs usually read their input in this way.
//!
//! Input: text that begins and ends outside a number. Output: the same answers as from reading number after number. This module
//! does not know how many records follow.
//!
//! # Design
//!
//! Nearly every such file has one record on each line. So [`read`] gives the text to the line kernel. Where the kernel stops,
//! [`read`] goes on number by number, up to a line that has one whole record and nothing else; after it the kernel is called
//! again. A chunk may end within a record; the first number of that record is carried to the next chunk.
//!
//! A record `0 0` may end the input. The kernels do not look for it. But its answer is true, so [`zero_line`] searches a text
//! for a line of zeros only if a kernel gave a true answer in that text. [`long_number`] finds the numbers that are long enough
//! to exceed a limit.

use super::reader::Reader;
use super::scalar::{self, Pair, Pile};
use super::{Fault, Records};
use crate::grammar::{A_NUMBER, MAX_LINE, is_space};
use memchr::memmem;

/// Why [`read`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The text ended.
    Text,
    /// The input ends: the sink is full, or a record `0 0` was read where such a record ends the input. The rest of the text
    /// starts at this offset.
    Ended(usize),
    /// The line that starts at this offset is a record `0 0`, but the sink has answers for it and for records after it. The
    /// caller drops them and reads the text before that line again.
    ZeroLine(usize),
}

/// What [`read`] needs to know of the records in a text, and what it reports.
#[derive(Debug)]
pub(crate) struct FreeLayout {
    /// A record `0 0` ends the input. The answer of the question for `0 0` must be true.
    pub zero_ends: bool,
    /// Before the call: the first number of a record that began before the text. After the call: the first number of a record
    /// that ends after the text.
    pub carry: Vec<u8>,
}

/// A number in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number<'t> {
    /// Its digits and value.
    pub pile: Pile<'t>,
    /// Its place in the text.
    pub start: usize,
    pub end: usize,
}

impl Number<'_> {
    /// The value of the number. Errors: it does not fit `u64`. The fault names `expected` as what the grammar expects.
    #[inline]
    pub(crate) fn value(&self, expected: &'static str) -> Result<u64, Fault> {
        self.pile.value.ok_or_else(|| self.refused(expected))
    }

    /// The fault that this number is where the grammar expects `expected`.
    pub(crate) fn refused(&self, expected: &'static str) -> Fault {
        Fault::new(self.start, expected, self.pile.digits)
    }
}

/// The first number of `text` at or after `at`; `None` if only whitespace is left.
pub(crate) fn number(text: &[u8], at: usize) -> Result<Option<Number<'_>>, Fault> {
    let rest = &text[at..];
    let Some(skip) = rest.iter().position(|&c| !is_space(c)) else {
        return Ok(None);
    };
    let start = at + skip;
    let fault = |at: usize, expected: &'static str| {
        let found = text[at..].split(|&c| is_space(c)).next();
        Err(Fault::new(at, expected, found.unwrap_or_default()))
    };
    // A longer number is refused, so it need not be read to its end.
    let longest = text.len().min(start + MAX_LINE + 1);
    let Some((pile, end)) = scalar::pile(&text[..longest], start) else {
        return fault(start, "a number (decimal digits)");
    };
    if end - start > MAX_LINE {
        return fault(start, A_NUMBER);
    }
    if end < text.len() && !is_space(text[end]) {
        return fault(end, "a digit or whitespace");
    }
    Ok(Some(Number { pile, start, end }))
}

/// Reads `text` from `at`, which is not inside a number. On an error every record before the fault is answered.
pub(crate) fn read<R: Reader<S> + ?Sized, S: Records>(
    reader: &mut R,
    text: &[u8],
    mut at: usize,
    layout: &mut FreeLayout,
    sink: &mut S,
) -> Result<Stop, Fault> {
    // False if a count of records is on the line of the first record.
    let mut starts_line = at == 0 || text[at - 1] == b'\n';
    loop {
        if starts_line && layout.carry.is_empty() && at < text.len() {
            let (from, cold, room) = (at, sink.cold(), sink.remaining());
            at = reader.lines(text, from, sink);
            if layout.zero_ends
                && sink.cold() > cold
                && let Some(line) = zero_line(&text[from..at])
            {
                return Ok(Stop::ZeroLine(from + line));
            }
            if sink.remaining() == 0 {
                return Ok(Stop::Ended(end_of_lines(text, from, room)));
            }
        } else if sink.remaining() == 0 {
            return Ok(Stop::Ended(at));
        }

        // The kernel does not take the record at `at`.
        let carried = number(&layout.carry, 0)?;
        let own = match carried {
            Some(_) => None,
            None => number(text, at)?,
        };
        let Some(first) = carried.or(own) else {
            return Ok(Stop::Text);
        };
        let Some(second) = number(text, own.map_or(at, |first| first.end))? else {
            layout.carry = first.pile.digits.to_vec();
            return Ok(Stop::Text);
        };
        let pair = Pair {
            a: first.pile,
            b: second.pile,
        };
        at = second.end;
        if layout.zero_ends && (pair.a.value, pair.b.value) == (Some(0), Some(0)) {
            return Ok(Stop::Ended(at));
        }
        reader.pair(&pair, sink);
        // The kernel is called again after a line that has one whole record and nothing else.
        starts_line = false;
        if let Some(first) = own
            && sink.remaining() > 0
            && let Some(next) = own_line(text, first, second)
        {
            (at, starts_line) = (next, true);
        }
        layout.carry.clear();
    }
}

/// The end of the `records`-th line with a record, counted from `at`.
fn end_of_lines(text: &[u8], mut at: usize, records: u64) -> usize {
    // In most texts the last wanted record is the last line.
    let rest = &text[at..];
    let lines = memchr::memchr_iter(b'\n', rest).count() + usize::from(!rest.ends_with(b"\n"));
    if lines as u64 <= records {
        return text.len();
    }
    let mut missing = records;
    while missing > 0 && at < text.len() {
        let line = scalar::line_at(text, at);
        missing -= u64::from(line.iter().any(u8::is_ascii_digit));
        at = text.len().min(at + line.len() + 1);
    }
    at
}

/// The start of the next line, if these two numbers are alone on their line.
fn own_line(text: &[u8], first: Number<'_>, second: Number<'_>) -> Option<usize> {
    let blank = |&&c: &&u8| is_space(c) && c != b'\n';
    let before = text[..first.start].iter().rev().take_while(blank).count();
    let starts = before == first.start || text[first.start - before - 1] == b'\n';
    let together = !text[first.end..second.start].contains(&b'\n');
    let end = second.end + text[second.end..].iter().take_while(blank).count();
    (starts && together && text.get(end) == Some(&b'\n')).then_some(end + 1)
}

/// The start of the first line whose two numbers are 0. `text` is lines that a kernel answered, so its bytes are digits, blanks
/// and line ends.
pub(crate) fn zero_line(text: &[u8]) -> Option<usize> {
    let first = |begin: &[u8]| {
        // In such a line a zero or another blank is before the blank.
        let mut places =
            memmem::find_iter(text, begin).filter(|&at| at == 0 || text[at - 1] <= b'0');
        places.find_map(|at| {
            let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1);
            let line = scalar::line_at(text, start);
            line.iter().all(|&c| c <= b'0').then_some(start)
        })
    };
    // The second number begins with a zero, after a blank.
    first(b" 0").into_iter().chain(first(b"\t0")).min()
}

/// Whether a number in `text` has at least `digits` digits; leading zeros count. It is `true` if that is not known.
fn may_have_long_number(text: &[u8], digits: usize) -> bool {
    #[cfg(target_arch = "x86_64")]
    if let Some(token) = super::x86_64::Avx2::detect() {
        return super::streams::has_long_number::<super::x86_64::avx2::V256>(token, text, digits);
    }
    #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
    if !super::streams::has_long_number::<super::streams::Pair>((), text, digits) {
        return false;
    }
    let _ = (text, digits);
    true
}

/// The first number of `text`, at or after `at`, that has at least `digits` digits and satisfies `is`. `text` is as for
/// [`zero_line`], but it may end anywhere.
pub(crate) fn long_number(
    text: &[u8],
    mut at: usize,
    digits: usize,
    mut is: impl FnMut(&[u8]) -> bool,
) -> Option<usize> {
    debug_assert!(digits > 0);
    if !may_have_long_number(text.get(at..).unwrap_or_default(), digits) {
        return None;
    }
    let is_digit = |c: &&u8| c.is_ascii_digit();
    // `at` is not inside a number, so a number of `digits` digits from there on includes the last byte of this window.
    while at + digits <= text.len() {
        let end = at + digits;
        let back = text[at..end].iter().rev().take_while(is_digit).count();
        if back < digits {
            // Continue at the number that the window ends in, or after the window.
            at = end - back;
            continue;
        }
        let end = end + text[end..].iter().take_while(is_digit).count();
        if is(&text[at..end]) {
            return Some(at);
        }
        at = end;
    }
    None
}

#[cfg(test)]
mod tests;
