//! `wythoff bench`: on a file, on an input that it makes, as a table and as JSON.
//!
//! No test depends on a measured time.

use crate::support::{Feed, Folder, Run, backends, fnv1a, rows, run, wythoff};
use serde_json::Value;

/// Runs `bench ARGS` in `folder` with its temporary files there, and checks that it removes them. Blanks separate the arguments.
#[track_caller]
fn bench(folder: &Folder, args: &str) -> Run {
    let before = folder.names();
    let mut command = wythoff(&["bench"]);
    command.args(args.split(' ')).current_dir(folder.path());
    command.env("TMPDIR", folder.path());
    command.env_remove("WYTHOFF_BACKEND");
    let run = run(&mut command, Feed::Nothing);
    assert_eq!(folder.names(), before, "something was left behind");
    run
}

fn json(run: &Run) -> Value {
    serde_json::from_str(run.text()).expect("one JSON object")
}

/// Every stage occurs once for each backend and number of threads, with one time for each round.
#[track_caller]
fn assert_whole(object: &Value, backends: &[&str], threads: &[u64], runs: usize) {
    let stages = object["stages"].as_array().expect("stages");
    let mut found = Vec::new();
    for stage in stages {
        let times = stage["seconds"].as_array().expect("seconds");
        assert_eq!(times.len(), runs, "{stage}");
        assert!(times.iter().all(|t| t.as_f64().is_some_and(|t| t > 0.0)));
        for key in [
            "median_seconds",
            "bytes_per_second",
            "pairs_per_second",
            "ratio_to_floor",
        ] {
            assert!(
                stage[key].as_f64().is_some_and(|x| x > 0.0),
                "{key}: {stage}"
            );
        }
        if stage["stage"] == "touch" {
            assert_eq!(stage["ratio_to_floor"], 1.0);
        }
        let backend = stage["backend"].as_str().unwrap_or("no backend");
        let name = stage["stage"].as_str().expect("stage");
        found.push(format!("{name} {backend} x{}", stage["threads"]));
    }
    let mut expected = Vec::new();
    for &threads in threads {
        let mut expect = |names: &[&str], backends: &[&str]| {
            for name in names {
                expected.extend(backends.iter().map(|b| format!("{name} {b} x{threads}")));
            }
        };
        expect(&["touch"], &["no backend"]);
        expect(&["parse", "decide", "null", "file"], backends);
    }
    assert_eq!(found, expected);
    let names: Vec<_> = object["backends"]
        .as_array()
        .expect("backends")
        .iter()
        .collect();
    assert_eq!(names, backends);
}

#[test]
fn a_small_file_on_one_thread() {
    let folder = Folder::new();
    folder.file("pairs", "1 2\n8 4\n\n4 7\n18446744073709551616 0");
    let run = bench(&folder, "pairs --runs 3 --json").expect(0);
    let object = json(&run);
    assert_whole(&object, backends(), &[1], 3);
    assert_eq!(object["input"], "pairs");
    assert_eq!(object["bytes"], 35);
    assert_eq!(
        (&object["pairs"], &object["hot"], &object["cold"]),
        (&Value::from(4), &Value::from(2), &Value::from(2))
    );
    // FNV-1a of "0\n1\n0\n1\n".
    assert_eq!(
        object["answers_fnv1a"],
        format!("{:016x}", fnv1a(b"0\n1\n0\n1\n"))
    );
}

#[test]
fn a_regime_on_two_threads() {
    let folder = Folder::new();
    let args = "--regime changing --size 1M --runs 1 --threads 2 --json";
    let object = json(&bench(&folder, args).expect(0));
    assert_whole(&object, backends(), &[1, 2], 1);
    assert_eq!(object["input"], "regime changing, seed 1");
    // The input ends with a whole line, so it is up to one line longer than 1M.
    let bytes = object["bytes"].as_u64().unwrap();
    assert!(((1 << 20)..(1 << 20) + 100).contains(&bytes));
    // A second run makes the same input.
    let args = "--regime changing --size 1M --runs 1 --backend swar --json";
    let again = json(&bench(&folder, args).expect(0));
    assert_whole(&again, &["swar"], &[1], 1);
    for key in ["bytes", "pairs", "cold", "answers_fnv1a"] {
        assert_eq!(object[key], again[key]);
    }
}

#[test]
fn the_table_has_every_stage() {
    let folder = Folder::new();
    let run = bench(&folder, "--size 64K --runs 1").expect(0);
    assert_eq!(run.stderr, "");
    for word in "touch|parse|decide|null|file|x floor|regime 1e9|GB/s".split('|') {
        assert!(run.text().contains(word), "no {word} in\n{}", run.text());
    }
    for backend in backends() {
        assert!(run.text().contains(backend));
    }
}

/// Arguments, and a part of the message.
const REFUSED: &str = "
--regime 1e7 | 1e9, 1e18, mixed, 2e6, 100, padded
--size 0 | a whole number of bytes, at least 1
--size 1K --backend none | possible values: auto, scalar
--runs 0 | --runs
empty | expected at least one position
wrong | wrong:2:3
/dev/null | must be a regular file
/dev/stdin | must be a regular file
/nowhere/at/all | /nowhere/at/all
empty --regime 100 | cannot be used with
";

#[test]
fn bad_arguments_are_refused() {
    let folder = Folder::new();
    folder.file("empty", "\n\n");
    folder.file("wrong", "1 2\n3 x\n");
    for [args, message] in rows(REFUSED) {
        let run = bench(&folder, args).expect(2);
        assert!(run.stderr.contains(message), "{args}: {}", run.stderr);
        assert!(run.stdout.is_empty());
    }
}
