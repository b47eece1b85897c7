//! Answers as an Arrow array, through the Arrow PyCapsule protocol.

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::{Array, BooleanArray};
use arrow_schema::{DataType, Field};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator, PyList, PySlice};

/// Answers as an Arrow array of bools: True for cold, None where a pile is null. It is also a sequence. numpy and all
/// libraries that speak the Arrow PyCapsule protocol take it, such as pyarrow, polars and pandas.
#[pyclass(frozen, sequence, module = "wythoff")]
pub(crate) struct ColdArray(pub(crate) BooleanArray);

#[pymethods]
impl ColdArray {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<wythoff.ColdArray of {} rows>", self.0.len())
    }

    /// An answer, or a list of those of a slice.
    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if index.is_instance_of::<PySlice>() {
            return self.tolist(py)?.as_any().get_item(index);
        }
        let (index, rows): (isize, usize) = (index.extract()?, self.0.len());
        let row = if index < 0 { rows } else { 0 }.checked_add_signed(index);
        let Some(row) = row.filter(|&row| row < rows) else {
            return Err(PyIndexError::new_err(format!("row {index} of {rows} rows")));
        };
        let answer = self.0.is_valid(row).then(|| self.0.value(row));
        Ok(answer.into_pyobject(py)?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tolist(py)?.try_iter()
    }

    /// All answers, as a list.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, &self.0)
    }

    /// A numpy array of bools; of objects, with None, if an answer is null.
    #[pyo3(signature = (dtype=None, *, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err(
                "a ColdArray holds bits, so an array is a copy",
            ));
        }
        let inferred = if self.0.null_count() > 0 {
            "object"
        } else {
            "bool"
        };
        let numpy = py.import("numpy")?;
        let dtype = dtype.map_or_else(|| numpy.call_method1("dtype", (inferred,)), Ok)?;
        numpy.call_method1("array", (self.tolist(py)?, dtype))
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

    /// The capsule of a stream of one array, which pyarrow makes.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        this: &Bound<'py, Self>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let pyarrow = this.py().import("pyarrow")?;
        let array = pyarrow.call_method1("array", (this,))?;
        let chunks = pyarrow.call_method1("chunked_array", ([array],))?;
        chunks.call_method1("__arrow_c_stream__", (requested_schema,))
    }
}
