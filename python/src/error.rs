//! Errors of the library as exceptions.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::path::PathBuf;
use wythoff::{Error, ErrorKind, Input};

mod raised {
    pyo3::import_exception!(wythoff, Error);
}

/// `OSError` with its `errno` for an error of the operating system, `wythoff.Error` for any other error. If the error is about
/// one of `paths`, the exception has the path itself, because the message escapes some characters.
pub(crate) fn exception(error: &Error, paths: &[PathBuf]) -> PyErr {
    let is_subject = |path: &&PathBuf| Some(&*Input::path(*path).name()) == error.subject();
    let named = error.subject().map(PathBuf::from);
    let subject = paths.iter().find(is_subject).cloned().or(named);
    let subject = subject.map(PathBuf::into_os_string);
    if let ErrorKind::Io(io) = error.kind()
        && let Some(errno) = io.raw_os_error()
    {
        let message = io.to_string();
        let message = message.split(" (os error").next().unwrap_or("").to_owned();
        // Python chooses the subclass by the number.
        return PyOSError::new_err((errno, message, subject));
    }
    let place = error.location();
    let line = place.and_then(|place| place.line);
    let (column, byte) = place.map(|place| (place.column, place.byte)).unzip();
    raised::Error::new_err((error.to_string(), subject, line, column, byte))
}
