//! Runs programs under test on Windows: each in a [job object](job), which ends all its processes.

mod access;
mod children;
mod job;
mod process;
mod scratch;

pub use access::{check_new_files, is_executable};
pub use children::Children;
