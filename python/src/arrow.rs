//! Columns of integers through the Arrow PyCapsule protocol.

use crate::arrow_interface::{ArrowArray, ArrowArrayStream, ArrowSchema, Release};
use crate::arrow_schema::{Layout, Values, broken};
use crate::column::{Memory, Piles};
use crate::integers::IntType;
use crate::validity::Validity;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, c_int};
use wythoff::game::BigUint;

/// Arrays that follow one another, and what they hold.
pub(crate) struct Stream {
    arrays: ArrowArrayStream,
    layout: Layout,
}

impl Piles {
    /// Takes what an object exported: an array, or a stream, whose chunks are read as they are needed. A table of one column is
    /// taken as that column.
    ///
    /// Errors: it does not hold integers.
    pub(crate) fn open(&mut self, exported: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(capsule) = exported.cast::<PyCapsule>() {
            // SAFETY: the protocol says what a capsule of that name holds.
            let mut arrays = unsafe { take::<ArrowArrayStream>(capsule, c"arrow_array_stream") }?;
            let get_schema = arrays.get_schema.ok_or_else(|| broken(self.name))?;
            let mut schema = ArrowSchema::released();
            // SAFETY: the stream is alive, and the schema may be written to.
            let status = unsafe { get_schema(&raw mut arrays, &raw mut schema) };
            arrays.check(status)?;
            let layout = Layout::new(&schema, self.name)?;
            self.stream = Some(Stream { arrays, layout });
            return Ok(());
        }
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = exported.extract()?;
        // SAFETY: as above.
        let schema = unsafe { take::<ArrowSchema>(&schema, c"arrow_schema") }?;
        // SAFETY: as above.
        let array = unsafe { take::<ArrowArray>(&array, c"arrow_array") }?;
        let pushed = self.push_array(array, Layout::new(&schema, self.name)?);
        pushed.ok_or_else(|| broken(self.name))
    }

    /// Reads chunks until there are `rows` rows, or all. Returns whether no rows follow.
    pub(crate) fn fill(&mut self, py: Python<'_>, rows: usize) -> PyResult<bool> {
        while self.rows < rows
            && let Some(Stream { arrays, layout }) = &mut self.stream
        {
            let layout = *layout;
            let get_next = arrays.get_next.ok_or_else(|| broken(self.name))?;
            let mut array = ArrowArray::released();
            // Other threads of Python may have to run before the next chunk is there.
            let status = py.detach(|| {
                // SAFETY: the stream is alive, and the array may be written to.
                unsafe { get_next(&raw mut *arrays, &raw mut array) }
            });
            arrays.check(status)?;
            match array.release {
                Some(_) => {
                    let pushed = self.push_array(array, layout);
                    pushed.ok_or_else(|| broken(self.name))?;
                }
                None => self.stream = None,
            }
        }
        Ok(self.stream.is_none())
    }

    /// Appends an array. Values that are no integers of up to 64 bits are decoded. `None` if the array is not what the schema
    /// says.
    fn push_array(&mut self, array: ArrowArray, layout: Layout) -> Option<()> {
        let rows = usize::try_from(array.length).ok()?;
        let mut offset = usize::try_from(array.offset).ok()?;
        let mut leaf = &array;
        if layout.is_table {
            if array.n_children != 1 || !matches!(Validity::new(&array, 0)?, Validity::All) {
                return None;
            }
            // SAFETY: an array with one child has this pointer, and the child lives as long.
            leaf = unsafe { (*array.children).as_ref() }?;
            offset += usize::try_from(leaf.offset).ok()?;
        }
        let Some(kind) = layout.values else {
            self.push_pile(rows, 0, Validity::Nothing);
            return Some(());
        };
        if leaf.n_buffers != 2 {
            return None;
        }
        let validity = Validity::new(leaf, offset)?;
        // SAFETY: the second of two buffers has the values.
        let mut values = unsafe { *leaf.buffers.add(1) }.cast::<u8>();
        if values.is_null() && rows > 0 {
            return None;
        }
        let (mut int, mut decoded) = (IntType::new(8, false), Vec::new());
        match kind {
            Values::Ints(of_array) => {
                int = of_array;
                values = values.wrapping_add(offset * int.size);
            }
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
                        self.note_negative(self.rows + row);
                    } else if bytes[8..].iter().any(|&byte| byte != 0) {
                        let big = BigUint::from_bytes_le(bytes);
                        self.wide.insert(self.rows + row, big);
                    }
                    let (low, _) = bytes.split_first_chunk()?;
                    *number = u64::from_le_bytes(*low);
                }
                values = decoded.as_ptr().cast();
            }
        }
        let place = (values, int.size as isize);
        let memory = Memory::Array {
            _array: Some(array),
            _values: decoded,
        };
        self.push(rows, int, place, validity, memory);
        Some(())
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
