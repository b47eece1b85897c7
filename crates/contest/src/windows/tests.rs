//! Runs programs: this executable, with the name of an action as an argument.

use super::is_executable;
use super::program;
use crate::children::{Children, Program};
use crate::limits::{End, RunLimits, RunResult, Stream};
use crate::run::{KEPT, Run};
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::windows::fs::OpenOptionsExt as _;
use std::path::Path;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use wythoff::Result;

const NAME: &str = "windows::tests::a_process_of_the_tests";

/// The first output of the test harness.
const HARNESS: &[u8] = b"\nrunning 1 test\n";

const MB: usize = 1_000_000;

/// The programs of the tests below: this executable, with a name and arguments after those of the test harness. The
/// harness treats them as names of tests, and there are no such tests.
#[test]
fn a_process_of_the_tests() {
    let args: Vec<_> = std::env::args().skip(5).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    if !std::env::args().any(|arg| arg == NAME) {
        return;
    }
    match args[..] {
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
        ["abort"] => std::process::abort(),
        ["crash"] => {
            // SAFETY: none: the system must end this process here.
            #[allow(unsafe_code)]
            unsafe {
                std::ptr::with_exposed_provenance::<u8>(8).read_volatile()
            };
        }
        ["overflow"] => {
            fn depth(n: u64) -> u64 {
                if n == u64::MAX {
                    return 0;
                }
                let bytes = std::hint::black_box([n; 1000]);
                depth(std::hint::black_box(n + 1)) + bytes[(n % 1000) as usize]
            }
            println!("{}", depth(0));
        }
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
        ["take below", megabytes] => {
            start(&["take", megabytes]);
            thread::sleep(Duration::from_secs(1000));
        }
        ["host", path] => {
            let run = request(100.0, &["wait below", path], b"");
            let _ = run.execute(Path::new("."), || false);
        }
        _ => panic!("{args:?}"),
    }
    std::process::exit(0);
}

fn command(args: &[&str]) -> Vec<OsString> {
    let own = std::env::current_exe().unwrap();
    let harness = ["--exact", "--nocapture", "--test-threads=2", NAME];
    let words = harness.iter().chain(args).map(OsString::from);
    [own.into()].into_iter().chain(words).collect()
}

fn start(args: &[&str]) -> Child {
    let command = command(args);
    Command::new(&command[0])
        .args(&command[1..])
        .spawn()
        .unwrap()
}

/// Keeps the file open, so that no other process can open it.
fn hold(path: &Path) {
    let mut options = OpenOptions::new();
    let _file = options
        .create(true)
        .append(true)
        .share_mode(0)
        .open(path)
        .unwrap();
    thread::sleep(Duration::from_secs(1000));
}

fn is_held(path: &Path) -> bool {
    path.exists() && File::open(path).is_err()
}

