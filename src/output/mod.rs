//! The output: a stream, or a file that appears when it is complete or not at all.
//!
//! The kind of the output decides how it is written. Until [`Output::publish`] no file has its final name.

pub(crate) mod answers;
mod atomic_file;
pub(crate) mod disk_space;
pub(crate) mod labels;
pub(crate) mod open_file;
pub(crate) mod reorder;
pub(crate) mod writer;

/// The locks of `reorder`. tests/ordered.rs compiles that file with the locks of a model checker instead.
mod sync {
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
}

use crate::compress::{Compression, encode};
use crate::error::{Error, Result, shown_path};
use crate::platform::{
    FileIdentity, FreeSpace, allocate, duplicate, file_identity, free_space, is_a_directory,
    names_device, path_identity, regular_file, stdout_identity, widen_pipe, write_all_at,
    write_stdout, write_stream,
};
use crate::problem::{CasePrefix, Numbered};
use atomic_file::AtomicFile;
use open_file::{OpenFile, open_file};
use reorder::Order;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use writer::OutputWriter;

/// Where answers go: a writer, standard output or a file.
pub struct Output<'w> {
    target: Target<'w>,
    name: String,
    is_stdout: bool,
    /// The identity of the regular file that is written or replaced.
    pub(crate) identity: Option<FileIdentity>,
    pub(crate) compression: Option<Compression>,
}

enum Target<'w> {
    /// An output that can be written only from front to back.
    Stream(Mutex<Box<dyn Write + Send + 'w>>),
    File(AtomicFile),
}

impl<'w> Output<'w> {
    /// A writer, used from front to back; messages call it `name`.
    pub fn stream(writer: impl Write + Send + 'w, name: &str) -> Self {
        Self {
            target: Target::Stream(Mutex::new(Box::new(writer))),
            name: name.to_owned(),
            is_stdout: false,
            identity: None,
            compression: None,
        }
    }

    /// Standard output, unbuffered: each chunk of answers is one write.
    ///
    /// Errors: standard output is closed.
    pub fn stdout() -> Result<Self> {
        let name = "<stdout>";
        let identity = stdout_identity().map_err(|e| Error::from(e).about(name))?;
        Ok(Self {
            is_stdout: true,
            identity,
            ..Self::stream(Unbuffered(write_stdout), name)
        })
    }

    /// The file `path`. A regular file, new or old, changes only when all answers are written. A pipe, a device or a
    /// descriptor of this process, such as `/dev/fd/3`, is written directly.
    ///
    /// Errors: a directory; a file that can't be opened, created or replaced.
    pub fn path(path: &Path) -> Result<Self> {
        let name = shown_path(path);
        let fail = |e: io::Error| Error::from(e).about(name.clone());
        let to_device = || {
            let file = File::options().write(true).open(path).map_err(fail)?;
            Ok(Self::stream(file, &name))
        };
        if names_device(path) {
            return to_device();
        }
        let open_file = open_file(path);
        match open_file {
            Some(OpenFile::Own(1)) => return Self::stdout(),
            Some(OpenFile::Own(descriptor)) => {
                let file = duplicate(descriptor).map_err(fail)?;
                let meta = regular_file(&file).map_err(fail)?;
                let identity = meta.map(|meta| file_identity(&file, &meta)).transpose();
                let identity = identity.map_err(fail)?;
                let write = move |bytes: &[u8]| write_stream(&file, bytes);
                return Ok(Self {
                    identity,
                    ..Self::stream(Unbuffered(write), &name)
                });
            }
            _ => {}
        }
        let old = match std::fs::metadata(path) {
            Ok(old) if old.is_dir() => return Err(fail(is_a_directory())),
            Ok(old) if !old.is_file() => return to_device(),
            Ok(_) if open_file.is_some() => {
                let what = "this file is open in another process, and can't be replaced";
                return Err(fail(io::Error::other(what)));
            }
            Ok(old) => Some(old),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(fail(e)),
        };
        let identity = old.as_ref().map(|old| path_identity(path, old));
        let identity = identity.transpose().map_err(fail)?;
        let file = AtomicFile::create(path, old.is_some()).map_err(fail)?;
        Ok(Self {
            identity,
            target: Target::File(file),
            ..Self::stream(io::sink(), &name)
        })
    }

    /// The same output, compressed. Needs the feature `compressed`.
    #[cfg(feature = "compressed")]
    #[must_use]
    pub fn compressed(mut self, compression: Option<Compression>) -> Self {
        self.compression = compression;
        self
    }

