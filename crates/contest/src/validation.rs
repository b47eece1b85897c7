//! Validates an input strictly: it must have exactly the layout that `gen` writes.
//!
//! In: the bytes of an input and its problem. Out: the number of records, or the first byte that breaks a rule and what
//! is expected there. Numbers are compared with the limits as digits. A long line is read in pieces.
//!
//! The rules: numbers without leading zeros; one space between two numbers of a line; `\n` after each line, also after the
//! last one; at least one record; the limits of the problem; nothing after the last record. A count, a pair, and the piles
//! of a case are each on a line of their own. There is no byte order mark and no compression.

use std::io::{self, BufRead as _, BufReader, Read};
use std::num::NonZeroU64;
use std::ops::Range;
use wythoff::internal::shown;
use wythoff::{Error, ErrorKind, Framing, Game, Location, Problem, Result};

/// The largest number of digits, as in [`Solver::solve`](wythoff::Solver::solve).
const MAX_DIGITS: usize = 1 << 20;

/// The largest number of bytes that are read at once. It is more than two of the longest numbers have.
const PIECE: u64 = 4 << 20;

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
        max_pile: max_pile.as_deref(),
        reader: BufReader::with_capacity(1 << 16, input),
        text: Vec::new(),
        skipped: 0,
        line: 0,
        line_start: 0,
        at: 0,
        number: 0..0,
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
    /// The digits of the largest pile, if there is a limit.
    max_pile: Option<&'p str>,
    reader: BufReader<R>,
    /// A line with its end, or a piece of a long line. It is empty at the end of the input.
    text: Vec<u8>,
    /// The number of bytes of the line before `text`.
    skipped: u64,
    /// The number of the line, from 1.
    line: u64,
    /// The offset of the line in the input.
    line_start: u64,
    /// What comes next in `text`.
    at: usize,
    /// The number in `text` that was read last.
    number: Range<usize>,
    records: u64,
}

