//! Columns of piles in Python's memory: a buffer, Arrow arrays, or one pile for all rows.

use crate::arrow::Stream;
use arrow_array::builder::BooleanBufferBuilder;
use arrow_buffer::{Buffer, NullBuffer};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyIterator, PyTuple};
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use wythoff::Column;

/// The number of rows if one pile is used for all rows.
pub(crate) const ANY: usize = usize::MAX;

/// A column as the argument of a function. Rows are numbered through all chunks. The solver sees the rows of the window.
pub(crate) struct Piles {
    /// The name of the column in messages.
    pub(crate) name: &'static str,
    chunks: Vec<Chunk>,
    /// The stream of further chunks. The mutex makes it `Sync`.
    pub(crate) stream: Option<Mutex<Stream>>,
    /// Whether integers of 128 bits have a sign.
    pub(crate) is_signed: bool,
    /// The number of rows up to the end of the last chunk.
    pub(crate) rows: usize,
    pub(crate) window: Range<usize>,
    /// The first row with a negative pile among the rows that were read; `usize::MAX` if no row has one.
    first_negative: AtomicUsize,
    /// Whether a pile of 2^64 or more was read. `read` gives its lowest 64 bits.
    has_wide: AtomicBool,
}

/// Rows of integers in memory.
#[derive(Default)]
pub(crate) struct Chunk {
    /// The number of its first row.
    pub(crate) start: usize,
    pub(crate) rows: usize,
    /// The integers, from the first row on.
    pub(crate) buffer: Buffer,
    /// The number of bytes of each integer: 1, 2, 4, 8 or 16.
    pub(crate) size: usize,
    pub(crate) is_signed: bool,
    /// The distance from a row's integer to the next row's, in integers.
    pub(crate) step: usize,
    /// Whether all rows are null.
    pub(crate) is_all_null: bool,
    pub(crate) nulls: Option<NullBuffer>,
}

impl Piles {
    /// The column `object`, which messages call `name`: an int, None, a method that exports Arrow data, such a method in a
    /// tuple if its integers of 128 bits have no sign, an iterator of pyarrow's record batches, or a buffer of integers in one
    /// dimension.
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Self> {
        let mut piles = Self {
            name,
            chunks: Vec::new(),
            stream: None,
            is_signed: true,
            rows: 0,
            window: 0..0,
            first_negative: AtomicUsize::new(usize::MAX),
            has_wide: AtomicBool::new(false),
        };
        if object.is_none() || object.is_instance_of::<PyInt>() {
            piles.push(Chunk::equal(ANY, object.extract()?));
        } else if let Ok(batches) = object.cast::<PyIterator>() {
            piles.stream = Some(Mutex::new(Stream::Batches(batches.clone().unbind())));
        } else if let Ok(unsigned) = object.cast::<PyTuple>() {
            piles.open(&unsigned.get_item(0)?.call0()?)?;
            piles.is_signed = false;
        } else if object.is_callable() {
            piles.open(&object.call0()?)?;
        } else {
            piles.push_buffer(PyUntypedBuffer::get(object)?);
        }
        Ok(piles)
    }

    pub(crate) fn push(&mut self, chunk: Chunk) {
        let start = self.rows;
        self.rows += chunk.rows;
        self.chunks.push(Chunk { start, ..chunk });
    }

