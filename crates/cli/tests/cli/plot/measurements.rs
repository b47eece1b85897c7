//! Pictures of what `wythoff bench` measured.

use super::*;

/// The names and labels of the bars, from the first heading on, and the lengths of the bars.
fn bars(folder: &Folder, files: &[&str]) -> (String, Vec<String>, Vec<f64>) {
    let text = svg(folder, &[&["bench"], files].concat());
    let document = parsed(&text);
    let words = texts(&document);
    let title = words[0].clone();
    // The numbers of the axis come last before the bars.
    let axis = words.iter().rposition(|w| w.parse::<f64>().is_ok());
    let names = words[axis.expect("an axis") + 1..].to_vec();
    let bars = all(&document, "rect").filter(|r| r.attribute("fill") != Some("#FFFFFF"));
    let lengths = bars.map(|r| number(r, "width")).collect();
    (title, names, lengths)
}

/// The length of a bar is proportional to the speed. The ratio is to the limit.
#[test]
fn stages_are_bars_to_scale() {
    let folder = Folder::new();
    folder.file("a.json", JSON);
    let (title, words, lengths) = bars(&folder, &["a.json"]);
    assert_eq!(title, "How fast each stage is: 1e9");
    let shown = [
        "1e9, 1 thread",
        "limit: read every byte",
        "20 GB/s, 1.0x",
        "null, scalar",
        "0.50 GB/s, 40x",
        "null, swar",
        "1.0 GB/s, 20x",
        "null, avx2",
        "5.0 GB/s, 4.0x",
        "null, avx512",
        "10 GB/s, 2.0x",
    ];
    assert_eq!(words, shown);
    for (length, speed) in lengths.iter().zip([20.0, 0.5, 1.0, 5.0, 10.0]) {
        assert!(
            (length / lengths[0] - speed / 20.0).abs() < 0.01,
            "{lengths:?}"
        );
    }
}

/// Several files are regimes at the stage `null`, those of one thread first.
#[test]
fn several_files_are_regimes() {
    let folder = Folder::new();
    let of_a_regime = |regime: &str, threads: &str| {
        let json = JSON
            .replace("1e9", regime)
            .replace("\"threads\": 1", threads);
        let other = json.replace(
            "\"null\", \"backend\": \"swar\"",
            "\"file\", \"backend\": \"swar\"",
        );
        folder.file(&format!("{regime}.json"), other);
    };
    of_a_regime("mixed", "\"threads\": 2");
    of_a_regime("100", "\"threads\": 1");
    let (title, words, lengths) = bars(&folder, &["mixed.json", "100.json"]);
    assert_eq!(title, "Solving to /dev/null: how fast each regime is");
    assert_eq!(
        (words[0].as_str(), words[9].as_str()),
        ("100, 1 thread", "mixed, 2 threads")
    );
    assert!(
        !words.iter().any(|word| word.starts_with("file")),
        "{words:?}"
    );
    assert_eq!((words.len(), lengths.len()), (18, 8));
}

/// `plot bench` reads the output of `bench --json`.
#[test]
fn a_real_bench_is_drawn() {
    let folder = Folder::new();
    let pairs = folder.file("pairs", "1 2\n3 4\n");
    let mut bench = wythoff(&[
        "bench",
        "--runs",
        "1",
        "--json",
        pairs.to_str().expect("UTF-8"),
    ]);
    let run = run(bench.env("TMPDIR", folder.path()), Feed::Nothing).expect(0);
    folder.file("a.json", &run.stdout);
    let text = svg(&folder, &["bench", "a.json"]);
    let words = texts(&parsed(&text));
    for expected in ["pipe", "replace", "file", "decide", "parse"] {
        let is_bar = |word: &String| word.starts_with(&format!("{expected}, "));
        assert!(words.iter().any(is_bar), "no {expected} in {words:?}");
    }
}

/// A measurement of a program that takes these times; `wythoff solve` takes 0.1 s and the limit 0.05 s.
fn of_a_program(seconds: &str) -> String {
    let stages = [
        ("touch", "2", "[0.05, 0.05]"),
        ("wc -l", "null", "[0.2, 0.2]"),
        ("solve", "1", "[0.15, 0.15]"),
        ("solve", "2", "[0.1, 0.1]"),
        ("reader", "null", seconds),
    ];
    let stages = stages.map(|(stage, threads, seconds)| {
        format!(
            r#"{{"stage": "{stage}", "backend": null, "threads": {threads}, "seconds": {seconds}}}"#
        )
    });
    format!(
        r#"{{"input": "pairs", "bytes": 1000000000, "answers_fnv1a": "1", "cpu": "A & <B>",
            "command": ["./reader"], "checked": true, "stages": [{}]}}"#,
        stages.join(",")
    )
}

/// The length of a bar is proportional to the speed. Its name is that of the file. The ratio is to `wythoff` on all threads.
#[test]
fn programs_are_bars_to_scale() {
    let folder = Folder::new();
    folder.file("scanf.json", of_a_program("[1, 1]"));
    folder.file("fread.json", of_a_program("[0.4, 0.4]"));
    let (_, words, lengths) = bars(&folder, &["scanf.json", "fread.json"]);
    let shown = [
        ("limit: read every byte", "20 GB/s, 0.5x"),
        ("wythoff, 2 threads", "10 GB/s, 1.0x"),
        ("wythoff, 1 thread", "6.7 GB/s, 1.5x"),
        ("wc -l", "5.0 GB/s, 2.0x"),
        ("fread", "2.5 GB/s, 4.0x"),
        ("scanf", "1.0 GB/s, 10x"),
    ];
    let bars = words.chunks(2).map(|w| (&*w[0], &*w[1]));
    assert_eq!(bars.collect::<Vec<_>>(), shown);
    assert_eq!(lengths.len(), shown.len());
    for (length, speed) in lengths.iter().zip([20.0, 10.0, 6.67, 5.0, 2.5, 1.0]) {
        assert!(
            (length / lengths[0] - speed / 20.0).abs() < 0.01,
            "{lengths:?}"
        );
    }
}

#[test]
fn programs_on_other_inputs_are_refused() {
    let folder = Folder::new();
    folder.file("a.json", of_a_program("[1, 1]"));
    folder.file("b.json", of_a_program("[1, 1]").replace(r#""1""#, r#""2""#));
    folder.file("c.json", JSON);
    for (other, message) in [
        (
            "b.json",
            "b.json: the input is not that of a.json; measure every program on the same file",
        ),
        (
            "c.json",
            "a.json measures a program after --, and c.json does not; draw them in separate pictures",
        ),
    ] {
        let run = plot(&folder, &["bench", "a.json", other], "x.svg").expect(2);
        assert_eq!(run.stderr, format!("wythoff: {message}\n"));
    }
}
