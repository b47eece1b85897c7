//! Validates an input strictly: it must have exactly the layout that `gen` writes.
//!
//! In: the bytes of an input and its problem. Out: the number of records, or the first byte that breaks a rule and what
//! is expected there. Numbers are compared with the limits as digits. Only the last two numbers are in memory.
//!
//! The rules: numbers without leading zeros; one space between two numbers of a line; `\n` after each line, including the last
//! one; at least one record; the limits of the problem; nothing after the last record. A count, a pair, and the piles of a case
//! are each on their own line. Byte order marks and compression are not allowed.

use std::io::{self, Read as _};
use std::num::NonZeroU64;
use wythoff::{Error, ErrorKind, Framing, Game, Input, InputReader, Location};
use wythoff::{Problem, Progress, Result, shown};

/// The largest number of digits, as in [`Solver::solve`](wythoff::Solver::solve).
const MAX_DIGITS: usize = 1 << 20;

/// Validates `input` as an input of `problem`. Returns its number of records, or its first fault. A case of several pairs is one
/// record. `progress` counts bytes.
///
/// Errors: the input can't be read, or changes meanwhile; cases without their number of piles ([`Framing::Lines`]) have no strict
/// layout.
pub fn validate(
    problem: &Problem,
    input: Input<'_>,
    progress: Option<&Progress>,
) -> Result<std::result::Result<u64, Error>> {
    if problem.framing == Framing::Lines && !problem.is_pairs() {
        let what =
            "only problems with two piles can be validated as one record on each line".to_owned();
        return Err(Error::new(ErrorKind::Argument(what)));
    }
    let name = input.name();
    let min_pile = problem.limits.min_pile.to_string();
    let has_max = problem.limits.max_pile.is_some();
    let max_pile = has_max.then(|| problem.max_pile().to_string());
    let mut validator = Validator {
        problem,
        min_pile: &min_pile,
        max_pile: max_pile.as_deref(),
        reader: input.open()?,
        progress,
        text: Vec::new(),
        at: 0,
        digits: 0,
        dropped: 0,
        line: 1,
        line_start: 0,
        records: 0,
    };
    let result = validator.input().map_err(|e| e.about(name));
    // If the file changed meanwhile, the change is reported instead of a fault.
    validator.reader.check_unchanged()?;
    match result {
        // Every fault is of this kind. An error of the system is of another kind.
        Err(e) if !matches!(e.kind(), ErrorKind::Framing(_)) => Err(e),
        result => Ok(result.map(|()| validator.records)),
    }
}

struct Validator<'p, 'r> {
    problem: &'p Problem,
    min_pile: &'p str,
    max_pile: Option<&'p str>,
    reader: InputReader<'r>,
    progress: Option<&'p Progress>,
    /// The bytes that were read, without the first `dropped` bytes of the input. The next byte is `text[at]`. The `digits` of
    /// the last number end at most one byte before it.
    text: Vec<u8>,
    at: usize,
    digits: usize,
    dropped: u64,
    /// The number of the line of the next byte, from 1, and the offset of that line.
    line: u64,
    line_start: u64,
    records: u64,
}

impl Validator<'_, '_> {
    fn input(&mut self) -> Result<()> {
        let framing = self.problem.framing;
        let max = self.problem.max_records();
        let count = match framing {
            Framing::Count => {
                let count = self.count("a number of records", 1, max)?;
                self.line_end()?;
                Some(count)
            }
            Framing::One => Some(1),
            Framing::Lines | Framing::Eof | Framing::Zero => None,
        };
        while count != Some(self.records) {
            let start = self.location(0);
            if let Framing::Lines | Framing::Eof = framing {
                if self.records > 0 && self.peek()?.is_none() {
                    break;
                }
                if max == Some(self.records) {
                    let expected = format!("the end of the input after {} records", self.records);
                    return self.unexpected(&expected);
                }
            }
            if self.record_or_end()? {
                if self.records == 0 {
                    return fault(start, "a record before the closing zero", "none");
                }
                self.line_end()?;
                break;
            }
            if framing == Framing::Zero && max == Some(self.records) {
                let expected = format!("the closing zero after {} records", self.records);
                return fault(start, &expected, "another record");
            }
            self.records += 1;
        }
        if self.peek()?.is_some() {
            return self.unexpected("the end of the input after the last record");
        }
        Ok(())
    }

