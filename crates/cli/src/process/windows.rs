//! Windows: the standard streams are handles, and Ctrl-C is an event. Programs under test need no helper process, because
//! Windows ends them with this process.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::os::windows::io::AsRawHandle as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use windows_sys::Win32::Foundation::{
    ERROR_INVALID_HANDLE, INVALID_HANDLE_VALUE, STATUS_CONTROL_C_EXIT,
};
use windows_sys::Win32::System::Console::{CTRL_LOGOFF_EVENT, SetConsoleCtrlHandler};

pub(crate) const NULL_DEVICE: &str = "NUL";

pub(crate) fn run_if_helper() -> bool {
    false
}

pub(super) fn helper() -> io::Result<Command> {
    Ok(Command::new("wythoff"))
}

/// Windows has no paths of open files.
pub(crate) fn path_of(_: &File) -> Option<PathBuf> {
    None
}

/// The user's language and country, such as `zh-CN`.
pub(crate) fn user_locale() -> Option<String> {
    sys_locale::get_locale()
}

/// Errors: this process has no standard stream `fd` (0, 1 or 2).
pub(super) fn require_open(fd: usize) -> io::Result<()> {
    let handle = match fd {
        0 => io::stdin().as_raw_handle(),
        1 => io::stdout().as_raw_handle(),
        _ => io::stderr().as_raw_handle(),
    };
    if handle.is_null() || handle == INVALID_HANDLE_VALUE {
        return Err(io::Error::from_raw_os_error(ERROR_INVALID_HANDLE as i32));
    }
    Ok(())
}

/// Does nothing: Windows has no signals for limits.
pub(crate) fn prepare_signals() {}

/// No program ends by a signal.
pub(crate) fn signal_name(_: i32) -> Option<&'static str> {
    None
}

/// Calls `clean` before Ctrl-C, Ctrl-Break or the closing of the console ends the process. Called once.
pub(super) fn before_end_by_signal(clean: fn()) -> io::Result<()> {
    static CLEAN: OnceLock<fn()> = OnceLock::new();
    /// Runs in a thread that the system makes. When the console is closed, the system ends the process as soon as this
    /// function returns.
    extern "system" fn end(event: u32) -> windows_sys::core::BOOL {
        // Only services receive this event, and they continue when a user logs off.
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
