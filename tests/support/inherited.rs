//! Child processes inherit nothing that could change their behaviour.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// A command that starts `program`, and lets it inherit only what has no effect on it. The program has an empty standard
/// input, no descriptors above the standard streams, no signal ignored or blocked, the usual umask, and no variable that
/// selects a language, a width, colours or a backend.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    usual_umask();
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(has_an_effect) {
            command.env_remove(name);
        }
    }
    #[cfg(unix)]
    #[allow(unsafe_code)]
    // SAFETY: between fork and exec the closure only makes system calls: it allocates nothing and takes no lock.
    unsafe {
        std::os::unix::process::CommandExt::pre_exec(&mut command, neutralise)
    };
    command
}

/// Whether a program under test, a shell or a tool may read this variable.
fn has_an_effect(name: &str) -> bool {
    const NAMES: &str = "BASHOPTS BASH_ENV CDPATH CI COLORTERM COLUMNS ENV FORCE_COLOR GZIP LANG LANGUAGE LINES NO_COLOR \
        POSIXLY_CORRECT RAYON_NUM_THREADS RUST_BACKTRACE RUST_LIB_BACKTRACE SHELLOPTS TERM";
    const BEGINNINGS: &str = "CLICOLOR GROFF_ LC_ MALLOC_ MIMALLOC_ WYTHOFF_ ZSTD_";
    NAMES.split(' ').any(|other| other == name)
        || BEGINNINGS.split(' ').any(|start| name.starts_with(start))
}

/// Sets the umask that the tests assume, for this process and its children. Windows has none.
pub(crate) fn usual_umask() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
}

/// Runs in the child, in which the standard library itself unblocks signals and restores SIGPIPE.
#[cfg(unix)]
#[allow(unsafe_code)]
fn neutralise() -> std::io::Result<()> {
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
