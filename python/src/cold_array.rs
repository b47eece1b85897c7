//! Answers as an Arrow array, through the Arrow PyCapsule protocol.

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::{Array, BooleanArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_schema::{DataType, Field};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyIterator, PyList, PySlice, PyTuple};

/// Answers as an Arrow array of bools: True for cold, None where a pile is null. It is also a sequence. numpy and all
/// libraries that speak the Arrow PyCapsule protocol take it, such as pyarrow, polars and pandas.
#[pyclass(frozen, sequence, module = "wythoff")]
pub(crate) struct ColdArray(pub(crate) BooleanArray);

/// The array of `rows` rows with these bits; a 0 bit in `valid` is a null.
#[pyfunction]
pub(crate) fn cold_array_of(rows: usize, bits: &[u8], valid: Option<&[u8]>) -> ColdArray {
    let buffer = |bits: &[u8]| BooleanBuffer::new(Buffer::from(bits), 0, rows);
    let nulls = valid.map(|valid| NullBuffer::new(buffer(valid)));
    ColdArray(BooleanArray::new(buffer(bits), nulls))
}

#[pymethods]
impl ColdArray {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<wythoff.ColdArray of {} rows>", self.0.len())
    }

    /// The answer of a row; or the `ColdArray` of a slice, which shares the memory if its step is 1.
    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, rows) = (index.py(), self.0.len());
        let answer = |row| self.0.is_valid(row).then(|| self.0.value(row));
        if let Ok(slice) = index.cast::<PySlice>() {
            let slice = slice.indices(rows as isize)?;
            let (start, step) = (slice.start, slice.step);
            let part = if step == 1 {
                self.0.slice(start as usize, slice.slicelength)
            } else {
                let rows = (0..slice.slicelength as isize).map(|n| (start + n * step) as usize);
                rows.map(answer).collect()
            };
            return Ok(Bound::new(py, Self(part))?.into_any());
        }
        let index: isize = index.extract()?;
        let row = if index < 0 { rows } else { 0 }.checked_add_signed(index);
        let Some(row) = row.filter(|&row| row < rows) else {
            return Err(PyIndexError::new_err(format!("row {index} of {rows} rows")));
        };
        Ok(answer(row).into_pyobject(py)?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tolist(py)?.try_iter()
    }

    /// Whether the other object is a `ColdArray` with the same answers.
    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    /// All answers, as a list.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, &self.0)
    }

    /// For pickle and copy: the function that makes the array, the number of rows, their bits, and the bits of rows that are
    /// not null, if any is null.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let bytes = |bits: &BooleanBuffer| PyBytes::new(py, &bits.sliced());
        let nulls = self.0.nulls().filter(|nulls| nulls.null_count() > 0);
        let valid = nulls.map(|nulls| bytes(nulls.inner()));
        let bits = (self.0.len(), bytes(self.0.values()), valid);
        let function = py.import("wythoff._native")?.getattr("cold_array_of")?;
        (function, bits).into_pyobject(py)
    }

    /// The capsules of the schema and of the array. The memory is shared.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // A consumer that asks for another type must accept this one.
        let _ = requested_schema;
        let schema = FFI_ArrowSchema::try_from(Field::new("", DataType::Boolean, true));
        let schema = schema.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let array = FFI_ArrowArray::new(&self.0.to_data());
        Ok((
            PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
            PyCapsule::new_with_value(py, array, c"arrow_array")?,
        ))
    }
}
