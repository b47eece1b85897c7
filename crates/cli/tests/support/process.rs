//! Starts programs with a time limit, and gives them an input in different ways.

use super::{Folder, command, signal_of};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The time limit of a run. No run takes a tenth of it, even on a slow machine.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The standard input of a child.
#[derive(Clone, Copy)]
pub(crate) enum Feed<'a> {
    /// An empty file.
    Nothing,
    /// A pipe, written to in the largest pieces that it takes.
    Pipe(&'a [u8]),
    /// The file itself, as `< FILE` does.
    File(&'a Path),
}

/// How a child ended.
#[derive(Debug)]
pub(crate) struct Run {
    /// The exit code; `None` if a signal killed it.
    pub(crate) code: Option<i32>,
    /// The signal that killed the child.
    pub(crate) signal: Option<i32>,
    /// All of the child's standard output.
    pub(crate) stdout: Vec<u8>,
    /// All of the child's standard error.
    pub(crate) stderr: String,
    /// The command, for messages.
    pub(crate) command: String,
}

impl Run {
    /// Panics unless the child ended with `code`. The message shows the child's standard error.
    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(
            self.code,
            Some(code),
            "exit code (signal {:?}) of {}, stderr: {}",
            self.signal,
            self.command,
            self.stderr
        );
        self
    }

    /// Standard output as text.
    #[track_caller]
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("the answers are UTF-8")
    }
}

/// `wythoff ARGS`, which inherits nothing that could change its behaviour: see [`command`].
pub(crate) fn wythoff<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Command {
    let mut command = command(env!("CARGO_BIN_EXE_wythoff"));
    command.args(args);
    choose_backend(&mut command);
    command
}

/// `wythoff ARGS`, run to its end without an input. Blanks separate the arguments.
#[track_caller]
pub(crate) fn ran(args: &str) -> Run {
    let args: Vec<_> = args.split_whitespace().collect();
    run(&mut wythoff(&args), Feed::Nothing)
}

/// The output of `wythoff ARGS`, which reads `input` and ends without a message. Blanks separate the arguments.
#[track_caller]
pub(crate) fn printed(args: &str, input: &str) -> String {
    let words: Vec<_> = args.split_whitespace().collect();
    let run = run(&mut wythoff(&words), Feed::Pipe(input.as_bytes())).expect(0);
    assert_eq!(run.stderr, "", "{args}");
    run.text().to_owned()
}

/// Runs `wythoff ARGS --save FOLDER/hacks -- COMMAND` in `folder`.
#[track_caller]
pub(crate) fn under_test(folder: &Folder, args: &[&str], tested: &[&str]) -> Run {
    let mut command = wythoff(args);
    command.arg("--save").arg(folder.path().join("hacks"));
    command.arg("--").args(tested).current_dir(folder.path());
    run(&mut command, Feed::Nothing)
}

/// Sets the backend of `WYTHOFF_TEST_BACKEND`, as in `WYTHOFF_TEST_BACKEND=swar cargo test`. An option of the command
/// overrides it.
fn choose_backend(command: &mut Command) {
    match std::env::var_os("WYTHOFF_TEST_BACKEND") {
        Some(backend) => command.env("WYTHOFF_BACKEND", backend),
        None => command.env_remove("WYTHOFF_BACKEND"),
    };
}

/// Runs `sh -c script`, where `$W` is the binary: for redirections.
pub(crate) fn shell(script: &str, folder: &Path) -> Run {
    let mut command = command("sh");
    command
        .args(["-c", script])
        .current_dir(folder)
        .env("W", env!("CARGO_BIN_EXE_wythoff"));
    choose_backend(&mut command);
    run(&mut command, Feed::Nothing)
}

/// Runs `command` to its end. If this takes longer than [`TIME_LIMIT`], kills it and panics.
#[track_caller]
pub(crate) fn run(command: &mut Command, feed: Feed<'_>) -> Run {
    let stdin = match feed {
        Feed::Nothing => Stdio::null(),
        Feed::File(path) => Stdio::from(fs::File::open(path).expect("the input opens")),
        _ => Stdio::piped(),
    };
    let mut child = command
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the child starts");
    let deadline = Instant::now() + TIME_LIMIT;
    let stdin = child.stdin.take();
    let out = drain(child.stdout.take().expect("a pipe"));
    let err = drain(child.stderr.take().expect("a pipe"));
    let ended = thread::scope(|scope| {
        if let (Some(mut pipe), Feed::Pipe(bytes)) = (stdin, feed) {
            // A child may stop reading before the end, which is no error.
            scope.spawn(move || pipe.write_all(bytes).is_ok());
        }
        // If the child is killed, the writer ends too, with a broken pipe.
        finish(&mut child, out, err, deadline)
    });
    let ended = ended.map(|run| Run {
        command: format!("{command:?}"),
        ..run
    });
    ended.unwrap_or_else(|what| panic!("{command:?} {what} after {TIME_LIMIT:?}"))
}

pub(crate) fn finish(
    child: &mut Child,
    out: mpsc::Receiver<Vec<u8>>,
    err: mpsc::Receiver<Vec<u8>>,
    deadline: Instant,
) -> Result<Run, &'static str> {
    let left = || deadline.saturating_duration_since(Instant::now());
    let stdout = out.recv_timeout(left());
    let stderr = err.recv_timeout(left());
    let status = loop {
        match child.try_wait().expect("the child can be waited for") {
            Some(status) => break Some(status),
            None if left().is_zero() => break None,
            None => thread::sleep(Duration::from_micros(200)),
        }
    };
    let (Ok(stdout), Ok(stderr), Some(status)) = (stdout, stderr, status) else {
        let _ = child.kill();
        let _ = child.wait();
        return Err("still runs");
    };
    Ok(Run {
        code: status.code(),
        signal: signal_of(status),
        stdout,
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
        command: String::new(),
    })
}

/// Waits until `is_so`.
#[track_caller]
pub(crate) fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < TIME_LIMIT, "{what}");
        thread::sleep(Duration::from_millis(2));
    }
}

pub(crate) fn drain(mut pipe: impl Read + Send + 'static) -> mpsc::Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        let _ = send.send(bytes);
    });
    receive
}

/// The backends that this machine runs. `scalar` and `swar` run on every machine.
pub(crate) fn backends() -> &'static [&'static str] {
    static LIST: OnceLock<Vec<&'static str>> = OnceLock::new();
    LIST.get_or_init(|| {
        let list: Vec<_> = ["scalar", "swar", "avx2", "avx512", "neon"]
            .into_iter()
            .filter(|name| {
                let run = run(&mut wythoff(&["solve", "--backend", name]), Feed::Nothing);
                assert!(
                    matches!(run.code, Some(0 | 2)),
                    "a backend runs or is refused: {name}: {run:?}"
                );
                run.code == Some(0)
            })
            .collect();
        assert!(list.starts_with(&["scalar", "swar"]), "only {list:?} run");
        list
    })
}