fn await_held(path: &Path) {
    let start = Instant::now();
    while !is_held(path) {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "nobody opens {path:?}"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

fn take(megabytes: &str) {
    let bytes = vec![1_u8; megabytes.parse::<usize>().unwrap() * MB];
    thread::sleep(Duration::from_millis(300));
    println!("{}", std::hint::black_box(bytes).len());
}

fn request(seconds: f64, args: &[&str], input: &[u8]) -> Run {
    Run {
        named_files: None,
        command: command(args),
        limits: RunLimits {
            time: Duration::from_secs_f64(seconds),
            clock: Duration::from_secs_f64(seconds),
            memory: 256 << 20,
            stack: None,
            output: 64 << 20,
        },
        input: input.to_vec(),
        env: None,
        files: None,
    }
}

fn run_here(run: &Run) -> Result<RunResult> {
    let folder = tempfile::tempdir().unwrap();
    run.execute(folder.path(), || false)
}

fn ran(seconds: f64, args: &[&str], input: &[u8]) -> RunResult {
    let mut ran = run_here(&request(seconds, args, input)).unwrap();
    assert!(ran.stdout.starts_with(HARNESS), "{ran:?}");
    ran.stdout.drain(..HARNESS.len());
    ran
}

#[test]
fn how_runs_end() {
    // More than a pipe holds.
    let much = b"1 2\n".repeat(1 << 20);
    let run = ran(60.0, &["echo"], &much);
    assert_eq!((run.end, run.stderr.as_str()), (End::Exit(0), "no"));
    assert!(run.stdout == much);
    let run = ran(60.0, &["four"], &much);
    assert_eq!(
        (run.end, run.stdout.as_slice()),
        (End::Exit(0), &b"1 2\n"[..])
    );
    for code in [3, 300, -1, i32::MAX] {
        assert_eq!(
            ran(
                60.0,
                &["exit", &code.to_string().replace('-', "minus")],
                b""
            )
            .end,
            End::Exit(code)
        );
    }
    assert_eq!(ran(60.0, &["no memory"], b"").end, End::MemoryLimit);
}

#[test]
fn a_time_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("held");
    let run = ran(5.0, &["hold", path.to_str().unwrap()], b"");
    assert_eq!(run.end, End::TimeLimit);
    assert!(path.exists() && !is_held(&path));
    assert!(run.time >= Duration::from_secs(5) && run.time < Duration::from_secs(60));
}

#[test]
fn the_time_limit_is_cpu_time() {
    let mut request = request(0.5, &["burn"], b"");
    request.limits.clock = Duration::from_secs(20);
    let run = run_here(&request).unwrap();
    assert_eq!(run.end, End::TimeLimit);
    match std::env::var_os("WINELOADER") {
        Some(_) if run.cpu.is_zero() => {
            eprintln!("skipped: the_time_limit_is_cpu_time: wine counts no time of jobs");
        }
        _ => assert!(run.cpu >= request.limits.time && run.time < Duration::from_secs(20)),
    }
}

#[test]
fn output_limits() {
    let run = ran(100.0, &["print", "1000000000000"], b"");
    assert_eq!(
        (run.end, run.stdout.len()),
        (End::OutputLimit(Stream::Stdout), KEPT - HARNESS.len())
    );
    let run = ran(100.0, &["print", "60000000"], b"");
    assert_eq!((run.end, run.stdout.len()), (End::Exit(0), 60 * MB));
    let end = ran(100.0, &["complain"], b"").end;
    assert_eq!(end, End::OutputLimit(Stream::Stderr));
}

#[test]
fn exceptions() {
    let is_wine = std::env::var_os("WINELOADER").is_some();
    let overrides = std::env::var("WINEDLLOVERRIDES").unwrap_or_default();
    for (args, code) in [
        ("abort", 0xC000_0409),
        ("crash", 0xC000_0005),
        ("overflow", 0xC000_00FD),
    ] {
        if is_wine && args == "crash" && !overrides.contains("winedbg.exe=d") {
            eprintln!("skipped: exceptions: crash: needs WINEDLLOVERRIDES=winedbg.exe=d");
        } else if is_wine && args == "overflow" {
            eprintln!("skipped: exceptions: overflow: wine does not end such a process");
        } else {
            let end = ran(100.0, &[args], b"").end;
            assert_eq!(end, End::Exception(code), "{args}");
        }
    }
}

#[test]
fn grandchildren_go_too() {
    let folder = tempfile::tempdir().unwrap();
    for (args, seconds, end) in [
        ("hold below", 60.0, End::Exit(0)),
        ("wait below", 10.0, End::TimeLimit),
    ] {
        let path = folder.path().join(args);
        let run = ran(seconds, &[args, path.to_str().unwrap()], b"");
        assert_eq!(run.end, end, "{args}");
        assert!(path.exists() && !is_held(&path), "{args}");
    }
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

#[test]
fn memory_limits() {
    assert_eq!(ran(100.0, &["take", "100"], b"").end, End::Exit(0));
    for args in ["take", "take below"] {
        assert_eq!(
            ran(100.0, &[args, "400"], b"").end,
            End::MemoryLimit,
            "{args}"
        );
    }
}

#[test]
fn programs_that_are_not_there() {
    for name in ["./nowhere/at/all", ".\\nowhere", "nowhere.exe", "nowhere"] {
        let request = Run {
            command: vec![name.into()],
            ..request(1.0, &[], b"")
        };
        let error = run_here(&request).unwrap_err();
        assert_eq!(error.subject(), Some(name));
        let wythoff::ErrorKind::Io(error) = error.kind() else {
            panic!("{error}");
        };
        assert_eq!(error.kind(), io::ErrorKind::NotFound, "{name}");
    }
}

#[test]
fn names_of_programs() {
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().unwrap();
    let without = own.with_extension("");
    assert_eq!(program(own.as_ref()), own);
    assert_eq!(program(without.as_ref()), own);
    for name in ["python", "g++", "nowhere.exe"] {
        assert_eq!(program(name.as_ref()), name);
    }
    assert!(is_executable(&own) && !is_executable(folder));
    let named: PathBuf = folder.join(".").join(own.file_name().unwrap());
    assert_eq!(program(named.as_ref()), named);
}

#[test]
fn a_stop_ends_all_and_lets_none_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("held");
    let program = Program {
        command: command(&["wait below", path.to_str().unwrap()]),
        limits: RunLimits::of_compiler(Duration::from_secs(100)),
        named_files: None,
        children: Arc::new(Children::new(|| Err(io::ErrorKind::NotFound.into()))),
    };
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
    assert!(!programs.exists());
    assert!(start.elapsed() < Duration::from_secs(50));
}