impl<R: Read> Validator<'_, R> {
    fn input(&mut self) -> Result<()> {
        let framing = self.problem.framing;
        self.next_line()?;
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
            if may_end && self.text.is_empty() {
                return Ok(());
            }
            if self.record_or_end()? {
                if self.records == 0 {
                    return self.fault(0, "a record before the closing zero", "none");
                }
                self.line_end()?;
                break;
            }
            self.records += 1;
        }
        match self.text.is_empty() {
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
                self.at_least("a number of piles, at least", &limits.min_piles.to_string())?;
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
        self.pile()?;
        if self.problem.limits.smaller_first {
            self.at_least("the smaller pile first, so a pile of at least", &first)?;
        }
        Ok(first == "0" && self.digits() == "0")
    }

    fn pile(&mut self) -> Result<()> {
        self.number("a pile", self.max_pile)?;
        let min = self.problem.limits.min_pile;
        // `0 0` may end the input.
        let may_be_zero = self.problem.framing == Framing::Zero && self.problem.is_pairs();
        match min > 0 && !may_be_zero {
            true => self.at_least("a pile of at least", &min.to_string()),
            false => Ok(()),
        }
    }

    /// Reads a number from `least` to `max`, or to the largest `u64`.
    fn count(&mut self, what: &str, least: u64, max: Option<u64>) -> Result<u64> {
        let max = max.unwrap_or(u64::MAX).to_string();
        self.number(what, Some(&max))?;
        self.at_least(&format!("{what}, at least"), &least.to_string())?;
        Ok(self.digits().parse().expect("a number up to a u64"))
    }

    /// Reads a number that is at most `max`.
    fn number(&mut self, what: &str, max: Option<&str>) -> Result<()> {
        self.read_on()?;
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|c| !c.is_ascii_digit());
        self.number = self.at..self.at + end.unwrap_or(rest.len());
        let digits = self.digits();
        let expected = match (digits.as_bytes(), max) {
            ([], _) => {
                let up_to = max.map_or_else(String::new, |max| format!(" up to {max}"));
                return self.unexpected(&format!("{what}{up_to} (decimal digits)"));
            }
            ([b'0', _, ..], _) => format!("{what} without leading zeros"),
            (_, Some(max)) if is_less(max, digits) => format!("{what} up to {max}"),
            // The words of the parser, too.
            (digits, None) if digits.len() > MAX_DIGITS => {
                format!("a number of at most {MAX_DIGITS} digits")
            }
            _ => {
                self.at = self.number.end;
                return Ok(());
            }
        };
        self.wrong_number(&expected)
    }

    /// The number that was read last.
    fn digits(&self) -> &str {
        str::from_utf8(&self.text[self.number.clone()]).expect("decimal digits")
    }

    /// Errors: the last number is less than `least`; `what` goes before `least` in the message.
    fn at_least(&self, what: &str, least: &str) -> Result<()> {
        match is_less(self.digits(), least) {
            true => self.wrong_number(&format!("{what} {least}")),
            false => Ok(()),
        }
    }

    fn space(&mut self) -> Result<()> {
        self.byte(b' ', "one space and another number")
    }

    fn line_end(&mut self) -> Result<()> {
        self.byte(b'\n', "the end of the line (\\n)")?;
        Ok(self.next_line()?)
    }

    fn byte(&mut self, byte: u8, expected: &str) -> Result<()> {
        if self.text.get(self.at) != Some(&byte) {
            return self.unexpected(expected);
        }
        self.at += 1;
        Ok(())
    }

    fn next_line(&mut self) -> io::Result<()> {
        self.line += 1;
        self.line_start += self.skipped + self.text.len() as u64;
        (self.skipped, self.at) = (0, 0);
        self.text.clear();
        self.read_piece()
    }

    /// Reads more of a long line, if less is left than the longest number has.
    fn read_on(&mut self) -> io::Result<()> {
        if self.text.ends_with(b"\n") || self.text.len() - self.at > MAX_DIGITS + 64 {
            return Ok(());
        }
        self.text.drain(..self.at);
        self.skipped += self.at as u64;
        self.at = 0;
        self.read_piece()
    }

    /// Appends text up to the end of the line, but at most up to the size of a piece.
    fn read_piece(&mut self) -> io::Result<()> {
        let room = PIECE - self.text.len() as u64;
        let mut reader = self.reader.by_ref().take(room);
        reader.read_until(b'\n', &mut self.text).map(drop)
    }

    /// The fault that something else comes next.
    fn unexpected<T>(&self, expected: &str) -> Result<T> {
        let found = match &self.text[self.at..] {
            [] => "the end of the input",
            [b' ', ..] => "a space",
            [b'\t', ..] => "a tab",
            [b'\r', ..] => "a carriage return (\\r)",
            [b'\n', ..] if self.skipped == 0 && self.at == 0 => "an empty line",
            [b'\n', ..] => "the end of the line",
            text if text.starts_with("\u{feff}".as_bytes()) => "a byte order mark",
            text => {
                let is_space = |c: &u8| matches!(c, b' ' | b'\t'..=b'\r');
                let end = text.iter().position(is_space).unwrap_or(text.len());
                // A message shows fewer bytes.
                return self.fault(self.at, expected, &shown(&text[..end.clamp(1, 64)]));
            }
        };
        self.fault(self.at, expected, found)
    }

    /// The fault that the last number is not what is expected.
    fn wrong_number<T>(&self, expected: &str) -> Result<T> {
        let found = shown(self.digits().as_bytes());
        self.fault(self.number.start, expected, &found)
    }

    /// The fault at this byte of the line.
    fn fault<T>(&self, at: usize, expected: &str, found: &str) -> Result<T> {
        let what = format!("expected {expected}, found {found}");
        let location = Location {
            byte: self.line_start + self.skipped + at as u64,
            line: Some(self.line),
            column: self.skipped + at as u64 + 1,
        };
        Err(Error::new(ErrorKind::Framing(what)).at(location))
    }
}

/// Whether the number `a` is less than `b`. Both are decimal digits without leading zeros.
fn is_less(a: &str, b: &str) -> bool {
    (a.len(), a) < (b.len(), b)
}
