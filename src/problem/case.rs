//! A case of a problem as numbers: what the problem allows, and how cases become an input and its answers.
//!
//! An input of cases that [`Problem::allows`] keeps the limits of the problem, except for the limit of the number of cases.

use super::framing::Framing;
use super::problem::{Game, Problem};
use crate::game::Rule;
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
    /// Two piles.
    pub fn pair(a: impl Into<BigUint>, b: impl Into<BigUint>) -> Self {
        Self {
            bound: None,
            piles: vec![a.into(), b.into()],
        }
    }

    /// Any number of piles.
    pub fn heaps(piles: impl IntoIterator<Item = u64>) -> Self {
        Self {
            bound: None,
            piles: piles.into_iter().map(BigUint::from).collect(),
        }
    }

    /// A key that sorts smaller cases first: fewer piles, then a smaller largest pile, a smaller sum, a smaller bound, and
    /// smaller piles in front.
    pub fn size(&self) -> impl Ord + use<> {
        let largest = self.piles.iter().max().cloned().unwrap_or_default();
        let sum: BigUint = self.piles.iter().sum();
        (
            self.piles.len(),
            largest,
            sum,
            self.bound,
            self.piles.clone(),
        )
    }

    /// The piles, if there are two.
    pub fn as_pair(&self) -> Option<(&BigUint, &BigUint)> {
        match self.piles.as_slice() {
            [a, b] => Some((a, b)),
            _ => None,
        }
    }

    /// # Panics
    /// A pile is beyond `u64`: only pairs may be.
    fn piles_as_u64(&self) -> Vec<u64> {
        let number = |pile: &BigUint| u64::try_from(pile).expect("a limit within u64");
        self.piles.iter().map(number).collect()
    }
}

impl Problem {
    /// Whether the problem allows `case`, and the case would not end the input.
    pub fn allows(&self, case: &Case) -> bool {
        let piles = &case.piles;
        let count = piles.len() as u64;
        let shape = match self.game {
            Game::Wythoff(_) => case.bound.is_none() && count == 2,
            Game::BoundedDifference => case.bound.is_some() && count == 2,
            Game::Nim(_) | Game::ReturnOfTheNim => {
                let max = self.max_piles().unwrap_or(u64::MAX);
                case.bound.is_none() && (1..=max).contains(&count)
            }
        };
        let ends = self.framing == Framing::Zero
            && self.is_pairs()
            && piles.iter().all(|pile| *pile == BigUint::ZERO);
        let in_order = !self.is_smaller_first() || piles.is_sorted();
        let max = self.max_pile();
        shape && !ends && in_order && piles.iter().all(|pile| max.allows(pile))
    }

    /// The input that consists of `cases`.
    pub fn input(&self, cases: &[Case]) -> Vec<u8> {
        let mut text = Vec::new();
        if self.framing == Framing::Count {
            line(&mut text, [&self.groups(cases).count()]);
        }
        for group in self.groups(cases) {
            let first = &group[0];
            match (self.game, first.bound) {
                (Game::Wythoff(_), _) => {}
                (_, Some(bound)) => line(&mut text, [&bound, &(group.len() as u64)]),
                (_, None) => line(&mut text, [&first.piles.len()]),
            }
            for case in group {
                line(&mut text, &case.piles);
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
        match self.game {
            Game::BoundedDifference => {
                let r = NonZeroU64::MIN.saturating_add(case.bound.unwrap_or(0));
                Some(Rule::Generalised(r))
            }
            _ => self.wythoff_rule(case.piles.len()),
        }
    }

    /// The right answer to `case`: one or more lines.
    pub fn answer(&self, case: &Case) -> Vec<u8> {
        let mut lines = Vec::new();
        match (self.rule_of(case), case.as_pair()) {
            (Some(rule), Some((a, b))) => self.append_big_answer(rule, [a, b], &mut lines),
            _ => self.append_answer(&case.piles_as_u64(), &mut lines),
        };
        lines
    }

    /// The right output for an input of `cases`, as a judge prints it.
    pub fn output(&self, cases: &[Case]) -> Vec<u8> {
        let mut text = Vec::new();
        for group in self.groups(cases) {
            for case in group {
                text.extend_from_slice(&self.answer(case));
            }
            if self.game == Game::BoundedDifference {
                text.push(b'\n');
            }
        }
        text
    }
}

fn line<'n, T: ToString + 'n>(text: &mut Vec<u8>, numbers: impl IntoIterator<Item = &'n T>) {
    for (i, number) in numbers.into_iter().enumerate() {
        if i > 0 {
            text.push(b' ');
        }
        text.extend_from_slice(number.to_string().as_bytes());
    }
    text.push(b'\n');
}
