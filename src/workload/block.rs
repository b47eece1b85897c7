//! Generates the records of a workload, one block at a time.
//!
//! Takes a seed, a mix of kinds, the largest pile and a problem; writes the text of a block and the
//! true answer of each record, in the order of the records.

use super::judged::{CaseGenerator, Shape, case_solver};
use super::pile::Pile;
use super::positions::Positions;
use super::{Draws, LINES, Max, Mix};
use crate::error::{Error, ErrorKind, Result};
use crate::game::Rule;
use crate::judge::{Answer, Asked, Framing};
use num_bigint::BigUint;

/// The records of one or more blocks, with their true answers.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The text of the records.
    pub text: Vec<u8>,
    /// For each record, the offset of its end in `text`.
    pub ends: Vec<usize>,
    /// The true outcome of each record, one bit a record: 1 for cold. The first record is the
    /// lowest bit of the first word.
    pub cold: Vec<u64>,
    /// The text of the true answers, if an answer is more than the word for hot or cold (see
    /// [`Workload::says_more`]).
    pub said: Vec<u8>,
    /// For each record, the offset of the end of its answer in `said`.
    answer_ends: Vec<usize>,
}

impl Block {
    /// Removes all records and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.cold.clear();
        self.said.clear();
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
        self.said
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

/// An endless sequence of records, given by a seed, a mix of kinds, the largest pile and a problem.
///
/// ```
/// use wythoff::workload::{Block, Kind, Mix, Workload};
/// let workload = Workload::new(1, Mix::only(Kind::Uniform), &100.into());
/// let mut block = Block::default();
/// workload.fill(0, &mut block);
/// block.truncate(1);
/// assert_eq!(block.text, b"31 87\n");
/// assert_eq!(block.cold, [0]);
/// ```
#[derive(Debug)]
pub struct Workload {
    seed: u64,
    generator: Generator,
    asked: Asked,
    record_size: usize,
}

#[derive(Debug)]
enum Generator {
    /// Two piles that fit `u64`.
    Word(Positions<u64>, Shape),
    /// Two piles of any size.
    Big(Positions<BigUint>, Shape),
    /// Cases of several numbers, such as a number of piles and then the piles.
    Cases(CaseGenerator),
}

impl Workload {
    /// Positions of `mix` with piles up to `max`, one position a line.
    pub fn new(seed: u64, mix: Mix, max: &Max) -> Self {
        Self::pairs(seed, mix, max, Asked::default())
    }

    /// Records of the problem `asked`, with positions of `mix` and piles up to `max`.
    ///
    /// # Errors
    /// If `max` exceeds the problem's limit, or if a record of the problem is a case of several
    /// numbers and `max` exceeds `u64`.
    pub fn judged(seed: u64, mix: Mix, max: &Max, asked: Asked) -> Result<Self> {
        let max = &Max::of(&asked, Some(max.clone()))?;
        let mut workload = Self::pairs(seed, mix, max, asked);
        if !workload.asked.is_pairs() {
            let positions = Positions::new(mix, &max.0, Rule::Normal).ok_or_else(|| {
                Error::new(ErrorKind::Argument(
                    "a problem with cases of several numbers takes no pile above 2^64 - 1".into(),
                ))
            })?;
            let cases = CaseGenerator::new(&workload.asked, positions);
            workload.record_size = cases.record_size();
            workload.generator = Generator::Cases(cases);
        }
        Ok(workload)
    }

    fn pairs(seed: u64, mix: Mix, max: &Max, asked: Asked) -> Self {
        let shape = Shape::of_problem(&asked);
        let rule = asked.rule();
        let generator = match Positions::new(mix, &max.0, rule) {
            Some(words) => Generator::Word(words, shape),
            None => {
                let big =
                    Positions::new(mix, &max.0, rule).expect("a big integer holds any number");
                Generator::Big(big, shape)
            }
        };
        Self {
            seed,
            generator,
            asked,
            record_size: 2 * (max.0.to_string().len() + 1),
        }
    }

    /// A rough upper bound of the size of a usual record, in bytes.
    pub fn record_size(&self) -> usize {
        self.record_size
    }

    /// The largest number of records that the problem allows in one input; `u64::MAX` if it has no
    /// limit.
    pub fn most_records(&self) -> u64 {
        self.asked.most_records().unwrap_or(u64::MAX)
    }

    /// Whether the number of records stands before the records.
    pub fn is_counted(&self) -> bool {
        self.asked.framing == Framing::Count
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
        self.asked.tail().as_bytes()
    }

    /// Whether an answer is more than the word for hot or cold. Then [`Workload::fill`] writes the
    /// answers to [`Block::said`].
    pub fn says_more(&self) -> bool {
        !self.asked.is_pairs() || self.asked.answer != Answer::Word
    }

    /// Appends the [`LINES`] records of block number `block` to `out`.
    pub fn fill(&self, block: u64, out: &mut Block) {
        let draws = Draws::new(self.seed, block);
        match &self.generator {
            Generator::Word(positions, shape) => fill(positions, *shape, &self.asked, draws, out),
            Generator::Big(positions, shape) => fill(positions, *shape, &self.asked, draws, out),
            Generator::Cases(cases) => fill_cases(cases, &self.asked, draws, out),
        }
    }
}

fn fill<P: Pile>(
    positions: &Positions<P>,
    shape: Shape,
    asked: &Asked,
    mut draws: Draws,
    out: &mut Block,
) {
    let moves = asked.answer == Answer::Moves;
    let mut before = None;
    for _ in 0..LINES / 64 {
        let mut bits = 0;
        for bit in 0..64 {
            let next = positions.next(&mut draws, before.as_ref());
            let (a, b) = shape.apply(next, positions);
            write_pair(&a, &b, &mut out.text);
            out.ends.push(out.text.len());
            let cold = P::is_cold(positions.rule, &a, &b);
            bits |= u64::from(cold) << bit;
            if moves {
                out.said.extend_from_slice(asked.word(cold).as_bytes());
                out.said.push(b'\n');
                for (x, y) in P::winning_positions(positions.rule, &a, &b) {
                    write_pair(&x, &y, &mut out.said);
                }
                out.answer_ends.push(out.said.len());
            }
            before = Some((a, b));
        }
        out.cold.push(bits);
    }
}

#[inline]
fn write_pair<P: Pile>(a: &P, b: &P, text: &mut Vec<u8>) {
    a.write_decimal(text);
    text.push(b' ');
    b.write_decimal(text);
    text.push(b'\n');
}

fn fill_cases(cases: &CaseGenerator, asked: &Asked, mut draws: Draws, out: &mut Block) {
    let mut solver = case_solver(asked);
    let mut before = None;
    for _ in 0..LINES / 64 {
        let mut bits = 0;
        for bit in 0..64 {
            let (case, first, in_a_line) = cases.next(&mut draws, before.as_ref());
            let mut cold = false;
            for &number in &case {
                cold = solver.number(number, &mut out.said).cold.unwrap_or(cold);
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
            out.answer_ends.push(out.said.len());
            before = Some(case);
        }
        out.cold.push(bits);
    }
}
