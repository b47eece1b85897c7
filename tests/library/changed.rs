//! Tests files that another process changes during the run, in every way of reading them. The file is changed when the first
//! answers are written or, for `check`, when the answers are read.

use crate::support::*;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use wythoff::workload::{Mix, Workload};
use wythoff::{
    Error, ErrorKind, Framing, GenerateLimit, Input, Output, PROFILES, Problem, ReadMode, Solver,
    check, generate,
};

/// A change of a file by another process: its name, whether it harms the run, and how it is made.
type Change = (&'static str, bool, fn(&Path));

fn writer(path: &Path) -> File {
    File::options().write(true).open(path).expect("the file")
}

fn len(path: &Path) -> u64 {
    fs::metadata(path).expect("the file").len()
}

const CHANGES: &[Change] = &[
    ("cut to nothing", true, |path| {
        writer(path).set_len(0).expect("cut");
    }),
    ("cut by a byte", true, |path| {
        writer(path).set_len(len(path) - 1).expect("cut");
    }),
    ("cut and enlarged again", true, |path| {
        let size = len(path);
        writer(path).set_len(0).expect("cut");
        writer(path).set_len(size).expect("enlarged");
    }),
    ("overwritten", true, |path| {
        writer(path).write_all(b"1").expect("write");
    }),
    ("enlarged", false, |path| {
        let mut file = File::options().append(true).open(path).expect("the file");
        file.write_all(b"1 2 3\nx\n").expect("append");
    }),
    #[cfg(unix)]
    ("removed", false, |path| fs::remove_file(path).expect("rm")),
    #[cfg(unix)]
    ("renamed", false, |path| {
        fs::rename(path, path.with_extension("old")).expect("mv");
    }),
    #[cfg(unix)]
    ("replaced", false, |path| {
        fs::write(path.with_extension("new"), "7 7\n").expect("write");
        fs::rename(path.with_extension("new"), path).expect("mv");
    }),
    ("linked", false, |path| {
        fs::hard_link(path, path.with_extension("link")).expect("ln");
    }),
    #[cfg(unix)]
    ("made private", false, |path| {
        use std::os::unix::fs::PermissionsExt;
        let rights = fs::Permissions::from_mode(0o600);
        fs::set_permissions(path, rights).expect("chmod");
    }),
];

/// Writes `text` to a file that was last changed long ago: a change within the same tick of the clock can't be seen.
fn old_file(folder: &Folder, name: &str, text: &[u8]) -> PathBuf {
    let path = folder.file(name, text);
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    writer(&path).set_modified(long_ago).expect("the time");
    path
}

/// A reader or writer that calls its function before the first bytes pass.
struct Before<T, F: FnOnce()>(T, Option<F>);

impl<T, F: FnOnce()> Before<T, F> {
    fn first(&mut self) -> &mut T {
        if let Some(change) = self.1.take() {
            change();
        }
        &mut self.0
    }
}

impl<T: Write, F: FnOnce()> Write for Before<T, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.first().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<T: Read, F: FnOnce()> Read for Before<T, F> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.first().read(into)
    }
}

fn is_change(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::InputChanged)
}

/// Each framing of pairs, and the problem of each judge.
fn problems() -> Vec<Problem> {
    let framings = Framing::FREE.iter().chain(&[Framing::Lines]);
    let pairs = framings.map(|&framing| {
        let mut problem = Problem::default();
        problem.framing = framing;
        problem
    });
    let profiles = PROFILES.iter().map(|profile| profile.problem.clone());
    pairs.chain(profiles).collect()
}

/// An input of `problem` with about `bytes` bytes, and its answers.
fn generated(problem: &Problem, bytes: u64) -> (Vec<u8>, Vec<u8>) {
    let workload = Workload::new(3, Mix::default(), problem).expect("a workload");
    let (mut text, mut answers) = (Vec::new(), Vec::new());
    let output = Output::stream(&mut text, "text");
    let right = Output::stream(&mut answers, "answers");
    let amount = match problem.framing {
        Framing::One => GenerateLimit::records(1),
        _ => GenerateLimit::bytes(bytes),
    };
    generate(&workload, amount, output, Some(right), None, None).expect("an input");
    (text, answers)
}

/// The names and contents of the files that hold `text`: plain, and compressed if that is supported.
fn forms(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let mut forms = vec![("in", text.to_vec())];
    if cfg!(feature = "compressed") {
        let level = flate2::Compression::fast();
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
        encoder.write_all(text).expect("into memory");
        forms.push(("in.gz", encoder.finish().expect("into memory")));
    }
    forms
}

/// Solves a file of each problem while it is changed. A change that loses bytes is an error, in whatever way the file is read,
/// and no wrong answer comes before the error. Other changes have no effect.
fn solve_while_changed(bytes: u64, threads: usize) {
    // Windows refuses to cut a file that is mapped.
    let modes = [ReadMode::Read, ReadMode::Mmap];
    let modes = &modes[..if cfg!(windows) { 1 } else { 2 }];
    for problem in problems() {
        let (text, answers) = generated(&problem, bytes);
        for (name, content) in forms(&text) {
            for &read_mode in modes {
                let solver = Solver {
                    read_mode,
                    threads: NonZeroUsize::new(threads),
                    chunk_size: NonZeroUsize::new(4096),
                    ..Solver::new(problem.clone())
                };
                for (what, harms, change) in CHANGES {
                    let folder = Folder::new();
                    let path = old_file(&folder, name, &content);
                    let mut written = Vec::new();
                    let output = Before(&mut written, Some(|| change(&path)));
                    let output = Output::stream(output, "answers");
                    let run = solver.solve(vec![Input::path(&path)], output);
                    let what = format!("{problem:?}: {name}, {read_mode:?}, {what}: {run:?}");
                    assert!(answers.starts_with(&written), "{what}: wrong answers");
                    match harms {
                        true => assert!(is_change(&run.expect_err(&what)), "{what}"),
                        false => assert!(run.is_ok() && written == answers, "{what}"),
                    }
                }
            }
        }
    }
}

#[test]
fn a_file_that_changes_while_it_is_solved() {
    solve_while_changed(10_000, 1);
}

/// The same with more text than is read at once, enough for two threads.
#[test]
#[ignore = "slow"]
fn a_large_file_that_changes_while_it_is_solved() {
    solve_while_changed(600_000, 2);
}

/// `check` reads its input twice and the answers once. The file changes when the first or when the last answers are read. If the path
/// then names another file, wrong cases are looked up in the file that was opened.
#[test]
fn a_file_that_changes_while_answers_are_compared() {
    const TEXT: &[u8] = b"1 2\n8 4\n3 5\n";
    for &(what, harms, change) in CHANGES {
        for (before, after, wrong) in [
            ("", "0\n1\n0\n", None),
            ("", "0\n1\n1\n", Some((3, 3, "3 5"))),
            ("1\n1\n0\n", "", Some((1, 1, "1 2"))),
        ] {
            let folder = Folder::new();
            let path = old_file(&folder, "in", TEXT);
            let rest = Before(after.as_bytes(), Some(|| change(&path)));
            let answers = before.as_bytes().chain(rest);
            let open = || Ok(Input::path(&path));
            let report = check(open, Box::new(answers), "answers", &Solver::default());
            if harms {
                assert!(is_change(&report.expect_err(what)), "{what}");
                continue;
            }
            let found = report.expect(what).first;
            let found: Vec<_> = found
                .iter()
                .map(|case| (case.case, case.line, &*case.input))
                .collect();
            assert_eq!(found, Vec::from_iter(wrong), "{what}");
        }
    }
}
