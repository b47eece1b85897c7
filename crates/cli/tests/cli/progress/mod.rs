//! The progress line appears on a terminal, only in long runs, and is removed at the end. This file tests `--stats`, too.
//!
//! Standard error is a pseudoterminal. The runs are long because their input stays open.

use crate::support::*;
use crate::terminal::*;
use rustix::process::{Pid, Signal, kill_process};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

fn command(args: &[&str]) -> Command {
    let mut command = wythoff(args);
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    command.stdout(Stdio::null());
    command
}

/// Starts `command` with a terminal as standard error. Its standard input is `pairs`, and stays open until
/// the child is dropped.
fn started(mut command: Command, pairs: &str) -> (Child, Screen) {
    let (terminal, screen) = terminal();
    command.stdin(Stdio::piped()).stderr(terminal);
    (with_input(&mut command, pairs), screen)
}

fn with_input(command: &mut Command, pairs: &str) -> Child {
    let mut child = command.spawn().expect("the child starts");
    let stdin = child.stdin.as_mut().expect("a pipe");
    stdin.write_all(pairs.as_bytes()).expect("the child reads");
    child
}

/// Interrupts the child, and checks that the signal ends it.
fn interrupt(child: &mut Child) {
    // `wait` would close the input, and the run might end before the signal arrives.
    let _open = child.stdin.take();
    kill_process(Pid::from_child(child), Signal::INT).expect("it runs");
    let status = child.wait().expect("a status");
    assert_eq!(status.signal(), Some(Signal::INT.as_raw()));
}

/// The runs that show no line start before the run whose line is awaited, so they have had enough time to show one.
#[test]
fn a_long_run_shows_a_line_on_a_terminal() {
    let mut dumb = command(&["solve"]);
    dumb.env("TERM", "dumb");
    let silent = [
        command(&["solve", "-q"]),
        command(&["solve", "--progress", "never"]),
        dumb,
    ];
    let silent = silent.map(|command| started(command, "1 2\n"));
    let mut to_a_pipe = command(&["solve"]);
    to_a_pipe.stdin(Stdio::piped()).stderr(Stdio::piped());
    let to_a_pipe = with_input(&mut to_a_pipe, "1 2\n");

    let (mut child, screen) = started(command(&["solve"]), &"1 2\n3 4\n".repeat(2000));
    screen.until("iB/s");
    // The end of the input ends the run.
    assert!(child.wait().expect("a status").success());
    screen.until_closed();
    let text = screen.text();
    for what in ["KiB, ", "iB/s"] {
        assert!(text.contains(what), "no {what:?} in {text:?}");
    }
    assert!(!text.contains("left"), "of a pipe nobody knows: {text:?}");
    assert_eq!(screen.lines(), [""], "{text:?}");
    let colour = text.split("\x1b[").skip(1).any(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';')
            .starts_with('m')
    });
    assert!(!colour, "{text:?}");

    for (mut child, screen) in silent {
        assert!(child.wait().expect("a status").success());
        screen.until_closed();
        assert_eq!(screen.text(), "");
    }
    let output = to_a_pipe.wait_with_output().expect("an end");
    assert!(output.status.success() && output.stderr.is_empty());
    // A run that ends quickly.
    let (mut child, screen) = started(command(&["solve"]), "1 2\n");
    thread::sleep(Duration::from_millis(100));
    assert!(child.wait().expect("a status").success());
    screen.until_closed();
    assert_eq!(screen.text(), "");
}

