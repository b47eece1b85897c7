//! The place the bytes go to.
//!
//! Owns the choice of how to write, by what the target is, and the promise that a file under its
//! final name is whole. It refuses to know what is written. Invariant: until [`Target::publish`]
//! the final name is untouched.

use super::ordered::Order;
use crate::error::{Error, Result, shown_path};
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tempfile::NamedTempFile;

/// Where the answers go.
pub struct Target<'w> {
    kind: Kind<'w>,
    name: String,
    /// Of a regular file that is written to as it is.
    identity: Option<Identity>,
}

enum Kind<'w> {
    /// Whatever can be written to only from front to back.
    Stream(Mutex<Box<dyn Write + Send + 'w>>),
    /// A temporary beside the final name.
    Staged {
        temporary: NamedTempFile,
        path: PathBuf,
    },
}

/// Device and inode: tells whether an output is an input.
pub type Identity = (u64, u64);

impl<'w> Target<'w> {
    /// A writer, from front to back; `name` stands for it in messages.
    pub fn stream(writer: impl Write + Send + 'w, name: &str) -> Self {
        Self {
            kind: Kind::Stream(Mutex::new(Box::new(writer))),
            name: name.to_owned(),
            identity: None,
        }
    }

    /// Standard output, unbuffered: whole chunks are written to it.
    pub fn stdout() -> Result<Self> {
        let name = "<stdout>";
        let fail = |e: io::Error| Error::from(e).of(name);
        let fd = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)
            .map_err(|e| fail(e.into()))?;
        let file = File::from(fd);
        let meta = file.metadata().map_err(fail)?;
        if meta.file_type().is_fifo() {
            // Fewer switches between the two ends; refused, it still works.
            let _ = rustix::pipe::fcntl_setpipe_size(&file, 1 << 20);
        }
        let mut target = Self::stream(file, name);
        target.identity = meta.is_file().then(|| (meta.dev(), meta.ino()));
        Ok(target)
    }

    /// The file `path`. A regular one (or none yet) is replaced when all is written; anything
    /// else (a pipe, a device) is written to.
    pub fn path(path: &Path) -> Result<Self> {
        let name = shown_path(path);
        let fail = |e: io::Error| Error::from(e).of(name.clone());
        match std::fs::metadata(path) {
            Ok(meta) if meta.is_dir() => {
                return Err(fail(io::Error::from(io::ErrorKind::IsADirectory)));
            }
            Ok(meta) if special(&meta) => {
                let file = File::options().write(true).open(path).map_err(fail)?;
                return Ok(Self::stream(file, &name));
            }
            Ok(_) => {}
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => return Err(fail(e)),
        }
        // Through a symbolic link it is the file behind that is replaced, as a shell's `>` would.
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let temporary = tempfile::Builder::new()
            .prefix(".wythoff-")
            .suffix(".partial")
            .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
            .tempfile_in(folder)
            .map_err(|e| fail(system_error(e)))?;
        Ok(Self {
            kind: Kind::Staged { temporary, path },
            name,
            identity: None,
        })
    }

    /// How chunks may be written.
    pub fn order(&self) -> Order {
        match self.kind {
            Kind::Stream(_) => Order::Serial,
            Kind::Staged { .. } => Order::Placed,
        }
    }

    /// Writes all of `bytes`, which belong at `offset` of the output.
    pub fn write(&self, offset: u64, bytes: &[u8]) -> Result<()> {
        match &self.kind {
            Kind::Stream(writer) => writer
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .write_all(bytes),
            Kind::Staged { temporary, .. } => temporary.as_file().write_all_at(bytes, offset),
        }
        .map_err(|e| Error::from(e).of(self.name.clone()))
    }

    /// Which file a stream writes to, where it is a regular one.
    pub fn identity(&self) -> Option<Identity> {
        self.identity
    }

    /// All is written: puts it under its final name.
    pub fn publish(self, _written: u64) -> Result<()> {
        let fail = |e: io::Error| Error::from(e).of(self.name.clone());
        match self.kind {
            Kind::Stream(writer) => writer
                .into_inner()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .flush()
                .map_err(fail),
            Kind::Staged { temporary, path } => {
                temporary.persist(path).map(drop).map_err(|e| fail(e.error))
            }
        }
    }
}

impl std::fmt::Debug for Target<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Target").field("name", &self.name).finish()
    }
}

fn special(meta: &std::fs::Metadata) -> bool {
    let kind = meta.file_type();
    kind.is_fifo() || kind.is_char_device() || kind.is_block_device() || kind.is_socket()
}

/// The temporary's own path would only confuse: keeps the system's number, drops tempfile's text.
fn system_error(e: io::Error) -> io::Error {
    match e.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::from(e.kind()),
    }
}
