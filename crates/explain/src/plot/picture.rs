//! What all pictures share: shapes and the SVG of them, colours, fonts and text sizes, the title and the key.

use crate::text::Lang;
use ab_glyph::{Font as _, FontRef, ScaleFont as _};

/// Red, green and blue.
pub type Colour = [u8; 3];

/// A place in units of the SVG: to the right, and down from the top.
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
    /// Frames, grids, and what is less important.
    pub(crate) const GREY: Colour = [110, 110, 110];
    pub(crate) const PALE: Colour = [225, 225, 225];
}

/// A part of a picture. Later shapes cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled rectangle, from its upper left corner to the lower right one.
    Rect([Point; 2], Colour),
    /// The outline of a rectangle, one unit wide.
    Frame([Point; 2], Colour),
    /// A line from a point to another, of a width.
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
    /// Where it is anchored.
    pub at: Point,
    /// What of it is at the anchor, along the line.
    pub anchor: Anchor,
    /// What of it is at the anchor, across the line.
    pub height: Height,
    /// The height of an em.
    pub em: f64,
    /// The colour of the letters.
    pub colour: Colour,
    /// Whether the line goes up, turned to the left around the anchor.
    pub is_upward: bool,
}

impl Label {
    /// Black text.
    pub(super) fn new(
        text: impl Into<String>,
        at: Point,
        size: TextSize,
        anchor: Anchor,
        height: Height,
    ) -> Self {
        Self {
            text: text.into(),
            at,
            anchor,
            height,
            em: f64::from(size) / 1.24,
            colour: colour::BLACK,
            is_upward: false,
        }
    }
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its start.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Where a text is, seen from its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Height {
    /// Below it.
    Below,
    /// At the same height.
    Centred,
    /// Above it.
    Above,
}

impl Height {
    /// The base line of a text, in ems below its place: as an SVG has it, where an ex is half an em.
    pub fn baseline(self) -> f64 {
        match self {
            Self::Below => 0.76,
            Self::Centred => 0.25,
            Self::Above => -0.25,
        }
    }
}

/// A size of text. It is 1.24 times an em, the usual height of a line.
pub(super) type TextSize = i32;
const TITLE: TextSize = 25;
pub(super) const TEXT: TextSize = 18;
pub(super) const SMALL: TextSize = 16;

/// The font of a language. The Chinese font has only the characters of the pictures; scripts/make-font makes it.
pub fn font(lang: Lang) -> FontRef<'static> {
    let bytes = match lang {
        Lang::En => notosans::REGULAR_TTF,
        Lang::Zh => include_bytes!("noto-sans-sc-subset.otf"),
    };
    FontRef::try_from_slice(bytes).expect("the linked fonts are sound")
}

/// The height of a line of [`font`], in ems.
pub fn line_height(lang: Lang) -> f64 {
    match lang {
        Lang::En => 1.362,
        Lang::Zh => 1.448,
    }
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Dot,
    /// A square with a frame, so that it can also be white.
    Square,
}

/// An entry of the key: a sample, and its meaning in words.
pub(super) enum Key {
    Words(String),
    Line(Colour, u32, String),
    Mark(Mark, Colour, String),
}

impl Key {
    fn words(&self) -> &str {
        match self {
            Self::Words(words) | Self::Line(_, _, words) | Self::Mark(_, _, words) => words,
        }
    }

    /// The width of the sample and the space after it.
    fn sample_width(&self) -> i32 {
        match self {
            Self::Words(_) => 0,
            Self::Line(..) => 34,
            Self::Mark(..) => 21,
        }
    }
}

/// Space between two entries of the key.
const GAP: i32 = 22;
/// Height of a line of the key.
const LINE: i32 = 24;
/// Height of the title.
const HEAD: i32 = 38;
/// Space at the left edge.
pub(super) const MARGIN: i32 = 16;

/// A picture: shapes below a title and a key.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The width, in units of the SVG.
    pub width: i32,
    /// The height.
    pub height: i32,
    /// The shapes, the lowest first. The first one is the background.
    pub shapes: Vec<Shape>,
    /// The language of the texts.
    pub lang: Lang,
    /// The height of the title and the key.
    pub(super) top: i32,
}

impl Picture {
    /// A picture with a title and the lines of a key. Below them is space of this `size`.
    pub(super) fn new(title: &str, key: &[Vec<Key>], size: (i32, i32), lang: Lang) -> Self {
        let top = HEAD + LINE * key.len() as i32 + 8;
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
        let at = (MARGIN, HEAD / 2 + 2);
        let size = fitting(TITLE, available, |size| text_width(title, size, lang));
        picture.text(Label::new(title, at, size, Anchor::Start, Height::Centred));
        for (i, line) in key.iter().enumerate() {
            let entry_width =
                |key: &Key, size| key.sample_width() + text_width(key.words(), size, lang) + GAP;
            let line_width =
                |size| line.iter().map(|key| entry_width(key, size)).sum::<i32>() - GAP;
            let size = fitting(TEXT, available, line_width);
            let mut x = MARGIN;
            let y = HEAD + LINE * i as i32 + LINE / 2;
            for key in line {
                match *key {
                    Key::Words(_) => {}
                    Key::Line(hue, width, _) => picture.line([(x, y), (x + 26, y)], hue, width),
                    Key::Mark(kind, hue, _) => picture.mark(kind, (x + 7, y), 6, hue),
                }
                let at = (x + key.sample_width(), y);
                picture.text(Label::new(
                    key.words(),
                    at,
                    size,
                    Anchor::Start,
                    Height::Centred,
                ));
                x += entry_width(key, size);
            }
        }
        picture
    }

