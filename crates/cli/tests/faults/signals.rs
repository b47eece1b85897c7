//! Signals, and kill -9.

use crate::running::*;
use crate::support::*;
use rustix::process::Signal;
use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt as _;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

/// Starts the program without /proc (this needs root). Without /proc an unnamed file can't get a name, so the temporary file
/// has a name from the start.
const WITHOUT_PROC: &str = "mount -t tmpfs none /proc && exec \"$W\"";

/// Whether the temporary file has a name.
#[derive(Clone, Copy, PartialEq)]
enum Temporary {
    Unnamed,
    Named,
}

/// Starts `wythoff solve -o out` with a part of the input in a pipe that stays open. Returns when the program sleeps.
fn waiting(
    folder: &Folder,
    threads: &str,
    temporary: Temporary,
    text: &[u8],
) -> (Running, impl Write) {
    let mut command = if temporary == Temporary::Named {
        let mut command = command("unshare");
        let script = format!("{WITHOUT_PROC} \"$@\"");
        command.args(["-m", "sh", "-c", &script, "sh", "solve"]);
        command.env("W", env!("CARGO_BIN_EXE_wythoff"));
        command
    } else {
        wythoff(&["solve"])
    };
    command.args(["--threads", threads, "-o", "out"]);
    command.current_dir(folder.path()).stdin(Stdio::piped());
    let mut running = Running::start(&mut command);
    let mut stdin = running.child.stdin.take().expect("a pipe");
    stdin.write_all(text).expect("it reads");
    running.until_asleep();
    (running, stdin)
}

fn signals_leave_nothing(temporary: Temporary) {
    let folder = Folder::new();
    let (text, _) = large();
    for old in [None, Some("old\n")] {
        if let Some(old) = old {
            folder.file("out", old);
        }
        let names = folder.names();
        for threads in ["1", "2"] {
            for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::XCPU] {
                let (running, stdin) = waiting(&folder, threads, temporary, text);
                let named = usize::from(temporary == Temporary::Named);
                assert_eq!(folder.names().len(), names.len() + named);
                running.signal(signal);
                let run = running.end();
                drop(stdin);
                assert_eq!(run.status.signal(), Some(signal.as_raw()), "{run:?}");
                assert_eq!(folder.names(), names, "{signal:?}");
                let now = fs::read_to_string(folder.path().join("out")).ok();
                assert_eq!(now.as_deref(), old, "{signal:?}");
            }
        }
    }
}

#[test]
fn signals_leave_nothing_behind() {
    signals_leave_nothing(Temporary::Unnamed);
}

#[test]
fn signals_leave_nothing_behind_of_a_named_temporary() {
    if may_mount() {
        signals_leave_nothing(Temporary::Named);
    }
}

/// A signal that is ignored stays ignored, as under `nohup` and for background jobs of a script.
#[test]
fn a_signal_that_is_ignored() {
    let folder = Folder::new();
    let mut scripts = vec!["trap '' HUP; exec \"$W\" solve -o out".to_owned()];
    if may_mount() {
        scripts.push(format!(
            "trap '' HUP; exec unshare -m sh -c '{WITHOUT_PROC} solve -o out'"
        ));
    }
    for script in scripts {
        let mut command = command("sh");
        command.args(["-c", &script]).current_dir(folder.path());
        command.env("W", env!("CARGO_BIN_EXE_wythoff"));
        let mut running = Running::start(command.stdin(Stdio::piped()));
        let mut stdin = running.child.stdin.take().expect("a pipe");
        stdin.write_all(b"1 2\n").expect("it reads");
        // Waits until the shell has become the program, and the program sleeps.
        while !fs::read_to_string(format!("/proc/{}/comm", running.child.id()))
            .is_ok_and(|name| name == "wythoff\n")
        {
            assert!(Instant::now() < running.deadline);
        }
        running.until_asleep();
        running.signal(Signal::HUP);
        running.until_asleep();
        drop(stdin);
        let run = running.end();
        assert_eq!(run.code, Some(0), "{script}: {run:?}");
        assert_eq!(
            fs::read(folder.path().join("out")).expect("the output"),
            b"0\n"
        );
        assert_eq!(folder.names(), ["out"]);
    }
}