#[test]
fn always() {
    // Without a terminal: plain lines, the first one after a second.
    let start = Instant::now();
    let run = run(
        &mut command(&["solve", "--progress", "always"]),
        Feed::Pipe(b"1 2\n"),
    )
    .expect(0);
    assert_eq!(run.text(), "0\n");
    // The last line stays even after a short run.
    let last = run.stderr.lines().last().expect("a line");
    assert!(
        last.starts_with("wythoff: 4 B, ") && last.contains("/s, in "),
        "{last:?}"
    );
    let is_only = run.stderr.lines().count() == 1 || start.elapsed() > Duration::from_secs(1);
    assert!(is_only && !run.stderr.contains(['\r', '\x1b']), "{run:?}");
    let folder = Folder::new();
    folder.file("in", "1 2\n3 4\n");
    folder.file("out", "0\n1\n");
    for (args, last) in [
        ("solve in -o answers", "8 B of 8 B, "),
        ("moves in -o answers", "8 B of 8 B, "),
        ("nim 3 4 5", "6 B, "),
        ("check in out", "8 B of 8 B, "),
        ("gen --pairs 1000 -o made", " 1,000 of 1,000 pairs, "),
        ("gen --bytes 10K -o made", "10.00 KiB, "),
        ("gen --dir made.d --cases 3 --pairs 9", "/s (100%), in "),
        ("cold --list 10", " 10 of 10 pairs, "),
        ("grundy --max 10", " 121 of 121 pairs, "),
        ("bench --size 64K --backend scalar --runs 2", " (100%), in "),
        ("solve missing", ""),
    ] {
        let run = shell(&format!("\"$W\" {args} --progress always"), folder.path());
        let shown = run.stderr.lines().last().expect("a line");
        assert!(
            shown.contains(last) && shown.starts_with("wythoff: "),
            "{run:?}"
        );
        let run = shell(&format!("\"$W\" {args} -q"), folder.path());
        assert!(run.stderr.is_empty() || run.code == Some(2), "{run:?}");
    }
}

/// The line is gone before answers or errors are printed.
#[test]
fn the_line_is_gone_before_other_output() {
    let (terminal, counted) = terminal();
    let mut count = command(&["solve", "--count"]);
    count.stdout(terminal.try_clone().expect("one more"));
    count.stdin(Stdio::piped()).stderr(terminal);
    let mut counting = with_input(&mut count, "1 2\n3 4\n");
    drop(count);
    let (mut failing, failed) = started(command(&["solve"]), "1 2\n");
    counted.until(" B/s");
    failed.until(" B/s");

    counting.wait().expect("a status");
    counted.until_closed();
    let text = counted.text();
    let (before, counts) = text.split_once("hot ").expect("counts");
    assert_eq!(lines(before), [""], "{text:?}");
    assert!(
        counts.contains("\r\ncold ") && !counts.contains('\x1b'),
        "{text:?}"
    );

    let stdin = failing.stdin.as_mut().expect("a pipe");
    stdin.write_all(b"x\n").expect("the child reads");
    assert_eq!(failing.wait().expect("a status").code(), Some(2));
    failed.until_closed();
    let text = failed.text();
    let (before, message) = text
        .split_once("\x1b[1m\x1b[31mwythoff:\x1b[0m <stdin>:2:1: ")
        .expect("the error");
    assert!(message.contains("found `x`"), "{text:?}");
    assert_eq!(lines(before), [""], "{text:?}");
}

#[test]
fn a_signal_leaves_a_clean_line() {
    let folder = Folder::new();
    for output in [&[][..], &["-o", "out"]] {
        // The line appears at once.
        let mut wythoff = command(&["solve", "--progress", "always"]);
        wythoff.args(output).current_dir(folder.path());
        let (mut child, screen) = started(wythoff, "1 2\n");
        screen.until(" B/s");
        interrupt(&mut child);
        screen.until_closed();
        assert_eq!(screen.lines(), [""], "{:?}", screen.text());
        assert_eq!(folder.names(), [""; 0]);
    }
}

/// A slow program that is right with `--rule normal`, and wrong with other rules.
fn tested(seconds: &str, rule: &str) -> [String; 3] {
    let wythoff = env!("CARGO_BIN_EXE_wythoff");
    let script = format!("sleep {seconds}; exec {wythoff} solve -q --rule {rule}");
    ["sh".to_owned(), "-c".to_owned(), script]
}

