//! `is_cold` of two integers, of buffers and of Arrow arrays; `rank` and `cold_position` of columns.

use crate::cold_array::ColdArray;
use crate::column::{ANY, Piles};
use crate::error::exception;
use crate::game::{Natural, with_big};
use arrow_array::BooleanArray;
use arrow_array::builder::BooleanBufferBuilder;
use arrow_buffer::{BooleanBuffer, NullBuffer};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyIterator, PyTuple};
use std::num::NonZeroUsize;
use wythoff::game::{Side, is_cold_u128, wythoff_pair};
use wythoff::{AnswerColumn, Column, Rule, Solver};

/// Whether the position of two ints of any size is cold.
#[pyfunction]
pub(crate) fn cold_ints(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = a.py();
    match (Natural::new(a, "a")?, Natural::new(b, "b")?) {
        (Natural::Small(a), Natural::Small(b)) => Ok(wythoff::is_cold(a, b)),
        (a, b) => with_big(py, [a, b], |[a, b]| Rule::Normal.is_cold_big(&a, &b)),
    }
}

/// Moves the window of both columns to the next rows: at least `rows`, or all that there are. Returns whether these are the last
/// rows. Errors: one column is shorter.
fn next_window(py: Python<'_>, piles: &mut [Piles; 2], rows: usize) -> PyResult<bool> {
    let start = piles[0].window.end;
    for piles in &mut *piles {
        piles.fill(py, start.saturating_add(rows))?;
    }
    let least = piles[0].rows.min(piles[1].rows);
    assert!(least < ANY, "one argument has a number of rows");
    let is_longer = |piles: &Piles| least < piles.rows && piles.rows < ANY;
    let has_ended = |piles: &Piles| least == piles.rows && piles.is_read();
    if piles.iter().any(is_longer) && piles.iter().any(has_ended) {
        let [a, b] = piles.each_ref().map(|piles| {
            let at_least = if piles.is_read() { "" } else { "at least " };
            format!("{at_least}{}", piles.rows)
        });
        return Err(PyValueError::new_err(format!("a has {a} rows, b has {b}")));
    }
    let is_last = piles.iter().all(Piles::is_read);
    // The answers to the next window begin at a whole byte.
    let end = if is_last { least } else { least & !7 };
    for piles in piles {
        piles.window = start..end;
    }
    Ok(is_last)
}

/// Decides the rows of the window, without the GIL.
fn decide(
    py: Python<'_>,
    piles: &[Piles; 2],
    threads: Option<NonZeroUsize>,
    cold: AnswerColumn<'_>,
) -> PyResult<()> {
    let solver = Solver {
        threads,
        ..Solver::default()
    };
    let [a, b] = piles;
    let decided = py.detach(|| solver.solve_columns(a, b, cold));
    decided.map_err(|error| exception(&error, &[]))
}

/// Decides the rows of the window with a pile of 2^64 or more. `bits` begins with the first row. Errors: a signal.
fn decide_wide(py: Python<'_>, piles: &[Piles; 2], bits: &mut [u8]) -> PyResult<()> {
    const ROWS: usize = 1 << 16;
    let window = piles[0].window.clone();
    for (start, bits) in window.clone().step_by(ROWS).zip(bits.chunks_mut(ROWS / 8)) {
        py.check_signals()?;
        py.detach(|| {
            for row in start..window.end.min(start + ROWS) {
                let [a, b] = piles.each_ref().map(|piles| piles.pile(row));
                if (a | b) >> 64 == 0 {
                    continue;
                }
                let cold = is_cold_u128(a, b);
                let bit = 1 << ((row - start) % 8);
                let byte = &mut bits[(row - start) / 8];
                *byte = if cold { *byte | bit } else { *byte & !bit };
            }
        });
    }
    Ok(())
}

/// Writes a byte for each row into the buffer `out`, which shares no memory with `a` and `b`: 1 for cold, 0 for hot. Returns
/// whether a pile is negative.
#[pyfunction]
pub(crate) fn cold_bytes(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    threads: Option<NonZeroUsize>,
) -> PyResult<bool> {
    let mut piles = [Piles::new(a, "a")?, Piles::new(b, "b")?];
    next_window(py, &mut piles, usize::MAX)?;
    let (rows, out) = (piles[0].window.len(), PyUntypedBuffer::get(out)?);
    assert!(
        out.is_c_contiguous() && out.len_bytes() == rows && !out.readonly(),
        "the package passes a byte for each row"
    );
    if rows == 0 {
        return Ok(false);
    }
    // SAFETY: the buffer is writable, contiguous, and has `rows` bytes; it is held until the end of this function. The package
    // passes memory that the columns do not share. The documentation forbids any other use of this memory during the call.
    let bytes = unsafe { std::slice::from_raw_parts_mut(out.buf_ptr().cast(), rows) };
    decide(py, &piles, threads, AnswerColumn::Bytes(bytes))?;
    Ok(piles.iter().any(|piles| piles.first_negative() < rows))
}

/// At least this number of rows of a stream is held at a time.
const WINDOW: usize = 1 << 23;

