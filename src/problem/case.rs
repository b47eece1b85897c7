//! The numbers of a case, whether a problem allows it, and the input and the answers of cases.

use super::{Framing, Game, Problem, render};
use crate::game::Rule;
use crate::game::pile::Pile;
use num_bigint::BigUint;
use std::num::NonZeroU64;

/// One record. For [`Game::BoundedDifference`]: one pair and its bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The largest difference between the amounts taken from both piles, if the input gives it.
    pub bound: Option<u64>,
    /// The piles.
    pub piles: Vec<BigUint>,
}

impl Case {
    /// A case of these piles, without a bound.
    pub fn new<P: Into<BigUint>>(piles: impl IntoIterator<Item = P>) -> Self {
        Self {
            bound: None,
            piles: piles.into_iter().map(P::into).collect(),
        }
    }
}

impl Problem {
    /// Whether the problem allows `case`, and the case would not end the input.
    pub fn allows(&self, case: &Case) -> bool {
        let piles = &case.piles;
        let max_piles = match self.game {
            Game::Wythoff(_) | Game::BoundedDifference => None,
            Game::Nim(_) | Game::ReturnOfTheNim => self.limits.max_piles,
        };
        let ends = self.framing == Framing::Zero
            && self.is_pairs()
            && piles.iter().all(|pile| *pile == BigUint::ZERO);
        let in_order = !self.limits.smaller_first || !self.is_pairs() || piles.is_sorted();
        let (min, max) = (self.limits.min_pile.into(), self.max_pile());
        self.is_record(case)
            && !ends
            && in_order
            && case.bound <= self.limits.max_bound.or(case.bound)
            && piles.len() as u64 >= self.limits.min_piles
            && max_piles.is_none_or(|max| piles.len() as u64 <= max.get())
            && piles.iter().all(|pile| (&min..=&max).contains(&pile))
    }

    /// Whether `case` has the numbers of a record of this game.
    fn is_record(&self, case: &Case) -> bool {
        let has_bound = self.game == Game::BoundedDifference;
        case.bound.is_some() == has_bound && self.game.takes_piles(case.piles.len() as u64)
    }

    /// If no exact answer is known for `count` piles: the text of what a message expects instead.
    pub(crate) fn refuses_piles(&self, count: u64) -> Option<&'static str> {
        let is_refused = self.game == Game::ReturnOfTheNim && !self.game.takes_piles(count);
        is_refused.then_some("a prime number of piles, at most 16777216")
    }

    /// The input that consists of `cases`.
    pub fn input(&self, cases: &[Case]) -> Vec<u8> {
        let mut text = Vec::new();
        if self.framing == Framing::Count {
            push_line([&(self.groups(cases).count() as u64)], &mut text);
        }
        for group in self.groups(cases) {
            let first = &group[0];
            match (self.game, first.bound) {
                (Game::Wythoff(_), _) => {}
                (_, Some(bound)) => push_line([&bound, &(group.len() as u64)], &mut text),
                (_, None) => push_line([&(first.piles.len() as u64)], &mut text),
            }
            for case in group {
                push_line(&case.piles, &mut text);
            }
        }
        text.extend_from_slice(self.tail().as_bytes());
        text
    }

    /// The cases as a judge counts them: consecutive pairs with the same bound are one case.
    pub(crate) fn groups<'c>(
        &self,
        cases: &'c [Case],
    ) -> impl Iterator<Item = &'c [Case]> + use<'c> {
        cases.chunk_by(|a, b| a.bound.is_some() && a.bound == b.bound)
    }

    /// The rules by which the two piles of `case` are played; `None` if the case is Nim.
    pub fn rule_of(&self, case: &Case) -> Option<Rule> {
        let rule = |k| Rule::Generalised(NonZeroU64::MIN.saturating_add(k));
        let bounded = case.bound.map(rule);
        bounded.or_else(|| self.wythoff_rule(case.piles.len()))
    }

    /// The right answer to `case` without a prefix: one or more lines. The case may be beyond the limits of the problem.
    ///
    /// # Panics
    /// The case is not a record of this game; or a pile is beyond `u64` and the case is not a pair.
    pub fn answer(&self, case: &Case) -> Vec<u8> {
        assert!(self.is_record(case), "{case:?} is a case of another game");
        let mut lines = Vec::new();
        if let (Some(rule), [a, b]) = (self.rule_of(case), &case.piles[..]) {
            self.append_pair_answer(rule, [a, b], &mut lines);
        } else {
            let piles = case.piles.iter().map(u64::try_from);
            let piles: Result<Vec<_>, _> = piles.collect();
            let piles = piles.expect("the piles of a case that is not a pair fit `u64`");
            self.append_answer(&piles, &mut lines);
        }
        lines
    }

    /// The right answers to an input of `cases`, each with the prefix of its case.
    ///
    /// # Panics
    /// As for [`answer`](Self::answer).
    pub fn answers(&self, cases: &[Case]) -> Vec<Vec<u8>> {
        let answers = (1..).zip(cases).map(|(number, case)| {
            let prefix = self.case_prefix.as_ref();
            let prefix = prefix.map(|prefix| prefix.of_case(number).into_bytes());
            [prefix.unwrap_or_default(), self.answer(case)].concat()
        });
        answers.collect()
    }

    /// The right output for an input of `cases`, as a judge prints it.
    pub fn output(&self, cases: &[Case]) -> Vec<u8> {
        let (mut text, mut answers) = (Vec::new(), self.answers(cases).into_iter());
        for group in self.groups(cases) {
            text.extend(answers.by_ref().take(group.len()).flatten());
            if self.game == Game::BoundedDifference {
                text.push(b'\n');
            }
        }
        text
    }
}

/// Appends a line of numbers with blanks between them.
#[inline]
pub(crate) fn push_line<'n, P: Pile + 'n>(
    numbers: impl IntoIterator<Item = &'n P>,
    text: &mut Vec<u8>,
) {
    render::list(numbers, b" ", P::write_decimal, text);
    text.push(b'\n');
}
