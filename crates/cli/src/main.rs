//! The program `wythoff`: the command line of the library. Each command has a file.

mod args;
mod bench;
mod check;
mod cold;
mod colour;
mod exit_code;
mod explain;
mod generate;
mod grundy;
mod help;
mod judge;
mod messages;
mod moves;
mod output;
mod pages;
mod panic;
#[cfg(feature = "plot")]
mod plot;
mod process;
mod progress;
mod report;
mod resolve;
mod shell_words;
mod solve;
mod stress;
mod testlib;
mod usage;
mod validate;

use std::process::ExitCode;

// AddressSanitizer checks only memory from the system's allocator.
#[cfg(not(wythoff_system_allocator))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let is_testlib = testlib::is_convention(&std::env::args_os().collect::<Vec<_>>());
    let failed = if is_testlib {
        testlib::FAIL
    } else {
        exit_code::FAILED
    };
    panic::report_panics(failed, || run(is_testlib))
}

/// Parses the arguments and runs the command. `is_testlib`: the arguments follow testlib's convention.
fn run(is_testlib: bool) -> anyhow::Result<ExitCode> {
    if process::run_if_helper() {
        return Ok(ExitCode::SUCCESS);
    }
    process::prepare_signals();
    let args = match usage::read() {
        Ok(args) => args,
        Err(error) if is_testlib && error.use_stderr() => {
            return Ok(testlib::failure(&usage::message(&error), None));
        }
        Err(error) => return usage::print(&error),
    };
    match args.command {
        args::Command::Solve(args) => solve::run(&args),
        args::Command::Judges(args) => judge::judges(&args),
        args::Command::Submission(args) => judge::submit(&args),
        args::Command::Check(args) => Ok(check::run(&args)),
        args::Command::Validate(args) => Ok(validate::run(&args)),
        args::Command::Moves(args) => moves::moves(&args),
        args::Command::Nim(args) => moves::nim(&args),
        args::Command::Cold(args) => cold::run(&args),
        args::Command::Explain(args) => explain::run(&args),
        args::Command::Grundy(args) => grundy::run(&args),
        args::Command::Bench(args) => bench::run(&args),
        args::Command::Stress(args) => stress::stress(args),
        args::Command::Lint(args) => stress::lint(args),
        args::Command::Gen(args) => generate::run(&args),
        #[cfg(feature = "plot")]
        args::Command::Plot(plot) => plot::run(plot),
        args::Command::Completions(args) => pages::completions(args),
        args::Command::Man(args) => pages::man(args),
    }
}
