//! Columns of integers through the Arrow PyCapsule protocol.

use crate::arrow_buffers::{Bitmap, decode_dictionary, has_nulls};
use crate::arrow_interface::{ArrowArray, ArrowArrayStream, ArrowSchema, Release};
use crate::arrow_schema::{Nesting, Values, broken, layout};
use crate::column::{FirstNegative, IntType, read_contiguous};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_int};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use wythoff::Column;
use wythoff::game::BigUint;

/// Whether `object` exports Arrow data.
pub(crate) fn is_arrow(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.hasattr("__arrow_c_array__")? || object.hasattr("__arrow_c_stream__")?)
}

/// A column of integers, in any number of chunks, possibly with nulls. The chunks of a stream are read as they are needed.
pub(crate) struct ArrowColumn {
    /// What messages call it.
    name: &'static str,
    values: Values,
    nesting: Nesting,
    /// The chunks that follow.
    stream: Mutex<Option<ArrowArrayStream>>,
    chunks: Vec<Chunk>,
    /// The rows up to the end of the last chunk.
    rows: usize,
    negative: FirstNegative,
    /// The piles of 2^64 or more, by row. `read` gives their lowest 64 bits.
    wide: BTreeMap<usize, BigUint>,
}

/// A chunk, and where its rows are.
struct Chunk {
    /// The number of its first row in the column.
    start: usize,
    rows: usize,
    int: IntType,
    values: *const u8,
    validity: Bitmap,
    /// The memory of the values and of the bitmap, if they are not the array's.
    _decoded: (Vec<u64>, Vec<u8>),
    /// Keeps the memory.
    _array: ArrowArray,
}

// SAFETY: the memory is only read.
unsafe impl Sync for Chunk {}
// SAFETY: the memory belongs to the array, which any thread may release, or to the vectors.
unsafe impl Send for Chunk {}

