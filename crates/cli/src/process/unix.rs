//! Unix: descriptors, signals, and the helper processes that run programs under test.
//!
//! Closed standard streams are recorded before `main`: Rust's runtime opens /dev/null in their place, and then a closed output
//! looks like one that is discarded on purpose.
#![allow(unsafe_code)]

use signal_hook::consts::*;
pub(crate) use signal_hook::low_level::signal_name;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wythoff_contest::serve_stdin;

/// Whether the standard streams were closed when this process started.
static CLOSED: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];

// SAFETY: the linker calls the functions in this section before `main`, and this is their type.
#[cfg(target_os = "linux")]
#[unsafe(link_section = ".init_array")]
#[used]
static BEFORE_MAIN: extern "C" fn() = {
    extern "C" fn record() {
        for (closed, fd) in CLOSED.iter().zip(0..) {
            // SAFETY: `F_GETFD` only queries; any number may be passed as a descriptor.
            let flags = unsafe { libc::fcntl(fd, libc::F_GETFD) };
            closed.store(flags == -1, Ordering::Relaxed);
        }
    }
    record
};

pub(crate) const NULL_DEVICE: &str = "/dev/null";

/// The only argument of a process of this program that [runs](serve_stdin) programs under test.
const HELPER: &str = "helper-of-programs-under-test";

/// Does the work of a helper if this process is one. Returns whether this process is a helper.
pub(crate) fn run_if_helper() -> bool {
    let is_helper = std::env::args_os().skip(1).eq([HELPER]);
    if is_helper {
        // The helper ends here, and nobody would read its error.
        let _ = serve_stdin();
    }
    is_helper
}

/// A command that starts this program as a helper, under the name of this process.
pub(super) fn helper() -> io::Result<Command> {
    let mut command = Command::new(if cfg!(target_os = "linux") {
        // This path works even if the program's file was removed or replaced after the start.
        PathBuf::from("/proc/self/exe")
    } else {
        std::env::current_exe()?
    });
    if let Some(name) = std::env::args_os().next() {
        command.arg0(name);
    }
    command.arg(HELPER);
    Ok(command)
}

/// A path by which any process can open this open file; `None` if the system has no such paths.
pub(crate) fn path_of(file: &File) -> Option<PathBuf> {
    let path = format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
    Some(PathBuf::from(path)).filter(|path| path.exists())
}

/// Always `None`: outside of the environment variables the user's language is unknown.
pub(crate) fn user_locale() -> Option<String> {
    None
}

/// Errors: the standard stream `fd` was closed when this process started.
pub(super) fn require_open(fd: usize) -> io::Result<()> {
    if CLOSED[fd].load(Ordering::Relaxed) {
        return Err(io::Error::from_raw_os_error(libc::EBADF));
    }
    Ok(())
}

/// Makes a write beyond the file size limit an error instead of a fatal signal. Lets this process wait for its children even
/// if its parent ignored SIGCHLD.
pub(crate) fn prepare_signals() {
    // SAFETY: the default action needs no handler, and no other thread runs yet that could set the action of SIGCHLD.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// The signals that end a process unless it handles them, without the signals for faults in its code, such as SIGSEGV.
const ENDINGS: [i32; 10] = [
    SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
];

/// The signals that would end this process. Signals that are ignored (`nohup`) stay ignored.
fn endings() -> impl Iterator<Item = i32> {
    ENDINGS.into_iter().filter(|&signal| {
        let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: only queries; `action` is valid for writes.
        let status = unsafe { libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) };
        // SAFETY: all zeros is a valid `sigaction`, and so is what the system writes.
        let action = unsafe { action.assume_init() };
        status != 0 || action.sa_sigaction != libc::SIG_IGN
    })
}

/// Lets SIGINT and similar signals clean up before they end the process. Called once.
pub(super) fn handle_signals() -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(endings())?;
    std::thread::Builder::new().spawn(move || {
        if let Some(signal) = signals.forever().next() {
            super::clean_up();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    })?;
    Ok(())
}
