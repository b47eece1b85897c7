//! Runs programs: this executable, with an action and arguments after the arguments of the test harness. `unix::tests` and
//! `windows::tests` have what only one of the systems has.

use super::KEPT;
use crate::children::{Children, Program};
use crate::limits::{End, RunLimits, RunResult, Stream};
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The environment variable that makes a process of this executable a helper.
pub(crate) const ROLE: &str = "WYTHOFF_TEST_HELPER";

const NAME: &str = "run::tests::a_process_of_the_tests";

/// The first output of the test harness.
const HARNESS: &[u8] = b"\nrunning 1 test\n";

const MB: usize = 1_000_000;

/// A helper, or a program of the tests. The harness treats the action and its arguments as names of tests, and there are no such
/// tests.
#[expect(
    clippy::zombie_processes,
    reason = "the end of a program ends its children"
)]
#[test]
fn a_process_of_the_tests() {
    let args: Vec<_> = std::env::args().skip(5).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    match args[..] {
        [] => {
            #[cfg(unix)]
            if std::env::var_os(ROLE).is_some() {
                crate::serve_stdin().unwrap();
            }
            return;
        }
        // Other tests are chosen by name.
        _ if !std::env::args().any(|arg| arg == NAME) => return,
        ["exit", code] => std::process::exit(code.replace("minus", "-").parse().unwrap()),
        ["echo"] => {
            io::copy(&mut io::stdin(), &mut io::stdout()).unwrap();
            eprint!("no");
        }
        ["four"] => {
            let mut four = [0; 4];
            io::stdin().read_exact(&mut four).unwrap();
            io::stdout().write_all(&four).unwrap();
        }
        ["no memory"] => {
            eprint!("std::bad_alloc");
            std::process::exit(1);
        }
        ["print", bytes] => {
            let bytes: u64 = bytes.parse().unwrap();
            let _ = io::copy(&mut io::repeat(b'y').take(bytes), &mut io::stdout());
        }
        ["complain"] => drop(io::copy(&mut io::repeat(b'y'), &mut io::stderr())),
        ["burn"] => loop {
            std::hint::spin_loop();
        },
        ["hold", path] => hold(Path::new(path)),
        ["hold below", path] => {
            start(&["hold", path]);
            await_held(Path::new(path));
        }
        ["wait below", path] => {
            start(&["hold", path]);
            thread::sleep(Duration::from_secs(1000));
        }
        ["take", megabytes] => take(megabytes),
        ["take twice", megabytes] => {
            let mut other = start(&["take", megabytes]);
            take(megabytes);
            other.wait().unwrap();
        }
        ["host", path] => drop(tested(100.0, &["wait below", path]).0.run(b"")),
        #[cfg(windows)]
        [name] => crate::windows::tests::fail(name),
        _ => panic!("{args:?}"),
    }
    std::process::exit(0);
}

/// The command of a program of the tests.
pub(crate) fn words(args: &[&str]) -> Vec<OsString> {
    let own = std::env::current_exe().unwrap();
    let harness = ["--exact", "--nocapture", "--test-threads=2", NAME];
    let words = harness.iter().chain(args).map(OsString::from);
    [own.into()].into_iter().chain(words).collect()
}

fn start(args: &[&str]) -> Child {
    let words = words(args);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).spawn().unwrap()
}

/// Keeps the file locked.
fn hold(path: &Path) {
    let file = File::create(path).unwrap();
    file.lock().unwrap();
    thread::sleep(Duration::from_secs(1000));
}

