//! The binary: allocator, arguments, run, exit code.

mod cli;

use std::process::ExitCode;

// AddressSanitizer checks only memory from the system's allocator.
#[cfg(not(wythoff_system_allocator))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::panic::report_panics(cli::run)
}
