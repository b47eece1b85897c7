//! Writes answers as text. The format of answers is defined only here.
//!
//! In: the format, the position, its winning moves. Out: whole lines, appended to a buffer. The label of a position
//! (`1`, `Yes`) is not written here: many labels are written at once, in [`output`](crate::output).

use super::answer::PileValue;
use super::answer_format::AnswerFormat;
use crate::game::moves::distinct_positions;
use crate::game::nim::NimRule;
use crate::game::{Move, Take};

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
            count.write_decimal(out);
            out.push(b'\n');
        }
    }
}

/// Appends the part of the answer to two piles that stands after the label.
pub(super) fn pair<P: PileValue>(
    format: AnswerFormat,
    piles: [&P; 2],
    moves: &[Move<P>],
    cold: bool,
    out: &mut Vec<u8>,
) {
    match format {
        AnswerFormat::Label | AnswerFormat::Totals => {}
        AnswerFormat::MoveCount => {
            (moves.len() as u64).write_decimal(out);
            out.push(b'\n');
        }
        AnswerFormat::LabelAndMoves => {
            for to in distinct_positions(moves) {
                position(to, b" ", out);
                out.push(b'\n');
            }
        }
        AnswerFormat::Moves | AnswerFormat::Positions if moves.is_empty() => {
            out.extend_from_slice(b"-\n");
        }
        AnswerFormat::Positions => {
            for (i, to) in distinct_positions(moves).enumerate() {
                separator(i, b", ", out);
                position(to, b" ", out);
            }
            out.push(b'\n');
        }
        AnswerFormat::Moves => moves_in_words(moves, out),
        AnswerFormat::Json => pair_json(piles, moves, cold, out),
    }
}

fn position<P: PileValue>((a, b): &(P, P), between: &[u8], out: &mut Vec<u8>) {
    a.write_decimal(out);
    out.extend_from_slice(between);
    b.write_decimal(out);
}

fn moves_in_words<P: PileValue>(moves: &[Move<P>], out: &mut Vec<u8>) {
    for (i, step) in moves.iter().enumerate() {
        separator(i, b", ", out);
        let (name, amounts) = name_and_amounts(&step.take);
        out.extend_from_slice(name.as_bytes());
        for amount in amounts.into_iter().flatten() {
            out.push(b' ');
            amount.write_decimal(out);
        }
        out.extend_from_slice(b" -> ");
        position(&step.to, b" ", out);
    }
    out.push(b'\n');
}

fn pair_json<P: PileValue>(piles: [&P; 2], moves: &[Move<P>], cold: bool, out: &mut Vec<u8>) {
    begin_json(piles.into_iter(), cold, out);
    for (i, step) in moves.iter().enumerate() {
        separator(i, b",", out);
        let (name, amounts) = name_and_amounts(&step.take);
        out.extend_from_slice(b"{\"take\":\"");
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\",\"amounts\":[");
        list(amounts.into_iter().flatten(), out);
        out.extend_from_slice(b"],\"to\":[");
        position(&step.to, b",", out);
        out.extend_from_slice(b"]}");
    }
    out.extend_from_slice(b"]}\n");
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
            (rule.count_winning_moves(piles) as u64).write_decimal(out);
            out.push(b'\n');
        }
        AnswerFormat::LabelAndMoves => {
            for step in rule.winning_moves(piles) {
                step.from.write_decimal(out);
                out.push(b' ');
                step.to.write_decimal(out);
                out.push(b'\n');
            }
        }
        AnswerFormat::Moves | AnswerFormat::Positions => {
            let start = out.len();
            for (i, step) in rule.winning_moves(piles).enumerate() {
                separator(i, b", ", out);
                step.from.write_decimal(out);
                out.extend_from_slice(b" -> ");
                step.to.write_decimal(out);
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
    begin_json(piles.iter(), cold, out);
    for (i, step) in rule.winning_moves(piles).enumerate() {
        separator(i, b",", out);
        let fields = [
            (&b"{\"pile\":"[..], step.pile as u64),
            (b",\"from\":", step.from),
            (b",\"to\":", step.to),
        ];
        for (name, value) in fields {
            out.extend_from_slice(name);
            value.write_decimal(out);
        }
        out.push(b'}');
    }
    out.extend_from_slice(b"]}\n");
}

fn begin_json<'p, P: PileValue + 'p>(
    piles: impl Iterator<Item = &'p P>,
    cold: bool,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(b"{\"piles\":[");
    list(piles, out);
    out.extend_from_slice(b"],\"cold\":");
    out.extend_from_slice(if cold { b"true" } else { b"false" });
    out.extend_from_slice(b",\"moves\":[");
}

/// Appends numbers with commas between them.
fn list<'p, P: PileValue + 'p>(numbers: impl Iterator<Item = &'p P>, out: &mut Vec<u8>) {
    for (i, number) in numbers.enumerate() {
        separator(i, b",", out);
        number.write_decimal(out);
    }
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
