//! Validates an input strictly: it must have exactly the layout that `gen` writes.
//!
//! In: the bytes of an input and its problem. Out: the number of records, or the first byte that breaks a rule and what
//! is expected there. Numbers are compared with the limits as digits. Only the last number is in memory.
//!
//! The rules: numbers without leading zeros; one space between two numbers of a line; `\n` after each line, also after the
//! last one; at least one record; the limits of the problem; nothing after the last record. A count, a pair, and the piles
//! of a case are each on a line of their own. There is no byte order mark and no compression.

use std::io::{self, BufRead as _, BufReader, Read};
use std::num::NonZeroU64;
use wythoff::internal::shown;
use wythoff::{Error, ErrorKind, Framing, Game, Location, Problem, Result};

/// The largest number of digits, as in [`Solver::solve`](wythoff::Solver::solve).
const MAX_DIGITS: usize = 1 << 20;

/// What [`validate`] found.
#[derive(Debug)]
pub struct Validation {
    /// The number of records before the end or the fault. A case of several pairs is one record.
    pub records: u64,
    /// What makes the input invalid, and where; `None` if it is valid.
    pub fault: Option<Error>,
}

/// Validates `input`, which messages call `name`, as an input of `problem`. Stops at the first fault.
///
/// Errors: the input can't be read; cases without their number of piles ([`Framing::Lines`]) have no strict layout.
pub fn validate(problem: &Problem, input: impl Read + Send, name: &str) -> Result<Validation> {
    if problem.framing == Framing::Lines && !problem.is_pairs() {
        let what =
            "only problems with two piles can be validated as one record on each line".to_owned();
        return Err(Error::new(ErrorKind::Argument(what)));
    }
    let max_pile = problem.limits.max_pile.as_ref();
    let max_pile = max_pile.map(|_| problem.max_pile().to_string());
    // `0 0` may end the input.
    let min_pile = match problem.framing == Framing::Zero && problem.is_pairs() {
        true => 0,
        false => problem.limits.min_pile,
    };
    let mut validator = Validator {
        problem,
        min_pile: &min_pile.to_string(),
        max_pile: max_pile.as_deref(),
        reader: BufReader::with_capacity(1 << 16, input),
        byte: 0,
        line: 1,
        line_start: 0,
        number: Vec::new(),
        records: 0,
    };
    let fault = match validator.input().map_err(|e| e.about(name)) {
        Ok(()) => None,
        // Every fault is of this kind. What the system refuses is of another kind.
        Err(fault) if matches!(fault.kind(), ErrorKind::Framing(_)) => Some(fault),
        Err(e) => return Err(e),
    };
    Ok(Validation {
        records: validator.records,
        fault,
    })
}

struct Validator<'p, R> {
    problem: &'p Problem,
    /// The digits of the smallest pile.
    min_pile: &'p str,
    /// The digits of the largest pile, if there is a limit.
    max_pile: Option<&'p str>,
    reader: BufReader<R>,
    /// The offset of the next byte, the number of its line, from 1, and the offset of that line.
    byte: u64,
    line: u64,
    line_start: u64,
    /// The digits of the number that was read last.
    number: Vec<u8>,
    records: u64,
}

