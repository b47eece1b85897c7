//! Generates the records of a workload and their answers, one block at a time.

use super::cases::CaseGenerator;
use super::positions::Positions;
use super::{Block, Draws, Mix, RECORDS_PER_BLOCK, Regime};
use crate::error::{Error, Result};
use crate::game::pile::Pile;
use crate::grammar::tokens;
use crate::output::answers::AnswerBuffer;
use crate::problem::{Case, CaseReader, Framing, Limits, Problem, push_line};
use num_bigint::BigUint;

/// An endless sequence of records, given by a seed, a mix of kinds or a regime, and a problem. [`generate`](crate::generate)
/// writes it.
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
    Word(Positions<u64>),
    Big(Positions<BigUint>),
    /// Cases of several numbers, such as a number of piles and then the piles.
    Cases(CaseGenerator),
    Regime(Regime),
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
        let generator = if !problem.is_pairs() {
            Generator::Cases(CaseGenerator::new(mix, problem))
        } else if let Some(words) = Positions::new(mix, problem) {
            Generator::Word(words)
        } else {
            let positions = Positions::new(mix, problem);
            Generator::Big(positions.expect("a big integer holds any number"))
        };
        Ok(Self {
            seed,
            generator,
            problem: problem.clone(),
        })
    }

    /// The lines of `regime`, with the answers of [`Problem::default`].
    pub fn of_regime(seed: u64, regime: Regime) -> Self {
        Self {
            seed,
            generator: Generator::Regime(regime),
            problem: Problem::default(),
        }
    }

    /// A rough estimate of the size of a record, in bytes. Most records are smaller.
    pub(crate) fn record_size(&self) -> usize {
        match &self.generator {
            Generator::Cases(_) => 200,
            Generator::Regime(_) => 20,
            _ => 2 * (self.problem.max_pile().to_string().len() + 1),
        }
    }

    /// Each block from `block` on that has some of the next `records` records: its number, its draws, and the number of these
    /// records.
    fn blocks(&self, block: u64, records: usize) -> impl Iterator<Item = (u64, Draws, usize)> {
        let starts = (0..records).step_by(RECORDS_PER_BLOCK);
        (block..).zip(starts).map(move |(block, start)| {
            let records = RECORDS_PER_BLOCK.min(records - start);
            (block, Draws::new(self.seed, block), records)
        })
    }

    /// Appends the text of block number `block`, which has 4096 records.
    ///
    /// ```
    /// use wythoff::workload::{REGIMES, Workload};
    /// let mut text = Vec::new();
    /// Workload::of_regime(1, REGIMES[0]).append_block(0, &mut text);
    /// assert!(text.starts_with(b"438558627 308342934\n"));
    /// ```
    pub fn append_block(&self, block: u64, text: &mut Vec<u8>) {
        let mut out = Block {
            text: std::mem::take(text),
            ..Block::default()
        };
        self.fill(block, RECORDS_PER_BLOCK, &mut out);
        *text = out.text;
    }

    /// Appends the first `records` records from block number `block` on to `out`.
    pub(crate) fn fill(&self, block: u64, records: usize, out: &mut Block) {
        for (block, mut draws, records) in self.blocks(block, records) {
            match &self.generator {
                Generator::Word(positions) => self.fill_pairs(positions, draws, records, out),
                Generator::Big(positions) => self.fill_pairs(positions, draws, records, out),
                Generator::Cases(cases) => self.fill_cases(cases, draws, records, out),
                Generator::Regime(regime) => {
                    let regime = regime.of_block(block);
                    for _ in 0..records {
                        regime.draw_line(&self.problem, &mut draws, out);
                    }
                }
            }
        }
    }

    fn fill_pairs<P: Pile>(
        &self,
        positions: &Positions<P>,
        mut draws: Draws,
        records: usize,
        out: &mut Block,
    ) {
        let mut before = None;
        for _ in 0..records {
            let kind = positions.mix.draw(&mut draws);
            let next = positions.draw_of_kind(kind, &mut draws, before.as_ref());
            let (a, b) = &*before.insert(self.allowed(next, &positions.max));
            push_line([a, b], &mut out.text);
            out.end_pair(&self.problem, [a, b]);
        }
    }

    fn fill_cases(&self, cases: &CaseGenerator, draws: Draws, records: usize, out: &mut Block) {
        // This framing has no end mark, so the answers of this block don't depend on other blocks.
        let mut reader = CaseReader::new(Problem {
            framing: Framing::Eof,
            limits: Limits::default(),
            ..self.problem.clone()
        });
        let mut unwanted = Vec::new();
        let answers = out.answers.as_mut();
        let answers = answers.map_or(&mut unwanted, AnswerBuffer::text);
        cases.draw_cases(draws, records, |case| {
            let count = case.positions().count() as u64;
            let head = match case.bound {
                Some(bound) => vec![bound, count],
                None => vec![case.piles.len() as u64],
            };
            let mut cold = false;
            for line in std::iter::once(&head[..]).chain(case.positions()) {
                for &number in line {
                    cold = reader.take(number, answers).cold.unwrap_or(cold);
                }
                push_line(line, &mut out.text);
            }
            out.ends.push(out.text.len());
            out.cold += u64::from(cold);
        });
    }

    /// The first `count` cases from block number `block` on.
    pub fn cases(&self, block: u64, count: usize) -> Vec<Case> {
        let mut cases = Vec::new();
        if let Generator::Cases(generator) = &self.generator {
            for (_, draws, records) in self.blocks(block, count) {
                if cases.len() >= count {
                    break;
                }
                generator.draw_cases(draws, records, |case| cases.extend(case.to_cases()));
            }
            cases.truncate(count);
            return cases;
        }
        let mut pairs = Block::default();
        self.fill(block, count, &mut pairs);
        let pile = |digits| BigUint::parse_bytes(digits, 10).expect("the text has only digits");
        let mut piles = tokens(&pairs.text).map(pile);
        while let (Some(a), Some(b)) = (piles.next(), piles.next()) {
            cases.push(Case::new([a, b]));
        }
        cases
    }

    /// The pair, changed to be one that the problem allows: the smaller pile first, no pile too small, and no `0 0` that would
    /// end the input.
    #[inline]
    fn allowed<P: Pile>(&self, (a, b): (P, P), max: &P) -> (P, P) {
        let limits = &self.problem.limits;
        let swap = limits.smaller_first && a > b;
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let min = P::from(limits.min_pile);
        let (a, b) = (a.max(min.clone()), b.max(min));
        if self.problem.framing == Framing::Zero && a == b && a < P::from(1) {
            return if *max < P::from(2) {
                (a, P::from(1))
            } else {
                (P::from(1), P::from(2))
            };
        }
        (a, b)
    }
}
