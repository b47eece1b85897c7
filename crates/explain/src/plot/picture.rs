//! Shapes and their SVG; colours, fonts and sizes of text; the title and the key of a picture.

use crate::text::Lang;
use ab_glyph::{Font as _, FontRef, GlyphId};

/// Red, green and blue.
pub type Colour = [u8; 3];

/// A point in units of the SVG: to the right, and down from the top.
pub type Point = (i32, i32);

/// The palette of Okabe and Ito. Its colours can be distinguished with any kind of colour blindness
/// (<https://jfly.uni-koeln.de/color/>).
pub(super) mod colour {
    use super::Colour;
    pub(crate) const BLACK: Colour = [0, 0, 0];
    pub(crate) const WHITE: Colour = [255, 255, 255];
    pub(crate) const ORANGE: Colour = [230, 159, 0];
    pub(crate) const SKY: Colour = [86, 180, 233];
    pub(crate) const GREEN: Colour = [0, 158, 115];
    pub(crate) const BLUE: Colour = [0, 114, 178];
    pub(crate) const PURPLE: Colour = [204, 121, 167];
    pub(crate) const GREY: Colour = [110, 110, 110];
    pub(crate) const PALE: Colour = [225, 225, 225];
}

/// A part of a picture. Later shapes cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled rectangle, from its upper left corner to the lower right one.
    Rect([Point; 2], Colour),
    /// The outline of a rectangle, one unit thick.
    Frame([Point; 2], Colour),
    /// A line between two points, and its width.
    Line([Point; 2], Colour, u32),
    /// A filled circle: its centre and its radius.
    Dot(Point, u32, Colour),
    /// A line of text.
    Text(Box<Label>),
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// The point beside which the text is written.
    pub at: Point,
    /// Which part of the line is at the point.
    pub anchor: Anchor,
    /// The distance from the point down to the base line, in ems.
    pub baseline: f64,
    /// The height of an em.
    pub em: f64,
    /// The colour of the letters.
    pub colour: Colour,
    /// Whether the line is turned to the left around the point, so that it goes up.
    pub is_upward: bool,
}

impl Label {
    pub(super) fn new(
        text: impl Into<String>,
        at: Point,
        size: TextSize,
        anchor: Anchor,
        baseline: f64,
    ) -> Self {
        Self {
            text: text.into(),
            at,
            anchor,
            baseline,
            em: f64::from(size) / 1.24,
            colour: colour::BLACK,
            is_upward: false,
        }
    }
}

/// The part of a line of text that is placed at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its start.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// The values of [`Label::baseline`] for texts below, beside and above their points.
pub(super) const BELOW: f64 = 0.76;
pub(super) const BESIDE: f64 = 0.25;
pub(super) const ABOVE: f64 = -0.25;

/// A size of text: the usual height of a line, 1.24 em.
pub(super) type TextSize = i32;
const TITLE: TextSize = 25;
pub(super) const TEXT: TextSize = 18;
pub(super) const SMALL: TextSize = 16;
pub(super) const TINY: TextSize = 13;

/// The font of a language. The Chinese font has only the characters of the pictures; scripts/make-font makes it.
pub fn font(lang: Lang) -> FontRef<'static> {
    let bytes = match lang {
        Lang::En => notosans::REGULAR_TTF,
        Lang::Zh => include_bytes!("noto-sans-sc-subset.otf"),
    };
    FontRef::try_from_slice(bytes).expect("the linked fonts are sound")
}

/// The letters of a text, each with the width of the text before it, and the width of the text. Widths are in ems.
pub fn letters(text: &str, lang: Lang) -> (Vec<(GlyphId, f32)>, f32) {
    let font = font(lang);
    let em = font.units_per_em().unwrap_or(1000.0);
    let mut width = 0.0;
    let mut letters: Vec<(GlyphId, f32)> = Vec::new();
    for letter in text.chars().map(|c| font.glyph_id(c)) {
        if let Some(&(last, _)) = letters.last() {
            width += font.kern_unscaled(last, letter) / em;
        }
        letters.push((letter, width));
        width += font.h_advance_unscaled(letter) / em;
    }
    (letters, width)
}

/// An entry of the key: a sample, and its meaning in words.
pub(super) type Key = (Sample, String);

pub(super) enum Sample {
    None,
    Line(Colour, u32),
    Dot(Colour),
    Square(Colour),
}

impl Sample {
    /// The width of the sample and the space after it.
    fn width(&self) -> i32 {
        match self {
            Self::None => 0,
            Self::Line(..) => 34,
            Self::Dot(_) | Self::Square(_) => 21,
        }
    }
}

const KEY_GAP: i32 = 22;
const KEY_LINE_HEIGHT: i32 = 24;
const TITLE_HEIGHT: i32 = 38;
pub(super) const MARGIN: i32 = 16;

/// A picture: shapes below a title and a key.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The width, in units of the SVG.
    pub width: i32,
    /// The height.
    pub height: i32,
    /// The shapes, in the order in which they are drawn. The first one is the background.
    pub shapes: Vec<Shape>,
    /// The language of the texts.
    pub lang: Lang,
    /// The height of the title and the key together.
    pub(super) top: i32,
}

