//! Helpers that run the program with a time limit. The other helpers are shared with the library's tests.
//!
//! A test that takes more than a second or two is `#[ignore = "slow"]`: `cargo test -- --include-ignored` runs it, too.

// Each test file is a separate crate, and uses only a part of this module.
#![allow(dead_code, unused_imports)]

mod needs;
mod process;
#[path = "../../../../tests/support/mod.rs"]
mod shared;

pub(crate) use needs::*;
pub(crate) use process::*;
pub(crate) use shared::*;

use std::path::Path;
use std::sync::OnceLock;

/// The rows of a table, whose `N` columns are separated by ` | `. Empty lines, and comments, which begin with `#`, are skipped.
pub(crate) fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with('#');
    table.lines().filter(is_row).map(|row| {
        // A column may be empty.
        let columns = row
            .split(" |")
            .map(|column| column.strip_prefix(' ').unwrap_or(column));
        let columns: Vec<_> = columns.collect();
        columns
            .try_into()
            .unwrap_or_else(|_| panic!("{N} columns: {row}"))
    })
}

/// Some MiB of pairs, more than one chunk and more than a pipe can hold, and the answers.
pub(crate) fn large() -> &'static (Vec<u8>, Vec<u8>) {
    static LARGE: OnceLock<(Vec<u8>, Vec<u8>)> = OnceLock::new();
    LARGE.get_or_init(|| {
        let mut numbers = SplitMix(5);
        let mut text = String::new();
        while text.len() < 3 << 20 {
            text += &format!("{} {}\n", numbers.below(1 << 30), numbers.any_length());
        }
        let answers = reference(text.as_bytes());
        (text.into_bytes(), answers)
    })
}

/// The folder of the repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
