//! `wythoff plot`. The shapes of the pictures are tested by `pictures` in crates/explain/tests.

use crate::support::{Folder, printed, repository, rows, shell};
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

/// A PNG has the pixels of docs/pictures/grundy.png, or two pixels for each unit of the picture. After a change of the picture, look at the new one: docs/README.md has the
/// command.
#[test]
#[ignore = "slow"]
fn a_picture_as_a_png() {
    let folder = Folder::new();
    shell("$W plot grundy --max 60 -o x.PNG", folder.path()).expect(0);
    let known = repository().join("docs/pictures/grundy.png");
    assert!(pixels(&folder.path().join("x.PNG")) == pixels(&known));
    for (args, picture) in &pictures()[..2] {
        shell(&format!("$W plot {args} -o x.PNG"), folder.path()).expect(0);
        let (width, _, pixels) = pixels(&folder.path().join("x.PNG"));
        for shape in &picture.shapes {
            if let Shape::Dot((x, y), _, hue) = *shape {
                let at = 4 * (2 * y * width as i32 + 2 * x) as usize;
                assert_eq!(pixels[at..][..3], hue, "{args}: {shape:?}");
            }
        }
    }
}

fn pixels(path: &Path) -> (u32, u32, Vec<u8>) {
    let file = std::io::BufReader::new(fs::File::open(path).expect("a file"));
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("an image");
    (info.width, info.height, bytes)
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
