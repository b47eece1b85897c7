//! Validates an input strictly: it must have exactly the layout that `gen` writes.
//!
//! In: the bytes of an input and its problem. Out: the number of records, or the first byte that breaks a rule and what
//! is expected there. Memory is bounded: numbers are compared with the limits as digits, one at a time.
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
    let mut validator = Validator {
        problem,
        text: Text {
            reader: BufReader::with_capacity(1 << 16, input),
            ended: false,
        },
        offset: 0,
        line: 1,
        line_start: 0,
        records: 0,
        max_pile: max_pile.as_deref(),
        number: Vec::new(),
        first_pile: Vec::new(),
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

struct Text<R> {
    reader: BufReader<R>,
    /// Whether the input ended. It is not read again: a terminal would wait.
    ended: bool,
}

impl<R: Read> Text<R> {
    /// Some of the text that comes next. It is empty only at the end of the input.
    #[inline]
    fn rest(&mut self) -> io::Result<&[u8]> {
        while self.reader.buffer().is_empty() && !self.ended {
            match self.reader.fill_buf() {
                Ok(text) => self.ended = text.is_empty(),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // Another process made standard input non-blocking.
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => std::thread::yield_now(),
                Err(e) => return Err(e),
            }
        }
        Ok(self.reader.buffer())
    }
}

struct Validator<'p, R> {
    problem: &'p Problem,
    text: Text<R>,
    /// The offset of the number or the byte that comes next.
    offset: u64,
    /// The line of that byte, from 1.
    line: u64,
    /// The offset of the first byte of that line.
    line_start: u64,
    records: u64,
    /// The digits of the largest pile, if there is a limit.
    max_pile: Option<&'p str>,
    /// The digits of the number at `offset`, if it was read.
    number: Vec<u8>,
    /// The digits of the first pile of a pair, if the problem promises an order of the piles.
    first_pile: Vec<u8>,
}

