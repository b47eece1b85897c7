//! What all pictures share: the two formats, colours, text styles, the title and the key, axes and marks.

use super::canvas::{Canvas, Pixels};
use crate::args::Lang;
use crate::messages::lang;
use ab_glyph::FontRef;
use anyhow::{Result, anyhow, bail};
use plotters::chart::MeshStyle;
use plotters::coord::types::RangedCoordf64;
use plotters::coord::{CoordTranslate, Shift};
use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::path::Path;

/// A part of the picture to draw on.
pub(super) type Area<'a> = DrawingArea<Canvas<'a>, Shift>;

/// A plane with two axes of numbers.
pub(super) type Chart<'a> =
    ChartContext<'a, Canvas<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The palette of Okabe and Ito. Its colours can be distinguished with any kind of colour blindness
/// (<https://jfly.uni-koeln.de/color/>).
pub(super) mod colour {
    use plotters::style::RGBColor;
    pub(crate) const BLACK: RGBColor = RGBColor(0, 0, 0);
    pub(crate) const ORANGE: RGBColor = RGBColor(230, 159, 0);
    pub(crate) const SKY: RGBColor = RGBColor(86, 180, 233);
    pub(crate) const GREEN: RGBColor = RGBColor(0, 158, 115);
    pub(crate) const BLUE: RGBColor = RGBColor(0, 114, 178);
    pub(crate) const PURPLE: RGBColor = RGBColor(204, 121, 167);
    /// Frames, grids, and what is less important.
    pub(crate) const GREY: RGBColor = RGBColor(110, 110, 110);
    pub(crate) const PALE: RGBColor = RGBColor(225, 225, 225);
}

/// Something to be drawn below a title and a key.
pub(super) trait Picture {
    fn title(&self) -> String;

    /// The lines of the key.
    fn key(&self) -> Vec<Vec<Key>>;

    /// Width and height of what [`Picture::draw`] draws, in units of the SVG.
    fn size(&self) -> (i32, i32);

    /// Draws on `area`, which is below the key.
    fn draw(&self, area: &Area<'_>) -> Result<()>;
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
    let (width, height) = picture.size();
    let size = (width as u32, (head(&picture.key()) + height) as u32);
    match format {
        Format::Svg => {
            let mut svg = String::new();
            draw(
                picture,
                Canvas::Svg(SVGBackend::with_string(&mut svg, size)),
            )?;
            // Otherwise white lines appear between adjacent squares.
            Ok(svg
                .replace("<rect ", "<rect shape-rendering=\"crispEdges\" ")
                .into_bytes())
        }
        Format::Png => {
            let mut pixels = Pixels::new(size, FontRef::try_from_slice(font)?);
            draw(picture, Canvas::Png(&mut pixels))?;
            pixels.encode()
        }
    }
}

fn draw(picture: &dyn Picture, canvas: Canvas<'_>) -> Result<()> {
    let area = canvas.into_drawing_area();
    area.fill(&WHITE)?;
    let key = picture.key();
    heading(&area, &picture.title(), &key)?;
    picture.draw(&area.margin(head(&key), 0, 0, 0))?;
    area.present()?;
    Ok(())
}

/// The linked font of a language. The Chinese font has only the characters of the pictures; scripts/make-font makes it.
fn font_of(lang: Lang) -> &'static [u8] {
    match lang {
        Lang::En => notosans::REGULAR_TTF,
        Lang::Zh => include_bytes!("noto-sans-sc-subset.otf"),
    }
}

/// The height of a line of the linked font, in ems.
pub(super) fn line_height() -> f64 {
    match lang() {
        Lang::En => 1.362,
        Lang::Zh => 1.448,
    }
}

/// Text sizes for plotters, which divides them by 1.24 for the SVG.
const TITLE: i32 = 25;
pub(super) const TEXT: i32 = 18;
pub(super) const SMALL: i32 = 16;

/// A style for black text of this size and anchor.
pub(super) fn text_style(size: i32, h_pos: HPos, v_pos: VPos) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", size).into_font()).pos(Pos::new(h_pos, v_pos))
}

/// An entry of the key: a sample and its meaning.
pub(super) struct Key {
    sample: Sample,
    words: String,
}

enum Sample {
    None,
    Line(ShapeStyle),
    Mark(Mark, RGBColor),
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Dot,
    /// A square with a frame, so that it can also be white.
    Square,
}

impl Key {
    pub(super) fn words(words: String) -> Self {
        let sample = Sample::None;
        Self { sample, words }
    }

