//! `wythoff plot`: reads the elements of the pictures from the files.
//!
//! No test checks whether a picture looks good.

mod positions;

use crate::support::{Feed, Folder, Run, grundy_by_mex, pairs_by_mex, rows, run, shell, wythoff};
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

/// Pictures of each kind, with small and large arguments.
const PICTURES: &[&[&str]] = &[
    &["cold"],
    &["cold", "--max", "1"],
    &["cold", "--max", "2000"],
    &["cold", "--rule", "r=3"],
    &["sieve"],
    &["sieve", "--max", "1", "--rule", "misere"],
    &["sieve", "--max", "30", "--rule", "r=2"],
    &["moves", "7", "10"],
    &["moves", "0", "0"],
    &["moves", "0", "5"],
    &["moves", "9", "4", "--rule", "r=3"],
    &["moves", "5", "18446744073709551615", "--rule", "r=7"],
    &["moves", "18446744073709551615", "11400714819323198499"],
    &["grundy", "--max", "1"],
    &["grundy", "--max", "20"],
    &["grundy", "--max", "47"],
];

#[test]
fn each_picture_is_an_svg_with_everything_on_it() {
    let folder = Folder::new();
    for args in PICTURES {
        let text = svg(&folder, args);
        let document = parsed(&text);
        let root = document.root_element();
        let (width, height) = (number(root, "width"), number(root, "height"));
        assert!(width >= 600.0 && height >= 250.0, "{args:?}");
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
            let (before, after) = match text.attribute("text-anchor") {
                Some("start") => (0.0, wide),
                Some("end") => (wide, 0.0),
                _ => (wide / 2.0, wide / 2.0),
            };
            if text.attribute("transform").is_some() {
                inside(x, y - before, words);
                inside(x, y + after, words);
            } else {
                inside(x - before, y, words);
                inside(x + after, y, words);
            }
        }
    }
}

#[test]
#[ignore = "slow"]
fn each_picture_is_a_png_of_twice_that_size() {
    let folder = Folder::new();
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
        // Letters, lines and points on a white background; on a map, squares.
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
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (info.width, info.height, bytes.as_chunks().0.to_vec())
}

/// The PNG has the points of the SVG, and its squares from corner to corner.
#[test]
#[ignore = "slow"]
fn shapes_of_the_svg_are_shapes_of_the_png() {
    let folder = Folder::new();
    let drawn = |args: &[&str]| {
        plot(&folder, args, "x.png").expect(0);
        let (width, _, pixels) = pixels(&folder.path().join("x.png"));
        // Two pixels for each unit.
        (svg(&folder, args), move |x: u32, y: u32| {
            pixels[(y * width + x) as usize]
        })
    };
    let (text, pixel) = drawn(&["cold", "--max", "12"]);
    for circle in all(&parsed(&text), "circle") {
        let (x, y) = (number(circle, "cx") as u32, number(circle, "cy") as u32);
        assert_eq!(pixel(2 * x, 2 * y), [0; 3], "at {x}, {y}");
    }
    let (text, pixel) = drawn(&["grundy", "--max", "30"]);
    let mut squares = 0;
    for square in all(&parsed(&text), "rect") {
        let [x, y, width, height] =
            ["x", "y", "width", "height"].map(|name| number(square, name) as u32);
        let fill = square.attribute("fill").expect("a colour");
        if (width, height) == (21, 21) && fill != "none" {
            let shown = [
                pixel(2 * x, 2 * y),
                pixel(2 * (x + 21) - 1, 2 * (y + 21) - 1),
            ];
            let shown = shown.map(|[r, g, b]| format!("#{r:02X}{g:02X}{b:02X}"));
            assert_eq!(shown, [fill, fill], "at {x}, {y}");
            squares += 1;
        }
    }
    assert_eq!(squares, 31 * 31);
}

/// Arguments of `plot`, and the message.
const REFUSED: &str = "
cold -o x.pdf | x.pdf: the name of a picture must end in .svg or .png
cold -o svg | svg: the name of a picture must end in .svg or .png
grundy --max 201 -o x.svg | --max 201 is too large for an SVG; write a .png file, or use at most 200
grundy --max 201 -o - | --max 201 is too large for an SVG; write a .png file, or use at most 200
cold -o none/x.svg | none/x.svg: No such file or directory
";

#[test]
fn errors_are_one_line_and_leave_the_file() {
    let folder = Folder::new();
    for name in ["x.pdf", "svg", "x.svg"] {
        folder.file(name, "old");
    }
    let plots = |args: &str| shell(&format!("\"$W\" plot {args}"), folder.path()).expect(2);
    for [args, expected] in rows(REFUSED) {
        assert_eq!(plots(args).stderr, format!("wythoff: {expected}\n"));
    }
    for args in ["cold --max 0 -o x.svg", "moves 1 -o x.svg"] {
        plots(args);
    }
    assert_eq!(folder.names(), ["svg", "x.pdf", "x.svg"]);
    for name in folder.names() {
        let text = fs::read_to_string(folder.path().join(name)).expect("a file");
        assert_eq!(text, "old");
    }
}
