//! Outputs: a file appears when it is complete or not at all, a stream gets every answer before an error, and no error has
//! exit code 0.

mod rights;
mod streams;

use crate::support::*;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

const TEXT: &str = "1 2\n3 4\n165580140 267914295\n165580141 267914296\n";

const ANSWERS: &str = "0\n1\n0\n1\n";

/// Some MiB of pairs: more than one chunk, and more than a pipe holds.
fn large() -> (String, Vec<u8>) {
    let mut numbers = SplitMix(9);
    let mut text = String::new();
    while text.len() < 3 << 20 {
        let (a, b) = (numbers.any_length(), numbers.any_length());
        text += &format!("{a} {b}\n");
    }
    let answers = reference(text.as_bytes());
    (text, answers)
}

#[test]
fn a_file_is_written_whole() {
    let folder = Folder::new();
    let (text, answers) = large();
    for (text, answers) in [
        ("", &b""[..]),
        (TEXT, ANSWERS.as_bytes()),
        (&text, &answers),
    ] {
        folder.file("in", text);
        for input in ["in", "--threads 3 in", "--io=read in", "< in"] {
            for old in [None, Some("before, and longer than the new\n")] {
                let _ = fs::remove_file(folder.path().join("out"));
                if let Some(old) = old {
                    folder.file("out", old.repeat(9));
                }
                let script = format!("\"$W\" solve -o out {input}");
                let run = shell(&script, folder.path()).expect(0);
                assert!(run.stdout.is_empty(), "{run:?}");
                let got = fs::read(folder.path().join("out")).expect("the output");
                assert_same(&got, answers, &script);
                assert_eq!(folder.names(), ["in", "out"], "{script}");
            }
        }
    }
}

/// A run that fails leaves the old file, and no other. A run that marks lines writes its file.
#[test]
fn a_failed_run_leaves_no_trace() {
    let folder = Folder::new();
    let (text, _) = large();
    folder.file("early", "1 2\nx\n");
    folder.file("late", format!("{text}1 2 3\n"));
    folder.file("good", TEXT);
    let packed = gzip(text.as_bytes());
    folder.file("damaged", &packed[..packed.len() - 3]);
    for old in [None, Some("old\n")] {
        let _ = fs::remove_file(folder.path().join("out"));
        if let Some(old) = old {
            folder.file("out", old);
        }
        let names = folder.names();
        for inputs in [
            "early",
            "late",
            "good early",
            "good none-such",
            "good .",
            "damaged",
            "--threads 2 - < late",
        ] {
            let script = format!("\"$W\" solve -o out {inputs}");
            let run = shell(&script, folder.path()).expect(2);
            assert!(run.stdout.is_empty() && !run.stderr.is_empty(), "{run:?}");
            assert_eq!(folder.names(), names, "{script}");
            let now = fs::read_to_string(folder.path().join("out")).ok();
            assert_eq!(now.as_deref(), old, "{script}");
        }
    }
    let script = "\"$W\" solve --invalid mark -o out early && cat out";
    let run = shell(&format!("{script}; cat out"), folder.path()).expect(0);
    assert_eq!(run.text(), "0\n?\n", "exit code 1, and the file");
}

/// A symbolic link is kept, whether its target exists or not.
#[test]
fn an_output_behind_a_link() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    fs::create_dir(folder.path().join("there")).expect("a folder");
    shell("ln -s there/x one; ln -s one two", folder.path()).expect(0);
    for again in [false, true] {
        shell("\"$W\" solve in -o two", folder.path()).expect(0);
        let link = fs::symlink_metadata(folder.path().join("two")).expect("the link");
        assert!(link.is_symlink(), "{again}");
        let link = fs::symlink_metadata(folder.path().join("one")).expect("the link");
        assert!(link.is_symlink(), "{again}");
        let written = fs::read_to_string(folder.path().join("there/x")).expect("the output");
        assert_eq!(written, ANSWERS);
    }
    let names = folder.names();
    for (make, out) in [
        ("ln -s nowhere/x link", "link"),
        ("ln -s other link; ln -s link other", "link"),
    ] {
        let script =
            format!("{make}; \"$W\" solve in -o {out}; code=$?; test -L link && exit $code");
        let run = shell(&script, folder.path()).expect(2);
        assert!(run.stderr.starts_with("wythoff: link: "), "{run:?}");
        shell("rm -f link other", folder.path()).expect(0);
        assert_eq!(folder.names(), names);
    }
    let script = "ln -s new link; \"$W\" gen -o new --answers link";
    let run = shell(script, folder.path()).expect(2);
    assert!(
        run.stderr
            .contains("the pairs and the answers can't both be"),
        "{run:?}"
    );
}

