//! Parts of a run, to find where the time goes. `wythoff bench` and the benches time them.

use super::decide::Ascending;
use super::record_reader::BytesReader;
use super::solve::solve_inputs;
use super::solve_run::NewReader;
use super::solver::Solver;
use super::summary::Summary;
use super::sums::SumReader;
use crate::error::Result;
use crate::input::Input;
use crate::output::Output;
use crate::parse::kernel_reader;
use crate::problem::{AnswerFormat, Framing};
use std::sync::atomic::AtomicU64;

/// Counts the pairs of `input` whose second pile is the larger one, as `cold` of the summary, and writes nothing. This is the
/// cheapest question that needs every digit, so its time is the time of parsing.
///
/// Errors: as [`Solver::solve`].
pub fn count_ascending(input: Input<'_>, solver: &Solver) -> Result<Summary> {
    solver.backend.require()?;
    solve_without_output(input, solver, &|| {
        kernel_reader::<Ascending, _>(solver.backend)
    })
}

/// The sums of the first and of the second numbers of all lines of `input`, modulo 2^64. The simplest use of a parser:
/// benchmarks of parsers compute such sums.
///
/// Errors: as [`Solver::solve`].
pub fn sum_columns(input: Input<'_>, solver: &Solver) -> Result<[u64; 2]> {
    let mut solver = solver.clone();
    solver.problem.framing = Framing::Lines;
    let sums = [AtomicU64::new(0), AtomicU64::new(0)];
    solve_without_output(input, &solver, &|| Box::new(SumReader(&sums)))?;
    Ok(sums.map(AtomicU64::into_inner))
}

/// Calls `each` with every chunk of `input`, in any order, on as many threads as [`Solver::solve`] would use. A byte order
/// mark is left out. The time of a scan without a parser is the lower limit for the time of parsing.
///
/// Errors: the input can't be read.
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
    solver.problem.answer_format = AnswerFormat::Totals;
    let nowhere = Output::stream(std::io::sink(), "nowhere");
    solve_inputs(vec![input], nowhere, new_reader, &solver)
}
