//! Tests that need something that a machine may not have. They are skipped with a message, and fail if `CI` is `true`.

use super::{Folder, command, shell};
use std::io::Write;
use std::panic::Location;
use std::thread;

/// Reports that the calling test, or the rest of it, is skipped. `eprintln!` is not used, because the test runner hides its
/// output if the test passes.
#[track_caller]
pub(crate) fn skipped(needs: &str) {
    let thread = thread::current();
    // libtest names threads after tests. With one thread it runs them on the main thread.
    let test = match thread.name() {
        Some(name) if name != "main" => name.to_owned(),
        _ => Location::caller().to_string(),
    };
    let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(!is_ci, "{test} needs {needs}, which CI must have");
    let text = format!("\n{test} skipped: needs {needs}\n");
    // A message that can't be written is lost.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Whether a program that the test needs is installed.
#[track_caller]
pub(crate) fn has(tool: &str) -> bool {
    let version = match tool {
        "go" => "version",
        "fpc" => "-iV",
        _ => "--version",
    };
    let version = command(tool).arg(version).output();
    let is_there = version.is_ok_and(|output| output.status.success());
    if !is_there {
        skipped(tool);
    }
    is_there
}

/// Whether strace is installed and may trace.
#[track_caller]
pub(crate) fn may_trace() -> bool {
    let may = has("strace");
    if may && shell("strace -o /dev/null true", Folder::new().path()).code != Some(0) {
        skipped("permission to trace");
        return false;
    }
    may
}

/// Whether this process may mount file systems in a new namespace.
#[track_caller]
pub(crate) fn may_mount() -> bool {
    let script = "unshare -m sh -c 'mount -t tmpfs -o size=64k none .'";
    let may = shell(script, Folder::new().path()).code == Some(0);
    if !may {
        skipped("root that may mount");
    }
    may
}

/// The words that run a command as another user, who is not root; `None` if this process is not root.
#[track_caller]
pub(crate) fn as_another_user() -> Option<&'static str> {
    const WORDS: &str = "setpriv --reuid 65534 --regid 65534 --clear-groups";
    let may = shell(&format!("{WORDS} true"), Folder::new().path()).code == Some(0);
    if !may {
        skipped("root and setpriv");
    }
    may.then_some(WORDS)
}