impl<R: Read> Validator<'_, R> {
    fn input(&mut self) -> Result<()> {
        let framing = self.problem.framing;
        let count = match framing {
            Framing::Count => {
                let max = self.problem.limits.max_records.map(NonZeroU64::get);
                let count = self.count("a number of records", 1, max)?;
                self.line_end()?;
                Some(count)
            }
            Framing::One => Some(1),
            Framing::Lines | Framing::Eof | Framing::Zero => None,
        };
        while count != Some(self.records) {
            let may_end = count.is_none() && framing != Framing::Zero && self.records > 0;
            if may_end && self.next_bytes()?.is_empty() {
                return Ok(());
            }
            let start = self.byte;
            if self.record_or_end()? {
                if self.records == 0 {
                    return self.fault(start, "a record before the closing zero", "none");
                }
                self.line_end()?;
                break;
            }
            self.records += 1;
        }
        match self.next_bytes()?.is_empty() {
            true => Ok(()),
            false => self.unexpected("the end of the input after the last record"),
        }
    }

    /// Reads a record. Returns whether it is the one that ends the input; then the line end after it was not read.
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
        let first = self.digits().to_owned();
        self.space()?;
        match self.problem.limits.smaller_first {
            true => self.number("the larger pile", &first, self.max_pile)?,
            false => self.pile()?,
        }
        Ok(first == "0" && self.digits() == "0")
    }

    fn pile(&mut self) -> Result<()> {
        self.number("a pile", self.min_pile, self.max_pile)
    }

    /// Reads a number from `least` to `max`, or to the largest `u64`.
    fn count(&mut self, what: &str, least: u64, max: Option<u64>) -> Result<u64> {
        let max = max.unwrap_or(u64::MAX).to_string();
        self.number(what, &least.to_string(), Some(&max))?;
        Ok(self.digits().parse().expect("a number up to a u64"))
    }

    /// Reads a number from `least` to `max`.
    fn number(&mut self, what: &str, least: &str, max: Option<&str>) -> Result<()> {
        self.number.clear();
        while self.number.len() <= MAX_DIGITS {
            self.next_bytes()?;
            let text = self.reader.buffer().iter();
            let length = text.take_while(|c| c.is_ascii_digit()).count();
            if length == 0 {
                break;
            }
            self.number.extend(&self.reader.buffer()[..length]);
            self.advance(length);
        }
        let digits = self.digits();
        let expected = match (digits.as_bytes(), max) {
            ([], _) => {
                let up_to = max.map_or_else(String::new, |max| format!(" up to {max}"));
                return self.unexpected(&format!("{what}{up_to} (decimal digits)"));
            }
            ([b'0', _, ..], _) => format!("{what} without leading zeros"),
            (_, Some(max)) if is_less(max, digits) => format!("{what} up to {max}"),
            // The parser says the same.
            (digits, None) if digits.len() > MAX_DIGITS => {
                format!("a number of at most {MAX_DIGITS} digits")
            }
            _ if is_less(digits, least) => format!("{what}, at least {least}"),
            _ => return Ok(()),
        };
        self.wrong_number(&expected)
    }

    /// The number that was read last.
    fn digits(&self) -> &str {
        str::from_utf8(&self.number).expect("decimal digits")
    }

    fn space(&mut self) -> Result<()> {
        self.byte(b' ', "one space and another number")
    }

    fn line_end(&mut self) -> Result<()> {
        self.byte(b'\n', "the end of the line (\\n)")?;
        self.line += 1;
        self.line_start = self.byte;
        Ok(())
    }

    fn byte(&mut self, byte: u8, expected: &str) -> Result<()> {
        if self.next_bytes()?.first() != Some(&byte) {
            return self.unexpected(expected);
        }
        self.advance(1);
        Ok(())
    }

    /// Those of the next bytes that were already read; none only at the end of the input.
    fn next_bytes(&mut self) -> io::Result<&[u8]> {
        while let Err(e) = self.reader.fill_buf() {
            if e.kind() != io::ErrorKind::Interrupted {
                return Err(e);
            }
        }
        Ok(self.reader.buffer())
    }

    fn advance(&mut self, bytes: usize) {
        self.reader.consume(bytes);
        self.byte += bytes as u64;
    }

    /// The fault that the next bytes are not what is expected.
    fn unexpected<T>(&mut self, expected: &str) -> Result<T> {
        let start = self.byte;
        let mut word = Vec::new();
        let found = match self.reader.buffer() {
            [] => "the end of the input",
            [b' ', ..] => "a space",
            [b'\t', ..] => "a tab",
            [b'\r', ..] => "a carriage return (\\r)",
            [b'\n', ..] if start == self.line_start => "an empty line",
            [b'\n', ..] => "the end of the line",
            _ => {
                // A message shows fewer bytes.
                while word.len() < 64
                    && let Some(&byte) = self.next_bytes()?.first()
                    && !b" \t\n\r".contains(&byte)
                {
                    word.push(byte);
                    self.advance(1);
                }
                match word.starts_with("\u{feff}".as_bytes()) {
                    true => "a byte order mark",
                    false => &shown(&word),
                }
            }
        };
        self.fault(start, expected, found)
    }

    /// The fault that the last number is not what is expected.
    fn wrong_number<T>(&self, expected: &str) -> Result<T> {
        let start = self.byte - self.number.len() as u64;
        self.fault(start, expected, &shown(&self.number))
    }

    /// The fault at this byte of the line.
    fn fault<T>(&self, byte: u64, expected: &str, found: &str) -> Result<T> {
        let what = format!("expected {expected}, found {found}");
        let location = Location {
            byte,
            line: Some(self.line),
            column: byte - self.line_start + 1,
        };
        Err(Error::new(ErrorKind::Framing(what)).at(location))
    }
}

/// Whether the number `a` is less than `b`. Both are decimal digits without leading zeros.
fn is_less(a: &str, b: &str) -> bool {
    (a.len(), a) < (b.len(), b)
}
