//! Standard streams and pipes.
#![allow(unsafe_code)]

use super::super::FileIdentity;
use super::files::identity;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::os::windows::io::{AsHandle, AsRawHandle};
use winapi_util::HandleRef;
use winapi_util::file::typ;
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

pub(crate) fn stdout_identity() -> io::Result<Option<FileIdentity>> {
    let stdout = HandleRef::stdout();
    let is_file = typ(&stdout)?.is_disk();
    // The identity is unknown if the handle allows only writing.
    Ok(identity(&stdout).ok().filter(|_| is_file))
}
