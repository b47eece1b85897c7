//! The answer to one position, in the format of a problem.

use super::render;
use super::{Game, Problem};
use crate::game::moves::winning_moves_of;
use crate::game::pile::Pile;
use crate::game::{NimRule, Rule};

impl Problem {
    /// The rule by which a position of `count` piles is played, if it is a position of Wythoff's game.
    pub(super) fn wythoff_rule(&self, count: usize) -> Option<Rule> {
        match self.game {
            Game::Wythoff(rule) => Some(rule),
            Game::ReturnOfTheNim if count == 2 => Some(Rule::Normal),
            _ => None,
        }
    }

    /// The rule by which positions of Nim are played.
    pub(super) fn nim_rule(&self) -> NimRule {
        match self.game {
            Game::Nim(rule) => rule,
            _ => NimRule::Normal,
        }
    }

    /// Appends the answer to a position. Returns whether it is cold. Not for [`Game::BoundedDifference`].
    pub(crate) fn append_answer(&self, piles: &[u64], out: &mut Vec<u8>) -> bool {
        if let Some(rule) = self.wythoff_rule(piles.len()) {
            return self.append_pair_answer(rule, [&piles[0], &piles[1]], out);
        }
        let rule = self.nim_rule();
        let cold = rule.is_cold(piles);
        self.append_label(cold, out);
        render::nim(self.answer_format, rule, piles, cold, out);
        cold
    }

    /// Appends the answer to two piles. Returns whether they are cold.
    pub(crate) fn append_pair_answer<P: Pile>(
        &self,
        rule: Rule,
        piles: [&P; 2],
        out: &mut Vec<u8>,
    ) -> bool {
        let cold = P::is_cold(rule, piles);
        self.append_label(cold, out);
        if self.answer_format.needs_moves() {
            let moves = winning_moves_of(rule, piles);
            render::pair(self, piles, &moves, cold, out);
        }
        cold
    }

    /// Appends the line with the label, if answers begin with it.
    pub(super) fn append_label(&self, cold: bool, out: &mut Vec<u8>) {
        if self.answer_format.has_label() {
            out.extend_from_slice(self.labels.of_outcome(cold).as_bytes());
            out.push(b'\n');
        }
    }
}
