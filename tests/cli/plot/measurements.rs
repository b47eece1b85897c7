//! Pictures of what `wythoff bench` measured.

use super::*;

/// Beyond 20 the squares of one colour are one path. Each square is there once, and in the colour of
/// its value: the scale of colours has more steps than there are values here.
#[test]
fn a_large_map_has_each_square_once() {
    const MAX: usize = 47;
    let folder = Folder::new();
    let text = svg(&folder, &["grundy", "--max", "47"]);
    let table = wythoff::game::GrundyTable::new(MAX).expect("a small table");
    let document = parsed(&text);
    let mut squares = Vec::new();
    for path in all(&document, "path") {
        let fill = path.attribute("fill").expect("a colour");
        let d = path.attribute("d").expect("squares");
        for square in d.split_terminator('z') {
            let numbers = square.split(|c: char| !c.is_ascii_digit());
            let numbers: Vec<u32> = numbers.filter_map(|n| n.parse().ok()).collect();
            let &[x, y, wide, high, back] = &numbers[..] else {
                panic!("{square}");
            };
            assert_eq!(square, format!("M{x} {y}h{wide}v{high}h-{back}"));
            assert!(wide == high && wide == back, "{square}");
            squares.push((x, y, wide, fill));
        }
    }
    assert_eq!(squares.len(), (MAX + 1) * (MAX + 1));
    let side = squares[0].2;
    let left = squares.iter().map(|s| s.0).min().expect("a square");
    let bottom = squares.iter().map(|s| s.1).max().expect("a square");
    let mut positions = BTreeSet::new();
    let mut colours = BTreeSet::new();
    for (x, y, wide, fill) in squares {
        assert_eq!(((x - left) % side, (bottom - y) % side, wide), (0, 0, side));
        let (a, b) = ((x - left) / side, (bottom - y) / side);
        positions.insert((a, b));
        let mut row = table.row(a as usize).expect("a row");
        let value = row.nth(b as usize).expect("a value");
        assert_eq!(fill == "#FFFFFF", value == 0, "({a}, {b})");
        colours.insert((value, fill));
    }
    assert_eq!(positions.len(), (MAX + 1) * (MAX + 1));
    let values: BTreeSet<_> = colours.iter().map(|c| c.0).collect();
    let fills: BTreeSet<_> = colours.iter().map(|c| c.1).collect();
    assert_eq!((values.len(), fills.len()), (colours.len(), colours.len()));
}

/// The floor is at 20 GB/s, the dot of the fourth backend at 10: half as high.
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
    // Of each the first one is in the key.
    assert_eq!((floors.len(), dots.len()), (3, 3));
    let named = |word: &str| {
        let found = all(&document, "text").find(|t| t.text().unwrap_or("").trim() == word);
        number(found.expect("the word"), "y")
    };
    // Names of columns hang 8 below the axis.
    let axis = named("1e9") - 8.0;
    let high = |y: f64| axis - y;
    assert!((high(floors[1][0].1) - 2.0 * high(dots[1].1)).abs() <= 2.0);
    assert!((high(floors[2][0].1) - 4.0 * high(dots[2].1)).abs() <= 4.0);
    assert!(floors[1][0].0 < dots[1].0 && dots[1].0 < floors[1][1].0);
}

#[test]
fn of_one_file_its_stages_are_drawn() {
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

/// What `bench --json` prints today is what `plot bench` reads.
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
    // And each of these can be what several files are compared by.
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
