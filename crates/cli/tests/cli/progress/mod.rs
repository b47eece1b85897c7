//! The progress line appears on a terminal, only in long runs, and is removed at the end. This file tests `--stats`, too.
//!
//! Standard error is a pseudoterminal. The runs are long because their input stays open.

use crate::support::*;
use crate::terminal::*;
use rustix::process::{Pid, Signal, kill_process};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};

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
    let (mut child, screen) = started(command(&["solve"]), &"1 2\n3 4\n".repeat(2000));
    screen.until("iB/s");
    // The end of the input ends the run.
    assert!(child.wait().expect("a status").success());
    screen.until_closed();
    let text = screen.text();
    assert!(text.contains("KiB, ") && !text.contains("left"), "{text:?}");
    assert_eq!(screen.lines(), [""], "{text:?}");
    // A run that ends quickly shows nothing, either.
    for (mut child, screen) in silent
        .into_iter()
        .chain([started(command(&["solve"]), "1 2\n")])
    {
        assert!(child.wait().expect("a status").success());
        screen.until_closed();
        assert_eq!(screen.text(), "");
    }
}

#[test]
fn always() {
    // Without a terminal: plain lines. The last one stays even after a short run.
    let mut solve = command(&["solve", "--progress", "always"]);
    let run = run(&mut solve, Feed::Pipe(b"1 2\n")).expect(0);
    assert_eq!(run.text(), "0\n");
    let shown = &run.stderr;
    assert!(
        shown.starts_with("wythoff: 4 B, ") && shown.contains("/s, in "),
        "{shown:?}"
    );
    assert!(!shown.contains(['\r', '\x1b']), "{shown:?}");
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

/// The progress line is below the lines of the batches, and hides none of them. The search for a smaller input shows one, too.
#[test]
#[ignore = "slow"]
fn stress_shows_a_line() {
    let stress = |args: &[&str], seconds: &str, rule: &str| {
        let (folder, (terminal, screen)) = (Folder::new(), terminal());
        let mut stress = command(&["stress", "-j", "1"]);
        let script = format!("sleep {seconds}; exec $0 solve -q --rule {rule}");
        stress.args(args).args(["--", "sh", "-c", &script]);
        stress
            .arg(env!("CARGO_BIN_EXE_wythoff"))
            .current_dir(folder.path());
        stress
            .stdout(terminal.try_clone().expect("one more"))
            .stderr(terminal);
        let status = stress.status().expect("the child runs");
        drop(stress);
        screen.until_closed();
        (status.code(), screen)
    };
    let (code, screen) = stress(&["-v", "--batches", "4"], "0.4", "normal");
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
    assert_eq!((code, lines.len()), (Some(0), 6), "{lines:?}");
    for (number, line) in lines[..4].iter().enumerate() {
        assert!(line.starts_with(&format!("batch {number} ")), "{lines:?}");
        assert!(
            line.contains(" cases AC ") && line.ends_with(" s"),
            "{lines:?}"
        );
    }
    assert!(
        lines[4].starts_with("AC: ") && lines[5].is_empty(),
        "{lines:?}"
    );
    let (code, screen) = stress(&["-t", "20"], "0.2", "r=2");
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
    let is_left = lines.iter().any(|line| line.contains("shrinking"));
    assert!(code == Some(1) && !is_left, "{lines:?}");
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
        let stats = &run.stderr;
        assert!(stats.lines().any(|found| found == line), "{args}: {stats}");
        let has_range = args.starts_with("--");
        assert_eq!(stats.contains("range"), has_range, "{args}: {stats}");
    }
    shell("$W solve --stats=good good", folder.path()).expect(2);
}
