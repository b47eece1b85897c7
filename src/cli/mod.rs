//! The command line: thin rooms over the library's public API.

mod args;
mod bench;
mod check;
mod config;
mod judge;
pub(crate) mod memory;
mod moves;
mod process;
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
    match args::Args::parse().command {
        args::Command::Solve(args) => solve::run(args),
        args::Command::Judges(args) => judge::judges(&args),
        args::Command::Submission(args) => judge::submit(&args),
        args::Command::Check(args) => Ok(check::run(&args)),
        args::Command::Moves(args) => moves::moves(&args),
        args::Command::Nim(args) => moves::nim(&args),
        args::Command::Bench(args) => bench::run(args),
    }
}
