//! Runs programs under test on Unix: each in a process group, as the child of a server that a [`reaper`] watches.

mod access;
mod children;
mod feed;
mod messages;
mod process;
mod reaper;
mod resident;
mod scratch;

pub use access::{check_new_files, is_executable};
pub use children::Children;
pub use reaper::{serve_stdin, watch_server};