    pub(super) fn line(hue: RGBColor, width: u32, words: String) -> Self {
        let sample = Sample::Line(hue.stroke_width(width));
        Self { sample, words }
    }

    pub(super) fn mark(kind: Mark, hue: RGBColor, words: String) -> Self {
        let sample = Sample::Mark(kind, hue);
        Self { sample, words }
    }

    /// The width of the sample and the space after it.
    fn sample_width(&self) -> i32 {
        match self.sample {
            Sample::None => 0,
            Sample::Line(_) => 34,
            Sample::Mark(..) => 21,
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

/// The height of the title and the key.
fn head(key: &[Vec<Key>]) -> i32 {
    HEAD + LINE * key.len() as i32 + 8
}

/// Draws the title and the key at the top.
fn heading(area: &Area<'_>, title: &str, key: &[Vec<Key>]) -> Result<()> {
    let available = area.dim_in_pixel().0 as i32 - 2 * MARGIN;
    let size = fitting(TITLE, available, |size| width(title, size));
    let style = text_style(size, HPos::Left, VPos::Center);
    area.draw(&Text::new(title, (MARGIN, HEAD / 2 + 2), style))?;
    for (i, line) in key.iter().enumerate() {
        let entry_width = |key: &Key, size| key.sample_width() + width(&key.words, size) + GAP;
        let line_width = |size| line.iter().map(|key| entry_width(key, size)).sum::<i32>() - GAP;
        let size = fitting(TEXT, available, line_width);
        let style = text_style(size, HPos::Left, VPos::Center);
        let mut x = MARGIN;
        let y = HEAD + LINE * i as i32 + LINE / 2;
        for key in line {
            match key.sample {
                Sample::None => {}
                Sample::Line(style) => {
                    area.draw(&PathElement::new([(x, y), (x + 26, y)], style))?;
                }
                Sample::Mark(kind, hue) => mark(area, kind, (x + 7, y), 6, hue)?,
            }
            let at = (x + key.sample_width(), y);
            area.draw(&Text::new(key.words.as_str(), at, style.clone()))?;
            x += entry_width(key, size);
        }
    }
    Ok(())
}

/// The largest text size up to `size` whose `width` is at most `available`.
fn fitting(size: i32, available: i32, width: impl Fn(i32) -> i32) -> i32 {
    let mut sizes = (8..=size).rev();
    sizes.find(|&s| width(s) <= available).unwrap_or(8)
}

/// An upper bound of the width of a text. A viewer of the SVG may use a wider font than the one that is measured here
/// (DejaVu Sans is wider by a tenth).
pub(super) fn width(words: &str, size: i32) -> i32 {
    let font = ("sans-serif", size).into_font();
    let (width, _) = font.box_size(words).unwrap_or_default();
    // plotters measures lines of this height, but draws with size / 1.24 as an em; 1.12 is for wider fonts.
    (f64::from(width) * line_height() / 1.24 * 1.12) as i32
}

/// A number of an axis. Sums of tenths have rounding errors in their last digits.
fn number(x: &f64) -> String {
    match (x * 1e6).round() / 1e6 {
        x if x < 1e6 => format!("{x}"),
        x => format!("{x:.1e}"),
    }
}

/// The axes and the grid of a chart, in the style of all pictures.
pub(super) fn axes<'a, 'c>(
    chart: &'c mut Chart<'a>,
) -> MeshStyle<'a, 'c, RangedCoordf64, RangedCoordf64, Canvas<'a>> {
    let mut mesh = chart.configure_mesh();
    mesh.max_light_lines(0)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .bold_line_style(colour::PALE)
        .axis_style(colour::GREY)
        .label_style(text_style(SMALL, HPos::Center, VPos::Center))
        .axis_desc_style(text_style(TEXT, HPos::Center, VPos::Center));
    mesh
}

/// Draws a mark of this radius around a point.
pub(super) fn mark<C: CoordTranslate>(
    area: &DrawingArea<Canvas<'_>, C>,
    kind: Mark,
    at: C::From,
    r: i32,
    hue: RGBColor,
) -> Result<()>
where
    C::From: Clone,
{
    let at = EmptyElement::at(at);
    match kind {
        Mark::Dot => area.draw(&(at + Circle::new((0, 0), r, hue.filled())))?,
        Mark::Square => {
            let corners = [(-r, -r), (r, r)];
            let frame = Rectangle::new(corners, colour::GREY);
            area.draw(&(at + Rectangle::new(corners, hue.filled()) + frame))?;
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
        assert!(sentences.len() > 30, "{}", sentences.len());
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
