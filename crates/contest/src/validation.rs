//! Validates an input strictly: it must have exactly the layout that `gen` writes.
//!
//! In: the bytes of an input and its problem. Out: the number of records, or the first byte that breaks a rule and what
//! is expected there. Memory is bounded: numbers are compared with the limits as digits, one at a time.
//!
//! The rules: numbers without leading zeros; one space between two numbers of a line; `\n` after each line, also after the
//! last one; at least one record; the limits of the problem; nothing after the last record. A count, a pair, and the piles
//! of a case are each on a line of their own. There is no byte order mark and no compression.

use std::io::{self, Read};
use std::num::NonZeroU64;
use wythoff::Framing;
use wythoff::internal::TextFeed;
use wythoff::internal::shown;
use wythoff::internal::{MAX_LINE, is_space};
use wythoff::{Error, ErrorKind, Location, Result};
use wythoff::{Game, Problem};

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
        text: TextFeed::new(Box::new(input)),
        offset: 0,
        line: 1,
        line_start: 0,
        records: 0,
        max_pile: max_pile.as_deref(),
        first_pile: Vec::new(),
    };
    let fault = match validator.input() {
        Ok(()) => None,
        Err(Stop::Fault(fault)) => Some(fault.about(name)),
        Err(Stop::Io(e)) => return Err(Error::from(e).about(name)),
    };
    Ok(Validation {
        records: validator.records,
        fault,
    })
}

/// Why the reading stops before the end.
enum Stop {
    Fault(Error),
    Io(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Io(error)
    }
}

type Step<T> = std::result::Result<T, Stop>;

struct Validator<'p, 'r> {
    problem: &'p Problem,
    text: TextFeed<'r>,
    /// The offset of the next byte.
    offset: u64,
    /// The line of the next byte, from 1.
    line: u64,
    /// The offset of the first byte of that line.
    line_start: u64,
    records: u64,
    /// The digits of the largest pile, if there is a limit.
    max_pile: Option<&'p str>,
    /// The digits of the first pile of a pair, if the problem promises an order of the piles.
    first_pile: Vec<u8>,
}

/// What comes next in an input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Record,
    /// The record that ends the input. The line end after it was not read.
    EndMarker,
}

/// What a count of 0 means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zero {
    Count,
    EndOfInput,
}

