//! The progress line appears on a terminal, only in long runs, and is removed at the end. This file also tests `--stats`.
//!
//! Standard error is a pseudoterminal. The runs are long because the pairs come slowly.

use crate::support::*;
use crate::terminal::*;
use rustix::process::{Pid, Signal, kill_process};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Arguments and a terminal with which no line is drawn.
const SILENCED: [(&[&str], &str); 3] = [
    (&["-q"], "xterm"),
    (&["--progress", "never"], "xterm"),
    (&[], "dumb"),
];

/// More than the half second after which the line is drawn.
const SLOW: Duration = Duration::from_millis(1200);

fn command(args: &[&str]) -> Command {
    let mut command = wythoff(args);
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    command
}

/// The streams of a child that are the terminal.
#[derive(Clone, Copy, PartialEq)]
enum OnTerminal {
    StderrOnly,
    BothStreams,
}

/// Runs `command` with a terminal as standard error, or also as standard output. Its input is pairs that arrive during
/// `time`.
fn slowly(mut command: Command, time: Duration, on_terminal: OnTerminal) -> (ExitStatus, Screen) {
    let (terminal, screen) = terminal();
    if on_terminal == OnTerminal::BothStreams {
        command.stdout(terminal.try_clone().expect("one more"));
    } else {
        command.stdout(Stdio::null());
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stderr(terminal)
        .spawn()
        .expect("the child starts");
    drop(command);
    let mut stdin = child.stdin.take().expect("a pipe");
    let start = Instant::now();
    while start.elapsed() < time {
        let _ = stdin.write_all(&b"1 2\n3 4\n".repeat(2000));
        thread::sleep(Duration::from_millis(10));
    }
    drop(stdin);
    let status = child.wait().expect("a status");
    // The last bytes of the terminal may not have been read yet.
    thread::sleep(Duration::from_millis(100));
    (status, screen)
}

#[test]
fn a_long_run_shows_a_line_on_a_terminal() {
    let (status, screen) = slowly(command(&["solve"]), SLOW, OnTerminal::StderrOnly);
    assert!(status.success());
    let text = screen.text();
    for what in ["KiB", "iB/s, ", " pairs"] {
        assert!(text.contains(what), "no {what:?} in {text:?}");
    }
    assert!(!text.contains("left"), "of a pipe nobody knows: {text:?}");
    assert_eq!(screen.last_line(), "", "{text:?}");
    let colour = text.split("\x1b[").skip(1).any(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';')
            .starts_with('m')
    });
    assert!(!colour, "{text:?}");
}

