//! Answers as an Arrow array, through the Arrow PyCapsule protocol.

use crate::arrow_interface::{ArrowArray, ArrowSchema, Release};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator, PyList, PySlice};
use std::ffi::c_void;
use std::sync::Arc;

/// Answers as an Arrow array of bools: True for cold, None where a pile is null. It is also a sequence. numpy and all
/// libraries that speak the Arrow PyCapsule protocol take it, such as pyarrow, polars and pandas.
#[pyclass(frozen, sequence, module = "wythoff")]
pub(crate) struct ColdArray(Arc<Answers>);

struct Answers {
    bits: Vec<u8>,
    /// A bit for each row, 0 where the answer is null; empty if none is.
    valid: Vec<u8>,
    rows: usize,
}

/// What an exported array keeps.
struct Export {
    answers: Arc<Answers>,
    buffers: [*const c_void; 2],
}

impl ColdArray {
    /// `valid` has a bit for each row, 0 where the answer is null, or is empty.
    pub(crate) fn new(bits: Vec<u8>, valid: Vec<u8>, rows: usize) -> Self {
        Self(Arc::new(Answers { bits, valid, rows }))
    }

    fn answer(&self, row: usize) -> Option<bool> {
        let is_set = |bits: &Vec<u8>| bits[row / 8] >> (row % 8) & 1 == 1;
        let Answers { bits, valid, .. } = &*self.0;
        (valid.is_empty() || is_set(valid)).then(|| is_set(bits))
    }

    fn answers(&self) -> impl ExactSizeIterator<Item = Option<bool>> {
        (0..self.0.rows).map(|row| self.answer(row))
    }
}

#[pymethods]
impl ColdArray {
    fn __len__(&self) -> usize {
        self.0.rows
    }

    fn __repr__(&self) -> String {
        format!("<wythoff.ColdArray of {} rows>", self.0.rows)
    }

    /// An answer, or a list of those of a slice.
    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if index.is_instance_of::<PySlice>() {
            return self.tolist(py)?.as_any().get_item(index);
        }
        let index: isize = index.extract()?;
        let from_end = if index < 0 { self.0.rows } else { 0 };
        let row = from_end.checked_add_signed(index);
        let row = row.filter(|&row| row < self.0.rows);
        let row = row
            .ok_or_else(|| PyIndexError::new_err(format!("row {index} of {} rows", self.0.rows)))?;
        Ok(self.answer(row).into_pyobject(py)?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tolist(py)?.try_iter()
    }

    /// All answers, as a list.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.answers())
    }

    /// A numpy array of bools; of objects, with None, if an answer is null.
    #[pyo3(signature = (dtype=None, *, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err(
                "a ColdArray holds bits, so an array is a copy",
            ));
        }
        let has_nulls = self.answers().any(|answer| answer.is_none());
        let inferred = if has_nulls { "object" } else { "bool" }.into_pyobject(py)?;
        let dtype = dtype.unwrap_or(inferred.as_any());
        py.import("numpy")?
            .call_method1("array", (self.tolist(py)?, dtype))
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
        Ok((
            PyCapsule::new_with_value(py, schema(), c"arrow_schema")?,
            PyCapsule::new_with_value(py, array(&self.0), c"arrow_array")?,
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

fn schema() -> ArrowSchema {
    unsafe extern "C" fn release(schema: *mut ArrowSchema) {
        // SAFETY: the consumer passes the schema that it got. Its texts are static.
        unsafe { (*schema).release = None };
    }
    /// The schema allows nulls.
    const NULLABLE: i64 = 2;
    let mut schema = ArrowSchema::released();
    schema.format = c"b".as_ptr();
    schema.name = c"".as_ptr();
    schema.flags = NULLABLE;
    schema.release = Some(release);
    schema
}

fn array(answers: &Arc<Answers>) -> ArrowArray {
    unsafe extern "C" fn release(array: *mut ArrowArray) {
        // SAFETY: the consumer passes the array that it got.
        let array = unsafe { &mut *array };
        array.release = None;
        // SAFETY: it is the box of this export, which nobody else has.
        drop(unsafe { Box::from_raw(array.private_data.cast::<Export>()) });
    }
    let valid = match answers.valid.is_empty() {
        true => std::ptr::null(),
        false => answers.valid.as_ptr().cast(),
    };
    let export = Box::new(Export {
        buffers: [valid, answers.bits.as_ptr().cast()],
        answers: answers.clone(),
    });
    let mut array = ArrowArray::released();
    array.length = export.answers.rows as i64;
    // Unknown; the consumer counts them where it needs the number.
    array.null_count = if valid.is_null() { 0 } else { -1 };
    array.n_buffers = 2;
    let export = Box::into_raw(export);
    // SAFETY: the box was just made.
    array.buffers = unsafe { (*export).buffers.as_mut_ptr() };
    array.private_data = export.cast();
    array.release = Some(release);
    array
}
