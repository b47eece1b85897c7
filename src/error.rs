//! What can go wrong, and where.
//!
//! Owns the crate's one error type. It refuses to know what an input or an output is: whoever
//! meets a fault says where it was. Invariant: a message is one line, and no byte of the input
//! reaches it unescaped.

use std::fmt;
use std::io;

/// A specialised `Result`.
pub type Result<T> = std::result::Result<T, Error>;

/// A place in an input: all three say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Location {
    /// Offset in bytes from the start of the input, from 0.
    pub byte: u64,
    /// Line, from 1.
    pub line: u64,
    /// Byte within the line, from 1. A byte order mark isn't part of the first line.
    pub column: u64,
}

impl Location {
    /// A place; `line` and `column` count from 1, `byte` from 0.
    pub fn new(byte: u64, line: u64, column: u64) -> Self {
        Self { byte, line, column }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What kind of fault it was.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The operating system refused something: its own words.
    Io(io::Error),
    /// A record isn't of the grammar.
    Malformed {
        /// What should have stood there.
        expected: &'static str,
        /// What stood there, escaped and cut short.
        found: String,
    },
    /// There are not the records that were promised, or not such ones: what there is instead.
    Framing(String),
    /// An input was cut while it was being read or, if it is mapped, written to.
    InputChanged {
        /// It was mapped, so that others' writes were seen.
        mapped: bool,
    },
    /// A compressed input is cut short or corrupt.
    Compressed(String),
    /// The output is one of the inputs.
    OutputIsInput,
    /// This machine can't run that backend, or there is none of that name.
    Backend(String),
    /// An argument makes no sense.
    Argument(String),
}

/// An error of this crate: what it was and, as far as known, in which input and where.
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    subject: Option<String>,
    location: Option<Location>,
}

impl Error {
    /// An error of no known place.
    pub fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Inner {
            kind,
            subject: None,
            location: None,
        }))
    }

    /// The same error, of the input or output `subject` (as it is shown, so already escaped).
    #[must_use]
    pub fn of(mut self, subject: impl Into<String>) -> Self {
        self.0.subject.get_or_insert(subject.into());
        self
    }

    /// The same error, at `location`.
    #[must_use]
    pub fn at(mut self, location: Location) -> Self {
        self.0.location = Some(location);
        self
    }

    /// What it was.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Where in the input it was, for what has a place.
    pub fn location(&self) -> Option<Location> {
        self.0.location
    }

    /// The input or the output it was about, as shown in the message.
    pub fn subject(&self) -> Option<&str> {
        self.0.subject.as_deref()
    }

    /// Whether the reader of the output went away: for a command-line tool, no error at all.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self.kind(), ErrorKind::Io(e) if e.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<io::Error> for Error {
    /// One of our own that went through a reader or writer comes out as it was.
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
            ErrorKind::Io(e) => write!(f, "{}", SystemWords(e)),
            ErrorKind::Malformed { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            ErrorKind::InputChanged { mapped } => {
                write!(f, "input changed while reading")?;
                if *mapped {
                    write!(f, "; --io read is for files that others write to")?;
                }
                Ok(())
            }
            ErrorKind::OutputIsInput => write!(f, "the output is also the input"),
            ErrorKind::Framing(what)
            | ErrorKind::Compressed(what)
            | ErrorKind::Backend(what)
            | ErrorKind::Argument(what) => {
                write!(f, "{what}")
            }
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

/// The system's words without std's " (os error 2)" behind them.
struct SystemWords<'a>(&'a io::Error);

impl fmt::Display for SystemWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.to_string();
        f.write_str(words.split(" (os error").next().unwrap_or(&words))
    }
}

/// `bytes` fit for a message: in backquotes, without control characters, cut to a few dozen
/// characters.
pub fn shown(bytes: &[u8]) -> String {
    const MOST: usize = 32;
    let cut = &bytes[..bytes.len().min(MOST)];
    let dots = if bytes.len() > MOST { "..." } else { "" };
    format!("`{}{dots}`", cut.escape_ascii())
}

/// A path fit for a message: as it is, unless it holds what a terminal would act on.
pub fn shown_path(path: &std::path::Path) -> String {
    match path.to_str() {
        Some(text) if !text.chars().any(char::is_control) => text.to_owned(),
        _ => path
            .as_os_str()
            .as_encoded_bytes()
            .escape_ascii()
            .to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_clean_line() {
        let e = Error::new(ErrorKind::Malformed {
            expected: "a pile",
            found: shown(b"\x1b[2J\r\n\xff"),
        })
        .of("p.txt")
        .at(Location::new(7, 2, 3));
        assert_eq!(
            e.to_string(),
            r"p.txt:2:3: expected a pile, found `\x1b[2J\r\n\xff`"
        );
        assert_eq!(shown(&[b'7'; 40]).len(), 32 + 3 + 2);
        assert_eq!(shown_path(std::path::Path::new("a\nb")), r"a\nb");
    }

    #[test]
    fn the_systems_words_stand_alone() {
        let e = Error::from(io::Error::from_raw_os_error(2)).of("x");
        assert_eq!(e.to_string(), "x: No such file or directory");
    }
}
