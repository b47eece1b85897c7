//! Generates the records of a workload, one block at a time.
//!
//! Takes a seed, a mix of kinds and a problem; writes the text of a block and the
//! true answer of each record, in the order of the records.

use super::layout::{CaseGenerator, Shape};
use super::pile::Pile;
use super::positions::Positions;
use super::{Draws, Mix, RECORDS_PER_BLOCK};
use crate::error::{Error, ErrorKind, Result};
use crate::problem::{AnswerFormat, CaseReader, Framing, Limits, PileValue as _, Problem};
use num_bigint::BigUint;

/// The records of one or more blocks, with their true answers.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The text of the records.
    pub text: Vec<u8>,
    /// For each record, the offset of its end in `text`.
    pub ends: Vec<usize>,
    /// The true outcome of each record, one bit for each record: 1 for cold. The first record is the
    /// lowest bit of the first word.
    pub cold: Vec<u64>,
    /// The text of the true answers. It is empty if a record is two piles and its answer is only the
    /// label for hot or cold: then `cold` has the answers.
    pub answers: Vec<u8>,
    /// For each record, the offset of the end of its answer in `answers`.
    answer_ends: Vec<usize>,
}

impl Block {
    /// Removes all records and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.cold.clear();
        self.answers.clear();
        self.answer_ends.clear();
    }

    /// Keeps only the first `records` records.
    pub fn truncate(&mut self, records: usize) {
        if records >= self.ends.len() {
            return;
        }
        self.ends.truncate(records);
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
        self.answer_ends.truncate(records);
        self.answers
            .truncate(self.answer_ends.last().copied().unwrap_or(0));
        self.cold.truncate(records.div_ceil(64));
        if let (Some(last), rest @ 1..) = (self.cold.last_mut(), records % 64) {
            *last &= (1 << rest) - 1;
        }
    }

    /// The number of records.
    pub fn records(&self) -> usize {
        self.ends.len()
    }
}

/// An endless sequence of records, given by a seed, a mix of kinds and a problem.
///
/// ```
/// use wythoff::Problem;
/// use wythoff::workload::{Block, Kind, Mix, Workload};
/// let mut problem = Problem::default();
/// problem.limits.max_pile = Some(100_u32.into());
/// let workload = Workload::new(1, Mix::only(Kind::Uniform), &problem)?;
/// let mut block = Block::default();
/// workload.fill(0, &mut block);
/// block.truncate(1);
/// assert_eq!(block.text, b"31 87\n");
/// assert_eq!(block.cold, [0]);
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Debug)]
pub struct Workload {
    seed: u64,
    generator: Generator,
    problem: Problem,
}

#[derive(Debug)]
enum Generator {
    /// Two piles that fit `u64`.
    Word(Positions<u64>),
    /// Two piles of any size.
    Big(Positions<BigUint>),
    /// Cases of several numbers, such as a number of piles and then the piles.
    Cases(CaseGenerator),
}

impl Workload {
    /// Records of `problem`, with positions of `mix` and piles up to the largest one of the problem.
    ///
    /// # Errors
    /// If a record of the problem is a case of several numbers, and a line is one record.
    pub fn new(seed: u64, mix: Mix, problem: &Problem) -> Result<Self> {
        if !problem.is_pairs() && problem.framing == Framing::Lines {
            let what = "cases with several piles can't be generated as one record on each line";
            return Err(Error::new(ErrorKind::Argument(what.to_owned())));
        }
        let max = problem.max_pile();
        let generator = match Positions::new(mix, &max, problem.rule()) {
            Some(words) if problem.is_pairs() => Generator::Word(words),
            Some(words) => Generator::Cases(CaseGenerator::new(problem, words)),
            None => {
                let big = Positions::new(mix, &max, problem.rule());
                Generator::Big(big.expect("a big integer holds any number"))
            }
        };
        Ok(Self {
            seed,
            generator,
            problem: problem.clone(),
        })
    }

    /// The problem to which the records belong.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// A rough estimate of the size of a record, in bytes. Most records are smaller.
    pub(crate) fn record_size(&self) -> usize {
        match &self.generator {
            Generator::Cases(cases) => cases.record_size(),
            _ => 2 * (self.problem.max_pile().to_string().len() + 1),
        }
    }

