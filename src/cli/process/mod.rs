//! Standard streams, signals and helper processes of this process. Each system has a file that defines the same names.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as system;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as system;

use std::path::Path;
pub(crate) use system::{
    NULL_DEVICE, Reapers, clean_up_on_signals, has_stdin, has_stdout, is_reaper, let_signals_go,
    on_signals, replace_stdin, stdin_file, survive_file_size_limit, this_program, user_locale,
};

/// Whether `path` is a usual name of descriptor `fd` of this process. (If that stream is closed, opening `path` would open
/// the runtime's /dev/null.)
pub(crate) fn is_descriptor(path: &Path, fd: u32) -> bool {
    let named = ["/dev/stdin", "/dev/stdout"].get(fd as usize);
    named.is_some_and(|name| path == Path::new(name))
        || ["/dev/fd", "/proc/self/fd"]
            .iter()
            .any(|folder| path == Path::new(folder).join(fd.to_string()))
}

/// Errors: standard input is closed.
pub(crate) fn stdin() -> Result<(), wythoff::Error> {
    has_stdin().map_err(|e| wythoff::Error::from(e).about("<stdin>"))
}

/// Errors: standard output is closed.
pub(crate) fn stdout() -> Result<(), wythoff::Error> {
    has_stdout().map_err(|e| wythoff::Error::from(e).about("<stdout>"))
}
