//! `is_cold`: of two integers, of buffers, of Arrow arrays.

use crate::arrow::{ArrowColumn, is_arrow};
use crate::cold_array::ColdArray;
use crate::column::{BufferColumn, Constant, negative_pile};
use crate::error::exception;
use crate::game::Natural;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::ops::Range;
use wythoff::{AnswerColumn, Column, Problem, Solver};

/// Whether the position of two integers of any size is cold.
#[pyfunction]
pub(crate) fn cold_ints(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(match (Natural::new(a, "a")?, Natural::new(b, "b")?) {
        (Natural::Small(a), Natural::Small(b)) => wythoff::is_cold(a, b),
        (a, b) => wythoff::Rule::Normal.is_cold_big(&a.into_big(), &b.into_big()),
    })
}

/// What `is_cold` takes besides two integers.
enum Piles {
    Buffer(BufferColumn),
    Arrow(ArrowColumn),
    Constant(Constant),
}

impl Piles {
    fn new(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        if is_arrow(object)? {
            return ArrowColumn::new(object, name).map(Self::Arrow);
        }
        // Integers have no buffer, but those of numpy do.
        if object.hasattr("__index__")? && !object.hasattr("__len__")? {
            return match Natural::new(object, name)? {
                Natural::Small(pile) => Ok(Self::Constant(Constant { pile, rows: 1 })),
                Natural::Big(_) => Err(PyValueError::new_err(format!(
                    "{name} is an int beyond 64 bits, which an array can't be compared with; use one call for each position"
                ))),
            };
        }
        BufferColumn::new(object, name).map(Self::Buffer)
    }

    fn shape(&self) -> &[usize] {
        match self {
            Self::Buffer(column) => column.shape(),
            _ => &[],
        }
    }

    fn first_negative(&self) -> Option<usize> {
        match self {
            Self::Buffer(column) => column.first_negative(),
            Self::Arrow(column) => column.first_negative(),
            Self::Constant(_) => None,
        }
    }
}

impl Column for Piles {
    fn rows(&self) -> usize {
        match self {
            Self::Buffer(column) => column.rows(),
            Self::Arrow(column) => column.rows(),
            Self::Constant(column) => column.rows(),
        }
    }

    fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64] {
        match self {
            Self::Buffer(column) => column.read(rows, buffer),
            Self::Arrow(column) => column.read(rows, buffer),
            Self::Constant(column) => column.read(rows, buffer),
        }
    }
}

/// The two columns; an integer gets as many rows as the other column has.
fn piles(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<[Piles; 2]> {
    let mut piles = [Piles::new(a, "a")?, Piles::new(b, "b")?];
    let rows = piles.iter().find_map(|piles| match piles {
        Piles::Constant(_) => None,
        piles => Some(piles.rows()),
    });
    for piles in &mut piles {
        if let (Piles::Constant(constant), Some(rows)) = (piles, rows) {
            constant.rows = rows;
        }
    }
    if piles[0].rows() != piles[1].rows() {
        return Err(PyValueError::new_err(format!(
            "a has {} rows, b has {}",
            piles[0].rows(),
            piles[1].rows()
        )));
    }
    Ok(piles)
}

/// Decides all rows without the interpreter.
fn decide(
    py: Python<'_>,
    [a, b]: &[Piles; 2],
    threads: Option<NonZeroUsize>,
    cold: AnswerColumn<'_>,
) -> PyResult<()> {
    let solver = Solver::new(Problem::default()).threads(threads);
    py.detach(|| solver.solve_columns(a, b, cold))
        .map_err(|error| exception(py, &error))?;
    // The first row of the two; of both in one row, that of a.
    let negative = [("a", a), ("b", b)];
    let negative = negative.map(|(name, piles)| (piles.first_negative(), name, piles.shape()));
    let first = negative
        .into_iter()
        .filter_map(|(row, name, shape)| Some((row?, name, shape)));
    match first.min_by_key(|(row, ..)| *row) {
        Some((row, name, shape)) => Err(negative_pile(name, row, shape)),
        None => Ok(()),
    }
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
    let piles = piles(a, b)?;
    let out = PyUntypedBuffer::get(out)?;
    if out.readonly() || !out.is_c_contiguous() || out.item_size() != 1 {
        return Err(PyTypeError::new_err(
            "out is not a writable, contiguous buffer of bools",
        ));
    }
    let rows = piles[0].rows();
    if out.item_count() != rows {
        let length = out.item_count();
        return Err(PyValueError::new_err(format!(
            "out has {length} elements, expected {rows}"
        )));
    }
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
    decide(py, &piles, threads, AnswerColumn::Bytes(bytes))
}

/// The answers as an Arrow array. A row with a null in `a` or in `b` is null.
#[pyfunction]
pub(crate) fn cold_array(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    threads: Option<NonZeroUsize>,
) -> PyResult<ColdArray> {
    let piles = piles(a, b)?;
    let rows = piles[0].rows();
    let mut bits = vec![0; rows.div_ceil(8)];
    decide(py, &piles, threads, AnswerColumn::Bits(&mut bits))?;
    let validity = py.detach(|| {
        let columns = piles.iter().filter_map(|piles| match piles {
            Piles::Arrow(column) => column.validity(),
            _ => None,
        });
        columns.reduce(|mut all, column| {
            all.iter_mut()
                .zip(&column)
                .for_each(|(all, byte)| *all &= byte);
            all
        })
    });
    Ok(ColdArray::new(bits, validity, rows))
}
