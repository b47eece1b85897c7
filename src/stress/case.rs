//! A case of a judge's problem, as numbers.
//!
//! Owns how cases become an input of that judge, what is to be answered, and which of two cases is the
//! smaller. Invariant: an input of cases that [`Problem::fits`] keeps what the problem promises, but for
//! the number of cases.

use crate::error::{Error, ErrorKind, Result};
use crate::game::big::BigUint;
use crate::game::{NimRule, Rule};
use crate::problem::{Answer, Asked, Framing, Game, same_words};
use crate::workload::Max;
use std::num::NonZeroU64;

/// One record; where a game tells a bound before its pairs, one pair with its bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// By how much two takes may differ, where that is told.
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
    pub fn of(piles: impl IntoIterator<Item = u64>) -> Self {
        Self {
            bound: None,
            piles: piles.into_iter().map(BigUint::from).collect(),
        }
    }

    /// Less is smaller: fewer piles, then a smaller largest one, a smaller sum, a smaller bound, and the
    /// smaller piles first.
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

    /// Its piles, if they are two.
    pub fn as_pair(&self) -> Option<(&BigUint, &BigUint)> {
        match self.piles.as_slice() {
            [a, b] => Some((a, b)),
            _ => None,
        }
    }

    /// Its piles as words.
    ///
    /// # Panics
    /// If one is beyond `u64`: only pairs may be.
    fn words(&self) -> Vec<u64> {
        let word = |pile: &BigUint| u64::try_from(pile).expect("a limit within u64");
        self.piles.iter().map(word).collect()
    }
}

/// A problem, and what it allows.
#[derive(Clone, Debug)]
pub struct Problem {
    asked: Asked,
    most: BigUint,
}

impl Problem {
    /// What is asked of inputs whose largest pile is `max`, or else that of [`Max::of`].
    ///
    /// Errors if there is nothing like that: piles beyond the problem's limit or beyond what a case of its can have, or
    /// words that can't be told from the moves behind them or from each other.
    pub fn new(asked: Asked, max: Option<Max>) -> Result<Self> {
        let refuse = |what: String| Err(Error::new(ErrorKind::Argument(what)));
        let most = Max::of(&asked, max)?.into();
        if !asked.is_pairs() && u64::try_from(&most).is_err() {
            return refuse("cases have no piles beyond 2^64 - 1".to_owned());
        }
        let has_blanks = |word: &str| word.split_ascii_whitespace().count() != 1;
        if asked.answer == Answer::Moves && [&asked.hot, &asked.cold].iter().any(|w| has_blanks(w))
        {
            return refuse("with moves behind it, a word has no blanks".to_owned());
        }
        if asked.answer != Answer::MoveCount && same_words(&asked.hot, &asked.cold) {
            return refuse(
                "the words for hot and cold have to differ, and not in blanks".to_owned(),
            );
        }
        Ok(Self { asked, most })
    }

    /// What is asked.
    pub fn asked(&self) -> &Asked {
        &self.asked
    }

    /// The largest pile.
    pub fn most(&self) -> &BigUint {
        &self.most
    }

    /// Whether an input holds one case only.
    pub fn is_single(&self) -> bool {
        self.asked.framing == Framing::One
    }

    /// Whether the smaller pile has to come first.
    pub fn is_ordered(&self) -> bool {
        self.asked.is_ascending()
    }

    /// Whether the problem allows that case, and no case before it would end the input there.
    pub fn fits(&self, case: &Case) -> bool {
        let piles = &case.piles;
        let count = piles.len() as u64;
        let shape = match self.asked.game {
            Game::Wythoff(_) => case.bound.is_none() && count == 2,
            Game::AtMostApart => case.bound.is_some() && count == 2,
            Game::Nim | Game::ReturnOfTheNim => {
                let most = self.asked.most_piles().unwrap_or(u64::MAX);
                case.bound.is_none() && (1..=most).contains(&count)
            }
        };
        let ends = self.asked.framing == Framing::Zero
            && self.asked.is_pairs()
            && piles.iter().all(|pile| *pile == BigUint::ZERO);
        let in_order = !self.is_ordered() || piles.is_sorted();
        shape && !ends && in_order && piles.iter().all(|pile| *pile <= self.most)
    }

