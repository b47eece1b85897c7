//! What the pictures have in common: the two formats, colours, letters, and the words at the top.
//!
//! Owns the look. It refuses to know what is drawn. Invariant: an SVG and a PNG of the same
//! picture show the same, as both are drawn by the same calls.

use super::raster::{self, Fine};
use ab_glyph::FontRef;
use anyhow::{Context, Result, anyhow, bail};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::path::Path;

/// Where drawing goes on.
pub(super) type Area<B> = DrawingArea<B, Shift>;

/// The palette of Okabe and Ito, made to be told apart with any kind of colour blindness
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

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Result<()>
    where
        B::ErrorType: 'static;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Png,
}

impl Format {
    /// By the ending of the file's name.
    pub(super) fn of(path: &Path) -> Result<Self> {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Ok(Self::Svg),
            "png" => Ok(Self::Png),
            _ => bail!(
                "{}: a picture is .svg or .png; end the name in one of them",
                wythoff::error::shown_path(path)
            ),
        }
    }
}

/// The picture as a file.
pub(super) fn render(picture: &impl Picture, format: Format) -> Result<Vec<u8>> {
    // Also an SVG is laid out with it, though its reader may choose other letters.
    plotters::style::register_font("sans-serif", FontStyle::Normal, notosans::REGULAR_TTF)
        .map_err(|_| anyhow!("the linked font isn't one"))?;
    let size = picture.size();
    match format {
        Format::Svg => {
            let mut text = String::new();
            draw(picture, SVGBackend::with_string(&mut text, size))?;
            Ok(text.into_bytes())
        }
        Format::Png => {
            let font = FontRef::try_from_slice(notosans::REGULAR_TTF).context("the linked font")?;
            let mut samples = raster::room(size);
            draw(picture, Fine::new(&mut samples, size, font))?;
            Ok(raster::png(&samples, size)?)
        }
    }
}

fn draw<B: DrawingBackend>(picture: &impl Picture, backend: B) -> Result<()>
where
    B::ErrorType: 'static,
{
    let area = backend.into_drawing_area();
    area.fill(&WHITE)?;
    picture.draw(&area)?;
    area.present()?;
    Ok(())
}

/// Sizes of letters, in the units of plotters, of which 1.24 are one of the SVG.
pub(super) const TITLE: i32 = 25;
pub(super) const TEXT: i32 = 18;
pub(super) const SMALL: i32 = 16;

/// Letters of this size and colour, hung up at this point of theirs.
pub(super) fn letters(size: i32, colour: RGBColor, h_pos: HPos, v_pos: VPos) -> TextStyle<'static> {
    let mut style = TextStyle::from(("sans-serif", size).into_font());
    style.color = colour.to_backend_color();
    style.pos(Pos::new(h_pos, v_pos))
}

/// A sample in the key, with what it means behind it.
pub(super) enum Key {
    Line(RGBColor, u32, String),
    Mark(Mark, RGBColor, String),
    Words(String),
}

/// What stands at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Dot,
    Square,
    Triangle,
    Diamond,
}

/// Height of a line of the key.
const LINE: i32 = 24;
/// Height of the title.
const HEAD: i32 = 38;
/// Left of everything.
pub(super) const MARGIN: i32 = 16;

/// How high the head of a picture is, with so many lines of the key.
pub(super) const fn head(lines: usize) -> i32 {
    HEAD + LINE * lines as i32 + 8
}

/// Writes the title and the lines of the key at the top, and returns what is left below.
pub(super) fn heading<B: DrawingBackend>(
    area: &Area<B>,
    title: &str,
    key: &[Vec<Key>],
) -> Result<Area<B>>
where
    B::ErrorType: 'static,
{
    let at = (MARGIN, HEAD / 2 + 2);
    let style = letters(TITLE, colour::BLACK, HPos::Left, VPos::Center);
    area.draw(&Text::new(title, at, style))?;
    let style = letters(TEXT, colour::BLACK, HPos::Left, VPos::Center);
    for (i, line) in key.iter().enumerate() {
        let mut x = MARGIN;
        let y = HEAD + LINE * i as i32 + LINE / 2;
        for key in line {
            let words = match key {
                Key::Words(words) => words,
                Key::Line(colour, width, words) => {
                    let line = [(x, y), (x + 26, y)];
                    area.draw(&PathElement::new(line, colour.stroke_width(*width)))?;
                    x += 34;
                    words
                }
                Key::Mark(kind, colour, words) => {
                    mark(area, *kind, (x + 7, y), 6, *colour)?;
                    x += 21;
                    words
                }
            };
            area.draw(&Text::new(words.as_str(), (x, y), style.clone()))?;
            x += width(words, TEXT) + 24;
        }
    }
    Ok(area.margin(head(key.len()), 0, 0, 0))
}

/// About how wide these letters are; a reader of an SVG may have wider ones.
pub(super) fn width(words: &str, size: i32) -> i32 {
    let style = letters(size, colour::BLACK, HPos::Left, VPos::Center);
    let width = style
        .font
        .layout_box(words)
        .map_or(0, |((l, _), (r, _))| r - l);
    // It is measured in letters 1.36 to the unit and drawn in ones 1.24 to it.
    (f64::from(width) * 1.362 / 1.24) as i32
}

/// A mark of this radius around a point.
pub(super) fn mark<B: DrawingBackend>(
    area: &Area<B>,
    kind: Mark,
    (x, y): (i32, i32),
    r: i32,
    colour: RGBColor,
) -> Result<()>
where
    B::ErrorType: 'static,
{
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
        Mark::Diamond => {
            let d = r + 2;
            let corners = vec![(x, y - d), (x + d, y), (x, y + d), (x - d, y)];
            area.draw(&Polygon::new(corners, colour))?;
        }
    }
    Ok(())
}
