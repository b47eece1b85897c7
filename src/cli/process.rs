//! What the process must know of its surroundings before and beside its work.
//!
//! Owns the one thing that has to happen before `main`: the runtime opens /dev/null in place of a
//! closed standard stream, so afterwards a lost output can't be told from one that was thrown
//! away on purpose.
#![allow(unsafe_code)]

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use wythoff::Target;

static NO_STDIN: AtomicBool = AtomicBool::new(false);
static NO_STDOUT: AtomicBool = AtomicBool::new(false);

// SAFETY: the linker's table of functions to be called before `main`, of just this type.
#[cfg(target_os = "linux")]
#[unsafe(link_section = ".init_array")]
#[used]
static BEFORE_MAIN: extern "C" fn() = {
    extern "C" fn look() {
        let closed = |fd| {
            // SAFETY: asks about a number; any will do.
            unsafe { libc::fcntl(fd, libc::F_GETFD) == -1 }
        };
        NO_STDIN.store(closed(0), Ordering::Relaxed);
        NO_STDOUT.store(closed(1), Ordering::Relaxed);
    }
    look
};

/// Whether `path` is descriptor `fd` of this process by one of its usual names. The runtime's
/// /dev/null in place of a closed one would be found there.
pub(crate) fn is_descriptor(path: &Path, fd: u32) -> bool {
    let named = ["/dev/stdin", "/dev/stdout"].get(fd as usize);
    named.is_some_and(|name| path == Path::new(name))
        || ["/dev/fd", "/proc/self/fd"]
            .iter()
            .any(|folder| path == Path::new(folder).join(fd.to_string()))
}

/// The error that a closed standard input is.
pub(crate) fn stdin() -> Result<(), wythoff::Error> {
    open(&NO_STDIN, "<stdin>")
}

/// The error that a closed standard output is.
pub(crate) fn stdout() -> Result<(), wythoff::Error> {
    open(&NO_STDOUT, "<stdout>")
}

fn open(closed: &AtomicBool, name: &str) -> Result<(), wythoff::Error> {
    if closed.load(Ordering::Relaxed) {
        let error = io::Error::from_raw_os_error(libc::EBADF);
        return Err(wythoff::Error::from(error).of(name));
    }
    Ok(())
}

/// A write beyond the file size limit is to be an error, not the end.
pub(crate) fn survive_file_size_limit() {
    static SEEN: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let seen = SEEN.get_or_init(Arc::default);
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::clone(seen));
}

/// Where the temporary has a name, SIGINT and the like take it along.
pub(crate) fn clean_up_on_signals(target: &Target<'_>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    let Some(temporary) = target.temporary().map(std::path::Path::to_owned) else {
        return Ok(());
    };
    super::memory::remember(&temporary);
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    std::thread::Builder::new().spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _ = std::fs::remove_file(&temporary);
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    })?;
    Ok(())
}
