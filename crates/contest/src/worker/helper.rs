//! The process that runs programs under test, one after another, and the messages between it and its [`Worker`](super::Worker).
//!
//! It is the parent of the program that it runs, and adopts the descendants of the program. After each
//! run it kills its children until it has none. It ends when the other end of its socket is closed. The kernel closes this end
//! in whatever way the process there ends.
//!
//! A message is the length of the rest (8 bytes, little-endian), and a [`Run`] or an [`Answer`] in the format of postcard. Both
//! sides are the same executable, so the format has no version.

use crate::limits::RunResult;
use crate::platform::{adopt_descendants, has_children, is_readable, remove_folder};
use crate::run::Run;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, BufReader, Read, Write};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;
use wythoff::{Error, ErrorKind};

/// The environment variable with the path of the temporary folder. A helper removes this folder when it ends.
pub(super) const FOLDER: &str = "WYTHOFF_HELPER_FOLDER";

/// The answer to a [`Run`].
pub(super) type Answer = std::result::Result<RunResult, SentError>;

/// An error in a message: the number of the system's error, the text, the subject.
pub(super) type SentError = (Option<i32>, String, Option<String>);

/// The work of a helper: runs the programs that are requested through its standard input, which is a socket. Kills all
/// children of this process.
pub fn serve_stdin() -> io::Result<()> {
    let parent = std::env::var_os(FOLDER).ok_or(io::ErrorKind::NotFound)?;
    let parent = PathBuf::from(parent);
    adopt_descendants();
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    // The main process sends nothing during a run, so a readable socket means that it is closed.
    let is_stopped = || is_readable(&socket, Duration::ZERO);
    let mut folder = None;
    while let Ok(run) = receive::<Run>(&socket) {
        let result = run.execute_in(&mut folder, &parent, is_stopped);
        let answer: Answer = result.map_err(sent);
        // If the program took the descriptors of this process, it can't kill the remaining processes. The main process kills
        // them.
        if has_children() || send(&socket, &answer).is_err() {
            break;
        }
    }
    remove_folder(&parent)
}

pub(super) fn send(mut to: impl Write, message: &impl Serialize) -> io::Result<()> {
    // Sent as a whole, so that the reading process wakes up once. The length is put in place of the zeros.
    let mut bytes = postcard::to_stdvec(&([0_u8; 8], message)).map_err(io::Error::other)?;
    let length = bytes.len() as u64 - 8;
    bytes[..8].copy_from_slice(&length.to_le_bytes());
    to.write_all(&bytes)
}

/// Receives a message. The end of the messages is an error, too.
pub(super) fn receive<M: DeserializeOwned>(from: impl Read) -> io::Result<M> {
    let mut from = BufReader::new(from);
    let mut length = [0; 8];
    from.read_exact(&mut length)?;
    let mut message = Vec::new();
    from.take(u64::from_le_bytes(length))
        .read_to_end(&mut message)?;
    postcard::from_bytes(&message).map_err(|_| io::ErrorKind::UnexpectedEof.into())
}

fn sent(error: Error) -> SentError {
    let (code, text) = match error.kind() {
        ErrorKind::Io(e) => (e.raw_os_error(), e.to_string()),
        _ => (None, error.to_string()),
    };
    (code, text, error.subject().map(str::to_owned))
}

/// Turns the result of [`sent`] into an error again.
pub(super) fn received((code, text, subject): SentError) -> Error {
    let system_error = code.map(io::Error::from_raw_os_error);
    let error = Error::from(system_error.unwrap_or_else(|| io::Error::other(text)));
    match subject {
        Some(subject) => error.about(subject),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::RunLimits;
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt as _;
    use std::time::Duration;

    #[test]
    fn messages_arrive_as_sent_or_not_at_all() {
        let path = |name: &[u8]| OsString::from_vec(name.to_vec());
        let run = Run {
            command: vec![path(b"./a \xff.out"), "".into(), "-x".into()],
            limits: RunLimits::of_compiler(Duration::new(3, 7)),
            env: Some(vec![path(b"A")]),
            input: b"1 2\n".repeat(100_000),
            files: Some([path(b"/in \xff"), "out".into()]),
            named_files: Some(["in".into(), "out".into()]),
        };
        let mut sent = Vec::new();
        send(&mut sent, &run).unwrap();
        assert_eq!(receive::<Run>(sent.as_slice()).unwrap(), run);
        for cut in (0..100).chain([sent.len() - 1]) {
            assert!(receive::<Run>(&sent[..cut]).is_err(), "{cut}");
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
            assert_eq!(received(sent(error)).to_string(), message);
        }
    }
}
