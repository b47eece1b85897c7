//! Inputs: opens an input and gives chunks of whole lines to the workers.

pub(crate) mod chunk;
#[cfg_attr(not(feature = "compressed"), path = "plain.rs")]
mod decode;
pub(crate) mod file_signature;
mod mmap;
mod open_file;
mod source;
mod stream;
mod text_feed;

use crate::error::{Result, shown_path};
use crate::platform::{FileIdentity, path_identity};
use std::fs::Metadata;
use std::io::Read;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

pub use open_file::{InputReader, OpenFile};
pub(crate) use source::Source;
pub(crate) use text_feed::TextFeed;

/// An input: a file, standard input or any reader.
#[non_exhaustive]
pub enum Input<'r> {
    /// A file, by its path.
    Path(PathBuf),
    /// The lines of a file whose first byte is in a range of bytes: see [`Input::path_range`].
    PathRange(PathBuf, Range<u64>),
    /// Standard input, from its current offset on.
    Stdin,
    /// Any reader, and its name in messages.
    Reader(Box<dyn Read + Send + 'r>, String),
    /// A file that is open, or the lines of it that start in a range.
    Opened(Arc<OpenFile>, Option<Range<u64>>),
}

impl<'r> Input<'r> {
    /// The file `path`.
    pub fn path(path: impl Into<PathBuf>) -> Self {
        Input::Path(path.into())
    }

    /// The lines of the file `path` whose first byte is in `range`, counted in bytes from 0. The answers to ranges that tile a
    /// file, joined in order, are the answers to the file. A byte order mark is part of line 1.
    ///
    /// Errors of the run: a range that ends before it starts; a file that is not regular or that is compressed; a problem that
    /// is not framed by lines.
    ///
    /// ```
    /// # let path = std::env::temp_dir().join(format!("wythoff-path-range-{}", std::process::id()));
    /// # std::fs::write(&path, "1 2\n8 4\n4 7\n")?;
    /// use wythoff::{Input, Output, Solver};
    /// let mut answers = Vec::new();
    /// for range in [0..5, 5..12] {
    ///     let output = Output::stream(&mut answers, "answers");
    ///     Solver::default().solve(vec![Input::path_range(&path, range)], output)?;
    /// }
    /// assert_eq!(answers, b"0\n1\n0\n");
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn path_range(path: impl Into<PathBuf>, range: Range<u64>) -> Self {
        Input::PathRange(path.into(), range)
    }

    /// Any reader; messages call it `name`. If a read returns fewer bytes than requested, the complete lines are answered
    /// before the next read.
    pub fn reader(reader: impl Read + Send + 'r, name: &str) -> Self {
        Input::Reader(Box::new(reader), name.to_owned())
    }

    /// The bytes of the input, not decompressed.
    pub fn open(self) -> Result<InputReader<'r>> {
        match self {
            Input::Reader(reader, _) => Ok(InputReader::of_reader(reader)),
            file => InputReader::of_file(file.open_file()?),
        }
    }

    /// The range of bytes that is read; `None` for all bytes.
    fn range(&self) -> Option<Range<u64>> {
        match self {
            Input::PathRange(_, range) | Input::Opened(_, Some(range)) => Some(range.clone()),
            _ => None,
        }
    }

    fn open_file(self) -> Result<Arc<OpenFile>> {
        let name = self.name();
        let path = match self {
            Input::Path(path) | Input::PathRange(path, _) => Some(path),
            Input::Stdin => None,
            Input::Opened(file, _) => return Ok(file),
            Input::Reader(..) => unreachable!("the reader of a caller is no file"),
        };
        OpenFile::open(path.as_deref(), name).map(Arc::new)
    }

    /// The name of the input in messages.
    pub fn name(&self) -> String {
        match self {
            Input::Path(path) | Input::PathRange(path, _) => shown_path(path),
            Input::Stdin => "<stdin>".to_owned(),
            Input::Reader(_, name) => name.clone(),
            Input::Opened(file, _) => file.name.clone(),
        }
    }

    /// Whether both are the same regular file, even under two names. Opens neither.
    pub fn is_same_file(&self, other: &Input<'_>) -> bool {
        let identity = self.identity();
        identity.is_some() && identity == other.identity()
    }

    fn identity(&self) -> Option<FileIdentity> {
        match self {
            Input::Path(path) | Input::PathRange(path, _) => {
                let meta = std::fs::metadata(path).ok().filter(Metadata::is_file)?;
                path_identity(path, &meta).ok()
            }
            Input::Stdin => OpenFile::open(None, String::new()).ok()?.identity(),
            Input::Opened(file, _) => file.identity(),
            Input::Reader(..) => None,
        }
    }
}

impl std::fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

/// Whether a read waits for bytes that are not available yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    Never,
    UntilReady,
}

/// How regular files are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadMode {
    /// Mapped, except files on network file systems on Linux. These are read, so that a lost connection makes a read fail.
    #[default]
    Auto,
    /// Mapped into memory, which is the fastest way.
    Mmap,
    /// Read into buffers.
    Read,
}
