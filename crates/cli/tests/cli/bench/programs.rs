//! `wythoff bench FILE -- COMMAND`.

use super::{bench, json};
use crate::support::{Folder, Run};
use serde_json::{Value, json as value};

/// The path of the program.
const WYTHOFF: &str = env!("CARGO_BIN_EXE_wythoff");

/// Runs `bench` of a file of three pairs with `options` and a program.
#[track_caller]
fn reader(options: &[&str], command: &[&str]) -> Run {
    let folder = Folder::new();
    let file = folder.file("some pairs", "1 2\n8 4\n4 7\n");
    let file = file.to_str().unwrap();
    bench(
        &folder,
        &[&[file, "--runs", "2"], options, &["--"], command].concat(),
    )
}

/// As [`reader`], with a shell script.
#[track_caller]
fn script(options: &[&str], script: &str) -> Run {
    reader(options, &["sh", "-c", script])
}

#[track_caller]
fn stages(object: &Value) -> Vec<(&str, &Value)> {
    let stages = object["stages"].as_array().unwrap().iter();
    stages
        .map(|s| (s["stage"].as_str().unwrap(), &s["threads"]))
        .collect()
}

#[test]
fn a_right_reader() {
    let run = reader(&["--json"], &[WYTHOFF, "solve"]).expect(0);
    let object = json(&run);
    let (one, none) = (value!(1), Value::Null);
    assert_eq!(
        stages(&object),
        [
            ("touch", &one),
            ("wc -l", &none),
            ("solve", &one),
            ("reader", &none)
        ]
    );
    assert_eq!(object["command"], value!([WYTHOFF, "solve"]));
    assert_eq!(object["checked"], true);
    assert_eq!(
        (&object["pairs"], &object["cold"]),
        (&value!(3), &value!(2))
    );
    for stage in object["stages"].as_array().unwrap() {
        assert_eq!(stage["seconds"].as_array().unwrap().len(), 2);
        let is_positive = |key: &str| stage[key].as_f64().is_some_and(|x| x > 0.0);
        assert!(is_positive("ratio_to_floor") && is_positive("ratio_to_solve"));
    }
    assert_eq!(object["stages"][0]["ratio_to_floor"], 1.0);
    assert_eq!(object["stages"][2]["ratio_to_solve"], 1.0);
}

/// The reader is told the path of the input, and reads nothing from standard input.
#[test]
fn a_reader_of_a_path() {
    let run = reader(&[], &[WYTHOFF, "solve", "{file}"]).expect(0);
    assert!(run.text().contains("all 3 answers of the reader are right"));
    for word in ["{file}", "touch", "wc -l", "solve", "reader", "x solve"] {
        assert!(run.text().contains(word), "no {word} in\n{}", run.text());
    }
    let right = "cat > rest; test ! -s rest; printf '0\\n1\\n0\\n'; cat -- \"$1\" >&2";
    reader(&[], &["sh", "-ec", right, "sh", "{file}"]).expect(0);
}

/// The options of the problem are those of both `wythoff solve` and the reader.
#[test]
fn a_problem_of_a_judge() {
    let folder = Folder::new();
    let file = folder.file("input", "2 1\n8 4\n");
    let base = [file.to_str().unwrap(), "--runs", "1"];
    let problem = [
        "--as",
        "luogu-p2252",
        "--words",
        "Ja,Nein",
        "--rule",
        "misere",
    ];
    let right = [&["--", WYTHOFF, "solve"], &problem[..]].concat();
    bench(&folder, &[&base[..], &problem, &right].concat()).expect(0);
    // Without the options the answers are different.
    let run = bench(&folder, &[&base[..], &right].concat()).expect(1);
    assert!(run.stderr.contains("No answer is right. If the program"));
}

#[test]
fn a_reader_that_is_not_checked() {
    let run = script(&["--no-check"], "cksum").expect(0);
    assert!(run.text().contains("were not checked (--no-check)"));
    let run = script(&["--no-check", "--json"], "cksum").expect(0);
    assert_eq!(json(&run)["checked"], false);
}

/// Each failure has a message, and nothing else is printed.
#[test]
fn failing_readers() {
    let wrong = "printf '0\\n1\\n1\\n'";
    for (options, command, expected) in [
        (&[][..], wrong, "wrong answer: 1 of 3 cases wrong"),
        (
            &[],
            wrong,
            "first: case 3, line 3: 4 7: expected `0`, found `1`",
        ),
        (&[], "printf '0\\n'", "2 missing"),
        (
            &[],
            "printf '0\\n1\\n0\\n1\\n'",
            "answers after the last case: 1",
        ),
        (&[], "echo 77", "if it prints no answers, use --no-check"),
        (
            &[],
            "echo no >&2; exit 3",
            "exit code 3; its last message: no",
        ),
        (&[], "kill -SEGV $$", "ended by signal 11"),
        (&["-t", "0.2"], "sleep 1000", "still running after 0.2 s"),
        (&[], "yes", "more than 64 MiB of output"),
        (&["--no-check"], "exit 3", "exit code 3"),
    ] {
        let run = script(options, command).expect(1);
        assert!(run.stderr.contains(expected), "{command}: {}", run.stderr);
        assert!(run.stdout.is_empty(), "{command}");
    }
}

#[test]
fn what_is_refused() {
    let folder = Folder::new();
    let wrong = folder.file("wrong", "1 2\n3 x\n");
    let empty = folder.file("empty", "\n");
    let (wrong, empty) = (wrong.to_str().unwrap(), empty.to_str().unwrap());
    for (args, message) in [
        (&[wrong, "--", "cat"][..], "2:3"),
        (&[empty, "--", "cat"], "expected at least one position"),
        (&["/nowhere", "--", "cat"], "/nowhere: No such file"),
        (
            &["--size", "1K", "--", "/no/program"],
            "/no/program: No such",
        ),
        (&["--as", "poj1067"], "allowed only with a program after --"),
        (&["--no-check"], "COMMAND"),
        (
            &["--size", "1K", "-t", "0", "--", "cat"],
            "a number of seconds",
        ),
    ] {
        let run = bench(&folder, args).expect(2);
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
        assert!(run.stdout.is_empty());
    }
}
