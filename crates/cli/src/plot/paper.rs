//! What all pictures share: the two formats, colours, text styles, and the heading.

use super::canvas::{Canvas, Pixels};
use crate::args::Lang;
use crate::messages::lang;
use ab_glyph::FontRef;
use anyhow::{Context, Result, anyhow, bail};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::path::Path;

/// A part of the picture to draw on.
pub(super) type Area<'a> = DrawingArea<Canvas<'a>, Shift>;

/// The palette of Okabe and Ito. Its colours can be distinguished with any kind of colour blindness
/// (<https://jfly.uni-koeln.de/color/>).
pub(super) mod colour {
    use plotters::style::RGBColor;
    pub(crate) const BLACK: RGBColor = RGBColor(0, 0, 0);
    pub(crate) const ORANGE: RGBColor = RGBColor(230, 159, 0);
    pub(crate) const SKY: RGBColor = RGBColor(86, 180, 233);
    pub(crate) const GREEN: RGBColor = RGBColor(0, 158, 115);
    pub(crate) const BLUE: RGBColor = RGBColor(0, 114, 178);
    pub(crate) const VERMILION: RGBColor = RGBColor(213, 94, 0);
    pub(crate) const PURPLE: RGBColor = RGBColor(204, 121, 167);
    /// Frames, grids, and what is less important.
    pub(crate) const GREY: RGBColor = RGBColor(110, 110, 110);
    pub(crate) const PALE: RGBColor = RGBColor(225, 225, 225);
}

/// Something to be drawn.
pub(super) trait Picture {
    /// Width and height, in units of the SVG.
    fn size(&self) -> (u32, u32);

    /// Draws on `area`. Returns SVG elements that go on top of an SVG, for shapes that plotters cannot draw.
    fn draw(&self, area: &Area<'_>) -> Result<String>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Png,
}

impl Format {
    /// The format of a file with this name; SVG for standard output.
    pub(super) fn from_path(path: &Path) -> Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Svg);
        }
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Ok(Self::Svg),
            "png" => Ok(Self::Png),
            _ => bail!(
                "{}: the name of a picture must end in .svg or .png",
                wythoff::internal::shown_path(path)
            ),
        }
    }
}

/// The bytes of the picture's file.
pub(super) fn render(picture: &dyn Picture, format: Format) -> Result<Vec<u8>> {
    // This font also decides the layout of the SVG, although a viewer may show the SVG in another font.
    let font = font_of(lang());
    plotters::style::register_font("sans-serif", FontStyle::Normal, font)
        .map_err(|_| anyhow!("the linked font cannot be read"))?;
    match format {
        Format::Svg => {
            let mut svg = String::new();
            let canvas = Canvas::Svg(SVGBackend::with_string(&mut svg, picture.size()));
            let top = draw(picture, canvas)?;
            let end = svg
                .rfind("</svg>")
                .context("plotters ends an SVG with </svg>")?;
            svg.insert_str(end, &top);
            Ok(svg.into_bytes())
        }
        Format::Png => {
            let mut pixels = Pixels::new(picture.size(), FontRef::try_from_slice(font)?);
            draw(picture, Canvas::Png(&mut pixels))?;
            pixels.encode()
        }
    }
}

/// Draws the picture on a canvas. Returns what [`Picture::draw`] returns.
fn draw(picture: &dyn Picture, canvas: Canvas<'_>) -> Result<String> {
    let area = canvas.into_drawing_area();
    area.fill(&WHITE)?;
    let top = picture.draw(&area)?;
    area.present()?;
    Ok(top)
}

/// The linked font of a language. The Chinese font has only the characters of the pictures; scripts/make-font makes it.
fn font_of(lang: Lang) -> &'static [u8] {
    match lang {
        Lang::En => notosans::REGULAR_TTF,
        Lang::Zh => include_bytes!("noto-sans-sc-subset.otf"),
    }
}

/// Text sizes for plotters, which divides them by 1.24 for the SVG.
pub(super) const TITLE: i32 = 25;
pub(super) const TEXT: i32 = 18;
pub(super) const SMALL: i32 = 16;

/// A text style of this size, colour and anchor.
pub(super) fn text_style(
    size: i32,
    colour: RGBColor,
    h_pos: HPos,
    v_pos: VPos,
) -> TextStyle<'static> {
    let mut style = TextStyle::from(("sans-serif", size).into_font());
    style.color = colour.to_backend_color();
    style.pos(Pos::new(h_pos, v_pos))
}

/// An entry of the key: a sample and its meaning.
pub(super) enum Key {
    Line(RGBColor, u32, String),
    Mark(Mark, RGBColor, String),
    /// A mark with a frame, for colours that cannot be seen on white.
    Framed(Mark, RGBColor, String),
    Words(String),
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Dot,
    Square,
    Triangle,
    /// A triangle with its point down.
    Tip,
    Diamond,
}

impl Key {
    fn words(&self) -> &str {
        match self {
            Self::Words(words) => words,
            Self::Line(.., words) | Self::Mark(.., words) | Self::Framed(.., words) => words,
        }
    }

