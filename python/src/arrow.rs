//! Columns of integers through the Arrow PyCapsule protocol.

use crate::arrow_buffers::Validity;
use crate::arrow_interface::{ArrowArray, ArrowArrayStream, ArrowSchema, Release};
use crate::arrow_schema::{Values, broken, layout};
use crate::column::{FirstNegative, IntType, read_contiguous};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_int};
use std::ops::Range;
use wythoff::Column;
use wythoff::game::BigUint;

/// A column of integers, in any number of chunks, possibly with nulls. The chunks of a stream are read as they are needed.
pub(crate) struct ArrowColumn {
    /// What messages call it.
    name: &'static str,
    values: Values,
    /// Whether each array is a table with this column.
    is_table: bool,
    /// The chunks that follow.
    stream: Option<ArrowArrayStream>,
    chunks: Vec<Chunk>,
    /// The rows up to the end of the last chunk.
    rows: usize,
    pub(crate) negative: FirstNegative,
    /// The piles of 2^64 or more, by row. `read` gives their lowest 64 bits.
    pub(crate) wide: BTreeMap<usize, BigUint>,
}

/// A chunk, and where its rows are.
struct Chunk {
    /// The number of its first row in the column.
    start: usize,
    rows: usize,
    int: IntType,
    values: *const u8,
    validity: Validity,
    /// The memory of the values, if it is not the array's.
    _decoded: Vec<u64>,
    /// Keeps the memory.
    _array: ArrowArray,
}

// SAFETY: the memory is only read.
unsafe impl Sync for Chunk {}
// SAFETY: the memory belongs to the array, which any thread may release, or to the vector.
unsafe impl Send for Chunk {}

