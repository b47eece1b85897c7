//! Columns of piles in Python's memory: buffers of any shape, arrays of Arrow, and piles that hold for all rows.

use crate::arrow::Stream;
use crate::arrow_interface::ArrowArray;
use crate::game::Natural;
use crate::integers::{IntType, int_type};
use crate::validity::Validity;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyInt;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use wythoff::Column;
use wythoff::game::BigUint;

/// The number of rows of a pile that holds for all rows.
pub(crate) const ANY: usize = usize::MAX;

/// What the functions of columns take. Rows are numbered through all chunks. The solver sees those of the window.
pub(crate) struct Piles {
    /// What messages call it.
    pub(crate) name: &'static str,
    chunks: Vec<Chunk>,
    /// The chunks that follow.
    pub(crate) stream: Option<Stream>,
    /// The rows up to the end of the last chunk.
    pub(crate) rows: usize,
    pub(crate) window: Range<usize>,
    /// The shape of an array of several dimensions.
    shape: Vec<usize>,
    /// The first row with a negative pile that was read.
    negative: AtomicUsize,
    /// The piles of 2^64 or more, by row. `read` gives their lowest 64 bits.
    pub(crate) wide: BTreeMap<usize, BigUint>,
}

/// Integers in memory.
struct Chunk {
    /// The number of its first row.
    start: usize,
    rows: usize,
    int: IntType,
    values: *const u8,
    /// The bytes from a value to the next one.
    stride: isize,
    validity: Validity,
    memory: Memory,
}

/// What keeps the memory of a chunk.
pub(crate) enum Memory {
    /// If `is_strided` is set, the rows are where the shape and the strides of the buffer say.
    Buffer {
        buffer: PyUntypedBuffer,
        is_strided: bool,
    },
    /// The values are in the array, or were made here.
    Array {
        _array: Option<ArrowArray>,
        _values: Vec<u64>,
    },
}

// SAFETY: the memory is only read.
unsafe impl Sync for Chunk {}
// SAFETY: the memory belongs to a buffer or an array, which any thread may release, or to the vector.
unsafe impl Send for Chunk {}

impl Piles {
    /// `object`, which messages call `name`: an int, None, a method that exports Arrow data, or a buffer.
    ///
    /// Errors: it does not hold integers.
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Self> {
        let mut piles = Self {
            name,
            chunks: Vec::new(),
            stream: None,
            rows: 0,
            window: 0..0,
            shape: Vec::new(),
            negative: AtomicUsize::new(usize::MAX),
            wide: BTreeMap::new(),
        };
        if object.is_none() {
            piles.push_pile(ANY, 0, Validity::Nothing);
        } else if object.is_instance_of::<PyInt>() {
            let Natural::Small(pile) = Natural::new(object, name)? else {
                return Err(PyValueError::new_err(format!(
                    "{name} is an int beyond 64 bits, which a column can't be compared with; use one call for each position"
                )));
            };
            piles.push_pile(ANY, pile, Validity::All);
        } else if object.is_callable() {
            piles.open(&object.call0()?)?;
        } else {
            let buffer = PyUntypedBuffer::get(object)?;
            piles.push_buffer(buffer)?;
        }
        Ok(piles)
    }

    /// Appends the next chunk, of `rows` rows.
    pub(crate) fn push(
        &mut self,
        rows: usize,
        int: IntType,
        (values, stride): (*const u8, isize),
        validity: Validity,
        memory: Memory,
    ) {
        self.chunks.push(Chunk {
            start: self.rows,
            rows,
            int,
            values,
            stride,
            validity,
            memory,
        });
        self.rows += rows;
    }

    /// Appends rows with the same pile.
    pub(crate) fn push_pile(&mut self, rows: usize, pile: u64, validity: Validity) {
        let piles = vec![pile];
        let values = piles.as_ptr().cast();
        let memory = Memory::Array {
            _array: None,
            _values: piles,
        };
        self.push(rows, IntType::new(8, false), (values, 0), validity, memory);
    }

    /// Errors: the buffer is not of integers.
    fn push_buffer(&mut self, buffer: PyUntypedBuffer) -> PyResult<()> {
        let int = int_type(&buffer, self.name)?;
        if buffer.suboffsets().is_some() {
            let what = format!("{} is a buffer of pointers", self.name);
            return Err(PyTypeError::new_err(what));
        }
        let is_contiguous = buffer.is_c_contiguous();
        let stride = match buffer.strides() {
            [stride] if !is_contiguous => *stride,
            _ => int.size as isize,
        };
        if buffer.dimensions() > 1 {
            self.shape = buffer.shape().to_vec();
        }
        let (rows, values) = (buffer.item_count(), buffer.buf_ptr().cast_const().cast());
        let memory = Memory::Buffer {
            is_strided: !is_contiguous && buffer.dimensions() > 1,
            buffer,
        };
        self.push(rows, int, (values, stride), Validity::All, memory);
        Ok(())
    }

    /// Releases the chunks whose rows are before the end of the window.
    pub(crate) fn release(&mut self) {
        self.chunks.retain(|chunk| chunk.end() > self.window.end);
        self.wide = self.wide.split_off(&self.window.end);
    }

    pub(crate) fn note_negative(&self, row: usize) {
        self.negative.fetch_min(row, Ordering::Relaxed);
    }

