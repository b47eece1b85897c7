//! Columns of piles through the Arrow PyCapsule protocol.

use crate::column::{Chunk, Piles};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, StructArray, make_array};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::exceptions::{PyMemoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator};
use std::ffi::{CStr, c_int};
use std::io;
use std::sync::{Mutex, PoisonError};

/// Arrays that are read when they are needed.
pub(crate) enum Stream {
    /// A stream of the C interface, and the type of its arrays.
    Exported(FFI_ArrowArrayStream, DataType),
    /// Record batches of pyarrow, whose exceptions reach the caller. (The C interface has only numbers and texts.)
    Batches(Py<PyIterator>),
}

/// Calls a function of the C interface, and returns what it wrote, or the exception for the number that it returns. Other
/// threads of Python may have to run before it returns.
fn call<T: Send>(
    py: Python<'_>,
    stream: &mut FFI_ArrowArrayStream,
    function: unsafe extern "C" fn(*mut FFI_ArrowArrayStream, *mut T) -> c_int,
    mut written: T,
) -> PyResult<T> {
    // SAFETY: the stream is not released, because its function pointers are set. The caller passes one of these pointers that
    // writes a `T`.
    let code = py.detach(|| unsafe { function(&raw mut *stream, &raw mut written) });
    if code == 0 {
        return Ok(written);
    }
    let message = stream.get_last_error().and_then(|get_last_error| {
        // SAFETY: the last call of the stream returned an error.
        let message = unsafe { get_last_error(&raw mut *stream) };
        // SAFETY: the stream owns the text, which ends with a 0, until it is called again.
        let message = (!message.is_null()).then(|| unsafe { CStr::from_ptr(message) });
        Some(message?.to_string_lossy().into_owned())
    });
    let message = message.unwrap_or_else(|| format!("a stream of Arrow failed: error {code}"));
    Err(match io::Error::from_raw_os_error(code).kind() {
        io::ErrorKind::InvalidInput => PyValueError::new_err(message),
        io::ErrorKind::OutOfMemory => PyMemoryError::new_err(message),
        _ => PyOSError::new_err((code, message)),
    })
}

