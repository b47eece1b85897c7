//! Child processes inherit nothing that could change their behaviour.

use std::ffi::OsStr;
use std::io;
use std::process::{Command, Stdio};
use std::sync::Once;

/// A command that starts `program` with a closed environment: an empty standard input, no descriptors above the standard
/// streams, no signal ignored or blocked, the usual umask, and no variable that selects a language, a width, colours or a
/// backend.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    usual_umask();
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(has_an_effect) {
            command.env_remove(name);
        }
    }
    in_the_child(&mut command);
    command
}

/// Sets the umask that the tests assume, for this process and its children.
pub(crate) fn usual_umask() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    });
}

/// Whether a program under test, a shell or a tool may read this variable.
fn has_an_effect(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "BASHOPTS",
        "BASH_ENV",
        "CDPATH",
        "CI",
        "COLORTERM",
        "COLUMNS",
        "ENV",
        "FORCE_COLOR",
        "GZIP",
        "LANG",
        "LANGUAGE",
        "LINES",
        "NO_COLOR",
        "POSIXLY_CORRECT",
        "RAYON_NUM_THREADS",
        "RUST_BACKTRACE",
        "RUST_LIB_BACKTRACE",
        "SHELLOPTS",
        "TERM",
    ];
    const BEGINNINGS: &[&str] = &[
        "CLICOLOR",
        "GROFF_",
        "LC_",
        "MALLOC_",
        "MIMALLOC_",
        "WYTHOFF_",
        "ZSTD_",
    ];
    NAMES.contains(&name) || BEGINNINGS.iter().any(|start| name.starts_with(start))
}

#[allow(unsafe_code)]
fn in_the_child(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    // SAFETY: between fork and exec the closure only makes system calls: it allocates nothing and takes no lock.
    unsafe { command.pre_exec(neutralise) };
}

/// Runs in the child. std itself unblocks signals there, and no longer ignores SIGPIPE.
#[allow(unsafe_code)]
fn neutralise() -> io::Result<()> {
    // Exec resets handled signals, but ignored signals stay ignored (`nohup`, background jobs). The system refuses SIGKILL,
    // SIGSTOP and the signals of the C library.
    for signal in 1..=64 {
        // SAFETY: no function is installed.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // Not closed now: std has a pipe open, which reports a failing exec.
    #[cfg(target_os = "linux")]
    {
        const CLOSE_RANGE_CLOEXEC: libc::c_uint = 4;
        // SAFETY: numbers only; the flag takes effect at exec.
        let done = unsafe {
            libc::syscall(
                libc::SYS_close_range,
                3,
                libc::c_uint::MAX,
                CLOSE_RANGE_CLOEXEC,
            )
        };
        if done == 0 {
            return Ok(());
        }
    }
    for descriptor in 3..1024 {
        // SAFETY: numbers only; most of them are not open.
        unsafe { libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
    Ok(())
}
