//! Columns of piles through the Arrow PyCapsule protocol.

use crate::column::{Piles, Values};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array, ArrayReader, ArrayRef, StructArray, make_array};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::CStr;
use std::sync::{Mutex, PoisonError};
use wythoff::game::BigUint;

impl Piles {
    /// Takes what an object exported: an array, or a stream, whose chunks are read as they are needed. A table of one column is
    /// taken as that column.
    pub(crate) fn open(&mut self, exported: &Bound<'_, PyAny>) -> PyResult<()> {
        let broken = |error: ArrowError| PyTypeError::new_err(format!("{}: {error}", self.name));
        if let Ok(capsule) = exported.cast::<PyCapsule>() {
            let stream = pointer::<FFI_ArrowArrayStream>(capsule, c"arrow_array_stream")?;
            // SAFETY: the protocol says what a capsule of that name holds.
            let stream = unsafe { ArrayStreamReader::from_raw(stream) }.map_err(broken)?;
            check_type(stream.field().data_type(), self.name)?;
            self.stream = Some(Mutex::new(stream));
            return Ok(());
        }
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = exported.extract()?;
        let schema = pointer::<FFI_ArrowSchema>(&schema, c"arrow_schema")?;
        let array = pointer::<FFI_ArrowArray>(&array, c"arrow_array")?;
        // SAFETY: as above. The array that is left in the capsule is released.
        let (schema, array) = unsafe { (&*schema, FFI_ArrowArray::from_raw(array)) };
        if schema.release().is_none() || array.is_released() {
            let what = format!("{} is an Arrow array that was used before", self.name);
            return Err(PyTypeError::new_err(what));
        }
        // SAFETY: the schema is that of the array.
        let array = make_array(unsafe { from_ffi(array, schema) }.map_err(broken)?);
        check_type(array.data_type(), self.name)?;
        self.push_array(&array);
        Ok(())
    }

    /// Reads chunks until there are `rows` rows, or all. Returns whether these are the last rows.
    pub(crate) fn fill(&mut self, py: Python<'_>, rows: usize) -> PyResult<bool> {
        while self.rows < rows
            && let Some(stream) = &mut self.stream
        {
            let stream = stream.get_mut().unwrap_or_else(PoisonError::into_inner);
            // Other threads of Python may have to run before the next chunk is there.
            match py.detach(|| stream.next()) {
                Some(Ok(array)) => self.push_array(&array),
                Some(Err(error)) => return Err(PyValueError::new_err(error.to_string())),
                None => self.stream = None,
            }
        }
        Ok(self.stream.is_none())
    }

    /// Appends an array whose type was checked. Values of more than 64 bits are decoded.
    fn push_array(&mut self, array: &ArrayRef) {
        let (mut data, mut nulls) = (array.to_data(), array.logical_nulls());
        if let Some(table) = array.as_any().downcast_ref::<StructArray>() {
            let column = table.column(0);
            nulls = NullBuffer::union(nulls.as_ref(), column.logical_nulls().as_ref());
            data = column.to_data();
        }
        let rows = data.len();
        let Some(size) = data.data_type().primitive_width() else {
            return self.push(rows, Values::Same(None), None);
        };
        let is_signed = !data.data_type().is_unsigned_integer();
        let buffer = data.buffers()[0].slice_with_length(data.offset() * size, rows * size);
        let values = Values::Ints {
            buffer: match size > 8 {
                true => self.decode(&buffer, size, nulls.as_ref()),
                false => buffer,
            },
            size: size.min(8),
            is_signed: is_signed && size <= 8,
        };
        self.push(rows, values, nulls);
    }

    /// The lowest 64 bits of signed integers of `size` bytes. Notes negative ones and those of 2^64 or more.
    fn decode(&mut self, integers: &Buffer, size: usize, nulls: Option<&NullBuffer>) -> Buffer {
        let first = self.rows;
        let decode = |(row, bytes): (usize, &[u8])| {
            let (low, high) = bytes
                .split_first_chunk()
                .expect("an integer of 16 or 32 bytes");
            if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                return 0;
            } else if bytes[size - 1] >= 0x80 {
                self.note_negative(first + row);
            } else if high.iter().any(|&byte| byte != 0) {
                let pile = BigUint::from_bytes_le(bytes);
                self.wide.insert(first + row, pile);
            }
            u64::from_le_bytes(*low)
        };
        let rows = integers.chunks_exact(size).enumerate();
        Buffer::from_vec(rows.map(decode).collect::<Vec<u64>>())
    }
}

/// Errors: the type is not one of integers, of decimals without fraction, or of nulls, nor a table with one such column.
fn check_type(data_type: &DataType, name: &str) -> PyResult<()> {
    let mut value_type = data_type;
    if let DataType::Struct(fields) = data_type {
        let [field] = &fields[..] else {
            let columns = fields.len();
            let what =
                format!("{name} holds {columns} columns, expected one; pass each column by itself");
            return Err(PyTypeError::new_err(what));
        };
        value_type = field.data_type();
    }
    let hint = match value_type {
        DataType::Decimal32(_, 0) | DataType::Decimal64(_, 0) => return Ok(()),
        DataType::Decimal128(_, 0) | DataType::Decimal256(_, 0) => return Ok(()),
        value_type if value_type.is_integer() || value_type.is_null() => return Ok(()),
        value_type if value_type.is_floating() => {
            "a float64 has 53 bits, and large piles would be rounded; convert it to uint64 where you know that it holds whole numbers"
        }
        DataType::Dictionary(..) => "cast it to the type of its values",
        value_type if value_type.is_decimal() => "cast it to decimal(p, 0)",
        _ => "cast it to uint64 if it holds whole numbers",
    };
    Err(PyTypeError::new_err(format!(
        "{name} holds {value_type}, expected integers; {hint}"
    )))
}

/// The pointer in a capsule of that name.
fn pointer<T>(capsule: &Bound<'_, PyCapsule>, name: &'static CStr) -> PyResult<*mut T> {
    Ok(capsule.pointer_checked(Some(name))?.cast().as_ptr())
}
