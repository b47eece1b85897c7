//! Windows: the standard streams are handles, and Ctrl-C is an event. Programs under test need no helper process, because
//! Windows ends them with this process.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use winapi_util::HandleRef;
use windows_sys::Win32::Foundation::STATUS_CONTROL_C_EXIT;
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
    let stream = match fd {
        0 => HandleRef::stdin(),
        1 => HandleRef::stdout(),
        _ => HandleRef::stderr(),
    };
    winapi_util::file::typ(stream).map(drop)
}

/// Does nothing: Windows has no signals for limits.
pub(crate) fn prepare_signals() {}

/// No program ends by a signal.
pub(crate) fn signal_name(_: i32) -> Option<&'static str> {
    None
}

/// Lets Ctrl-C, Ctrl-Break and the closing of the console clean up before they end the process. Called once.
pub(super) fn handle_signals() -> io::Result<()> {
    /// Runs in a thread that the system makes. When the console is closed, the system ends the process as soon as this
    /// function returns.
    extern "system" fn end(event: u32) -> windows_sys::core::BOOL {
        // Only services receive this event, and they continue when a user logs off.
        if event == CTRL_LOGOFF_EVENT {
            return 0;
        }
        super::clean_up();
        std::process::exit(STATUS_CONTROL_C_EXIT)
    }
    // SAFETY: `end` may be called in any thread at any time.
    match unsafe { SetConsoleCtrlHandler(Some(end), 1) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