    /// The width of the sample and the space after it.
    fn sample(&self) -> i32 {
        match self {
            Self::Words(_) => 0,
            Self::Line(..) => 34,
            Self::Mark(..) | Self::Framed(..) => 21,
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

/// The height of the heading with this many lines of the key.
pub(super) const fn head(lines: usize) -> i32 {
    HEAD + LINE * lines as i32 + 8
}

/// Draws the title and the key at the top, and returns the area below them.
pub(super) fn heading<'a>(area: &Area<'a>, title: &str, key: &[Vec<Key>]) -> Result<Area<'a>> {
    let available = area.dim_in_pixel().0 as i32 - 2 * MARGIN;
    let at = (MARGIN, HEAD / 2 + 2);
    let size = fitting(TITLE, available, |size| width(title, size));
    let style = text_style(size, colour::BLACK, HPos::Left, VPos::Center);
    area.draw(&Text::new(title, at, style))?;
    for (i, line) in key.iter().enumerate() {
        let wide = |size| -> i32 {
            let keys = line
                .iter()
                .map(|key| key.sample() + width(key.words(), size));
            keys.sum::<i32>() + GAP * (line.len() as i32 - 1)
        };
        let size = fitting(TEXT, available, wide);
        let style = text_style(size, colour::BLACK, HPos::Left, VPos::Center);
        let mut x = MARGIN;
        let y = HEAD + LINE * i as i32 + LINE / 2;
        for key in line {
            match key {
                Key::Words(_) => {}
                Key::Line(hue, wide, _) => {
                    let line = [(x, y), (x + 26, y)];
                    area.draw(&PathElement::new(line, hue.stroke_width(*wide)))?;
                }
                Key::Mark(kind, hue, _) => mark(area, *kind, (x + 7, y), 6, *hue)?,
                Key::Framed(kind, hue, _) => {
                    mark(area, *kind, (x + 7, y), 7, colour::GREY)?;
                    mark(area, *kind, (x + 7, y), 6, *hue)?;
                }
            }
            x += key.sample();
            area.draw(&Text::new(key.words(), (x, y), style.clone()))?;
            x += width(key.words(), size) + GAP;
        }
    }
    Ok(area.margin(head(key.len()), 0, 0, 0))
}

/// The largest text size up to `size` whose `width` is at most `available`.
fn fitting(size: i32, available: i32, width: impl Fn(i32) -> i32) -> i32 {
    (8..=size)
        .rev()
        .find(|&s| width(s) <= available)
        .unwrap_or(8)
}

/// An upper bound of the width of a text. A viewer of the SVG may use a wider font than the one that is measured here
/// (DejaVu Sans is wider by a tenth).
pub(super) fn width(words: &str, size: i32) -> i32 {
    let style = text_style(size, colour::BLACK, HPos::Left, VPos::Center);
    let width = style
        .font
        .layout_box(words)
        .map_or(0, |((l, _), (r, _))| r - l);
    // plotters measures at size / 1.362 and draws at size / 1.24; 1.12 is for wider fonts.
    (f64::from(width) * 1.362 / 1.24 * 1.12) as i32
}

/// A mark of this radius around a point.
pub(super) fn mark(
    area: &Area<'_>,
    kind: Mark,
    (x, y): (i32, i32),
    r: i32,
    colour: RGBColor,
) -> Result<()> {
    match kind {
        Mark::Dot => area.draw(&Circle::new((x, y), r, colour.filled()))?,
        Mark::Square => {
            let corners = [(x - r, y - r), (x + r, y + r)];
            area.draw(&Rectangle::new(corners, colour.filled()))?;
        }
        Mark::Triangle => {
            let corners = vec![(x, y - r - 1), (x + r + 1, y + r), (x - r - 1, y + r)];
            area.draw(&Polygon::new(corners, colour))?;
        }
        Mark::Tip => {
            let corners = vec![(x, y + r + 1), (x + r + 1, y - r), (x - r - 1, y - r)];
            area.draw(&Polygon::new(corners, colour))?;
        }
        Mark::Diamond => {
            let d = r + 2;
            let corners = vec![(x, y - d), (x + d, y), (x, y + d), (x - d, y)];
            area.draw(&Polygon::new(corners, colour))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{tests::sentences_of_the_source, translation};
    use std::collections::BTreeSet;
    use ttf_parser::Face;

    /// scripts/make-font adds missing characters.
    #[test]
    fn the_chinese_font_has_every_character_of_the_pictures() {
        let font = Face::parse(font_of(Lang::Zh), 0).expect("a font");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/plot");
        let mut sentences = BTreeSet::new();
        sentences_of_the_source(&folder, &mut sentences);
        assert!(sentences.len() > 40, "{}", sentences.len());
        let texts = sentences
            .iter()
            .filter_map(|text| translation(Lang::Zh, text));
        let ascii = (' '..='~').collect::<String>();
        for text in texts.chain([ascii.as_str()]) {
            for c in text.chars() {
                assert!(font.glyph_index(c).is_some(), "no {c} of {text}");
            }
        }
    }
}
