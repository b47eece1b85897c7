//! Reports a panic, which is a bug of the program, as an error: one line on standard error and the exit code of a failure,
//! whichever thread panics, and however often. The stack is unwound, which removes temporary files and ends programs under test.

use super::report;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a thread has panicked. Only the first panic is reported, because the others are its consequences.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// Calls `run`, and reports its error or its panic. `failed` is the exit code after a panic.
pub(crate) fn report_panics(
    failed: u8,
    run: impl FnOnce() -> anyhow::Result<ExitCode>,
) -> ExitCode {
    panic::set_hook(Box::new(report_panic));
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    // A thread whose result is not used may have panicked, even if `run` succeeded.
    let panicked = PANICKED.load(Ordering::SeqCst);
    match result {
        Ok(Ok(code)) if !panicked => code,
        Ok(Err(error)) if !panicked => report::failure(&error),
        _ => ExitCode::from(failed),
    }
}

fn report_panic(panic: &PanicHookInfo<'_>) {
    if PANICKED.swap(true, Ordering::SeqCst) {
        return;
    }
    let payload = panic.payload();
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("no message").escape_debug();
    let location = panic.location().map(|at| format!(" at {at}"));
    let location = location.unwrap_or_default();
    let message = format!("internal error{location}: {text}; please report it");
    report::line(&message);
    report::print_error_object(&message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit_code::FAILED;
    use std::process::Command;

    /// The environment variable that tells a child process which of [`CASES`] to run.
    const CASE: &str = "WYTHOFF_TEST_PANIC";

    type Case = fn() -> anyhow::Result<ExitCode>;

    /// A function to run, and the end of its message.
    const CASES: [(Case, &str); 4] = [
        (|| anyhow::bail!("a plain error"), "wythoff: a plain error"),
        (
            || panic!("a\u{1b}[2J \"quoted\"\nb"),
            r#": a\u{1b}[2J \"quoted\"\nb; please report it"#,
        ),
        (|| panic::panic_any(7), ": no message; please report it"),
        (
            || {
                let first = || std::thread::spawn(|| panic!("in a thread"));
                let _ = first().join();
                let _ = first().join();
                Ok(ExitCode::SUCCESS)
            },
            ": in a thread; please report it",
        ),
    ];

    /// The next test starts this test in child processes. Each of them runs one case.
    #[test]
    fn child() {
        if let Ok(case) = std::env::var(CASE) {
            let (case, _) = CASES[case.parse::<usize>().expect("a number")];
            let code = report_panics(FAILED, case);
            std::process::exit(i32::from(code == ExitCode::from(FAILED)) * 2);
        }
    }

    #[test]
    fn one_line_and_the_code_of_a_failure() {
        for (i, (_, end)) in CASES.iter().enumerate() {
            let mut child = Command::new(std::env::current_exe().expect("this program has a path"));
            child.args(["--exact", "panic::tests::child", "--nocapture"]);
            let child = child.env(CASE, i.to_string()).output().expect("it runs");
            assert_eq!(child.status.code(), Some(2), "{i}: {child:?}");
            let line = String::from_utf8(child.stderr).expect("UTF-8");
            assert!(line.ends_with(&format!("{end}\n")), "{i}: {line}");
            assert_eq!(line.lines().count(), 1, "{i}: {line}");
            let is_panic = line.starts_with("wythoff: internal error at crates/cli/src/panic.rs:");
            assert_eq!(is_panic, i > 0, "{i}: {line}");
        }
    }
}
