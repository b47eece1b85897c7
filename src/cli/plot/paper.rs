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
                wythoff::internal::shown_path(path)
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
    /// For what could not be seen on white.
    Framed(Mark, RGBColor, String),
    Words(String),
}

/// What stands at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Dot,
    Square,
    Triangle,
    /// With its point down.
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

    /// How wide the sample is, with the space behind it.
    fn sample(&self) -> i32 {
        match self {
            Self::Words(_) => 0,
            Self::Line(..) => 34,
            Self::Mark(..) | Self::Framed(..) => 21,
        }
    }
}

/// Between two samples of the key.
const GAP: i32 = 22;
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
    let room = area.dim_in_pixel().0 as i32 - 2 * MARGIN;
    let at = (MARGIN, HEAD / 2 + 2);
    let size = fitting(TITLE, room, |size| width(title, size));
    let style = letters(size, colour::BLACK, HPos::Left, VPos::Center);
    area.draw(&Text::new(title, at, style))?;
    for (i, line) in key.iter().enumerate() {
        let wide = |size| -> i32 {
            let keys = line
                .iter()
                .map(|key| key.sample() + width(key.words(), size));
            keys.sum::<i32>() + GAP * (line.len() as i32 - 1)
        };
        let size = fitting(TEXT, room, wide);
        let style = letters(size, colour::BLACK, HPos::Left, VPos::Center);
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

/// The largest size of letters up to this one at which something is not wider than the room.
fn fitting(size: i32, room: i32, width: impl Fn(i32) -> i32) -> i32 {
    (8..=size).rev().find(|&s| width(s) <= room).unwrap_or(8)
}

/// How wide these letters are at most: the reader of an SVG may have wider ones than the linked
/// (DejaVu Sans by a tenth).
pub(super) fn width(words: &str, size: i32) -> i32 {
    let style = letters(size, colour::BLACK, HPos::Left, VPos::Center);
    let width = style
        .font
        .layout_box(words)
        .map_or(0, |((l, _), (r, _))| r - l);
    // It is measured in letters 1.36 to the unit and drawn in ones 1.24 to it.
    (f64::from(width) * 1.362 / 1.24 * 1.12) as i32
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
