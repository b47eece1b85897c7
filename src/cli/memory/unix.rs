//! System calls of Unix that allocate nothing.
#![allow(unsafe_code)]

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

/// The name of a file, in the form that the system takes.
pub(super) type Name = CString;

pub(super) fn name(path: &Path) -> Option<Name> {
    CString::new(path.as_os_str().as_bytes()).ok()
}

/// Waits for some time.
pub(super) fn pause() {
    // SAFETY: only waits.
    unsafe { libc::pause() };
}

/// Writes to standard error.
pub(super) fn report(message: &[u8]) {
    // SAFETY: the bytes are valid. An error of this write can't be reported.
    let _ = unsafe { libc::write(2, message.as_ptr().cast(), message.len()) };
}

pub(super) fn remove(name: &Name) {
    // SAFETY: the name is a C string.
    let _ = unsafe { libc::unlink(name.as_ptr()) };
}

/// Ends the process at once, without destructors.
pub(super) fn end(code: u8) -> ! {
    // SAFETY: only ends the process.
    unsafe { libc::_exit(code.into()) }
}
