//! Parts of a run, to find where the time goes. `wythoff bench` and the benches time them.

use super::chunk_result::ChunkResult;
use super::decide::Ascending;
use super::record_reader::BytesReader;
use super::solve::solve_inputs;
use super::solve_run::NewReader;
use super::solver::Solver;
use super::summary::Summary;
use crate::error::Result;
use crate::input::Input;
use crate::output::Output;
use crate::parse::scalar::Pair;
use crate::parse::{Reader, kernel_reader, swar};
use crate::problem::{AnswerFormat, Framing};
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the pairs of `input` whose second pile is the larger one, as `cold` of the summary, and writes nothing. This is the
/// cheapest question that needs every digit, so its time is the time of parsing.
///
/// Errors: as [`Solver::solve`].
pub fn count_ascending(input: Input<'_>, solver: &Solver) -> Result<Summary> {
    solver.backend.require()?;
    let reader = || kernel_reader::<Ascending, _>(solver.backend) as _;
    solve_without_output(input, solver.clone(), &reader)
}

/// The sums of the first and of the second numbers of all lines of `input`, modulo 2^64. The simplest use of a parser:
/// benchmarks of parsers compute such sums.
///
/// Errors: as [`Solver::solve`].
pub fn sum_columns(input: Input<'_>, solver: &Solver) -> Result<[u64; 2]> {
    let mut solver = solver.clone();
    solver.problem.framing = Framing::Lines;
    let sums = [AtomicU64::new(0), AtomicU64::new(0)];
    solve_without_output(input, solver, &|| Box::new(SumReader(&sums)))?;
    Ok(sums.map(AtomicU64::into_inner))
}

/// Calls `each` with every chunk of `input`, in any order, on as many threads as [`Solver::solve`] would use. A byte order
/// mark is left out. The time of a scan without a parser is the lower limit for the time of parsing.
///
/// Errors: the input can't be read.
pub fn scan(input: Input<'_>, solver: &Solver, each: impl Fn(&[u8]) + Sync) -> Result<()> {
    let mut solver = solver.clone();
    solver.problem.framing = Framing::Lines;
    solve_without_output(input, solver, &|| Box::new(BytesReader(&each))).map(drop)
}

fn solve_without_output(
    input: Input<'_>,
    mut solver: Solver,
    new_reader: &NewReader<'_>,
) -> Result<Summary> {
    solver.problem.answer_format = AnswerFormat::Totals;
    let nowhere = Output::stream(std::io::sink(), "nowhere");
    solve_inputs(vec![input], nowhere, new_reader, &solver)
}

/// Adds the columns to sums that all workers share.
///
/// The vector kernels answer a question about each pair, and return no numbers. So the SWAR kernel reads the lines, and the
/// scalar parser the lines that it does not take.
struct SumReader<'s>(&'s [AtomicU64; 2]);

impl SumReader<'_> {
    /// Adds modulo 2^64.
    fn add(&self, sums: [u64; 2]) {
        for (all, sum) in self.0.iter().zip(sums) {
            all.fetch_add(sum, Ordering::Relaxed);
        }
    }
}

impl Reader<ChunkResult> for SumReader<'_> {
    fn lines(&mut self, text: &[u8], mut at: usize, _: &mut ChunkResult) -> usize {
        let mut sums = [0_u64; 2];
        while let Some((pair, next)) = swar::read_line(text, at) {
            let (a, b) = pair.unwrap_or_default();
            sums = [sums[0].wrapping_add(a), sums[1].wrapping_add(b)];
            at = next;
        }
        self.add(sums);
        at
    }

    fn pair(&mut self, pair: &Pair<'_>, _: &mut ChunkResult) {
        let append = |n: u64, &c: &u8| n.wrapping_mul(10).wrapping_add(u64::from(c - b'0'));
        self.add([&pair.a, &pair.b].map(|pile| pile.digits.iter().fold(0, append)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::{REGIMES, Workload};
    use num_bigint::BigUint;
    use std::num::NonZeroUsize;

    fn sum_of_bytes(bytes: &[u8]) -> u64 {
        bytes.iter().map(|&byte| u64::from(byte)).sum()
    }

    /// For chunks of any size: each byte is read once, and the sums equal sums of big integers. The file has lines of all forms.
    #[test]
    fn bytes_and_sums_are_those_of_the_text() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for regime in REGIMES {
            let workload = Workload::of_regime(7, *regime);
            let mut text = Vec::new();
            for block in 0..2 {
                workload.append_block(block, &mut text);
                let number = "9".repeat(1000);
                text.extend(format!("{number} 1\n1 {number}\n\n  7\t{number} \r\n").bytes());
            }
            std::fs::write(file.path(), &text).unwrap();
            let mut sums = [BigUint::ZERO, BigUint::ZERO];
            let numbers = text.split(|c| !c.is_ascii_digit());
            let numbers = numbers.filter(|digits| !digits.is_empty());
            for (i, digits) in numbers.enumerate() {
                sums[i % 2] += BigUint::parse_bytes(digits, 10).unwrap();
            }
            let right = sums.map(|sum| sum.iter_u64_digits().next().unwrap());
            for (chunk, threads) in [(1, 1), (333, 2), (1 << 20, 2)] {
                let solver = Solver {
                    threads: NonZeroUsize::new(threads),
                    chunk_size: NonZeroUsize::new(chunk),
                    ..Solver::default()
                };
                let reader = || Input::reader(&text[..], "text");
                let found = sum_columns(reader(), &solver);
                assert_eq!(found.unwrap(), right, "{} in {chunk}", regime.name);
                for input in [Input::path(file.path()), reader()] {
                    let total = AtomicU64::new(0);
                    let add = |bytes: &[u8]| {
                        total.fetch_add(sum_of_bytes(bytes), Ordering::Relaxed);
                    };
                    scan(input, &solver, add).unwrap();
                    assert_eq!(
                        total.into_inner(),
                        sum_of_bytes(&text),
                        "{} in {chunk}",
                        regime.name
                    );
                }
            }
        }
    }
}