/// A signal ends `gen --dir` at once, even if it has replaced some files of an older set.
#[test]
fn a_signal_while_a_set_is_replaced() {
    let folder = Folder::new();
    let names = ["t-01.in", "t-01.out", "t-02.in", "t-02.out"];
    for name in names {
        folder.file(name, "old\n");
    }
    let mut command = wythoff(&["gen", "--name", "t", "--cases", "2", "--dir", "."]);
    command.args(["--pairs", "4000000", "--seed", "1"]);
    let running = Running::start(command.current_dir(folder.path()).stdin(Stdio::null()));
    let read = |name| fs::read(folder.path().join(name)).expect("it exists");
    while read("t-01.in").len() < 5 {
        assert!(Instant::now() < running.deadline, "no file is replaced");
        thread::sleep(Duration::from_millis(1));
    }
    running.signal(Signal::INT);
    let run = running.end();
    assert_eq!(run.status.signal(), Some(Signal::INT.as_raw()), "{run:?}");
    assert_eq!(folder.names(), names);
    for name in &names[2..] {
        assert_eq!(read(name), b"old\n", "{name}");
    }
}

/// After kill -9 at any time, the file is the old one or the complete new one. A temporary file has a different name.
#[test]
#[ignore = "slow"]
fn a_kill_at_any_time() {
    let folder = Folder::new();
    let (text, answers) = large();
    let path = folder.file("in", text);
    let out = folder.path().join("out");
    let mut numbers = SplitMix(8);
    let (mut old, mut new) = (0, 0);
    for i in 0..80 {
        folder.file("out", "old\n");
        let threads = ["1", "2"][i % 2];
        let mut command = wythoff(&["solve", "--backend", "scalar", "--threads", threads, "-o"]);
        let mut running = Running::start(command.arg(&out).arg(&path).stdin(Stdio::null()));
        thread::sleep(Duration::from_micros(numbers.below(50_000)));
        if running.child.try_wait().expect("a status").is_none() {
            running.signal(Signal::KILL);
        }
        let run = running.end();
        assert!(
            run.code == Some(0) || run.status.signal() == Some(9),
            "{run:?}"
        );
        match fs::read(&out).expect("the output") {
            now if now == b"old\n" => {
                old += 1;
                assert_ne!(run.code, Some(0));
            }
            now => {
                new += 1;
                assert_same(&now, answers, "the new file");
            }
        }
        for name in folder.names() {
            let temporary = name.starts_with(".wythoff-") && name.ends_with(".partial");
            assert!(temporary || name == "in" || name == "out", "{name}");
            if temporary {
                fs::remove_file(folder.path().join(name)).expect("remove");
            }
        }
    }
    println!("{old} times the old file, {new} times the new one");
}

/// The input that `bench` makes has no name, so not even `kill -9` leaves it behind. Other signals leave no folder, either.
#[test]
fn a_signal_leaves_no_input_of_bench() {
    for (signal, folders) in [(Signal::KILL, 1), (Signal::INT, 0)] {
        let folder = Folder::new();
        let mut command = wythoff(&["bench", "--size", "200M"]);
        let running = Running::start(command.env("TMPDIR", folder.path()));
        until("a folder", || !folder.names().is_empty());
        // The program is now writing the input.
        thread::sleep(Duration::from_millis(200));
        running.signal(signal);
        assert_eq!(running.end().status.signal(), Some(signal.as_raw()));
        assert_eq!(folder.names().len(), folders, "{signal:?}");
        for name in folder.names() {
            let left = fs::read_dir(folder.path().join(name)).expect("a folder");
            assert_eq!(left.count(), 0, "{signal:?}");
        }
    }
}
