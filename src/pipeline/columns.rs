//! Solves columns of piles in memory, on the workers.
//!
//! In: two columns, from any source that can read a block of its rows. Out: one byte or one bit for each row. A worker takes a
//! chunk of rows and writes its answers directly to their place, so the chunks need no ordering.

use super::pool::Pool;
use super::solver::Solver;
use crate::error::{Error, Result};
use crate::game::Rule;
use crate::game::column::{BLOCK_ROWS, cold_words, write_rows};
use crate::problem::Game;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// A column of piles. It is implemented for slices; implement it for columns of other types or layouts.
pub trait Column: Sync {
    /// The number of rows.
    fn rows(&self) -> usize;

    /// The piles of `rows`, in order: borrowed from the column, or written to `buffer`, which has one element for each row.
    /// Several threads call this at the same time. There are at most 4096 rows. A result of another length causes a panic.
    fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64];
}

impl Column for [u64] {
    fn rows(&self) -> usize {
        self.len()
    }

    fn read<'s>(&'s self, rows: Range<usize>, _buffer: &'s mut [u64]) -> &'s [u64] {
        &self[rows]
    }
}

/// Where the answers to columns are written. The old content is overwritten.
#[derive(Debug)]
#[non_exhaustive]
pub enum AnswerColumn<'c> {
    /// A byte for each row: 1 for cold, 0 for hot.
    Bytes(&'c mut [u8]),
    /// A bit for each row, 1 for cold. The first row is the lowest bit of the first byte, as in Apache Arrow. Bits after the
    /// last row are 0.
    Bits(&'c mut [u8]),
}

/// The number of rows that a worker takes at a time. Their piles take 2 MiB.
const CHUNK_ROWS: usize = 32 * BLOCK_ROWS;

impl Solver {
    /// Decides the positions of two columns, as [`is_cold_column`](crate::is_cold_column) does, but on the threads of this
    /// solver. Only the rule of the problem is used, not its framing or its answer format.
    ///
    /// ```
    /// use wythoff::{AnswerColumn, Problem, Solver};
    /// let (a, b) = ([1, 8, 165_580_140], [2, 4, 267_914_295]);
    /// let mut bits = [0];
    /// Solver::new(Problem::default()).solve_columns(&a[..], &b[..], AnswerColumn::Bits(&mut bits))?;
    /// assert_eq!(bits, [0b101]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    ///
    /// Errors: the columns differ in length; `cold` does not have one byte, or one bit, for each row; the game is not
    /// Wythoff's game.
    pub fn solve_columns(
        &self,
        a: &(impl Column + ?Sized),
        b: &(impl Column + ?Sized),
        cold: AnswerColumn<'_>,
    ) -> Result<()> {
        let rows = a.rows();
        if b.rows() != rows {
            return Err(Error::argument(format!(
                "the two columns must have the same number of rows, found {rows} and {}",
                b.rows()
            )));
        }
        let (bytes, rows_per_byte) = match cold {
            AnswerColumn::Bytes(bytes) => (bytes, 1),
            AnswerColumn::Bits(bytes) => (bytes, 8),
        };
        if bytes.len() != rows.div_ceil(rows_per_byte) {
            return Err(Error::argument(format!(
                "{} bytes are not the right length for the answers to {rows} rows",
                bytes.len()
            )));
        }
        let Game::Wythoff(rule) = self.problem.game else {
            let what = "columns can be solved only for games of two piles";
            return Err(Error::argument(what));
        };
        let size = rows as u64 * size_of::<[u64; 2]>() as u64;
        let mut pool = Pool::new(self.threads);
        let threads = pool.threads_for(size, 1).min(rows.div_ceil(CHUNK_ROWS));
        let chunks = Mutex::new(bytes.chunks_mut(CHUNK_ROWS / rows_per_byte).enumerate());
        pool.run(threads, &|| {
            // The buffers for a few rows are small, because clearing memory takes time.
            let mut piles_a = vec![0; BLOCK_ROWS.min(rows)];
            let mut piles_b = piles_a.clone();
            let mut words = [0; BLOCK_ROWS / 64];
            loop {
                let chunk = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((number, bytes)) = chunk else { break };
                let starts = (number * CHUNK_ROWS..).step_by(BLOCK_ROWS);
                for (start, bytes) in starts.zip(bytes.chunks_mut(BLOCK_ROWS / rows_per_byte)) {
                    let block = start..rows.min(start + BLOCK_ROWS);
                    let count = block.len();
                    let a = a.read(block.clone(), &mut piles_a[..count]);
                    let b = b.read(block, &mut piles_b[..count]);
                    assert_eq!((a.len(), b.len()), (count, count), "rows of Column::read");
                    let words = &mut words[..count.div_ceil(64)];
                    decide(rule, a, b, words);
                    write_answers(words, rows_per_byte, bytes);
                }
            }
        });
        Ok(())
    }
}

fn decide(rule: Rule, a: &[u64], b: &[u64], words: &mut [u64]) {
    if rule == Rule::Normal {
        return cold_words(a, b, words);
    }
    words.fill(0);
    for (i, (&a, &b)) in a.iter().zip(b).enumerate() {
        words[i / 64] |= u64::from(rule.is_cold(a, b)) << (i % 64);
    }
}

fn write_answers(words: &[u64], rows_per_byte: usize, bytes: &mut [u8]) {
    if rows_per_byte == 1 {
        return write_rows(words, bytes, |byte| byte);
    }
    let (whole, last) = bytes.as_chunks_mut::<8>();
    for (bytes, word) in whole.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    if let Some(word) = words.get(whole.len()) {
        last.copy_from_slice(&word.to_le_bytes()[..last.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{is_cold, wythoff_pair};
    use crate::problem::Problem;
    use std::num::NonZeroUsize;

    /// A column that is not a slice: `a + row * step`.
    struct Steps(u64, u64, usize);

    impl Column for Steps {
        fn rows(&self) -> usize {
            self.2
        }

        fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64] {
            for (pile, row) in buffer.iter_mut().zip(rows) {
                *pile = self.0 + self.1 * row as u64;
            }
            buffer
        }
    }

    /// Every third position is cold.
    fn columns(rows: usize) -> (Vec<u64>, Vec<u64>) {
        let row = |i: u64| match i % 3 {
            0 => wythoff_pair(i * i).expect("below 2^64"),
            _ => (i * 7, i << (i % 40)),
        };
        (0..rows as u64).map(row).unzip()
    }

    #[test]
    fn bytes_and_bits_at_every_length_and_thread_count() {
        let small = [0, 1, 7, 8, 9, 63, 64, 65, 4095, 4096, 4097];
        for rows in small
            .into_iter()
            .chain([2 * CHUNK_ROWS - 1, 2 * CHUNK_ROWS + 70])
        {
            let (a, b) = columns(rows);
            let expected: Vec<bool> = a.iter().zip(&b).map(|(&a, &b)| is_cold(a, b)).collect();
            for threads in 1..=3 {
                let solver = Solver {
                    threads: NonZeroUsize::new(threads),
                    ..Solver::default()
                };
                let mut bytes = vec![9; rows];
                let cold = AnswerColumn::Bytes(&mut bytes);
                solver.solve_columns(&a[..], &b[..], cold).unwrap();
                let expected_bytes = expected.iter().map(|&cold| u8::from(cold));
                assert!(bytes.iter().copied().eq(expected_bytes));

                let mut bits = vec![0xff; rows.div_ceil(8)];
                let cold = AnswerColumn::Bits(&mut bits);
                solver.solve_columns(&a[..], &b[..], cold).unwrap();
                let bit = |i: usize| bits[i / 8] >> (i % 8) & 1 == 1;
                assert!((0..rows).map(bit).eq(expected.iter().copied()));
                assert!((rows..8 * bits.len()).all(|i| !bit(i)));
            }
        }
    }

    #[test]
    fn columns_are_read_in_blocks_under_every_rule() {
        let rows = BLOCK_ROWS + 77;
        let (a, b) = (Steps(5, 0, rows), Steps(0, 1, rows));
        let r = std::num::NonZeroU64::new(3).unwrap();
        for rule in [Rule::Normal, Rule::Misere, Rule::Generalised(r)] {
            let solver = Solver::new(Problem {
                game: Game::Wythoff(rule),
                ..Problem::default()
            });
            let mut bytes = vec![9; rows];
            solver
                .solve_columns(&a, &b, AnswerColumn::Bytes(&mut bytes))
                .unwrap();
            let cold: Vec<usize> = (0..rows).filter(|&i| bytes[i] == 1).collect();
            let expected: Vec<usize> = (0..rows).filter(|&i| rule.is_cold(5, i as u64)).collect();
            assert_eq!(cold, expected, "{rule:?}");
            assert_eq!(cold.len(), 1);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut solver = Solver::default();
        let refused = |solver: &Solver, b: &[u64], cold: AnswerColumn<'_>, reason: &str| {
            let error = solver.solve_columns(&[1, 2][..], b, cold).unwrap_err();
            assert_eq!(error.to_string(), reason);
        };
        let mut bytes = [0; 2];
        let reason = "the two columns must have the same number of rows, found 2 and 1";
        refused(&solver, &[1], AnswerColumn::Bytes(&mut bytes), reason);
        let reason = "2 bytes are not the right length for the answers to 2 rows";
        refused(&solver, &[1, 2], AnswerColumn::Bits(&mut bytes), reason);
        solver.problem.game = Game::ReturnOfTheNim;
        let reason = "columns can be solved only for games of two piles";
        refused(&solver, &[1, 2], AnswerColumn::Bytes(&mut bytes), reason);
    }
}
