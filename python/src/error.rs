//! Errors of the library as exceptions.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use wythoff::{Error, ErrorKind};

/// `OSError` with its `errno` where the system refused something, `wythoff.Error` for all else.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    if let ErrorKind::Io(io) = error.kind()
        && let Some(errno) = io.raw_os_error()
    {
        let message = io.to_string();
        let message = message.split(" (os error").next().unwrap_or("").to_owned();
        // Python chooses the subclass by the number.
        return PyOSError::new_err((errno, message, error.subject().map(str::to_owned)));
    }
    let place = error.location();
    let arguments = (
        error.to_string(),
        error.subject(),
        place.and_then(|place| place.line),
        place.map(|place| place.column),
        place.map(|place| place.byte),
    );
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let raised = CLASS
        .import(py, "wythoff._errors", "Error")
        .and_then(|class| class.call1(arguments));
    raised.map_or_else(|failure| failure, PyErr::from_value)
}
