//! The command line: thin rooms over the library's public API.

mod args;
mod bench;
mod config;
pub(crate) mod memory;
mod process;
mod progress;
pub(crate) mod report;
mod solve;

use clap::Parser;
use std::process::ExitCode;

/// Exit code of a negative result: something invalid was marked.
pub(crate) const NEGATIVE: u8 = 1;
/// Exit code of what could not be done.
pub(crate) const FAILED: u8 = 2;

/// Parses the arguments and does what they say.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    process::survive_file_size_limit();
    let words = args::joined(std::env::args_os());
    match args::Args::parse_from(words).command {
        args::Command::Solve(args) => solve::run(args),
        args::Command::Bench(args) => bench::run(args),
    }
}