/// The progress line is below the lines of the batches, and hides none of them.
#[test]
#[ignore = "slow"]
fn long_batches_show_a_line() {
    let (terminal, screen) = terminal();
    let mut stress = command(&["stress", "-v", "-j", "1", "--batches", "4", "--"]);
    stress
        .args(tested("0.4", "normal"))
        .stderr(terminal.try_clone().expect("one more"));
    let mut child = stress.stdout(terminal).spawn().expect("the child starts");
    drop(stress);
    assert_eq!(child.wait().expect("a status").code(), Some(0));
    screen.until_closed();
    let text = screen.text();
    for what in [
        "batch 1: 10000 of ",
        "batch 3: ",
        " cases, ",
        "/s (",
        "s left ",
        "=>",
    ] {
        assert!(text.contains(what), "no {what:?} in {text:?}");
    }
    let lines = screen.lines();
    assert_eq!(lines.len(), 6, "{lines:?}");
    for (number, line) in lines[..4].iter().enumerate() {
        assert!(line.starts_with(&format!("batch {number} ")), "{lines:?}");
        assert!(
            line.contains(" cases AC ") && line.ends_with(" s"),
            "{lines:?}"
        );
    }
    assert!(lines[4].starts_with("AC: "), "{lines:?}");
    assert_eq!(lines[5], "");
}

#[test]
#[ignore = "slow"]
fn a_failure_that_is_shrunk() {
    let folder = Folder::new();
    let (terminal, screen) = terminal();
    let mut stress = command(&["stress", "-j", "1", "-t", "20"]);
    stress.args(["--progress", "always", "--"]);
    stress.args(tested("0.2", "r=2")).current_dir(folder.path());
    stress.stdout(Stdio::piped()).stderr(terminal);
    let child = stress.spawn().expect("the child starts");
    drop(stress);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(1));
    screen.until_closed();
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(found.contains("The smallest failing input"), "{found}");
    assert!(!found.contains("shrinking"), "{found}");
    let text = screen.text();
    for what in [
        "shrinking: ",
        " cases left, ",
        "1 case left, ",
        " s at most",
    ] {
        assert!(text.contains(what), "no {what:?} in {text:?}");
    }
    let lines = screen.lines();
    let is_last = |line: &str| line.starts_with("wythoff: shrinking: ") && line.contains(", in ");
    assert!(is_last(&lines[0]) && lines.len() == 2, "{lines:?}");
}

/// Arguments of `solve --stats` in a shell, and lines that it prints.
const STATS: &str = "
good - good.gz < good | pairs         9
good - good.gz < good | bytes         36
good - good.gz < good | input         read,gzip
--range 1..5 good | range         1,5
--range 1..5 good | pairs         1
--range 5..1000 good | range         5,12
--range 4.. good | pairs         2
--part 2/3 good | range         4,8
--part 2/3 good | pairs         1
";

/// `--stats` prints the numbers of the run. A word after `--stats` is a file.
#[test]
fn stats() {
    let folder = Folder::new();
    folder.file("in", "1 2\n3 4\nx\n8 13\n");
    let script = "$W solve --invalid mark -q --threads 1 --backend scalar --stats=json in";
    let json = shell(script, folder.path()).expect(1);
    assert_eq!(json.text(), "0\n1\n?\n0\n");
    let stats: serde_json::Value = serde_json::from_str(&json.stderr).expect("JSON alone");
    let expected = serde_json::json!({
        "pairs": 3, "hot": 1, "cold": 2, "invalid": 1, "bytes": 15, "threads": 1, "backend": "scalar", "input": ["read"],
        "seconds": stats["seconds"], "gb_per_s": stats["gb_per_s"], "pairs_per_s": stats["pairs_per_s"],
    });
    assert_eq!(stats, expected);
    assert!(stats["seconds"].as_f64() > Some(0.0), "{stats}");

    folder.file("good", "1 2\n3 5\n4 7\n");
    shell("gzip -c good > good.gz", folder.path()).expect(0);
    for [args, line] in rows(STATS) {
        let run = shell(&format!("$W solve --stats {args}"), folder.path()).expect(0);
        assert!(
            run.stderr.lines().any(|found| found == line),
            "{args}: {}",
            run.stderr
        );
        let has_range = args.starts_with("--");
        assert_eq!(
            run.stderr.contains("range"),
            has_range,
            "{args}: {}",
            run.stderr
        );
    }
    shell("$W solve --stats=good good", folder.path()).expect(2);
}
