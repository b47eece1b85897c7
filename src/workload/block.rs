//! Generates the records of a workload, one block at a time.
//!
//! In: a seed, a mix of kinds and a problem. Out: the text of a block and the right answer to each record, in the order of
//! the records; or the same records as cases.

use super::cases::CaseGenerator;
use super::pile::Pile;
use super::positions::Positions;
use super::{Draws, Mix, RECORDS_PER_BLOCK};
use crate::error::{Error, Result};
use crate::problem::{Case, CaseReader, Framing, Limits, PileValue as _, Problem};
use num_bigint::BigUint;

/// The records of one or more blocks, with the right answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// The text of the records.
    pub(crate) text: Vec<u8>,
    /// For each record, the offset of its end in `text`.
    pub(crate) ends: Vec<usize>,
    /// For each record, whether its last position is cold.
    pub(crate) cold: Vec<bool>,
    /// Whether the answers of pairs are wanted; those of other cases always have their text.
    pub(crate) wants_answers: bool,
    /// The text of the right answers.
    pub(crate) answers: Vec<u8>,
    /// For each record, the offset of the end of its answer in `answers`.
    answer_ends: Vec<usize>,
}

impl Block {
    /// Keeps only the first `records` records, and the allocated memory.
    pub(crate) fn truncate(&mut self, records: usize) {
        self.ends.truncate(records);
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
        self.cold.truncate(records);
        self.answer_ends.truncate(records);
        let end = self.answer_ends.last().copied().unwrap_or(0);
        self.answers.truncate(end);
    }

    /// The text of a record and its answer were appended.
    fn end_record(&mut self, cold: bool) {
        self.ends.push(self.text.len());
        self.cold.push(cold);
        self.answer_ends.push(self.answers.len());
    }
}

/// An endless sequence of records, given by a seed, a mix of kinds and a problem. [`generate`](crate::generate) writes it.
///
/// ```
/// use wythoff::{Case, Problem};
/// use wythoff::workload::{Kind, Mix, Workload};
/// let mut problem = Problem::default();
/// problem.limits.max_pile = Some(100_u32.into());
/// let workload = Workload::new(1, Mix::only(Kind::Uniform), &problem)?;
/// assert_eq!(workload.cases(0, 1), [Case::new([31_u32, 87])]);
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Debug)]
pub struct Workload {
    pub(super) seed: u64,
    generator: Generator,
    pub(crate) problem: Problem,
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
            return Err(Error::argument(what));
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
    pub(crate) fn head(&self, records: u64) -> Vec<u8> {
        match self.problem.framing {
            Framing::Count => format!("{records}\n").into_bytes(),
            _ => Vec::new(),
        }
    }

    /// Appends the [`RECORDS_PER_BLOCK`] records of block number `block` to `out`.
    pub(crate) fn fill(&self, block: u64, out: &mut Block) {
        let draws = Draws::new(self.seed, block);
        match &self.generator {
            Generator::Word(positions) => self.fill_pairs(positions, draws, out),
            Generator::Big(positions) => self.fill_pairs(positions, draws, out),
            Generator::Cases(cases) => self.fill_cases(cases, draws, out),
        }
    }

    fn fill_pairs<P: Pile>(&self, positions: &Positions<P>, draws: Draws, out: &mut Block) {
        let problem = &self.problem;
        self.draw_pairs(positions, draws, RECORDS_PER_BLOCK, |a, b| {
            a.write_decimal(&mut out.text);
            out.text.push(b' ');
            b.write_decimal(&mut out.text);
            out.text.push(b'\n');
            let cold = match out.wants_answers {
                true => problem.append_pair_answer(positions.rule, [a, b], &mut out.answers),
                false => P::is_cold(positions.rule, [a, b]),
            };
            out.end_record(cold);
        });
    }

    fn fill_cases(&self, cases: &CaseGenerator, draws: Draws, out: &mut Block) {
        // Without an end, because the answers of this block don't depend on the other blocks.
        let mut reader = CaseReader::new(Problem {
            framing: Framing::Eof,
            limits: Limits::default(),
            ..self.problem.clone()
        });
        cases.draw_cases(draws, RECORDS_PER_BLOCK, |case| {
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
            out.end_record(cold);
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
            let draws = Draws::new(self.seed, block);
            match &self.generator {
                Generator::Word(positions) => {
                    let push = |a: &_, b: &_| cases.push(Case::new([*a, *b]));
                    self.draw_pairs(positions, draws, records, push);
                }
                Generator::Big(positions) => {
                    let push =
                        |a: &BigUint, b: &BigUint| cases.push(Case::new([a, b].map(Clone::clone)));
                    self.draw_pairs(positions, draws, records, push);
                }
                Generator::Cases(generator) => {
                    generator.draw_cases(draws, records, |case| cases.extend(case.to_cases()));
                }
            }
        }
        cases.truncate(count);
        cases
    }

    /// Draws the first `records` pairs of a block, and gives each to `take`.
    #[inline]
    fn draw_pairs<P: Pile>(
        &self,
        positions: &Positions<P>,
        mut draws: Draws,
        records: usize,
        mut take: impl FnMut(&P, &P),
    ) {
        let mut before = None;
        for _ in 0..records {
            let next = positions.next(&mut draws, before.as_ref());
            let (a, b) = before.insert(self.allowed(next, &positions.max));
            take(a, b);
        }
    }

    /// The pair as the problem promises it: the smaller pile first, no pile too small, and no `0 0` that would end the
    /// input.
    #[inline]
    fn allowed<P: Pile>(&self, (a, b): (P, P), max: &P) -> (P, P) {
        let limits = &self.problem.limits;
        let swap = limits.smaller_first && a > b;
        let (a, b) = if swap { (b, a) } else { (a, b) };
        if limits.min_pile > 0 {
            let min = P::from(limits.min_pile);
            return (a.max(min.clone()), b.max(min));
        }
        if self.problem.framing == Framing::Zero && a == b && a < P::from(1) {
            return match *max < P::from(2) {
                true => (a, P::from(1)),
                false => (P::from(1), P::from(2)),
            };
        }
        (a, b)
    }
}
