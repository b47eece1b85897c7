//! The messages between a [`Worker`](super::Worker) and its [helper](super::helper).
//!
//! A request is a program with its limits, and its input. The answer is a [`RunResult`] or an error, and what the program printed.
//! Both sides are the same executable, so the format has no version. A message is the lengths of its two parts (8 bytes each,
//! little-endian), a header in the format of postcard, and bytes. A message that ends early is an error.

use super::super::runner::RunResult;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use wythoff::{Error, ErrorKind};

pub(super) fn send(mut to: impl Write, header: &impl Serialize, bytes: &[u8]) -> io::Result<()> {
    let header = postcard::to_stdvec(header).map_err(io::Error::other)?;
    let lengths = [header.len(), bytes.len()].map(|length| (length as u64).to_le_bytes());
    // Sent as a whole, so that the process that reads it wakes up once.
    to.write_all(&[lengths.as_flattened(), &header, bytes].concat())
}

/// Errors: the end of the messages is an error, too.
pub(super) fn receive<H: DeserializeOwned>(mut from: impl Read) -> io::Result<(H, Vec<u8>)> {
    let mut lengths = [[0; 8]; 2];
    from.read_exact(lengths.as_flattened_mut())?;
    let [header, bytes] = lengths.map(|length| exactly(&mut from, u64::from_le_bytes(length)));
    let header = postcard::from_bytes(&header?).map_err(io::Error::other)?;
    Ok((header, bytes?))
}

fn exactly(from: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    match bytes.len() as u64 == length {
        true => Ok(bytes),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// The header of an answer. [`RunResult::stdout`] is sent behind it.
pub(super) type Answer = Result<RunResult, SentError>;

/// An error in a message.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SentError {
    /// The number of the system's error.
    code: Option<i32>,
    text: String,
    subject: Option<String>,
}

impl From<Error> for SentError {
    fn from(error: Error) -> Self {
        let (code, text) = match error.kind() {
            ErrorKind::Io(e) => (e.raw_os_error(), e.to_string()),
            _ => (None, error.to_string()),
        };
        Self {
            code,
            text,
            subject: error.subject().map(str::to_owned),
        }
    }
}

impl From<SentError> for Error {
    fn from(sent: SentError) -> Self {
        let system_error = sent.code.map(io::Error::from_raw_os_error);
        let error = Self::from(system_error.unwrap_or_else(|| io::Error::other(sent.text)));
        match sent.subject {
            Some(subject) => error.about(subject),
            None => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::runner::{Files, Request, RunLimits};
    use super::*;
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt as _;
    use std::time::Duration;

    #[test]
    fn messages_arrive_as_sent_or_not_at_all() {
        let path = |name: &[u8]| OsString::from_vec(name.to_vec());
        let request = Request {
            command: vec![path(b"./a \xff.out"), "".into(), "-x".into()].into(),
            limits: RunLimits::on_the_clock(Duration::new(3, 7)),
            input: b"1 2\n".repeat(100_000).into(),
            expected: 5,
            files: Some(Files {
                stdin: path(b"/in\xff"),
                stdout: "/dev/null".into(),
            }),
        };
        let mut sent = Vec::new();
        send(&mut sent, &request, &request.input).unwrap();
        let (received, input) = receive::<Request<'_>>(sent.as_slice()).unwrap();
        let input = input.into();
        assert_eq!(Request { input, ..received }, request);
        for cut in (0..100).chain([sent.len() - 1]) {
            assert!(receive::<Request<'_>>(&sent[..cut]).is_err(), "{cut}");
        }
    }

    #[test]
    fn errors_arrive_with_their_messages() {
        let system_error = || Error::from(io::Error::from_raw_os_error(2));
        for error in [
            system_error(),
            system_error().about("./a.out"),
            Error::from(io::Error::other("another error")).about("name"),
            Error::new(ErrorKind::Argument("an argument".to_owned())),
        ] {
            let message = error.to_string();
            let received = Error::from(SentError::from(error));
            assert_eq!(received.to_string(), message);
        }
    }
}
