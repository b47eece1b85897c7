//! Answers the records of a chunk: connects parser, game and answer format.
//!
//! The answer to a record depends on the record alone.

use super::chunk_sink::ChunkSink;
use crate::backend::Backend;
use crate::error::shown;
use crate::game::big::BigUint;
use crate::grammar::{A_LINE, MAX_LINE};
use crate::parse::free::{self, FreeLayout, Stop};
use crate::parse::scalar::{self, Pair};
use crate::parse::{self, AnswerSink, AnyKernel, Fault, OnFault as _, Reader, VectorDecide};
use crate::problem::Problem;
use std::marker::PhantomData;

/// A way to answer text, shared by the workers.
pub(super) trait RecordProcessor: Sync {
    /// The memory of one worker.
    type Memory;

    fn memory(&self) -> Self::Memory;

    /// Answers lines of one record each; see [`parse::read_lines`].
    fn answer_lines(
        &self,
        memory: &mut Self::Memory,
        text: &[u8],
        at: usize,
        sink: &mut ChunkSink<'_>,
    ) -> Result<(), Fault>;

    /// Answers pairs in free layout; see [`free::read`].
    fn answer_free(
        &self,
        memory: &mut Self::Memory,
        text: &[u8],
        at: usize,
        layout: &mut FreeLayout,
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

    fn answer_lines(
        &self,
        kernel: &mut AnyKernel,
        text: &[u8],
        at: usize,
        sink: &mut ChunkSink<'_>,
    ) -> Result<(), Fault> {
        kernel.read_lines::<Q, _>(text, at, sink)
    }

    fn answer_free(
        &self,
        kernel: &mut AnyKernel,
        text: &[u8],
        at: usize,
        layout: &mut FreeLayout,
        sink: &mut ChunkSink<'_>,
    ) -> Result<Stop, Fault> {
        kernel.read_free::<Q, _>(text, at, layout, sink)
    }
}

/// Calls a function with the bytes of each chunk, and answers nothing.
pub(super) struct BytesProcessor<F> {
    pub(super) each: F,
}

impl<F: Fn(&[u8]) + Sync> RecordProcessor for BytesProcessor<F> {
    type Memory = ();

    fn memory(&self) {}

    fn answer_lines(
        &self,
        (): &mut (),
        text: &[u8],
        at: usize,
        _: &mut ChunkSink<'_>,
    ) -> Result<(), Fault> {
        (self.each)(&text[at..]);
        Ok(())
    }

    fn answer_free(
        &self,
        (): &mut (),
        text: &[u8],
        at: usize,
        _: &mut FreeLayout,
        sink: &mut ChunkSink<'_>,
    ) -> Result<Stop, Fault> {
        self.answer_lines(&mut (), text, at, sink)?;
        Ok(Stop::Text)
    }
}

/// Answers the records of a problem one by one. Used for other rules and games, and for answers with moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScalarProcessor<'p> {
    pub(super) problem: &'p Problem,
}

impl RecordProcessor for ScalarProcessor<'_> {
    /// The piles of a line.
    type Memory = Vec<u64>;

    fn memory(&self) -> Vec<u64> {
        Vec::new()
    }

    fn answer_lines(
        &self,
        piles: &mut Vec<u64>,
        text: &[u8],
        mut at: usize,
        sink: &mut ChunkSink<'_>,
    ) -> Result<(), Fault> {
        if self.problem.is_pairs() {
            return parse::read_lines(&mut { *self }, text, at, sink);
        }
        while at < text.len() {
            let line = scalar::line_at(text, at);
            match read_piles(line, piles) {
                Ok(()) if piles.is_empty() => {}
                Ok(()) => {
                    let cold = self.problem.is_cold(piles);
                    sink.push(u64::from(cold), 1);
                    if self.problem.answers.needs_moves() {
                        self.problem.append_moves(piles, cold, sink.answers.text());
                    }
                }
                Err(fault) => sink.fault(Fault {
                    at: at + fault.at,
                    ..fault
                })?,
            }
            at = text.len().min(at + line.len() + 1);
        }
        Ok(())
    }

    fn answer_free(
        &self,
        _: &mut Vec<u64>,
        text: &[u8],
        at: usize,
        layout: &mut FreeLayout,
        sink: &mut ChunkSink<'_>,
    ) -> Result<Stop, Fault> {
        free::read(&mut { *self }, text, at, layout, sink)
    }
}

impl Reader<ChunkSink<'_>> for ScalarProcessor<'_> {
    fn pair(&mut self, pair: &Pair<'_>, sink: &mut ChunkSink<'_>) {
        let problem = self.problem;
        let needs_moves = problem.answers.needs_moves();
        let (a, b) = (&pair.a, &pair.b);
        if let (Some(a), Some(b)) = (a.value, b.value) {
            let cold = problem.is_cold(&[a, b]);
            sink.push(u64::from(cold), 1);
            if needs_moves {
                problem.append_moves(&[a, b], cold, sink.answers.text());
            }
            return;
        }
        let cold = problem.rule().is_cold_decimal(a.digits, b.digits);
        sink.push(u64::from(cold), 1);
        if needs_moves {
            let number = |digits| BigUint::parse_bytes(digits, 10).expect("decimal digits");
            let piles = [&number(a.digits), &number(b.digits)];
            problem.append_big_moves(problem.rule(), piles, cold, sink.answers.text());
        }
    }
}

/// Reads the numbers of a line into `piles`.
fn read_piles(line: &[u8], piles: &mut Vec<u64>) -> Result<(), Fault> {
    piles.clear();
    if line.len() > MAX_LINE + 1 {
        return Err(Fault {
            at: 0,
            expected: A_LINE,
            found: shown(line),
        });
    }
    let mut at = 0;
    while let Some(number) = free::number(line, at)? {
        piles.push(number.value("a pile up to 18446744073709551615")?);
        at = number.end;
    }
    Ok(())
}
