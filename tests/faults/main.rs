//! Faults that really happen: files cut while they are mapped, signals, limits, full disks.
//!
//! Each test injects the fault itself, not a mock of it. A child is held where the test wants it by
//! a pipe that nobody reads or writes, or by SIGSTOP, so that nothing depends on luck; where luck is
//! the point (kill -9) it is many tries.
#![cfg(target_os = "linux")]

mod internal;
#[path = "../support/mod.rs"]
mod support;

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};
use support::*;

const CHANGED: &str = "input changed while reading";

/// More than a full pipe and a full window hold: while nobody reads, a child stands in the midst
/// of it. Its size is no multiple of the page size.
fn huge() -> &'static (Vec<u8>, Vec<u8>) {
    static HUGE: OnceLock<(Vec<u8>, Vec<u8>)> = OnceLock::new();
    HUGE.get_or_init(|| {
        let mut numbers = SplitMix(4);
        let mut block = String::new();
        while block.len() < 1 << 20 {
            let (a, b) = (numbers.below(100_000_000), numbers.below(1_000_000_000));
            block += &format!("{a} {b}\n");
        }
        let mut text = block.repeat(24).into_bytes();
        while text.len() % 4096 < 1000 {
            text.extend_from_slice(b"165580141 267914296\n");
        }
        let answers = reference(block.as_bytes()).repeat(24);
        let mut answers = answers;
        let rest = text.len() - 24 * block.len();
        answers.extend_from_slice(&b"1\n".repeat(rest / 20));
        (text, answers)
    })
}

/// A few MiB, for what is done often.
fn large() -> &'static (Vec<u8>, Vec<u8>) {
    static LARGE: OnceLock<(Vec<u8>, Vec<u8>)> = OnceLock::new();
    LARGE.get_or_init(|| {
        let mut numbers = SplitMix(5);
        let mut text = String::new();
        while text.len() < 3 << 20 {
            text += &format!("{} {}\n", numbers.below(1 << 30), numbers.any_length());
        }
        let answers = reference(text.as_bytes());
        (text.into_bytes(), answers)
    })
}

/// A child that runs.
struct Running {
    child: Child,
    stdout: Option<ChildStdout>,
    stderr: Receiver<Vec<u8>>,
    deadline: Instant,
}

impl Running {
    fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the child starts");
        Self {
            stdout: child.stdout.take(),
            stderr: drain(child.stderr.take().expect("a pipe")),
            child,
            deadline: Instant::now() + TIME_LIMIT,
        }
    }

    fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        match kill_process(pid, signal) {
            // It ended before, and its end was seen.
            Ok(()) | Err(rustix::io::Errno::SRCH) => {}
            Err(e) => panic!("the child can't be signalled: {e}"),
        }
    }

    /// Whether all of its threads are in that state (`S` asleep, `T` stopped).
    fn all_are(&self, state: char) -> bool {
        let tasks = format!("/proc/{}/task", self.child.id());
        let Ok(tasks) = fs::read_dir(tasks) else {
            return false;
        };
        tasks.flatten().all(|task| {
            let stat = fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            stat.rsplit(") ")
                .next()
                .is_some_and(|s| s.starts_with(state))
        })
    }

    /// Waits until all of its threads wait for something, and go on waiting.
    #[track_caller]
    fn until_asleep(&self) {
        let mut quiet = 0;
        while quiet < 5 {
            assert!(Instant::now() < self.deadline, "it never came to rest");
            thread::sleep(Duration::from_millis(1));
            quiet = if self.all_are('S') { quiet + 1 } else { 0 };
        }
    }

    /// Waits until it maps `path` and stops it there; `false` if it was too fast.
    fn stop_where_it_maps(&mut self, path: &Path) -> bool {
        let maps = format!("/proc/{}/maps", self.child.id());
        let name = path.to_str().expect("UTF-8");
        let maps = || fs::read_to_string(&maps).is_ok_and(|maps| maps.contains(name));
        while !maps() {
            if self.child.try_wait().expect("a status").is_some() {
                return false;
            }
        }
        self.signal(Signal::STOP);
        while !self.all_are('T') {
            if self.child.try_wait().expect("a status").is_some() {
                return false;
            }
        }
        maps()
    }

    /// Reads what is left of its output, until it ends.
    #[track_caller]
    fn end(mut self) -> Run {
        let stdout = drain(self.stdout.take().expect("a pipe"));
        finish(&mut self.child, stdout, self.stderr, self.deadline).expect("it ends in time")
    }
}

