//! Runs the program with a time limit. The rest is shared with the library's tests.
//!
//! A test that takes more than a second or two is `#[ignore = "slow"]`: `cargo test -- --include-ignored` runs it, too.

// Each test file is a separate crate, and uses only a part of this module.
#![allow(dead_code, unused_imports)]

mod needs;
mod parallel;
mod process;
#[path = "../../../../tests/support/mod.rs"]
mod shared;

pub(crate) use needs::*;
pub(crate) use parallel::*;
pub(crate) use process::*;
pub(crate) use shared::*;

use std::path::Path;

/// The folder of the repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
