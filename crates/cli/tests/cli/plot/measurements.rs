//! Pictures of what `wythoff bench` measured.

use super::*;

/// The floor is at 20 GB/s, and the dot of the fourth backend at 10 GB/s, so it is half as high.
#[test]
fn a_roofline_is_to_scale() {
    let folder = Folder::new();
    folder.file("a.json", JSON);
    folder.file(
        "b.json",
        JSON.replace("1e9", "100")
            .replace("[0.05, 0.04, 0.06]", "[0.025]"),
    );
    let text = svg(&folder, &["bench", "a.json", "b.json"]);
    let document = parsed(&text);
    let words = texts(&document);
    for expected in ["1e9", "100", "20", "40", "1 thread", "avx512"] {
        assert!(
            words.iter().any(|w| w == expected),
            "no {expected} in {words:?}"
        );
    }
    assert!(words[1].starts_with("A & <B>;"), "{}", words[1]);
    let floors: Vec<_> = all(&document, "polyline")
        .filter(|l| l.attribute("stroke") == Some("#D55E00"))
        .map(points)
        .collect();
    let dots: Vec<_> = all(&document, "circle")
        .map(|c| (number(c, "cx"), number(c, "cy")))
        .collect();
    // The first mark of each kind is in the key.
    assert_eq!((floors.len(), dots.len()), (3, 3));
    let named = |word: &str| {
        let found = all(&document, "text").find(|t| t.text().unwrap_or("").trim() == word);
        number(found.expect("the word"), "y")
    };
    // Names of columns are 8 below the axis.
    let axis = named("1e9") - 8.0;
    let high = |y: f64| axis - y;
    assert!((high(floors[1][0].1) - 2.0 * high(dots[1].1)).abs() <= 2.0);
    assert!((high(floors[2][0].1) - 4.0 * high(dots[2].1)).abs() <= 4.0);
    assert!(floors[1][0].0 < dots[1].0 && dots[1].0 < floors[1][1].0);
}

/// The speed of the limit is readable where a mark stands just above its line.
#[test]
fn no_mark_hides_the_speed_of_the_limit() {
    let folder = Folder::new();
    // Above the limit, on its line, below it.
    for seconds in ["0.0485", "0.05", "0.052", "0.055"] {
        let json = JSON.replace("[0.1]", &format!("[{seconds}]"));
        folder.file("a.json", json);
        let text = svg(&folder, &["bench", "a.json"]);
        let document = parsed(&text);
        let is_speed = |t: &Node<'_, '_>| t.attribute("fill") == Some("#D55E00");
        let speeds: Vec<_> = all(&document, "text").filter(is_speed).collect();
        assert_eq!(speeds.len(), 1, "{text}");
        let (x, y) = (number(speeds[0], "x"), number(speeds[0], "y"));
        let marks = all(&document, "polygon").filter(|p| p.attribute("fill") == Some("#6E6E6E"));
        // The first mark is in the key.
        let mut seen = 0;
        for mark in marks.skip(1) {
            seen += 1;
            // A label of two digits.
            let meets =
                |&(px, py): &(f64, f64)| (px - x).abs() < 12.0 && py > y - 14.0 && py < y + 2.0;
            assert!(
                !points(mark).iter().any(meets),
                "{seconds}: {x}, {y}: {mark:?}"
            );
        }
        assert_eq!(seen, 1);
    }
}

#[test]
fn one_file_shows_its_stages() {
    let folder = Folder::new();
    folder.file("a.json", JSON);
    let text = svg(&folder, &["bench", "a.json"]);
    let words = texts(&parsed(&text));
    for expected in [
        "newlines",
        "null",
        "no parser",
        "How fast each stage is: 1e9",
    ] {
        assert!(
            words.iter().any(|w| w == expected),
            "no {expected} in {words:?}"
        );
    }
    assert!(!words.iter().any(|w| w == "touch"));
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
        assert!(
            words.iter().any(|w| w == expected),
            "no {expected} in {words:?}"
        );
    }
    // Several files can be compared by each stage.
    for (stage, title) in [
        ("file", "Solving to a new file"),
        ("replace", "Solving to a file that is replaced"),
        ("pipe", "Solving into a pipe"),
    ] {
        let text = svg(&folder, &["bench", "a.json", "a.json", "--stage", stage]);
        let title = format!("{title}: how fast each regime is");
        let words = texts(&parsed(&text));
        assert!(words.contains(&title), "no {title} in {words:?}");
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
    let text = svg(&folder, &["bench", "scanf.json", "fread.json"]);
    let document = parsed(&text);
    let words = texts(&document);
    let shown = [
        ("limit: read every byte", "20 GB/s, 0.5x"),
        ("wythoff, 2 threads", "10 GB/s, 1.0x"),
        ("wythoff, 1 thread", "6.7 GB/s, 1.5x"),
        ("wc -l", "5.0 GB/s, 2.0x"),
        ("fread", "2.5 GB/s, 4.0x"),
        ("scanf", "1.0 GB/s, 10x"),
    ];
    let first = words.iter().position(|w| w == shown[0].0).expect("a bar");
    let bars = words[first..].chunks(2).map(|w| (&*w[0], &*w[1]));
    assert_eq!(bars.collect::<Vec<_>>(), shown);
    let lengths: Vec<f64> = all(&document, "rect")
        .filter(|r| r.attribute("fill") != Some("#FFFFFF"))
        .map(|r| number(r, "width"))
        .collect();
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