/// `wythoff solve ARGS FILE`, with nobody reading its output, once it has begun to write and come
/// to rest.
fn held(args: &[&str], path: &Path) -> (Running, u8) {
    let mut command = wythoff(&["solve"]);
    command.args(args).arg(path).stdin(Stdio::null());
    let mut running = Running::start(&mut command);
    let mut first = [0];
    let stdout = running.stdout.as_mut().expect("a pipe");
    stdout.read_exact(&mut first).expect("it writes");
    running.until_asleep();
    (running, first[0])
}

fn each_kernel(mut f: impl FnMut(&str, &str)) {
    for &backend in backends() {
        for threads in ["1", "2"] {
            f(backend, threads);
        }
    }
}

// ------------------------------------------------------------------------------------ the input

/// Cut while mapped, in the midst of the work: SIGBUS in whichever thread, zeros where the cut is
/// within the last page. What was written before is right; nothing wrong follows.
#[test]
fn slow_a_file_cut_short_while_mapped_to_a_stream() {
    let folder = Folder::new();
    let (text, answers) = huge();
    let len = text.len() as u64;
    let last_page = len / 4096 * 4096;
    each_kernel(|backend, threads| {
        for cut in [0, 4095, 4096, 3 * 4096 + 100, last_page, len - 7] {
            let path = folder.file("in", text);
            let (running, first) = held(&["--backend", backend, "--threads", threads], &path);
            let file = fs::File::options().write(true).open(&path).expect("open");
            file.set_len(cut).expect("the file is cut");
            let run = running.end();
            let what = format!("{backend} x{threads} cut to {cut}");
            assert_eq!(run.code, Some(2), "{what}: {run:?}");
            assert!(run.stderr.contains(CHANGED), "{what}: {}", run.stderr);
            assert_eq!(run.stderr.lines().count(), 1, "{what}: {}", run.stderr);
            let written = [&[first], &run.stdout[..]].concat();
            assert!(answers.starts_with(&written), "{what}: wrong answers");
            assert!(written.len() < answers.len(), "{what}: nothing was missing");
        }
    });
}

/// The same with `-o`: nothing is published. The child is stopped where it has the file mapped;
/// where it was done with it already, the result is whole.
#[test]
fn slow_a_file_cut_short_while_mapped_to_a_file() {
    let folder = Folder::new();
    let (text, answers) = huge();
    let out = folder.path().join("out");
    let mut caught = 0;
    let mut tries = 0;
    each_kernel(|backend, threads| {
        for cut in [0, 4095, 4096, 3 * 4096 + 100, text.len() as u64 - 7] {
            tries += 1;
            let path = folder.file("in", text);
            folder.file("out", "old\n");
            let mut command = wythoff(&["solve", "--backend", backend, "--threads", threads, "-o"]);
            command.arg(&out).arg(&path).stdin(Stdio::null());
            let mut running = Running::start(&mut command);
            if running.stop_where_it_maps(&path) {
                let file = fs::File::options().write(true).open(&path).expect("open");
                file.set_len(cut).expect("the file is cut");
            }
            running.signal(Signal::CONT);
            let run = running.end();
            let what = format!("{backend} x{threads} cut to {cut}: {run:?}");
            let now = fs::read(&out).expect("the output");
            match run.code {
                Some(0) => assert_same(&now, answers, &what),
                Some(2) => {
                    caught += 1;
                    assert!(run.stderr.contains(CHANGED), "{what}");
                    assert_eq!(now, b"old\n", "{what}");
                }
                _ => panic!("{what}"),
            }
            assert_eq!(folder.names(), ["in", "out"], "{what}");
        }
    });
    println!("{caught} of {tries} cuts came in time");
    assert!(
        caught * 2 > tries,
        "only {caught} of {tries} cuts came in time"
    );
}