impl<R: Read> Validator<'_, R> {
    fn input(&mut self) -> Result<()> {
        let count = match self.problem.framing {
            Framing::Count => {
                let max = self.problem.limits.max_records;
                let count = self.count("a number of records", max, 1)?;
                self.line_end()?;
                Some(count)
            }
            Framing::One => Some(1),
            Framing::Lines | Framing::Eof | Framing::Zero => None,
        };
        let to_the_end = count.is_none() && self.problem.framing != Framing::Zero;
        while count != Some(self.records) {
            if to_the_end && self.records > 0 && self.has_ended()? {
                return Ok(());
            }
            if self.record_or_end()? {
                if self.records == 0 {
                    // Go back to the start of the line: the mark of the end is one line.
                    self.offset = self.line_start;
                    return self.fault("a record before the closing zero", "none".to_owned());
                }
                self.line_end()?;
                break;
            }
            self.records += 1;
        }
        if self.has_ended()? {
            return Ok(());
        }
        let found = self.found()?;
        self.fault("the end of the input after the last record", found)
    }

    /// Reads a record. Returns whether it is the one that ends the input; then the line end after it was not read.
    fn record_or_end(&mut self) -> Result<bool> {
        let zero_ends = self.problem.framing == Framing::Zero;
        let least = u64::from(!zero_ends);
        match self.problem.game {
            Game::Wythoff(_) => {
                let is_zero = self.pair()?;
                if is_zero && zero_ends {
                    return Ok(true);
                }
                self.line_end()?;
            }
            Game::Nim(_) | Game::ReturnOfTheNim => {
                let max = self.problem.limits.max_piles;
                let count = self.count("a number of piles", max, least)?;
                if count == 0 {
                    return Ok(true);
                }
                self.line_end()?;
                for pile in 1..=count {
                    self.pile()?;
                    self.skip_number();
                    match pile == count {
                        true => self.line_end()?,
                        false => self.space()?,
                    }
                }
            }
            Game::BoundedDifference => {
                let bound = self.count("a bound", None, 0)?;
                self.space()?;
                let least = if bound == 0 { least } else { 1 };
                let pairs = self.count("a number of pairs", None, least)?;
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
        self.first_pile.clone_from(&self.number);
        self.skip_number();
        self.space()?;
        self.pile()?;
        let (first, second) = (&self.first_pile, &self.number);
        if self.problem.limits.smaller_first && (second.len(), second) < (first.len(), first) {
            let what = format!(
                "the smaller pile first, so a pile of at least {}",
                String::from_utf8_lossy(first)
            );
            return self.fault(&what, shown(second));
        }
        let are_zero = first == b"0" && second == b"0";
        self.skip_number();
        Ok(are_zero)
    }

    /// Reads the digits of a pile.
    fn pile(&mut self) -> Result<()> {
        self.number("a pile", self.max_pile)
    }

    /// Reads a number from `least` to `max`, or to the largest `u64`.
    fn count(&mut self, what: &str, max: Option<NonZeroU64>, least: u64) -> Result<u64> {
        let max = max.unwrap_or(NonZeroU64::MAX).to_string();
        self.number(what, Some(&max))?;
        let digits = self.number.iter();
        let value = digits.fold(0, |value, digit| 10 * value + u64::from(digit - b'0'));
        if value < least {
            return self.fault(&format!("{what}, at least {least}"), shown(&self.number));
        }
        self.skip_number();
        Ok(value)
    }

    /// Reads the digits of a number that is at most `max`.
    #[inline]
    fn number(&mut self, what: &str, max: Option<&str>) -> Result<()> {
        self.digits()?;
        let number = &self.number;
        let digits = number.len();
        let max_digits = max.map_or(MAX_DIGITS, str::len);
        let is_small = digits < max_digits
            || digits == max_digits && max.is_none_or(|max| number[..] <= *max.as_bytes());
        if is_small && (digits == 1 || digits > 1 && number[0] != b'0') {
            return Ok(());
        }
        let (expected, found) = if digits == 0 {
            let up_to = max.map_or_else(String::new, |max| format!(" up to {max}"));
            (format!("{what}{up_to} (decimal digits)"), self.found()?)
        } else if number[0] == b'0' && digits > 1 {
            (format!("{what} without leading zeros"), shown(number))
        } else {
            let expected = match max {
                Some(max) => format!("{what} up to {max}"),
                // The words of the parser, too.
                None => format!("a number of at most {MAX_DIGITS} digits"),
            };
            (expected, shown(number))
        };
        self.fault(&expected, found)
    }

    /// Reads the digits that come next. If there are more than any allowed number has, not all of them are read.
    #[inline]
    fn digits(&mut self) -> Result<()> {
        self.number.clear();
        loop {
            let rest = self.text.rest()?;
            let digits = rest.iter().position(|c| !c.is_ascii_digit());
            let len = digits.unwrap_or(rest.len());
            self.number.extend_from_slice(&rest[..len]);
            self.text.reader.consume(len);
            if digits.is_some() || len == 0 || self.number.len() > MAX_DIGITS {
                return Ok(());
            }
        }
    }

    fn skip_number(&mut self) {
        self.offset += self.number.len() as u64;
    }

    fn space(&mut self) -> Result<()> {
        self.byte(b' ', "one space and another number")
    }

    #[inline]
    fn line_end(&mut self) -> Result<()> {
        self.byte(b'\n', "the end of the line (\\n)")?;
        self.line += 1;
        self.line_start = self.offset;
        Ok(())
    }

    #[inline]
    fn byte(&mut self, byte: u8, expected: &str) -> Result<()> {
        if self.text.rest()?.first() == Some(&byte) {
            self.text.reader.consume(1);
            self.offset += 1;
            return Ok(());
        }
        let found = self.found()?;
        self.fault(expected, found)
    }

    fn has_ended(&mut self) -> Result<bool> {
        Ok(self.text.rest()?.is_empty())
    }

    /// What comes next, for a message. Nothing is read after it.
    fn found(&mut self) -> Result<String> {
        let mut text = Vec::new();
        // A message shows fewer bytes.
        while text.len() < 64
            && let &[c, ..] = self.text.rest()?
        {
            text.push(c);
            self.text.reader.consume(1);
        }
        let name = match &text[..] {
            [] => "the end of the input",
            [b' ', ..] => "a space",
            [b'\t', ..] => "a tab",
            [b'\r', ..] => "a carriage return (\\r)",
            [b'\n', ..] if self.offset == self.line_start => "an empty line",
            [b'\n', ..] => "the end of the line",
            text if text.starts_with("\u{feff}".as_bytes()) => "a byte order mark",
            text => {
                let is_space = |c: &u8| matches!(c, b' ' | b'\t'..=b'\r');
                let end = text.iter().skip(1).position(is_space);
                return Ok(shown(&text[..end.map_or(text.len(), |end| end + 1)]));
            }
        };
        Ok(name.to_owned())
    }

    fn fault<T>(&self, expected: &str, found: String) -> Result<T> {
        let what = format!("expected {expected}, found {found}");
        let error = Error::new(ErrorKind::Framing(what));
        let location = Location {
            byte: self.offset,
            line: Some(self.line),
            column: self.offset - self.line_start + 1,
        };
        Err(error.at(location))
    }
}
