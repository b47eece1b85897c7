//! Parts of a run, for `wythoff bench`, the benches, the fuzzers and the tests of kernels.

use super::chunk_sink::ChunkSink;
use super::decide::{Ascending, IsCold};
use super::options::OnInvalid;
use super::record_reader::{BytesReader, RecordReader};
use super::solve::solve_inputs;
use super::solve_run::NewReader;
use super::solver::Solver;
use super::summary::Summary;
use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::output::Output;
use crate::output::labels::LabelTable;
use crate::parse::kernel_reader;
use crate::problem::{AnswerFormat, AnswerLabels, Framing};
use std::sync::Arc;

/// A question about each pair of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether the position is cold.
    IsCold,
    /// Whether the second pile is the larger one. This is the cheapest question that needs every digit, so its time is the
    /// time of parsing.
    Ascending,
}

impl Question {
    fn reader(self, backend: Backend) -> Box<RecordReader<'static>> {
        match self {
            Question::IsCold => kernel_reader::<IsCold, _>(backend),
            Question::Ascending => kernel_reader::<Ascending, _>(backend),
        }
    }
}

/// Answers `question` for every pair of `input` and writes nothing, to measure parsing and deciding. In the summary
/// `cold` is the number of pairs for which the answer is true, `hot` the number of the other pairs.
///
/// Errors: as [`Solver::solve`].
pub fn count_matches(question: Question, input: Input<'_>, solver: &Solver) -> Result<Summary> {
    let backend = solver.backend;
    backend.require()?;
    solve_without_output(input, solver, &|| question.reader(backend))
}

/// Calls `each` with every chunk of `input`, in any order, on as many threads as [`Solver::solve`] would use. A byte order
/// mark is left out. The time that this takes without a parser is the lower limit with which the time of parsing is compared.
///
/// Errors: what can't be read.
pub fn scan(input: Input<'_>, solver: &Solver, each: impl Fn(&[u8]) + Sync) -> Result<()> {
    let mut solver = solver.clone();
    solver.problem.framing = Framing::Lines;
    solve_without_output(input, &solver, &|| Box::new(BytesReader(&each))).map(drop)
}

fn solve_without_output(
    input: Input<'_>,
    solver: &Solver,
    new_reader: &NewReader<'_>,
) -> Result<Summary> {
    let mut solver = solver.clone();
    solver.problem.answers = AnswerFormat::Totals;
    let nowhere = Output::stream(std::io::sink(), "nowhere");
    solve_inputs(vec![input], nowhere, new_reader, &solver)
}

/// Answers a question for the lines of texts in memory with one kernel, which adapts to the lines that it has read.
#[expect(
    missing_debug_implementations,
    reason = "not part of the public interface"
)]
pub struct LineReader {
    reader: Box<RecordReader<'static>>,
    labels: Arc<LabelTable>,
    sink: ChunkSink,
}

impl LineReader {
    /// A reader with the kernel of `backend`.
    ///
    /// # Panics
    /// If this machine can't run the backend.
    pub fn new(question: Question, backend: Backend) -> Self {
        Self {
            reader: question.reader(backend),
            labels: Arc::new(LabelTable::new(&AnswerLabels::DIGITS)),
            sink: ChunkSink::default(),
        }
    }

    /// Reads the lines of `text` from `at` on. If `at` is not 0, `text[at - 1]` is a newline. Returns how many answers are
    /// true.
    ///
    /// Errors: the first malformed line, unless malformed lines are marked.
    pub fn read(&mut self, text: &[u8], at: usize, on_invalid: OnInvalid) -> Result<u64> {
        let sink = std::mem::take(&mut self.sink);
        self.sink = sink.reset(on_invalid, b"?\n", Some(Arc::clone(&self.labels)));
        let read = self.reader.read_lines(text, at, &mut self.sink);
        read.map_err(|fault| {
            let at = format!("byte {}", fault.at);
            Error::new(fault.into()).about(at)
        })?;
        Ok(self.sink.cold)
    }

    /// The answers to the lines that were read last: a line with `0` (true), `1` (false) or `?` (malformed) for each.
    pub fn answers(&mut self) -> &[u8] {
        self.sink.answers.text()
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