/// Cut at any moment, also while a kernel is in the middle of a line.
#[test]
fn a_file_cut_short_at_random() {
    let folder = Folder::new();
    let (text, answers) = large();
    let out = folder.path().join("out");
    let mut numbers = SplitMix(6);
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
            // All of it was read before, or none: then the short file is what was there. A cut
            // within the last line may leave a good shorter one.
            Some(0) if now.len() == answers.len() => assert_same(&now, answers, &what),
            Some(0) => assert_same(&now, &reference(&text[..cut as usize]), &what),
            Some(2) => assert_eq!(now, b"old\n", "{what}"),
            _ => panic!("{what}"),
        }
        assert_eq!(folder.names(), ["in", "out"], "{what}");
    }
}

#[test]
fn a_file_rewritten_in_place() {
    let folder = Folder::new();
    let (text, _) = huge();
    each_kernel(|backend, threads| {
        let path = folder.file("in", text);
        let (running, _) = held(&["--backend", backend, "--threads", threads], &path);
        let mut file = fs::File::options().write(true).open(&path).expect("open");
        file.seek(SeekFrom::End(-20)).expect("seek");
        file.write_all(b"165580140 267914295\n").expect("write");
        let run = running.end();
        assert_eq!(run.code, Some(2), "{backend} x{threads}: {}", run.stderr);
        assert!(run.stderr.contains(CHANGED), "{}", run.stderr);
    });
}

/// The size at the start is what counts; and a file that was replaced is still the old one.
#[test]
fn a_file_that_grows_or_is_replaced() {
    let folder = Folder::new();
    let (text, answers) = huge();
    each_kernel(|backend, threads| {
        for io in ["mmap", "read"] {
            for replaced in [false, true] {
                let path = folder.file("in", text);
                let args = ["--backend", backend, "--threads", threads, "--io", io];
                let (running, first) = held(&args, &path);
                if replaced {
                    fs::rename(folder.file("new", "x\n"), &path).expect("rename");
                } else {
                    let mut file = fs::File::options().append(true).open(&path).expect("open");
                    file.write_all(&b"1 2\nx\n".repeat(9999)).expect("append");
                }
                let run = running.end();
                let what = format!("{backend} x{threads} {io} {replaced}");
                assert_eq!(run.code, Some(0), "{what}: {}", run.stderr);
                let written = [&[first], &run.stdout[..]].concat();
                assert_same(&written, answers, &what);
            }
        }
    });
}

/// What is read rather than mapped says the same of a cut.
#[test]
fn a_file_cut_short_while_read() {
    let folder = Folder::new();
    let (text, answers) = huge();
    each_kernel(|backend, threads| {
        for cut in [0, 4095, 1 << 20] {
            let path = folder.file("in", text);
            let args = ["--backend", backend, "--threads", threads, "--io", "read"];
            let (running, first) = held(&args, &path);
            let file = fs::File::options().write(true).open(&path).expect("open");
            file.set_len(cut).expect("the file is cut");
            let run = running.end();
            assert_eq!(run.code, Some(2), "{backend} x{threads}: {}", run.stderr);
            assert!(run.stderr.contains(CHANGED), "{}", run.stderr);
            let written = [&[first], &run.stdout[..]].concat();
            assert!(answers.starts_with(&written), "{backend} x{threads}");
        }
    });
}

