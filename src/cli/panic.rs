//! Reports a panic, which is a bug of the program, as an error.
//!
//! Whichever thread panics, and however often: standard error gets one line, and the exit code is that of a failure.
//! The stack is unwound, which removes temporary files and ends programs that were started.

use super::exit_code::FAILED;
use super::{memory, report};
use std::cell::Cell;
use std::fmt::{self, Write as _};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// Whether there was a panic. Only the first panic is reported, because the others are its consequences.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// The exit code of a failure.
static CODE: AtomicU8 = AtomicU8::new(FAILED);

/// Sets the exit code of a failure, for conventions in which 2 has another meaning.
pub(crate) fn fail_with(code: u8) {
    CODE.store(code, Ordering::Relaxed);
    memory::settle(code);
}

/// Calls `run`. Reports its error or its panic.
pub(crate) fn caught(run: impl FnOnce() -> anyhow::Result<ExitCode>) -> ExitCode {
    panic::set_hook(Box::new(report_panic));
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    // The panic may have happened in a thread whose result is not used.
    let panicked = PANICKED.load(Ordering::SeqCst);
    match result {
        Ok(Ok(code)) if !panicked => code,
        Ok(Err(error)) if !panicked => report::failure(&error),
        _ => ExitCode::from(CODE.load(Ordering::Relaxed)),
    }
}

/// The panic hook. Allocates nothing, since the panic may come from an allocation.
fn report_panic(panic: &PanicHookInfo<'_>) {
    thread_local!(static HAS_PANICKED: Cell<bool> = const { Cell::new(false) });
    if !PANICKED.swap(true, Ordering::SeqCst) {
        let message = OneLine(message(panic));
        match panic.location() {
            Some(at) => report::line(format_args!(
                "internal error at {}:{}: {message}; please report it",
                at.file(),
                at.line()
            )),
            None => report::line(format_args!("internal error: {message}; please report it")),
        }
    }
    // A second panic on this thread: most likely while it unwinds, where the runtime would abort with a message of its
    // own. A thread that caught its first panic and panics again looks the same.
    if HAS_PANICKED.try_with(|has| has.replace(true)) != Ok(false) {
        memory::end(CODE.load(Ordering::Relaxed));
    }
}

fn message<'p>(panic: &'p PanicHookInfo<'_>) -> &'p str {
    let payload = panic.payload();
    match (
        payload.downcast_ref::<&str>(),
        payload.downcast_ref::<String>(),
    ) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "no message",
    }
}

/// The largest number of characters of a message that are shown.
const LONGEST: usize = 300;

/// A text on one line, with control characters escaped.
struct OneLine<'t>(&'t str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chars = self.0.chars();
        let mut blank = false;
        for c in chars.by_ref().take(LONGEST) {
            let again = std::mem::replace(&mut blank, c.is_ascii_whitespace());
            match c {
                _ if blank && again => {}
                _ if blank => f.write_char(' ')?,
                // `escape_debug` would escape quotes too.
                '\'' | '"' => f.write_char(c)?,
                _ => write!(f, "{}", c.escape_debug())?,
            }
        }
        f.write_str(if chars.next().is_some() { "..." } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// The environment variable that tells a child process which of [`CASES`] to run.
    const CASE: &str = "WYTHOFF_TEST_PANIC";

    type Case = fn() -> anyhow::Result<ExitCode>;

    fn done() -> anyhow::Result<ExitCode> {
        Ok(ExitCode::SUCCESS)
    }

    /// Panics when it is dropped.
    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("the second");
        }
    }

    /// A function to run, its message after the location, and the exit code.
    const CASES: [(Case, &str, u8); 9] = [
        (done, "", 0),
        (
            || anyhow::bail!("a plain error"),
            "wythoff: a plain error",
            2,
        ),
        (|| panic!("plain words"), "plain words", 2),
        (
            || {
                let nine = std::hint::black_box(9);
                assert_eq!(nine, 8, "of {}", "a\u{1b}[2J\r\n\u{7f}b");
                done()
            },
            "assertion `left == right` failed: of a\\u{1b}[2J \\u{7f}b left: 9 right: 8",
            2,
        ),
        (|| panic::panic_any(7), "no message", 2),
        (
            || {
                let _ = std::thread::spawn(|| panic!("nobody asks")).join();
                done()
            },
            "nobody asks",
            2,
        ),
        (
            || {
                let _ = std::thread::spawn(|| panic!("in vain")).join();
                anyhow::bail!("an error that came of it")
            },
            "in vain",
            2,
        ),
        (
            || {
                let _bomb = Bomb;
                panic!("the first")
            },
            "the first",
            2,
        ),
        (
            || {
                std::thread::scope(|scope| {
                    for _ in 0..8 {
                        scope.spawn(|| panic!("one of many"));
                    }
                });
                done()
            },
            "one of many",
            2,
        ),
    ];

    /// The next test starts this test in child processes. Each of them runs one case.
    #[test]
    fn child() {
        if let Ok(case) = std::env::var(CASE) {
            let (case, ..) = CASES[case.parse::<usize>().expect("a number")];
            let code = caught(case);
            std::process::exit(i32::from(code == ExitCode::from(FAILED)) * 2);
        }
    }

    #[test]
    fn one_line_and_the_code_of_a_failure() {
        for (i, (_, words, code)) in CASES.iter().enumerate() {
            let mut child = Command::new(std::env::current_exe().expect("this program has a path"));
            child.args(["--exact", "cli::panic::tests::child", "--nocapture"]);
            let child = child.env(CASE, i.to_string()).output().expect("it runs");
            assert_eq!(
                child.status.code(),
                Some(i32::from(*code)),
                "{i}: {child:?}"
            );
            let reported = String::from_utf8(child.stderr).expect("UTF-8");
            let expected = match words.strip_prefix("wythoff: ") {
                Some(_) => format!("{words}\n"),
                None if words.is_empty() => String::new(),
                None => {
                    let (location, rest) = reported
                        .split_once(": ")
                        .and_then(|(_, rest)| rest.split_once(": "))
                        .unwrap_or_else(|| panic!("{i}: {reported}"));
                    let line = location.strip_prefix(concat!("internal error at ", file!(), ":"));
                    let line: Option<u32> = line.and_then(|line| line.parse().ok());
                    assert!(line.is_some_and(|line| line > 80), "{i}: {reported}");
                    assert_eq!(rest, format!("{words}; please report it\n"), "{i}");
                    continue;
                }
            };
            assert_eq!(reported, expected, "{i}");
        }
    }

    #[test]
    fn long_messages_are_cut() {
        let shown = OneLine(&"x".repeat(LONGEST)).to_string();
        assert_eq!(shown, "x".repeat(LONGEST));
        let shown = OneLine(&"\u{9b}".repeat(LONGEST + 1)).to_string();
        assert_eq!(shown, "\\u{9b}".repeat(LONGEST) + "...");
    }
}