impl Picture {
    /// A picture with a title and the lines of a key, above free space of this `size`.
    pub(super) fn new(title: &str, key: &[Vec<Key>], size: (i32, i32), lang: Lang) -> Self {
        let top = TITLE_HEIGHT + KEY_LINE_HEIGHT * key.len() as i32 + 8;
        let (width, height) = (size.0, size.1 + top);
        let background = Shape::Rect([(0, 0), (width, height)], colour::WHITE);
        let mut picture = Self {
            width,
            height,
            shapes: vec![background],
            lang,
            top,
        };
        let available = width - 2 * MARGIN;
        let at = (MARGIN, TITLE_HEIGHT / 2 + 2);
        let size = fitting(TITLE, available, |size| text_width(title, size, lang));
        picture.text(Label::new(title, at, size, Anchor::Start, BESIDE));
        for (i, line) in key.iter().enumerate() {
            let entry_width = |(sample, words): &Key, size| {
                sample.width() + text_width(words, size, lang) + KEY_GAP
            };
            let line_width =
                |size| line.iter().map(|key| entry_width(key, size)).sum::<i32>() - KEY_GAP;
            let size = fitting(TEXT, available, line_width);
            let mut x = MARGIN;
            let y = TITLE_HEIGHT + KEY_LINE_HEIGHT * i as i32 + KEY_LINE_HEIGHT / 2;
            for key in line {
                let (sample, words) = key;
                match *sample {
                    Sample::None => {}
                    Sample::Line(hue, width) => picture.line([(x, y), (x + 26, y)], hue, width),
                    Sample::Dot(hue) => picture.dot((x + 7, y), 6, hue),
                    Sample::Square(hue) => picture.square((x + 7, y), 6, hue),
                }
                let at = (x + sample.width(), y);
                picture.text(Label::new(words, at, size, Anchor::Start, BESIDE));
                x += entry_width(key, size);
            }
        }
        picture
    }

    pub(super) fn rect(&mut self, corners: [Point; 2], hue: Colour) {
        self.shapes.push(Shape::Rect(corners, hue));
    }

    pub(super) fn frame(&mut self, corners: [Point; 2], hue: Colour) {
        self.shapes.push(Shape::Frame(corners, hue));
    }

    pub(super) fn line(&mut self, ends: [Point; 2], hue: Colour, width: u32) {
        self.shapes.push(Shape::Line(ends, hue, width));
    }

    pub(super) fn dot(&mut self, at: Point, radius: i32, hue: Colour) {
        self.shapes.push(Shape::Dot(at, radius as u32, hue));
    }

    /// A square with a frame, so that white is visible.
    pub(super) fn square(&mut self, at: Point, radius: i32, hue: Colour) {
        let (left, top) = (at.0 - radius, at.1 - radius);
        let corners = [(left, top), (left + 2 * radius, top + 2 * radius)];
        self.rect(corners, hue);
        self.frame(corners, colour::GREY);
    }

    pub(super) fn text(&mut self, label: Label) {
        self.shapes.push(Shape::Text(Box::new(label)));
    }

    /// The SVG file.
    pub fn svg(&self) -> String {
        let (width, height) = (self.width, self.height);
        let mut svg = format!(
            r#"<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
"#
        );
        for shape in &self.shapes {
            svg += &element(shape);
            svg.push('\n');
        }
        svg + "</svg>\n"
    }
}

fn element(shape: &Shape) -> String {
    let hex = |[r, g, b]: Colour| format!("#{r:02X}{g:02X}{b:02X}");
    match *shape {
        Shape::Rect(corners, hue) => rect(corners, &hex(hue), "none"),
        Shape::Frame(corners, hue) => rect(corners, "none", &hex(hue)),
        Shape::Line([(x1, y1), (x2, y2)], hue, width) => {
            let hue = hex(hue);
            format!(
                r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{hue}" stroke-width="{width}"/>"#
            )
        }
        Shape::Dot((x, y), radius, hue) => {
            let hue = hex(hue);
            format!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{hue}"/>"#)
        }
        Shape::Text(ref label) => {
            let ((x, y), dy, em) = (label.at, label.baseline, label.em);
            let hue = hex(label.colour);
            let anchor = match label.anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let turn = if label.is_upward {
                format!(r#" transform="rotate(270, {x}, {y})""#)
            } else {
                String::new()
            };
            let text = label.text.replace('&', "&amp;").replace('<', "&lt;");
            format!(
                r#"<text x="{x}" y="{y}" dy="{dy}em" text-anchor="{anchor}" font-family="sans-serif" font-size="{em}" fill="{hue}"{turn}>{text}</text>"#
            )
        }
    }
}

/// A rectangle with crisp edges: with smooth edges viewers show white lines between adjacent squares.
fn rect([(left, top), (right, bottom)]: [Point; 2], fill: &str, stroke: &str) -> String {
    let (width, height) = (right - left, bottom - top);
    format!(
        r#"<rect shape-rendering="crispEdges" x="{left}" y="{top}" width="{width}" height="{height}" fill="{fill}" stroke="{stroke}"/>"#
    )
}

/// The largest size up to `size` at which the text is at most `available` wide, but at least 8.
fn fitting(size: TextSize, available: i32, width: impl Fn(TextSize) -> i32) -> TextSize {
    let mut sizes = (8..=size).rev();
    sizes.find(|&s| width(s) <= available).unwrap_or(8)
}

/// An upper bound of the width of a text, whose em is `size / 1.24`. The factor 1.12 is for viewers of SVG with a wider font, such
/// as DejaVu Sans.
fn text_width(words: &str, size: TextSize, lang: Lang) -> i32 {
    let (_, width) = letters(words, lang);
    (width * size as f32 / 1.24 * 1.12) as i32
}
