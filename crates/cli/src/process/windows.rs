//! Windows: the standard streams are handles, Ctrl-C is an event. Programs under test end with this process, so nothing
//! watches them.
#![allow(unsafe_code)]

use std::io;
use std::os::windows::io::AsRawHandle as _;
use std::process::Command;
use std::sync::OnceLock;
use windows_sys::Win32::Foundation::{
    ERROR_INVALID_HANDLE, INVALID_HANDLE_VALUE, STATUS_CONTROL_C_EXIT,
};
use windows_sys::Win32::System::Console::{CTRL_LOGOFF_EVENT, SetConsoleCtrlHandler};

/// The device that is empty, and discards what is written to it.
pub(crate) const NULL_DEVICE: &str = "NUL";

/// Always `false`: nothing watches the programs under test.
pub(crate) fn run_if_helper() -> bool {
    false
}

/// A command that is never started: Windows ends programs under test with this process.
pub(super) fn helper() -> io::Result<Command> {
    Ok(Command::new("wythoff"))
}

/// The language and the country of the user, like `zh-CN`.
pub(crate) fn user_locale() -> Option<String> {
    sys_locale::get_locale()
}

/// Errors: there is no standard input (0), standard output (1) or standard error (2).
pub(super) fn require_open(fd: usize) -> io::Result<()> {
    let handle = match fd {
        0 => io::stdin().as_raw_handle(),
        1 => io::stdout().as_raw_handle(),
        _ => io::stderr().as_raw_handle(),
    };
    match handle.is_null() || handle == INVALID_HANDLE_VALUE {
        true => Err(io::Error::from_raw_os_error(ERROR_INVALID_HANDLE as i32)),
        false => Ok(()),
    }
}

/// Does nothing: Windows has no limit of this kind.
pub(crate) fn prepare_signals() {}

/// Calls `clean` before Ctrl-C, Ctrl-Break or the closing of the console ends the process. Called once.
pub(super) fn before_end_by_signal(clean: fn()) -> io::Result<()> {
    static CLEAN: OnceLock<fn()> = OnceLock::new();
    /// Runs in a thread that the system makes. When the console is closed, the system ends the process as soon as this
    /// function returns.
    extern "system" fn end(event: u32) -> windows_sys::core::BOOL {
        // Only services are told when a user logs off, and they go on.
        if event == CTRL_LOGOFF_EVENT {
            return 0;
        }
        if let Some(clean) = CLEAN.get() {
            clean();
        }
        std::process::exit(STATUS_CONTROL_C_EXIT)
    }
    let _ = CLEAN.set(clean);
    // SAFETY: `end` may be called in any thread at any time.
    match unsafe { SetConsoleCtrlHandler(Some(end), 1) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
