//! A case of a judge's problem, as numbers.
//!
//! Owns how cases become an input of that judge, what is to be answered, and which of two cases is the
//! smaller. Invariant: an input of cases that [`Problem::fits`] keeps what the problem promises, but for
//! the number of cases.

use crate::error::{Error, ErrorKind, Result};
use crate::game::big::BigUint;
use crate::game::{NimRule, Rule};
use crate::judge::{Answer, Framing, Game, Profile};
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
    profile: &'static Profile,
    most: BigUint,
}

impl Problem {
    /// The problem of that profile.
    pub fn new(profile: &'static Profile) -> Self {
        let most = BigUint::parse_bytes(profile.limits.pile.as_bytes(), 10);
        Self {
            profile,
            most: most.expect("a limit in decimal digits"),
        }
    }

    /// Its profile.
    pub fn profile(&self) -> &'static Profile {
        self.profile
    }

    /// The largest pile.
    pub fn most(&self) -> &BigUint {
        &self.most
    }

    /// Whether an input holds one case only.
    pub fn is_single(&self) -> bool {
        self.profile.framing == Framing::One
    }

    /// Whether the smaller pile has to come first.
    pub fn is_ordered(&self) -> bool {
        self.profile.limits.ascending
    }

    /// Whether the problem allows that case, and no case before it would end the input there.
    pub fn fits(&self, case: &Case) -> bool {
        let piles = &case.piles;
        let count = piles.len() as u64;
        let shape = match self.profile.game {
            Game::Wythoff(_) => case.bound.is_none() && count == 2,
            Game::AtMostApart => case.bound.is_some() && count == 2,
            Game::Nim | Game::ReturnOfTheNim => {
                let most = self.profile.limits.piles.unwrap_or(u64::MAX);
                case.bound.is_none() && (1..=most).contains(&count)
            }
        };
        let ends = self.profile.framing == Framing::Zero
            && self.profile.is_pairs()
            && piles.iter().all(|pile| *pile == BigUint::ZERO);
        let in_order = !self.is_ordered() || piles.is_sorted();
        shape && !ends && in_order && piles.iter().all(|pile| *pile <= self.most)
    }

    /// The cases as an input.
    pub fn input(&self, cases: &[Case]) -> Vec<u8> {
        let mut text = Vec::new();
        if self.profile.framing == Framing::Count {
            line(&mut text, [&self.groups(cases).count()]);
        }
        for group in self.groups(cases) {
            let first = &group[0];
            match (self.profile.game, first.bound) {
                (Game::Wythoff(_), _) => {}
                (_, Some(bound)) => line(&mut text, [&bound, &(group.len() as u64)]),
                (_, None) => line(&mut text, [&first.piles.len()]),
            }
            for case in group {
                line(&mut text, &case.piles);
            }
        }
        if self.profile.framing == Framing::Zero {
            let end: &[u8] = if self.profile.is_pairs() {
                b"0 0\n"
            } else {
                b"0\n"
            };
            text.extend_from_slice(end);
        }
        text
    }

    /// What the judge counts as cases: pairs under one bound are one.
    fn groups<'c>(&self, cases: &'c [Case]) -> impl Iterator<Item = &'c [Case]> + use<'c> {
        cases.chunk_by(|a, b| a.bound.is_some() && a.bound == b.bound)
    }

    /// What is to be answered: one or more lines, without the end of the last one.
    pub fn answer(&self, case: &Case) -> String {
        let rule = match self.profile.game {
            Game::Wythoff(rule) => Some(rule),
            Game::AtMostApart => {
                let r = NonZeroU64::MIN.saturating_add(case.bound.unwrap_or(0));
                Some(Rule::Generalised(r))
            }
            Game::ReturnOfTheNim if case.piles.len() == 2 => Some(Rule::Normal),
            Game::Nim | Game::ReturnOfTheNim => None,
        };
        match rule {
            Some(rule) => self.wythoff(rule, &case.piles[0], &case.piles[1]),
            None => self.nim(&case.words()),
        }
    }

    fn wythoff(&self, rule: Rule, a: &BigUint, b: &BigUint) -> String {
        let cold = || match (u64::try_from(a), u64::try_from(b)) {
            (Ok(a), Ok(b)) => rule.is_cold(a, b),
            _ => rule.is_cold_big(a, b),
        };
        match self.profile.answer {
            Answer::Word => self.word(cold()).to_owned(),
            Answer::MoveCount => rule.winning_moves_big(a, b).len().to_string(),
            Answer::Moves => {
                let moves = rule.winning_moves_big(a, b);
                let positions = crate::game::moves::distinct_positions(&moves);
                let mut lines = self.word(cold()).to_owned();
                for (x, y) in positions {
                    lines += &format!("\n{x} {y}");
                }
                lines
            }
        }
    }

    fn nim(&self, piles: &[u64]) -> String {
        let rule = NimRule::Normal;
        match self.profile.answer {
            Answer::Word => self.word(rule.is_cold(piles)).to_owned(),
            Answer::MoveCount => rule.count_winning_moves(piles).to_string(),
            Answer::Moves => {
                let mut lines = self.word(rule.is_cold(piles)).to_owned();
                for step in rule.winning_moves(piles) {
                    lines += &format!("\n{} {}", step.from, step.to);
                }
                lines
            }
        }
    }

    fn word(&self, cold: bool) -> &'static str {
        let words = &self.profile.words;
        if cold { words.cold } else { words.hot }
    }

    /// All that is to be printed for these cases, as the judge has it.
    pub fn output(&self, cases: &[Case]) -> String {
        let mut text = String::new();
        for group in self.groups(cases) {
            for case in group {
                text += &self.answer(case);
                text.push('\n');
            }
            if self.profile.game == Game::AtMostApart {
                text.push('\n');
            }
        }
        text
    }
}

/// The problem that a profile of that name is.
pub fn problem(name: &str) -> Result<Problem> {
    let problem = Problem::new(crate::judge::profile(name)?);
    if problem.profile.is_pairs() || u64::try_from(&problem.most).is_ok() {
        return Ok(problem);
    }
    let what = format!("{name} has piles beyond u64, which only pairs can have");
    Err(Error::new(ErrorKind::Argument(what)))
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
