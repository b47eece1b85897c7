//! `wythoff bench` on a file and on an input that it makes, as a table and as JSON.
//!
//! No test depends on a measured time.

use crate::support::{Feed, Folder, Run, backends, ran, rows, run, wythoff};
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
fn assert_whole(object: &Value, threads: &[u64], runs: usize) {
    let is_positive = |value: &Value| value.as_f64().is_some_and(|number| number > 0.0);
    let mut found = Vec::new();
    for stage in object["stages"].as_array().expect("stages") {
        let times = stage["seconds"].as_array().expect("seconds");
        assert!(times.len() == runs && times.iter().all(is_positive));
        let ratio = &stage["ratios_to_floor"][0];
        for key in ["median_seconds", "ns_per_pair", "bytes_per_second"] {
            assert!(is_positive(&stage[key]) && is_positive(ratio), "{stage}");
        }
        let name = stage["stage"].as_str().expect("stage");
        let backend = stage["backend"].as_str().unwrap_or("no backend");
        found.push(format!("{name} {backend} x{}", stage["threads"]));
    }
    let mut expected = Vec::new();
    for threads in threads {
        expected.push(format!("touch no backend x{threads}"));
        for name in ["parse", "decide", "null", "file"] {
            let stages = backends().iter().map(|b| format!("{name} {b} x{threads}"));
            expected.extend(stages);
        }
    }
    assert_eq!(found, expected);
}

/// A small file on one thread, and a regime on two threads.
#[test]
fn every_stage_as_json() {
    let folder = Folder::new();
    folder.file("pairs", "1 2\n8 4\n\n4 7\n18446744073709551616 0");
    let object = json(&bench(&folder, "pairs --runs 3 --backend all --json").expect(0));
    assert_whole(&object, &[1], 3);
    for (key, value) in [("bytes", 35), ("pairs", 4), ("hot", 2), ("cold", 2)] {
        assert_eq!(object[key], value);
    }
    assert_eq!(object["input"], "pairs");
    let args = "--regime changing --size 1M --runs 1 --threads 2 --backend all --json";
    let object = json(&bench(&folder, args).expect(0));
    assert_whole(&object, &[1, 2], 1);
    assert_eq!(object["input"], "regime changing, seed 1");
    // `gen` makes the same input.
    let made = ran("gen --regime changing --bytes 1M").expect(0);
    assert_eq!(object["bytes"], made.stdout.len());
}

#[test]
fn the_table_has_every_stage() {
    let folder = Folder::new();
    let run = bench(&folder, "--size 64K --runs 1 --regime 1e9 --regime 100").expect(0);
    run.says("1 rounds of 0.0 s follow");
    let table = run.text();
    for word in "touch|parse|decide|null|file|x floor|regime 1e9|regime 100|ns/pair".split('|') {
        assert!(table.contains(word), "no {word} in\n{table}");
    }
    let fastest = backends().last().expect("a backend");
    assert_eq!(table.matches(fastest).count(), 8, "{table}");
}

/// Programs are rows with their CPU time and memory, beside processes of this program.
#[cfg(unix)]
#[test]
fn programs_are_rows() {
    let program = env!("CARGO_BIN_EXE_wythoff");
    let by_name = format!("{program} solve '{{input}}'");
    let mut command = wythoff(&["bench", "-q", "--regime", "half-cold", "--size", "20K"]);
    command.args(["--runs", "2", "--json", "--", &by_name]);
    command.arg(format!("sh -c 'cat | {program} solve'"));
    let object = json(&run(&mut command, Feed::Nothing).expect(0));
    let stages = object["stages"].as_array().unwrap();
    let programs = &stages[stages.len() - 4..];
    let names: Vec<_> = programs
        .iter()
        .map(|s| s["stage"].as_str().unwrap())
        .collect();
    assert_eq!(names[..3], ["touch process", "solve process", &by_name]);
    assert!(names[3].starts_with("sh -c"));
    for stage in programs {
        for ratios in ["ratios_to_floor", "ratios_to_solve"] {
            let ratio = stage[ratios][0].as_f64();
            assert!(ratio.is_some_and(|x| x > 0.0), "{stage}");
        }
        assert!(stage["cpu_seconds"].is_f64() && stage["max_resident_bytes"].is_f64());
        assert_eq!(stage["seconds"].as_array().map(Vec::len), Some(2));
    }
}

/// This program and other programs must print the right sums of both columns.
#[cfg(unix)]
#[test]
fn programs_that_only_add() {
    let folder = Folder::new();
    folder.file(
        "pairs",
        "1 2\n18446744073709551615 3\n0 18446744073709551620\n",
    );
    let sums = |command: &str| {
        let mut bench = wythoff(&["bench", "-q", "pairs", "--sum", "--runs", "1"]);
        bench.args(["--", command]).current_dir(folder.path());
        run(&mut bench, Feed::Nothing)
    };
    let right = sums("echo 0 9").expect(0);
    for part in ["\nsums     0 9, modulo 2^64\n", "\nparse process "] {
        right.says(part);
    }
    let wrong = sums("echo 0 10").expect(1);
    let message = "echo 0 10: expected the sums 0 9, found `0 10`\n";
    assert!(wrong.text().starts_with(message), "{wrong:?}");
}

/// A command, the exit code, and a part of the output.
#[cfg(unix)]
const FAILING: &str = "
echo 1 | 1 | echo 1: case 2, line 2: 1 2: expected `0`, found the end of the answers
yes 1 | 1 | yes 1: it printed far more than the answers
sh -c 'echo no luck >&2; exit 3' | 1 | its exit code was 3; it printed: no luck
./missing | 2 | missing
-v | 2 | expected a command in each argument after --, found `-v`
' | 2 | expected a command in each argument
";

#[cfg(unix)]
#[test]
fn programs_that_fail_are_not_timed() {
    let folder = Folder::new();
    folder.file("pairs", "8 4\n1 2\n");
    for [command, code, message] in rows(FAILING) {
        let mut bench = wythoff(&["bench", "-q", "pairs", "--runs", "1", "--", command]);
        let run =
            run(bench.current_dir(folder.path()), Feed::Nothing).expect(code.parse().unwrap());
        let text = run.text().to_owned() + &run.stderr;
        let is_said = text.contains(message) && !text.contains("ns/pair");
        assert!(is_said, "{command}: {text}");
    }
    let mut wrong = wythoff(&["bench", "-q", "pairs", "--json", "--", "echo 1 1"]);
    let object = json(&run(wrong.current_dir(folder.path()), Feed::Nothing).expect(1));
    assert_eq!(object["command"], "echo 1 1");
    assert_eq!(
        object["wrong"],
        "case 2, line 2: 1 2: expected `0`, found `1`"
    );
}