#[test]
#[ignore = "slow"]
fn no_line_where_none_is_wanted() {
    let quick = Duration::from_millis(1);
    let nothing = |command: Command, time: Duration, what: &str| {
        let (status, screen) = slowly(command, time, OnTerminal::StderrOnly);
        assert!(status.success(), "{what}");
        assert_eq!(screen.text(), "", "{what}");
    };
    nothing(command(&["solve"]), quick, "quick work");
    nothing(command(&["solve", "-q"]), SLOW, "-q");
    nothing(command(&["solve", "--progress", "never"]), SLOW, "never");
    let mut dumb = command(&["solve"]);
    dumb.env("TERM", "dumb");
    nothing(dumb, SLOW, "TERM=dumb");
    // Into a pipe.
    let mut child = command(&["solve"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the child starts");
    thread::sleep(SLOW);
    drop(child.stdin.take());
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success());
    assert_eq!(output.stderr, b"");
}

#[test]
fn always() {
    // Without a terminal: plain lines.
    let run = run(
        &mut command(&["solve", "--progress", "always"]),
        Feed::Pipe(b"1 2\n"),
    )
    .expect(0);
    assert_eq!(run.text(), "0\n");
    // The last line stays, also after a short run.
    let last = run.stderr.lines().last().expect("a line");
    assert!(
        last.starts_with("wythoff: 4 B, ") && last.contains("/s, 1 pair, in "),
        "{last:?}"
    );
    assert!(!run.stderr.contains(['\r', '\x1b']), "{:?}", run.stderr);
    let folder = Folder::new();
    folder.file("in", "1 2\n3 4\n");
    folder.file("out", "0\n1\n");
    for (args, last) in [
        ("solve in -o answers", "8 B of 8 B (100%), "),
        ("moves in -o answers", "8 B of 8 B (100%), "),
        ("nim 3 4 5", "6 B, "),
        ("check in out", "8 B of 8 B (100%), "),
        (
            "gen --pairs 1000 -o made",
            " 1,000 of 1,000 pairs (100%), in ",
        ),
        ("gen --bytes 10K -o made", "10.00 KiB (100%), "),
        ("gen --dir made.d --cases 3 --pairs 9", " pairs (100%), in "),
        ("cold --list 10", " 10 of 10 pairs (100%), in "),
        ("grundy --max 10", " 121 of 121 pairs (100%), in "),
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
    let mut dumb = command(&["solve", "--progress", "always"]);
    dumb.env("TERM", "dumb");
    let (_, screen) = slowly(dumb, SLOW, OnTerminal::StderrOnly);
    let text = screen.text();
    assert!(
        text.contains(" pairs\r\n") && !text.contains('\x1b'),
        "{text:?}"
    );
}

/// The line is gone before answers or errors are printed.
#[test]
fn the_line_is_gone_before_other_output() {
    let (_, screen) = slowly(
        command(&["solve", "--count"]),
        SLOW,
        OnTerminal::BothStreams,
    );
    let text = screen.text();
    assert!(text.contains(" pairs"), "{text:?}");
    let (before, counts) = text.split_once("hot ").expect("counts");
    let shown = Screen::default();
    shown.0.lock().expect("a screen").extend(before.as_bytes());
    assert_eq!(shown.last_line(), "", "{text:?}");
    assert!(
        counts.contains("\r\ncold ") && !counts.contains('\x1b'),
        "{text:?}"
    );

    let (terminal, screen) = terminal();
    let mut child = command(&["solve"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(terminal)
        .spawn()
        .expect("the child starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"1 2\n").expect("the child reads");
    screen.until("1 pair");
    stdin.write_all(b"x\n").expect("the child reads");
    assert_eq!(child.wait().expect("a status").code(), Some(2));
    screen.until("found `x`");
    let line = screen.text();
    let (before, _) = line
        .split_once("\x1b[1m\x1b[31mwythoff:\x1b[0m <stdin>:2:1: ")
        .expect("the error");
    let shown = Screen::default();
    shown.0.lock().expect("a screen").extend(before.as_bytes());
    assert_eq!(shown.last_line(), "", "{line:?}");
}

#[test]
fn a_signal_leaves_a_clean_line() {
    for output in [false, true] {
        let folder = Folder::new();
        let (terminal, screen) = terminal();
        let out = folder.path().join("out");
        let mut wythoff = command(&["solve"]);
        if output {
            wythoff.arg("-o").arg(&out);
        }
        let mut child = wythoff
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(terminal)
            .spawn()
            .expect("the child starts");
        drop(wythoff);
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"1 2\n").expect("the child reads");
        screen.until("1 pair");
        kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
        let status = child.wait().expect("a status");
        assert_eq!(status.signal(), Some(Signal::INT.as_raw()));
        thread::sleep(Duration::from_millis(100));
        assert_eq!(screen.last_line(), "", "{:?}", screen.text());
        assert!(!out.exists());
    }
}

/// All other long commands, and how to silence them.
#[test]
#[ignore = "slow"]
fn other_subcommands() {
    for (args, shown) in [
        (
            "gen --pairs 1000000000000 -o /dev/null",
            " of 1,000,000,000,000 pairs, ",
        ),
        ("gen --bytes 1000G -o /dev/null", " of 1000.00 GiB, "),
        // The records are counted before the first one is written.
        (
            "gen --as uva11249 --bytes 1000G -o /dev/null",
            "counting first, ",
        ),
        (
            "cold --list 1000000000000 -o /dev/null",
            " of 1,000,000,000,000 pairs, ",
        ),
        ("grundy --max 21000 -o /dev/null", " of 220,531,501 pairs, "),
    ] {
        let started = |more: &[&str], term: &str| {
            let (terminal, screen) = terminal();
            let args: Vec<_> = args.split(' ').collect();
            let mut wythoff = command(&args);
            wythoff.args(more);
            wythoff.env("TERM", term).stderr(terminal);
            let child = wythoff.spawn().expect("the child starts");
            (child, screen)
        };
        let (mut child, screen) = started(&[], "xterm");
        screen.until(shown);
        kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
        let status = child.wait().expect("a status");
        assert_eq!(status.signal(), Some(Signal::INT.as_raw()));
        thread::sleep(Duration::from_millis(100));
        assert_eq!(screen.last_line(), "", "{:?}", screen.text());
        for (more, term) in SILENCED {
            let (mut child, screen) = started(more, term);
            thread::sleep(SLOW);
            child.kill().expect("it runs");
            child.wait().expect("a status");
            let text = screen.text();
            let silent = !text.contains(" pairs") && !text.contains("counting");
            assert!(silent, "{args} {more:?} {term}: {text:?}");
            assert!(more != ["-q"] || text.is_empty(), "{args}: {text:?}");
        }
    }
}

/// A slow program that is right with `--rule normal`, and wrong with other rules.
fn tested(rule: &str) -> [String; 3] {
    let wythoff = env!("CARGO_BIN_EXE_wythoff");
    let script = format!("sleep 0.4; exec {wythoff} solve -q --rule {rule}");
    ["sh".to_owned(), "-c".to_owned(), script]
}

/// The line is below the lines of the batches, and hides none of them.
#[test]
#[ignore = "slow"]
fn long_batches_show_a_line() {
    let (terminal, screen) = terminal();
    let mut stress = command(&["stress", "-v", "-j", "1", "--batches", "6", "--"]);
    stress
        .args(tested("normal"))
        .stderr(terminal.try_clone().expect("one more"));
    let mut child = stress.stdout(terminal).spawn().expect("the child starts");
    drop(stress);
    assert_eq!(child.wait().expect("a status").code(), Some(0));
    thread::sleep(Duration::from_millis(100));
    let text = screen.text();
    for what in [
        "batch 1: 5,721 of ",
        "batch 5: ",
        " cases, ",
        "/s, ",
        "s left ",
        "=>",
    ] {
        assert!(text.contains(what), "no {what:?} in {text:?}");
    }
    let lines = screen.lines();
    assert_eq!(lines.len(), 8, "{lines:?}");
    for (number, line) in lines[..6].iter().enumerate() {
        assert!(line.starts_with(&format!("batch {number} ")), "{lines:?}");
        assert!(
            line.contains(" cases AC ") && line.ends_with(" s"),
            "{lines:?}"
        );
    }
    assert!(lines[6].starts_with("AC: "), "{lines:?}");
    assert_eq!(lines[7], "");
}

#[test]
#[ignore = "slow"]
fn a_failure_that_is_shrunk() {
    for name in ["stress", "lint"] {
        let folder = Folder::new();
        let started = |more: &[&str], term: &str, stderr: Stdio| {
            let mut test = command(&[name, "-j", "1", "-t", "20"]);
            test.args(more).arg("--").args(tested("r=2"));
            test.current_dir(folder.path()).env("TERM", term);
            let output = test.stdout(Stdio::piped()).stderr(stderr).spawn();
            let output = output.expect("the child starts").wait_with_output();
            let output = output.expect("an end");
            assert_eq!(output.status.code(), Some(1), "{name}");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(text.contains("The smallest failing input found"), "{text}");
            assert!(!text.contains("shrinking"), "{text}");
            thread::sleep(Duration::from_millis(100));
            String::from_utf8_lossy(&output.stderr).into_owned()
        };
        let on_terminal = |more: &[&str], term: &str| {
            let (terminal, screen) = terminal();
            started(more, term, terminal.into());
            screen
        };
        let screen = on_terminal(&[], "xterm");
        let text = screen.text();
        // `lint` shrinks for at most a second.
        let further: &[_] = if name == "stress" {
            &["1 case left, "]
        } else {
            &[]
        };
        for what in ["shrinking: 0 tries, ", " cases left, ", " s at most"]
            .iter()
            .chain(further)
        {
            assert!(text.contains(what), "{name}: no {what:?} in {text:?}");
        }
        assert_eq!(screen.lines(), [""], "{name}");
        if name == "lint" {
            continue;
        }
        for (more, term) in SILENCED {
            assert_eq!(on_terminal(more, term).text(), "", "{name} {more:?} {term}");
        }
        assert_eq!(started(&[], "xterm", Stdio::piped()), "", "{name}");
        let always = started(&["--progress", "always"], "xterm", Stdio::piped());
        let last = always.lines().last().expect("a line");
        assert!(
            last.starts_with("wythoff: 1 batch, ") && last.contains(" cases, "),
            "{always:?}"
        );
        assert!(!always.contains(['\r', '\x1b']), "{always:?}");
    }
}

/// No other thread runs during a measurement, so the line is drawn between two rounds.
#[test]
#[ignore = "slow"]
fn a_long_bench_shows_a_line() {
    let folder = Folder::new();
    let started = |more: &[&str], term: &str| {
        let (terminal, screen) = terminal();
        let args = [
            "bench",
            "--size",
            "1M",
            "--backend",
            "scalar",
            "--runs",
            "99999",
        ];
        let mut bench = command(&args);
        bench.args(more).env("TERM", term);
        bench.env("TMPDIR", folder.path());
        let child = bench.stdout(Stdio::null()).stderr(terminal).spawn();
        (child.expect("the child starts"), screen)
    };
    let (child, screen) = started(&[], "xterm");
    screen.until(" of 99999");
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.signal(), Some(Signal::INT.as_raw()));
    thread::sleep(Duration::from_millis(100));
    assert_eq!(screen.lines(), [""]);
    for (more, term) in SILENCED {
        let (mut child, screen) = started(more, term);
        thread::sleep(SLOW);
        kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
        child.wait().expect("a status");
        assert_eq!(screen.text(), "", "{more:?} {term}");
    }
    // The files are removed even if the program was about to write one.
    let mut numbers = SplitMix(7);
    for _ in 0..40 {
        let (mut child, _) = started(&["-q"], "xterm");
        let start = Instant::now();
        while folder.names().is_empty() {
            assert!(start.elapsed() < TIME_LIMIT, "no folder");
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(numbers.below(100)));
        kill_process(Pid::from_child(&child), Signal::TERM).expect("it runs");
        child.wait().expect("a status");
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }
    let script = "\"$W\" bench --size 1M --backend scalar --runs 2 --json";
    let quiet = shell(script, folder.path()).expect(0);
    assert_eq!(quiet.stderr, "");
    let always = shell(&format!("{script} --progress always"), folder.path()).expect(0);
    assert!(
        always.stderr.ends_with("wythoff: round 2 of 2\n"),
        "{always:?}"
    );
}

#[test]
fn a_long_check_shows_a_line() {
    let folder = Folder::new();
    folder.file("out", "0\n0\n");
    shell("mkfifo in", folder.path()).expect(0);
    let mut writer = crate::support::command("sh");
    writer.args(["-c", "{ echo 1 2; sleep 1.2; echo 1 2; } > in"]);
    let writer = writer.current_dir(folder.path()).spawn();
    let mut writer = writer.expect("a shell");
    let (terminal, screen) = terminal();
    let mut check = command(&["check", "in", "out"]);
    check.current_dir(folder.path()).stderr(terminal);
    let output = check
        .stdout(Stdio::piped())
        .spawn()
        .expect("the child starts");
    drop(check);
    let output = output.wait_with_output().expect("an end");
    writer.wait().expect("an end");
    // The last bytes of the terminal may not have been read yet.
    thread::sleep(Duration::from_millis(100));
    assert_eq!(output.stdout, b"AC 2 cases\n");
    assert!(screen.text().contains("1 pair"), "{:?}", screen.text());
    assert_eq!(screen.last_line(), "");
}

/// The numbers are those of the run. A word after `--stats` is a file unless it is a format.
#[test]
fn stats() {
    let folder = Folder::new();
    folder.file("in", "1 2\n3 4\nx\n8 13\n");
    let script = "\"$W\" solve --invalid mark -q --threads 1 --backend scalar --stats json in";
    let json = shell(script, folder.path()).expect(1);
    assert_eq!(json.text(), "0\n1\n?\n0\n");
    let stats: serde_json::Value = serde_json::from_str(&json.stderr).expect("JSON alone");
    for (key, value) in [
        ("pairs", 3),
        ("hot", 1),
        ("cold", 2),
        ("invalid", 1),
        ("bytes", 15),
        ("threads", 1),
    ] {
        assert_eq!(stats[key], value, "{key}: {stats}");
    }
    assert_eq!(stats["backend"], "scalar");
    assert_eq!(stats["input"], serde_json::json!(["read"]));
    for key in ["seconds", "gb_per_s", "pairs_per_s"] {
        assert!(stats[key].is_number(), "{key}: {stats}");
    }
    assert!(
        stats["seconds"].as_f64().is_some_and(|s| s > 0.0),
        "{stats}"
    );

    folder.file("good", "1 2\n");
    let text = shell(
        "gzip -c good > good.gz; \"$W\" solve --stats good - good.gz < good | cat",
        folder.path(),
    )
    .expect(0);
    assert_eq!(text.text(), "0\n0\n0\n");
    for line in [
        "pairs    3",
        "cold     3",
        "bytes    12",
        "input    read, gzip",
    ] {
        assert!(
            text.stderr.lines().any(|l| l == line),
            "no {line:?} in {}",
            text.stderr
        );
    }
    shell("\"$W\" solve --stats=good good", folder.path()).expect(2);
}
