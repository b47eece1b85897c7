//! Faults of the output and of the standard streams.

use crate::running::*;
use crate::support::*;
use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// The reader takes little at a time, so each write writes only a part.
#[test]
fn a_reader_that_takes_little_at_a_time() {
    let folder = Folder::new();
    let (text, answers) = large();
    let path = folder.file("in", text);
    for threads in ["1", "2"] {
        let mut command = wythoff(&["solve", "--threads", threads]);
        let mut running = Running::start(command.arg(&path).stdin(Stdio::null()));
        let stdout = running.stdout.as_mut().expect("a pipe");
        let mut numbers = SplitMix(7);
        let mut got = Vec::new();
        while got.len() < 100_000 {
            let mut piece = vec![0; 1 + numbers.below(999) as usize];
            let n = stdout.read(&mut piece).expect("read");
            assert!(n > 0, "it ended early");
            got.extend_from_slice(&piece[..n]);
            thread::sleep(Duration::from_micros(50));
        }
        let run = running.end();
        assert_eq!(run.code, Some(0), "{run:?}");
        got.extend_from_slice(&run.stdout);
        assert_same(&got, answers, threads);
    }
}

/// Another process that shares the pipe made it non-blocking: that is no error.
#[test]
fn a_pipe_that_does_not_block() {
    let folder = Folder::new();
    let (text, answers) = large();
    let path = folder.file("in", text);
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    rustix::io::ioctl_fionbio(&writer, true).expect("non-blocking");
    let mut command = wythoff(&["solve", "--threads", "2"]);
    let mut child = command
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(writer)
        .spawn()
        .expect("the child starts");
    drop(command);
    thread::sleep(Duration::from_millis(50));
    let mut got = Vec::new();
    reader.read_to_end(&mut got).expect("read");
    assert_eq!(child.wait().expect("a status").code(), Some(0));
    assert_same(&got, answers, "non-blocking");
}

/// A full disk of 64 KiB: the system's message, exit code 2, no temporary file. Each case runs twenty times.
#[test]
#[ignore = "slow"]
fn a_small_disk() {
    if !may_mount() {
        return;
    }
    let folder = Folder::new();
    let (text, _) = large();
    folder.file("in", text);
    fs::create_dir(folder.path().join("disk")).expect("mkdir");
    // `named` is true for an output that gets a temporary name, because /proc is hidden. After each run the script prints
    // the names of the files on the disk, so that a temporary file is seen.
    for (command, named) in [
        ("solve --threads 1 -o disk/out in", false),
        ("solve --threads 2 -o disk/out in", false),
        ("solve --threads 2 --io read -o disk/out in", false),
        ("solve --threads 2 -o disk/out < in", false),
        ("solve --threads 2 -o disk/out - < fifo", false),
        ("solve --threads 1 -o disk/out in", true),
        ("solve --threads 2 -o disk/out in", true),
        ("solve --threads 2 in > disk/stream", false),
    ] {
        for old in [false, true] {
            let hide = if named {
                "mount -t tmpfs none /proc; "
            } else {
                ""
            };
            let put = if old { "echo old > disk/out; " } else { "" };
            // All twenty runs use one mount namespace, because creating it takes long. The script waits for the process that
            // writes to the pipe: two such processes would mix their lines.
            let script = format!(
                "mkfifo fifo; unshare -m sh -c 'mount -t tmpfs -o size=64k none disk; {hide}{put} \
                 for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do \
                 {{ cat in > fifo & }} 2>/dev/null; timeout 20 \"$W\" {command}; echo $? >&2; \
                 kill $! 2>/dev/null; wait $! 2>/dev/null; rm -f disk/stream; ls -A disk; cat disk/* 2>/dev/null; done'; rm fifo"
            );
            let script = if command.contains("fifo") {
                script
            } else {
                script
                    .replace("{ cat in > fifo & } 2>/dev/null;", "")
                    .replace("kill $! 2>/dev/null; wait $! 2>/dev/null;", "")
            };
            let run = shell(&script, folder.path()).expect(0);
            let left = if old {
                "out\nold\n".repeat(20)
            } else {
                String::new()
            };
            assert_eq!(run.text(), left, "{command}: {}", run.stderr);
            let name = if command.contains('>') {
                "<stdout>"
            } else {
                "disk/out"
            };
            let fault = format!("wythoff: {name}: No space left on device\n2\n");
            assert_eq!(run.stderr, fault.repeat(20), "{command}");
        }
    }
}

/// Closed streams, also by their paths: the runtime's /dev/null must not replace them.
#[test]
fn closed_streams() {
    let folder = Folder::new();
    folder.file("in", "1 2\n3 4\n");
    folder.file("bad", "x\n");
    for (script, code) in [
        ("\"$W\" solve <&-", 2),
        ("\"$W\" solve - <&-", 2),
        ("\"$W\" solve in - <&-", 2),
        ("\"$W\" solve /dev/stdin <&-", 2),
        ("\"$W\" solve /proc/self/fd/0 <&-", 2),
        ("\"$W\" solve in >&-", 2),
        ("\"$W\" solve in -o /dev/stdout >&-", 2),
        ("\"$W\" solve in <&- >&- 2>&-", 2),
        // The closed streams are not needed.
        ("\"$W\" solve in <&-", 0),
        ("\"$W\" solve in 2>&-", 0),
        ("\"$W\" solve bad 2>&-", 2),
        ("\"$W\" solve --invalid mark bad 2>&-", 1),
        (
            "\"$W\" solve in -o out <&- >&- 2>&- && cat out && rm out",
            0,
        ),
    ] {
        let run = shell(script, folder.path()).expect(code);
        let shown = match code {
            0 => "0\n1\n",
            1 => "?\n",
            _ => "",
        };
        assert_eq!(run.text(), shown, "{script}");
        let silent = code != 2 || script.contains("2>&-");
        assert_eq!(run.stderr.is_empty(), silent, "{script}: {run:?}");
        assert_eq!(folder.names(), ["bad", "in"], "{script}");
    }
}

/// Standard output is a removed file: the link to it must not be replaced.
#[test]
fn an_output_without_a_name() {
    let folder = Folder::new();
    folder.file("in", "1 2\n");
    let script = "ln -s /proc/self/fd/1 link; exec > gone; rm gone; \"$W\" solve in -o link; \
                  code=$?; test -L link || echo the link was replaced >&2; exit $code";
    let run = shell(script, folder.path()).expect(2);
    assert!(run.stderr.contains("No such file or directory"), "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    assert_eq!(folder.names(), ["in", "link"]);
}
