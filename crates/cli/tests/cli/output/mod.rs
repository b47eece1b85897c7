//! Outputs: a file appears when it is complete or not at all, a stream gets every answer before an error, and no error has
//! exit code 0.

mod rights;
mod streams;

use crate::support::*;
use std::fs;
use std::os::unix::fs::MetadataExt;

const TEXT: &str = "1 2\n3 4\n165580140 267914295\n165580141 267914296\n";

const ANSWERS: &str = "0\n1\n0\n1\n";

/// A failed run leaves the old file, and no other file. A run that marks lines writes its file.
#[test]
fn a_failed_run_leaves_no_trace() {
    let folder = Folder::new();
    let (text, _) = large();
    folder.file("early", "1 2\nx\n");
    folder.file("late", [text, &b"1 2 3\n"[..]].concat());
    folder.file("good", TEXT);
    let packed = gzip(text);
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
    let make =
        "mkdir there; ln -s there/x one; ln -s one two; ln -s nowhere/x lost; ln -s circle circle";
    shell(make, folder.path()).expect(0);
    for _ in 0..2 {
        let script = "\"$W\" solve in -o two && test -L two && test -L one && cat there/x";
        assert_eq!(shell(script, folder.path()).expect(0).text(), ANSWERS);
    }
    let names = folder.names();
    for link in ["lost", "circle"] {
        let script = format!("\"$W\" solve in -o {link}; code=$?; test -L {link} && exit $code");
        let run = shell(&script, folder.path()).expect(2);
        assert!(
            run.stderr.starts_with(&format!("wythoff: {link}: ")),
            "{run:?}"
        );
        assert_eq!(folder.names(), names);
    }
    let script = "ln -s new link; \"$W\" gen -o new --answers link";
    let run = shell(script, folder.path()).expect(2);
    let why = "the pairs and the answers can't both be";
    run.says(why);
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
        // In testlib's convention the exit code of a failure is 3.
        "! \"$W\" check --convention testlib same other ans same || exit; exit 2",
        "! \"$W\" check --convention testlib other same ans same || exit; exit 2",
        "! \"$W\" check --convention testlib other other same same -appes || exit; exit 2",
        "! \"$W\" validate --convention testlib --testOverviewLogFileName same < same || exit; exit 2",
    ] {
        let path = folder.file("same", TEXT);
        folder.file("other", b"1 2\n");
        let run = shell(script, folder.path()).expect(2);
        let why = "the output is also the input";
        run.says(why);
        assert_eq!(
            fs::read_to_string(&path).expect("the file"),
            TEXT,
            "{script}"
        );
    }
}

#[test]
fn files_without_permission() {
    let Some(as_another) = as_another_user() else {
        return;
    };
    let folder = Folder::new();
    folder.file("in", TEXT);
    let setup = "cp \"$W\" w && chmod 755 w && chmod 0 in && chown 65534:65534 . in";
    shell(setup, folder.path()).expect(0);
    for (script, says) in [
        ("./w solve in", "wythoff: in: Permission denied\n"),
        ("./w solve -o out < /dev/null", "out: Permission denied\n"),
    ] {
        let script = format!("{as_another} sh -c 'chmod 500 .; {script}'");
        let run = shell(&script, folder.path()).expect(2);
        assert!(run.stderr.ends_with(says), "{run:?}");
    }
}

/// Arguments of `solve --count`, an input, the exit code, the counts, and the last line of standard error. A slash is the end of a line.
const COUNTS: &str = "
 |  | 0 | hot 0/cold 0/ |
--invalid=mark | 1 2/ | 0 | hot 0/cold 1/invalid 0/ |
--invalid=mark | 1 2/x/3 4//5 6 7/ | 1 | hot 1/cold 1/invalid 2/ | wythoff: 2 invalid lines, counted separately
# A part of the counts would be wrong.
 | 1 2/x/ | 2 |  | wythoff: <stdin>:2:1: expected a pile (decimal digits), found `x`
";

#[test]
fn counts() {
    let folder = Folder::new();
    for [args, input, code, counts, last] in rows(COUNTS) {
        folder.file("in", input.replace('/', "\n"));
        let run = shell(&format!("$W solve --count {args} < in"), folder.path());
        let run = run.expect(code.parse().expect("a code"));
        assert_eq!(run.text(), counts.replace('/', "\n"), "{args}");
        assert_eq!(run.stderr.lines().last().unwrap_or_default(), last);
    }
    // The first ten are shown.
    let many = "yes x | head -n 12 | $W solve --count --invalid mark";
    let many = shell(many, folder.path()).expect(1).stderr;
    assert!(many.contains("wythoff: ... and 2 more\n"), "{many}");
    let (text, answers) = large();
    let hot = answers.iter().filter(|&&c| c == b'1').count();
    let cold = answers.len() / 2 - hot;
    folder.file("in", text);
    let run = shell("$W solve --count in in -o out; cat out", folder.path()).expect(0);
    assert_eq!(run.text(), format!("hot {}\ncold {}\n", 2 * hot, 2 * cold));
}
