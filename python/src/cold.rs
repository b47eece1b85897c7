//! `is_cold`: of two integers, of buffers, of Arrow arrays. `rank` and `cold_position` of buffers.

use crate::cold_array::ColdArray;
use crate::column::{ANY, Piles};
use crate::error::exception;
use crate::game::{Natural, interruptible, is_long};
use arrow_array::BooleanArray;
use arrow_array::builder::BooleanBufferBuilder;
use arrow_buffer::{BooleanBuffer, NullBuffer};
use pyo3::buffer::{PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use std::num::NonZeroUsize;
use wythoff::game::{Side, wythoff_pair};
use wythoff::{AnswerColumn, Rule, Solver};

/// Whether the position of two integers of any size is cold.
#[pyfunction]
pub(crate) fn cold_ints(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    match (Natural::new(a, "a")?, Natural::new(b, "b")?) {
        (Natural::Small(a), Natural::Small(b)) => Ok(wythoff::is_cold(a, b)),
        (a, b) => {
            let (a, b) = (a.into_big(), b.into_big());
            let is_long = is_long(&a) || is_long(&b);
            interruptible(py, is_long, move |_| Rule::Normal.is_cold_big(&a, &b))
        }
    }
}

/// Moves the window of both columns to the next rows: at least `rows`, or all that there are. Returns whether these are the last
/// rows.
///
/// Errors: one column is shorter.
fn next_window(py: Python<'_>, piles: &mut [Piles; 2], rows: usize) -> PyResult<bool> {
    let start = piles[0].window.end;
    let [a, b] = &mut *piles;
    let wanted = start.saturating_add(rows);
    let (a_is_last, b_is_last) = (a.fill(py, wanted)?, b.fill(py, wanted)?);
    let ends = [(a.rows, a_is_last), (b.rows, b_is_last)];
    let known = || ends.iter().filter(|(rows, _)| *rows != ANY);
    let all_rows = || known().map(|(rows, _)| *rows);
    let (least, most) = (all_rows().min().unwrap_or(0), all_rows().max().unwrap_or(0));
    if known().any(|&(rows, is_last)| is_last && rows < most) {
        let [a, b] = ends.map(|end| match end {
            (rows, true) => rows.to_string(),
            (rows, false) => format!("at least {rows}"),
        });
        let message = format!("a has {a} rows, b has {b}");
        return Err(PyValueError::new_err(message));
    }
    let is_last = known().all(|(_, is_last)| *is_last);
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
    let decided = py.detach(|| match cold {
        AnswerColumn::Bits(bits) => {
            solver.solve_columns(a, b, AnswerColumn::Bits(&mut *bits))?;
            decide_wide(piles, bits);
            Ok(())
        }
        bytes => solver.solve_columns(a, b, bytes),
    });
    decided.map_err(|error| exception(&error, &[]))
}

/// Decides the rows of the window with a pile of 2^64 or more. `bits` begins with the first row.
fn decide_wide(piles: &[Piles; 2], bits: &mut [u8]) {
    for wide in piles.iter().map(|piles| &piles.wide) {
        for &row in wide.range(piles[0].window.clone()).map(|(row, _)| row) {
            let [a, b] = piles.each_ref().map(|piles| piles.pile(row));
            let place = row - piles[0].window.start;
            let bit = 1 << (place % 8);
            match Rule::Normal.is_cold_big(&a, &b) {
                true => bits[place / 8] |= bit,
                false => bits[place / 8] &= !bit,
            }
        }
    }
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
    let is_contiguous = out.is_c_contiguous() && out.item_size() == 1;
    if out.readonly() || !is_contiguous || out.item_count() != rows {
        return Err(PyValueError::new_err(format!(
            "out does not have {rows} bytes"
        )));
    }
    if rows == 0 {
        return Ok(false);
    }
    // SAFETY: the buffer is writable, contiguous, and has `rows` bytes; it is held until the end of this function. The package
    // passes memory that the columns do not share. Nobody may use it meanwhile; the documentation says so.
    let bytes = unsafe { std::slice::from_raw_parts_mut(out.buf_ptr().cast(), rows) };
    decide(py, &piles, threads, AnswerColumn::Bytes(bytes))?;
    Ok(piles.iter().any(|piles| piles.first_negative() < rows))
}

/// The rows of a stream that are held at a time, at least.
const WINDOW: usize = 1 << 23;

/// The answers as an Arrow array. A row with a null in `a` or in `b` is null, and so is one with a 1 in `mask`.
#[pyfunction]
pub(crate) fn cold_array(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    mask: Option<&[u8]>,
    threads: Option<NonZeroUsize>,
) -> PyResult<ColdArray> {
    let mut first = Piles::new(a, "a")?;
    if first.stream.is_some() && b.is_callable() {
        // Two relations of one DuckDB connection can't be read in turns. Readers of pyarrow can.
        let module = a.getattr("__self__")?.get_type().module()?;
        if !module.extract::<String>()?.starts_with("pyarrow") {
            first.fill(py, usize::MAX)?;
        }
    }
    let mut piles = [first, Piles::new(b, "b")?];
    let (mut bits, mut valid) = (Vec::new(), BooleanBufferBuilder::new(0));
    let mut is_last = false;
    while !is_last {
        is_last = next_window(py, &mut piles, WINDOW)?;
        let window = piles[0].window.clone();
        bits.resize(window.end.div_ceil(8), 0);
        let answers = AnswerColumn::Bits(&mut bits[window.start / 8..]);
        decide(py, &piles, threads, answers)?;
        // If both piles of a row are negative, a is named.
        if let Some(piles) = piles.iter().min_by_key(|piles| piles.first_negative())
            && piles.first_negative() < window.end
        {
            return Err(piles.negative_pile());
        }
        let [a, b] = piles.each_ref().map(Piles::nulls);
        if let Some(nulls) = NullBuffer::union(a.as_ref(), b.as_ref()) {
            valid.append_n(window.start - valid.len(), true);
            valid.append_buffer(nulls.inner());
        }
        for piles in &mut piles {
            piles.release();
        }
        py.check_signals()?;
    }
    let rows = piles[0].window.end;
    let nulls = (!valid.is_empty()).then(|| {
        valid.append_n(rows - valid.len(), true);
        NullBuffer::new(valid.finish())
    });
    let mask = mask.map(|mask| mask.iter().map(|&is_null| is_null == 0).collect());
    let nulls = NullBuffer::union(nulls.as_ref(), mask.as_ref());
    let bits = BooleanBuffer::new(bits.into(), 0, rows);
    Ok(ColdArray(BooleanArray::new(bits, nulls)))
}

/// Two arrays of numbers, one after the other, with a number for each one of the buffer `n`: the piles of the cold position of this
/// index; or, with `is_rank`, the index of the cold position that has the number, and 1 if the number is the larger pile there.
#[pyfunction]
pub(crate) fn ranks_or_positions<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    is_rank: bool,
) -> PyResult<Bound<'py, PyByteArray>> {
    let numbers = PyBuffer::<u64>::get(n)?.to_vec(py)?;
    let answer = |n| match is_rank {
        true => {
            let rank = wythoff::game::rank(n);
            Some((rank.k, u64::from(rank.side == Side::Upper)))
        }
        false => wythoff_pair(n),
    };
    PyByteArray::new_with(py, 16 * numbers.len(), |bytes| {
        py.detach(|| {
            let (first, second) = bytes.split_at_mut(8 * numbers.len());
            let places = first.chunks_exact_mut(8).zip(second.chunks_exact_mut(8));
            for ((row, &n), (first, second)) in numbers.iter().enumerate().zip(places) {
                let (a, b) = answer(n).ok_or_else(|| {
                    PyOverflowError::new_err(format!(
                        "row {row}: n is {n}, and its cold position is beyond 64 bits; use one call for each n"
                    ))
                })?;
                first.copy_from_slice(&a.to_ne_bytes());
                second.copy_from_slice(&b.to_ne_bytes());
            }
            Ok(())
        })
    })
}
