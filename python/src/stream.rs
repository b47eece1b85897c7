//! File objects of Python as readers and writers. The calling thread calls their methods.

use crate::worker::Call;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// A file object, as the package describes it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct FileObject {
    #[pyo3(from_py_with = shared)]
    pub(crate) object: Arc<Py<PyAny>>,
    /// The name of the file in messages.
    pub(crate) name: String,
    /// The offset at which reading starts, if the file can be read a second time.
    pub(crate) start: Option<u64>,
}

fn shared(object: &Bound<'_, PyAny>) -> PyResult<Arc<Py<PyAny>>> {
    Ok(Arc::new(object.clone().unbind()))
}

/// A file object in a worker, which sends its calls to the calling thread.
pub(crate) struct CalledFile<'f> {
    pub(crate) file: &'f FileObject,
    pub(crate) calls: &'f Sender<Call>,
}

impl CalledFile<'_> {
    /// Sets the offset of the next read to `start`.
    pub(crate) fn seek(&self, start: u64) -> io::Result<()> {
        self.call(move |file| file.call_method1("seek", (start,)).map(drop))
    }

    /// The result of `call`. Fails if a call raised, or if the run was interrupted.
    fn call<T: Send + 'static>(
        &self,
        call: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T> + Send + 'static,
    ) -> io::Result<T> {
        let (sender, receiver) = channel();
        let object = Arc::clone(&self.file.object);
        let call = move |py: Python<'_>| {
            // The worker is waiting, so the result is received.
            let _ = sender.send(call(object.bind(py))?);
            Ok(())
        };
        // After an exception in another call nothing receives this call, so an error of sending is ignored.
        let _ = self.calls.send(Box::new(call));
        let result = receiver.recv();
        result.map_err(|_| io::Error::other("an exception ends the run"))
    }
}

impl Read for CalledFile<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len();
        let bytes = self.call(move |file| {
            // `read` of a buffered socket would wait until all requested bytes are there.
            let read = match file.getattr_opt("read1")? {
                Some(read) => read,
                None => file.getattr("read")?,
            };
            // A signal ends a waiting call only if it comes during the call, so earlier signals are handled first.
            file.py().check_signals()?;
            let bytes = read.call1((length,))?;
            let bytes = bytes.extract().ok();
            let bytes = bytes.filter(|bytes: &PyBackedBytes| bytes.len() <= length);
            let what = "read(n) must give bytes, at most n; open the file in the mode \"rb\"";
            bytes.ok_or_else(|| PyTypeError::new_err(what))
        })?;
        buffer[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

impl Write for CalledFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A pipe accepts little at a time, and the rest would be copied again.
        let bytes = bytes[..bytes.len().min(4 << 20)].to_vec();
        self.call(move |file| {
            let (write, text) = (file.getattr("write")?, PyBytes::new(file.py(), &bytes));
            file.py().check_signals()?;
            let count: usize = write.call1((text,))?.extract()?;
            Ok(count.min(bytes.len()))
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.call(|file| match file.getattr_opt("flush")? {
            Some(flush) => flush.call0().map(drop),
            None => Ok(()),
        })
    }
}
