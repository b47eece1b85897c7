//! Columns of piles in Python's memory: a buffer, arrays of Arrow, or a pile that holds for all rows.

use arrow_array::builder::BooleanBufferBuilder;
use arrow_array::ffi_stream::ArrayStreamReader;
use arrow_buffer::{Buffer, NullBuffer};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyInt;
use std::collections::BTreeMap;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use wythoff::Column;
use wythoff::game::BigUint;

/// The number of rows of a pile that holds for all rows.
pub(crate) const ANY: usize = usize::MAX;

/// What the functions of columns take. Rows are numbered through all chunks. The solver sees those of the window.
pub(crate) struct Piles {
    /// What messages call it.
    pub(crate) name: &'static str,
    chunks: Vec<Chunk>,
    /// The chunks that follow. The mutex makes it `Sync`.
    pub(crate) stream: Option<Mutex<ArrayStreamReader>>,
    /// The rows up to the end of the last chunk.
    pub(crate) rows: usize,
    pub(crate) window: Range<usize>,
    /// The first row with a negative pile among those that were read; `usize::MAX` if none has one.
    first_negative: AtomicUsize,
    /// The piles of 2^64 or more, by row. `read` gives their lowest 64 bits.
    pub(crate) wide: BTreeMap<usize, BigUint>,
}

struct Chunk {
    /// The number of its first row.
    start: usize,
    rows: usize,
    values: Values,
    nulls: Option<NullBuffer>,
}

pub(crate) enum Values {
    /// The same pile, or null, in each row.
    Same(Option<u64>),
    /// Integers of `size` bytes: 1, 2, 4 or 8.
    Ints {
        buffer: Buffer,
        size: usize,
        is_signed: bool,
    },
}

impl Piles {
    /// `object`, which messages call `name`: an int, None, a method that exports Arrow data, or a contiguous and aligned
    /// buffer of integers.
    ///
    /// Errors: it does not hold integers.
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Self> {
        let mut piles = Self {
            name,
            chunks: Vec::new(),
            stream: None,
            rows: 0,
            window: 0..0,
            first_negative: AtomicUsize::new(usize::MAX),
            wide: BTreeMap::new(),
        };
        if object.is_none() {
            piles.push(ANY, Values::Same(None), None);
        } else if object.is_instance_of::<PyInt>() {
            let pile = object.extract()?;
            piles.push(ANY, Values::Same(Some(pile)), None);
        } else if object.is_callable() {
            piles.open(&object.call0()?)?;
        } else {
            piles.push_buffer(PyUntypedBuffer::get(object)?)?;
        }
        Ok(piles)
    }

    /// Appends the next chunk.
    pub(crate) fn push(&mut self, rows: usize, values: Values, nulls: Option<NullBuffer>) {
        self.chunks.push(Chunk {
            start: self.rows,
            rows,
            values,
            nulls,
        });
        self.rows += rows;
    }

    /// Appends a buffer of integers.
    fn push_buffer(&mut self, buffer: PyUntypedBuffer) -> PyResult<()> {
        let (rows, size) = (buffer.item_count(), buffer.item_size());
        let address = NonNull::new(buffer.buf_ptr().cast()).filter(|_| rows > 0);
        let is_aligned = |address: NonNull<u8>| address.addr().get().is_multiple_of(size);
        let is_plain = buffer.is_c_contiguous() && [1, 2, 4, 8].contains(&size);
        if !is_plain || !address.is_none_or(is_aligned) {
            let what = "the buffer is not one of contiguous, aligned integers";
            return Err(PyTypeError::new_err(what));
        }
        let format = buffer.format().to_bytes();
        let is_signed = format.last().is_some_and(u8::is_ascii_lowercase);
        let owner = Arc::new(buffer);
        let buffer = address.map(|address| {
            // SAFETY: the exporter has `rows` elements of `size` bytes there until `owner` releases the buffer. Nobody may write
            // to an array while it is read; the documentation says so.
            unsafe { Buffer::from_custom_allocation(address, rows * size, owner) }
        });
        let values = Values::Ints {
            buffer: buffer.unwrap_or_default(),
            size,
            is_signed,
        };
        self.push(rows, values, None);
        Ok(())
    }

    /// Releases the chunks whose rows are before the end of the window.
    pub(crate) fn release(&mut self) {
        self.chunks.retain(|chunk| chunk.end() > self.window.end);
        self.wide = self.wide.split_off(&self.window.end);
    }

