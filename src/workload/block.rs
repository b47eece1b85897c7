//! Generates the records of a workload, one block at a time.
//!
//! Takes a seed, a mix of kinds and a problem; writes the text of a block and the
//! true answer of each record, in the order of the records.

use super::cases::CaseGenerator;
use super::pile::Pile;
use super::positions::Positions;
use super::{Draws, Mix, RECORDS_PER_BLOCK};
use crate::error::{Error, ErrorKind, Result};
use crate::problem::{AnswerFormat, Case, CaseReader, Framing, Limits, PileValue as _, Problem};
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
    pub(crate) fn clear(&mut self) {
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

    /// Appends [`RECORDS_PER_BLOCK`] records. `next` appends one, and returns whether it is cold.
    #[inline]
    fn append(&mut self, mut next: impl FnMut(&mut Self) -> bool) {
        for _ in 0..RECORDS_PER_BLOCK / 64 {
            let mut bits = 0;
            for bit in 0..64 {
                bits |= u64::from(next(self)) << bit;
            }
            self.cold.push(bits);
        }
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
    pub(crate) problem: Problem,
    /// Whether the smaller pile of a pair comes first.
    smaller_first: bool,
    /// Whether two empty piles end the input.
    zero_ends: bool,
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
            None => Generator::Big(Positions::of_any_size(mix, &max, problem.rule())),
        };
        Ok(Self {
            seed,
            generator,
            problem: problem.clone(),
            smaller_first: problem.limits.smaller_first,
            zero_ends: problem.framing == Framing::Zero,
        })
    }

    /// A rough estimate of the size of a record, in bytes. Most records are smaller.
    pub(crate) fn record_size(&self) -> usize {
        match &self.generator {
            Generator::Cases(_) => 200,
            _ => 2 * (self.problem.max_pile().to_string().len() + 1),
        }
    }

    /// The largest number of records that the problem allows in one input; `u64::MAX` if it has no limit.
    pub fn max_records(&self) -> u64 {
        self.problem.max_records().unwrap_or(u64::MAX)
    }

    /// The text before the first record of an input with that number of records.
    pub fn head(&self, records: u64) -> Vec<u8> {
        match self.problem.framing {
            Framing::Count => format!("{records}\n").into_bytes(),
            _ => Vec::new(),
        }
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
        let has_answer_text = self.has_answer_text();
        let mut before = None;
        out.append(|out| {
            let next = positions.next(&mut draws, before.as_ref());
            let (a, b) = before.insert(self.allowed(next, &positions.max));
            a.write_decimal(&mut out.text);
            out.text.push(b' ');
            b.write_decimal(&mut out.text);
            out.text.push(b'\n');
            out.ends.push(out.text.len());
            if !has_answer_text {
                return P::is_cold(positions.rule, [a, b]);
            }
            let problem = &self.problem;
            let cold = problem.append_pair_answer(problem.rule(), [a, b], &mut out.answers);
            out.answer_ends.push(out.answers.len());
            cold
        });
    }

    fn fill_cases(&self, cases: &CaseGenerator, mut draws: Draws, out: &mut Block) {
        // Without an end, because the answers of this block don't depend on the other blocks.
        let mut endless = self.problem.clone();
        endless.framing = Framing::Eof;
        endless.limits = Limits::default();
        let mut reader = CaseReader::new(endless);
        let mut before = None;
        out.append(|out| {
            let case = before.insert(cases.next(&mut draws, before.as_ref()));
            let count = case.positions().count() as u64;
            let head = match case.bound {
                Some(bound) => vec![bound, count],
                None => vec![case.piles.len() as u64],
            };
            let mut cold = false;
            for line in std::iter::once(&head[..]).chain(case.positions()) {
                for &number in line {
                    cold = reader.take(number, &mut out.answers).cold.unwrap_or(cold);
                    number.write_decimal(&mut out.text);
                    out.text.push(b' ');
                }
                out.text.pop();
                out.text.push(b'\n');
            }
            out.ends.push(out.text.len());
            out.answer_ends.push(out.answers.len());
            cold
        });
    }

    /// The first `count` cases from block number `block` on.
    pub fn cases(&self, block: u64, count: usize) -> Vec<Case> {
        let mut cases = Vec::new();
        for block in block.. {
            if cases.len() >= count {
                break;
            }
            let records = (count - cases.len()).min(RECORDS_PER_BLOCK);
            cases.extend(self.draw_cases(Draws::new(self.seed, block), records));
        }
        cases.truncate(count);
        cases
    }

    /// The cases of the first `records` records of a block.
    pub(super) fn draw_cases(&self, mut draws: Draws, records: usize) -> Vec<Case> {
        match &self.generator {
            Generator::Word(positions) => self.draw_pairs(positions, draws, records),
            Generator::Big(positions) => self.draw_pairs(positions, draws, records),
            Generator::Cases(generator) => {
                let (mut before, mut cases) = (None, Vec::new());
                for _ in 0..records {
                    let case = before.insert(generator.next(&mut draws, before.as_ref()));
                    cases.extend(case.to_cases());
                }
                cases
            }
        }
    }

    fn draw_pairs<P: Pile>(
        &self,
        positions: &Positions<P>,
        mut draws: Draws,
        records: usize,
    ) -> Vec<Case> {
        let mut before = None;
        let next = |_| {
            let next = positions.next(&mut draws, before.as_ref());
            let (a, b) = before.insert(self.allowed(next, &positions.max)).clone();
            Case::new([a, b])
        };
        (0..records).map(next).collect()
    }

    /// The pair as the problem promises it: the smaller pile first, and no `0 0` that would end the input.
    #[inline]
    fn allowed<P: Pile>(&self, (a, b): (P, P), max: &P) -> (P, P) {
        let swap = self.smaller_first && a > b;
        let (a, b) = if swap { (b, a) } else { (a, b) };
        if self.zero_ends && a == b && a < P::from(1) {
            return match *max < P::from(2) {
                true => (a, P::from(1)),
                false => (P::from(1), P::from(2)),
            };
        }
        (a, b)
    }
}
