//! Parts of a run, for `wythoff bench`, the benches, the fuzzers and the tests of kernels.

use super::decide::{Ascending, IsCold};
use super::record_reader::{BytesReader, RecordReader};
use super::solve::solve_inputs;
use super::solver::Solver;
use super::summary::Summary;
use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::output::Output;
use crate::parse::{self, AnswerSink, AnyKernel, Fault, KernelReader, OnFault, VectorDecide};
use crate::problem::{AnswerFormat, Framing};

/// A question about each pair of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether the position is cold.
    IsCold,
    /// Whether the second pile is the larger one. This is the cheapest question that needs every digit, so its time is the
    /// time of parsing.
    Ascending,
}

/// Answers `question` for every pair of `input` and writes nothing, to measure parsing and deciding. In the summary
/// `cold` is the number of pairs for which the answer is true, `hot` the number of the other pairs.
///
/// Errors: as [`Solver::solve`].
pub fn count_matches(question: Question, input: Input<'_>, solver: &Solver) -> Result<Summary> {
    fn count<Q: VectorDecide>(input: Input<'_>, solver: &Solver) -> Result<Summary> {
        solver.options.backend.require()?;
        let reader = || KernelReader::<_, Q>::new(AnyKernel::new(solver.options.backend));
        solve_without_output(input, solver, reader)
    }
    match question {
        Question::IsCold => count::<IsCold>(input, solver),
        Question::Ascending => count::<Ascending>(input, solver),
    }
}

/// Calls `each` with every chunk of `input`, in any order, on as many threads as [`Solver::solve`] would use. A byte order
/// mark is left out. The time that this takes without a parser is the lower limit with which the time of parsing is compared.
///
/// Errors: what can't be read.
pub fn scan(input: Input<'_>, solver: &Solver, each: impl Fn(&[u8]) + Sync) -> Result<()> {
    let mut solver = solver.clone();
    solver.problem.framing = Framing::Lines;
    solve_without_output(input, &solver, || BytesReader(&each)).map(drop)
}

fn solve_without_output<R: RecordReader>(
    input: Input<'_>,
    solver: &Solver,
    new_reader: impl Fn() -> R + Sync,
) -> Result<Summary> {
    let mut solver = solver.clone();
    solver.problem.answer_format = AnswerFormat::Totals;
    let nowhere = Output::stream(std::io::sink(), "nowhere");
    solve_inputs(vec![input], nowhere, new_reader, &solver)
}

/// Answers a question for the lines of texts in memory with one kernel, which adapts to the lines that it has read.
#[derive(Debug)]
pub struct LineReader {
    question: Question,
    kernel: AnyKernel,
}

impl LineReader {
    /// A reader with the kernel of `backend`.
    ///
    /// # Panics
    /// If this machine can't run the backend.
    pub fn new(question: Question, backend: Backend) -> Self {
        let kernel = AnyKernel::new(backend);
        Self { question, kernel }
    }

    /// Reads the lines of `text` from `at` on. If `at` is not 0, `text[at - 1]` is a newline.
    ///
    /// `answers` takes up to 64 answers, the first in the lowest bit, and their number. `fault` takes the offset of what is
    /// malformed, and the error; `false` ends the reading.
    pub fn read(
        &mut self,
        text: &[u8],
        at: usize,
        answers: impl FnMut(u64, u32),
        fault: impl FnMut(usize, Error) -> bool,
    ) {
        let mut sink = Functions { answers, fault };
        match self.question {
            Question::IsCold => self.read_to::<IsCold, _>(text, at, &mut sink),
            Question::Ascending => self.read_to::<Ascending, _>(text, at, &mut sink),
        }
    }

    fn read_to<Q: VectorDecide, S: AnswerSink + OnFault>(
        &mut self,
        text: &[u8],
        at: usize,
        sink: &mut S,
    ) {
        let mut reader = KernelReader::<_, Q>::new(&mut self.kernel);
        // The function has taken the fault.
        let _ = parse::read_lines(&mut reader, text, at, sink);
    }
}

/// A sink that calls functions.
struct Functions<A, F> {
    answers: A,
    fault: F,
}

impl<A: FnMut(u64, u32), F> AnswerSink for Functions<A, F> {
    #[inline]
    fn push(&mut self, answers: u64, count: u32) {
        (self.answers)(answers, count);
    }
}

impl<A, F: FnMut(usize, Error) -> bool> OnFault for Functions<A, F> {
    fn fault(&mut self, fault: Fault) -> std::result::Result<(), Fault> {
        match (self.fault)(fault.at, Error::new(fault.clone().into())) {
            true => Ok(()),
            false => Err(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn sum(bytes: &[u8]) -> u64 {
        bytes.iter().map(|&b| u64::from(b)).sum()
    }

    #[test]
    fn every_byte_is_seen_once() {
        let text: Vec<u8> = (0..200_000)
            .flat_map(|i| format!("{i} 7\n").into_bytes())
            .collect();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &text).unwrap();
        for threads in [1, 3] {
            for chunk in [None, NonZeroUsize::new(1000)] {
                let solver = Solver::default()
                    .threads(NonZeroUsize::new(threads))
                    .chunk_size(chunk);
                let path = Input::path(file.path());
                let reader = Input::reader(&text[..], "text");
                for input in [path, reader] {
                    let total = AtomicU64::new(0);
                    let add = |bytes: &[u8]| {
                        total.fetch_add(sum(bytes), Ordering::Relaxed);
                    };
                    scan(input, &solver, add).unwrap();
                    assert_eq!(total.into_inner(), sum(&text));
                }
            }
        }
    }
}
