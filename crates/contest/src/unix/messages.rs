//! The messages between [`Children`](super::Children) and the server of a [reaper](super::reaper).
//!
//! A request has a program, its input and its limits. The answer is a [`Ran`] or an error.
//! Both sides are the same executable, so the format has no version. Numbers are 8 bytes, little-endian; bytes follow
//! their count. A message that ends early is an error.

use super::super::runner::{End, Files, Limits, PeakMemory, Ran, Request};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::time::Duration;
use wythoff::{Error, ErrorKind, Result};

pub(super) fn send_request(to: impl Write, request: &Request<'_>) -> io::Result<()> {
    let mut message = Message::default();
    message.number(request.command.len() as u64);
    for arg in request.command.iter() {
        message.bytes(arg.as_bytes());
    }
    message.number(nanoseconds(request.limits.time));
    message.number(request.limits.memory);
    message.number(request.expected);
    message.bytes(&request.input);
    message.number(request.files.is_some().into());
    for path in request.files.iter().flat_map(|f| [&f.stdin, &f.stdout]) {
        message.bytes(path.as_os_str().as_bytes());
    }
    message.send(to)
}

/// Errors: the end of the requests is an error, too.
pub(super) fn read_request(mut from: impl Read) -> io::Result<Request<'static>> {
    let from = &mut from;
    let count = number(from)?;
    let arg = |_| bytes(from).map(OsString::from_vec);
    Ok(Request {
        command: (0..count).map(arg).collect::<io::Result<_>>()?,
        limits: Limits {
            time: Duration::from_nanos(number(from)?),
            memory: number(from)?,
        },
        expected: number(from)?,
        input: bytes(from)?.into(),
        files: match number(from)? {
            0 => None,
            _ => Some(Files {
                stdin: OsString::from_vec(bytes(from)?).into(),
                stdout: OsString::from_vec(bytes(from)?).into(),
            }),
        },
    })
}

pub(super) fn send_answer(to: impl Write, answer: &Result<Ran>) -> io::Result<()> {
    let mut message = Message::default();
    match answer {
        Ok(ran) => {
            let (kind, value) = match ran.end {
                End::Exit(code) => (EXIT, code),
                End::Signal(signal) => (SIGNAL, signal),
                End::Exception(code) => (EXCEPTION, code as i32),
                End::TimeLimit => (TIME_LIMIT, 0),
                End::MemoryLimit => (MEMORY_LIMIT, 0),
                End::OutputLimit => (OUTPUT_LIMIT, 0),
            };
            message.number(kind);
            message.number(value as u64);
            message.number(nanoseconds(ran.time));
            let (is_exact, memory) = match ran.memory {
                PeakMemory::AtMost(bytes) => (0, bytes),
                PeakMemory::Exactly(bytes) => (1, bytes),
            };
            message.number(is_exact);
            message.number(memory);
            message.bytes(&ran.stdout);
            message.bytes(ran.stderr.as_bytes());
        }
        Err(error) => {
            let code = match error.kind() {
                ErrorKind::Io(e) => e.raw_os_error(),
                _ => None,
            };
            let text = match error.kind() {
                ErrorKind::Io(e) => e.to_string(),
                _ => error.to_string(),
            };
            message.number(ERROR);
            message.number(code.unwrap_or(0) as u64);
            message.bytes(text.as_bytes());
            message.bytes(error.subject().unwrap_or_default().as_bytes());
        }
    }
    message.send(to)
}

