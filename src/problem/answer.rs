//! The answer to one position, in the format of a problem.

use super::problem::Problem;
use crate::game::Rule;
use crate::game::big::BigUint;
use crate::game::nim::NimRule;
use crate::output::render::{self, PairAnswer};

impl Problem {
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

    /// Appends the part of the answer to two piles that stands after the label.
    pub(crate) fn append_pair_moves(
        &self,
        rule: Rule,
        piles: [u64; 2],
        cold: bool,
        out: &mut Vec<u8>,
    ) {
        if self.answers.needs_moves() {
            let moves = rule.winning_moves(piles[0], piles[1]);
            let answer = PairAnswer {
                cold,
                moves: moves.as_slice(),
                pile: |i: usize, out: &mut Vec<u8>| render::number(piles[i], out),
                number: |&n: &u64, out: &mut Vec<u8>| render::number(n, out),
            };
            answer.render(self.answers, out);
        }
    }

    /// Appends the answer to piles of any size.
    pub(crate) fn append_big_answer(
        &self,
        rule: Rule,
        piles: [&BigUint; 2],
        out: &mut Vec<u8>,
    ) -> bool {
        if let [Ok(a), Ok(b)] = piles.map(u64::try_from) {
            return self.append_pair_answer(rule, [a, b], out);
        }
        let [a, b] = piles;
        let cold = rule.is_cold_big(a, b);
        self.append_label(cold, out);
        if self.answers.needs_moves() {
            let number = |n: &BigUint, out: &mut Vec<u8>| {
                out.extend_from_slice(n.to_string().as_bytes());
            };
            let answer = PairAnswer {
                cold,
                moves: &rule.winning_moves_big(a, b),
                pile: |i: usize, out: &mut Vec<u8>| number(piles[i], out),
                number,
            };
            answer.render(self.answers, out);
        }
        cold
    }

    /// Appends the answer to a position of Nim. Returns whether it is cold.
    pub(crate) fn append_nim_answer(
        &self,
        rule: NimRule,
        piles: &[u64],
        out: &mut Vec<u8>,
    ) -> bool {
        let cold = rule.is_cold(piles);
        self.append_label(cold, out);
        render::nim(self.answers, rule, piles, cold, out);
        cold
    }

    /// Appends the line of the label, if answers begin with the label.
    pub(crate) fn append_label(&self, cold: bool, out: &mut Vec<u8>) {
        if self.answers.has_label() {
            out.extend_from_slice(self.labels.of_outcome(cold).as_bytes());
            out.push(b'\n');
        }
    }
}
