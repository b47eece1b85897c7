//! `wythoff bench --baseline`.

use super::{bench, json};
use crate::support::Folder;
use serde_json::{Value, json as value};

/// A small measurement with several rounds.
const ARGS: &[&str] = &["--size", "64K", "--runs", "5", "--backend", "scalar"];

/// The first entry with these names.
fn entry<'v>(list: &'v mut Value, stage: &str) -> &'v mut Value {
    let mut list = list.as_array_mut().unwrap().iter_mut();
    list.find(|entry| entry["stage"] == stage).unwrap()
}

fn multiply(times: &mut Value, factor: f64) {
    for time in times["seconds"].as_array_mut().unwrap() {
        *time = value!(time.as_f64().unwrap() * factor);
    }
}

/// A stage that took 100 times the time before is reported as faster. A stage that took a hundredth is reported as slower.
/// No machine varies so much.
#[test]
fn what_became_slower_and_what_did_not() {
    let folder = Folder::new();
    let mut before = json(&bench(&folder, &[ARGS, &["--json"]].concat()).expect(0));
    multiply(entry(&mut before["stages"], "null"), 100.0);
    multiply(entry(&mut before["stages"], "decide"), 0.01);
    // The spread of this stage contains any time.
    let times = &mut entry(&mut before["stages"], "file")["seconds"];
    *times = value!([1e-9, 1e-9, 1.0, 1e3, 1e3]);
    let old = folder.file("old.json", before.to_string());
    let args = [ARGS, &["--baseline", old.to_str().unwrap()]].concat();

    let run = bench(&folder, &args).expect(0);
    let changes = run.text().split("\nbaseline ").nth(1).unwrap();
    let line = |stage: &str| {
        let mut lines = changes.lines();
        lines.find(|line| line.starts_with(stage)).unwrap()
    };
    assert!(line("null").ends_with("x faster"), "{changes}");
    assert!(line("decide").ends_with("x slower"), "{changes}");
    assert!(
        line("file").ends_with("same within the spread"),
        "{changes}"
    );
    assert!(!changes.contains("another"), "{changes}");

    let mut now = json(&bench(&folder, &[&args[..], &["--json"]].concat()).expect(0));
    let changes = &mut now["baseline"]["changes"];
    let null = entry(changes, "null");
    assert!(null["times_as_long"].as_f64().unwrap() < 0.5, "{null}");
    assert_eq!(
        (&null["unit"], &null["within_spread"]),
        (&value!("x floor"), &value!(false))
    );
    assert!(null["before"]["median"].as_f64() > null["now"]["upper"].as_f64());
    assert_eq!(entry(changes, "file")["within_spread"], true);
    assert_eq!(entry(changes, "touch")["unit"], "GB/s");
    assert_eq!(now["baseline"]["notes"], value!([]));
}

/// If the baseline has another machine, version, input or set of stages, this is reported.
#[test]
fn another_baseline() {
    let folder = Folder::new();
    let mut before = json(&bench(&folder, &[ARGS, &["--json"]].concat()).expect(0));
    before["cpu"] = value!("Another CPU");
    before["version"] = value!("0.0.1");
    before["bytes"] = value!(7);
    before["rounds"] = value!(1);
    entry(&mut before["stages"], "null")["backend"] = value!("lost");
    let old = folder.file("old.json", before.to_string());
    let run = bench(
        &folder,
        &[ARGS, &["--baseline", old.to_str().unwrap()]].concat(),
    )
    .expect(0);
    for note in [
        "different machine: Another CPU, ",
        "different version: 0.0.1; now ",
        "different input: regime 1e9, seed 1, 7 bytes; now regime 1e9, seed 1, 65",
        "only in the baseline: null with lost on 1 thread(s)",
        "only in this run: null with scalar on 1 thread(s)",
        "1 rounds are too few",
    ] {
        assert!(run.text().contains(note), "no {note:?} in\n{}", run.text());
    }
}

#[test]
fn a_baseline_of_a_reader() {
    let folder = Folder::new();
    let args = |more: &[&'static str]| {
        let base: &[&str] = &["--size", "4K", "--runs", "1", "--no-check"];
        [base, more].concat()
    };
    let json = bench(&folder, &args(&["--json", "--", "cat"])).expect(0);
    let old = folder.file("old.json", &json.stdout);
    let old = old.to_str().unwrap().to_owned();
    let base = args(&[]);
    let again = |command: &str| {
        let more = ["--baseline", &old, "--", command];
        bench(&folder, &[&base[..], &more].concat()).expect(0)
    };
    let same = again("cat");
    let changes = same.text().split("\nbaseline ").nth(1).unwrap();
    assert!(changes.contains("\nreader "), "{changes}");
    assert!(!changes.contains("different reader"), "{changes}");
    assert!(again("wc").text().contains("different reader: cat; now wc"));
}

#[test]
fn files_that_are_no_baseline() {
    let folder = Folder::new();
    for (text, message) in [
        (
            "hello",
            "old.json: not JSON; expected the output of `wythoff bench --json`",
        ),
        ("{}", "old.json: not the output of `wythoff bench --json`"),
        (
            r#"{"input": "a", "bytes": 1, "stages": [{"stage": "touch", "threads": 1, "seconds": []}]}"#,
            "old.json: not the output of `wythoff bench --json`",
        ),
    ] {
        let old = folder.file("old.json", text);
        let run = bench(&folder, &["--baseline", old.to_str().unwrap()]).expect(2);
        assert!(run.stderr.contains(message), "{text}: {}", run.stderr);
    }
    let run = bench(&folder, &["--baseline", "/nowhere"]).expect(2);
    assert!(run.stderr.contains("/nowhere: No such file"));
}
