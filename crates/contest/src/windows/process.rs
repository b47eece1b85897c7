//! Runs a program under test once, within limits.
//!
//! In: an input. Out: what the program printed, and how it ended. When [`run`] returns, no process of the program's
//! [job](super::job) is alive.
//!
//! The program is started suspended, and runs only after it was added to its job. So all its processes are in the job. The
//! memory limit counts resident memory, as judges do. It is checked every few milliseconds, and at the end with the maximum
//! that the system recorded. A limit of the job would also count memory that is only committed: Java commits many times the
//! memory that it uses.

use super::super::runner::{
    End, Limits, Outputs, PeakMemory, Ran, Request, from_any_folder, has_slash, stopped,
};
use super::access::is_executable;
use super::job::{self, CREATE_NO_WINDOW, CREATE_SUSPENDED, Job, Memory};
use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::os::windows::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use wythoff::Result;

/// Runs a program in `folder`.
///
/// Errors: the program can't be started; `is_stopped` was set.
pub(super) fn run(request: &Request<'_>, folder: &Path, is_stopped: &AtomicBool) -> Result<Ran> {
    let (stdin, outputs) = request.open()?;
    let mut command = request.command(program(request.program())?, folder, &outputs)?;
    let pipe = match stdin {
        Some(stdin) => {
            command.stdin(stdin);
            None
        }
        None => {
            let (reader, writer) = io::pipe()?;
            command.stdin(reader);
            Some(writer)
        }
    };
    let start = Instant::now();
    let running = Running::start(command).map_err(|error| request.not_started(error))?;
    if let Some(pipe) = pipe {
        feed(pipe, request.input.to_vec())?;
    }
    let (over, seen) = running.watch(start, request.limits, &outputs, is_stopped)?;
    let time = start.elapsed();
    let (status, max) = running.finish()?;
    let memory = PeakMemory::Exactly(max.max(seen));
    outputs.into_ran(request.limits, (over, end_of(status)), time, memory)
}

/// The program that `name` means. It may also be in the current folder, if its extension is that of a program.
fn program(name: &OsStr) -> io::Result<OsString> {
    if !has_slash(name) && is_executable(Path::new(name)) {
        return std::path::absolute(name).map(Into::into);
    }
    // `./a` may mean a.exe, so the extension is added to a path without extension.
    let path = match has_slash(name) && Path::new(name).extension().is_none() {
        true => [name, ".exe".as_ref()].into_iter().collect(),
        false => name.to_owned(),
    };
    from_any_folder(&path)
}

/// Writes `input` to `pipe`. This runs in a separate thread, which ends at the latest when the processes of the program have
/// ended.
fn feed(mut pipe: io::PipeWriter, input: Vec<u8>) -> io::Result<()> {
    let write = move || {
        // The program need not read all of the input.
        let _ = pipe.write_all(&input);
    };
    thread::Builder::new().spawn(write).map(drop)
}

/// How a process ended by itself.
fn end_of(status: ExitStatus) -> End {
    let code = status.code().unwrap_or(0);
    // The range of the system's error codes. A program that returns -1 is not in this range.
    match code as u32 {
        exception @ 0xC000_0000..=0xCFFF_FFFF => End::Exception(exception),
        _ => End::Exit(code),
    }
}

/// A process and its job. All processes end when this is dropped.
struct Running {
    child: Child,
    job: Job,
}

impl Running {
    fn start(mut command: Command) -> io::Result<Self> {
        job::show_no_messages();
        let job = Job::new()?;
        // Without a window the program has a console of its own, so Ctrl+C reaches only this process.
        command.creation_flags(CREATE_SUSPENDED | CREATE_NO_WINDOW);
        let child = command.spawn()?;
        let mut running = Self { child, job };
        match running.job.run(&running.child) {
            Ok(()) => Ok(running),
            Err(error) => {
                // The process may not be in the job yet.
                let _ = running.child.kill();
                Err(error)
            }
        }
    }

    /// Waits until the program ends or exceeds a limit. Returns that limit, and the peak memory of one of its processes.
    ///
    /// Errors: stopped.
    fn watch(
        &self,
        start: Instant,
        limits: Limits,
        outputs: &Outputs,
        is_stopped: &AtomicBool,
    ) -> Result<(Option<End>, u64)> {
        // The longest pause between two checks. If the memory is not limited, it is longer, so that the checks disturb
        // the measured time less.
        let longest = match limits.memory == u64::MAX {
            true => Duration::from_millis(100),
            false => Duration::from_millis(4),
        };
        let mut max = 0;
        let mut pause = Duration::ZERO;
        while !job::wait(&self.child, pause) {
            if is_stopped.load(Ordering::Relaxed) {
                return Err(stopped());
            }
            let mut memory = Memory::default();
            if limits.memory < u64::MAX {
                memory = self.job.memory();
            }
            max = max.max(memory.max);
            let elapsed = start.elapsed();
            let exceeds_memory = memory.now.max(max) > limits.memory;
            let over = limits.exceeded(elapsed, exceeds_memory, outputs);
            if over.is_some() {
                return Ok((over, max));
            }
            pause = limits.pause(elapsed, longest);
        }
        Ok((None, max))
    }

