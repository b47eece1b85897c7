//! Starts programs with a time limit, and gives them an input in different ways.

use super::{Folder, command};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
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
    pub(crate) status: ExitStatus,
    /// The exit code; `None` if a signal killed it.
    pub(crate) code: Option<i32>,
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
            "exit code of {}, which ended with {}: {}",
            self.command,
            self.status,
            self.stderr
        );
        self
    }

    /// Panics unless one of the outputs has this part.
    #[track_caller]
    pub(crate) fn says(&self, part: &str) {
        let is_said = self.text().contains(part) || self.stderr.contains(part);
        assert!(is_said, "{part:?} is not said: {self:?}");
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

/// Runs `command` to its end. Panics if this takes longer than [`TIME_LIMIT`].
#[track_caller]
pub(crate) fn run(command: &mut Command, feed: Feed<'_>) -> Run {
    let stdin = match feed {
        Feed::Nothing => Stdio::null(),
        Feed::File(path) => Stdio::from(fs::File::open(path).expect("the input opens")),
        Feed::Pipe(_) => Stdio::piped(),
    };
    let child = command.stdin(stdin).stdout(Stdio::piped());
    let mut child = child.stderr(Stdio::piped()).spawn().expect("it starts");
    if let (Some(mut pipe), Feed::Pipe(bytes)) = (child.stdin.take(), feed) {
        let bytes = bytes.to_owned();
        // A child may stop reading before the end, which is no error.
        thread::spawn(move || pipe.write_all(&bytes).is_ok());
    }
    end_of(child, format!("{command:?}"))
}

/// Reads the rest of the output of a child until it ends. Kills it and panics if this takes longer than [`TIME_LIMIT`].
#[track_caller]
pub(crate) fn end_of(child: Child, command: String) -> Run {
    #[cfg(unix)]
    let pid = rustix::process::Pid::from_child(&child);
    let (send, receive) = mpsc::channel();
    thread::spawn(move || send.send(child.wait_with_output()));
    let Ok(output) = receive.recv_timeout(TIME_LIMIT) else {
        #[cfg(unix)]
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        panic!("{command} still runs after {TIME_LIMIT:?}");
    };
    let output = output.expect("a status");
    Run {
        status: output.status,
        code: output.status.code(),
        stdout: output.stdout,
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        command,
    }
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

/// The backends that this machine runs. `scalar` and `swar` run on every machine.
pub(crate) fn backends() -> &'static [&'static str] {
    static LIST: OnceLock<Vec<&'static str>> = OnceLock::new();
    LIST.get_or_init(|| {
        let mut list = vec!["scalar", "swar", "avx2", "avx512", "neon"];
        list.retain(|name| ran(&format!("solve --backend {name}")).code == Some(0));
        assert!(list.starts_with(&["scalar", "swar"]), "only {list:?} run");
        list
    })
}
