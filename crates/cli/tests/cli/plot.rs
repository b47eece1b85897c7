//! `wythoff plot`. The shapes of the pictures are tested by `pictures` in crates/explain/tests.

use crate::support::{Folder, printed, rows, shell};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use wythoff::Rule;
use wythoff_explain::Lang;
use wythoff_explain::plot::{Picture, Shape, cold, grundy, moves, sieve};

/// Arguments, and the picture that they describe.
fn pictures() -> [(&'static str, Picture); 6] {
    let wide: Rule = "r=3".parse().expect("a rule");
    [
        ("cold --max 12", cold(12, Rule::Normal, Lang::En)),
        ("--lang zh cold --rule r=3", cold(20, wide, Lang::Zh)),
        (
            "sieve --max 8 --rule misere",
            sieve(8, Rule::Misere, Lang::En),
        ),
        ("moves 9 4 --rule r=3", moves(9, 4, wide, Lang::En)),
        ("--lang zh moves 0 5", moves(0, 5, Rule::Normal, Lang::Zh)),
        ("grundy --max 30", grundy(30, Lang::En)),
    ]
}

#[test]
fn each_picture_as_an_svg() {
    for (args, picture) in pictures() {
        let svg = printed(&format!("plot {args} -o -"), "");
        assert_eq!(svg, picture.svg(), "{args}");
    }
}

/// A PNG has two pixels for each unit of the picture, and its points and squares at the same places.
#[test]
#[ignore = "slow"]
fn each_picture_as_a_png() {
    let folder = Folder::new();
    for (args, picture) in pictures() {
        shell(&format!("\"$W\" plot {args} -o x.PNG"), folder.path()).expect(0);
        let (width, height, pixels) = pixels(&folder.path().join("x.PNG"));
        let size = [width, height].map(|length| length as i32);
        assert_eq!(size, [2 * picture.width, 2 * picture.height], "{args}");
        let colours: BTreeSet<_> = pixels.iter().collect();
        assert!(colours.len() > 20, "{args}: {} colours", colours.len());
        // Neither the background nor the letters, lines, points or squares fill the picture.
        let white = pixels.iter().filter(|p| **p == [255; 3]).count();
        let part = white as f64 / pixels.len() as f64;
        assert!(part > 0.15 && part < 0.98, "{args}: {part} is white");
        let pixel = |x: i32, y: i32| pixels[(y * size[0] + x) as usize];
        for shape in &picture.shapes {
            match *shape {
                Shape::Dot((x, y), _, hue) if args.contains("cold") => {
                    assert_eq!(pixel(2 * x, 2 * y), hue, "{args}: {shape:?}");
                }
                Shape::Rect([(x, y), (right, bottom)], hue) if right - x == 21 => {
                    let ends = [pixel(2 * x, 2 * y), pixel(2 * right - 1, 2 * bottom - 1)];
                    assert_eq!(ends, [hue; 2], "{args}: {shape:?}");
                }
                _ => {}
            }
        }
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
    let pixels = bytes.as_chunks().0.iter();
    let pixels = pixels.map(|&[red, green, blue, _]| [red, green, blue]);
    (info.width, info.height, pixels.collect())
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
