//! A worker runs programs, one after another: on Unix by a helper process, on Windows by this process.

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
