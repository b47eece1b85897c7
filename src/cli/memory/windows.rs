//! System calls of Windows that allocate nothing in this program's heap.
#![allow(unsafe_code)]

use std::os::windows::ffi::OsStrExt as _;
use std::path::Path;
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::Storage::FileSystem::{DeleteFileW, WriteFile};
use windows_sys::Win32::System::Console::{GetStdHandle, STD_ERROR_HANDLE};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, Sleep, TerminateProcess};

/// The name of a file, in the form that the system takes: UTF-16 with a zero at its end.
pub(super) type Name = Box<[u16]>;

pub(super) fn name(path: &Path) -> Option<Name> {
    Some(path.as_os_str().encode_wide().chain([0]).collect())
}

/// Waits for some time.
pub(super) fn pause() {
    // SAFETY: only waits.
    unsafe { Sleep(1000) };
}

/// Writes to standard error.
pub(super) fn report(message: &[u8]) {
    // SAFETY: only asks for a handle.
    let stderr: HANDLE = unsafe { GetStdHandle(STD_ERROR_HANDLE) };
    let mut written = 0;
    // SAFETY: the bytes and the number are valid. An error of this write can't be reported.
    let _ = unsafe {
        WriteFile(
            stderr,
            message.as_ptr(),
            message.len() as u32,
            &raw mut written,
            std::ptr::null_mut(),
        )
    };
}

pub(super) fn remove(name: &Name) {
    // SAFETY: the name ends with a zero.
    let _ = unsafe { DeleteFileW(name.as_ptr()) };
}

/// Ends the process at once, without destructors.
pub(super) fn end(code: u8) -> ! {
    loop {
        // SAFETY: only ends this process.
        unsafe { TerminateProcess(GetCurrentProcess(), code.into()) };
    }
}
