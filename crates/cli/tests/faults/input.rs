//! Faults of the input.

use crate::running::*;
use crate::support::*;
use rustix::process::Signal;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::ExitStatusExt as _;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// The file is cut short at any moment, even while a kernel reads a line. The output file is the old one or complete.
#[test]
#[ignore = "slow"]
fn a_file_cut_short_at_random() {
    let folder = Folder::new();
    let (text, answers) = large();
    let out = folder.path().join("out");
    let mut numbers = SplitMix(6);
    let mut caught = 0;
    for i in 0..60 {
        let backend = backends()[i % backends().len()];
        let threads = ["1", "2"][i / 3 % 2];
        let path = folder.file("in", text);
        folder.file("out", "old\n");
        let mut command = wythoff(&["solve", "--backend", backend, "--threads", threads, "-o"]);
        command.arg(&out).arg(&path).stdin(Stdio::null());
        let running = Running::start(&mut command);
        thread::sleep(Duration::from_micros(numbers.below(9000)));
        let file = fs::File::options().write(true).open(&path).expect("open");
        let cut = numbers.below(text.len() as u64);
        file.set_len(cut).expect("the file is cut");
        let run = running.end();
        let what = format!("{backend} x{threads} cut to {cut}: {run:?}");
        let now = fs::read(&out).expect("the output");
        match run.code {
            // Either the whole file or the shorter file was read. A cut within the last line may leave a valid line.
            Some(0) if now.len() == answers.len() => assert_same(&now, answers, &what),
            Some(0) => assert_same(&now, &reference(&text[..cut as usize]), &what),
            Some(2) => {
                caught += usize::from(run.stderr.contains(CHANGED));
                assert_eq!(now, b"old\n", "{what}");
            }
            _ => panic!("{what}"),
        }
        assert_eq!(folder.names(), ["in", "out"], "{what}");
    }
    assert!(caught > 0, "no cut came while the file was read");
}

/// A SIGBUS from another process keeps its default action.
#[test]
fn a_sigbus_from_elsewhere() {
    let folder = Folder::new();
    let path = folder.file("in", &huge().0);
    let (running, _) = held(&[], &path);
    running.signal(Signal::BUS);
    let run = running.end();
    assert_eq!(run.status.signal(), Some(Signal::BUS.as_raw()), "{run:?}");
}

#[test]
fn inputs_that_are_not_regular_files() {
    let folder = Folder::new();
    let (text, answers) = large();
    folder.file("in", text);
    folder.file("short", "11 2\n3 4\n8 3\n");
    for (script, expected) in [
        // Another process has read a part, so the offset is not 0.
        (
            "(head -c1 >&2; \"$W\" solve 2>&1) < short 2>/dev/null",
            "0\n1\n1\n",
        ),
        ("\"$W\" solve /dev/stdin < short", "1\n1\n1\n"),
        ("cat short | \"$W\" solve /dev/stdin", "1\n1\n1\n"),
        ("cat short | \"$W\" solve /dev/fd/0", "1\n1\n1\n"),
        ("mkfifo f; cat short > f & \"$W\" solve f", "1\n1\n1\n"),
        // Files under /proc have size 0. This file has two numbers with a tab between them.
        ("\"$W\" solve /proc/sys/net/ipv4/ping_group_range", "1\n"),
        ("\"$W\" solve < /proc/sys/net/ipv4/ping_group_range", "1\n"),
        ("\"$W\" solve /dev/null", ""),
    ] {
        let run = shell(script, folder.path()).expect(0);
        assert_eq!(run.text(), expected, "{script}");
    }
    // `dd` reads the first lines; the rest is mapped.
    let lines = 1000;
    let taken: usize = text
        .split_inclusive(|&c| c == b'\n')
        .take(lines)
        .map(<[u8]>::len)
        .sum();
    let script =
        format!("(dd bs={taken} count=1 of=/dev/null 2>/dev/null; \"$W\" solve; cat) < in");
    let run = shell(&script, folder.path()).expect(0);
    assert_same(&run.stdout, &answers[2 * lines..], &script);
}

/// If another process made standard input non-blocking, the program sleeps until there is more input.
#[test]
fn an_input_that_does_not_block() {
    let folder = Folder::new();
    folder.file("pairs", "1 2\n");
    folder.file("right", "0\n");
    for (args, text) in [
        (&["check", "-", "right"][..], "1 2\n"),
        (&["check", "pairs", "-"], "0\n"),
        (&["validate"], "1 2\n"),
    ] {
        let (reader, mut writer) = std::io::pipe().expect("a pipe");
        rustix::io::ioctl_fionbio(&reader, true).expect("non-blocking");
        let mut command = wythoff(args);
        let running = Running::start(command.current_dir(folder.path()).stdin(reader));
        running.until_asleep();
        writer.write_all(text.as_bytes()).expect("it reads");
        drop((writer, command));
        let run = running.end();
        assert_eq!(run.code, Some(0), "{run:?}");
    }
}

#[test]
fn a_path_that_is_not_utf8() {
    let folder = Folder::new();
    let name = std::ffi::OsString::from_vec(b"in-\xff\x1b[31m\n".to_vec());
    let (input, output) = (folder.path().join(&name), folder.path().join("out-\u{1b}"));
    for (text, code) in [("1 2\n", 0), ("1 2\nx\n", 2)] {
        fs::write(&input, text).expect("write");
        let mut command = wythoff(&["solve", "-o"]);
        let run = run(command.arg(&output).arg(&input), Feed::Nothing).expect(code);
        assert!(
            run.stderr.is_ascii() && !run.stderr.contains('\u{1b}'),
            "{run:?}"
        );
        assert_eq!(
            run.stderr.lines().count(),
            usize::from(code != 0),
            "{run:?}"
        );
        assert_eq!(fs::read(&output).expect("the output"), b"0\n");
    }
}
