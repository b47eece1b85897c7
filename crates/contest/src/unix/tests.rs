//! What only Unix has: shells, signals, helpers. `run::tests` tests what all systems have.

use crate::children::Children;
use crate::limits::{End, RunResult, Stream};
use crate::run::KEPT;
use crate::run::tests::{ROLE, Tested, await_held, tested, words};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

fn script(seconds: f64, script: &str) -> Tested {
    let mut program = tested(seconds, &[]);
    program.0.command = ["sh", "-c", script].map(OsString::from).to_vec();
    program
}

fn run_script(seconds: f64, text: &str) -> RunResult {
    script(seconds, text).0.run(b"1 2\n").unwrap()
}

fn printed(program: &Tested) -> String {
    String::from_utf8(program.0.run(b"").unwrap().stdout).unwrap()
}

fn is_alive(process: &str) -> bool {
    // A zombie has ended.
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.trim()));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

/// A program gets the variables that toolchains need, the requested variables, and the variables of judges.
#[test]
fn the_environment_of_a_judge() {
    let names = |env: Option<&str>| {
        let mut program = script(20.0, "env");
        let children = Arc::get_mut(&mut program.0.children).unwrap();
        children.env = env.map(|name| vec![name.into()]);
        let printed = printed(&program);
        let names = printed.lines().filter_map(|line| line.split_once('='));
        names.map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
    };
    // cargo sets this variable for tests.
    let has = |names: &[String], name: &str| names.iter().any(|other| other == name);
    assert!(has(&names(None), "CARGO_PKG_NAME"));
    let judged = names(Some("CARGO_PKG_VERSION"));
    assert!(!has(&judged, "CARGO_PKG_NAME") && !has(&judged, ROLE));
    for name in "PATH LANG TMPDIR ONLINE_JUDGE CARGO_PKG_VERSION".split(' ') {
        assert!(has(&judged, name), "{name}: {judged:?}");
    }
}

#[test]
fn the_limit_of_the_stack() {
    let stack = |stack: Option<u64>| {
        let mut program = script(20.0, "ulimit -s");
        program.0.limits.stack = stack;
        printed(&program)
    };
    // More than a hard limit allows is cut.
    assert_eq!(stack(Some(3 << 20)), "3072\n");
    assert_ne!(stack(None), "3072\n");
    assert_ne!(stack(Some(1 << 60)), stack(Some(3 << 20)));
}

#[test]
fn signals_and_large_files() {
    assert_eq!(run_script(20.0, "kill -SEGV $$").end, End::Signal(11));
    // First as many bytes as are kept of an output that is too long.
    let mebibyte = format!("head -c {KEPT} /dev/zero; ");
    for (script, stream) in [("yes >&2", Stream::Stderr), ("yes > file", Stream::File)] {
        let ran = run_script(50.0, &(mebibyte.clone() + script));
        assert_eq!(ran.end, End::OutputLimit(stream), "{script}");
    }
}

/// The CPU time of all processes counts, whether they run or have ended, whoever is their parent.
#[cfg(target_os = "linux")]
#[test]
fn the_time_limit_is_cpu_time() {
    let burn = "i=0; while test $i -lt 400000; do i=$((i + 1)); done";
    for script in [
        "while :; do :; done",
        "(while :; do :; done) & sleep 99",
        "setsid sh -c 'while :; do :; done' & sleep 99",
        &format!("while :; do ({burn}); done"),
        &format!("while :; do setsid sh -c '{burn}' & wait; done"),
        // Processes that nobody waits for, and of which each uses less than the kernel shows while it runs.
        "i=0; while test $i -lt 200; do
             (j=0; while test $j -lt 5000; do j=$((j + 1)); done &); i=$((i + 1))
         done; sleep 5",
    ] {
        let ran = run_script(0.3, script);
        assert_eq!(ran.end, End::TimeLimit, "{script}");
        assert!(ran.cpu >= Duration::from_millis(290), "{script}: {ran:?}");
        assert!(ran.time < Duration::from_secs(60), "{script}: {ran:?}");
    }
    let ran = run_script(0.3, "sleep 0.6");
    assert_eq!(ran.end, End::Exit(0));
    assert!(ran.cpu < Duration::from_millis(100) && ran.time >= Duration::from_millis(600));
    // The program ends by itself, but its CPU time is over the limit; its time on the clock is far from the limit.
    let ran = run_script(0.05, &format!("({burn}) & ({burn}) & wait"));
    assert_eq!(ran.end, End::TimeLimit);
}