/// Appending to the input would never end or would read answers; replacing it would lose it.
#[test]
fn the_output_may_not_be_the_input() {
    let folder = Folder::new();
    for script in [
        "\"$W\" solve same >> same",
        "\"$W\" solve < same >> same",
        "ln same hard; \"$W\" solve hard >> same",
        "ln -s same soft; \"$W\" solve soft >> same",
        "\"$W\" solve --io read same >> same",
        "\"$W\" solve --count same >> same",
        "\"$W\" solve same -o same",
        "\"$W\" solve - -o same < same",
        "\"$W\" solve other same -o same",
        "ln -s same soft; \"$W\" solve soft -o same",
        "ln -s same soft; \"$W\" solve same -o soft",
        "\"$W\" moves same -o same",
        "\"$W\" nim same -o same",
        "mkdir -p f; ln -f same f/judgemessage.txt; \"$W\" check --convention icpc same ans f < other",
        // The code of a failure is 3 in testlib's convention.
        "! \"$W\" check --convention testlib same other ans same || exit; exit 2",
        "! \"$W\" check --convention testlib other same ans same || exit; exit 2",
        "! \"$W\" check --convention testlib other other same same -appes || exit; exit 2",
        "! \"$W\" validate --convention testlib --testOverviewLogFileName same < same || exit; exit 2",
    ] {
        let path = folder.file("same", TEXT);
        folder.file("other", b"1 2\n");
        let run = shell(script, folder.path()).expect(2);
        let why = "the output is also the input";
        assert!(run.stderr.contains(why), "{script}: {}", run.stderr);
        assert_eq!(
            fs::read_to_string(&path).expect("the file"),
            TEXT,
            "{script}"
        );
    }
}

/// Scripts, and the end of the message: the path and the system's message.
const UNREADABLE: &str = "
$W solve in none-such in | none-such: No such file or directory
$W solve . | Is a directory
$W solve --io read . | Is a directory
$W solve < . | Is a directory
$W solve in -o none-such/out | none-such/out: No such file or directory
$W solve in -o . | Is a directory
$W solve in -o '' |
$W man --dir none-such | No such file or directory
# A path with a file as a folder.
$W solve in/in | in/in: Not a directory
";

#[test]
fn paths_that_cannot_be_used() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    for [script, message] in rows(UNREADABLE) {
        let run = shell(script, folder.path()).expect(2);
        assert!(run.stderr.ends_with(&format!("{message}\n")), "{run:?}");
        // The answers to the inputs before are written.
        let expected = if script.contains("none-such in") {
            ANSWERS
        } else {
            ""
        };
        assert_eq!(run.text(), expected, "{script}");
    }
    assert_eq!(folder.names(), ["in"]);
}

#[test]
fn a_position_for_files() {
    let folder = Folder::new();
    folder.file("7", TEXT);
    let missing = "5: No such file or directory";
    for (files, words) in [
        ("5 8", "; for one position: wythoff explain 5 8"),
        ("5", "; for one position: wythoff explain 5 8"),
        ("5 x", ""),
    ] {
        let run = shell(&format!("\"$W\" solve {files}"), folder.path()).expect(2);
        assert_eq!(
            run.stderr,
            format!("wythoff: {missing}{words}\n"),
            "{files}"
        );
    }
    let run = shell("\"$W\" solve 7 7", folder.path()).expect(0);
    assert_eq!(run.text(), ANSWERS.repeat(2));
}