    /// Appends a buffer of integers.
    fn push_buffer(&mut self, buffer: PyUntypedBuffer) {
        let (rows, size) = (buffer.item_count(), buffer.item_size());
        if rows == 0 {
            return;
        }
        let stride = match buffer.strides() {
            // An array of one row may have any stride.
            _ if buffer.is_c_contiguous() => size,
            &[stride] if stride >= 0 => stride.cast_unsigned(),
            _ => panic!("the package passes integers in one dimension, in rising order"),
        };
        let address = NonNull::new(buffer.buf_ptr().cast()).expect("the buffer has integers");
        let is_aligned = address.addr().get().is_multiple_of(size) && stride.is_multiple_of(size);
        assert!(
            is_aligned && [1, 2, 4, 8].contains(&size),
            "the package passes aligned integers"
        );
        let format = buffer.format().to_bytes();
        let is_signed = format.last().is_some_and(u8::is_ascii_lowercase);
        let step = stride / size;
        let length = ((rows - 1) * step + 1) * size;
        let owner = Arc::new(buffer);
        // SAFETY: the exporter has `rows` elements of `size` bytes there, `step` elements apart, until `owner` releases the
        // buffer. They are in one allocation. The documentation forbids writing to an array while it is read.
        let buffer = unsafe { Buffer::from_custom_allocation(address, length, owner) };
        self.push(Chunk {
            rows,
            buffer,
            size,
            is_signed,
            step,
            ..Chunk::default()
        });
    }

    /// Releases the chunks whose rows are before the end of the window.
    pub(crate) fn release(&mut self) {
        self.chunks.retain(|chunk| chunk.end() > self.window.end);
    }

    /// The rows of the window that are null or negative, as nulls, if any are.
    pub(crate) fn nulls(&self) -> Option<NullBuffer> {
        let has_negatives = self.first_negative() < self.window.end;
        let has_nulls = |chunk: &Chunk| chunk.is_all_null || chunk.nulls.is_some();
        if !has_negatives && !self.chunks.iter().any(has_nulls) {
            return None;
        }
        let mut valid = BooleanBufferBuilder::new(self.window.len());
        // A column that was read whole has chunks behind the window.
        for chunk in (self.chunks.iter()).take_while(|chunk| chunk.start < self.window.end) {
            let start = self.window.start.max(chunk.start) - chunk.start;
            let end = self.window.end.min(chunk.end()) - chunk.start;
            match &chunk.nulls {
                _ if has_negatives => {
                    let is_valid = |row| !chunk.is_null(row) && !chunk.is_negative(row);
                    (start..end).for_each(|row| valid.append(is_valid(row)));
                }
                Some(nulls) => valid.append_buffer(nulls.slice(start, end - start).inner()),
                None => valid.append_n(end - start, !chunk.is_all_null),
            }
        }
        Some(NullBuffer::new(valid.finish()))
    }

    /// The chunk that has a row, and the number of the row in it.
    fn chunk(&self, row: usize) -> (&Chunk, usize) {
        let chunk = self.chunks.partition_point(|chunk| chunk.end() <= row);
        let chunk = &self.chunks[chunk];
        (chunk, row - chunk.start)
    }

    pub(crate) fn is_null(&self, row: usize) -> bool {
        let (chunk, row) = self.chunk(row);
        chunk.is_null(row)
    }

    /// The pile of a row of the window, if it is not negative.
    pub(crate) fn pile(&self, row: usize) -> u128 {
        let (chunk, row) = self.chunk(row);
        let mut lowest = [0];
        chunk.read(row, &mut lowest);
        let highest = chunk.highest(row).next().unwrap_or(0);
        u128::from(highest) << 64 | u128::from(lowest[0])
    }

    /// Whether all rows were read.
    pub(crate) fn is_read(&self) -> bool {
        self.stream.is_none()
    }

    /// Whether a pile of 2^64 or more was read.
    pub(crate) fn has_wide(&self) -> bool {
        self.has_wide.load(Ordering::Relaxed)
    }

    /// The first row with a negative pile among the rows that were read; `usize::MAX` if no row has one.
    pub(crate) fn first_negative(&self) -> usize {
        self.first_negative.load(Ordering::Relaxed)
    }

    /// The exception for a negative pile.
    pub(crate) fn negative_pile(&self) -> PyErr {
        let (row, name) = (self.first_negative(), self.name);
        PyValueError::new_err(format!("row {row}: {name} is negative, expected 0 or more"))
    }

