//! `is_cold`: of two integers, of buffers, of Arrow arrays. `rank` and `cold_position` of buffers.

use crate::arrow::{ArrowColumn, is_arrow};
use crate::cold_array::ColdArray;
use crate::column::{BufferColumn, negative_pile};
use crate::error::exception;
use crate::game::{Natural, interruptible};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
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
            interruptible(py, bits, move || Rule::Normal.is_cold_big(&a, &b))
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
    /// `object`, which messages call `name`: a buffer, an exporter of Arrow data, an int or None.
    fn new(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self::Null);
        }
        if is_arrow(object)? {
            return ArrowColumn::new(object, name).map(Self::Arrow);
        }
        if !object.hasattr("__index__")? || object.hasattr("__len__")? {
            return BufferColumn::new(object, name).map(Self::Buffer);
        }
        match Natural::new(object, name)? {
            Natural::Small(pile) => Ok(Self::Constant(pile)),
            Natural::Big(_) => Err(PyValueError::new_err(format!(
                "{name} is an int beyond 64 bits, which a column can't be compared with; use one call for each position"
            ))),
        }
    }

    /// The rows that can be read; `None` for any number.
    fn rows(&self) -> Option<usize> {
        match self {
            Self::Buffer(column) => Some(column.rows()),
            Self::Arrow(column) => Some(column.rows()),
            Self::Constant(_) | Self::Null => None,
        }
    }

    fn is_complete(&mut self) -> bool {
        match self {
            Self::Arrow(column) => column.is_complete(),
            _ => true,
        }
    }

    fn has_nulls(&self) -> bool {
        match self {
            Self::Arrow(column) => column.has_nulls(),
            Self::Null => true,
            Self::Buffer(_) | Self::Constant(_) => false,
        }
    }

    fn clear_nulls(&self, rows: Range<usize>, bits: &mut [u8]) {
        match self {
            Self::Arrow(column) => column.clear_nulls(rows, bits),
            Self::Null => bits.fill(0),
            Self::Buffer(_) | Self::Constant(_) => {}
        }
    }

    /// The first row with a negative pile that was read, and the shape of the rows.
    fn first_negative(&self) -> Option<(usize, &[usize])> {
        match self {
            Self::Buffer(column) => Some((column.first_negative()?, column.shape())),
            Self::Arrow(column) => Some((column.first_negative()?, &[])),
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
            && let Some(pile) = column.wide().get(&row)
        {
            return pile.clone();
        }
        self.read(row..row + 1, &mut [0])[0].into()
    }
}

/// Both arguments.
fn both(py: Python<'_>, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<[Piles; 2]> {
    let mut first = Piles::new(a, "a")?;
    if let Piles::Arrow(column) = &mut first
        && is_arrow(b)?
    {
        // Two relations of one DuckDB connection can't be read in turns. Readers of pyarrow can.
        let module: String = a.get_type().module()?.extract()?;
        if !module.starts_with("pyarrow") {
            column.fill(py, usize::MAX)?;
        }
    }
    Ok([first, Piles::new(b, "b")?])
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
    for piles in piles.iter_mut() {
        if let Piles::Arrow(column) = piles {
            column.fill(py, wanted)?;
        }
    }
    let complete = piles.each_mut().map(Piles::is_complete);
    let [a, b] = piles.each_ref().map(Piles::rows);
    let (Some(least), Some(most)) = (a.or(b).min(b.or(a)), a.max(b)) else {
        return Err(PyTypeError::new_err("neither a nor b is a column"));
    };
    let is_short = |rows: Option<usize>, complete| complete && rows.is_some_and(|rows| rows < most);
    if is_short(a, complete[0]) || is_short(b, complete[1]) {
        let shown = |rows: Option<usize>, complete| {
            let more = if complete { "" } else { "at least " };
            format!("{more}{}", rows.unwrap_or_default())
        };
        return Err(PyValueError::new_err(format!(
            "a has {} rows, b has {}",
            shown(a, complete[0]),
            shown(b, complete[1])
        )));
    }
    Ok((least, complete == [true; 2]))
}