/// The peak memory counts even if no check saw it. It is the program's memory, not the helper's.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_run() {
    for (megabytes, end) in [(1, End::Exit(0)), (400, End::MemoryLimit)] {
        let script = format!("head -c {megabytes}m /dev/zero | tail -c {megabytes}m > /dev/null");
        assert_eq!(run_script(20.0, &script).end, end, "{megabytes}");
    }
    let memory = run_script(20.0, "sleep 0.1").memory;
    assert!((1 << 16..1 << 26).contains(&memory), "{memory}");
}

/// The time on the clock is limited even if the helper does nothing.
#[test]
#[ignore = "slow"]
fn helpers_that_fail() {
    let nowhere = || Ok(Command::new("/nowhere/at/all"));
    let silent = || {
        let mut command = Command::new("sleep");
        command.arg("1000");
        Ok(command)
    };
    for (helper, says) in [
        (
            nowhere as fn() -> _,
            "starting a process for programs under test: No such file or directory",
        ),
        (silent, "sh: the process that starts it does not answer"),
    ] {
        let mut tested = script(1.0, "true");
        tested.0.limits.clock = Duration::ZERO;
        tested.0.children = Arc::new(Children::new(helper));
        assert_eq!(tested.0.run(b"").unwrap_err().to_string(), says);
    }
}

/// Processes of the program are killed whether they are in its group or left it. A program that another helper runs continues.
#[cfg(target_os = "linux")]
#[test]
fn what_is_left_after_a_run_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("held");
    let tested = script(
        100.0,
        "setsid sh -c 'echo $$; sleep 1000 & echo $!; setsid sleep 1000 & echo $!; wait' &
         sleep 1000 & echo $!; sleep 0.2; setsid sleep 1000 & echo $!",
    );
    let mut other = tested.0.clone();
    other.command = words(&["hold", path.to_str().unwrap()]);
    thread::scope(|scope| {
        let run = scope.spawn(|| other.run(b""));
        await_held(&path);
        let printed = printed(&tested);
        assert_eq!(printed.lines().count(), 5, "{printed}");
        assert!(!printed.lines().any(is_alive));
        await_held(&path);
        tested.0.children.stop().unwrap();
        assert!(run.join().unwrap().is_err());
    });
}

/// The user's own file of that name, to which the folder of a run has a link, is not changed.
#[test]
fn a_run_on_named_files() {
    let own = fs::read("Cargo.toml").unwrap();
    let mut tested = script(
        100.0,
        "cat Cargo.toml; cat Cargo.toml > out; echo more >> Cargo.toml",
    );
    tested.0.named_files = Some(["Cargo.toml", "out"].map(str::to_owned));
    for input in ["1 2\n", "3 4\n"] {
        let ran = tested.0.run(input.as_bytes()).unwrap();
        assert_eq!(ran.stdout, input.as_bytes());
    }
    tested.0.command[2] = "cat out".into();
    let ran = tested.0.run(b"1 2\n").unwrap();
    assert_eq!((ran.end, ran.stdout), (End::Exit(1), Vec::new()));
    assert_eq!(fs::read("Cargo.toml").unwrap(), own);
}

#[test]
fn the_cpu_time_of_a_process_of_any_name() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join(OsStr::from_bytes(b"a) S 1 (b\xff"));
    std::os::unix::fs::symlink("/bin/sh", &name).unwrap();
    let mut command = Command::new(name);
    let mut child = command.args(["-c", "while :; do :; done"]).spawn().unwrap();
    let process = rustix::process::Pid::from_child(&child);
    let start = Instant::now();
    while super::descendants::cpu_time(process) < Duration::from_millis(50) {
        assert!(start.elapsed() < Duration::from_secs(60));
    }
    assert!(super::descendants::is_runnable(process));
    assert!(super::descendants::cpu_time(process) <= start.elapsed() + Duration::from_millis(20));
    child.kill().unwrap();
    child.wait().unwrap();
}
