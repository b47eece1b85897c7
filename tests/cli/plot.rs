//! `wythoff plot`: what is in the pictures, read back from the files.
//!
//! Whether they are good to look at, only looking tells.

use crate::support::{Feed, Folder, Run, pairs_by_mex, run, wythoff};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn plot(folder: &Folder, args: &[&str], output: &str) -> Run {
    let mut command = wythoff(&[&["plot"], args, &["-o", output]].concat());
    run(command.current_dir(folder.path()), Feed::Nothing)
}

/// The SVG of a picture, as text.
#[track_caller]
fn svg(folder: &Folder, args: &[&str]) -> String {
    plot(folder, args, "x.svg").expect(0);
    fs::read_to_string(folder.path().join("x.svg")).expect("an SVG")
}

#[track_caller]
fn parsed(svg: &str) -> Document<'_> {
    Document::parse(svg).expect("XML")
}

fn all<'d>(document: &'d Document<'_>, tag: &'static str) -> impl Iterator<Item = Node<'d, 'd>> {
    document
        .descendants()
        .filter(move |n| n.tag_name().name() == tag)
}

#[track_caller]
fn number(node: Node<'_, '_>, name: &str) -> f64 {
    let text = node
        .attribute(name)
        .unwrap_or_else(|| panic!("no {name}: {node:?}"));
    text.parse().unwrap_or_else(|_| panic!("{name} is {text}"))
}

fn texts(document: &Document<'_>) -> Vec<String> {
    let text = |n: Node<'_, '_>| n.text().unwrap_or("").trim().to_owned();
    all(document, "text").map(text).collect()
}

fn points(node: Node<'_, '_>) -> Vec<(f64, f64)> {
    let text = node.attribute("points").expect("points");
    let point = |p: &str| {
        let (x, y) = p.split_once(',').expect("x,y");
        (x.parse().expect("x"), y.parse().expect("y"))
    };
    text.split_whitespace().map(point).collect()
}

const JSON: &str = r#"{"input": "regime 1e9, seed 1", "bytes": 1000000000, "cpu": "A & <B>", "stages": [
    {"stage": "touch", "backend": null, "threads": 1, "seconds": [0.05, 0.04, 0.06]},
    {"stage": "newlines", "backend": null, "threads": 1, "seconds": [0.1]},
    {"stage": "null", "backend": "scalar", "threads": 1, "seconds": [2]},
    {"stage": "null", "backend": "swar", "threads": 1, "seconds": [1]},
    {"stage": "null", "backend": "avx2", "threads": 1, "seconds": [0.2]},
    {"stage": "null", "backend": "avx512", "threads": 1, "seconds": [0.1, 0.08, 0.125]}
]}"#;

/// One of each kind, and their extremes.
const PICTURES: &[&[&str]] = &[
    &["cold"],
    &["cold", "--max", "1"],
    &["cold", "--max", "2000"],
    &["moves", "7", "10"],
    &["moves", "0", "0"],
    &["moves", "0", "5"],
    &["moves", "18446744073709551615", "11400714819323198499"],
    &["grundy", "--max", "1"],
    &["grundy", "--max", "20"],
    &["grundy", "--max", "47"],
    &["bench", "a.json"],
    &["bench", "a.json", "a.json", "--stage", "null"],
];

