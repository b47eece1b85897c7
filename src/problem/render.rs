//! Writes answers as text. The format of answers is defined only here.
//!
//! In: the format, the position, its winning moves. Out: whole lines, appended to a buffer. The label of a position
//! (`1`, `Yes`) is not written here: many labels are written at once, in [`output`](crate::output).

use super::answer_format::AnswerFormat;
use crate::game::moves::distinct_positions;
use crate::game::nim::NimRule;
use crate::game::{Move, Take};

/// Appends the decimal digits of `number`.
#[inline]
pub(crate) fn number(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Appends what [`AnswerFormat::Totals`] writes. `invalid` is `None` if invalid lines are not marked.
pub(crate) fn totals(hot: u64, cold: u64, invalid: Option<u64>, out: &mut Vec<u8>) {
    let counts = [
        ("hot", Some(hot)),
        ("cold", Some(cold)),
        ("invalid", invalid),
    ];
    for (name, count) in counts {
        if let Some(count) = count {
            out.extend_from_slice(name.as_bytes());
            out.push(b' ');
            number(count, out);
            out.push(b'\n');
        }
    }
}

/// Two piles and the winning moves from them, to be written.
pub(crate) struct PairAnswer<'m, T, N> {
    pub(crate) cold: bool,
    pub(crate) moves: &'m [Move<T>],
    pub(crate) piles: [&'m T; 2],
    /// Appends the digits of a number.
    pub(crate) number: N,
}

impl<T, N> PairAnswer<'_, T, N>
where
    T: PartialEq,
    N: Fn(&T, &mut Vec<u8>),
{
    /// Appends the part of the answer that stands after the label.
    pub(crate) fn render(&self, format: AnswerFormat, out: &mut Vec<u8>) {
        match format {
            AnswerFormat::Label | AnswerFormat::Totals => {}
            AnswerFormat::MoveCount => {
                number(self.moves.len() as u64, out);
                out.push(b'\n');
            }
            AnswerFormat::LabelAndMoves => {
                for to in distinct_positions(self.moves) {
                    self.position(to, b" ", out);
                    out.push(b'\n');
                }
            }
            AnswerFormat::Moves | AnswerFormat::Positions if self.moves.is_empty() => {
                out.extend_from_slice(b"-\n");
            }
            AnswerFormat::Positions => {
                for (i, to) in distinct_positions(self.moves).enumerate() {
                    separator(i, b", ", out);
                    self.position(to, b" ", out);
                }
                out.push(b'\n');
            }
            AnswerFormat::Moves => self.moves_in_words(out),
            AnswerFormat::Json => self.json(out),
        }
    }

    fn position(&self, (a, b): &(T, T), between: &[u8], out: &mut Vec<u8>) {
        (self.number)(a, out);
        out.extend_from_slice(between);
        (self.number)(b, out);
    }

    fn moves_in_words(&self, out: &mut Vec<u8>) {
        for (i, step) in self.moves.iter().enumerate() {
            separator(i, b", ", out);
            let (name, amounts) = name_and_amounts(&step.take);
            out.extend_from_slice(name.as_bytes());
            for amount in amounts.into_iter().flatten() {
                out.push(b' ');
                (self.number)(amount, out);
            }
            out.extend_from_slice(b" -> ");
            self.position(&step.to, b" ", out);
        }
        out.push(b'\n');
    }

    fn json(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"piles\":[");
        (self.number)(self.piles[0], out);
        out.push(b',');
        (self.number)(self.piles[1], out);
        begin_json_moves(self.cold, out);
        for (i, step) in self.moves.iter().enumerate() {
            separator(i, b",", out);
            let (name, amounts) = name_and_amounts(&step.take);
            out.extend_from_slice(b"{\"take\":\"");
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(b"\",\"amounts\":[");
            for (i, amount) in amounts.into_iter().flatten().enumerate() {
                separator(i, b",", out);
                (self.number)(amount, out);
            }
            out.extend_from_slice(b"],\"to\":[");
            self.position(&step.to, b",", out);
            out.extend_from_slice(b"]}");
        }
        out.extend_from_slice(b"]}\n");
    }
}

/// Appends the part of the answer to a position of Nim that stands after the label.
pub(crate) fn nim(
    format: AnswerFormat,
    rule: NimRule,
    piles: &[u64],
    cold: bool,
    out: &mut Vec<u8>,
) {
    match format {
        AnswerFormat::Label | AnswerFormat::Totals => {}
        AnswerFormat::MoveCount => {
            number(rule.count_winning_moves(piles) as u64, out);
            out.push(b'\n');
        }
        AnswerFormat::LabelAndMoves => {
            for step in rule.winning_moves(piles) {
                number(step.from, out);
                out.push(b' ');
                number(step.to, out);
                out.push(b'\n');
            }
        }
        AnswerFormat::Moves | AnswerFormat::Positions => {
            let start = out.len();
            for (i, step) in rule.winning_moves(piles).enumerate() {
                separator(i, b", ", out);
                number(step.from, out);
                out.extend_from_slice(b" -> ");
                number(step.to, out);
            }
            // One hot position has no move: under the misere rule, the position without objects.
            if out.len() == start {
                out.push(b'-');
            }
            out.push(b'\n');
        }
        AnswerFormat::Json => nim_json(rule, piles, cold, out),
    }
}

fn nim_json(rule: NimRule, piles: &[u64], cold: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"piles\":[");
    for (i, &pile) in piles.iter().enumerate() {
        separator(i, b",", out);
        number(pile, out);
    }
    begin_json_moves(cold, out);
    for (i, step) in rule.winning_moves(piles).enumerate() {
        separator(i, b",", out);
        let fields = [
            (&b"{\"pile\":"[..], step.pile as u64),
            (b",\"from\":", step.from),
            (b",\"to\":", step.to),
        ];
        for (name, value) in fields {
            out.extend_from_slice(name);
            number(value, out);
        }
        out.push(b'}');
    }
    out.extend_from_slice(b"]}\n");
}

fn begin_json_moves(cold: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(b"],\"cold\":");
    out.extend_from_slice(if cold { b"true" } else { b"false" });
    out.extend_from_slice(b",\"moves\":[");
}

/// Appends `text` if item `index` of a list is not the first.
fn separator(index: usize, text: &[u8], out: &mut Vec<u8>) {
    if index > 0 {
        out.extend_from_slice(text);
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
