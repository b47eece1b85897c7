//! The binary: allocator, arguments, run, exit code.

mod cli;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: cli::memory::Program = cli::memory::PROGRAM;

fn main() -> ExitCode {
    cli::panic::caught(cli::run)
}
