//! Signals, descriptors and the umask of a child on Unix.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::sync::Once;

/// Sets the umask that the tests assume, for this process and its children.
pub(crate) fn usual_umask() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    });
}

/// The signal that killed a child.
pub(crate) fn signal_of(status: ExitStatus) -> Option<i32> {
    status.signal()
}

#[allow(unsafe_code)]
pub(super) fn in_the_child(command: &mut Command) {
    // SAFETY: between fork and exec the closure only makes system calls: it allocates nothing and takes no lock.
    unsafe { command.pre_exec(neutralise) };
}

/// Runs in the child, in which the standard library itself unblocks signals and restores SIGPIPE.
#[allow(unsafe_code)]
fn neutralise() -> io::Result<()> {
    // Exec resets handled signals, but ignored signals stay ignored (`nohup`, background jobs). The system refuses SIGKILL,
    // SIGSTOP and the signals of the C library.
    for signal in 1..=64 {
        // SAFETY: the default action needs no function.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // The descriptors are closed only by exec, because the standard library has an open pipe that reports a failing exec.
    for descriptor in 3..1024 {
        // SAFETY: the call takes numbers only, and fails for descriptors that are not open.
        unsafe { libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
    Ok(())
}
