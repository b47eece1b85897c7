//! Columns of integers through the Arrow PyCapsule protocol.

use crate::arrow_interface::{ArrowArray, ArrowArrayStream, ArrowSchema, Release};
use crate::column::{FirstNegative, IntType, read_contiguous};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, c_int};
use std::ops::Range;
use wythoff::Column;

/// Whether `object` exports Arrow data.
pub(crate) fn is_arrow(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.hasattr("__arrow_c_array__")? || object.hasattr("__arrow_c_stream__")?)
}

/// A column of integers, in any number of chunks, possibly with nulls.
pub(crate) struct ArrowColumn {
    chunks: Vec<Chunk>,
    int: IntType,
    rows: usize,
    negative: FirstNegative,
}

/// A chunk, and where its rows are.
struct Chunk {
    /// The number of its first row in the column.
    start: usize,
    rows: usize,
    values: *const u8,
    /// The bitmap of valid rows, and the bit of the first one.
    validity: Option<(*const u8, usize)>,
    /// Keeps the memory.
    _array: ArrowArray,
}

// SAFETY: the memory is only read.
unsafe impl Sync for Chunk {}
// SAFETY: the memory belongs to the array, which any thread may release.
unsafe impl Send for Chunk {}

impl ArrowColumn {
    /// The column that `object` exports, which messages call `name`. A table of one column is taken as that column.
    ///
    /// Errors: it does not hold integers.
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        if object.hasattr("__arrow_c_array__")? {
            let capsules = object.call_method0("__arrow_c_array__")?;
            let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
                capsules.extract()?;
            // SAFETY: the protocol says what a capsule of that name holds.
            let schema = unsafe { take::<ArrowSchema>(&schema, c"arrow_schema") }?;
            // SAFETY: as above.
            let array = unsafe { take::<ArrowArray>(&array, c"arrow_array") }?;
            let (int, nesting) = int_type(&schema, name)?;
            return Self::of_chunks(vec![array], int, nesting, name);
        }
        let capsule = object.call_method0("__arrow_c_stream__")?;
        let capsule = capsule.cast::<PyCapsule>()?;
        // SAFETY: as above.
        let mut stream = unsafe { take::<ArrowArrayStream>(capsule, c"arrow_array_stream") }?;
        let mut schema = ArrowSchema::released();
        let get_schema = stream.get_schema.ok_or_else(|| broken(name))?;
        // SAFETY: the stream is alive, and the schema may be written to.
        let status = unsafe { get_schema(&raw mut stream, &raw mut schema) };
        stream.check(status)?;
        let (int, nesting) = int_type(&schema, name)?;
        let get_next = stream.get_next.ok_or_else(|| broken(name))?;
        let mut arrays = Vec::new();
        loop {
            let mut array = ArrowArray::released();
            // SAFETY: the stream is alive, and the array may be written to.
            let status = unsafe { get_next(&raw mut stream, &raw mut array) };
            stream.check(status)?;
            if array.release.is_none() {
                break;
            }
            arrays.push(array);
        }
        Self::of_chunks(arrays, int, nesting, name)
    }

    fn of_chunks(
        arrays: Vec<ArrowArray>,
        int: IntType,
        nesting: Nesting,
        name: &str,
    ) -> PyResult<Self> {
        let mut chunks = Vec::with_capacity(arrays.len());
        let mut rows = 0;
        for array in arrays {
            let chunk = Chunk::new(array, int, nesting, rows).ok_or_else(|| broken(name))?;
            rows += chunk.rows;
            chunks.push(chunk);
        }
        Ok(Self {
            chunks,
            int,
            rows,
            negative: FirstNegative::new(),
        })
    }

    pub(crate) fn first_negative(&self) -> Option<usize> {
        self.negative.row()
    }

    /// A bit for each row, 1 where it is not null; `None` if none is null.
    pub(crate) fn validity(&self) -> Option<Vec<u8>> {
        self.chunks.iter().find(|chunk| chunk.validity.is_some())?;
        let mut bits = vec![0xff; self.rows.div_ceil(8)];
        for chunk in &self.chunks {
            for row in 0..chunk.rows {
                if !chunk.is_valid(row) {
                    let at = chunk.start + row;
                    bits[at / 8] &= !(1 << (at % 8));
                }
            }
        }
        Some(bits)
    }
}

