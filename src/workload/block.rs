//! A workload's records, a block at a time.
//!
//! Owns what stands between numbers. Invariant: the answers belong to the records of the text, in
//! order.

use super::judged::{Several, Shape, answers};
use super::pile::Pile;
use super::positions::Positions;
use super::{Draws, LINES, Max, Mix};
use crate::error::{Error, ErrorKind, Result};
use crate::game::Rule;
use crate::problem::{Answer, Asked, Framing};
use num_bigint::BigUint;

/// Records in one place.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The records.
    pub text: Vec<u8>,
    /// Where each ends in the text.
    pub ends: Vec<usize>,
    /// The truth of each, a bit: 1 for cold. The first record's is the lowest bit of the first word.
    pub cold: Vec<u64>,
    /// The answers, where they are more than a word.
    pub said: Vec<u8>,
    /// Where each ends in those.
    pub said_ends: Vec<usize>,
}

impl Block {
    /// Takes everything out; the memory stays.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.cold.clear();
        self.said.clear();
        self.said_ends.clear();
    }

    /// Leaves only the first `records`.
    pub fn truncate(&mut self, records: usize) {
        if records >= self.ends.len() {
            return;
        }
        self.ends.truncate(records);
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
        self.said_ends.truncate(records);
        self.said
            .truncate(self.said_ends.last().copied().unwrap_or(0));
        self.cold.truncate(records.div_ceil(64));
        if let (Some(last), rest @ 1..) = (self.cold.last_mut(), records % 64) {
            *last &= (1 << rest) - 1;
        }
    }

    /// How many records there are.
    pub fn records(&self) -> usize {
        self.ends.len()
    }
}

/// A seed, a mix and a limit: records without end.
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
    form: Form,
    asked: Asked,
    record_size: usize,
}

#[derive(Debug)]
enum Form {
    /// Two piles within `u64`.
    Word(Positions<u64>, Shape),
    /// Two piles beyond.
    Big(Positions<BigUint>, Shape),
    /// Cases of several numbers.
    Several(Several),
}

impl Workload {
    /// Positions of `mix` with piles up to `max`, a line each.
    pub fn new(seed: u64, mix: Mix, max: &Max) -> Self {
        Self::pairs(seed, mix, max, Asked::default())
    }

    /// The same as that is asked.
    ///
    /// Errors if `max` is beyond the problem's limit, or beyond what a case of its can have.
    pub fn judged(seed: u64, mix: Mix, max: &Max, asked: Asked) -> Result<Self> {
        let max = &Max::of(&asked, Some(max.clone()))?;
        let mut workload = Self::pairs(seed, mix, max, asked);
        if !workload.asked.is_pairs() {
            let positions = Positions::new(mix, &max.0, Rule::Normal).ok_or_else(|| {
                Error::new(ErrorKind::Argument(
                    "cases have no piles beyond 2^64 - 1".into(),
                ))
            })?;
            let several = Several::new(&workload.asked, positions);
            workload.record_size = several.record_size();
            workload.form = Form::Several(several);
        }
        Ok(workload)
    }

    fn pairs(seed: u64, mix: Mix, max: &Max, asked: Asked) -> Self {
        let shape = Shape::of(&asked);
        let rule = asked.rule();
        let form = match Positions::new(mix, &max.0, rule) {
            Some(words) => Form::Word(words, shape),
            None => {
                let any = Positions::new(mix, &max.0, rule).expect("any number fits");
                Form::Big(any, shape)
            }
        };
        Self {
            seed,
            form,
            asked,
            record_size: 2 * (max.0.to_string().len() + 1),
        }
    }

    /// A record has about so many bytes, or less.
    pub fn record_size(&self) -> usize {
        self.record_size
    }

    /// No more records than these are allowed.
    pub fn most_records(&self) -> u64 {
        self.asked.most_records().unwrap_or(u64::MAX)
    }

    /// Whether how many records there are is told before them.
    pub fn is_counted(&self) -> bool {
        self.asked.framing == Framing::Count
    }

    /// What stands before so many records.
    pub fn head(&self, records: u64) -> Vec<u8> {
        match self.is_counted() {
            true => format!("{records}\n").into_bytes(),
            false => Vec::new(),
        }
    }

    /// What stands behind them.
    pub fn tail(&self) -> &'static [u8] {
        self.asked.tail().as_bytes()
    }

    /// Whether answers are more than a word: then they stand in [`Block::said`].
    pub fn says_more(&self) -> bool {
        !self.asked.is_pairs() || self.asked.answer != Answer::Word
    }

    /// Appends the [`LINES`] records of block number `block`.
    pub fn fill(&self, block: u64, out: &mut Block) {
        let draws = Draws::new(self.seed, block);
        match &self.form {
            Form::Word(positions, shape) => fill(positions, *shape, &self.asked, draws, out),
            Form::Big(positions, shape) => fill(positions, *shape, &self.asked, draws, out),
            Form::Several(several) => fill_cases(several, &self.asked, draws, out),
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
            let (a, b) = shape.fit(next, positions);
            line(&a, &b, &mut out.text);
            out.ends.push(out.text.len());
            let cold = P::is_cold(positions.rule, &a, &b);
            bits |= u64::from(cold) << bit;
            if moves {
                out.said.extend_from_slice(asked.word(cold).as_bytes());
                out.said.push(b'\n');
                for (x, y) in P::winning(positions.rule, &a, &b) {
                    line(&x, &y, &mut out.said);
                }
                out.said_ends.push(out.said.len());
            }
            before = Some((a, b));
        }
        out.cold.push(bits);
    }
}

#[inline]
fn line<P: Pile>(a: &P, b: &P, text: &mut Vec<u8>) {
    a.print(text);
    text.push(b' ');
    b.print(text);
    text.push(b'\n');
}

fn fill_cases(several: &Several, asked: &Asked, mut draws: Draws, out: &mut Block) {
    let mut answers = answers(asked);
    let mut before = None;
    for _ in 0..LINES / 64 {
        let mut bits = 0;
        for bit in 0..64 {
            let (case, first, in_a_line) = several.next(&mut draws, before.as_ref());
            let mut cold = false;
            for &number in &case {
                cold = answers.number(number, &mut out.said).cold.unwrap_or(cold);
            }
            let (head, rest) = case.split_at(first);
            for numbers in std::iter::once(head).chain(rest.chunks(in_a_line)) {
                for number in numbers {
                    number.print(&mut out.text);
                    out.text.push(b' ');
                }
                out.text.pop();
                out.text.push(b'\n');
            }
            bits |= u64::from(cold) << bit;
            out.ends.push(out.text.len());
            out.said_ends.push(out.said.len());
            before = Some(case);
        }
        out.cold.push(bits);
    }
}
