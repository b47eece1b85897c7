//! What is done with the records of a chunk.
//!
//! Owns the joint of parser, game and answer: one [`Work`] a kind of job. Invariant: what a record is
//! answered depends on it alone.

use super::sink::Sink;
use crate::backend::Backend;
use crate::game::moves::distinct_positions;
use crate::game::{Move, Rule, Take};
use crate::output::labels;
use crate::parse::free::{self, Layout, Stop};
use crate::parse::scalar::Pair;
use crate::parse::{self, AnyKernel, Bits, Fault, Question, Reader};
use std::marker::PhantomData;

/// A way to answer text; shared by the workers, each of which has its own `Worker`.
pub(super) trait Work: Sync {
    /// The memory that a worker works in.
    type Worker;

    fn worker(&self) -> Self::Worker;

    /// Answers lines of one record each; see [`parse::run`].
    fn lines(
        &self,
        worker: &mut Self::Worker,
        text: &[u8],
        at: usize,
        sink: &mut Sink<'_>,
    ) -> Result<(), Fault>;

    /// Answers records in any layout; see [`free::run`].
    fn free(
        &self,
        worker: &mut Self::Worker,
        text: &[u8],
        at: usize,
        layout: Layout<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<Stop, Fault>;
}

/// Whole lines at a time, by the kernel of a backend: what the crate is fast at.
pub(super) struct ByKernel<Q> {
    backend: Backend,
    question: PhantomData<fn() -> Q>,
}

impl<Q> ByKernel<Q> {
    pub(super) fn new(backend: Backend) -> Self {
        Self {
            backend,
            question: PhantomData,
        }
    }
}

impl<Q: Question> Work for ByKernel<Q> {
    type Worker = AnyKernel;

    fn worker(&self) -> AnyKernel {
        AnyKernel::new(self.backend)
    }

    fn lines(
        &self,
        kernel: &mut AnyKernel,
        text: &[u8],
        at: usize,
        sink: &mut Sink<'_>,
    ) -> Result<(), Fault> {
        kernel.run::<Q, _>(text, at, sink)
    }

    fn free(
        &self,
        kernel: &mut AnyKernel,
        text: &[u8],
        at: usize,
        layout: Layout<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<Stop, Fault> {
        kernel.run_free::<Q, _>(text, at, layout, sink)
    }
}

/// Record by record, for what no kernel asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByRecord {
    pub(super) rule: Rule,
    pub(super) say: Say,
}

/// What is said of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Say {
    /// Its word.
    Word,
    /// How many winning moves there are.
    MoveCount,
    /// Its word, and behind that each position that a winning move leads to, on a line of its own.
    Lines,
    /// One line with each winning move.
    Moves,
    /// One line with each position that a winning move leads to.
    Positions,
    /// One line, a JSON object, with all of it.
    Json,
}

impl Work for ByRecord {
    type Worker = ();

    fn worker(&self) {}

    fn lines(&self, (): &mut (), text: &[u8], at: usize, sink: &mut Sink<'_>) -> Result<(), Fault> {
        parse::run(&mut { *self }, text, at, sink)
    }

    fn free(
        &self,
        (): &mut (),
        text: &[u8],
        at: usize,
        layout: Layout<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<Stop, Fault> {
        free::run(&mut { *self }, text, at, layout, sink)
    }
}

impl Reader<Sink<'_>> for ByRecord {
    fn pair(&mut self, pair: &Pair<'_>, sink: &mut Sink<'_>) {
        match (pair.a.value, pair.b.value) {
            (Some(a), Some(b)) if self.say == Say::Word => {
                sink.push(u64::from(self.rule.is_cold(a, b)), 1);
            }
            (Some(a), Some(b)) => {
                let cold = self.rule.is_cold(a, b);
                let moves = self.rule.winning_moves(a, b);
                self.say(pair, cold, moves.as_slice(), sink, |&n, text| {
                    labels::number(n, text);
                });
            }
            _ => {
                let (a, b) = (pair.a.digits, pair.b.digits);
                let cold = self.rule.is_cold_decimal(a, b);
                if self.say == Say::Word {
                    return sink.push(u64::from(cold), 1);
                }
                let moves = self.rule.winning_moves_decimal(a, b);
                self.say(pair, cold, &moves, sink, |n, text| {
                    text.extend_from_slice(n.to_string().as_bytes());
                });
            }
        }
    }
}

