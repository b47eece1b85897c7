//! Faults of the output and of the standard streams.

use crate::running::*;
use crate::support::*;
use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::time::Instant;

/// It is no error if another process that shares the pipe made it non-blocking, so that each write writes only a part.
#[test]
fn a_pipe_that_does_not_block() {
    let folder = Folder::new();
    let (text, answers) = huge();
    let path = folder.file("in", text);
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    rustix::io::ioctl_fionbio(&writer, true).expect("non-blocking");
    let mut command = wythoff(&["solve", "--threads", "2"]);
    let child = command.arg(&path).stdin(Stdio::null()).stdout(writer);
    let child = child.spawn().expect("the child starts");
    drop(command);
    let deadline = Instant::now() + TIME_LIMIT;
    let mut running = Running { child, deadline };
    // The pipe is full then.
    running.until_asleep();
    let mut got = Vec::new();
    // A slow reader takes little at a time.
    let mut piece = [0; 999];
    while let n @ 1.. = reader.read(&mut piece).expect("read") {
        got.extend_from_slice(&piece[..n]);
    }
    assert_eq!(running.child.wait().expect("a status").code(), Some(0));
    assert_same(&got, answers, "non-blocking");
}

/// A full disk of 64 KiB causes the system's message and exit code 2, and no temporary file remains. Each case runs five times.
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
    // Without /proc an output gets a temporary name.
    let hide = "mount -t tmpfs none /proc; ";
    for (command, before) in [
        ("\"$W\" solve --threads 1 -o disk/out in", ""),
        ("\"$W\" solve --threads 2 --io read -o disk/out in", ""),
        ("cat in | \"$W\" solve --threads 2 -o disk/out", ""),
        ("\"$W\" solve --threads 1 -o disk/out in", hide),
        ("\"$W\" solve --threads 2 -o disk/out in", hide),
        ("\"$W\" solve --threads 2 in > disk/stream", ""),
    ] {
        for (put, left) in [("", ""), ("echo old > disk/out; ", "out\nold\n")] {
            // All runs use one mount namespace, because creating it takes long. After each run the script prints the names
            // of the files on the disk, so that a temporary file is seen.
            let script = format!(
                "unshare -m sh -c 'mount -t tmpfs -o size=64k none disk; {before}{put} for i in 1 2 3 4 5; do \
                 {command}; echo $? >&2; rm -f disk/stream; ls -A disk; cat disk/* 2>/dev/null; done'; true"
            );
            let run = shell(&script, folder.path()).expect(0);
            assert_eq!(run.text(), left.repeat(5), "{command}: {}", run.stderr);
            let name = if command.contains('>') {
                "<stdout>"
            } else {
                "disk/out"
            };
            let fault = format!("wythoff: {name}: No space left on device\n2\n");
            assert_eq!(run.stderr, fault.repeat(5), "{command}");
        }
    }
}

/// Scripts, and the exit code.
const CLOSED: &str = "
$W solve <&- | 2
$W solve - <&- | 2
$W solve in - <&- | 2
$W solve /dev/stdin <&- | 2
$W solve /proc/self/fd/0 <&- | 2
$W solve -o out <&- | 2
$W solve in >&- | 2
$W solve < in >&- | 2
$W solve --count in >&- | 2
$W solve /dev/null >&- | 2
$W solve in -o /dev/stdout >&- | 2
$W solve in -o /dev/fd/1 >&- | 2
$W solve in -o /dev/stderr 2>&- | 2
$W solve in -o /dev/stdin <&- | 2
$W solve in -o /dev/fd/9 | 2
$W solve in <&- >&- 2>&- | 2
# The closed streams are not needed.
$W solve in <&- | 0
$W solve in 2>&- | 0
$W solve bad 2>&- | 2
$W solve --invalid mark bad 2>&- | 1
$W solve in -o out <&- >&- 2>&- && cat out && rm out | 0
";

/// Closed streams, by descriptor and by path: the runtime's /dev/null must not replace them.
#[test]
fn closed_streams() {
    let folder = Folder::new();
    folder.file("in", "1 2\n3 4\n");
    folder.file("bad", "x\n");
    for [script, code] in rows(CLOSED) {
        let code = code.parse().expect("a code");
        let run = shell(&script.replace("$W", "\"$W\""), folder.path()).expect(code);
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

/// The program trusts the results of system calls, so it panics at a slice if strace falsifies a count, in the main thread and
/// in others. The unit tests of `panic` test all messages, and `panics` in tests/library shows that no other thread hangs.
#[test]
fn a_panic() {
    if !may_trace() {
        return;
    }
    let folder = Folder::new();
    folder.file("in", &large().0);
    for (call, args) in [
        ("pwrite64", "solve --threads 1 -o out in"),
        ("pwrite64", "solve --threads 4 -o out in"),
        ("write", "cold --list 100000"),
    ] {
        folder.file("out", "old\n");
        let inject = format!("-e trace={call} -e inject={call}:retval=1073741824:when=2");
        let script =
            format!("RUST_BACKTRACE=full strace -f -qq -o /dev/null {inject} \"$W\" {args}");
        let run = shell(&script, folder.path()).expect(2);
        let is_reported = run.stderr.starts_with("wythoff: internal error at ")
            && run.stderr.ends_with("; please report it\n");
        assert!(is_reported && run.stderr.lines().count() == 1, "{run:?}");
        assert_eq!(
            fs::read(folder.path().join("out")).expect("the old file"),
            b"old\n"
        );
        assert_eq!(folder.names(), ["in", "out"], "{script}");
    }
}