    /// Reads a record. Returns whether it is the record that ends the input, whose line end is not yet read.
    fn record_or_end(&mut self) -> Result<bool> {
        let limits = &self.problem.limits;
        let zero_ends = self.problem.framing == Framing::Zero;
        let least = u64::from(!zero_ends);
        match self.problem.game {
            Game::Wythoff(_) => {
                if self.pair()? && zero_ends {
                    return Ok(true);
                }
                self.line_end()?;
            }
            Game::Nim(_) | Game::ReturnOfTheNim => {
                let max = limits.max_piles.map(NonZeroU64::get);
                let count = self.count("a number of piles", least, max)?;
                if count == 0 {
                    return Ok(true);
                }
                if count < limits.min_piles {
                    let least = limits.min_piles;
                    return self.wrong_number(&format!("a number of piles, at least {least}"));
                }
                if !self.problem.game.takes_piles(count) {
                    return self.wrong_number("a prime number of piles");
                }
                self.line_end()?;
                for _ in 1..count {
                    self.pile()?;
                    self.space()?;
                }
                self.pile()?;
                self.line_end()?;
            }
            Game::BoundedDifference => {
                let bound = self.count("a bound", 0, limits.max_bound)?;
                self.space()?;
                let least = if bound == 0 { least } else { 1 };
                let pairs = self.count("a number of pairs", least, None)?;
                if pairs == 0 {
                    return Ok(true);
                }
                self.line_end()?;
                for _ in 0..pairs {
                    self.pair()?;
                    self.line_end()?;
                }
            }
        }
        Ok(false)
    }

    /// Reads two piles. Returns whether both are zero.
    fn pair(&mut self) -> Result<bool> {
        self.pile()?;
        let length = self.digits;
        if self.problem.limits.smaller_first {
            let first = self.digits().to_vec();
            self.space()?;
            self.number("the larger pile", &first, self.max_pile)?;
        } else {
            self.space()?;
            self.pile()?;
        }
        let second_back = self.digits;
        let first_back = second_back + 1 + length;
        let first = &self.text[self.at - first_back..][..length];
        let second = self.digits();
        if first == b"0" && second == b"0" {
            return Ok(true);
        }
        // If `0 0` ends the input, the first pile may be 0 until the second one is known.
        for (pile, back) in [(first, first_back), (second, second_back)] {
            if is_less(pile, self.min_pile.as_bytes()) {
                let expected = format!("a pile, at least {}", self.min_pile);
                return fault(self.location(back), &expected, &shown(pile));
            }
        }
        Ok(false)
    }

    fn pile(&mut self) -> Result<()> {
        let zero_ends = self.problem.framing == Framing::Zero && self.problem.is_pairs();
        let least = if zero_ends { "0" } else { self.min_pile };
        self.number("a pile", least.as_bytes(), self.max_pile)
    }

    /// Reads a number from `least` to `max`, or to the largest `u64`.
    fn count(&mut self, what: &str, least: u64, max: Option<u64>) -> Result<u64> {
        let max = max.unwrap_or(u64::MAX).to_string();
        self.number(what, least.to_string().as_bytes(), Some(&max))?;
        let digits = self.digits().iter();
        Ok(digits.fold(0, |count, digit| 10 * count + u64::from(digit - b'0')))
    }

    fn number(&mut self, what: &str, least: &[u8], max: Option<&str>) -> Result<()> {
        let mut length = count_digits(&self.text[self.at..]);
        while self.at + length == self.text.len() && length <= MAX_DIGITS && self.read_more()? {
            length += count_digits(&self.text[self.at + length..]);
        }
        self.at += length;
        self.digits = length;
        let expected = match (self.digits(), max) {
            ([], _) => {
                let up_to = max.map_or_else(String::new, |max| format!(" up to {max}"));
                return self.unexpected(&format!("{what}{up_to} (decimal digits)"));
            }
            ([b'0', _, ..], _) => format!("{what} without leading zeros"),
            (digits, Some(max)) if is_less(max.as_bytes(), digits) => format!("{what} up to {max}"),
            // The same message as the parser's.
            (_, None) if length > MAX_DIGITS => format!("a number of at most {MAX_DIGITS} digits"),
            (digits, _) if is_less(digits, least) => {
                format!("{what}, at least {}", least.escape_ascii())
            }
            _ => return Ok(()),
        };
        self.wrong_number(&expected)
    }

    fn digits(&self) -> &[u8] {
        &self.text[self.at - self.digits..self.at]
    }

    fn space(&mut self) -> Result<()> {
        self.take(b' ', "one space and another number")
    }

    fn line_end(&mut self) -> Result<()> {
        self.take(b'\n', "the end of the line (\\n)")?;
        self.line += 1;
        self.line_start = self.byte();
        Ok(())
    }