    /// The rows of the window that are null, if any are.
    pub(crate) fn nulls(&self) -> Option<NullBuffer> {
        if self.chunks.iter().all(|chunk| chunk.has_no_nulls()) {
            return None;
        }
        let mut valid = BooleanBufferBuilder::new(self.window.len());
        for chunk in &self.chunks {
            let rows = self.window.start.max(chunk.start)..self.window.end.min(chunk.end());
            let first = rows.start - chunk.start;
            match &chunk.nulls {
                Some(nulls) => valid.append_buffer(nulls.slice(first, rows.len()).inner()),
                None => valid.append_n(rows.len(), chunk.has_no_nulls()),
            }
        }
        Some(NullBuffer::new(valid.finish()))
    }

    /// The pile of a row of the window.
    pub(crate) fn pile(&self, row: usize) -> BigUint {
        if let Some(pile) = self.wide.get(&row) {
            return pile.clone();
        }
        let row = row - self.window.start;
        self.read(row..row + 1, &mut [0])[0].into()
    }

    /// The first row of those that were read that has a negative pile; `usize::MAX` if none has.
    pub(crate) fn first_negative(&self) -> usize {
        self.first_negative.load(Ordering::Relaxed)
    }

    /// The exception for a negative pile.
    pub(crate) fn negative_pile(&self) -> PyErr {
        let (row, name) = (self.first_negative(), self.name);
        PyValueError::new_err(format!("row {row}: {name} is negative, expected 0 or more"))
    }

    pub(crate) fn note_negative(&self, row: usize) {
        self.first_negative.fetch_min(row, Ordering::Relaxed);
    }

    /// Notes the first negative one of sign-extended piles, which begin with row `first` of `chunk`. What stands under a null
    /// does not matter.
    fn check(&self, chunk: &Chunk, first: usize, piles: &[u64]) {
        let is_negative = |pile: u64| pile > i64::MAX as u64;
        if chunk.is_signed() && is_negative(piles.iter().fold(0, |all, pile| all | pile)) {
            let is_null = |row| chunk.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
            let mut rows = (first..).zip(piles);
            if let Some((row, _)) = rows.find(|&(row, &pile)| is_negative(pile) && !is_null(row)) {
                self.note_negative(chunk.start + row);
            }
        }
    }
}

impl Column for Piles {
    fn rows(&self) -> usize {
        self.window.len()
    }

    /// A null is read as any number.
    fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64] {
        let mut row = self.window.start + rows.start;
        let first = self.chunks.partition_point(|chunk| chunk.end() <= row);
        if let Some(chunk) = self.chunks.get(first)
            && let Some(piles) = chunk.borrow(row - chunk.start, buffer.len())
        {
            self.check(chunk, row - chunk.start, piles);
            return piles;
        }
        let mut rest = &mut *buffer;
        for chunk in &self.chunks[first..] {
            let within = row - chunk.start;
            let now = rest.split_off_mut(..rest.len().min(chunk.rows - within));
            let now = now.unwrap_or_default();
            chunk.read(within, now);
            self.check(chunk, within, now);
            row += now.len();
            if rest.is_empty() {
                break;
            }
        }
        buffer
    }
}

impl Chunk {
    fn end(&self) -> usize {
        self.start + self.rows
    }

    fn is_signed(&self) -> bool {
        matches!(self.values, Values::Ints { is_signed, .. } if is_signed)
    }

    fn has_no_nulls(&self) -> bool {
        self.nulls.is_none() && !matches!(self.values, Values::Same(None))
    }

    /// `count` piles from row `row` of the chunk on, if they are all there, and in memory as they are needed.
    fn borrow(&self, row: usize, count: usize) -> Option<&[u64]> {
        match &self.values {
            Values::Ints {
                buffer, size: 8, ..
            } => buffer.typed_data().get(row..row + count),
            _ => None,
        }
    }

    /// Reads piles from row `row` of the chunk on, which has them all. Negative ones are sign-extended.
    fn read(&self, row: usize, piles: &mut [u64]) {
        let (buffer, size, is_signed) = match &self.values {
            Values::Same(pile) => return piles.fill(pile.unwrap_or(0)),
            Values::Ints {
                buffer,
                size,
                is_signed,
            } => (buffer, size, is_signed),
        };
        macro_rules! widen {
            ($type:ty) => {
                for (pile, &value) in piles.iter_mut().zip(&buffer.typed_data::<$type>()[row..]) {
                    *pile = value as i64 as u64;
                }
            };
        }
        match (size, is_signed) {
            (1, true) => widen!(i8),
            (2, true) => widen!(i16),
            (4, true) => widen!(i32),
            (1, false) => widen!(u8),
            (2, false) => widen!(u16),
            (4, false) => widen!(u32),
            _ => widen!(u64),
        }
    }
}
