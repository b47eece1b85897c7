//! What the integration tests share: a runner with a time limit, a generator of numbers, and a
//! reference that has nothing in common with the crate.
//!
//! A test that takes more than a second or two is named `slow_...`: `cargo test -- --skip slow_` runs all others.
//!
//! The tests see only the binary. Nothing here uses the library, so that a mistake in it can't
//! hide in its own test.

// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// No run here takes a tenth of this on a slow machine; what takes longer hangs.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(60);

// ---------------------------------------------------------------------------------- the runner

/// What stands on the child's standard input.
#[derive(Clone, Copy)]
pub(crate) enum Feed<'a> {
    /// `/dev/null`.
    Nothing,
    /// A pipe, written to in pieces as large as it takes.
    Pipe(&'a [u8]),
    /// A pipe, written to one byte at a time.
    Bytewise(&'a [u8]),
    /// A pipe, written to in pieces of 1 to 5000 bytes that this seed chooses.
    Ragged(&'a [u8], u64),
    /// The file itself, as `< FILE` does.
    File(&'a Path),
}

/// How a child ended.
#[derive(Debug)]
pub(crate) struct Run {
    /// The exit code; `None` if a signal killed it.
    pub(crate) code: Option<i32>,
    /// The signal that killed it.
    pub(crate) signal: Option<i32>,
    /// All of its standard output.
    pub(crate) stdout: Vec<u8>,
    /// All of its standard error.
    pub(crate) stderr: String,
    /// The command, for messages.
    pub(crate) command: String,
}

impl Run {
    /// Panics unless it ended with `code`; says what it wrote to standard error.
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

/// `wythoff ARGS`, with an environment that chooses nothing but what is to be tried.
pub(crate) fn wythoff<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
    command.args(args);
    choose_backend(&mut command);
    command
}

/// Whether a program that some tests need is installed; in CI it has to be.
pub(crate) fn has(tool: &str) -> bool {
    let version = Command::new(tool).arg("--version").output();
    let there = version.is_ok_and(|output| output.status.success());
    assert!(
        there || std::env::var_os("CI").is_none(),
        "CI has no {tool}"
    );
    there
}

/// Says what isn't tested here, and why. Not by `eprintln!`, which the test runner keeps to itself where a test passes.
pub(crate) fn not_tested(what: &str) {
    let text = format!("\nNOT TESTED: {what}\n");
    // Nothing hangs on it.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// The suite with a backend forced: `WYTHOFF_TEST_BACKEND=swar cargo test`. A test that names one itself stays with it.
fn choose_backend(command: &mut Command) {
    match std::env::var_os("WYTHOFF_TEST_BACKEND") {
        Some(backend) => command.env("WYTHOFF_BACKEND", backend),
        None => command.env_remove("WYTHOFF_BACKEND"),
    };
}

/// Runs `sh -c script`, in which `$W` is the binary; for redirections that only a shell can do.
pub(crate) fn shell(script: &str, folder: &Path) -> Run {
    let mut command = Command::new("sh");
    command
        .args(["-c", script])
        .current_dir(folder)
        .env("W", env!("CARGO_BIN_EXE_wythoff"));
    choose_backend(&mut command);
    run(&mut command, Feed::Nothing)
}

/// Runs `command` to its end; panics (and kills it) if that takes longer than [`TIME_LIMIT`].
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
        if let Some(pipe) = stdin {
            scope.spawn(move || write_all(pipe, feed));
        }
        // A child that is killed lets the writer go too, by a broken pipe.
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
        signal: status.signal(),
        stdout,
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
        command: String::new(),
    })
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

/// A child may well stop reading before the end: that is its right, and no error here.
fn write_all(mut pipe: impl Write, feed: Feed<'_>) {
    match feed {
        Feed::Nothing | Feed::File(_) => {}
        Feed::Pipe(bytes) => {
            let _ = pipe.write_all(bytes);
        }
        Feed::Bytewise(bytes) => {
            for byte in bytes.chunks(1) {
                if pipe.write_all(byte).is_err() {
                    return;
                }
                // Gives the child a chance to see this byte alone.
                thread::yield_now();
            }
        }
        Feed::Ragged(mut bytes, seed) => {
            let mut numbers = SplitMix(seed);
            while !bytes.is_empty() {
                let n = bytes.len().min(1 + numbers.below(5000) as usize);
                if pipe.write_all(&bytes[..n]).is_err() {
                    return;
                }
                bytes = &bytes[n..];
                if numbers.below(64) == 0 {
                    thread::sleep(Duration::from_micros(100));
                }
            }
        }
    }
}

/// The backends that this binary has and this machine runs; `scalar` and `swar` run anywhere.
pub(crate) fn backends() -> &'static [&'static str] {
    static LIST: OnceLock<Vec<&'static str>> = OnceLock::new();
    LIST.get_or_init(|| {
        let list: Vec<_> = ["scalar", "swar", "avx2", "avx512"]
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

/// A way to bring an input to the binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Mapped,
    Read,
    Redirected,
    Piped,
    Ragged,
    Bytewise,
}

impl Way {
    pub(crate) const ALL: [Way; 6] = [
        Way::Mapped,
        Way::Read,
        Way::Redirected,
        Way::Piped,
        Way::Ragged,
        Way::Bytewise,
    ];

    /// What the binary calls `path` in a message when it comes this way.
    pub(crate) fn name(self, path: &Path) -> String {
        match self {
            Way::Mapped | Way::Read => path.to_str().expect("UTF-8").to_owned(),
            _ => "<stdin>".to_owned(),
        }
    }

    /// `wythoff solve ARGS` on `bytes`, which are also the file `path`.
    #[track_caller]
    pub(crate) fn solve(self, args: &[&str], path: &Path, bytes: &[u8]) -> Run {
        let mut command = wythoff(&["solve"]);
        command.args(args);
        match self {
            Way::Mapped => run(
                command.args(["--io", "mmap"]).arg("--").arg(path),
                Feed::Nothing,
            ),
            Way::Read => run(
                command.args(["--io", "read"]).arg("--").arg(path),
                Feed::Nothing,
            ),
            Way::Redirected => run(&mut command, Feed::File(path)),
            Way::Piped => run(command.arg("-"), Feed::Pipe(bytes)),
            Way::Ragged => run(&mut command, Feed::Ragged(bytes, bytes.len() as u64)),
            Way::Bytewise => run(&mut command, Feed::Bytewise(bytes)),
        }
    }
}

/// Calls `f` with every backend, number of threads and way of reading that is sensible for an
/// input of `len` bytes, and a text that names them.
pub(crate) fn matrix(len: usize, mut f: impl FnMut(&str, &str, Way, &str)) {
    for &backend in backends() {
        for threads in ["1", "2", "3"] {
            for way in Way::ALL {
                let slow = way == Way::Bytewise;
                // Byte by byte is the same code for every number of threads, but slow here.
                if slow && (len > 20_000 || threads != "2") {
                    continue;
                }
                // What fits one chunk starts no threads; one number of them is enough then.
                if len < 30_000 && threads == "3" {
                    continue;
                }
                f(
                    backend,
                    threads,
                    way,
                    &format!("{backend} x{threads} {way:?}"),
                );
            }
        }
    }
}

/// A folder that goes with the test, and files in it.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// A file of that name and content.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, bytes).expect("the file is written");
        path
    }

    /// The names of all that is in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.path())
            .expect("the folder is read")
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

/// Compares long outputs and shows only where they part.
#[track_caller]
pub(crate) fn assert_same(got: &[u8], expected: &[u8], what: &str) {
    if got == expected {
        return;
    }
    let common = got.iter().zip(expected).take_while(|(g, e)| g == e).count();
    let line = 1 + got[..common].iter().filter(|&&c| c == b'\n').count();
    let around = |bytes: &[u8]| {
        let end = bytes.len().min(common + 20);
        bytes[common.min(end)..end].escape_ascii().to_string()
    };
    panic!(
        "{what}: {} bytes for {}, parting at byte {common} (line {line}): got {:?}, expected {:?}",
        got.len(),
        expected.len(),
        around(got),
        around(expected)
    );
}

// --------------------------------------------------------------------------------- the numbers

/// splitmix64: every seed is good, and the same everywhere.
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A number with a random number of bits, so that short and long ones are as frequent.
    pub(crate) fn any_length(&mut self) -> u64 {
        let shift = self.below(64);
        self.next() >> shift
    }
}

/// The first pairs (lower, upper), upper below `limit`, as the rule of the game gives them: each
/// lower number is the smallest that no pair has yet, and the k-th pair differs by k.
pub(crate) fn pairs_by_mex(limit: usize) -> Vec<(u64, u64)> {
    let mut used = vec![false; limit];
    let mut pairs = Vec::new();
    let mut lower = 0;
    loop {
        while lower < limit && used[lower] {
            lower += 1;
        }
        let upper = lower + pairs.len();
        if upper >= limit {
            return pairs;
        }
        used[lower] = true;
        used[upper] = true;
        pairs.push((lower as u64, upper as u64));
    }
}

/// The decimal digits of the Fibonacci numbers 0, 1, 1, 2, ..., by addition on paper.
pub(crate) fn fibonacci_digits(count: usize) -> Vec<String> {
    let (mut a, mut b) = (vec![0u8], vec![1u8]);
    let mut numbers = Vec::with_capacity(count);
    for _ in 0..count {
        numbers.push(a.iter().rev().map(|d| char::from(b'0' + d)).collect());
        let sum = add(&a, &b);
        a = std::mem::replace(&mut b, sum);
    }
    numbers
}

/// `digits` plus one.
pub(crate) fn plus_one(digits: &str) -> String {
    let low_first: Vec<u8> = digits.bytes().rev().map(|c| c - b'0').collect();
    let sum = add(&low_first, &[1]);
    sum.iter().rev().map(|d| char::from(b'0' + d)).collect()
}

fn add(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut sum = Vec::new();
    let mut carry = 0;
    for i in 0..a.len().max(b.len()) {
        let s = a.get(i).unwrap_or(&0) + b.get(i).unwrap_or(&0) + carry;
        sum.push(s % 10);
        carry = s / 10;
    }
    if carry > 0 {
        sum.push(carry);
    }
    sum
}

// ------------------------------------------------------------------------------- the reference

/// Whether the player to move loses, for piles below 2^64. With d the difference and a the
/// smaller pile, a = floor(d * phi) iff a^2 - a*d - d^2 is below 0 at a and above 0 at a + 1.
pub(crate) fn reference_is_cold(a: u128, b: u128) -> bool {
    assert!(a >> 64 == 0 && b >> 64 == 0, "the squares would overflow");
    let d = a.abs_diff(b);
    let a = a.min(b);
    if d == 0 {
        return a == 0;
    }
    a >= d && a * (a - d) < d * d && d * d < (a + 1) * (a + 1 - d)
}

/// The answers that `--invalid mark` gives, by the plainest means; every pile is below 2^64.
pub(crate) fn reference_marked(input: &[u8]) -> Vec<u8> {
    let mut answers = Vec::new();
    let input = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    for line in input.split(|&c| c == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut fields = line
            .split(|&c| c == b' ' || c == b'\t')
            .filter(|field| !field.is_empty());
        answers.push(match (fields.next(), fields.next(), fields.next()) {
            (None, _, _) => continue,
            (Some(a), Some(b), None) => match (pile(a), pile(b)) {
                (Some(a), Some(b)) => b'1' - u8::from(reference_is_cold(a, b)),
                _ => b'?',
            },
            _ => b'?',
        });
        answers.push(b'\n');
    }
    answers
}

/// The answers to an input without a fault.
#[track_caller]
pub(crate) fn reference(input: &[u8]) -> Vec<u8> {
    let answers = reference_marked(input);
    assert!(!answers.contains(&b'?'), "this input has no faults");
    answers
}

fn pile(field: &[u8]) -> Option<u128> {
    // `str::parse` takes a leading `+`; the grammar doesn't.
    if !field.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(field).ok()?.parse().ok()
}
