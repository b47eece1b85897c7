//! Standard streams and pipes.
#![allow(unsafe_code)]

use super::super::StdoutKind;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::os::windows::io::{AsHandle, AsRawHandle};
use std::sync::OnceLock;
use winapi_util::HandleRef;
use winapi_util::file::{information, typ};
use windows_sys::Win32::System::Pipes::PeekNamedPipe;

pub(crate) fn stdin_file() -> io::Result<File> {
    let copy = io::stdin().as_handle().try_clone_to_owned()?;
    Ok(File::from(copy))
}

/// Reads from a pipe, a console or a file. In a console, a line that starts with Ctrl-Z is the end of the input.
pub(crate) fn read_stream(mut file: &File, into: &mut [u8]) -> io::Result<usize> {
    const CTRL_Z: u8 = 0x1a;
    let got = file.read(into)?;
    let is_end = got > 0 && into[0] == CTRL_Z && file.is_terminal();
    Ok(if is_end { 0 } else { got })
}

// A console is assumed to wait for its user.
pub(crate) fn is_readable_now(file: &File) -> bool {
    match typ(file) {
        Ok(kind) if kind.is_pipe() => {
            let mut available = 0;
            // SAFETY: the handle is open; `available` is valid for writes, and the other pointers may be null.
            let status = unsafe {
                PeekNamedPipe(
                    file.as_raw_handle(),
                    std::ptr::null_mut(),
                    0,
                    std::ptr::null_mut(),
                    &raw mut available,
                    std::ptr::null_mut(),
                )
            };
            // The call fails if the other end is closed. Then a read returns at once, with the end of the input.
            status == 0 || available > 0
        }
        _ => !file.is_terminal(),
    }
}

pub(crate) fn stdout_kind() -> io::Result<StdoutKind> {
    // This fails if there is no standard output.
    stdout_file()?;
    let stdout = HandleRef::stdout();
    let kind = typ(&stdout)?;
    if kind.is_pipe() {
        return Ok(StdoutKind::Pipe);
    }
    // The handle may allow only writing.
    Ok(match information(&stdout) {
        Ok(found) if kind.is_disk() => {
            StdoutKind::File((found.volume_serial_number(), found.file_index()))
        }
        _ => StdoutKind::Other,
    })
}

/// Writes to standard output without a buffer. A console shows UTF-8 with every code page, because the standard library
/// converts the text.
pub(crate) fn write_stdout(bytes: &[u8]) -> io::Result<usize> {
    let stdout = io::stdout();
    if stdout.is_terminal() {
        let mut stdout = stdout.lock();
        stdout.write_all(bytes)?;
        stdout.flush()?;
        return Ok(bytes.len());
    }
    stdout_file()?.write(bytes)
}

/// A separate handle to standard output, opened once.
fn stdout_file() -> io::Result<&'static File> {
    static FILE: OnceLock<File> = OnceLock::new();
    if let Some(file) = FILE.get() {
        return Ok(file);
    }
    let copy = io::stdout().as_handle().try_clone_to_owned()?;
    Ok(FILE.get_or_init(|| File::from(copy)))
}
