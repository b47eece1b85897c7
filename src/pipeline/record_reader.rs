//! The readers of records that need no kernel. Each worker has its own.

use super::chunk_result::ChunkResult;
use crate::grammar::{A_LINE, MAX_LINE, is_space};
use crate::parse::scalar::{self, Pair};
use crate::parse::{AnswerSink as _, Fault, Reader, free};
use crate::problem::Problem;
use num_bigint::BigUint;

/// Reads the records of a chunk, and leaves their answers in the sink.
pub(super) type RecordReader<'p> = dyn Reader<ChunkResult> + 'p;

/// Calls a function with the bytes of each chunk, and answers nothing.
pub(super) struct BytesReader<F>(pub(super) F);

impl<F: Fn(&[u8])> Reader<ChunkResult> for BytesReader<F> {
    fn lines(&mut self, text: &[u8], at: usize, _: &mut ChunkResult) -> usize {
        (self.0)(&text[at..]);
        text.len()
    }

    fn pair(&mut self, _: &Pair<'_>, _: &mut ChunkResult) {}
}

/// Answers the records of a problem one by one. Used for rules and games that have no kernel, and for answers with moves.
pub(super) struct ScalarReader<'p> {
    problem: &'p Problem,
    piles: Vec<u64>,
}

impl<'p> ScalarReader<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        let piles = Vec::new();
        Self { problem, piles }
    }
}

impl Reader<ChunkResult> for ScalarReader<'_> {
    fn pair(&mut self, pair: &Pair<'_>, sink: &mut ChunkResult) {
        let (problem, rule) = (self.problem, self.problem.rule());
        let (a, b) = (&pair.a, &pair.b);
        let small = a.value.zip(b.value);
        if !problem.answer_format.needs_moves() {
            let cold = match small {
                Some((a, b)) => rule.is_cold(a, b),
                None => rule.is_cold_decimal(a.digits, b.digits),
            };
            return sink.push(u64::from(cold), 1);
        }
        let answers = sink.answers.text();
        let cold = match small {
            Some((a, b)) => problem.append_pair_answer(rule, [&a, &b], answers),
            None => {
                let number = |digits| {
                    BigUint::parse_bytes(digits, 10).expect("the parser passes decimal digits only")
                };
                let piles = [&number(a.digits), &number(b.digits)];
                problem.append_pair_answer(rule, piles, answers)
            }
        };
        sink.count(cold);
    }

    fn line(&mut self, line: &[u8], sink: &mut ChunkResult) -> Result<(), Fault> {
        if self.problem.is_pairs() {
            if let Some(pair) = scalar::record(line)? {
                self.pair(&pair, sink);
            }
            return Ok(());
        }
        read_piles(line, &mut self.piles)?;
        if !self.piles.is_empty() {
            if let Some(expected) = self.problem.refuses_piles(self.piles.len() as u64) {
                return Err(Fault::new(0, expected, line));
            }
            let answers = sink.answers.text();
            let cold = self.problem.append_answer(&self.piles, answers);
            sink.count(cold);
        }
        Ok(())
    }
}

pub(crate) fn read_piles(line: &[u8], piles: &mut Vec<u64>) -> Result<(), Fault> {
    piles.clear();
    if line.len() > MAX_LINE + 1 {
        return Err(Fault::new(0, A_LINE, line));
    }
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let is_blank = |c: &u8| matches!(c, b' ' | b'\t');
    let mut at = 0;
    loop {
        let blanks = line[at..].iter().take_while(|c| is_blank(c)).count();
        let rest = &line[at + blanks..];
        // Whitespace other than blanks separates numbers only if line ends do, too.
        if rest.first().is_some_and(|&c| is_space(c)) {
            let found = rest.split(is_blank).next().unwrap_or(rest);
            return Err(Fault::new(at + blanks, "a digit or a blank", found));
        }
        let Some(number) = free::number(line, at)? else {
            return Ok(());
        };
        piles.push(number.value("a pile up to 18446744073709551615")?);
        at = number.end;
    }
}
