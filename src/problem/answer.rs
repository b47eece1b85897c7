//! The answer to one position, in the format of a problem.

use super::problem::{Game, Problem};
use super::render::{self, PairAnswer};
use crate::game::Rule;
use crate::game::big::BigUint;
use crate::game::nim::NimRule;

impl Problem {
    /// The rule by which a position of `count` piles is played, if it is a position of Wythoff's game.
    pub(super) fn wythoff_rule(&self, count: usize) -> Option<Rule> {
        match self.game {
            Game::Wythoff(rule) => Some(rule),
            Game::ReturnOfTheNim if count == 2 => Some(Rule::Normal),
            _ => None,
        }
    }

    /// The rule by which all other positions are played.
    pub(super) fn nim_rule(&self) -> NimRule {
        match self.game {
            Game::Nim(rule) => rule,
            _ => NimRule::Normal,
        }
    }

    /// Whether a position is cold. Not for [`Game::BoundedDifference`].
    pub(crate) fn is_cold(&self, piles: &[u64]) -> bool {
        match self.wythoff_rule(piles.len()) {
            Some(rule) => rule.is_cold(piles[0], piles[1]),
            None => self.nim_rule().is_cold(piles),
        }
    }

    /// Appends the answer to a position. Returns whether it is cold. Not for [`Game::BoundedDifference`].
    pub(super) fn append_answer(&self, piles: &[u64], out: &mut Vec<u8>) -> bool {
        let cold = self.is_cold(piles);
        self.append_label(cold, out);
        self.append_moves(piles, cold, out);
        cold
    }

    /// Appends the part of an answer that stands after the label.
    pub(crate) fn append_moves(&self, piles: &[u64], cold: bool, out: &mut Vec<u8>) {
        match self.wythoff_rule(piles.len()) {
            Some(rule) => self.append_pair_moves(rule, [piles[0], piles[1]], cold, out),
            None => render::nim(self.answer_format, self.nim_rule(), piles, cold, out),
        }
    }

    /// Appends the answer to two piles. Returns whether they are cold.
    pub(crate) fn append_pair_answer(
        &self,
        rule: Rule,
        piles: [u64; 2],
        out: &mut Vec<u8>,
    ) -> bool {
        let cold = rule.is_cold(piles[0], piles[1]);
        self.append_label(cold, out);
        self.append_pair_moves(rule, piles, cold, out);
        cold
    }

    /// As [`Self::append_moves`], for two piles.
    pub(crate) fn append_pair_moves(
        &self,
        rule: Rule,
        piles: [u64; 2],
        cold: bool,
        out: &mut Vec<u8>,
    ) {
        if self.answer_format.needs_moves() {
            let moves = rule.winning_moves(piles[0], piles[1]);
            let answer = PairAnswer {
                cold,
                moves: &moves,
                piles: [&piles[0], &piles[1]],
                number: |&n: &u64, out: &mut Vec<u8>| render::number(n, out),
            };
            answer.render(self.answer_format, out);
        }
    }

    /// Appends the answer to two piles of any size.
    pub(crate) fn append_big_answer(
        &self,
        rule: Rule,
        piles: [&BigUint; 2],
        out: &mut Vec<u8>,
    ) -> bool {
        if let [Ok(a), Ok(b)] = piles.map(u64::try_from) {
            return self.append_pair_answer(rule, [a, b], out);
        }
        let cold = rule.is_cold_big(piles[0], piles[1]);
        self.append_label(cold, out);
        self.append_big_moves(rule, piles, cold, out);
        cold
    }

    /// As [`Self::append_moves`], for two piles of any size.
    pub(crate) fn append_big_moves(
        &self,
        rule: Rule,
        piles: [&BigUint; 2],
        cold: bool,
        out: &mut Vec<u8>,
    ) {
        if self.answer_format.needs_moves() {
            let answer = PairAnswer {
                cold,
                moves: &rule.winning_moves_big(piles[0], piles[1]),
                piles,
                number: |n: &BigUint, out: &mut Vec<u8>| {
                    out.extend_from_slice(n.to_string().as_bytes());
                },
            };
            answer.render(self.answer_format, out);
        }
    }

    /// Appends the line of the label, if answers begin with the label.
    pub(super) fn append_label(&self, cold: bool, out: &mut Vec<u8>) {
        if self.answer_format.has_label() {
            out.extend_from_slice(self.labels.of_outcome(cold).as_bytes());
            out.push(b'\n');
        }
    }
}