    fn take(&mut self, byte: u8, expected: &str) -> Result<()> {
        if self.peek()? != Some(byte) {
            return self.unexpected(expected);
        }
        self.at += 1;
        Ok(())
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.at == self.text.len() {
            self.read_more()?;
        }
        Ok(self.text.get(self.at).copied())
    }

    /// Reads more bytes, and drops the bytes before the last number. Returns `false` at the end of the input.
    fn read_more(&mut self) -> io::Result<bool> {
        let unneeded = self.at.saturating_sub(self.digits + 1);
        self.text.drain(..unneeded);
        self.at -= unneeded;
        self.dropped += unneeded as u64;
        let before = self.text.len();
        self.text.resize(before + (1 << 16), 0);
        let count = self.reader.read(&mut self.text[before..])?;
        self.text.truncate(before + count);
        if let Some(progress) = self.progress {
            progress.add(count as u64, 0);
        }
        Ok(count > 0)
    }

    fn byte(&self) -> u64 {
        self.dropped + self.at as u64
    }

    /// The fault that the next bytes are not as expected.
    fn unexpected<T>(&mut self, expected: &str) -> Result<T> {
        let is_blank = |byte: &u8| b" \t\n\r".contains(byte);
        // A message shows fewer bytes.
        while self.text.len() - self.at < 64
            && !self.text[self.at..].iter().any(is_blank)
            && self.read_more()?
        {}
        let rest = &self.text[self.at..];
        let found = match rest {
            [] => "the end of the input",
            [b' ', ..] => "a space",
            [b'\t', ..] => "a tab",
            [b'\r', ..] => "a carriage return (\\r)",
            [b'\n', ..] if self.byte() == self.line_start => "an empty line",
            [b'\n', ..] => "the end of the line",
            _ if rest.starts_with("\u{feff}".as_bytes()) => "a byte order mark",
            _ => &shown(rest.split(is_blank).next().unwrap_or(rest)),
        };
        fault(self.location(0), expected, found)
    }

    /// The fault that the last number is not as expected.
    fn wrong_number<T>(&self, expected: &str) -> Result<T> {
        fault(self.location(self.digits), expected, &shown(self.digits()))
    }

    /// The place `back` bytes before the next byte, on the same line.
    fn location(&self, back: usize) -> Location {
        let byte = self.byte() - back as u64;
        Location {
            byte,
            line: Some(self.line),
            column: byte - self.line_start + 1,
        }
    }
}

fn fault<T>(at: Location, expected: &str, found: &str) -> Result<T> {
    let what = format!("expected {expected}, found {found}");
    Err(Error::new(ErrorKind::Framing(what)).at(at))
}

/// Whether the number `a` is less than `b`. Both are decimal digits without leading zeros.
#[inline]
fn is_less(a: &[u8], b: &[u8]) -> bool {
    (a.len(), a) < (b.len(), b)
}

/// The number of decimal digits that `text` begins with. Sixteen bytes at a time: the length of a number is hard to predict.
#[inline]
fn count_digits(text: &[u8]) -> usize {
    const EACH: u128 = u128::MAX / 0xff;
    let (blocks, rest) = text.as_chunks::<16>();
    for (i, block) in blocks.iter().enumerate() {
        // A digit becomes 0 to 9. The addition then sets the high bit of any other byte, without a carry into the next byte.
        let word = u128::from_le_bytes(*block) ^ (0x30 * EACH);
        let others = (((word & (0x7f * EACH)) + 0x76 * EACH) | word) & (0x80 * EACH);
        if others != 0 {
            return 16 * i + others.trailing_zeros() as usize / 8;
        }
    }
    let others = rest.iter().skip_while(|c| c.is_ascii_digit());
    text.len() - others.count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use wythoff::workload::invalid_inputs;
    use wythoff::{PROFILES, profile};

    #[test]
    fn each_fault_is_found_where_it_is() {
        let mut problems: Vec<_> = PROFILES.iter().map(|p| p.problem.clone()).collect();
        for &framing in Framing::FREE {
            for name in ["51nod1072", "hdu1850"] {
                let mut other = profile(name).unwrap().problem.clone();
                other.framing = framing;
                problems.push(other);
            }
        }
        for problem in problems {
            let mut faults = BTreeSet::new();
            for (name, input) in invalid_inputs(&problem) {
                let found = validate(&problem, Input::reader(&input[..], name), None);
                let what = || format!("{name}: {problem:?}: {}", input.escape_ascii());
                let fault = found.unwrap().expect_err(&what());
                assert!(faults.insert(fault.to_string()), "{name} twice");
            }
            assert!(faults.len() > 15, "{faults:?}");
        }
    }
}
