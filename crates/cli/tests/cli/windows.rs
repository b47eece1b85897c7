//! Tests for Windows: replacing files, devices, names; and tests that need a shell on Unix.

use crate::support::*;
use std::fs::{self, OpenOptions};
use std::io::{Seek as _, SeekFrom};
use std::os::windows::fs::OpenOptionsExt as _;
use std::path::Path;

/// A temporary folder, and a folder in it whose name has a blank and letters beyond ASCII.
fn folder() -> (Folder, std::path::PathBuf) {
    let folder = Folder::new();
    let inner = folder.path().join("对拍 è");
    fs::create_dir(&inner).expect("a folder");
    (folder, inner)
}

fn solve(args: &[&str], paths: &[&Path], feed: Feed<'_>) -> Run {
    run(wythoff(&["solve"]).args(args).args(paths), feed)
}

#[test]
fn an_output_appears_whole_or_not_at_all() {
    let (_folder, inner) = folder();
    let (input, out) = (inner.join("in"), inner.join("答案"));
    let (text, answers) = large();
    fs::write(&input, text).expect("written");
    let to = |input: &Path| {
        let mut command = wythoff(&["solve", "--threads", "3", "-o"]);
        run(command.arg(&out).arg(input), Feed::Nothing)
    };
    let names = || fs::read_dir(&inner).expect("a folder").count();
    // First a new file, then a file that is replaced.
    for _ in 0..2 {
        to(&input).expect(0);
        assert!(fs::read(&out).expect("the answers") == *answers);
        fs::write(&out, "old").expect("written");
    }
    // An input with an invalid record at its end.
    let bad = inner.join("bad");
    fs::write(&bad, [&text[..], b"1 x\n"].concat()).expect("written");
    let error = to(&bad).expect(2).stderr;
    assert!(error.contains("expected a second pile"), "{error}");
    assert_eq!(fs::read(&out).expect("the old file"), b"old");
    // The input itself.
    let mut command = wythoff(&["solve", "-o"]);
    let same = run(command.arg(&input).arg(&input), Feed::Nothing).expect(2);
    let why = "the output is also the input";
    same.says(why);
    assert!(fs::read(&input).expect("the input") == *text);
    assert_eq!(names(), 3);
}

/// No file is lost, and the message gives the reason.
#[test]
fn an_output_that_another_program_has_open() {
    let (_folder, inner) = folder();
    let (input, out) = (inner.join("in"), inner.join("out"));
    fs::write(&input, "1 2\n").expect("written");
    fs::write(&out, "old").expect("written");
    let mut open = OpenOptions::new()
        .read(true)
        .share_mode(0)
        .open(&out)
        .expect("open");
    let mut command = wythoff(&["solve", "-o"]);
    let run = run(command.arg(&out).arg(&input), Feed::Nothing).expect(2);
    assert!(
        !run.stderr.contains("panick") && run.stderr.contains("out: "),
        "{}",
        run.stderr
    );
    open.seek(SeekFrom::Start(0)).expect("a file");
    assert_eq!(std::io::read_to_string(open).expect("the old file"), "old");
    assert_eq!(fs::read_dir(&inner).expect("a folder").count(), 2);
}

#[test]
fn devices_and_folders() {
    let (_folder, inner) = folder();
    let input = inner.join("in");
    fs::write(&input, "1 2\n").expect("written");
    for device in ["NUL", "nul", r"\\.\NUL"] {
        let run = solve(&["-o", device], &[&input], Feed::Nothing).expect(0);
        assert_eq!((run.text(), run.stderr.as_str()), ("", ""), "{device}");
    }
    let mut into_folder = wythoff(&["solve", "-o"]);
    let into_folder = run(into_folder.arg(&inner).arg(&input), Feed::Nothing);
    let nowhere = inner.join("nowhere");
    for (run, says) in [
        (into_folder, "expected a file, found a folder"),
        (
            solve(&[], &[&inner], Feed::Nothing),
            "expected a file, found a folder",
        ),
        (solve(&[], &[&nowhere], Feed::Nothing), "nowhere: "),
    ] {
        let error = run.expect(2).stderr;
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn chinese_texts_are_utf_8() {
    let text = printed("explain 4 7 --lang zh", "");
    assert!(text.contains("必败"), "{text}");
}
