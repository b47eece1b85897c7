//! Looks up the records of wrong cases in the input. This is a second pass over the input, which ends at the last of these
//! cases.

use super::WrongCase;
use crate::error::{Result, shown};
use crate::grammar::tokens;
use crate::input::chunk::{Buffer, ChunkBoundary, count_newlines};
use crate::input::{Input, Source};
use crate::parse::{free, scalar};
use crate::pipeline::record_reader::read_piles;
use crate::pipeline::solver::Solver;
use crate::problem::{CaseReader, Framing};

/// Bytes in a chunk.
const CHUNK: usize = 256 << 10;
/// About this number of bytes is shown of a case with many numbers.
const SHOWN: usize = 60;

/// Fills in the line and the numbers of each case of `wrong`. The cases are in the order of the input.
pub(super) fn locate(input: Input<'_>, solver: &Solver, wrong: &mut [WrongCase]) -> Result<()> {
    let problem = &solver.problem;
    let by_lines = problem.framing == Framing::Lines;
    let boundary = if by_lines {
        ChunkBoundary::Lines
    } else {
        ChunkBoundary::Whitespace
    };
    let source = Source::open(input, solver.read_mode, boundary)?;
    let mut buffer = Buffer::default();
    let mut search = Search {
        wrong,
        found: 0,
        case: 0,
        line: 1,
        numbers: Vec::new(),
        piles: Vec::new(),
        expects_count: problem.framing == Framing::Count,
        cases: (!problem.is_pairs()).then(|| CaseReader::new(problem.clone())),
    };
    while search.found < search.wrong.len() {
        let Some((_, chunk)) = source.next_chunk(CHUNK, &mut buffer) else {
            break;
        };
        let chunk = chunk?;
        let text = &chunk.text[chunk.at..];
        if by_lines {
            search.lines(text, problem.is_pairs());
        } else {
            search.numbers(text);
        }
    }
    Ok(())
}

struct Search<'w> {
    wrong: &'w mut [WrongCase],
    /// The number of wrong cases that are filled in.
    found: usize,
    /// The number of cases so far.
    case: u64,
    line: u64,
    /// The numbers of the current case.
    numbers: Vec<u8>,
    /// Memory for the piles of a line.
    piles: Vec<u64>,
    /// Whether the number of records comes next.
    expects_count: bool,
    /// The reader of cases, if the input has cases.
    cases: Option<CaseReader>,
}

impl Search<'_> {
    /// Takes whole lines with one record each: a pair, or any number of piles.
    fn lines(&mut self, text: &[u8], is_pairs: bool) {
        for line in text.split_inclusive(|&c| c == b'\n') {
            let record = line.strip_suffix(b"\n").unwrap_or(line);
            self.numbers.clear();
            let is_valid = match is_pairs {
                true => scalar::record(record).is_ok(),
                false => read_piles(record, &mut self.piles).is_ok(),
            };
            if !is_valid {
                // Invalid lines are marked, because otherwise the run would have ended at this line.
                let text = shown(record.trim_ascii());
                self.numbers.extend_from_slice(text.as_bytes());
            } else {
                tokens(record).for_each(|pile| self.add_number(pile));
            }
            // A blank line is no case, but a blank line that is too long is an invalid line.
            if !is_valid || !self.numbers.is_empty() {
                self.end_case();
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
            if std::mem::take(&mut self.expects_count) {
                if let Some(cases) = &mut self.cases {
                    let _ = cases.take(value, &mut Vec::new());
                }
                continue;
            }
            let is_second = !self.numbers.is_empty();
            self.add_number(number.pile.digits);
            let is_complete = match &mut self.cases {
                None => is_second,
                Some(cases) => cases.take(value, &mut Vec::new()).cold.is_some(),
            };
            if is_complete {
                self.end_case();
                self.numbers.clear();
            }
        }
        self.line += count_newlines(&text[at..]);
    }

    fn add_number(&mut self, digits: &[u8]) {
        if self.numbers.len() <= SHOWN {
            if !self.numbers.is_empty() {
                self.numbers.push(b' ');
            }
            self.numbers
                .extend_from_slice(&digits[..digits.len().min(2 * SHOWN)]);
        }
    }

    fn end_case(&mut self) {
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