#[test]
fn each_picture_is_an_svg_with_everything_on_it() {
    let folder = Folder::new();
    folder.file("a.json", JSON);
    for args in PICTURES {
        let text = svg(&folder, args);
        let document = parsed(&text);
        let root = document.root_element();
        let (width, height) = (number(root, "width"), number(root, "height"));
        assert!(width >= 600.0 && height >= 300.0, "{args:?}");
        let inside = |x: f64, y: f64, what: &str| {
            let on = (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
            assert!(on, "{args:?}: {what} at {x}, {y} of {width} x {height}");
        };
        for circle in all(&document, "circle") {
            let (x, y, r) = (
                number(circle, "cx"),
                number(circle, "cy"),
                number(circle, "r"),
            );
            inside(x - r, y - r, "circle");
            inside(x + r, y + r, "circle");
        }
        for rect in all(&document, "rect") {
            let (x, y) = (number(rect, "x"), number(rect, "y"));
            inside(x, y, "rect");
            inside(
                x + number(rect, "width"),
                y + number(rect, "height"),
                "rect",
            );
        }
        for tag in ["polyline", "polygon"] {
            for (x, y) in all(&document, tag).flat_map(points) {
                inside(x, y, tag);
            }
        }
        for text in all(&document, "text") {
            let words = text.text().unwrap_or("").trim();
            let (x, y) = (number(text, "x"), number(text, "y"));
            // Wide letters are 0.6 as wide as high.
            let wide = 0.6 * number(text, "font-size") * words.chars().count() as f64;
            let (before, behind) = match text.attribute("text-anchor") {
                Some("start") => (0.0, wide),
                Some("end") => (wide, 0.0),
                _ => (wide / 2.0, wide / 2.0),
            };
            if text.attribute("transform").is_some() {
                inside(x, y - before, words);
                inside(x, y + behind, words);
            } else {
                inside(x - before, y, words);
                inside(x + behind, y, words);
            }
        }
    }
}

#[test]
fn each_picture_is_a_png_of_twice_that_size() {
    let folder = Folder::new();
    folder.file("a.json", JSON);
    for args in PICTURES {
        let text = svg(&folder, args);
        let root = parsed(&text);
        let root = root.root_element();
        plot(&folder, args, "x.PNG").expect(0);
        let (width, height, pixels) = pixels(&folder.path().join("x.PNG"));
        let expected = (2.0 * number(root, "width"), 2.0 * number(root, "height"));
        assert_eq!((f64::from(width), f64::from(height)), expected, "{args:?}");
        let colours: BTreeSet<_> = pixels.iter().collect();
        assert!(colours.len() > 20, "{args:?}: {} colours", colours.len());
        // Letters, lines and points, but most of it is paper; or, of a map, squares.
        let white = pixels.iter().filter(|p| **p == [255; 3]).count();
        let part = white as f64 / pixels.len() as f64;
        assert!(part > 0.15 && part < 0.98, "{args:?}: {part} is white");
    }
}

fn pixels(path: &Path) -> (u32, u32, Vec<[u8; 3]>) {
    let file = std::io::BufReader::new(fs::File::open(path).expect("a file"));
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("an image");
    assert_eq!(info.color_type, png::ColorType::Rgba);
    let pixels: &[[u8; 4]] = bytes.as_chunks().0;
    assert!(
        pixels.iter().all(|p| p[3] == 255),
        "no pixel is transparent"
    );
    let colours = pixels.iter().map(|&[r, g, b, _]| [r, g, b]);
    (info.width, info.height, colours.collect())
}

/// Both forms are drawn by the same calls: a point of the one is there in the other.
#[test]
fn points_of_the_svg_are_points_of_the_png() {
    let folder = Folder::new();
    let text = svg(&folder, &["cold", "--max", "12"]);
    plot(&folder, &["cold", "--max", "12"], "x.png").expect(0);
    let (width, _, pixels) = pixels(&folder.path().join("x.png"));
    for circle in all(&parsed(&text), "circle") {
        let (x, y) = (number(circle, "cx") as u32, number(circle, "cy") as u32);
        let pixel = pixels[(2 * y * width + 2 * x) as usize];
        assert_eq!(pixel, [0; 3], "at {x}, {y}");
    }
}

#[test]
fn every_cold_position_is_drawn_once_and_in_its_place() {
    let folder = Folder::new();
    for max in [1_usize, 2, 12, 40, 41, 300] {
        let text = svg(&folder, &["cold", "--max", &max.to_string()]);
        let document = parsed(&text);
        let mut expected: Vec<_> = pairs_by_mex(max + 1)
            .into_iter()
            .flat_map(|(a, b)| [(a, b), (b, a)])
            .filter(|&(a, b)| a.max(b) <= max as u64)
            .collect();
        expected.sort_unstable();
        expected.dedup();
        // The first one is in the key.
        let circles: Vec<_> = all(&document, "circle").skip(1).collect();
        assert_eq!(circles.len(), expected.len(), "up to {max}");
        let centre = |c: &Node<'_, '_>| (number(*c, "cx"), number(*c, "cy"));
        let origin = centre(&circles[0]);
        let square = 640.0 / (max as f64 + 1.0);
        let mut drawn: Vec<_> = circles
            .iter()
            .map(centre)
            .map(|(x, y)| {
                let place = |pixels: f64| (pixels / square).round() as u64;
                (place(x - origin.0), place(origin.1 - y))
            })
            .collect();
        drawn.sort_unstable();
        assert_eq!(drawn, expected, "up to {max}");
    }
}

/// From each cold position a row, a column and a diagonal; and only while there is room for them.
#[test]
fn what_is_struck_out_is_drawn_where_there_is_room() {
    let folder = Folder::new();
    for (max, positions) in [(12, 9), (40, 31), (41, 0)] {
        let text = svg(&folder, &["cold", "--max", &max.to_string()]);
        let document = parsed(&text);
        for colour in ["#56B4E9", "#009E73", "#CC79A7"] {
            let lines =
                all(&document, "polyline").filter(|l| l.attribute("stroke") == Some(colour));
            let key = usize::from(positions > 0);
            assert_eq!(lines.count(), positions + key, "{colour} up to {max}");
        }
        let golden =
            all(&document, "polyline").filter(|l| l.attribute("stroke") == Some("#E69F00"));
        assert_eq!(golden.count(), 3);
    }
}

#[test]
fn winning_moves_are_those_to_cold_positions() {
    let folder = Folder::new();
    let cold: BTreeSet<_> = pairs_by_mex(20)
        .into_iter()
        .flat_map(|(a, b)| [(a, b), (b, a)])
        .collect();
    for (a, b) in (0..=10).flat_map(|a| (0..=7).map(move |b| (a, b))) {
        let mut expected = Vec::new();
        for n in 1..=u64::max(a, b) {
            let mut end = |a: Option<u64>, b: Option<u64>, from: &str| {
                if let (Some(a), Some(b)) = (a, b)
                    && cold.contains(&(a, b))
                {
                    expected.push(format!("take {n} from {from}: ({a}, {b})"));
                }
            };
            end(a.checked_sub(n), Some(b), "the first pile");
            end(Some(a), b.checked_sub(n), "the second pile");
            end(a.checked_sub(n), b.checked_sub(n), "both");
        }
        let text = svg(&folder, &["moves", &a.to_string(), &b.to_string()]);
        let texts = texts(&parsed(&text));
        let mut said: Vec<_> = texts
            .iter()
            .filter(|t| t.starts_with("take "))
            .cloned()
            .collect();
        said.sort();
        expected.sort();
        assert_eq!(said, expected, "from ({a}, {b})");
        let word = if cold.contains(&(a, b)) {
            "cold"
        } else {
            "hot"
        };
        assert!(
            texts[0].starts_with(&format!("({a}, {b}) is {word}: ")),
            "{}",
            texts[0]
        );
    }
}

#[test]
fn grundy_values_stand_in_their_squares() {
    let folder = Folder::new();
    const MAX: usize = 9;
    let text = svg(&folder, &["grundy", "--max", "9"]);
    let document = parsed(&text);
    let mut table = [[0_usize; MAX + 1]; MAX + 1];
    for (a, b) in (0..=MAX).flat_map(|a| (0..=MAX).map(move |b| (a, b))) {
        let mut reached = BTreeSet::new();
        reached.extend((0..a).map(|x| table[x][b]));
        reached.extend((0..b).map(|y| table[a][y]));
        reached.extend((1..=a.min(b)).map(|n| table[a - n][b - n]));
        table[a][b] = (0..).find(|v| !reached.contains(v)).expect("a number");
    }
    let squares: Vec<_> = all(&document, "rect")
        .filter(|r| number(*r, "width") == 64.0 && number(*r, "height") == 64.0)
        .collect();
    assert_eq!(squares.len(), (MAX + 1) * (MAX + 1));
    let left = squares
        .iter()
        .map(|r| number(*r, "x"))
        .fold(f64::MAX, f64::min);
    let bottom = squares.iter().map(|r| number(*r, "y")).fold(0.0, f64::max) + 64.0;
    let mut colours = BTreeSet::new();
    for (a, b) in (0..=MAX).flat_map(|a| (0..=MAX).map(move |b| (a, b))) {
        let (x, y) = (left + 64.0 * a as f64, bottom - 64.0 * (b + 1) as f64);
        let square = squares
            .iter()
            .find(|r| (number(**r, "x"), number(**r, "y")) == (x, y));
        let square = square.unwrap_or_else(|| panic!("no square of ({a}, {b})"));
        let within = |t: &Node<'_, '_>| {
            let (tx, ty) = (number(*t, "x"), number(*t, "y"));
            tx > x && tx < x + 64.0 && ty > y && ty < y + 64.0
        };
        let value: Vec<_> = all(&document, "text").filter(within).collect();
        assert_eq!(value.len(), 1, "({a}, {b})");
        let value = value[0].text().unwrap_or("").trim();
        assert_eq!(value, table[a][b].to_string(), "({a}, {b})");
        let fill = square.attribute("fill").expect("a colour");
        assert_eq!(fill == "#FFFFFF", table[a][b] == 0, "({a}, {b})");
        colours.insert((table[a][b], fill));
    }
    // One colour a value, and no two values in the same.
    let values: BTreeSet<_> = colours.iter().map(|c| c.0).collect();
    let fills: BTreeSet<_> = colours.iter().map(|c| c.1).collect();
    assert_eq!((values.len(), fills.len()), (colours.len(), colours.len()));
}

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

#[test]
fn what_cannot_be_drawn_is_said_in_one_line_and_leaves_the_file_alone() {
    let folder = Folder::new();
    folder.file("a.json", JSON);
    folder.file("two.json", JSON.replace("\"threads\": 1", "\"threads\": 2"));
    folder.file("text.json", "no");
    folder.file("other.json", "{\"input\": \"x\", \"bytes\": 1}");
    let ending = "a picture is .svg or .png; end the name in one of them";
    for (args, output, expected) in [
        (&["cold"][..], "x.pdf", format!("x.pdf: {ending}")),
        (&["cold"], "svg", format!("svg: {ending}")),
        (
            &["bench", "none.json"],
            "x.svg",
            "none.json: No such file or directory".into(),
        ),
        (
            &["bench", "text.json"],
            "x.svg",
            "text.json: no JSON; `wythoff bench --json` prints it".into(),
        ),
        (
            &["bench", "other.json"],
            "x.svg",
            "other.json: not what `wythoff bench --json` prints; make it anew".into(),
        ),
        (
            &["bench", "a.json", "two.json"],
            "x.svg",
            "two.json: no stage `null` on 1 thread(s); use the same --threads for all files".into(),
        ),
        (
            &["bench", "a.json", "a.json", "--stage", "file"],
            "x.svg",
            "a.json: no stage `file` on 1 thread(s); use the same --threads for all files".into(),
        ),
        (
            &["grundy", "--max", "201"],
            "x.svg",
            "--max 201 is too much for an SVG; name a .png, or ask for 200 at most".into(),
        ),
        (
            &["cold"],
            "none/x.svg",
            "none/x.svg: No such file or directory".into(),
        ),
    ] {
        for name in ["x.pdf", "svg", "x.svg"] {
            folder.file(name, "old");
        }
        let before = folder.names();
        let run = plot(&folder, args, output).expect(2);
        assert_eq!(run.stderr, format!("wythoff: {expected}\n"), "{args:?}");
        assert_eq!(folder.names(), before);
        for name in ["x.pdf", "svg", "x.svg"] {
            let text = fs::read_to_string(folder.path().join(name)).expect("a file");
            assert_eq!(text, "old", "{args:?}");
        }
    }
    folder.file("x.svg", "old");
    for args in [&["cold", "--max", "0"][..], &["moves", "1"]] {
        plot(&folder, args, "x.svg").expect(2);
        let text = fs::read_to_string(folder.path().join("x.svg")).expect("a file");
        assert_eq!(text, "old", "{args:?}");
    }
}

#[test]
fn a_picture_replaces_a_file_and_is_the_same_every_time() {
    let folder = Folder::new();
    for name in ["x.svg", "x.png"] {
        folder.file(name, "old".repeat(1_000_000));
        let mut made = Vec::new();
        for _ in 0..2 {
            plot(&folder, &["moves", "3", "4"], name).expect(0);
            made.push(fs::read(folder.path().join(name)).expect("a picture"));
        }
        assert!(made[0] == made[1] && made[0].len() < 1_000_000, "{name}");
    }
    assert_eq!(folder.names().len(), 2);
}

/// A label stands on white, which hides no mark and no other label.
#[test]
fn labels_of_moves_hide_nothing() {
    let folder = Folder::new();
    let mut labelled = 0;
    let mut positions: Vec<(u64, u64)> =
        (0..14).flat_map(|a| (0..14).map(move |b| (a, b))).collect();
    positions.extend([
        (1000, 1),
        (100_000, 161_900),
        (30, 55),
        (39, 2),
        (1_000_000, 999_999),
    ]);
    for (a, b) in positions {
        let (first, second) = (a.to_string(), b.to_string());
        let svg = svg(&folder, &["moves", &first, &second]);
        let document = parsed(&svg);
        let labels = texts(&document);
        let labels = labels.iter().filter(|text| {
            let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
            inner.is_some_and(|t| t.split(", ").all(|n| n.parse::<u64>().is_ok()))
        });
        // Left, top, right, bottom.
        let rooms: Vec<[f64; 4]> = all(&document, "rect")
            .filter(|rect| {
                rect.attribute("fill") == Some("#FFFFFF") && number(*rect, "height") < 40.0
            })
            .map(|rect| {
                let [x, y, wide, high] =
                    ["x", "y", "width", "height"].map(|name| number(rect, name));
                [x, y, x + wide, y + high]
            })
            .collect();
        assert_eq!(rooms.len(), labels.count(), "({a}, {b})");
        labelled += rooms.len();
        let marks = all(&document, "circle")
            .filter(|_| a.max(b) <= 40)
            .map(|circle| {
                let [x, y, r] = ["cx", "cy", "r"].map(|name| number(circle, name));
                [x - r, y - r, x + r, y + r]
            });
        let marks: Vec<_> = marks.collect();
        for (i, [left, top, right, bottom]) in rooms.iter().enumerate() {
            let meets = |[l, t, r, b]: &[f64; 4]| l < right && left < r && t < bottom && top < b;
            assert!(!rooms[i + 1..].iter().any(meets), "({a}, {b}): two labels");
            assert!(!marks.iter().any(meets), "({a}, {b}): a mark");
        }
    }
    assert!(labelled > 200, "{labelled}");
}
