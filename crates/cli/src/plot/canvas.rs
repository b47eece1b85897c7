//! What a picture is drawn on: the text of an SVG, or the pixels of a PNG.
//!
//! In: what plotters draws, in units of the picture. Out: SVG elements, or pixels that show what a viewer of that SVG shows.

use super::paper::line_height;
use ab_glyph::{Font as _, FontRef, ScaleFont as _};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind,
};
use std::io;

type Drawn = Result<(), DrawingErrorKind<io::Error>>;

/// A canvas of either format.
pub(super) enum Canvas<'a> {
    Svg(SVGBackend<'a>),
    Png(&'a mut Pixels),
}

/// Pixels of a PNG for each unit, in both directions, so that it is sharp on screens with a high density, too.
const DENSITY: u32 = 2;
/// Dots for each unit. Each pixel of the PNG is the mean of two dots in both directions, so that edges are smooth.
const SCALE: u32 = 2 * DENSITY;

/// The dots of a picture, white at first.
pub(super) struct Pixels {
    /// Width and height, in units.
    size: (u32, u32),
    /// Red, green and blue of each dot, row by row.
    dots: Vec<[u8; 3]>,
    font: FontRef<'static>,
}

impl Pixels {
    pub(super) fn new(size: (u32, u32), font: FontRef<'static>) -> Self {
        let dots = vec![[u8::MAX; 3]; (size.0 * size.1 * SCALE * SCALE) as usize];
        Self { size, dots, font }
    }

    /// The bytes of the PNG.
    pub(super) fn encode(&self) -> anyhow::Result<Vec<u8>> {
        let row = self.get_size().0 as usize;
        let mut means = Vec::with_capacity(3 * self.dots.len() / 4);
        for rows in self.dots.chunks_exact(2 * row) {
            let (upper, lower) = rows.split_at(row);
            for x in 0..row / 2 {
                for part in 0..3 {
                    let dot = |row: &[[u8; 3]], x: usize| u16::from(row[x][part]);
                    let sum = |row| dot(row, 2 * x) + dot(row, 2 * x + 1);
                    means.push(((sum(upper) + sum(lower)) / 4) as u8);
                }
            }
        }
        let mut bytes = Vec::new();
        let (width, height) = (self.size.0 * DENSITY, self.size.1 * DENSITY);
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        // The best filter for each row takes twice the time of everything else, and saves 3% of the file.
        encoder.set_filter(png::Filter::Up);
        encoder.write_header()?.write_image_data(&means)?;
        Ok(bytes)
    }

    /// Draws a line of text. `at` is its anchor, in dots. plotters' own function draws each letter without the space to its
    /// left.
    fn text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        // plotters writes the size divided by 1.24 into an SVG, as the size of an em.
        let em = style.size() / 1.24 * f64::from(SCALE);
        let font = self.font.clone();
        let font = font.as_scaled((em * line_height()) as f32);
        let mut width = 0.0;
        let mut glyphs = Vec::new();
        for c in text.chars() {
            let id = font.glyph_id(c);
            if let Some(&(last, _)) = glyphs.last() {
                width += font.kern(last, id);
            }
            glyphs.push((id, width));
            width += font.h_advance(id);
        }
        let left = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => -width / 2.0,
            HPos::Right => -width,
        };
        // As in the SVG of plotters, where 1ex is half an em.
        let baseline = match style.anchor().v_pos {
            VPos::Top => 0.76 * em,
            VPos::Center => 0.25 * em,
            VPos::Bottom => -0.25 * em,
        };
        for (id, x) in glyphs {
            let place = ab_glyph::point(left + x, baseline as f32);
            let glyph = id.with_scale_and_position(font.scale(), place);
            let Some(outline) = font.outline_glyph(glyph) else {
                continue;
            };
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, cover| {
                let (x, y) = (corner.x as i32 + x as i32, corner.y as i32 + y as i32);
                let (x, y) = style.transform().transform(x, y);
                self.blend((at.0 + x, at.1 + y), style.color().mix(cover.into()));
            });
        }
        Ok(())
    }

    /// Fills a rectangle. Its lower right corner is excluded. plotters' own function sets dot by dot, which takes six times
    /// as long for a map.
    fn fill(&mut self, upper_left: BackendCoord, lower_right: BackendCoord, rgb: (u8, u8, u8)) {
        let (width, height) = self.get_size();
        let inside = |at: i32, end: u32| at.clamp(0, end as i32) as usize;
        let (left, right) = (inside(upper_left.0, width), inside(lower_right.0, width));
        for y in inside(upper_left.1, height)..inside(lower_right.1, height) {
            let row = y * width as usize;
            self.dots[row + left..row + right].fill(rgb.into());
        }
    }

    /// Mixes a colour into a dot, by its opacity.
    fn blend(&mut self, (x, y): BackendCoord, colour: BackendColor) {
        let (width, height) = self.get_size();
        let inside = (0..width as i32).contains(&x) && (0..height as i32).contains(&y);
        if inside {
            let dot = &mut self.dots[y as usize * width as usize + x as usize];
            let (r, g, b) = colour.rgb;
            if colour.alpha == 1.0 {
                *dot = [r, g, b];
                return;
            }
            for (old, new) in dot.iter_mut().zip([r, g, b]) {
                let mixed = f64::from(*old) * (1.0 - colour.alpha) + f64::from(new) * colour.alpha;
                *old = mixed.round() as u8;
            }
        }
    }
}

/// Draws in dots. All shapes are made of single dots by plotters.
impl DrawingBackend for Pixels {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        (self.size.0 * SCALE, self.size.1 * SCALE)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn {
        self.blend(at, colour);
        Ok(())
    }
}

/// A coordinate in dots.
fn dots((x, y): BackendCoord) -> BackendCoord {
    (x * SCALE as i32, y * SCALE as i32)
}

/// The same style, with the width of the stroke in dots.
fn in_dots(style: &impl BackendStyle) -> ShapeStyle {
    let BackendColor { alpha, rgb } = style.color();
    let colour = RGBColor(rgb.0, rgb.1, rgb.2).mix(alpha);
    Color::stroke_width(&colour, style.stroke_width() * SCALE)
}

/// Draws in units.
impl DrawingBackend for Canvas<'_> {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Self::Svg(svg) => svg.get_size(),
            Self::Png(pixels) => pixels.size,
        }
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        match self {
            Self::Svg(svg) => svg.present(),
            Self::Png(_) => Ok(()),
        }
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn {
        self.draw_rect(at, (at.0 + 1, at.1 + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        lower_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_rect(upper_left, lower_right, style, fill),
            Self::Png(pixels) if fill => {
                pixels.fill(dots(upper_left), dots(lower_right), style.color().rgb);
                Ok(())
            }
            Self::Png(pixels) => {
                // The stroke of a frame is one unit wide in an SVG.
                let style = in_dots(&style.color());
                pixels.draw_rect(dots(upper_left), dots(lower_right), &style, false)
            }
        }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_path(path, style),
            Self::Png(pixels) => pixels.draw_path(path.into_iter().map(dots), &in_dots(style)),
        }
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_circle(center, radius, style, fill),
            Self::Png(pixels) => {
                pixels.draw_circle(dots(center), radius * SCALE, &in_dots(style), fill)
            }
        }
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_text(text, style, at),
            Self::Png(pixels) => pixels.text(text, style, dots(at)),
        }
    }
}
