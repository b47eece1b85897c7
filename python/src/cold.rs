//! `is_cold`: of two integers, of buffers, of Arrow arrays. `rank` and `cold_position` of buffers.

use crate::arrow::ArrowColumn;
use crate::cold_array::ColdArray;
use crate::column::{BufferColumn, negative_pile};
use crate::error::exception;
use crate::game::{Natural, interruptible};
use pyo3::buffer::{PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyInt};
use std::num::NonZeroUsize;
use std::ops::Range;
use wythoff::game::{BigUint, Side, wythoff_pair};
use wythoff::{AnswerColumn, Column, Rule, Solver};

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
            let bits = a.bits().max(b.bits());
            interruptible(py, bits, move |_| Rule::Normal.is_cold_big(&a, &b))
        }
    }
}

/// What the functions of columns take: a column, or what is in each row.
enum Piles {
    Buffer(BufferColumn),
    Arrow(ArrowColumn),
    Constant(u64),
    Null,
}

impl Piles {
    /// `object`, which messages call `name`: an int, None, a method that exports Arrow data, or a buffer.
    fn new(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self::Null);
        }
        if object.is_instance_of::<PyInt>() {
            return match Natural::new(object, name)? {
                Natural::Small(pile) => Ok(Self::Constant(pile)),
                Natural::Big(_) => Err(PyValueError::new_err(format!(
                    "{name} is an int beyond 64 bits, which a column can't be compared with; use one call for each position"
                ))),
            };
        }
        if object.is_callable() {
            return ArrowColumn::new(&object.call0()?, name).map(Self::Arrow);
        }
        BufferColumn::new(object, name).map(Self::Buffer)
    }

    /// The number of rows that can be read after a stream was read up to row `wanted`, and whether no rows follow; `None` for
    /// any number of rows.
    fn fill(&mut self, py: Python<'_>, wanted: usize) -> PyResult<Option<(usize, bool)>> {
        Ok(match self {
            Self::Buffer(column) => Some((column.rows(), true)),
            Self::Arrow(column) => Some(column.fill(py, wanted)?),
            Self::Constant(_) | Self::Null => None,
        })
    }

    fn clear_nulls(&self, rows: Range<usize>, valid: &mut Vec<u8>) {
        match self {
            Self::Arrow(column) => column.clear_nulls(rows, valid),
            Self::Null => *valid = vec![0; rows.end.div_ceil(8)],
            Self::Buffer(_) | Self::Constant(_) => {}
        }
    }

    /// The first row with a negative pile that was read, and the shape of the rows.
    fn first_negative(&self) -> Option<(usize, &[usize])> {
        match self {
            Self::Buffer(column) => Some((column.negative.row()?, column.buffer.shape())),
            Self::Arrow(column) => Some((column.negative.row()?, &[])),
            Self::Constant(_) | Self::Null => None,
        }
    }

    fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64] {
        match self {
            Self::Buffer(column) => return column.read(rows, buffer),
            Self::Arrow(column) => return column.read(rows, buffer),
            Self::Constant(pile) => buffer.fill(*pile),
            Self::Null => buffer.fill(0),
        }
        buffer
    }

    /// The pile of a row.
    fn pile(&self, row: usize) -> BigUint {
        if let Self::Arrow(column) = self
            && let Some(pile) = column.wide.get(&row)
        {
            return pile.clone();
        }
        self.read(row..row + 1, &mut [0])[0].into()
    }
}

/// Some rows of a column.
struct Window<'p> {
    piles: &'p Piles,
    rows: Range<usize>,
}

impl Column for Window<'_> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64] {
        let start = self.rows.start;
        self.piles
            .read(start + rows.start..start + rows.end, buffer)
    }
}

/// Decides some rows without the interpreter.
fn decide(
    py: Python<'_>,
    piles: &[Piles; 2],
    rows: Range<usize>,
    threads: Option<NonZeroUsize>,
    cold: AnswerColumn<'_>,
) -> PyResult<()> {
    let solver = Solver {
        threads,
        ..Solver::default()
    };
    let [a, b] = piles.each_ref().map(|piles| Window {
        piles,
        rows: rows.clone(),
    });
    py.detach(|| solver.solve_columns(&a, &b, cold))
        .map_err(|error| exception(py, &error, &[]))?;
    // The first row of the two; of both in one row, that of a.
    let negative = ["a", "b"].into_iter().zip(piles);
    let negative = negative.filter_map(|(name, piles)| Some((piles.first_negative()?, name)));
    let negative = negative.filter(|((row, _), _)| *row < rows.end);
    match negative.min_by_key(|((row, _), _)| *row) {
        Some(((row, shape), name)) => Err(negative_pile(name, row, shape)),
        None => Ok(()),
    }
}