    /// The cases as an input.
    pub fn input(&self, cases: &[Case]) -> Vec<u8> {
        let mut text = Vec::new();
        if self.asked.framing == Framing::Count {
            line(&mut text, [&self.groups(cases).count()]);
        }
        for group in self.groups(cases) {
            let first = &group[0];
            match (self.asked.game, first.bound) {
                (Game::Wythoff(_), _) => {}
                (_, Some(bound)) => line(&mut text, [&bound, &(group.len() as u64)]),
                (_, None) => line(&mut text, [&first.piles.len()]),
            }
            for case in group {
                line(&mut text, &case.piles);
            }
        }
        text.extend_from_slice(self.asked.tail().as_bytes());
        text
    }

    /// What the judge counts as cases: pairs under one bound are one.
    fn groups<'c>(&self, cases: &'c [Case]) -> impl Iterator<Item = &'c [Case]> + use<'c> {
        cases.chunk_by(|a, b| a.bound.is_some() && a.bound == b.bound)
    }

    /// By which rules its two piles are played; `None` if it is Nim.
    pub fn rule(&self, case: &Case) -> Option<Rule> {
        match self.asked.game {
            Game::Wythoff(rule) => Some(rule),
            Game::AtMostApart => {
                let r = NonZeroU64::MIN.saturating_add(case.bound.unwrap_or(0));
                Some(Rule::Generalised(r))
            }
            Game::ReturnOfTheNim if case.piles.len() == 2 => Some(Rule::Normal),
            Game::Nim | Game::ReturnOfTheNim => None,
        }
    }

    /// What is to be answered: one or more lines, without the end of the last one.
    pub fn answer(&self, case: &Case) -> String {
        match self.rule(case) {
            Some(rule) => self.wythoff(rule, &case.piles[0], &case.piles[1]),
            None => self.nim(&case.words()),
        }
    }

    fn wythoff(&self, rule: Rule, a: &BigUint, b: &BigUint) -> String {
        let cold = || match (u64::try_from(a), u64::try_from(b)) {
            (Ok(a), Ok(b)) => rule.is_cold(a, b),
            _ => rule.is_cold_big(a, b),
        };
        match self.asked.answer {
            Answer::Word => self.asked.word(cold()).to_owned(),
            Answer::MoveCount => rule.winning_moves_big(a, b).len().to_string(),
            Answer::Moves => {
                let moves = rule.winning_moves_big(a, b);
                let positions = crate::game::moves::distinct_positions(&moves);
                let mut lines = self.asked.word(cold()).to_owned();
                for (x, y) in positions {
                    lines += &format!("\n{x} {y}");
                }
                lines
            }
        }
    }

    fn nim(&self, piles: &[u64]) -> String {
        let rule = NimRule::Normal;
        match self.asked.answer {
            Answer::Word => self.asked.word(rule.is_cold(piles)).to_owned(),
            Answer::MoveCount => rule.count_winning_moves(piles).to_string(),
            Answer::Moves => {
                let mut lines = self.asked.word(rule.is_cold(piles)).to_owned();
                for step in rule.winning_moves(piles) {
                    lines += &format!("\n{} {}", step.from, step.to);
                }
                lines
            }
        }
    }

    /// All that is to be printed for these cases, as the judge has it.
    pub fn output(&self, cases: &[Case]) -> String {
        let mut text = String::new();
        for group in self.groups(cases) {
            for case in group {
                text += &self.answer(case);
                text.push('\n');
            }
            if self.asked.game == Game::AtMostApart {
                text.push('\n');
            }
        }
        text
    }
}

/// The problem that a profile of that name is.
pub fn problem(name: &str) -> Result<Problem> {
    Problem::new(crate::problem::profile(name)?.into(), None)
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
