//! Reproducible inputs: the same seed gives the same bytes on every machine and in every version.
//!
//! A [`Workload`] is made from a regime that `bench` measures ([`REGIMES`]) or from a mix of [`Kind`]s of positions. A block of
//! it depends only on the problem, the seed and the number of the block, so any number of threads produces the same file.
//!
//! The draws and their order never change, because a published seed must give the same input forever. New behaviour gets a
//! new name. All random numbers of a block come from xoshiro256++, which is seeded from SplitMix64 as its authors recommend,
//! with the seed and the number of the block. A number below `n` is the upper half of the product of `n` and one output,
//! without rejection. No library for random distributions is used, because its next release could change the result.

mod block;
mod cases;
mod invalid_inputs;
mod kind;
mod known;
mod limit_inputs;
mod positions;
mod regime;
mod test_files;

pub use self::{
    block::Workload,
    invalid_inputs::invalid_inputs,
    kind::{Kind, Mix},
    known::known_cases,
    limit_inputs::{full_records, limit_inputs},
    regime::{REGIMES, Regime},
    test_files::{DrawnFile, TestFile, test_files},
};

use crate::game::pile::Pile;
use crate::output::answers::AnswerBuffer;
use crate::problem::Problem;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The number of records in a block. In most regimes a block is about 80 KiB.
pub(crate) const RECORDS_PER_BLOCK: usize = 4096;

/// Some records and, if they are wanted, their answers.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) text: Vec<u8>,
    /// For each record, the offset of its end in `text`.
    pub(crate) ends: Vec<usize>,
    /// The number of records whose last position is cold.
    pub(crate) cold: u64,
    pub(crate) answers: Option<AnswerBuffer>,
}

impl Block {
    /// The text of the records, then the text of the answers, if answers are wanted.
    pub(crate) fn texts(&mut self) -> impl Iterator<Item = &mut Vec<u8>> {
        let answers = self.answers.iter_mut().map(AnswerBuffer::text);
        std::iter::once(&mut self.text).chain(answers)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.ends.last().map_or(0, |&end| end as u64)
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.cold = 0;
        self.answers.iter_mut().for_each(AnswerBuffer::clear);
    }

    /// Ends a record of two piles, whose text is here already, and adds its answer.
    #[inline]
    fn end_pair<P: Pile>(&mut self, problem: &Problem, piles: [&P; 2]) {
        let rule = problem.rule();
        self.ends.push(self.text.len());
        let cold = P::is_cold(rule, piles);
        self.cold += u64::from(cold);
        if let Some(answers) = &mut self.answers {
            if problem.answer_format.needs_moves() {
                problem.append_pair_answer(rule, piles, answers.text());
            } else {
                answers.push(u64::from(cold), 1);
            }
        }
    }
}

struct Draws(Xoshiro256PlusPlus);

impl Draws {
    fn new(seed: u64, block: u64) -> Self {
        let first = SplitMix64::seed_from_u64(seed).next_u64();
        Self(Xoshiro256PlusPlus::seed_from_u64(first ^ block))
    }

    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u64
    }

    #[inline]
    fn up_to<P: Pile>(&mut self, max: &P) -> P {
        max.uniform(|| self.0.next_u64())
    }

    /// True with a probability of 1 in `n`.
    #[inline]
    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    #[inline]
    fn coin(&mut self) -> bool {
        self.one_in(2)
    }
}

/// The seeds of several inputs that share the seed `seed`: the outputs of SplitMix64.
fn seeds_from(seed: u64) -> impl Iterator<Item = u64> {
    let mut draws = SplitMix64::seed_from_u64(seed);
    std::iter::repeat_with(move || draws.next_u64())
}

#[cfg(test)]
mod tests;
