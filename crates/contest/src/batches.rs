//! The inputs on which a program is tried, in order: the known cases, the limits, an input of full size, and then an
//! unlimited number of mixes.
//!
//! A batch depends only on the problem, the seed and the number of the batch. All its cases are within the limits of the
//! problem.

use wythoff::workload::{Mix, Workload, full_records, known_cases, limit_inputs};
use wythoff::{Case, Framing, Problem, Result};

/// The number of cases in a batch, if the problem allows this number.
const CASES: usize = 10_000;

/// The number of cases in a batch, if a process takes only one case.
const PROCESSES: usize = 50;

/// The number of known cases that are tried, if a batch has at most [`PROCESSES`] cases.
pub(super) const KNOWN_SINGLE_CASES: usize = 160;

/// The number of blocks of the workload from the start of a batch to the start of the next one.
const BLOCKS: u64 = 1 << 8;

#[derive(Debug)]
pub(super) struct Batches {
    /// The batches before the mixes: the kind, which is `known`, `limits` or `full`, and the cases.
    known: Vec<(&'static str, Vec<Case>)>,
    workload: Workload,
    size: usize,
}

impl Batches {
    /// The batches of known cases, followed by the mixes of `seed`.
    ///
    /// Errors: no cases of the problem can be drawn.
    pub(super) fn new(problem: &Problem, seed: u64) -> Result<Self> {
        let workload = Workload::new(seed, Mix::default(), problem)?;
        let max = problem.limits.max_records;
        let size = match problem.framing {
            Framing::One => PROCESSES,
            _ => max.map_or(CASES, |max| CASES.min(max.get() as usize)),
        };
        let count = if size > PROCESSES {
            usize::MAX
        } else {
            KNOWN_SINGLE_CASES
        };
        let split = |name, cases: Vec<Case>| -> Vec<_> {
            let parts = cases.chunks(size);
            parts.map(|part| (name, part.to_vec())).collect()
        };
        let mut known = split("known", known_cases(problem, count));
        let full = full_records(problem) as usize;
        if !problem.is_pairs() {
            let inputs = limit_inputs(problem);
            known.extend(match problem.framing {
                Framing::One => split("limits", inputs.into_iter().flatten().take(count).collect()),
                _ => inputs.into_iter().map(|cases| ("limits", cases)).collect(),
            });
            known.last_mut().expect("the last input at the limits").0 = "full";
        } else if full > size {
            // An input of full size is a separate batch, because a mix has fewer cases.
            let block = known.len() as u64 * BLOCKS;
            known.push(("full", workload.cases(block, full)));
        }
        Ok(Self {
            known,
            workload,
            size,
        })
    }

    pub(super) fn known_batches(&self) -> u64 {
        self.known.len() as u64
    }

    pub(super) fn cases_before(&self, number: u64) -> u64 {
        let known = self.known.iter().take(number as usize);
        let known: u64 = known.map(|(_, cases)| cases.len() as u64).sum();
        let mixes = number.saturating_sub(self.known_batches());
        known.saturating_add(mixes.saturating_mul(self.size as u64))
    }

    /// The kind of the batch with this number, and its cases. The cases are for one run of the program; or for several runs, if
    /// a process takes only one case. There is a batch for every number.
    pub(super) fn batch(&self, number: u64) -> (&'static str, Vec<Case>) {
        let known = self.known.get(number as usize).cloned();
        let block = number.wrapping_mul(BLOCKS);
        known.unwrap_or_else(|| ("mix", self.workload.cases(block, self.size)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::validate;
    use std::collections::BTreeSet;
    use std::num::NonZeroU64;
    use wythoff::game::BigUint;
    use wythoff::{Game, Input, PROFILES, Rule};

    /// Two piles up to `max` under another rule.
    fn pairs(framing: Framing, rule: &str, max: &str) -> Problem {
        let mut problem = Problem::default();
        problem.framing = framing;
        problem.game = Game::Wythoff(rule.parse().unwrap());
        problem.limits.max_pile = Some(max.parse().unwrap());
        problem
    }

    /// The profiles, profiles with much narrower limits of a user, and problems whose rules, framings and limits differ from all
    /// profiles.
    fn problems() -> Vec<Problem> {
        let mut all: Vec<_> = PROFILES.iter().map(|p| p.problem.clone()).collect();
        for &framing in Framing::FREE {
            for profile in PROFILES.iter() {
                let mut problem = profile.problem.clone();
                problem.framing = framing;
                problem.limits.max_pile = Some(3_u32.into());
                all.push(problem.clone());
                problem.limits.min_pile = 7;
                problem.limits.max_pile = Some(50_u32.into());
                problem.limits.max_piles = NonZeroU64::new(problem.limits.min_piles.max(2));
                problem.limits.max_records = NonZeroU64::new(2);
                all.push(problem);
            }
            for rule in "normal misere r=2 r=7 r=1000000007".split(' ') {
                for max in "1 2 20 1000000000 18446744073709551615 1000000000000000000000000000000"
                    .split(' ')
                {
                    all.push(pairs(framing, rule, max));
                }
            }
        }
        all
    }

    /// Every problem gets cases that it allows, with both outcomes.
    #[test]
    #[ignore = "slow"]
    fn batches_are_what_the_problem_allows() {
        for (i, problem) in problems().iter().enumerate() {
            let batches = Batches::new(problem, 1).unwrap();
            let first_mix = batches.known_batches();
            assert!(first_mix >= 1, "{problem:?}");
            let mut answers = BTreeSet::new();
            // All batches of the profiles, and some of the others.
            let is_tried = |number: &u64| i < PROFILES.len() || *number < 2 || *number == first_mix;
            for number in (0..first_mix + 2).filter(is_tried) {
                let (_, cases) = batches.batch(number);
                let [before, after] = [number, number + 1].map(|n| batches.cases_before(n));
                assert_eq!(cases.len() as u64, after - before);
                assert!(cases.iter().all(|case| problem.allows(case)), "{problem:?}");
                let cases_of_input = if problem.framing == Framing::One {
                    1
                } else {
                    cases.len()
                };
                let is_small = cases.len() < 2000;
                for input in cases.chunks(cases_of_input).take(300).filter(|_| is_small) {
                    let input = problem.input(input);
                    let found = validate(problem, Input::reader(&input[..], "input"), None);
                    assert!(matches!(found, Ok(Ok(_))), "{problem:?} {number} {found:?}");
                }
                let few = cases.iter().step_by(1 + cases.len() / 300);
                let of_batch: BTreeSet<_> = few.map(|case| problem.answer(case)).collect();
                // A program that always prints the same answer fails.
                let is_first = i < PROFILES.len() && [0, first_mix].contains(&number);
                assert!(of_batch.len() > 1 || !is_first, "{problem:?} {number}");
                answers.extend(of_batch);
            }
            // If `0 0` ends the input, the next cold position may be beyond the limit.
            let next = match problem.game {
                Game::Wythoff(Rule::Generalised(r)) => BigUint::from(r.get()) + 1_u32,
                _ => 2_u32.into(),
            };
            let are_both = problem.framing != Framing::Zero || next <= problem.max_pile();
            assert!(answers.len() > 1 || !are_both, "{problem:?}");
            let [mix, other] =
                [1, 2].map(|seed| Batches::new(problem, seed).unwrap().batch(first_mix));
            let has_few_cases = problem.max_pile() < 1000_u32.into();
            assert!(has_few_cases || mix != other, "{problem:?}");
            assert_eq!((mix.0, &mix), ("mix", &batches.batch(first_mix)));
        }
    }
}
