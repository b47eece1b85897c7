//! Answers as an Arrow array, through the Arrow PyCapsule protocol.

use crate::arrow_interface::{ArrowArray, ArrowSchema, Release};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::c_void;
use std::sync::Arc;

/// Answers as an Arrow array of bools: True for cold, null where a pile is null. pyarrow, polars, pandas and all others
/// that speak the Arrow PyCapsule protocol take it.
#[pyclass(frozen, module = "wythoff")]
pub(crate) struct ColdArray(Arc<Answers>);

struct Answers {
    bits: Vec<u8>,
    validity: Option<Vec<u8>>,
    rows: usize,
}

/// What an exported array keeps.
struct Export {
    answers: Arc<Answers>,
    buffers: [*const c_void; 2],
}

impl ColdArray {
    pub(crate) fn new(bits: Vec<u8>, validity: Option<Vec<u8>>, rows: usize) -> Self {
        Self(Arc::new(Answers {
            bits,
            validity,
            rows,
        }))
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

    /// The capsules of the schema and of the array. The memory is shared.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // A consumer that asks for another type must accept this one.
        let _ = requested_schema;
        unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
            // SAFETY: the consumer passes the schema that it got. Its texts are static.
            unsafe { (*schema).release = None };
        }
        unsafe extern "C" fn release_array(array: *mut ArrowArray) {
            // SAFETY: the consumer passes the array that it got.
            let array = unsafe { &mut *array };
            array.release = None;
            // SAFETY: it is the box of this export, which nobody else has.
            drop(unsafe { Box::from_raw(array.private_data.cast::<Export>()) });
        }
        /// The schema allows nulls.
        const NULLABLE: i64 = 2;
        let mut schema = ArrowSchema::released();
        schema.format = c"b".as_ptr();
        schema.name = c"".as_ptr();
        schema.flags = NULLABLE;
        schema.release = Some(release_schema);
        let validity = self.0.validity.as_ref();
        let export = Box::into_raw(Box::new(Export {
            buffers: [
                validity.map_or(std::ptr::null(), |bits| bits.as_ptr().cast()),
                self.0.bits.as_ptr().cast(),
            ],
            answers: self.0.clone(),
        }));
        let mut array = ArrowArray::released();
        // SAFETY: the box was just made.
        let export_ref = unsafe { &mut *export };
        array.length = export_ref.answers.rows as i64;
        // Unknown; the consumer counts them where it needs the number.
        array.null_count = if validity.is_some() { -1 } else { 0 };
        array.n_buffers = 2;
        array.buffers = export_ref.buffers.as_mut_ptr();
        array.private_data = export.cast();
        array.release = Some(release_array);
        Ok((
            PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
            PyCapsule::new_with_value(py, array, c"arrow_array")?,
        ))
    }
}
