//! Unix: descriptors, signals, and the processes that end programs under test.
//!
//! One thing happens before `main`: closed standard streams are recorded. Rust's runtime opens /dev/null in their place,
//! and then a closed output looks like one that is thrown away on purpose.
#![allow(unsafe_code)]

use signal_hook::consts::{
    SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
};
use std::io;
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
            // SAFETY: only queries; every number is valid.
            let flags = unsafe { libc::fcntl(fd, libc::F_GETFD) };
            closed.store(flags == -1, Ordering::Relaxed);
        }
    }
    record
};

/// The device that is empty, and discards what is written to it.
pub(crate) const NULL_DEVICE: &str = "/dev/null";

/// The only argument of a process of this program that [runs](serve_stdin) programs under test.
const HELPER: &str = "helper-of-programs-under-test";

/// Does the work of a helper if this process is one. Returns whether it is.
pub(crate) fn run_if_helper() -> bool {
    let mut args = std::env::args_os().skip(1);
    if (args.next().as_deref(), args.next()) != (Some(HELPER.as_ref()), None) {
        return false;
    }
    prepare_signals();
    // Nobody reads an error of a helper that is ending.
    let _ = serve_stdin();
    true
}

/// A command that starts this program as a helper, with the name with which this process was started.
pub(super) fn helper() -> io::Result<Command> {
    let mut command = Command::new(match cfg!(target_os = "linux") {
        // It works even if the file was removed or replaced after the start.
        true => PathBuf::from("/proc/self/exe"),
        false => std::env::current_exe()?,
    });
    if let Some(name) = std::env::args_os().next() {
        command.arg0(name);
    }
    command.arg(HELPER);
    Ok(command)
}

/// The language and the country of the user if no variable names them: unknown.
pub(crate) fn user_locale() -> Option<String> {
    None
}

/// Errors: the descriptor `fd` of a standard stream is closed.
pub(super) fn require_open(fd: usize) -> io::Result<()> {
    match CLOSED[fd].load(Ordering::Relaxed) {
        true => Err(io::Error::from_raw_os_error(libc::EBADF)),
        false => Ok(()),
    }
}

/// Makes a write beyond the file size limit an error instead of the end of the process, and lets this process wait for
/// children even if it inherited that SIGCHLD is ignored.
pub(crate) fn prepare_signals() {
    // SAFETY: SIGCHLD may have its default action, and no other thread runs that could set another one.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// The signals that end a process unless it handles them, except those of faults in its code.
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

/// Calls `clean` before SIGINT and similar signals end the process. Called once.
pub(super) fn before_end_by_signal(clean: fn()) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(endings())?;
    std::thread::Builder::new().spawn(move || {
        if let Some(signal) = signals.forever().next() {
            clean();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    })?;
    Ok(())
}