/// A SIGBUS that has nothing to do with a mapping still kills.
#[test]
fn a_sigbus_from_elsewhere() {
    let folder = Folder::new();
    let path = folder.file("in", &huge().0);
    let (running, _) = held(&[], &path);
    running.signal(Signal::BUS);
    let run = running.end();
    assert_eq!(run.signal, Some(Signal::BUS.as_raw()), "{run:?}");
}

#[test]
fn what_is_no_ordinary_file() {
    let folder = Folder::new();
    let (text, answers) = large();
    folder.file("in", text);
    folder.file("short", "11 2\n3 4\n8 3\n");
    for (script, expected, times) in [
        // The offset is where somebody else left it; also that of a larger file, which is mapped.
        (
            "(head -c1 >&2; \"$W\" solve 2>&1) < short 2>/dev/null",
            "0\n1\n1\n",
            1,
        ),
        ("\"$W\" solve /dev/stdin < short", "1\n1\n1\n", 1),
        ("cat short | \"$W\" solve /dev/stdin", "1\n1\n1\n", 1),
        ("cat short | \"$W\" solve /dev/fd/0", "1\n1\n1\n", 1),
        ("mkfifo f; cat short > f & \"$W\" solve f", "1\n1\n1\n", 1),
        // Files under /proc say that they are empty: two numbers, a tab between.
        ("\"$W\" solve /proc/sys/net/ipv4/ping_group_range", "1\n", 1),
        (
            "\"$W\" solve < /proc/sys/net/ipv4/ping_group_range",
            "1\n",
            1,
        ),
        ("\"$W\" solve /dev/null", "", 1),
    ] {
        let run = shell(script, folder.path()).expect(0);
        assert_eq!(run.text(), expected.repeat(times), "{script}");
    }
    // `dd` takes the first lines, by their bytes; the rest is mapped from there.
    let lines = 1000;
    let taken: usize = text
        .split_inclusive(|&c| c == b'\n')
        .take(lines)
        .map(<[u8]>::len)
        .sum();
    for threads in ["1", "2"] {
        let script = format!(
            "(dd bs={taken} count=1 of=/dev/null 2>/dev/null; \"$W\" solve --threads {threads}; cat) < in"
        );
        let run = shell(&script, folder.path()).expect(0);
        assert_same(&run.stdout, &answers[2 * lines..], &script);
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

// ---------------------------------------------------------------------- the output and signals

/// A reader that takes little at a time: writes come back short.
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

/// Somebody who shares the pipe made it non-blocking: that is no error.
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

/// A name that only `unshare` and root can take away: without /proc an unnamed file can't get a
/// name, so the temporary has one from the start.
const WITHOUT_PROC: &str = "mount -t tmpfs none /proc && exec \"$W\"";

/// `wythoff solve -o out` reading a pipe that stays open, with part of the input in it, once it has
/// come to rest.
fn waiting(folder: &Folder, threads: &str, named: bool, text: &[u8]) -> (Running, impl Write) {
    let mut command = if named {
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

fn signals_leave_nothing(named: bool) {
    let folder = Folder::new();
    let (text, _) = large();
    for old in [None, Some("old\n")] {
        if let Some(old) = old {
            folder.file("out", old);
        }
        let names = folder.names();
        for threads in ["1", "2"] {
            for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
                let (running, stdin) = waiting(&folder, threads, named, text);
                assert_eq!(folder.names().len(), names.len() + usize::from(named));
                running.signal(signal);
                let run = running.end();
                drop(stdin);
                assert_eq!(run.signal, Some(signal.as_raw()), "{run:?}");
                assert_eq!(folder.names(), names, "{signal:?}");
                let now = fs::read_to_string(folder.path().join("out")).ok();
                assert_eq!(now.as_deref(), old, "{signal:?}");
            }
        }
    }
}

#[test]
fn signals_leave_nothing_behind() {
    signals_leave_nothing(false);
}

#[test]
fn signals_leave_nothing_behind_where_the_temporary_has_a_name() {
    if may_mount() {
        signals_leave_nothing(true);
    }
}

/// `nohup`, and jobs in the background of a script: what is ignored stays ignored.
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
        // Until it has come to rest as the program and not as the shell before it.
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

/// Where `-o` replaces a file, the whole new one has a passing name for a moment. A signal right
/// then waits until that name is gone. strace makes the moment long.
#[test]
fn a_signal_in_the_moment_of_replacing() {
    let folder = Folder::new();
    folder.file("in", "1 2\n");
    folder.file("out", "old\n");
    if !may_trace() {
        return;
    }
    for signal in [Signal::TERM, Signal::INT] {
        folder.file("out", "old\n");
        let mut command = command("strace");
        command.args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=linkat"]);
        command.args(["-e", "inject=linkat:delay_exit=1000000:when=2"]);
        command.arg(env!("CARGO_BIN_EXE_wythoff"));
        command
            .args(["solve", "-o", "out", "in"])
            .current_dir(folder.path());
        let running = Running::start(command.stdin(Stdio::null()));
        while folder.names().len() == 2 {
            assert!(Instant::now() < running.deadline, "no passing name");
        }
        let strace = running.child.id();
        let children = format!("/proc/{strace}/task/{strace}/children");
        let children = fs::read_to_string(children).expect("its children");
        let pid = children.split_whitespace().last().expect("a child");
        let pid = Pid::from_raw(pid.parse().expect("a number")).expect("a process");
        kill_process(pid, signal).expect("it is there");
        let run = running.end();
        // strace ends as its child did.
        assert_eq!(run.signal, Some(signal.as_raw()), "{run:?}");
        assert_eq!(folder.names(), ["in", "out"]);
        assert_eq!(
            fs::read(folder.path().join("out")).expect("the output"),
            b"0\n"
        );
    }
}

/// Kill -9 at any time: the old file or the whole new one; a temporary can't be taken for it.
#[test]
fn slow_a_kill_at_any_time() {
    let folder = Folder::new();
    let (text, answers) = large();
    let path = folder.file("in", text);
    let out = folder.path().join("out");
    let mut numbers = SplitMix(8);
    let (mut old, mut new) = (0, 0);
    for i in 0..200 {
        folder.file("out", "old\n");
        let threads = ["1", "2"][i % 2];
        let mut command = wythoff(&["solve", "--backend", "scalar", "--threads", threads, "-o"]);
        let mut running = Running::start(command.arg(&out).arg(&path).stdin(Stdio::null()));
        thread::sleep(Duration::from_micros(numbers.below(50_000)));
        if running.child.try_wait().expect("a status").is_none() {
            running.signal(Signal::KILL);
        }
        let run = running.end();
        assert!(run.code == Some(0) || run.signal == Some(9), "{run:?}");
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

/// A disk of 64 KiB, really full: the system's words, no temporary, never success, twenty times.
#[test]
fn slow_a_small_disk() {
    if !may_mount() {
        return;
    }
    let folder = Folder::new();
    let (text, _) = large();
    folder.file("in", text);
    fs::create_dir(folder.path().join("disk")).expect("mkdir");
    // The names on the disk are the run's standard output.
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
            // All twenty in one room of mounts: its making is what takes long.
            // The writer is waited for: two of them in one pipe would mix their lines.
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

/// Streams that are closed, also by their paths: the runtime's /dev/null must not pass for them.
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
        // They aren't needed here.
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

/// Standard output is a file that has no name any more; the link to it is not to be replaced.
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

// -------------------------------------------------------------------------------------- limits

/// Is it right, or a clear error that leaves nothing behind?
#[track_caller]
fn right_or_clear(run: &Run, folder: &Folder, answers: &[u8], what: &str) {
    let out = folder.path().join("out");
    match run.code {
        Some(0) => assert_same(&fs::read(&out).expect("the output"), answers, what),
        Some(2) => {
            assert!(run.stderr.starts_with("wythoff: "), "{what}: {run:?}");
            assert_eq!(run.stderr.lines().count(), 1, "{what}: {run:?}");
        }
        // The program didn't begin: the dynamic loader has no room, or the system none for it.
        Some(126 | 127 | 137 | 139) if run.stderr.contains("shared") || run.stderr.is_empty() => {}
        _ => panic!("{what}: {run:?}"),
    }
    if run.code != Some(0) {
        assert!(!out.exists(), "{what}");
    }
    let _ = fs::remove_file(out);
    assert_eq!(folder.names(), ["in"], "{what}");
}

/// Little address space, to less than the program takes with its libraries (in less than itself alone
/// the system doesn't begin it: it is killed within `exec`). The answers to 3 MiB of pairs must fit
/// 1 GB of it in any case (the allocator reserves in large pieces, of which it uses little).
#[test]
fn little_memory() {
    let folder = Folder::new();
    let (text, answers) = large();
    folder.file("in", text);
    let program = fs::metadata(env!("CARGO_BIN_EXE_wythoff")).expect("it is there");
    let least = (program.len() as usize).div_ceil(1 << 20) * 1000 + 1000;
    let mut tries = 0;
    for threads in ["1", "2", "8"] {
        for input in ["in", "--io=read in", "< in", "- < in"] {
            for kib in (least..16_000)
                .step_by(1000)
                .chain([20_000, 24_000, 32_000, 64_000, 1_000_000])
            {
                let script = format!(
                    "ulimit -v {kib}; \"$W\" solve --threads {threads} -o out {input} 2> /dev/fd/2"
                );
                let run = shell(&script, folder.path());
                right_or_clear(&run, &folder, answers, &script);
                assert!(
                    kib < 1_000_000 || threads == "8" || run.code == Some(0),
                    "{script}: {run:?}"
                );
                tries += 1;
            }
        }
    }
    println!("{tries} tries");
}

/// However many are asked for, no more threads than there is work and room for.
#[test]
fn thousands_of_threads() {
    let folder = Folder::new();
    let (text, answers) = large();
    folder.file("in", text);
    let small = text[..600 << 10].iter().rposition(|&c| c == b'\n');
    folder.file("small", &text[..=small.expect("a line")]);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    for (input, most) in [
        // Chunks have 64 KiB or more.
        ("small", 10),
        ("in", text.len().div_ceil(64 << 10)),
        ("- < in", 8 * processors),
        ("small in small", text.len().div_ceil(64 << 10)),
    ] {
        let script = format!("\"$W\" solve --threads 2000 --stats=json --count {input}");
        let start = Instant::now();
        let run = shell(&script, folder.path()).expect(0);
        let time = start.elapsed();
        assert!(time < Duration::from_secs(10), "{script}: {time:?}");
        let stats: serde_json::Value = serde_json::from_str(&run.stderr).expect("JSON");
        let threads = stats["threads"].as_u64().expect("a number") as usize;
        let most = most.min(8 * processors);
        assert!((2..=most).contains(&threads), "{script}: {threads}");
    }
    for command in ["solve in", "solve - < in", "moves in", "gen --bytes 9M"] {
        let script = |before: &str, threads: u32| {
            let (name, rest) = command.split_once(' ').expect("two words");
            let script = format!("{before} \"$W\" {name} --threads {threads} {rest}");
            shell(&script, folder.path()).expect(0).stdout
        };
        let alone = script("", 1);
        assert!(!command.starts_with("solve") || alone == *answers);
        for kib in [600_000, 3_000_000] {
            let many = script(&format!("ulimit -v {kib};"), 2000);
            assert_same(&many, &alone, command);
        }
    }
}

/// A mapping that does not fit the address space is read instead.
#[test]
fn no_room_for_a_mapping() {
    let folder = Folder::new();
    let (text, answers) = huge();
    let mut twice = text.repeat(8);
    twice.extend_from_slice(b"1 2\n");
    folder.file("in", &twice);
    let mut answers = answers.repeat(8);
    answers.extend_from_slice(b"0\n");
    for threads in ["1", "2"] {
        let script = format!("ulimit -v 190000; \"$W\" solve --threads {threads} in");
        let run = shell(&script, folder.path()).expect(0);
        assert_same(&run.stdout, &answers, &script);
    }
}

#[test]
fn few_descriptors() {
    let folder = Folder::new();
    let (text, answers) = large();
    folder.file("in", text);
    for threads in ["1", "2"] {
        for n in 3..=8 {
            // Four are enough from a file to standard output, five from a file to a file.
            for input in ["in", "--io=read in", "< in"] {
                let script =
                    format!("ulimit -n {n}; exec \"$W\" solve --threads {threads} {input}");
                let script = if input.contains('<') {
                    format!("exec < in; {}", script.replace("< in", ""))
                } else {
                    script
                };
                let run = shell(&script, folder.path());
                if n >= 4 {
                    let run = run.expect(0);
                    assert_same(&run.stdout, answers, &script);
                } else {
                    assert_ne!(run.code, Some(0), "{script}");
                }
                let script = script.replace("solve", "solve -o out");
                let run = shell(&script, folder.path());
                assert!(n < 5 || run.code == Some(0), "{script}: {run:?}");
                if n >= 4 {
                    right_or_clear(&run, &folder, answers, &script);
                }
            }
        }
    }
}

/// No threads for another user (root's own are not limited): fewer do it.
#[test]
fn no_threads() {
    let folder = Folder::new();
    let (text, answers) = large();
    folder.file("in", text);
    let mut run_as = Vec::new();
    for limit in [1, 2, 3] {
        for threads in [2, 8, 64] {
            let script = format!(
                "chmod 755 .; cp \"$W\" w; setpriv --reuid 65534 --regid 65534 --clear-groups \
                 prlimit --nproc={limit} ./w solve --threads {threads} in"
            );
            let run = shell(&script, folder.path());
            if run.stderr.contains("setpriv") || run.stderr.contains("prlimit") {
                skipped("root and setpriv");
                return;
            }
            let run = run.expect(0);
            assert_same(&run.stdout, answers, &script);
            run_as.push(limit);
        }
    }
    assert_eq!(run_as.len(), 9);
}

#[test]
fn one_processor_and_many_processes() {
    let folder = Folder::new();
    let (text, answers) = large();
    let path = folder.file("in", text);
    let run = shell("taskset -c 0 \"$W\" solve in", folder.path()).expect(0);
    assert_same(&run.stdout, answers, "one processor");
    // 64 at once, each to a file of its own.
    let outputs: Vec<PathBuf> = (0..64)
        .map(|i| folder.path().join(format!("out{i}")))
        .collect();
    let all: Vec<_> = outputs
        .iter()
        .map(|out| {
            let mut command = wythoff(&["solve", "--threads", "4", "-o"]);
            Running::start(command.arg(out).arg(&path).stdin(Stdio::null()))
        })
        .collect();
    for (running, out) in all.into_iter().zip(&outputs) {
        let run = running.end();
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_same(&fs::read(out).expect("the output"), answers, "64 at once");
    }
    // And to the same one: whose it is in the end is nobody's business, but it is whole.
    let all: Vec<_> = (0..32)
        .map(|_| {
            let mut command = wythoff(&["solve", "--threads", "2", "-o"]);
            Running::start(command.arg(&outputs[0]).arg(&path).stdin(Stdio::null()))
        })
        .collect();
    for running in all {
        let run = running.end();
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_same(
            &fs::read(&outputs[0]).expect("the output"),
            answers,
            "the same",
        );
    }
    assert_eq!(folder.names().len(), 65);
}
