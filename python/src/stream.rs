//! File objects of Python as readers and writers.
//!
//! A worker asks for a call of a method. The thread that called the package makes the call: objects of sqlite and
//! of asyncio, and context variables, belong to a thread. Only for files of Python itself does the worker make it, sooner.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// A call that the calling thread makes. An exception ends the run.
pub(crate) type Call = Box<dyn FnOnce(Python<'_>) -> PyResult<()> + Send>;

/// A file object. Read from or written to.
pub(crate) struct FileObject {
    object: Arc<Py<PyAny>>,
    /// Whether any thread may call its methods, because it is a regular file or memory of the module `io`. No call waits for
    /// another process.
    pub(crate) is_plain: bool,
    calls: Sender<Call>,
}

impl FileObject {
    pub(crate) fn new(object: &Bound<'_, PyAny>, calls: &Sender<Call>) -> PyResult<Self> {
        let raw = object.getattr("raw").unwrap_or_else(|_| object.clone());
        let modules = [object.get_type().module()?, raw.get_type().module()?];
        let is_of_io = modules.iter().all(|module| module == "_io");
        Ok(Self {
            object: Arc::new(object.clone().unbind()),
            is_plain: is_of_io && object.call_method0("seekable")?.is_truthy()?,
            calls: calls.clone(),
        })
    }

    /// The result of `call`. Fails if a call raised, or if the run was interrupted.
    fn call<T: Send + 'static>(
        &self,
        call: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T> + Send + 'static,
    ) -> io::Result<T> {
        let result = if self.is_plain {
            let result = Python::attach(|py| call(self.object.bind(py)));
            result.map_err(|exception| drop(self.calls.send(Box::new(|_| Err(exception)))))
        } else {
            let (sender, receiver) = channel();
            let object = Arc::clone(&self.object);
            let call = move |py: Python<'_>| {
                // The worker waits for this.
                let _ = sender.send(call(object.bind(py))?);
                Ok(())
            };
            let _ = self.calls.send(Box::new(call));
            receiver.recv().map_err(drop)
        };
        result.map_err(|()| io::Error::other("an exception ends the run"))
    }
}

/// What the method `read` of a file object gave.
///
/// Errors: it is no `bytes`.
pub(crate) fn as_bytes(read: &Bound<'_, PyAny>) -> PyResult<PyBackedBytes> {
    let bytes = read.cast::<PyBytes>().map_err(|_| {
        PyTypeError::new_err(match read.is_instance_of::<PyString>() {
            true => "the file is open for text; open it in the mode \"rb\"",
            false => "the method read of the file gave no bytes",
        })
    })?;
    Ok(bytes.clone().into())
}

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len();
        let bytes = self.call(move |file| {
            // `read` of a buffered socket waits until it has all.
            let read = file.getattr("read1").or_else(|_| file.getattr("read"))?;
            // A call that waits is ended by a signal during the call only.
            file.py().check_signals()?;
            let bytes = as_bytes(&read.call1((length,))?)?;
            match bytes.len() <= length {
                true => Ok(bytes),
                false => Err(PyTypeError::new_err(
                    "the file gave more bytes than it was asked for",
                )),
            }
        })?;
        buffer[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

impl Write for FileObject {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A pipe takes little at a time, and the rest would be copied again.
        let bytes = bytes[..bytes.len().min(4 << 20)].to_vec();
        self.call(move |file| {
            let (write, text) = (file.getattr("write")?, PyBytes::new(file.py(), &bytes));
            file.py().check_signals()?;
            let count = write.call1((text,))?;
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