/// Errors (outer): there is no answer.
pub(super) fn read_answer(mut from: impl Read) -> io::Result<Result<Ran>> {
    let from = &mut from;
    let (kind, value) = (number(from)?, number(from)? as i32);
    let end = match kind {
        EXIT => End::Exit(value),
        SIGNAL => End::Signal(value),
        EXCEPTION => End::Exception(value as u32),
        TIME_LIMIT => End::TimeLimit,
        MEMORY_LIMIT => End::MemoryLimit,
        OUTPUT_LIMIT => End::OutputLimit,
        ERROR => {
            let (message, subject) = (text(from)?, text(from)?);
            let error = Error::from(match value {
                0 => io::Error::other(message),
                code => io::Error::from_raw_os_error(code),
            });
            let named = !subject.is_empty();
            return Ok(Err(if named { error.about(subject) } else { error }));
        }
        _ => return Err(io::ErrorKind::InvalidData.into()),
    };
    Ok(Ok(Ran {
        end,
        time: Duration::from_nanos(number(from)?),
        memory: match number(from)? {
            0 => PeakMemory::AtMost(number(from)?),
            _ => PeakMemory::Exactly(number(from)?),
        },
        stdout: bytes(from)?,
        stderr: text(from)?,
    }))
}

const EXIT: u64 = 0;
const SIGNAL: u64 = 1;
const TIME_LIMIT: u64 = 2;
const MEMORY_LIMIT: u64 = 3;
const OUTPUT_LIMIT: u64 = 4;
const ERROR: u64 = 5;
const EXCEPTION: u64 = 6;

/// The number of nanoseconds; at most `u64::MAX`, which is 584 years.
fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos().try_into().unwrap_or(u64::MAX)
}

/// A message before it is sent. It is sent as a whole, so that the process that reads it wakes up once.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn send(self, mut to: impl Write) -> io::Result<()> {
        to.write_all(&self.0)
    }
}

fn number(from: &mut impl Read) -> io::Result<u64> {
    let mut number = [0; 8];
    from.read_exact(&mut number)?;
    Ok(u64::from_le_bytes(number))
}

fn bytes(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let count = number(from)?;
    let mut bytes = Vec::new();
    from.take(count).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == count {
        Ok(bytes)
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

fn text(from: &mut impl Read) -> io::Result<String> {
    String::from_utf8(bytes(from)?).map_err(|_| io::ErrorKind::InvalidData.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_as_sent_or_not_at_all() {
        let command = [b"./a \xff.out".as_slice(), b"", b"-x"];
        let command = command.map(|arg| OsString::from_vec(arg.to_vec()));
        let files = Files {
            stdin: OsString::from_vec(b"/in\xff".to_vec()).into(),
            stdout: "/dev/null".into(),
        };
        for files in [None, Some(files)] {
            let request = Request {
                command: command.as_slice().into(),
                limits: Limits {
                    time: Duration::new(3, 7),
                    memory: 1 << 40,
                },
                input: b"1 2\n".repeat(100_000).into(),
                expected: 5,
                files,
            };
            let mut sent = Vec::new();
            send_request(&mut sent, &request).unwrap();
            assert_eq!(read_request(sent.as_slice()).unwrap(), request);
            for cut in (0..100).chain([sent.len() - 1]) {
                assert!(read_request(&sent[..cut]).is_err(), "{cut}");
            }
        }
        let ends = [
            End::Exit(-1),
            End::Signal(11),
            End::Exception(0xC000_0005),
            End::TimeLimit,
            End::MemoryLimit,
            End::OutputLimit,
        ];
        let memories = [PeakMemory::AtMost(7), PeakMemory::Exactly(1 << 40)];
        for (end, memory) in ends.into_iter().zip(memories.into_iter().cycle()) {
            let ran = Ran {
                end,
                stdout: b"1\n\xff".to_vec(),
                stderr: "no\n".to_owned(),
                time: Duration::new(1, 5),
                memory,
            };
            let mut sent = Vec::new();
            send_answer(&mut sent, &Ok(ran.clone())).unwrap();
            assert_eq!(read_answer(sent.as_slice()).unwrap().unwrap(), ran);
            for cut in 0..sent.len() {
                assert!(read_answer(&sent[..cut]).is_err(), "{cut}");
            }
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
            let mut sent = Vec::new();
            send_answer(&mut sent, &Err(error)).unwrap();
            let read = read_answer(sent.as_slice()).unwrap().unwrap_err();
            assert_eq!(read.to_string(), message);
        }
    }
}