#[test]
fn files_without_permission() {
    let folder = Folder::new();
    let path = folder.file("in", TEXT);
    let mut program = "\"$W\"";
    if fs::metadata(&path).expect("its owner").uid() == 0 {
        // Root may read everything: another user runs the program, and owns the folder.
        if !has("setpriv") {
            return;
        }
        let script = "cp \"$W\" w && chmod 755 w && chown 65534:65534 . in";
        if shell(script, folder.path()).code != Some(0) {
            skipped("root that may give files away");
            return;
        }
        program = "setpriv --reuid 65534 --regid 65534 --clear-groups ./w";
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("chmod");
    let run = shell(&format!("{program} solve in"), folder.path()).expect(2);
    assert_eq!(run.stderr, "wythoff: in: Permission denied\n");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o500)).expect("chmod");
    let script = format!("{program} solve -o out < /dev/null");
    let run = shell(&script, folder.path()).expect(2);
    assert!(run.stderr.contains("out: Permission denied"), "{run:?}");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).expect("chmod");
}

#[test]
fn counts() {
    let folder = Folder::new();
    let (text, answers) = large();
    let hot = answers.iter().filter(|&&c| c == b'1').count();
    let cold = answers.len() / 2 - hot;
    let count = |args: &[&str], text: &[u8], code| {
        let mut command = wythoff(&["solve", "--count"]);
        run(command.args(args), Feed::Pipe(text)).expect(code)
    };
    assert_eq!(count(&[], b"", 0).text(), "hot 0\ncold 0\n");
    let mark = ["--invalid", "mark"];
    assert_eq!(
        count(&mark, b"1 2\n", 0).text(),
        "hot 0\ncold 1\ninvalid 0\n"
    );
    let run = count(&mark, b"1 2\nx\n3 4\n\n5 6 7\n", 1);
    assert_eq!(run.text(), "hot 1\ncold 1\ninvalid 2\n");
    assert!(run.stderr.contains("<stdin>:2:1: "), "{}", run.stderr);
    let counted = "\nwythoff: 2 invalid lines, counted separately\n";
    assert!(run.stderr.ends_with(counted), "{}", run.stderr);
    // A part of the counts would be wrong.
    let run = count(&[], b"1 2\nx\n", 2);
    assert_eq!(run.text(), "");
    folder.file("in", &text);
    shell("\"$W\" solve --count in in -o out", folder.path()).expect(0);
    let written = fs::read_to_string(folder.path().join("out")).expect("the output");
    assert_eq!(written, format!("hot {}\ncold {}\n", 2 * hot, 2 * cold));
}

#[test]
fn words() {
    for (words, answers) in [
        ("A,B", "B\nA\n?\n"),
        ("First,Second", "Second\nFirst\n?\n"),
        ("先手,后手", "后手\n先手\n?\n"),
    ] {
        let mut command = wythoff(&["solve", "--invalid", "mark", "--words", words]);
        let run = run(&mut command, Feed::Pipe(b"1 2\n3 4\nx\n")).expect(1);
        assert_eq!(run.text(), answers);
    }
}

/// An output whose name promises another compression format is refused.
#[test]
fn an_output_of_another_compression() {
    let folder = Folder::new();
    folder.file("in", "1 2\n");
    for name in ["a.xz", "a.bz2", "a.txt.ZIP"] {
        for command in ["solve in", "gen --pairs 2", "cold --list 3"] {
            let run = shell(&format!("\"$W\" {command} -o {name}"), folder.path()).expect(2);
            let start =
                format!("wythoff: {name}: the output can be compressed only as .gz or .zst");
            assert!(run.stderr.starts_with(&start), "{run:?}");
        }
    }
    assert_eq!(folder.names(), ["in"]);
}
