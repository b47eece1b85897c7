//! What a picture is drawn on: the text of an SVG, or the pixels of a PNG.
//!
//! In: what plotters draws, in units of the picture. Out: SVG elements, or pixels that show what a viewer of that SVG shows.

use ab_glyph::{Font as _, FontRef, ScaleFont as _};
use plotters::prelude::SVGBackend;
use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    rasterizer,
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
/// Each pixel of the PNG is the mean of this number of dots in both directions, so that edges are smooth.
const DOTS: u32 = 2;
/// Dots for each unit.
const SCALE: i32 = (DENSITY * DOTS) as i32;

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
        let dots = vec![[u8::MAX; 3]; (size.0 * size.1) as usize * (SCALE * SCALE) as usize];
        Self { size, dots, font }
    }

    /// The bytes of the PNG.
    pub(super) fn encode(&self) -> anyhow::Result<Vec<u8>> {
        let row = self.get_size().0 as usize;
        let count = DOTS as usize;
        let mut means = Vec::with_capacity(3 * self.dots.len() / (count * count));
        for rows in self.dots.chunks(row * count) {
            for x in (0..row).step_by(count) {
                let dots = rows.chunks(row).flat_map(|row| &row[x..x + count]);
                let mut sum = [0; 3];
                for dot in dots {
                    for (sum, &part) in sum.iter_mut().zip(dot) {
                        *sum += u32::from(part);
                    }
                }
                means.extend(sum.map(|sum| (sum / (DOTS * DOTS)) as u8));
            }
        }
        let mut bytes = Vec::new();
        let (width, height) = (self.size.0 * DENSITY, self.size.1 * DENSITY);
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header()?.write_image_data(&means)?;
        Ok(bytes)
    }

    /// Draws a line of text. `at` is its anchor, in dots.
    fn text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        // plotters writes the size divided by 1.24 into an SVG, as the size of an em.
        let em = style.size() as f32 / 1.24 * SCALE as f32;
        let units_per_em = self
            .font
            .units_per_em()
            .expect("the linked fonts have an em");
        let font = self.font.clone();
        let font = font.as_scaled(em * font.height_unscaled() / units_per_em);
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
        // As in the SVG of plotters, where 1ex is half an em.
        let left = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => -width / 2.0,
            HPos::Right => -width,
        };
        let baseline = match style.anchor().v_pos {
            VPos::Top => 0.76 * em,
            VPos::Center => 0.25 * em,
            VPos::Bottom => -0.25 * em,
        };
        for (id, x) in glyphs {
            let place = ab_glyph::point(left + x, baseline);
            let Some(outline) = font.outline_glyph(id.with_scale_and_position(font.scale(), place))
            else {
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

/// Draws in dots.
impl DrawingBackend for Pixels {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        let scale = SCALE as u32;
        (self.size.0 * scale, self.size.1 * scale)
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
    (x * SCALE, y * SCALE)
}

/// A colour, and a stroke width in dots.
struct DotStyle(BackendColor, u32);

impl DotStyle {
    fn new<S: BackendStyle>(style: &S) -> Self {
        Self(style.color(), style.stroke_width() * SCALE as u32)
    }
}

impl BackendStyle for DotStyle {
    fn color(&self) -> BackendColor {
        self.0
    }

    fn stroke_width(&self) -> u32 {
        self.1
    }
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
        match self {
            Self::Svg(svg) => svg.draw_line(from, to, style),
            Self::Png(pixels) => pixels.draw_path([from, to].map(dots), &DotStyle::new(style)),
        }
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_rect(upper_left, bottom_right, style, fill),
            Self::Png(pixels) if fill => {
                // plotters fills the last row and column, too.
                let (right, bottom) = dots(bottom_right);
                rasterizer::draw_rect(
                    *pixels,
                    dots(upper_left),
                    (right - 1, bottom - 1),
                    style,
                    true,
                )
            }
            Self::Png(_) => {
                let ((left, top), (right, bottom)) = (upper_left, bottom_right);
                let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
                let sides = corners.into_iter().zip(corners.into_iter().cycle().skip(1));
                // The stroke of a frame is one unit wide in an SVG.
                sides
                    .clone()
                    .try_for_each(|(from, to)| self.draw_line(from, to, &style.color()))
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
            Self::Png(pixels) => {
                pixels.draw_path(path.into_iter().map(dots), &DotStyle::new(style))
            }
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
                let (radius, style) = (radius * SCALE as u32, DotStyle::new(style));
                pixels.draw_circle(dots(center), radius, &style, fill)
            }
        }
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        match self {
            Self::Svg(svg) => svg.fill_polygon(corners, style),
            Self::Png(pixels) => pixels.fill_polygon(corners.into_iter().map(dots), style),
        }
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        match self {
            Self::Svg(svg) => svg.draw_text(text, style, at),
            Self::Png(pixels) => pixels.text(text, style, dots(at)),
        }
    }
}
