//! The program `wythoff`: the command line of the library. Each command has a file.

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
mod options;
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
use usage::Command;

// AddressSanitizer checks only memory from the system's allocator.
#[cfg(not(wythoff_system_allocator))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // This is read before all arguments are parsed, because callers of testlib's programs understand only its exit codes, even
    // if an argument is invalid.
    let args: Vec<_> = std::env::args_os().collect();
    let command = args.get(1).and_then(|name| name.to_str());
    let conventions = ["plain", "oj", "testlib", "icpc"];
    let convention = options::early_value(&args, "--convention", &conventions);
    let is_testlib = matches!(command, Some("check" | "validate")) && convention == Some("testlib");
    let failed = if is_testlib {
        testlib::FAIL
    } else {
        exit_code::FAILED
    };
    panic::report_panics(failed, || run(is_testlib))
}

/// Parses the arguments and runs the command. `is_testlib`: the arguments follow testlib's convention.
fn run(is_testlib: bool) -> anyhow::Result<ExitCode> {
    process::prepare_signals();
    if process::run_if_helper() {
        return Ok(ExitCode::SUCCESS);
    }
    let command = match usage::read() {
        Ok(command) => command,
        Err(error) if is_testlib && error.use_stderr() => {
            return Ok(testlib::failure(&usage::message(&error), None));
        }
        Err(error) => return usage::print(&error),
    };
    match command {
        Command::Solve(args) => solve::run(&args),
        Command::Judges(args) => judge::judges(&args),
        Command::Submission(args) => judge::submit(&args),
        Command::Check(args) => Ok(check::run(&args)),
        Command::Validate(args) => Ok(validate::run(&args)),
        Command::Moves(args) => moves::moves(&args),
        Command::Nim(args) => moves::nim(&args),
        Command::Cold(args) => cold::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Grundy(args) => grundy::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Stress(args) => stress::stress(args),
        Command::Lint(args) => stress::lint(args),
        Command::Gen(args) => generate::run(&args),
        #[cfg(feature = "plot")]
        Command::Plot(plot) => plot::run(plot),
        Command::Completions(args) => pages::completions(&args, usage::definitions()),
        Command::Man(args) => pages::man(&args, usage::definitions()),
    }
}
