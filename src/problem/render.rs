//! Writes answers as text. The format of answers is defined only here. (If answers are only labels, many are written at once, in
//! [`output`](crate::output).)

use super::{AnswerFormat, Game, Problem};
use crate::game::moves::{distinct_positions, winning_moves_of};
use crate::game::nim::{NimMove, NimRule};
use crate::game::pile::Pile;
use crate::game::{Move, Rule, Take};
use std::io::Write as _;

impl Problem {
    /// The rule by which a position of `count` piles is played, if it is a position of Wythoff's game.
    pub(super) fn wythoff_rule(&self, count: usize) -> Option<Rule> {
        match self.game {
            Game::Wythoff(rule) => Some(rule),
            Game::ReturnOfTheNim if count == 2 => Some(Rule::Normal),
            _ => None,
        }
    }

    /// The rules of Nim; [`NimRule::Normal`] for games that are not Nim.
    pub fn nim_rule(&self) -> NimRule {
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
        nim(self.answer_format, rule, piles, cold, out);
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
            pair(self, piles, &moves, cold, out);
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

/// Appends the lines of [`AnswerFormat::Totals`]. `invalid` is `None` if invalid lines are not marked.
pub(crate) fn totals(hot: u64, cold: u64, invalid: Option<u64>, out: &mut Vec<u8>) {
    let invalid = invalid.map(|invalid| ("invalid", invalid));
    for (name, count) in [("hot", hot), ("cold", cold)].into_iter().chain(invalid) {
        writeln!(out, "{name} {count}").expect("writing to a vector never fails");
    }
}

/// Appends the part after the label of the answer to two piles.
fn pair<P: Pile>(
    problem: &Problem,
    piles: [&P; 2],
    moves: &[Move<P>],
    cold: bool,
    out: &mut Vec<u8>,
) {
    match problem.answer_format {
        AnswerFormat::Label | AnswerFormat::Totals => {}
        AnswerFormat::MoveCount => count(moves.len() as u64, out),
        AnswerFormat::LabelAndMoves => {
            for to in distinct_positions(moves) {
                let times = if problem.repeats_positions {
                    moves_to(to, piles, moves)
                } else {
                    1
                };
                for _ in 0..times {
                    position(to, out);
                    out.push(b'\n');
                }
            }
        }
        AnswerFormat::Positions => line(distinct_positions(moves), position, out),
        AnswerFormat::Moves => line(moves, move_in_words, out),
        AnswerFormat::Json => json(piles, cold, moves, pair_move_json, out),
    }
}

/// The number of winning moves that lead to a position. If both piles are equal, taking from either leads to the same position.
fn moves_to<P: Pile>(to: &(P, P), piles: [&P; 2], moves: &[Move<P>]) -> usize {
    let leading = moves.iter().filter(|step| step.to == *to);
    let times = leading.map(|step| match step.take {
        Take::Both(_) => 1,
        _ => 1 + usize::from(piles[0] == piles[1]),
    });
    times.sum()
}

fn position<P: Pile>((a, b): &(P, P), out: &mut Vec<u8>) {
    a.write_decimal(out);
    out.push(b' ');
    b.write_decimal(out);
}

fn move_in_words<P: Pile>(step: &Move<P>, out: &mut Vec<u8>) {
    let (name, amounts) = name_and_amounts(&step.take);
    out.extend_from_slice(name.as_bytes());
    for amount in amounts.into_iter().flatten() {
        out.push(b' ');
        amount.write_decimal(out);
    }
    out.extend_from_slice(b" -> ");
    position(&step.to, out);
}

fn pair_move_json<P: Pile>(step: &Move<P>, out: &mut Vec<u8>) {
    let (name, amounts) = name_and_amounts(&step.take);
    out.extend_from_slice(b"{\"take\":\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\",\"amounts\":[");
    list(amounts.into_iter().flatten(), b",", P::write_decimal, out);
    out.extend_from_slice(b"],\"to\":[");
    list([&step.to.0, &step.to.1], b",", P::write_decimal, out);
    out.extend_from_slice(b"]}");
}

/// Appends the part after the label of the answer to a position of Nim.
fn nim(format: AnswerFormat, rule: NimRule, piles: &[u64], cold: bool, out: &mut Vec<u8>) {
    let moves = || rule.winning_moves(piles);
    match format {
        AnswerFormat::Label | AnswerFormat::Totals => {}
        AnswerFormat::MoveCount => count(moves().count() as u64, out),
        AnswerFormat::LabelAndMoves => {
            for step in moves() {
                list([&step.from, &step.to], b" ", u64::write_decimal, out);
                out.push(b'\n');
            }
        }
        AnswerFormat::Moves | AnswerFormat::Positions => {
            let write = |step: NimMove, out: &mut Vec<u8>| {
                list([&step.from, &step.to], b" -> ", u64::write_decimal, out);
            };
            line(moves(), write, out);
        }
        AnswerFormat::Json => json(piles, cold, moves(), nim_move_json, out),
    }
}

fn nim_move_json(step: NimMove, out: &mut Vec<u8>) {
    let NimMove { pile, from, to } = step;
    write!(out, r#"{{"pile":{pile},"from":{from},"to":{to}}}"#)
        .expect("writing to a vector never fails");
}

pub(super) fn count(count: u64, out: &mut Vec<u8>) {
    count.write_decimal(out);
    out.push(b'\n');
}

/// Appends a line of items with commas between them, or `-` if there is none. (Even a hot position can have no move: the
/// empty position of misere Nim.)
fn line<T>(items: impl IntoIterator<Item = T>, write: impl Fn(T, &mut Vec<u8>), out: &mut Vec<u8>) {
    let start = out.len();
    list(items, b", ", write, out);
    if out.len() == start {
        out.push(b'-');
    }
    out.push(b'\n');
}

fn json<'p, P: Pile + 'p, T>(
    piles: impl IntoIterator<Item = &'p P>,
    cold: bool,
    moves: impl IntoIterator<Item = T>,
    write_move: impl Fn(T, &mut Vec<u8>),
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(b"{\"piles\":[");
    list(piles, b",", P::write_decimal, out);
    out.extend_from_slice(b"],\"cold\":");
    out.extend_from_slice(if cold { b"true" } else { b"false" });
    out.extend_from_slice(b",\"moves\":[");
    list(moves, b",", write_move, out);
    out.extend_from_slice(b"]}\n");
}

/// Appends items with `between` between them. Inlined, because a call for each pair takes a fifth of the time of `gen`.
#[inline(always)]
pub(super) fn list<T>(
    items: impl IntoIterator<Item = T>,
    between: &[u8],
    write: impl Fn(T, &mut Vec<u8>),
    out: &mut Vec<u8>,
) {
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(between);
        }
        write(item, out);
    }
}

/// The name of a kind of take, and its amounts: from both piles, or from the smaller and from the larger one.
fn name_and_amounts<T>(take: &Take<T>) -> (&'static str, [Option<&T>; 2]) {
    match take {
        Take::Both(n) => ("both", [Some(n), None]),
        Take::Larger(n) => ("larger", [Some(n), None]),
        Take::Smaller(n) => ("smaller", [Some(n), None]),
        Take::Uneven { smaller, larger } => ("uneven", [Some(smaller), Some(larger)]),
    }
}