    /// The temporary file that must be removed if a signal ends the process. `None` on most file systems.
    pub fn temporary(&self) -> Option<&Path> {
        match &self.target {
            Target::File(file) => file.temporary.as_deref(),
            Target::Stream(_) => None,
        }
    }

    /// The name of the output in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn order(&self) -> Order {
        match self.target {
            Target::Stream(_) => Order::Serial,
            Target::File(_) => Order::Positioned,
        }
    }

    /// Writes all of `bytes` at `offset` of the output. A stream must be written from front to back.
    pub(crate) fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<()> {
        match &self.target {
            Target::Stream(writer) => writer
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .write_all(bytes),
            Target::File(file) => write_all_at(&file.file, bytes, offset),
        }
        .map_err(|e| Error::from(e).about(self.name.clone()))
    }

    /// Writes `text` at `offset`, compressed if the output is; returns the number of bytes written. Even an empty text takes
    /// some bytes if it is compressed.
    pub(crate) fn write_text(&self, offset: u64, text: &[u8]) -> Result<u64> {
        let encoded = encode(self.compression, text)?;
        let text = encoded.as_deref().unwrap_or(text);
        self.write_at(offset, text)?;
        Ok(text.len() as u64)
    }

    /// Compresses `text`, if it is not empty and the output is compressed.
    pub(crate) fn encode(&self, text: &mut Vec<u8>) -> Result<()> {
        if !text.is_empty()
            && let Some(encoded) = encode(self.compression, text)?
        {
            *text = encoded;
        }
        Ok(())
    }

    /// Prepares for about `bytes` bytes: allocates the file at once, or enlarges the pipe if standard output is one. This
    /// is only a hint: if there is no space, a later write fails.
    pub(crate) fn expect(&self, bytes: f64) {
        let bytes = (bytes * 1.002) as u64 + 4096;
        match &self.target {
            Target::File(file) => {
                // An allocation that does not fit would fill the disk before it fails.
                if free_space(&file.file).is_none_or(|free| bytes <= free.bytes) {
                    allocate(&file.file, bytes);
                }
            }
            Target::Stream(_) if self.is_stdout && bytes > 64 << 10 => widen_pipe(io::stdout()),
            Target::Stream(_) => {}
        }
    }

    /// The free space of the file system of an uncompressed file; `None` if it is unknown, and for all other outputs.
    pub(crate) fn free_space(&self) -> Option<FreeSpace> {
        match &self.target {
            Target::File(file) if self.compression.is_none() => free_space(&file.file),
            _ => None,
        }
    }

    /// Whether both outputs are the same regular file. The file need not exist yet.
    pub(crate) fn is_same_file(&self, other: &Output<'_>) -> bool {
        if let (Some(one), Some(other)) = (self.identity, other.identity) {
            return one == other;
        }
        match (&self.target, &other.target) {
            (Target::File(one), Target::File(other)) => one.has_location_of(other),
            _ => false,
        }
    }

    pub(crate) fn numbered(self, prefix: Option<&CasePrefix>) -> Self {
        let Some(prefix) = prefix else {
            return self;
        };
        let name = self.name.clone();
        let (is_stdout, identity) = (self.is_stdout, self.identity);
        let writer = Publisher(Some(self.into_writer()));
        Self {
            is_stdout,
            identity,
            ..Self::stream(Numbered::new(prefix.clone(), writer), &name)
        }
    }

    /// Gives a file its final name, or flushes a stream. Called when all `written` bytes are written.
    pub(crate) fn publish(self, mut written: u64) -> Result<()> {
        if written == 0 {
            // A compressed output without answers is still a member or a frame.
            written = self.write_text(0, b"")?;
        }
        let published = match self.target {
            Target::Stream(writer) => writer
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner)
                .flush(),
            Target::File(file) => file.publish(written),
        };
        published.map_err(|e| Error::from(e).about(self.name))
    }
}

/// Writes to an output, and publishes it in `flush`, which only the publication of the output around it calls.
struct Publisher<'w>(Option<OutputWriter<'w>>);

impl Write for Publisher<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let writer = self.0.as_mut();
        writer.expect("the output is not published").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let finished = self.0.take().map(OutputWriter::finish).transpose();
        finished.map(drop).map_err(io::Error::other)
    }
}

/// A writer that calls a function with the bytes.
pub(crate) struct Unbuffered<F>(pub(crate) F);

impl<F: FnMut(&[u8]) -> io::Result<usize>> Write for Unbuffered<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.0)(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl std::fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").field("name", &self.name).finish()
    }
}