impl ArrowColumn {
    /// The column that `object` exports, which messages call `name`. A table of one column is taken as that column.
    ///
    /// Errors: it does not hold integers.
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Self> {
        let mut schema = ArrowSchema::released();
        let (mut stream, mut only) = (None, None);
        if object.hasattr("__arrow_c_array__")? {
            let capsules = object.call_method0("__arrow_c_array__")?;
            let (of_schema, of_array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
                capsules.extract()?;
            // SAFETY: the protocol says what a capsule of that name holds.
            schema = unsafe { take::<ArrowSchema>(&of_schema, c"arrow_schema") }?;
            // SAFETY: as above.
            only = Some(unsafe { take::<ArrowArray>(&of_array, c"arrow_array") }?);
        } else {
            let capsule = object.call_method0("__arrow_c_stream__")?;
            let capsule = capsule.cast::<PyCapsule>()?;
            // SAFETY: as above.
            let mut chunks = unsafe { take::<ArrowArrayStream>(capsule, c"arrow_array_stream") }?;
            let get_schema = chunks.get_schema.ok_or_else(|| broken(name))?;
            // SAFETY: the stream is alive, and the schema may be written to.
            let status = unsafe { get_schema(&raw mut chunks, &raw mut schema) };
            chunks.check(status)?;
            stream = Some(chunks);
        }
        let (values, nesting) = layout(&schema, name)?;
        let mut column = Self {
            name,
            values,
            nesting,
            stream: Mutex::new(stream),
            chunks: Vec::new(),
            rows: 0,
            negative: FirstNegative::new(),
            wide: BTreeMap::new(),
        };
        only.map(|array| column.push(array)).transpose()?;
        Ok(column)
    }

    /// The rows that were read.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Whether no rows follow.
    pub(crate) fn is_complete(&mut self) -> bool {
        let stream = self.stream.get_mut();
        stream.unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Reads chunks until there are `rows` rows, or all.
    pub(crate) fn fill(&mut self, py: Python<'_>, rows: usize) -> PyResult<()> {
        while self.rows < rows {
            let slot = self.stream.get_mut();
            let slot = slot.unwrap_or_else(PoisonError::into_inner);
            let Some(stream) = slot else { break };
            let get_next = stream.get_next.ok_or_else(|| broken(self.name))?;
            let mut array = ArrowArray::released();
            // Other threads of Python may have to run before the next chunk is there.
            let status = py.detach(|| {
                // SAFETY: the stream is alive, and the array may be written to.
                unsafe { get_next(&raw mut *stream, &raw mut array) }
            });
            stream.check(status)?;
            match array.release {
                Some(_) => self.push(array)?,
                None => *slot = None,
            }
        }
        Ok(())
    }

    /// Releases the chunks whose rows are before `row`.
    pub(crate) fn release_before(&mut self, row: usize) {
        self.chunks.retain(|chunk| chunk.start + chunk.rows > row);
        self.wide = self.wide.split_off(&row);
    }

    pub(crate) fn first_negative(&self) -> Option<usize> {
        self.negative.row()
    }

    pub(crate) fn wide(&self) -> &BTreeMap<usize, BigUint> {
        &self.wide
    }

    /// Clears the bits of the rows that are null; `bits` begins with row `rows.start`.
    pub(crate) fn clear_nulls(&self, rows: Range<usize>, bits: &mut [u8]) {
        for chunk in self
            .chunks
            .iter()
            .filter(|chunk| chunk.validity.0.is_some())
        {
            let (mut row, end) = (
                rows.start.max(chunk.start),
                rows.end.min(chunk.start + chunk.rows),
            );
            while row < end {
                let (at, within) = (row - rows.start, row - chunk.start);
                if at % 8 == 0 && row + 8 <= end {
                    bits[at / 8] &= chunk.validity.eight(within);
                    row += 8;
                } else {
                    let is_null = u8::from(!chunk.validity.is_valid(within));
                    bits[at / 8] &= !(is_null << (at % 8));
                    row += 1;
                }
            }
        }
    }

    pub(crate) fn has_nulls(&self) -> bool {
        self.chunks.iter().any(|chunk| chunk.validity.0.is_some())
    }

    /// Adds a chunk. Values that are no integers of up to 64 bits are decoded.
    fn push(&mut self, array: ArrowArray) -> PyResult<()> {
        let name = self.name;
        let (rows, leaf, offset) = self.leaf(&array).ok_or_else(|| broken(name))?;
        let (mut int, mut numbers, mut bits) = (IntType::new(8, false), Vec::new(), Vec::new());
        let mut validity = Bitmap(None);
        let mut values = std::ptr::null();
        let buffers = leaf.buffers(offset, rows, !matches!(self.values, Values::Nulls));
        let buffers = buffers.ok_or_else(|| broken(name))?;
        match self.values {
            Values::Ints(of_array) => {
                int = of_array;
                validity = buffers.0;
                values = buffers.1.wrapping_add(offset * int.size);
            }
            Values::Nulls => {
                numbers = vec![0; rows];
                bits = vec![0; rows.div_ceil(8)];
            }
            Values::Wide { size, is_signed } => {
                validity = buffers.0;
                let start = buffers.1.wrapping_add(offset * size);
                numbers = vec![0; rows];
                for (row, number) in numbers.iter_mut().enumerate() {
                    if !validity.is_valid(row) {
                        continue;
                    }
                    // SAFETY: the array has this row.
                    let bytes = unsafe { std::slice::from_raw_parts(start.add(row * size), size) };
                    if is_signed && bytes[size - 1] >= 0x80 {
                        self.negative.note(self.rows + row);
                    } else if bytes[8..].iter().any(|&byte| byte != 0) {
                        let big = BigUint::from_bytes_le(bytes);
                        self.wide.insert(self.rows + row, big);
                    }
                    *number = bytes[..8]
                        .iter()
                        .rev()
                        .fold(0, |all, &byte| all << 8 | u64::from(byte));
                }
            }
            Values::Dictionary(indices, of_values) => {
                int = IntType::new(8, of_values.is_signed);
                let decoded = decode_dictionary(leaf, indices, of_values, offset, rows);
                (numbers, bits) = decoded.ok_or_else(|| broken(name))?;
            }
        }
        if !numbers.is_empty() {
            values = numbers.as_ptr().cast();
        }
        if !bits.is_empty() {
            validity = Bitmap(Some((bits.as_ptr(), 0)));
        }
        let chunk = Chunk {
            start: self.rows,
            rows,
            int,
            values,
            validity,
            _decoded: (numbers, bits),
            _array: array,
        };
        self.rows += rows;
        self.chunks.push(chunk);
        Ok(())
    }

    /// The rows of an array, the array of its values, and the index of the first row there; `None` if it is not what the
    /// schema says.
    fn leaf<'a>(&self, array: &'a ArrowArray) -> Option<(usize, &'a ArrowArray, usize)> {
        let rows = usize::try_from(array.length).ok()?;
        let offset = usize::try_from(array.offset).ok()?;
        if self.nesting == Nesting::Plain {
            return Some((rows, array, offset));
        }
        if array.n_children != 1 || has_nulls(array) {
            return None;
        }
        // SAFETY: an array with one child has this pointer, and the child lives as long.
        let leaf = unsafe { (*array.children).as_ref() }?;
        Some((rows, leaf, offset + usize::try_from(leaf.offset).ok()?))
    }
}

impl Column for ArrowColumn {
    fn rows(&self) -> usize {
        self.rows
    }

    fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64] {
        let first = self
            .chunks
            .partition_point(|chunk| chunk.start + chunk.rows <= rows.start);
        match self.chunks.get(first) {
            Some(chunk) if chunk.validity.0.is_none() && rows.end <= chunk.start + chunk.rows => {
                let at = (rows.start - chunk.start) * chunk.int.size;
                // SAFETY: the chunk has these rows, and is held until the column is dropped.
                let piles =
                    unsafe { read_contiguous(chunk.int, chunk.values.wrapping_add(at), buffer) };
                if chunk.int.is_signed {
                    self.negative.check(rows.start, piles);
                }
                piles
            }
            _ => {
                self.read_chunks(first, rows, buffer);
                buffer
            }
        }
    }
}

impl ArrowColumn {
    /// Reads rows of several chunks, the first of which is chunk `first`. A null is read as 0.
    fn read_chunks(&self, first: usize, rows: Range<usize>, mut buffer: &mut [u64]) {
        let mut row = rows.start;
        for chunk in &self.chunks[first..] {
            let within = row - chunk.start;
            let count = buffer.len().min(chunk.rows - within);
            let (now, rest) = buffer.split_at_mut(count);
            let at = chunk.values.wrapping_add(within * chunk.int.size);
            // SAFETY: the chunk has these rows.
            unsafe { chunk.int.read(at, chunk.int.size as isize, now) };
            if chunk.validity.0.is_some() {
                for (i, pile) in now.iter_mut().enumerate() {
                    // A null may stand on any number, also on a negative one.
                    *pile *= u64::from(chunk.validity.is_valid(within + i));
                }
            }
            if chunk.int.is_signed {
                self.negative.check(row, now);
            }
            (buffer, row) = (rest, row + count);
            if buffer.is_empty() {
                break;
            }
        }
    }
}

impl ArrowArrayStream {
    fn check(&mut self, status: c_int) -> PyResult<()> {
        if status == 0 {
            return Ok(());
        }
        let text = self.get_last_error.map_or(std::ptr::null(), |get| {
            // SAFETY: the stream is alive.
            unsafe { get(self) }
        });
        let message = (!text.is_null()).then(|| {
            // SAFETY: a text that is not null is a C string until the next call.
            let text = unsafe { CStr::from_ptr(text) };
            text.to_string_lossy().into_owned()
        });
        let message = message.unwrap_or_else(|| format!("the Arrow stream fails with {status}"));
        Err(PyValueError::new_err(message))
    }
}

/// Takes the structure out of a capsule: the one that stays there is released.
///
/// # Safety
///
/// A capsule of that name holds a `T`.
unsafe fn take<T: Release>(capsule: &Bound<'_, PyCapsule>, name: &'static CStr) -> PyResult<T> {
    let pointer = capsule.pointer_checked(Some(name))?.cast::<T>().as_ptr();
    // SAFETY: the caller says so. The zeros that are left mean that it is released.
    Ok(unsafe { std::mem::replace(&mut *pointer, T::released()) })
}
