//! The records of certain cases, looked up in the input.
//!
//! Owns a second, plain pass over an input, and only as far as the last case that is asked for.

use super::{Truth, Wrong};
use crate::error::{Result, shown};
use crate::input::chunk::{Buffer, newlines};
use crate::input::{Cut, Input, Source};
use crate::parse::{free, scalar};
use crate::pipeline::Config;
use crate::problem::Framing;
use crate::problem::cases::Cases;

/// Bytes in a chunk.
const CHUNK: usize = 256 << 10;
/// Of a case of many numbers so much is shown.
const SHOWN: usize = 60;

/// Fills in where each case stands, and its numbers. `wrong` is in order.
pub(super) fn locate(
    input: Input<'_>,
    truth: &Truth,
    config: &Config,
    wrong: &mut [Wrong],
) -> Result<()> {
    let (by_lines, framing) = match truth {
        Truth::Pairs(config) => match &config.frame {
            None => (true, Framing::Eof),
            Some(frame) => (false, frame.framing),
        },
        Truth::Cases(asked, _) => (false, asked.framing),
    };
    let cut = if by_lines {
        Cut::Lines
    } else {
        Cut::Whitespace
    };
    let source = Source::open(input, config.io, cut)?;
    let mut buffer = Buffer::default();
    let mut search = Search {
        wrong,
        found: 0,
        case: 0,
        line: 1,
        numbers: Vec::new(),
        header: framing == Framing::Count,
        cases: match truth {
            Truth::Pairs(_) => None,
            Truth::Cases(asked, _) => Some(Cases::new(asked.clone())),
        },
    };
    while search.found < search.wrong.len() {
        let Some((_, chunk)) = source.next(CHUNK, &mut buffer) else {
            break;
        };
        let chunk = chunk?;
        let text = &chunk.text[chunk.at..];
        if by_lines {
            search.lines(text);
        } else {
            search.numbers(text);
        }
    }
    Ok(())
}

struct Search<'w> {
    wrong: &'w mut [Wrong],
    /// So many of them are filled in.
    found: usize,
    /// Cases so far.
    case: u64,
    line: u64,
    /// Of the case at hand.
    numbers: Vec<u8>,
    header: bool,
    cases: Option<Cases>,
}

impl Search<'_> {
    fn lines(&mut self, text: &[u8]) {
        for line in text.split_inclusive(|&c| c == b'\n') {
            let record = line.strip_suffix(b"\n").unwrap_or(line);
            self.numbers.clear();
            match scalar::record(record) {
                Ok(Some(pair)) => {
                    self.number(pair.a.digits);
                    self.number(pair.b.digits);
                    self.end_of_case();
                }
                Ok(None) => {}
                // Only where it was marked: else the run had ended here.
                Err(_) => {
                    let shown = shown(record.trim_ascii());
                    self.numbers.extend_from_slice(shown.as_bytes());
                    self.end_of_case();
                }
            }
            self.line += 1;
        }
    }

    fn numbers(&mut self, text: &[u8]) {
        let mut at = 0;
        while let Ok(Some(number)) = free::number(text, at) {
            self.line += newlines(&text[at..number.start]);
            at = number.end;
            if std::mem::take(&mut self.header) {
                if let Some(cases) = &mut self.cases {
                    let _ = cases.number(number.pile.value.unwrap_or(u64::MAX), &mut Vec::new());
                }
                continue;
            }
            let pair = self.numbers.contains(&b' ') || !self.numbers.is_empty();
            self.number(number.pile.digits);
            let whole = match &mut self.cases {
                None => pair,
                Some(cases) => {
                    let value = number.pile.value.unwrap_or(u64::MAX);
                    cases.number(value, &mut Vec::new()).cold.is_some()
                }
            };
            if whole {
                self.end_of_case();
                self.numbers.clear();
            }
        }
        self.line += newlines(&text[at..]);
    }

    fn number(&mut self, digits: &[u8]) {
        if self.numbers.len() <= SHOWN {
            if !self.numbers.is_empty() {
                self.numbers.push(b' ');
            }
            self.numbers
                .extend_from_slice(&digits[..digits.len().min(2 * SHOWN)]);
        }
    }

    fn end_of_case(&mut self) {
        self.case += 1;
        if let Some(wrong) = self.wrong.get_mut(self.found)
            && wrong.case == self.case
        {
            wrong.line = self.line;
            let cut = self.numbers.len() > 2 * SHOWN;
            wrong.input =
                String::from_utf8_lossy(&self.numbers[..self.numbers.len().min(2 * SHOWN)])
                    .into_owned()
                    + if cut { "..." } else { "" };
            self.found += 1;
        }
    }
}