fn is_held(path: &Path) -> bool {
    let file = File::open(path);
    file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

pub(crate) fn await_held(path: &Path) {
    let start = Instant::now();
    while !is_held(path) {
        assert!(start.elapsed() < Duration::from_secs(60), "{path:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn take(megabytes: &str) {
    let bytes = vec![1_u8; megabytes.parse::<usize>().unwrap() * MB];
    thread::sleep(Duration::from_millis(500));
    println!("{}", std::hint::black_box(bytes).len());
}

pub(crate) fn children() -> Children {
    Children::new(|| {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--exact", NAME]).env(ROLE, "");
        Ok(command)
    })
}

/// A program, whose helpers end with it.
pub(crate) struct Tested(pub(crate) Program);

impl Drop for Tested {
    fn drop(&mut self) {
        self.0.children.stop().unwrap();
    }
}

/// A program of the tests with this limit of CPU time.
pub(crate) fn tested(seconds: f64, args: &[&str]) -> Tested {
    let time = Duration::from_secs_f64(seconds);
    Tested(Program {
        command: words(args),
        limits: RunLimits {
            clock: Duration::from_secs(100),
            ..RunLimits::of_judge(time, 256 << 20)
        },
        named_files: None,
        children: Arc::new(children()),
    })
}

pub(crate) fn ran(seconds: f64, args: &[&str], input: &[u8]) -> RunResult {
    let mut ran = tested(seconds, args).0.run(input).unwrap();
    assert!(ran.stdout.starts_with(HARNESS), "{ran:?}");
    ran.stdout.drain(..HARNESS.len());
    ran
}

#[test]
fn how_runs_end() {
    // More than a pipe holds.
    let much = b"1 2\n".repeat(1 << 20);
    let cut = KEPT - HARNESS.len();
    for (args, end, stdout, stderr) in [
        (&["echo"][..], End::Exit(0), &much[..], "no"),
        (&["four"], End::Exit(0), b"1 2\n", ""),
        (&["exit", "3"], End::Exit(3), b"", ""),
        (&["no memory"], End::MemoryLimit, b"", "std::bad_alloc"),
        (
            &["print", "60000000"],
            End::Exit(0),
            &b"y".repeat(60 * MB),
            "",
        ),
        (
            &["print", "1000000000000"],
            End::OutputLimit(Stream::Stdout),
            &b"y".repeat(cut),
            "",
        ),
        (&["complain"], End::OutputLimit(Stream::Stderr), b"", "yyy"),
    ] {
        let run = ran(100.0, args, &much);
        assert_eq!(run.end, end, "{args:?}");
        assert!(
            run.stdout == stdout && run.stderr.starts_with(stderr),
            "{args:?}"
        );
    }
}

/// Input and output are files of the caller, and an output that was longer is made empty first.
#[test]
fn a_run_on_files() {
    let folder = tempfile::tempdir().unwrap();
    let [input, output] = ["in", "out"].map(|name| folder.path().join(name));
    std::fs::write(&input, "1 2\n").unwrap();
    std::fs::write(&output, "something longer than the input and the harness\n").unwrap();
    let program = tested(20.0, &["echo"]);
    let ran = program.0.run_on_files(&input, &output).unwrap();
    assert_eq!((ran.end, ran.stdout.len()), (End::Exit(0), 0));
    assert_eq!(
        std::fs::read(&output).unwrap(),
        [HARNESS, b"1 2\n"].concat()
    );
    let missing = folder.path().join("missing");
    let error = program.0.run_on_files(&missing, &output).unwrap_err();
    assert!(error.to_string().contains("missing: "), "{error}");
}

/// A time limit ends the processes of a program, and so does the end of the program itself.
#[test]
fn grandchildren_go_too() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &str, end: End, seconds: u64| {
        let path = folder.path().join(args);
        let mut program = tested(100.0, &[args, path.to_str().unwrap()]);
        program.0.limits.clock = Duration::from_secs(seconds);
        let run = program.0.run(b"").unwrap();
        assert_eq!(run.end, end, "{args}");
        assert!(path.exists() && !is_held(&path), "{args}");
        let is_long = run.time.as_secs() >= seconds;
        assert!(is_long || end != End::TimeLimit, "{args}: {run:?}");
    };
    thread::scope(|scope| {
        scope.spawn(|| run("hold", End::TimeLimit, 5));
        scope.spawn(|| run("hold below", End::Exit(0), 60));
        scope.spawn(|| run("wait below", End::TimeLimit, 5));
    });
}

#[test]
fn programs_end_with_the_process_that_runs_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("held");
    let mut host = start(&["host", path.to_str().unwrap()]);
    await_held(&path);
    host.kill().unwrap();
    host.wait().unwrap();
    // The system may need a moment to end the processes.
    assert!((0..1000).any(|_| {
        thread::sleep(Duration::from_millis(5));
        !is_held(&path)
    }));
}

/// The memory of all processes counts together, even if none of them alone exceeds the limit.
#[cfg(any(target_os = "linux", windows))]
#[test]
fn memory_limits() {
    for (action, megabytes, end) in [
        ("take", "170", End::Exit(0)),
        ("take", "400", End::MemoryLimit),
        ("take twice", "170", End::MemoryLimit),
    ] {
        let run = ran(100.0, &[action, megabytes], b"");
        assert_eq!(run.end, end, "{action} {megabytes}");
    }
}

#[test]
fn programs_that_are_not_there() {
    for name in ["./nowhere/at/all", ".\\nowhere", "nowhere.exe", "nowhere"] {
        let mut program = tested(1.0, &[]);
        program.0.command = vec![name.into()];
        let error = program.0.run(b"").unwrap_err();
        assert_eq!(error.subject(), Some(name));
        let wythoff::ErrorKind::Io(error) = error.kind() else {
            panic!("{error}");
        };
        assert_eq!(error.kind(), io::ErrorKind::NotFound, "{name}");
    }
}

#[test]
fn a_stop_ends_all_and_lets_none_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("held");
    let Tested(program) = &tested(100.0, &["wait below", path.to_str().unwrap()]);
    let programs = program.children.folder().unwrap();
    assert!(programs.exists());
    let start = Instant::now();
    thread::scope(|scope| {
        let run = scope.spawn(|| program.run(b""));
        await_held(&path);
        program.children.stop().unwrap();
        assert!(run.join().unwrap().is_err());
    });
    assert!(!is_held(&path) && program.run(b"").is_err());
    assert!(!programs.exists() && program.children.folder().is_err());
    assert!(start.elapsed() < Duration::from_secs(50));
}