impl ByRecord {
    fn say<T: PartialEq>(
        &self,
        pair: &Pair<'_>,
        cold: bool,
        moves: &[Move<T>],
        sink: &mut Sink<'_>,
        number: impl Fn(&T, &mut Vec<u8>),
    ) {
        // The word goes with it where there is to be one.
        sink.push(u64::from(cold), 1);
        let text = sink.lines.text();
        let position = |(a, b): &(T, T), text: &mut Vec<u8>| {
            number(a, text);
            text.push(b' ');
            number(b, text);
        };
        match self.say {
            Say::Word => {}
            Say::MoveCount => {
                labels::number(moves.len() as u64, text);
                text.push(b'\n');
            }
            Say::Lines => {
                for to in distinct_positions(moves) {
                    position(to, text);
                    text.push(b'\n');
                }
            }
            Say::Positions | Say::Moves if moves.is_empty() => text.extend_from_slice(b"-\n"),
            Say::Positions => {
                for (i, to) in distinct_positions(moves).enumerate() {
                    text.extend_from_slice(if i == 0 { b"" } else { b", " });
                    position(to, text);
                }
                text.push(b'\n');
            }
            Say::Moves => {
                for (i, step) in moves.iter().enumerate() {
                    text.extend_from_slice(if i == 0 { b"" } else { b", " });
                    let (name, amounts) = take(&step.take);
                    text.extend_from_slice(name.as_bytes());
                    for amount in amounts.into_iter().flatten() {
                        text.push(b' ');
                        number(amount, text);
                    }
                    text.extend_from_slice(b" -> ");
                    position(&step.to, text);
                }
                text.push(b'\n');
            }
            Say::Json => {
                text.extend_from_slice(b"{\"piles\":[");
                text.extend_from_slice(without_zeros(pair.a.digits));
                text.push(b',');
                text.extend_from_slice(without_zeros(pair.b.digits));
                text.extend_from_slice(b"],\"cold\":");
                text.extend_from_slice(if cold { b"true" } else { b"false" });
                text.extend_from_slice(b",\"moves\":[");
                for (i, step) in moves.iter().enumerate() {
                    text.extend_from_slice(if i == 0 {
                        b"{\"take\":\""
                    } else {
                        b",{\"take\":\""
                    });
                    let (name, amounts) = take(&step.take);
                    text.extend_from_slice(name.as_bytes());
                    text.extend_from_slice(b"\",\"amounts\":[");
                    for (i, amount) in amounts.into_iter().flatten().enumerate() {
                        text.extend_from_slice(if i == 0 { b"" } else { b"," });
                        number(amount, text);
                    }
                    text.extend_from_slice(b"],\"to\":[");
                    number(&step.to.0, text);
                    text.push(b',');
                    number(&step.to.1, text);
                    text.extend_from_slice(b"]}");
                }
                text.extend_from_slice(b"]}\n");
            }
        }
    }
}

/// The digits of a number as JSON has them.
fn without_zeros(digits: &[u8]) -> &[u8] {
    let last = digits.len() - 1;
    let first = digits.iter().position(|&c| c != b'0').unwrap_or(last);
    &digits[first..]
}

/// The name of a kind of take, and its amounts: of both, or of the smaller and the larger pile.
fn take<T>(take: &Take<T>) -> (&'static str, [Option<&T>; 2]) {
    match take {
        Take::Both(n) => ("both", [Some(n), None]),
        Take::Larger(n) => ("larger", [Some(n), None]),
        Take::Smaller(n) => ("smaller", [Some(n), None]),
        Take::Uneven { smaller, larger } => ("uneven", [Some(smaller), Some(larger)]),
    }
}