    /// Notes the first negative pile among `piles`, which were read from row `first` of `chunk` on, and whether a pile has more
    /// than 64 bits. Values behind nulls are ignored.
    fn check(&self, chunk: &Chunk, first: usize, piles: &[u64]) {
        let highest = chunk.highest(first).take(piles.len());
        let is_suspect = match chunk.size {
            16 => highest.fold(0, |all, high| all | high) > 0,
            _ => chunk.is_signed && piles.iter().fold(0, |all, pile| all | pile) > i64::MAX as u64,
        };
        if !is_suspect {
            return;
        }
        let rows = first..first + piles.len();
        let mut rows = rows.filter(|&row| !chunk.is_null(row));
        if let Some(row) = rows.clone().find(|&row| chunk.is_negative(row)) {
            let row = chunk.start + row;
            self.first_negative.fetch_min(row, Ordering::Relaxed);
        }
        if rows.any(|row| chunk.highest(row).next() > Some(0)) {
            self.has_wide.store(true, Ordering::Relaxed);
        }
    }
}

impl Column for Piles {
    fn rows(&self) -> usize {
        self.window.len()
    }

    /// A null may be read as any number.
    fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64] {
        let mut row = self.window.start + rows.start;
        let first = self.chunks.partition_point(|chunk| chunk.end() <= row);
        // Integers that the solver can read in place.
        if let Some(chunk) = self.chunks.get(first)
            && (chunk.size, chunk.step) == (8, 1)
            && let Some(piles) = chunk.buffer.typed_data()[row - chunk.start..].get(..buffer.len())
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
    /// Rows with the same pile; `None` for nulls.
    pub(crate) fn equal(rows: usize, pile: Option<u64>) -> Self {
        Self {
            rows,
            buffer: vec![pile.unwrap_or(0)].into(),
            size: 8,
            is_all_null: pile.is_none(),
            ..Self::default()
        }
    }

    fn end(&self) -> usize {
        self.start + self.rows
    }

    fn is_negative(&self, row: usize) -> bool {
        let highest_byte = (row * self.step + 1) * self.size - 1;
        self.is_signed && self.buffer[highest_byte] >= 0x80
    }

    fn is_null(&self, row: usize) -> bool {
        let nulls = self.nulls.as_ref();
        self.is_all_null || nulls.is_some_and(|nulls| nulls.is_null(row))
    }

    /// Reads piles from row `row` of the chunk on, which must have all of them. Negative piles are sign-extended.
    fn read(&self, row: usize, piles: &mut [u64]) {
        // Of an integer of 16 bytes, the first word is read.
        let step = self.step * self.size.div_ceil(8);
        macro_rules! widen {
            ($type:ty) => {{
                let widened = |value: &$type| *value as i64 as u64;
                let values = &self.buffer.typed_data::<$type>()[row * step..];
                let piles = piles.iter_mut();
                match step {
                    0 => piles.for_each(|pile| *pile = widened(&values[0])),
                    1 => piles
                        .zip(values)
                        .for_each(|(pile, value)| *pile = widened(value)),
                    _ => piles
                        .zip(values.iter().step_by(step))
                        .for_each(|(pile, value)| *pile = widened(value)),
                }
            }};
        }
        match (self.size, self.is_signed) {
            (1, true) => widen!(i8),
            (2, true) => widen!(i16),
            (4, true) => widen!(i32),
            (1, false) => widen!(u8),
            (2, false) => widen!(u16),
            (4, false) => widen!(u32),
            _ => widen!(u64),
        }
    }

    /// The highest 64 bits of the integers from a row on, if they have 128 bits.
    fn highest(&self, row: usize) -> impl Iterator<Item = u64> {
        let words = (self.size == 16).then(|| &self.buffer.typed_data()[2 * row..]);
        words.unwrap_or_default().iter().skip(1).step_by(2).copied()
    }
}