/// The number of rows that both have, after streams were read up to row `wanted`; and whether no rows follow.
///
/// Errors: one is shorter; neither is a column.
fn common_rows(py: Python<'_>, piles: &mut [Piles; 2], wanted: usize) -> PyResult<(usize, bool)> {
    let [a, b] = piles;
    let ends = [a.fill(py, wanted)?, b.fill(py, wanted)?];
    let columns = ends.iter().flatten();
    let rows = columns.clone().map(|(rows, _)| *rows);
    let (Some(least), Some(most)) = (rows.clone().min(), rows.max()) else {
        return Err(PyTypeError::new_err("neither a nor b is a column"));
    };
    if columns
        .clone()
        .any(|&(rows, is_last)| is_last && rows < most)
    {
        let [a, b] = ends.map(|end| match end.unwrap_or_default() {
            (rows, true) => rows.to_string(),
            (rows, false) => format!("at least {rows}"),
        });
        let message = format!("a has {a} rows, b has {b}");
        return Err(PyValueError::new_err(message));
    }
    Ok((least, columns.clone().all(|(_, is_last)| *is_last)))
}

/// A buffer of `rows` bytes that is written to.
fn output(out: &Bound<'_, PyAny>, rows: usize) -> PyResult<PyUntypedBuffer> {
    let out = PyUntypedBuffer::get(out)?;
    if out.readonly() {
        return Err(PyValueError::new_err("out is read-only"));
    }
    if !out.is_c_contiguous() || out.item_size() != 1 {
        return Err(PyTypeError::new_err(
            "out is not a contiguous buffer of bools",
        ));
    }
    if out.item_count() != rows {
        let length = out.item_count();
        return Err(PyValueError::new_err(format!(
            "out has {length} elements, expected {rows}"
        )));
    }
    Ok(out)
}

/// Writes a byte for each row into the buffer `out`: 1 for cold, 0 for hot.
#[pyfunction]
pub(crate) fn cold_bytes(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    threads: Option<NonZeroUsize>,
) -> PyResult<()> {
    let mut piles = [Piles::new(a, "a")?, Piles::new(b, "b")?];
    let (rows, _) = common_rows(py, &mut piles, usize::MAX)?;
    let out = output(out, rows)?;
    if rows == 0 {
        return Ok(());
    }
    let start = out.buf_ptr().cast::<u8>();
    for (name, piles) in ["a", "b"].iter().zip(&piles) {
        if let Piles::Buffer(column) = piles {
            let extent = column.extent();
            if extent.start < start.addr() + rows && start.addr() < extent.end {
                return Err(PyValueError::new_err(format!(
                    "out shares memory with {name}"
                )));
            }
        }
    }
    // SAFETY: the buffer is writable, contiguous, and has `rows` bytes; it is held until the end of this function, and
    // shares no memory with the columns. Nobody may use it meanwhile; the documentation says so.
    let bytes = unsafe { std::slice::from_raw_parts_mut(start, rows) };
    decide(py, &piles, 0..rows, threads, AnswerColumn::Bytes(bytes))
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
    if b.is_callable()
        && first
            .fill(py, 0)?
            .is_some_and(|(_, is_complete)| !is_complete)
    {
        // Two relations of one DuckDB connection can't be read in turns. Readers of pyarrow can.
        let module: String = a.getattr("__self__")?.get_type().module()?.extract()?;
        if !module.starts_with("pyarrow") {
            first.fill(py, usize::MAX)?;
        }
    }
    let mut piles = [first, Piles::new(b, "b")?];
    let (mut bits, mut valid, mut done) = (Vec::new(), Vec::new(), 0);
    loop {
        let (rows, is_last) = common_rows(py, &mut piles, done + WINDOW)?;
        // The answers to a window begin with a byte.
        let window = done..if is_last { rows } else { rows & !7 };
        bits.resize(window.end.div_ceil(8), 0);
        let answers = AnswerColumn::Bits(&mut bits[done / 8..]);
        decide(py, &piles, window.clone(), threads, answers)?;
        py.detach(|| {
            decide_wide(&piles, window.clone(), &mut bits);
            for piles in &piles {
                piles.clear_nulls(window.clone(), &mut valid);
            }
        });
        done = window.end;
        for piles in &mut piles {
            if let Piles::Arrow(column) = piles {
                column.release_before(done);
            }
        }
        if is_last {
            break;
        }
        py.check_signals()?;
    }
    if mask.is_some() || !valid.is_empty() {
        valid.resize(bits.len(), 0xff);
    }
    for (row, &is_null) in mask.unwrap_or_default().iter().enumerate() {
        valid[row / 8] &= !(is_null << (row % 8));
    }
    Ok(ColdArray::new(bits, valid, done))
}

/// Decides the rows with a pile of 2^64 or more.
fn decide_wide(piles: &[Piles; 2], rows: Range<usize>, bits: &mut [u8]) {
    let wide = piles.iter().filter_map(|piles| match piles {
        Piles::Arrow(column) => Some(column.wide.range(rows.clone())),
        _ => None,
    });
    for (&row, _) in wide.flatten() {
        let [a, b] = piles.each_ref().map(|piles| piles.pile(row));
        let bit = 1 << (row % 8);
        match Rule::Normal.is_cold_big(&a, &b) {
            true => bits[row / 8] |= bit,
            false => bits[row / 8] &= !bit,
        }
    }
}

/// Two numbers for each number of the buffer `n`, first the first ones of all: the cold position of this index; or, with
/// `is_rank`, the index of the cold position that has the number, and 1 if the number is the larger pile there.
#[pyfunction]
pub(crate) fn sequence<'py>(
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