/// The answers as an Arrow array. A row is null if it has a null in `a` or `b` or a 1 in one of `masks`. A negative pile makes its row
/// null if `nulls_negatives`; otherwise it is an error.
#[pyfunction]
pub(crate) fn cold_array(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    masks: Vec<PyBackedBytes>,
    threads: Option<NonZeroUsize>,
    nulls_negatives: bool,
) -> PyResult<ColdArray> {
    let mut first = Piles::new(a, "a")?;
    if !a.is_instance_of::<PyIterator>() && !b.is_instance_of::<PyIterator>() {
        // No reader of pyarrow. The first column is read as a whole, because two relations of one DuckDB connection can't be
        // read in turns. (Other streams are in memory already.)
        first.fill(py, usize::MAX)?;
    }
    let mut piles = [first, Piles::new(b, "b")?];
    let (mut bits, mut valid) = (Vec::new(), BooleanBufferBuilder::new(0));
    let mut is_last = false;
    while !is_last {
        is_last = next_window(py, &mut piles, WINDOW)?;
        let window = piles[0].window.clone();
        bits.resize(window.end.div_ceil(8), 0);
        let answers = &mut bits[window.start / 8..];
        decide(py, &piles, threads, AnswerColumn::Bits(answers))?;
        if piles.iter().any(Piles::has_wide) {
            decide_wide(py, &piles, answers)?;
        }
        // If both piles of a row are negative, the message names a.
        if let Some(piles) = piles.iter().min_by_key(|piles| piles.first_negative())
            && piles.first_negative() < window.end
            && !nulls_negatives
        {
            return Err(piles.negative_pile());
        }
        let [of_a, of_b] = piles.each_ref().map(Piles::nulls);
        if let Some(nulls) = NullBuffer::union(of_a.as_ref(), of_b.as_ref()) {
            valid.append_n(window.start - valid.len(), true);
            valid.append_buffer(nulls.inner());
        }
        piles.iter_mut().for_each(Piles::release);
        py.check_signals()?;
    }
    let rows = piles[0].window.end;
    let nulls = (!valid.is_empty()).then(|| {
        valid.append_n(rows - valid.len(), true);
        NullBuffer::new(valid.finish())
    });
    let nulls = masks.iter().fold(nulls, |nulls, mask| {
        let mask = mask.iter().map(|&is_null| is_null == 0).collect();
        NullBuffer::union(nulls.as_ref(), Some(&mask))
    });
    let bits = BooleanBuffer::new(bits.into(), 0, rows);
    Ok(ColdArray(BooleanArray::new(bits, nulls)))
}

/// For each row of the column `n`, two numbers of 64 bits in two arrays: the piles of the cold position with index `n`; or,
/// with `is_rank`, the index of the cold position that has the pile `n`, and 1 if `n` is its larger pile. If there are nulls, a
/// third array has a byte for each row, 1 for a null.
#[pyfunction]
pub(crate) fn ranks_or_positions<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    is_rank: bool,
) -> PyResult<Bound<'py, PyTuple>> {
    const ROWS: usize = 1 << 16;
    let mut numbers = Piles::new(n, "n")?;
    numbers.fill(py, usize::MAX)?;
    numbers.window = 0..numbers.rows;
    let rows = numbers.rows;
    let nulls = numbers.nulls();
    let answer = |row, n: u64| {
        if nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return Ok((0, 0));
        } else if numbers.has_wide() && numbers.pile(row) != u128::from(n) {
            let what = "expected less than 2**64 in a column; use one call for each n";
            let what = format!("row {row}: n is {}, {what}", numbers.pile(row));
            return Err(PyValueError::new_err(what));
        } else if is_rank {
            let rank = wythoff::game::rank(n);
            return Ok((rank.k, u64::from(rank.side == Side::Upper)));
        }
        wythoff_pair(n).ok_or_else(|| {
            let what = "and its cold position is beyond 64 bits; use one call for each n";
            PyOverflowError::new_err(format!("row {row}: n is {n}, {what}"))
        })
    };
    let column = || PyByteArray::new_with(py, 8 * rows, |_| Ok(()));
    let (first, second) = (column()?, column()?);
    // SAFETY: the two arrays are new, so nothing else refers to their memory.
    let arrays = unsafe { [first.as_bytes_mut(), second.as_bytes_mut()] };
    let [lower, upper] = arrays.map(|array| array.as_chunks_mut().0.chunks_mut(ROWS));
    let mut buffer = vec![0; ROWS];
    for (start, (first, second)) in (0..rows).step_by(ROWS).zip(lower.zip(upper)) {
        py.check_signals()?;
        py.detach(|| {
            let end = rows.min(start + ROWS);
            let read = numbers.read(start..end, &mut buffer[..end - start]);
            if numbers.first_negative() < rows {
                return Err(numbers.negative_pile());
            }
            let places = first.iter_mut().zip(second);
            for ((row, &n), (first, second)) in (start..).zip(read).zip(places) {
                let (a, b): (u64, u64) = answer(row, n)?;
                *first = a.to_ne_bytes();
                *second = b.to_ne_bytes();
            }
            Ok(())
        })?;
    }
    let mask: Option<Vec<u8>> =
        nulls.map(|nulls| nulls.iter().map(|is_valid| u8::from(!is_valid)).collect());
    (first, second, mask).into_pyobject(py)
}

/// The piles of each row, and None for nulls.
#[pyfunction]
pub(crate) fn int_rows(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
) -> PyResult<Vec<(Option<u128>, Option<u128>)>> {
    let mut piles = [Piles::new(a, "a")?, Piles::new(b, "b")?];
    next_window(py, &mut piles, usize::MAX)?;
    let pile = |piles: &Piles, row| {
        piles.read(row..row + 1, &mut [0]);
        if piles.first_negative() <= row {
            return Err(piles.negative_pile());
        }
        Ok((!piles.is_null(row)).then(|| piles.pile(row)))
    };
    let [a, b] = &piles;
    let rows = a.window.clone();
    rows.map(|row| Ok((pile(a, row)?, pile(b, row)?))).collect()
}
