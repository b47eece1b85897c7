//! What runs programs, one after another: on Unix a process, on Windows this process.

#[cfg(unix)]
mod helper;
#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(super) use unix::Worker;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(super) use windows::Worker;

#[cfg(unix)]
pub use helper::serve_stdin;