    /// Fills the rectangle between two corners.
    pub(super) fn rect(&mut self, [a, b]: [Point; 2], hue: Colour) {
        let corners = [(a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1))];
        self.shapes.push(Shape::Rect(corners, hue));
    }

    pub(super) fn frame(&mut self, corners: [Point; 2], hue: Colour) {
        self.shapes.push(Shape::Frame(corners, hue));
    }

    pub(super) fn line(&mut self, ends: [Point; 2], hue: Colour, width: u32) {
        self.shapes.push(Shape::Line(ends, hue, width));
    }

    /// Draws a mark of this radius around a point.
    pub(super) fn mark(&mut self, kind: Mark, at: Point, radius: i32, hue: Colour) {
        match kind {
            Mark::Dot => self.shapes.push(Shape::Dot(at, radius as u32, hue)),
            Mark::Square => {
                let corners = [
                    (at.0 - radius, at.1 - radius),
                    (at.0 + radius, at.1 + radius),
                ];
                self.rect(corners, hue);
                self.frame(corners, colour::GREY);
            }
        }
    }

    pub(super) fn text(&mut self, label: Label) {
        self.shapes.push(Shape::Text(Box::new(label)));
    }

    /// The SVG file.
    pub fn svg(&self) -> String {
        let (width, height) = (self.width, self.height);
        let mut svg = format!(
            r#"<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">"#
        );
        svg.push('\n');
        for shape in &self.shapes {
            svg += &element(shape);
            svg.push('\n');
        }
        svg + "</svg>\n"
    }
}

/// The element of a shape.
fn element(shape: &Shape) -> String {
    let hex = |[r, g, b]: Colour| format!("#{r:02X}{g:02X}{b:02X}");
    match *shape {
        Shape::Rect(corners, hue) => rect(corners, &hex(hue), "none"),
        Shape::Frame(corners, hue) => rect(corners, "none", &hex(hue)),
        Shape::Line([(x1, y1), (x2, y2)], hue, width) => {
            let hue = hex(hue);
            format!(
                r#"<polyline fill="none" opacity="1" stroke="{hue}" stroke-width="{width}" points="{x1},{y1} {x2},{y2} "/>"#
            )
        }
        Shape::Dot((x, y), radius, hue) => {
            let hue = hex(hue);
            format!(
                r#"<circle cx="{x}" cy="{y}" r="{radius}" opacity="1" fill="{hue}" stroke="none" stroke-width="1"/>"#
            )
        }
        Shape::Text(ref label) => {
            let ((x, y), em, hue) = (label.at, label.em, hex(label.colour));
            let anchor = match label.anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let dy = match label.height {
                Height::Below => "0.76em",
                Height::Centred => "0.5ex",
                Height::Above => "-0.5ex",
            };
            let turn = if label.is_upward {
                format!(r#" transform="rotate(270, {x}, {y})""#)
            } else {
                String::new()
            };
            let mut text = label.text.replace('&', "&amp;");
            for (c, name) in [
                ('<', "&lt;"),
                ('>', "&gt;"),
                ('"', "&quot;"),
                ('\'', "&apos;"),
            ] {
                text = text.replace(c, name);
            }
            format!(
                r#"<text x="{x}" y="{y}" dy="{dy}" text-anchor="{anchor}" font-family="sans-serif" font-size="{em}" opacity="1" fill="{hue}"{turn}>
{text}
</text>"#
            )
        }
    }
}

/// A rectangle. Without crisp edges white lines would appear between adjacent squares.
fn rect([(left, top), (right, bottom)]: [Point; 2], fill: &str, stroke: &str) -> String {
    let (width, height) = (right - left, bottom - top);
    format!(
        r#"<rect shape-rendering="crispEdges" x="{left}" y="{top}" width="{width}" height="{height}" opacity="1" fill="{fill}" stroke="{stroke}"/>"#
    )
}

/// The largest text size up to `size` whose `width` is at most `available`.
fn fitting(size: TextSize, available: i32, width: impl Fn(TextSize) -> i32) -> TextSize {
    let mut sizes = (8..=size).rev();
    sizes.find(|&s| width(s) <= available).unwrap_or(8)
}

/// An upper bound of the width of a text. A viewer of the SVG may use a wider font than the one that is measured here
/// (DejaVu Sans is wider by a tenth).
fn text_width(words: &str, size: TextSize, lang: Lang) -> i32 {
    let width = measured(words, size, lang);
    // Lines of the height `size` are measured, but drawn with size / 1.24 as an em; 1.12 is for wider fonts.
    (f64::from(width) * line_height(lang) / 1.24 * 1.12) as i32
}

/// The width of a text whose lines have the height `size`.
pub(super) fn measured(words: &str, size: TextSize, lang: Lang) -> i32 {
    let font = font(lang);
    let font = font.as_scaled(size as f32);
    let mut width = 0.0_f32;
    let mut last = None;
    for glyph in words.chars().map(|c| font.glyph_id(c)) {
        width += font.h_advance(glyph);
        if let Some(last) = last {
            width += font.kern(last, glyph);
        }
        last = Some(glyph);
    }
    width as i32
}