    /// The largest number of records that the problem allows in one input; `u64::MAX` if it has no
    /// limit.
    pub fn max_records(&self) -> u64 {
        self.problem.max_records().unwrap_or(u64::MAX)
    }

    /// Whether the number of records stands before the records.
    pub(crate) fn is_counted(&self) -> bool {
        self.problem.framing == Framing::Count
    }

    /// The text before the first record of an input with that number of records.
    pub fn head(&self, records: u64) -> Vec<u8> {
        match self.is_counted() {
            true => format!("{records}\n").into_bytes(),
            false => Vec::new(),
        }
    }

    /// The text after the last record.
    pub fn tail(&self) -> &'static [u8] {
        self.problem.tail().as_bytes()
    }

    /// Whether [`Workload::fill`] writes the answers to [`Block::answers`].
    pub(crate) fn has_answer_text(&self) -> bool {
        !self.problem.is_pairs() || self.problem.answer_format != AnswerFormat::Label
    }

    /// Appends the [`RECORDS_PER_BLOCK`] records of block number `block` to `out`.
    pub fn fill(&self, block: u64, out: &mut Block) {
        let draws = Draws::new(self.seed, block);
        match &self.generator {
            Generator::Word(positions) => self.fill_pairs(positions, draws, out),
            Generator::Big(positions) => self.fill_pairs(positions, draws, out),
            Generator::Cases(cases) => self.fill_cases(cases, draws, out),
        }
    }

    fn fill_pairs<P: Pile>(&self, positions: &Positions<P>, mut draws: Draws, out: &mut Block) {
        let shape = Shape::of_problem(&self.problem);
        let has_answer_text = self.has_answer_text();
        let mut before = None;
        for _ in 0..RECORDS_PER_BLOCK / 64 {
            let mut bits = 0;
            for bit in 0..64 {
                let next = positions.next(&mut draws, before.as_ref());
                let (a, b) = shape.apply(next, &positions.max);
                write_pair(&a, &b, &mut out.text);
                out.ends.push(out.text.len());
                let cold = if has_answer_text {
                    let cold = self.problem.append_pair_answer(
                        self.problem.rule(),
                        [&a, &b],
                        &mut out.answers,
                    );
                    out.answer_ends.push(out.answers.len());
                    cold
                } else {
                    P::is_cold(positions.rule, [&a, &b])
                };
                bits |= u64::from(cold) << bit;
                before = Some((a, b));
            }
            out.cold.push(bits);
        }
    }

    fn fill_cases(&self, cases: &CaseGenerator, mut draws: Draws, out: &mut Block) {
        // Without an end, because the answers of this block don't depend on the other blocks.
        let mut endless = self.problem.clone();
        endless.framing = Framing::Eof;
        endless.limits = Limits::default();
        let mut reader = CaseReader::new(endless);
        let mut before = None;
        for _ in 0..RECORDS_PER_BLOCK / 64 {
            let mut bits = 0;
            for bit in 0..64 {
                let (case, first, in_a_line) = cases.next(&mut draws, before.as_ref());
                let mut cold = false;
                for &number in &case {
                    cold = reader.take(number, &mut out.answers).cold.unwrap_or(cold);
                }
                let (head, rest) = case.split_at(first);
                for numbers in std::iter::once(head).chain(rest.chunks(in_a_line)) {
                    for number in numbers {
                        number.write_decimal(&mut out.text);
                        out.text.push(b' ');
                    }
                    out.text.pop();
                    out.text.push(b'\n');
                }
                bits |= u64::from(cold) << bit;
                out.ends.push(out.text.len());
                out.answer_ends.push(out.answers.len());
                before = Some(case);
            }
            out.cold.push(bits);
        }
    }
}

#[inline]
fn write_pair<P: Pile>(a: &P, b: &P, text: &mut Vec<u8>) {
    a.write_decimal(text);
    text.push(b' ');
    b.write_decimal(text);
    text.push(b'\n');
}
