//! A simple reader that takes one number at a time, without lines, chunks and threads.

use super::*;
use std::num::NonZeroU64;

/// The result of reading an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) answers: Vec<u8>,
    /// The numbers of hot and of cold records, and the warnings; or the error.
    pub(super) end: Result<(u64, u64, Vec<String>), String>,
}

pub(super) const MAX_PILE: &str = "1000000000";

pub(super) const MAX_RECORDS: u64 = 10_000;

/// The options of a test.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadOptions {
    pub(super) framing: Framing,
    pub(super) limits: bool,
    /// With limits: the smaller pile must come first.
    pub(super) ascending: bool,
    pub(super) strict: bool,
    pub(super) rule: Rule,
}

impl ReadOptions {
    pub(super) fn plain(framing: Framing) -> Self {
        Self {
            framing,
            limits: false,
            ascending: false,
            strict: false,
            rule: Rule::Normal,
        }
    }

    pub(super) fn problem(self) -> Problem {
        let mut problem = Problem::default();
        problem.name = Some("here".to_owned());
        problem.framing = self.framing;
        problem.game = Game::Wythoff(self.rule);
        if self.limits {
            problem.limits.max_pile = MAX_PILE.parse().ok();
            problem.limits.max_records = NonZeroU64::new(MAX_RECORDS);
            problem.limits.smaller_first = self.ascending;
        }
        problem
    }
}

/// The numbers of a text, one after the other.
pub(super) struct Numbers<'t> {
    pub(super) text: &'t [u8],
    pub(super) mark: usize,
    pub(super) at: usize,
}

/// A location: byte, line, column.
pub(super) type Place = (usize, usize, usize);

/// The location and the digits of a number; `None` at the end.
pub(super) type Next<'t> = Option<(usize, &'t [u8])>;

impl<'t> Numbers<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        let mark = if text.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        let at = mark;
        Self { text, mark, at }
    }

    pub(super) fn place(&self, at: usize) -> Place {
        let before = &self.text[self.mark..at];
        let line = 1 + before.iter().filter(|&&c| c == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|&&c| c != b'\n').count();
        (at, line, column)
    }

    /// The next number, or the fault in its place.
    pub(super) fn next(&mut self) -> Result<Next<'t>, (Place, String)> {
        let space = |c: &u8| b" \t\n\x0b\x0c\r".contains(c);
        while self.text.get(self.at).is_some_and(space) {
            self.at += 1;
        }
        let start = self.at;
        while self.text.get(self.at).is_some_and(|c| !space(c)) {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        let wrong = |at: usize, expected: &str| {
            let found = wythoff::shown(&word[at..]);
            let what = format!("expected {expected}, found {found}");
            Err((self.place(start + at), what))
        };
        match word.iter().position(|c| !c.is_ascii_digit()) {
            Some(0) => wrong(0, "a number (decimal digits)"),
            at if at.unwrap_or(word.len()) > 1 << 20 => {
                wrong(0, "a number of at most 1048576 digits")
            }
            Some(at) => wrong(at, "a digit or whitespace"),
            None if word.is_empty() => Ok(None),
            None => Ok(Some((start, word))),
        }
    }
}

pub(super) fn value(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Whether a number exceeds a limit. Compares the digits as text, without leading zeros.
pub(super) fn more(digits: &[u8], limit: &str) -> bool {
    let digits = std::str::from_utf8(digits).unwrap().trim_start_matches('0');
    digits.len() > limit.len() || digits.len() == limit.len() && digits > limit
}

pub(super) fn plainly(text: &[u8], options: ReadOptions) -> Outcome {
    let mut answers = Vec::new();
    let end = read_plainly(text, options, &mut answers)
        .map_err(|((byte, line, column), what)| format!("@{byte} in:{line}:{column}: {what}"));
    Outcome { answers, end }
}

pub(super) type Ended = Result<(u64, u64, Vec<String>), (Place, String)>;

pub(super) fn read_plainly(text: &[u8], options: ReadOptions, answers: &mut Vec<u8>) -> Ended {
    let mut numbers = Numbers::new(text);
    let (mut hot, mut cold) = (0, 0);
    let mut warnings = Vec::new();
    let mut odd = |place: Place, what: String, several: bool| {
        if options.strict {
            return Err((place, what));
        }
        if warnings.is_empty() || several {
            warnings.push(format!("in:{}:{}: {what}", place.1, place.2));
        }
        Ok(())
    };
    let mut max_records = match options.framing {
        Framing::One => 1,
        _ => u64::MAX,
    };
    let without = |what: &str| format!("the input ends without {what}");
    let last = numbers.place(text.len().max(numbers.mark));
    if options.framing == Framing::Count {
        let Some((start, digits)) = numbers.next()? else {
            return Err((last, without("the number of records")));
        };
        let Some(count) = value(digits) else {
            let found = wythoff::shown(digits);
            let what =
                format!("expected a number of records up to 18446744073709551615, found {found}");
            return Err((numbers.place(start), what));
        };
        max_records = count;
        if options.limits && count > 10_000 {
            let what = format!("{count} records are more than 10000, the limit of here");
            odd(numbers.place(start), what, false)?;
        }
    }
    while hot + cold < max_records {
        let (mut pair, mut second): ([&[u8]; 2], _) = ([b"", b""], 0);
        for (i, pile) in pair.iter_mut().enumerate() {
            let Some((start, digits)) = numbers.next()? else {
                let what = match options.framing {
                    _ if i == 1 => without("the second pile of the last record"),
                    Framing::Eof => return Ok((hot, cold, warnings)),
                    Framing::Zero => {
                        odd(last, without("the closing 0 0"), true)?;
                        return Ok((hot, cold, warnings));
                    }
                    Framing::One => without("a record of two piles"),
                    Framing::Count => {
                        let done = hot + cold;
                        without(&format!(
                            "all {max_records} records that the first number announces; found {done}"
                        ))
                    }
                    other => panic!("no test reads {other:?}"),
                };
                return Err((last, what));
            };
            if options.limits && more(digits, MAX_PILE) {
                let what = format!(
                    "{} is larger than 1000000000, the limit of here",
                    wythoff::shown(digits)
                );
                odd(numbers.place(start), what, false)?;
            }
            *pile = digits;
            second = start;
        }
        let plain = pair.map(|digits| std::str::from_utf8(digits).unwrap());
        if options.limits && options.ascending && more(pair[0], plain[1].trim_start_matches('0')) {
            let [a, b] = pair.map(wythoff::shown);
            let what = format!("{b} is after {a}: here has the smaller pile first");
            odd(numbers.place(second), what, false)?;
        }
        let is_cold = match (value(pair[0]), value(pair[1])) {
            (Some(0), Some(0)) if options.framing == Framing::Zero => break,
            (Some(a), Some(b)) => cold_by_rule(options.rule, a, b),
            // In the texts, positions beyond u64 have equal piles, or one long and one short pile, so they are hot.
            _ => false,
        };
        *(if is_cold { &mut cold } else { &mut hot }) += 1;
        answers.extend_from_slice(if is_cold { b"0\n" } else { b"1\n" });
    }
    Ok((hot, cold, warnings))
}

/// The outcome according to the reference. Misere play differs from normal play only in the first positions.
pub(super) fn cold_by_rule(rule: Rule, a: u64, b: u64) -> bool {
    match (rule, a.min(b), a.max(b)) {
        (Rule::Misere, 0, 1) | (Rule::Misere, 2, 2) => true,
        (Rule::Misere, 0, _) | (Rule::Misere, 1, 2) => false,
        _ => reference_is_cold(a.into(), b.into()),
    }
}
