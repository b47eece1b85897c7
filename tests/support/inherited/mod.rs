//! Child processes inherit nothing that could change their behaviour.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as system;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as system;

use std::ffi::OsStr;
use std::process::{Command, Stdio};

pub(crate) use system::{signal_of, usual_umask};

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
    system::in_the_child(&mut command);
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