impl Chunk {
    /// `None` if the array is not what the schema says.
    fn new(array: ArrowArray, int: IntType, nesting: Nesting, start: usize) -> Option<Self> {
        let rows = usize::try_from(array.length).ok()?;
        let mut offset = usize::try_from(array.offset).ok()?;
        let leaf = match nesting {
            Nesting::Plain => &raw const array,
            Nesting::Table => {
                if array.n_children != 1 || has_nulls(&array) {
                    return None;
                }
                // SAFETY: an array with one child has this pointer.
                unsafe { *array.children }.cast_const()
            }
        };
        // SAFETY: the array is alive, and so are its children.
        let leaf = unsafe { leaf.as_ref() }?;
        if nesting == Nesting::Table {
            offset += usize::try_from(leaf.offset).ok()?;
        }
        if leaf.n_buffers != 2 || leaf.buffers.is_null() {
            return None;
        }
        // SAFETY: an array of integers has two buffers.
        let [validity, values] = unsafe { [*leaf.buffers, *leaf.buffers.add(1)] };
        if values.is_null() && rows > 0 {
            return None;
        }
        let validity =
            (leaf.null_count != 0 && !validity.is_null()).then(|| (validity.cast::<u8>(), offset));
        Some(Self {
            start,
            rows,
            values: values.cast::<u8>().wrapping_add(offset * int.size()),
            validity,
            _array: array,
        })
    }

    fn is_valid(&self, row: usize) -> bool {
        self.validity.is_none_or(|(bits, first)| {
            let bit = first + row;
            // SAFETY: the bitmap has a bit for each row.
            let byte = unsafe { *bits.add(bit / 8) };
            byte >> (bit % 8) & 1 == 1
        })
    }
}

fn has_nulls(array: &ArrowArray) -> bool {
    if array.null_count == 0 || array.n_buffers < 1 || array.buffers.is_null() {
        return false;
    }
    // SAFETY: the first buffer is the bitmap of valid rows.
    !unsafe { *array.buffers }.is_null()
}

impl Column for ArrowColumn {
    fn rows(&self) -> usize {
        self.rows
    }

    fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64] {
        let first = self
            .chunks
            .partition_point(|chunk| chunk.start + chunk.rows <= rows.start);
        let one = self.chunks.get(first);
        let piles: &[u64] = match one {
            Some(chunk) if chunk.validity.is_none() && rows.end <= chunk.start + chunk.rows => {
                let at = (rows.start - chunk.start) * self.int.size();
                // SAFETY: the chunk has these rows, and is held until the column is dropped.
                unsafe { read_contiguous(self.int, chunk.values.wrapping_add(at), buffer) }
            }
            _ => {
                self.read_chunks(first, rows.clone(), buffer);
                buffer
            }
        };
        if self.int.is_signed() {
            self.negative.check(rows.start, piles);
        }
        piles
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
            let at = chunk.values.wrapping_add(within * self.int.size());
            // SAFETY: the chunk has these rows.
            unsafe { self.int.read(at, self.int.size() as isize, now) };
            if chunk.validity.is_some() {
                for (i, pile) in now.iter_mut().enumerate() {
                    // A null may stand on any number, also on a negative one.
                    *pile *= u64::from(chunk.is_valid(within + i));
                }
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

fn broken(name: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "{name} is not an Arrow array of integers that can be read"
    ))
}

/// Whether an array is the column, or a table that holds only it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nesting {
    Plain,
    Table,
}

/// The type of the integers that a schema describes.
fn int_type(schema: &ArrowSchema, name: &str) -> PyResult<(IntType, Nesting)> {
    let format = |schema: &ArrowSchema| {
        // A capsule that was used before holds a released schema.
        if schema.release.is_none() || schema.format.is_null() {
            return Err(broken(name));
        }
        // SAFETY: the format of a schema that is not released is a C string.
        let format = unsafe { CStr::from_ptr(schema.format) };
        Ok(format.to_string_lossy().into_owned())
    };
    let refuse = |what: String| Err(PyTypeError::new_err(format!("{name} holds {what}")));
    let (mut leaf, mut nesting) = (schema, Nesting::Plain);
    if format(schema)? == "+s" {
        if schema.n_children != 1 {
            let columns = schema.n_children;
            return refuse(format!("{columns} columns, expected one"));
        }
        // SAFETY: a schema with one child has this pointer, and the child lives as long.
        leaf = unsafe { &**schema.children };
        nesting = Nesting::Table;
    }
    let format = format(leaf)?;
    if !leaf.dictionary.is_null() {
        return refuse("a dictionary, expected integers".to_owned());
    }
    let int = match format.as_str() {
        "c" => IntType::I8,
        "C" => IntType::U8,
        "s" => IntType::I16,
        "S" => IntType::U16,
        "i" => IntType::I32,
        "I" => IntType::U32,
        "l" => IntType::I64,
        "L" => IntType::U64,
        "e" | "f" | "g" => {
            return refuse(
                "floats, expected integers: a float64 has 53 bits, and large piles would be rounded"
                    .to_owned(),
            );
        }
        other => return refuse(format!("the Arrow format {other:?}, expected integers")),
    };
    Ok((int, nesting))
}
