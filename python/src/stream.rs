//! File objects of Python as readers and writers.
//!
//! Their methods are called by a worker thread. An exception is kept for the calling thread.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The first exception of a run: of a file object, of the progress function or of a signal. With it the run ends.
#[derive(Clone, Default)]
pub(crate) struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(crate) fn keep(&self, exception: PyErr) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get_or_insert(exception);
    }

    pub(crate) fn is_kept(&self) -> bool {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.is_some()
    }
}

/// A file object. Read from or written to.
pub(crate) struct FileObject {
    pub(crate) object: Py<PyAny>,
    pub(crate) raised: Raised,
}

impl FileObject {
    fn call<T>(&self, call: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> io::Result<T> {
        if !self.raised.is_kept() {
            match Python::attach(|py| call(self.object.bind(py))) {
                Ok(value) => return Ok(value),
                Err(exception) => self.raised.keep(exception),
            }
        }
        Err(io::Error::other("an exception ends the run"))
    }
}

/// What the method `read` of a file object gave.
///
/// Errors: it is no `bytes`.
pub(crate) fn as_bytes<'a, 'py>(read: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyBytes>> {
    read.cast::<PyBytes>().map_err(|_| {
        PyTypeError::new_err(match read.is_instance_of::<PyString>() {
            true => "the file is open for text; open it in the mode \"rb\"",
            false => "the method read of the file gave no bytes",
        })
    })
}

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.call(|file| {
            let read = file.call_method1("read", (buffer.len(),))?;
            let bytes = as_bytes(&read)?;
            let bytes = bytes.as_bytes();
            let target = buffer.get_mut(..bytes.len()).ok_or_else(|| {
                PyTypeError::new_err("the file gave more bytes than it was asked for")
            })?;
            target.copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

impl Write for FileObject {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.call(|file| {
            let count = file.call_method1("write", (PyBytes::new(file.py(), bytes),))?;
            let count: usize = count.extract().map_err(|_| {
                PyTypeError::new_err("the method write of the file gave no number of bytes")
            })?;
            Ok(count.min(bytes.len()))
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.call(|file| match file.hasattr("flush")? {
            true => file.call_method0("flush").map(drop),
            false => Ok(()),
        })
    }
}