/// A buffer of `rows` elements of `size` bytes that is written to.
fn output(out: &Bound<'_, PyAny>, size: usize, rows: usize) -> PyResult<PyUntypedBuffer> {
    let out = PyUntypedBuffer::get(out)?;
    if out.readonly() {
        return Err(PyValueError::new_err("out is read-only"));
    }
    if !out.is_c_contiguous() || out.item_size() != size {
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
    let mut piles = both(py, a, b)?;
    let (rows, _) = common_rows(py, &mut piles, usize::MAX)?;
    let out = output(out, 1, rows)?;
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

/// The answers as an Arrow array. A row with a null in `a` or in `b` is null, and so is one with a byte of `mask` that is
/// not 0.
#[pyfunction]
pub(crate) fn cold_array(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    mask: Option<&Bound<'_, PyAny>>,
    threads: Option<NonZeroUsize>,
) -> PyResult<ColdArray> {
    let mut piles = both(py, a, b)?;
    let (mut bits, mut validity, mut done) = (Vec::new(), Vec::new(), 0);
    let mut has_nulls = false;
    loop {
        let (rows, is_last) = common_rows(py, &mut piles, done + WINDOW)?;
        // The answers to a window begin with a byte.
        let end = if is_last { rows } else { rows & !7 };
        bits.resize(end.div_ceil(8), 0);
        let window = done..end;
        let answers = &mut bits[done / 8..];
        decide(
            py,
            &piles,
            window.clone(),
            threads,
            AnswerColumn::Bits(answers),
        )?;
        has_nulls |= piles.iter().any(Piles::has_nulls);
        if has_nulls {
            validity.resize(end.div_ceil(8), 0xff);
        }
        py.detach(|| {
            decide_wide(&piles, window.clone(), answers);
            for piles in piles.iter().filter(|piles| piles.has_nulls()) {
                piles.clear_nulls(window.clone(), &mut validity[done / 8..]);
            }
        });
        for piles in &mut piles {
            if let Piles::Arrow(column) = piles {
                column.release_before(end);
            }
        }
        done = end;
        if is_last {
            break;
        }
        py.check_signals()?;
    }
    if let Some(mask) = mask {
        has_nulls = true;
        validity.resize(done.div_ceil(8), 0xff);
        let mask = BufferColumn::new(mask, "mask")?;
        for row in 0..done.min(mask.rows()) {
            if mask.read(row..row + 1, &mut [0])[0] != 0 {
                validity[row / 8] &= !(1 << (row % 8));
            }
        }
    }
    Ok(ColdArray::new(bits, has_nulls.then_some(validity), done))
}

/// Decides the rows with a pile of 2^64 or more.
fn decide_wide(piles: &[Piles; 2], rows: Range<usize>, bits: &mut [u8]) {
    let wide = piles.iter().filter_map(|piles| match piles {
        Piles::Arrow(column) => Some(column.wide().range(rows.clone())),
        _ => None,
    });
    for (&row, _) in wide.flatten() {
        let [a, b] = piles.each_ref().map(|piles| piles.pile(row));
        let at = row - rows.start;
        let bit = 1 << (at % 8);
        match Rule::Normal.is_cold_big(&a, &b) {
            true => bits[at / 8] |= bit,
            false => bits[at / 8] &= !bit,
        }
    }
}

/// Writes two numbers for each row of the buffer `n` into the buffers of 64-bit integers `first` and `second`: the cold
/// position of this index; or, with `is_rank`, the index of the cold position that has the number, and 1 if the number is
/// the larger pile there.
#[pyfunction]
pub(crate) fn sequence(
    py: Python<'_>,
    n: &Bound<'_, PyAny>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    is_rank: bool,
) -> PyResult<()> {
    let column = BufferColumn::new(n, "n")?;
    let rows = column.rows();
    let outputs = [output(first, 8, rows)?, output(second, 8, rows)?];
    if rows == 0 {
        return Ok(());
    }
    // SAFETY: each buffer is new, writable, contiguous, and has `rows` numbers; it is held until the end of this function.
    let [first, second] = outputs
        .each_ref()
        .map(|out| unsafe { std::slice::from_raw_parts_mut(out.buf_ptr().cast::<u64>(), rows) });
    let beyond = py.detach(|| {
        let mut buffer = [0; 4096];
        for start in (0..rows).step_by(buffer.len()) {
            let end = rows.min(start + buffer.len());
            let numbers = column.read(start..end, &mut buffer[..end - start]);
            for (row, &n) in (start..).zip(numbers) {
                let answer = match is_rank {
                    true => {
                        let rank = wythoff::game::rank(n);
                        Some((rank.k, u64::from(rank.side == Side::Upper)))
                    }
                    false => wythoff_pair(n),
                };
                match answer {
                    Some(answer) => (first[row], second[row]) = answer,
                    // A negative number, which is sign-extended, is reported below.
                    None if column.first_negative().is_none() => return Some((row, n)),
                    None => {}
                }
            }
        }
        None
    });
    match (column.first_negative(), beyond) {
        (Some(row), _) => Err(negative_pile("n", row, column.shape())),
        (_, Some((row, n))) => Err(PyOverflowError::new_err(format!(
            "row {row}: n is {n}, and its cold position is beyond 64 bits; use one call for each n"
        ))),
        _ => Ok(()),
    }
}