    /// How the program ended, and the peak memory of its first process.
    fn finish(mut self) -> io::Result<(ExitStatus, u64)> {
        self.job.end();
        let status = self.child.wait()?;
        Ok((status, job::memory(&self.child).max))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.job.end();
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::super::runner::{Files, KEPT};
    use super::*;
    use std::borrow::Cow;
    use std::fs::{File, OpenOptions};
    use std::io::Read as _;
    use std::os::windows::fs::OpenOptionsExt as _;
    use std::path::PathBuf;

    const NAME: &str = "windows::process::tests::a_process_of_the_tests";

    /// What the test harness prints first.
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
                let is_stopped = AtomicBool::new(false);
                let _ = run(
                    &request(100.0, &["wait below", path], b"", 0),
                    Path::new("."),
                    &is_stopped,
                );
            }
            _ => panic!("{args:?}"),
        }
        std::process::exit(0);
    }

    pub(in crate::windows) fn command(args: &[&str]) -> Vec<OsString> {
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

    pub(in crate::windows) fn is_held(path: &Path) -> bool {
        path.exists() && File::open(path).is_err()
    }

    pub(in crate::windows) fn await_held(path: &Path) {
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

    fn request(seconds: f64, args: &[&str], input: &[u8], expected: u64) -> Request<'static> {
        Request {
            command: command(args).into(),
            limits: Limits {
                time: Duration::from_secs_f64(seconds),
                memory: 256 << 20,
            },
            input: input.to_vec().into(),
            expected,
            files: None,
        }
    }

    fn run_here(request: &Request<'_>) -> Result<Ran> {
        let folder = tempfile::tempdir().unwrap();
        run(request, folder.path(), &AtomicBool::new(false))
    }

    fn ran(seconds: f64, args: &[&str], input: &[u8], expected: u64) -> Ran {
        let mut ran = run_here(&request(seconds, args, input, expected)).unwrap();
        assert!(ran.stdout.starts_with(HARNESS), "{ran:?}");
        ran.stdout.drain(..HARNESS.len());
        ran
    }

    #[test]
    fn how_runs_end() {
        // More than a pipe holds.
        let much = b"1 2\n".repeat(1 << 20);
        let run = ran(60.0, &["echo"], &much, much.len() as u64);
        assert_eq!((run.end, run.stderr.as_str()), (End::Exit(0), "no"));
        assert!(run.stdout == much);
        let run = ran(60.0, &["four"], &much, 2);
        assert_eq!(
            (run.end, run.stdout.as_slice()),
            (End::Exit(0), &b"1 2\n"[..])
        );
        for code in [3, 300, -1, i32::MAX] {
            assert_eq!(
                ran(
                    60.0,
                    &["exit", &code.to_string().replace('-', "minus")],
                    b"",
                    2
                )
                .end,
                End::Exit(code)
            );
        }
        assert_eq!(ran(60.0, &["no memory"], b"", 2).end, End::MemoryLimit);
    }

    #[test]
    fn a_time_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("held");
        let run = ran(5.0, &["hold", path.to_str().unwrap()], b"", 0);
        assert_eq!(run.end, End::TimeLimit);
        assert!(path.exists() && !is_held(&path));
        assert!(run.time >= Duration::from_secs(5) && run.time < Duration::from_secs(60));
    }

    #[test]
    fn output_limits() {
        let run = ran(100.0, &["print", "1000000000000"], b"", 2);
        assert_eq!(
            (run.end, run.stdout.len()),
            (End::OutputLimit, KEPT - HARNESS.len())
        );
        let run = ran(100.0, &["print", "60000000"], b"", 2);
        assert_eq!((run.end, run.stdout.len()), (End::Exit(0), 60 * MB));
        assert_eq!(ran(100.0, &["complain"], b"", 2).end, End::OutputLimit);
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
                let end = ran(100.0, &[args], b"", 2).end;
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
            let run = ran(seconds, &[args, path.to_str().unwrap()], b"", 2);
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
        let peak = |args: &[&str]| {
            let run = ran(100.0, args, b"", 2);
            assert_eq!(run.end, End::Exit(0));
            match run.memory {
                PeakMemory::Exactly(bytes) => bytes as usize,
                PeakMemory::AtMost(_) => panic!("{run:?}"),
            }
        };
        // The test itself may take 100 MB: wine reads the whole executable.
        let taken = peak(&["take", "100"]) - peak(&["exit", "0"]);
        assert!((90 * MB..120 * MB).contains(&taken), "{taken}");
        for args in ["take", "take below"] {
            assert_eq!(
                ran(100.0, &[args, "400"], b"", 2).end,
                End::MemoryLimit,
                "{args}"
            );
        }
    }

    #[test]
    fn a_run_on_files() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files {
            stdin: folder.path().join("in"),
            stdout: folder.path().join("out"),
        };
        let request = Request {
            input: Cow::default(),
            files: Some(files.clone()),
            ..request(100.0, &["echo"], b"", 0)
        };
        let missing = run_here(&request).unwrap_err().to_string();
        assert!(missing.contains("in: "), "{missing}");
        std::fs::write(&files.stdin, "1 2\n").unwrap();
        let run = run_here(&request).unwrap();
        assert_eq!((run.end, run.stdout.len()), (End::Exit(0), 0));
        let printed = std::fs::read(&files.stdout).unwrap();
        assert_eq!(printed, [HARNESS, b"1 2\n"].concat());
    }

    #[test]
    fn programs_that_are_not_there() {
        for name in ["./nowhere/at/all", ".\\nowhere", "nowhere.exe", "nowhere"] {
            let request = Request {
                command: vec![name.into()].into(),
                ..request(1.0, &[], b"", 0)
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
        assert_eq!(program(own.as_ref()).unwrap(), own);
        assert_eq!(program(without.as_ref()).unwrap(), own);
        for name in ["python", "g++", "nowhere.exe"] {
            assert_eq!(program(name.as_ref()).unwrap(), name);
        }
        assert!(is_executable(&own) && !is_executable(folder));
        let named: PathBuf = folder.join(".").join(own.file_name().unwrap());
        assert_eq!(program(named.as_ref()).unwrap(), own);
    }
}