    /// The first row of those that were read that has a negative pile; `usize::MAX` if none has.
    pub(crate) fn first_negative(&self) -> usize {
        self.negative.load(Ordering::Relaxed)
    }

    /// The exception for a negative pile.
    pub(crate) fn negative_pile(&self, row: usize) -> PyErr {
        let (mut rest, mut place) = (row, Vec::new());
        for length in self.shape.iter().rev() {
            place.insert(0, (rest % length).to_string());
            rest /= length;
        }
        let place = match self.shape.is_empty() {
            true => row.to_string(),
            false => format!("({})", place.join(", ")),
        };
        let name = self.name;
        PyValueError::new_err(format!(
            "row {place}: {name} is negative, expected 0 or more"
        ))
    }

    /// Clears the bits of the window's rows that are null. Bits that `valid` lacks are added before.
    pub(crate) fn clear_nulls(&self, valid: &mut Vec<u8>) {
        for chunk in &self.chunks {
            if matches!(chunk.validity, Validity::All) {
                continue;
            }
            valid.resize(self.window.end.div_ceil(8), 0xff);
            let rows = self.window.start.max(chunk.start)..self.window.end.min(chunk.end());
            chunk.validity.clear_nulls(rows, chunk.start, valid);
        }
    }

    /// The pile of a row of the window.
    pub(crate) fn pile(&self, row: usize) -> BigUint {
        if let Some(pile) = self.wide.get(&row) {
            return pile.clone();
        }
        let row = row - self.window.start;
        self.read(row..row + 1, &mut [0])[0].into()
    }

    /// Notes the first negative one of sign-extended piles, which begin with `row`.
    fn check(&self, int: IntType, row: usize, piles: &[u64]) {
        if int.is_signed && piles.iter().fold(0, |all, pile| all | pile) > i64::MAX as u64 {
            let first = piles.iter().position(|&pile| pile > i64::MAX as u64);
            self.note_negative(row + first.unwrap_or(0));
        }
    }
}

impl Column for Piles {
    fn rows(&self) -> usize {
        self.window.len()
    }

    /// A null is read as 0.
    fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64] {
        let mut row = self.window.start + rows.start;
        let first = self.chunks.partition_point(|chunk| chunk.end() <= row);
        if let Some(chunk) = self.chunks.get(first)
            && let Some(piles) = chunk.borrow(row - chunk.start, buffer.len())
        {
            self.check(chunk.int, row, piles);
            return piles;
        }
        let mut rest = &mut *buffer;
        for chunk in &self.chunks[first..] {
            let within = row - chunk.start;
            let now = rest.split_off_mut(..rest.len().min(chunk.rows - within));
            let now = now.unwrap_or_default();
            chunk.read(within, now);
            self.check(chunk.int, row, now);
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

    /// The address of the value of row `row`.
    fn at(&self, row: usize) -> *const u8 {
        self.values.wrapping_offset(row as isize * self.stride)
    }

    /// `count` piles from row `row` of the chunk on, if they are all there, and in memory as they are needed.
    fn borrow(&self, row: usize, count: usize) -> Option<&[u64]> {
        let at = self.at(row).cast::<u64>();
        let is_direct = self.int.is_word()
            && self.stride == 8
            && at.is_aligned()
            && matches!(self.validity, Validity::All)
            && !matches!(
                self.memory,
                Memory::Buffer {
                    is_strided: true,
                    ..
                }
            );
        // SAFETY: the chunk has these rows, and every bit pattern is a number. Nobody may write to an array while it is read;
        // the documentation says so.
        (is_direct && count <= self.rows - row && count > 0)
            .then(|| unsafe { std::slice::from_raw_parts(at, count) })
    }

    /// Reads piles from row `row` of the chunk on, which has them all.
    fn read(&self, row: usize, piles: &mut [u64]) {
        match &self.memory {
            Memory::Buffer {
                buffer,
                is_strided: true,
            } => self.read_strided(buffer, row, piles),
            // SAFETY: the chunk has these rows.
            _ => unsafe { self.int.read(self.at(row), self.stride, piles) },
        }
        if !matches!(self.validity, Validity::All) {
            for (i, pile) in piles.iter_mut().enumerate() {
                // A null may stand on any number, also on a negative one.
                *pile *= u64::from(self.validity.is_valid(row + i));
            }
        }
    }

    /// Reads rows of an array of several dimensions that is not contiguous. Rows count in the order of C.
    fn read_strided(&self, buffer: &PyUntypedBuffer, mut row: usize, mut piles: &mut [u64]) {
        let (shape, strides) = (buffer.shape(), buffer.strides());
        let (length, stride) = (shape[shape.len() - 1], strides[shape.len() - 1]);
        while !piles.is_empty() {
            let (mut line, within) = (row / length, row % length);
            let mut offset = within as isize * stride;
            for (&length, &stride) in shape.iter().zip(strides).rev().skip(1) {
                offset += (line % length) as isize * stride;
                line /= length;
            }
            let (now, rest) = piles.split_at_mut(piles.len().min(length - within));
            // SAFETY: all indices are within the shape, so the exporter of the buffer has these integers.
            unsafe {
                self.int
                    .read(self.values.wrapping_offset(offset), stride, now)
            };
            row += now.len();
            piles = rest;
        }
    }
}