impl Validator<'_, '_> {
    fn input(&mut self) -> Step<()> {
        let count = match self.problem.framing {
            Framing::Count => {
                let max = self.problem.limits.max_records.map(NonZeroU64::get);
                let count = self.count("a number of records", max, 1, Zero::Count)?;
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
            if self.record()? == Next::EndMarker {
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

    fn record(&mut self) -> Step<Next> {
        let zero_ends = self.problem.framing == Framing::Zero;
        let zero = if zero_ends {
            Zero::EndOfInput
        } else {
            Zero::Count
        };
        match self.problem.game {
            Game::Wythoff(_) => {
                let is_zero = self.pair()?;
                if is_zero && zero_ends {
                    return Ok(Next::EndMarker);
                }
                self.line_end()?;
            }
            Game::Nim(_) | Game::ReturnOfTheNim => {
                let limits = &self.problem.limits;
                let max = limits.max_piles.map(NonZeroU64::get);
                let least = limits.min_piles.max(1);
                let count = self.count("a number of piles", max, least, zero)?;
                if count == 0 {
                    return Ok(Next::EndMarker);
                }
                self.line_end()?;
                for pile in 1..=count {
                    let digits = self.pile()?;
                    self.skip(digits);
                    match pile == count {
                        true => self.line_end()?,
                        false => self.space()?,
                    }
                }
            }
            Game::BoundedDifference => {
                let max = self.problem.limits.max_bound;
                let bound = self.count("a bound", max, 0, Zero::Count)?;
                self.space()?;
                let zero = if bound == 0 { zero } else { Zero::Count };
                let pairs = self.count("a number of pairs", None, 1, zero)?;
                if pairs == 0 {
                    return Ok(Next::EndMarker);
                }
                self.line_end()?;
                for _ in 0..pairs {
                    self.pair()?;
                    self.line_end()?;
                }
            }
        }
        Ok(Next::Record)
    }

    /// Reads two piles. Returns whether both are zero.
    fn pair(&mut self) -> Step<bool> {
        let in_order = self.problem.limits.smaller_first;
        let digits = self.pile()?;
        let is_zero = self.front(digits) == b"0";
        if in_order {
            self.first_pile.clear();
            self.first_pile
                .extend_from_slice(&self.text.buffered()[..digits]);
        }
        self.skip(digits);
        self.space()?;
        let digits = self.pile()?;
        let second = self.front(digits);
        if in_order && (digits, second) < (self.first_pile.len(), &self.first_pile[..]) {
            let found = shown(second);
            let what = format!(
                "the smaller pile first, so a pile of at least {}",
                String::from_utf8_lossy(&self.first_pile)
            );
            return self.fault(&what, found);
        }
        let is_zero = is_zero && second == b"0";
        self.skip(digits);
        Ok(is_zero)
    }

    /// The number of digits of the pile that comes next.
    fn pile(&mut self) -> Step<usize> {
        let digits = self.number("a pile", self.max_pile)?;
        let min = self.problem.limits.min_pile;
        // `0 0` may end the input.
        let may_be_zero = self.problem.framing == Framing::Zero && self.problem.is_pairs();
        if min > 0 && !may_be_zero {
            let (min, pile) = (min.to_string(), self.front(digits));
            if (digits, pile) < (min.len(), min.as_bytes()) {
                let found = shown(pile);
                return self.fault(&format!("a pile of at least {min}"), found);
            }
        }
        Ok(digits)
    }

    /// Reads a number up to `max`, or up to `u64`.
    fn count(&mut self, what: &str, max: Option<u64>, least: u64, zero: Zero) -> Step<u64> {
        let max = max.unwrap_or(u64::MAX).to_string();
        let digits = self.number(what, Some(&max))?;
        let number = self.front(digits).iter();
        let value = number.fold(0, |value, digit| 10 * value + u64::from(digit - b'0'));
        if value < least && (value > 0 || zero == Zero::Count) {
            let found = shown(value.to_string().as_bytes());
            return self.fault(&format!("{what}, at least {least}"), found);
        }
        self.skip(digits);
        Ok(value)
    }

    /// The number of digits of the number that comes next, which is at most `max`.
    #[inline]
    fn number(&mut self, what: &str, max: Option<&str>) -> Step<usize> {
        let digits = self.digits()?;
        let number = self.front(digits);
        let max_digits = max.map_or(MAX_LINE, str::len);
        let is_small = digits < max_digits
            || digits == max_digits && max.is_none_or(|max| number <= max.as_bytes());
        if is_small && (digits == 1 || digits > 1 && number[0] != b'0') {
            return Ok(digits);
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
                None => format!("a number of at most {MAX_LINE} digits"),
            };
            (expected, shown(number))
        };
        self.fault(&expected, found)
    }

    /// The number of digits that come next. If it is larger than that of any allowed number, the digits are not all counted.
    #[inline]
    fn digits(&mut self) -> Step<usize> {
        loop {
            let text = self.text.buffered();
            let digits = text.iter().position(|c| !c.is_ascii_digit());
            if let Some(digits) = digits {
                return Ok(digits);
            }
            let len = text.len();
            if len > MAX_LINE || !self.text.read_more()? {
                return Ok(len);
            }
        }
    }

    fn space(&mut self) -> Step<()> {
        self.byte(b' ', "one space and another number")
    }

    #[inline]
    fn line_end(&mut self) -> Step<()> {
        self.byte(b'\n', "the end of the line (\\n)")?;
        self.line += 1;
        self.line_start = self.offset;
        Ok(())
    }

    #[inline]
    fn byte(&mut self, byte: u8, expected: &str) -> Step<()> {
        if self.text.buffered().is_empty() {
            self.text.read_more()?;
        }
        if self.text.buffered().first() == Some(&byte) {
            self.skip(1);
            return Ok(());
        }
        let found = self.found()?;
        self.fault(expected, found)
    }

    fn has_ended(&mut self) -> Step<bool> {
        Ok(self.text.buffered().is_empty() && !self.text.read_more()?)
    }

    /// The next bytes, which are buffered.
    fn front(&self, count: usize) -> &[u8] {
        &self.text.buffered()[..count]
    }

    fn skip(&mut self, count: usize) {
        self.text.skip(count);
        self.offset += count as u64;
    }

    /// What comes next, for a message.
    fn found(&mut self) -> Step<String> {
        // Enough bytes for a message.
        while self.text.buffered().len() < 64 && self.text.read_more()? {}
        let text = self.text.buffered();
        let name = match text {
            [] => "the end of the input",
            [b' ', ..] => "a space",
            [b'\t', ..] => "a tab",
            [b'\r', ..] => "a carriage return (\\r)",
            [b'\n', ..] if self.offset == self.line_start => "an empty line",
            [b'\n', ..] => "the end of the line",
            _ if text.starts_with("\u{feff}".as_bytes()) => "a byte order mark",
            _ => {
                let end = text.iter().skip(1).position(|&c| is_space(c));
                return Ok(shown(&text[..end.map_or(text.len(), |end| end + 1)]));
            }
        };
        Ok(name.to_owned())
    }

    fn fault<T>(&self, expected: &str, found: String) -> Step<T> {
        let what = format!("expected {expected}, found {found}");
        let error = Error::new(ErrorKind::Framing(what));
        let location = Location {
            byte: self.offset,
            line: Some(self.line),
            column: self.offset - self.line_start + 1,
        };
        Err(Stop::Fault(error.at(location)))
    }
}