impl Piles {
    /// Takes the export of an object: an array, or a stream, whose chunks are read when they are needed. A table of one column
    /// counts as this column.
    pub(crate) fn open(&mut self, exported: &Bound<'_, PyAny>) -> PyResult<()> {
        let Ok(capsule) = exported.cast::<PyCapsule>() else {
            let array = self.import(exported)?;
            self.push_array(&array);
            return Ok(());
        };
        let stream = pointer::<FFI_ArrowArrayStream>(capsule, c"arrow_array_stream")?;
        // SAFETY: by the protocol, a capsule of this name has an `FFI_ArrowArrayStream`, which is moved out of it.
        let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream) };
        let get_schema = stream.get_schema().ok_or_else(|| self.used())?;
        let (py, schema) = (exported.py(), FFI_ArrowSchema::empty());
        let schema = call(py, &mut stream, get_schema, schema)?;
        let data_type = self.data_type(&schema)?;
        self.stream = Some(Mutex::new(Stream::Exported(stream, data_type)));
        Ok(())
    }

    /// The array of two capsules.
    fn import(&mut self, exported: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = exported.extract()?;
        let schema = pointer::<FFI_ArrowSchema>(&schema, c"arrow_schema")?;
        let array = pointer::<FFI_ArrowArray>(&array, c"arrow_array")?;
        // SAFETY: by the protocol, capsules of these names have a schema and an array. The array is moved out, and the capsule
        // keeps a released one.
        let (schema, array) = unsafe { (&*schema, FFI_ArrowArray::from_raw(array)) };
        if schema.release().is_none() || array.is_released() {
            return Err(self.used());
        }
        let data_type = self.data_type(schema)?;
        self.array(array, data_type)
    }

    fn array(&self, array: FFI_ArrowArray, data_type: DataType) -> PyResult<ArrayRef> {
        // SAFETY: the producer says that the array is of this type.
        let data = unsafe { from_ffi_and_data_type(array, data_type) };
        Ok(make_array(data.map_err(|error| self.broken(error))?))
    }

    fn broken(&self, error: ArrowError) -> PyErr {
        PyTypeError::new_err(format!("{}: {error}", self.name))
    }

    fn used(&self) -> PyErr {
        let what = format!("{} is an Arrow array that was used before", self.name);
        PyTypeError::new_err(what)
    }

    /// Reads chunks until there are `rows` rows, or all.
    pub(crate) fn fill(&mut self, py: Python<'_>, rows: usize) -> PyResult<()> {
        while self.rows < rows
            && let Some(stream) = self.stream.take()
        {
            let mut stream = stream.into_inner().unwrap_or_else(PoisonError::into_inner);
            let array = match &mut stream {
                Stream::Batches(batches) => {
                    let Some(batch) = batches.bind(py).clone().next() else {
                        break;
                    };
                    self.import(&batch?.call_method0("__arrow_c_array__")?)?
                }
                Stream::Exported(stream, data_type) => {
                    let get_next = stream.get_next().ok_or_else(|| self.used())?;
                    let array = call(py, stream, get_next, FFI_ArrowArray::empty())?;
                    if array.is_released() {
                        break;
                    }
                    self.array(array, data_type.clone())?
                }
            };
            self.push_array(&array);
            self.stream = Some(Mutex::new(stream));
            py.check_signals()?;
        }
        Ok(())
    }

    /// Appends an array whose type was checked.
    fn push_array(&mut self, array: &ArrayRef) {
        let (mut data, mut nulls) = (array.to_data(), array.logical_nulls());
        if let Some(table) = array.as_any().downcast_ref::<StructArray>() {
            let column = table.column(0);
            nulls = NullBuffer::union(nulls.as_ref(), column.logical_nulls().as_ref());
            data = column.to_data();
        }
        let rows = data.len();
        let Some(size) = data.data_type().primitive_width() else {
            return self.push(Chunk::equal(rows, None));
        };
        self.push(Chunk {
            rows,
            buffer: data.buffers()[0].slice_with_length(data.offset() * size, rows * size),
            size,
            is_signed: !data.data_type().is_unsigned_integer() && (size < 16 || self.is_signed),
            step: 1,
            nulls,
            ..Chunk::default()
        });
    }

    /// The type of an export with `schema`: integers, decimals without fraction, nulls, or a table with one such column. Notes
    /// whether integers of 128 bits have a sign.
    fn data_type(&mut self, schema: &FFI_ArrowSchema) -> PyResult<DataType> {
        let is_table = schema.format() == "+s";
        let columns = schema.children().count();
        if is_table && columns != 1 {
            let what = "columns, expected one; pass each column by itself";
            let what = format!("{} holds {columns} {what}", self.name);
            return Err(PyTypeError::new_err(what));
        }
        let column = if is_table { schema.child(0) } else { schema };
        // polars has its own names for integers of 128 bits. DuckDB calls them binary data if it must not convert them.
        let wide = |is_signed| (DataType::Decimal128(38, 0), is_signed);
        let (data_type, is_signed) = match column.format() {
            "_pli128" => wide(true),
            "_plu128" => wide(false),
            _ => {
                let field = Field::try_from(column).map_err(|error| self.broken(error))?;
                let keys = ["ARROW:extension:name", "ARROW:extension:metadata"];
                let texts = keys.map(|key| field.metadata().get(key));
                let is_kind = |kind| texts.iter().flatten().any(|text| text.contains(kind));
                match field.data_type() {
                    DataType::FixedSizeBinary(16) if is_kind("uhugeint") => wide(false),
                    DataType::FixedSizeBinary(16) if is_kind("hugeint") => wide(true),
                    data_type => {
                        check_type(data_type, self.name)?;
                        (data_type.clone(), true)
                    }
                }
            }
        };
        self.is_signed = is_signed;
        if !is_table {
            return Ok(data_type);
        }
        let field = Field::new("", data_type, true);
        Ok(DataType::Struct([field].into_iter().collect()))
    }
}

/// Errors: the type is not integers, decimals without fraction, or nulls.
fn check_type(data_type: &DataType, name: &str) -> PyResult<()> {
    let hint = match data_type {
        DataType::Decimal32(_, 0) | DataType::Decimal64(_, 0) => return Ok(()),
        DataType::Decimal128(_, 0) => return Ok(()),
        data_type if data_type.is_integer() || data_type.is_null() => return Ok(()),
        data_type if data_type.is_floating() => {
            "a float64 has 53 bits, and large piles would be rounded; convert it to uint64 where you know that it holds whole numbers"
        }
        DataType::Dictionary(..) => "cast it to the type of its values",
        data_type if data_type.is_decimal() => "cast it to decimal(p, 0) with p up to 38",
        DataType::Struct(_) => "pass the column in it",
        _ => "cast it to uint64 if it holds whole numbers",
    };
    Err(PyTypeError::new_err(format!(
        "{name} holds {data_type}, expected integers; {hint}"
    )))
}

/// The pointer in a capsule with the name `name`.
fn pointer<T>(capsule: &Bound<'_, PyCapsule>, name: &'static CStr) -> PyResult<*mut T> {
    Ok(capsule.pointer_checked(Some(name))?.cast().as_ptr())
}
