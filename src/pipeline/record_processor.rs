//! Answers the records of a chunk: connects parser, game and answer format.
//!
//! The answer to a record depends on the record alone.

use super::chunk_sink::ChunkSink;
use crate::backend::Backend;
use crate::game::big::BigUint;
use crate::game::{Move, Rule};
use crate::output::AnswerFormat;
use crate::output::render::{self, PairAnswer};
use crate::parse::free::{self, Layout, Stop};
use crate::parse::scalar::Pair;
use crate::parse::{self, AnswerSink, AnyKernel, Fault, Reader, VectorDecide};
use std::marker::PhantomData;

/// A way to answer text, shared by the workers.
pub(super) trait RecordProcessor: Sync {
    /// The memory of one worker.
    type Memory;

    fn memory(&self) -> Self::Memory;

    /// Answers lines of one record each; see [`parse::run`].
    fn lines(
        &self,
        memory: &mut Self::Memory,
        text: &[u8],
        at: usize,
        sink: &mut ChunkSink<'_>,
    ) -> Result<(), Fault>;

    /// Answers records in free layout; see [`free::run`].
    fn free(
        &self,
        memory: &mut Self::Memory,
        text: &[u8],
        at: usize,
        layout: Layout<'_>,
        sink: &mut ChunkSink<'_>,
    ) -> Result<Stop, Fault>;
}

/// Answers whole lines with the kernel of a backend: the fast way.
pub(super) struct KernelProcessor<Q> {
    backend: Backend,
    question: PhantomData<fn() -> Q>,
}

impl<Q> KernelProcessor<Q> {
    pub(super) fn new(backend: Backend) -> Self {
        Self {
            backend,
            question: PhantomData,
        }
    }
}

impl<Q: VectorDecide> RecordProcessor for KernelProcessor<Q> {
    type Memory = AnyKernel;

    fn memory(&self) -> AnyKernel {
        AnyKernel::new(self.backend)
    }

    fn lines(
        &self,
        kernel: &mut AnyKernel,
        text: &[u8],
        at: usize,
        sink: &mut ChunkSink<'_>,
    ) -> Result<(), Fault> {
        kernel.run::<Q, _>(text, at, sink)
    }

    fn free(
        &self,
        kernel: &mut AnyKernel,
        text: &[u8],
        at: usize,
        layout: Layout<'_>,
        sink: &mut ChunkSink<'_>,
    ) -> Result<Stop, Fault> {
        kernel.run_free::<Q, _>(text, at, layout, sink)
    }
}

/// Answers pairs one by one. Used for other rules, and for answers with moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairProcessor {
    rule: Rule,
    format: AnswerFormat,
}

impl PairProcessor {
    pub(super) fn new(rule: Rule, format: AnswerFormat) -> Self {
        Self { rule, format }
    }
}

impl RecordProcessor for PairProcessor {
    type Memory = ();

    fn memory(&self) {}

    fn lines(
        &self,
        (): &mut (),
        text: &[u8],
        at: usize,
        sink: &mut ChunkSink<'_>,
    ) -> Result<(), Fault> {
        parse::run(&mut { *self }, text, at, sink)
    }

    fn free(
        &self,
        (): &mut (),
        text: &[u8],
        at: usize,
        layout: Layout<'_>,
        sink: &mut ChunkSink<'_>,
    ) -> Result<Stop, Fault> {
        free::run(&mut { *self }, text, at, layout, sink)
    }
}

impl Reader<ChunkSink<'_>> for PairProcessor {
    fn pair(&mut self, pair: &Pair<'_>, sink: &mut ChunkSink<'_>) {
        let (a, b) = (&pair.a, &pair.b);
        let cold = match (a.value, b.value) {
            (Some(a), Some(b)) => self.rule.is_cold(a, b),
            _ => self.rule.is_cold_decimal(a.digits, b.digits),
        };
        sink.push(u64::from(cold), 1);
        if !self.format.needs_moves() {
            return;
        }
        match (a.value, b.value) {
            (Some(a), Some(b)) => {
                let moves = self.rule.winning_moves(a, b);
                let number = |&n: &u64, out: &mut Vec<u8>| render::number(n, out);
                self.append_moves(pair, cold, moves.as_slice(), number, sink);
            }
            _ => {
                let moves = self.rule.winning_moves_decimal(a.digits, b.digits);
                let number = |n: &BigUint, out: &mut Vec<u8>| {
                    out.extend_from_slice(n.to_string().as_bytes());
                };
                self.append_moves(pair, cold, &moves, number, sink);
            }
        }
    }
}

impl PairProcessor {
    /// Appends the part of the answer after the label. The label is in the sink as a bit.
    fn append_moves<T: PartialEq>(
        &self,
        pair: &Pair<'_>,
        cold: bool,
        moves: &[Move<T>],
        number: impl Fn(&T, &mut Vec<u8>),
        sink: &mut ChunkSink<'_>,
    ) {
        let piles = [pair.a.digits, pair.b.digits];
        let answer = PairAnswer {
            cold,
            moves,
            pile: |i: usize, out: &mut Vec<u8>| out.extend_from_slice(without_zeros(piles[i])),
            number,
        };
        answer.render(self.format, sink.answers.text());
    }
}

/// `digits` without leading zeros.
fn without_zeros(digits: &[u8]) -> &[u8] {
    let last = digits.len() - 1;
    let first = digits.iter().position(|&c| c != b'0').unwrap_or(last);
    &digits[first..]
}
