//! Looks up the records of wrong cases in the input. This is a second pass over the input, which ends at the last of these
//! cases.

use super::WrongCase;
use crate::error::{Error, ErrorKind, Result, shown};
use crate::grammar::tokens;
use crate::input::Input;
use crate::input::chunk::{Buffer, count_newlines};
use crate::parse::{free, scalar};
use crate::pipeline::record_reader::read_piles;
use crate::pipeline::solver::Solver;
use crate::problem::{CaseReader, Framing};
use std::iter::Peekable;
use std::slice::IterMut;

const CHUNK_BYTES: usize = 256 << 10;
/// A case with many numbers is cut to about this number of bytes in a message.
const SHOWN_BYTES: usize = 60;

/// Fills in the line and the numbers of each case of `wrong`. The cases are in the order of the input.
pub(super) fn locate(input: Input<'_>, solver: &Solver, wrong: &mut [WrongCase]) -> Result<()> {
    let problem = &solver.problem;
    let source = solver.open(input, None)?;
    let mut buffer = Buffer::default();
    let mut search = Search {
        wrong: wrong.iter_mut().peekable(),
        case: 0,
        line: 1,
        first_line: 1,
        numbers: Vec::new(),
        expects_count: problem.framing == Framing::Count,
        cases: (!problem.is_pairs()).then(|| CaseReader::new(problem.clone())),
    };
    let mut failure = None;
    while search.wrong.peek().is_some()
        && failure.is_none()
        && let Some((_, chunk)) = source.next_chunk(CHUNK_BYTES, &mut buffer)
    {
        match chunk {
            Ok(chunk) if problem.framing == Framing::Lines => {
                search.lines(&chunk.text[chunk.at..], problem.is_pairs());
            }
            Ok(chunk) => search.numbers(&chunk.text[chunk.at..]),
            Err(e) => failure = Some(e),
        }
    }
    source.check_unchanged()?;
    // The first pass found all these cases.
    if search.wrong.peek().is_some() {
        let changed = || Error::new(ErrorKind::InputChanged).about(source.name());
        return Err(failure.unwrap_or_else(changed));
    }
    Ok(())
}

struct Search<'w> {
    /// The wrong cases that are not filled in yet.
    wrong: Peekable<IterMut<'w, WrongCase>>,
    case: u64,
    line: u64,
    /// The line of the first number of the current case.
    first_line: u64,
    /// The numbers of the current case, if it may be on several lines.
    numbers: Vec<u8>,
    expects_count: bool,
    cases: Option<CaseReader>,
}

impl<'w> Search<'w> {
    /// Takes whole lines with one record each: two piles, or any number of piles.
    fn lines(&mut self, text: &[u8], is_pairs: bool) {
        for line in text.split_inclusive(|&c| c == b'\n') {
            self.first_line = self.line;
            let record = line.strip_suffix(b"\n").unwrap_or(line);
            let is_valid = || {
                if is_pairs {
                    scalar::record(record).is_ok()
                } else {
                    read_piles(record, &mut Vec::new()).is_ok()
                }
            };
            // A blank line is no case, but a blank line that is too long is an invalid line.
            if (tokens(record).next().is_some() || !is_valid())
                && let Some(wrong) = self.end_case()
            {
                wrong.input = if is_valid() {
                    let mut numbers = Vec::new();
                    tokens(record).for_each(|pile| add_number(&mut numbers, pile));
                    cut(&numbers)
                } else {
                    // The run did not end at this line, so invalid lines are marked.
                    shown(record.trim_ascii())
                };
            }
            self.line += 1;
        }
    }

    fn numbers(&mut self, text: &[u8]) {
        let mut at = 0;
        while let Ok(Some(number)) = free::number(text, at) {
            self.line += count_newlines(&text[at..number.start]);
            at = number.end;
            let value = number.pile.value.unwrap_or(u64::MAX);
            if self.cases.as_ref().is_some_and(CaseReader::is_at_case) {
                // A case without pairs has no answer.
                self.numbers.clear();
            }
            let is_complete = match &mut self.cases {
                None => !self.numbers.is_empty(),
                Some(cases) => cases.take(value, &mut Vec::new()).cold.is_some(),
            };
            if std::mem::take(&mut self.expects_count) {
                continue;
            }
            if self.numbers.is_empty() {
                self.first_line = self.line;
            }
            add_number(&mut self.numbers, number.pile.digits);
            if is_complete {
                if let Some(wrong) = self.end_case() {
                    wrong.input = cut(&self.numbers);
                }
                self.numbers.clear();
            }
        }
        self.line += count_newlines(&text[at..]);
    }

    /// Counts a case. Returns it, with its line filled in, if it is one of the wrong cases.
    fn end_case(&mut self) -> Option<&'w mut WrongCase> {
        self.case += 1;
        let wrong = self.wrong.next_if(|wrong| wrong.case == self.case)?;
        wrong.line = self.first_line;
        Some(wrong)
    }
}

/// Appends a number, or its first digits, unless `numbers` is long enough already.
fn add_number(numbers: &mut Vec<u8>, digits: &[u8]) {
    if numbers.len() <= SHOWN_BYTES {
        if !numbers.is_empty() {
            numbers.push(b' ');
        }
        numbers.extend_from_slice(&digits[..digits.len().min(2 * SHOWN_BYTES)]);
    }
}

fn cut(numbers: &[u8]) -> String {
    let shown = numbers.len().min(2 * SHOWN_BYTES);
    let dots = if shown < numbers.len() { "..." } else { "" };
    String::from_utf8_lossy(&numbers[..shown]).into_owned() + dots
}
