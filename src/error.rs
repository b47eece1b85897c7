//! The error type of the crate: what went wrong, in which input or output, and where.
//!
//! A message is one line. Bytes of an input are always escaped in it.

use std::fmt;
use std::io;
use std::path::Path;

/// A `Result` with the [`Error`] of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// A location in an input. All fields name the same byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// Offset in bytes from the start of the input, from 0.
    pub byte: u64,
    /// Line, from 1. `None` if the input is a range of bytes and more than 4 GiB are before it: their lines are not counted.
    pub line: Option<u64>,
    /// Byte within the line, from 1. A byte order mark is not part of the first line.
    pub column: u64,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{line}:{}", self.column),
            None => write!(f, "byte {}", self.byte),
        }
    }
}

/// The kind of an [`Error`].
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The operating system reported an error, whose message is shown.
    Io(io::Error),
    /// A record breaks the grammar.
    Malformed {
        /// The text of what the grammar expects at the location.
        expected: &'static str,
        /// The input at the location, escaped and cut short.
        found: String,
    },
    /// The input has too few records, or records that the limits of the problem do not allow. The text says which.
    Framing(String),
    /// Another process shortened or overwrote the input during the run. Appending bytes is no error.
    InputChanged,
    /// A compressed input is cut short or corrupt.
    Compressed(String),
    /// The output is one of the inputs.
    OutputIsInput,
    /// This machine can't run the backend, or no backend has that name.
    Backend(String),
    /// An argument or an option is not valid.
    Argument(String),
    /// The run was [cancelled](crate::Progress::cancel).
    Cancelled,
}

/// An error: its kind and, if known, the input or output and the location in it.
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    subject: Option<String>,
    location: Option<Location>,
}

impl Error {
    /// An error without a location.
    pub fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Inner {
            kind,
            subject: None,
            location: None,
        }))
    }

    pub(crate) fn argument(what: impl Into<String>) -> Self {
        Self::new(ErrorKind::Argument(what.into()))
    }

    /// The same error, about the input or output `subject`, which is escaped already.
    #[must_use]
    pub fn about(mut self, subject: impl Into<String>) -> Self {
        self.0.subject.get_or_insert(subject.into());
        self
    }

    /// Turns an error of the system into an error about the file or folder `path`.
    pub fn about_path(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::from(error).about(shown_path(path))
    }

    /// The same error, at `location`.
    #[must_use]
    pub fn at(mut self, location: Location) -> Self {
        self.0.location = Some(location);
        self
    }

    /// The kind of the error.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The location in the input, if there is one.
    pub fn location(&self) -> Option<Location> {
        self.0.location
    }

    /// The input or output that the error is about, as the message shows it.
    pub fn subject(&self) -> Option<&str> {
        self.0.subject.as_deref()
    }

    /// Whether the reader of the output, such as `head`, closed it. Command-line programs treat this as success if they have
    /// no other output.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self.kind(), ErrorKind::Io(e) if e.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<io::Error> for Error {
    /// If `error` contains an error of this crate, which passed through a reader or a writer, that error is returned.
    fn from(error: io::Error) -> Self {
        error
            .downcast()
            .unwrap_or_else(|error| Self::new(ErrorKind::Io(error)))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        if let Some(subject) = &inner.subject {
            write!(f, "{subject}:")?;
        }
        if let Some(location) = &inner.location {
            write!(f, "{location}:")?;
        }
        if inner.subject.is_some() || inner.location.is_some() {
            write!(f, " ")?;
        }
        match &inner.kind {
            ErrorKind::Io(e) => f.write_str(&system_message(e)),
            ErrorKind::Malformed { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            ErrorKind::InputChanged => write!(f, "input changed while reading"),
            ErrorKind::Cancelled => write!(f, "cancelled"),
            ErrorKind::OutputIsInput => write!(f, "the output is also the input"),
            ErrorKind::Framing(what)
            | ErrorKind::Compressed(what)
            | ErrorKind::Backend(what)
            | ErrorKind::Argument(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.kind() {
            ErrorKind::Io(e) => Some(e),
            _ => None,
        }
    }
}

/// The system's message, without the suffix " (os error 2)" of std.
fn system_message(error: &io::Error) -> String {
    let mut message = error.to_string();
    if let Some(end) = message.find(" (os error") {
        message.truncate(end);
    }
    message
}

/// `bytes` as a message shows them: in backquotes, with control characters escaped, cut to 32 bytes.
pub fn shown(bytes: &[u8]) -> String {
    const MAX: usize = 32;
    let cut = &bytes[..bytes.len().min(MAX)];
    let dots = if bytes.len() > MAX { "..." } else { "" };
    format!("`{}{dots}`", cut.escape_ascii())
}

/// A path as a message shows it: escaped only if it has control characters or is not UTF-8.
pub fn shown_path(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    match path.to_str() {
        Some(text) if !text.chars().any(char::is_control) => text.to_owned(),
        _ => bytes.escape_ascii().to_string(),
    }
}