impl ArrowColumn {
    /// The column that `exported` holds, a stream or an array, which messages call `name`. A table of one column is taken as
    /// that column.
    ///
    /// Errors: it does not hold integers.
    pub(crate) fn new(exported: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Self> {
        let mut schema = ArrowSchema::released();
        let (mut stream, mut only) = (None, None);
        if let Ok(capsule) = exported.cast::<PyCapsule>() {
            // SAFETY: the protocol says what a capsule of that name holds.
            let mut chunks = unsafe { take::<ArrowArrayStream>(capsule, c"arrow_array_stream") }?;
            let get_schema = chunks.get_schema.ok_or_else(|| broken(name))?;
            // SAFETY: the stream is alive, and the schema may be written to.
            let status = unsafe { get_schema(&raw mut chunks, &raw mut schema) };
            chunks.check(status)?;
            stream = Some(chunks);
        } else {
            let (of_schema, of_array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
                exported.extract()?;
            // SAFETY: as above.
            schema = unsafe { take::<ArrowSchema>(&of_schema, c"arrow_schema") }?;
            // SAFETY: as above.
            only = Some(unsafe { take::<ArrowArray>(&of_array, c"arrow_array") }?);
        }
        let (values, is_table) = layout(&schema, name)?;
        let mut column = Self {
            name,
            values,
            is_table,
            stream,
            chunks: Vec::new(),
            rows: 0,
            negative: FirstNegative::new(),
            wide: BTreeMap::new(),
        };
        only.map(|array| column.push(array)).transpose()?;
        Ok(column)
    }

    /// Reads chunks until there are `rows` rows, or all. Returns the number of rows that were read, and whether no rows
    /// follow.
    pub(crate) fn fill(&mut self, py: Python<'_>, rows: usize) -> PyResult<(usize, bool)> {
        while self.rows < rows
            && let Some(stream) = &mut self.stream
        {
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
                None => self.stream = None,
            }
        }
        Ok((self.rows, self.stream.is_none()))
    }

    /// Releases the chunks whose rows are before `row`.
    pub(crate) fn release_before(&mut self, row: usize) {
        self.chunks.retain(|chunk| chunk.start + chunk.rows > row);
        self.wide = self.wide.split_off(&row);
    }

    /// Clears the bits of the rows that are null. Bits that `valid` lacks are added before.
    pub(crate) fn clear_nulls(&self, rows: Range<usize>, valid: &mut Vec<u8>) {
        for chunk in &self.chunks {
            if matches!(chunk.validity, Validity::All) {
                continue;
            }
            valid.resize(rows.end.div_ceil(8), 0xff);
            let mut row = rows.start.max(chunk.start);
            let end = rows.end.min(chunk.start + chunk.rows);
            while row < end {
                let within = row - chunk.start;
                if row % 8 == 0 && row + 8 <= end {
                    valid[row / 8] &= chunk.validity.eight(within);
                    row += 8;
                } else {
                    let is_null = u8::from(!chunk.validity.is_valid(within));
                    valid[row / 8] &= !(is_null << (row % 8));
                    row += 1;
                }
            }
        }
    }

    fn push(&mut self, array: ArrowArray) -> PyResult<()> {
        let name = self.name;
        let chunk = self.chunk(array).ok_or_else(|| broken(name))?;
        self.rows += chunk.rows;
        self.chunks.push(chunk);
        Ok(())
    }

    /// The next chunk. Values that are no integers of up to 64 bits are decoded. `None` if the array is not what the schema
    /// says.
    fn chunk(&mut self, array: ArrowArray) -> Option<Chunk> {
        let rows = usize::try_from(array.length).ok()?;
        let mut offset = usize::try_from(array.offset).ok()?;
        let mut leaf = &array;
        if self.is_table {
            if array.n_children != 1 || !matches!(array.validity(0)?, Validity::All) {
                return None;
            }
            // SAFETY: an array with one child has this pointer, and the child lives as long.
            leaf = unsafe { (*array.children).as_ref() }?;
            offset += usize::try_from(leaf.offset).ok()?;
        }
        let (mut int, mut decoded) = (IntType::new(8, false), Vec::new());
        let (mut validity, mut values) = (Validity::Nothing, std::ptr::null::<u8>());
        if !matches!(self.values, Values::Nulls) {
            if leaf.n_buffers != 2 {
                return None;
            }
            validity = leaf.validity(offset)?;
            // SAFETY: the second of two buffers has the values.
            values = unsafe { *leaf.buffers.add(1) }.cast();
            if values.is_null() && rows > 0 {
                return None;
            }
        }
        match self.values {
            Values::Ints(of_array) => {
                int = of_array;
                values = values.wrapping_add(offset * int.size);
            }
            Values::Nulls => decoded = vec![0; rows],
            Values::Wide { size, is_signed } => {
                let start = values.wrapping_add(offset * size);
                decoded = vec![0; rows];
                for (row, number) in decoded.iter_mut().enumerate() {
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
                    let (low, _) = bytes.split_first_chunk()?;
                    *number = u64::from_le_bytes(*low);
                }
            }
        }
        if !decoded.is_empty() {
            values = decoded.as_ptr().cast();
        }
        Some(Chunk {
            start: self.rows,
            rows,
            int,
            values,
            validity,
            _decoded: decoded,
            _array: array,
        })
    }
}

impl Column for ArrowColumn {
    fn rows(&self) -> usize {
        self.rows
    }

    /// A null is read as 0.
    fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64] {
        let end = |chunk: &Chunk| chunk.start + chunk.rows;
        let first = self
            .chunks
            .partition_point(|chunk| end(chunk) <= rows.start);
        let mut row = rows.start;
        if let Some(chunk) = self.chunks.get(first)
            && matches!(chunk.validity, Validity::All)
            && rows.end <= end(chunk)
        {
            let at = chunk
                .values
                .wrapping_add((row - chunk.start) * chunk.int.size);
            // SAFETY: the chunk has these rows, and is held until the column is dropped.
            let piles = unsafe { read_contiguous(chunk.int, at, buffer) };
            if chunk.int.is_signed {
                self.negative.check(row, piles);
            }
            return piles;
        }
        let mut rest = &mut *buffer;
        for chunk in &self.chunks[first..] {
            let within = row - chunk.start;
            let now = rest.split_off_mut(..rest.len().min(chunk.rows - within));
            let now = now.unwrap_or_default();
            let at = chunk.values.wrapping_add(within * chunk.int.size);
            // SAFETY: the chunk has these rows.
            unsafe { chunk.int.read(at, chunk.int.size as isize, now) };
            for (i, pile) in now.iter_mut().enumerate() {
                // A null may stand on any number, also on a negative one.
                *pile *= u64::from(chunk.validity.is_valid(within + i));
            }
            if chunk.int.is_signed {
                self.negative.check(row, now);
            }
            row += now.len();
            if rest.is_empty() {
                break;
            }
        }
        buffer
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
