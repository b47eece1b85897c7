//! The pixels of a picture, as a PNG that looks like a viewer of its SVG.

use ab_glyph::{Font as _, ScaleFont as _};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, DrawingBackend, DrawingErrorKind, FontTransform,
};
use std::io;
use wythoff_explain::plot::{Anchor, Colour, Label, Picture, Point, Shape, font, line_height};

/// Pixels of a PNG for each unit, in both directions, so that it is sharp on screens with a high density, too.
const DENSITY: u32 = 2;
/// Dots for each unit. Each pixel of the PNG is the mean of two dots in both directions, so that edges are smooth.
const SCALE: u32 = 2 * DENSITY;

/// The bytes of the PNG.
pub(super) fn png(picture: &Picture) -> anyhow::Result<Vec<u8>> {
    let size = (picture.width as u32, picture.height as u32);
    let mut dots = Dots {
        width: size.0 * SCALE,
        height: size.1 * SCALE,
        dots: vec![[u8::MAX; 3]; (size.0 * size.1 * SCALE * SCALE) as usize],
    };
    for shape in &picture.shapes {
        dots.draw(shape, picture)?;
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.0 * DENSITY, size.1 * DENSITY);
    encoder.set_color(png::ColorType::Rgb);
    // The best filter for each row takes twice the time of everything else, and saves 3% of the file.
    encoder.set_filter(png::Filter::Up);
    encoder.write_header()?.write_image_data(&dots.means())?;
    Ok(bytes)
}

/// The dots of a picture, white at first.
struct Dots {
    width: u32,
    height: u32,
    /// Red, green and blue of each dot, row by row.
    dots: Vec<Colour>,
}

impl Dots {
    /// The pixels of the PNG, row by row.
    fn means(&self) -> Vec<u8> {
        let row = self.width as usize;
        let mut means = Vec::with_capacity(3 * self.dots.len() / 4);
        for rows in self.dots.chunks_exact(2 * row) {
            let (upper, lower) = rows.split_at(row);
            for x in 0..row / 2 {
                for part in 0..3 {
                    let dot = |row: &[Colour], x: usize| u16::from(row[x][part]);
                    let sum = |row| dot(row, 2 * x) + dot(row, 2 * x + 1);
                    means.push(((sum(upper) + sum(lower)) / 4) as u8);
                }
            }
        }
        means
    }

    /// Draws a shape. Lines and circles are made of single dots by plotters.
    fn draw(
        &mut self,
        shape: &Shape,
        picture: &Picture,
    ) -> Result<(), DrawingErrorKind<io::Error>> {
        let stroke = |hue: Colour, width: u32| Stroke {
            colour: hue,
            width: width * SCALE,
        };
        match shape {
            Shape::Rect(corners, hue) => self.fill(corners.map(dots), *hue),
            Shape::Frame([upper, lower], hue) => {
                // The stroke of a frame is one unit wide in an SVG.
                self.draw_rect(dots(*upper), dots(*lower), &stroke(*hue, 1), false)?;
            }
            Shape::Line(ends, hue, width) => {
                self.draw_path(ends.map(dots), &stroke(*hue, *width))?
            }
            Shape::Dot(centre, radius, hue) => {
                self.draw_circle(dots(*centre), radius * SCALE, &stroke(*hue, 1), true)?;
            }
            Shape::Text(label) => self.text(label, picture),
        }
        Ok(())
    }

    /// Fills a rectangle. Its lower right corner is excluded. plotters' own function sets dot by dot, which takes six times
    /// as long for a map.
    fn fill(&mut self, [upper_left, lower_right]: [Point; 2], colour: Colour) {
        let inside = |at: i32, end: u32| at.clamp(0, end as i32) as usize;
        let (left, right) = (
            inside(upper_left.0, self.width),
            inside(lower_right.0, self.width),
        );
        for y in inside(upper_left.1, self.height)..inside(lower_right.1, self.height) {
            let row = y * self.width as usize;
            self.dots[row + left..row + right].fill(colour);
        }
    }

    /// Draws a line of text.
    fn text(&mut self, label: &Label, picture: &Picture) {
        let em = label.em * f64::from(SCALE);
        let font = font(picture.lang);
        let font = font.as_scaled((em * line_height(picture.lang)) as f32);
        let mut width = 0.0;
        let mut glyphs = Vec::new();
        for c in label.text.chars() {
            let id = font.glyph_id(c);
            if let Some(&(last, _)) = glyphs.last() {
                width += font.kern(last, id);
            }
            glyphs.push((id, width));
            width += font.h_advance(id);
        }
        let left = match label.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -width / 2.0,
            Anchor::End => -width,
        };
        let baseline = label.height.baseline() * em;
        let (left_of, above) = dots(label.at);
        let turn = if label.is_upward {
            FontTransform::Rotate270
        } else {
            FontTransform::None
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
                let (x, y) = turn.transform(x, y);
                self.blend((left_of + x, above + y), label.colour, cover.into());
            });
        }
    }

    /// Mixes a colour into a dot, by its opacity.
    fn blend(&mut self, (x, y): Point, colour: Colour, opacity: f64) {
        let inside = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
        if !inside {
            return;
        }
        let dot = &mut self.dots[y as usize * self.width as usize + x as usize];
        if opacity == 1.0 {
            *dot = colour;
            return;
        }
        for (old, new) in dot.iter_mut().zip(colour) {
            let mixed = f64::from(*old) * (1.0 - opacity) + f64::from(new) * opacity;
            *old = mixed.round() as u8;
        }
    }
}

/// A coordinate in dots.
fn dots((x, y): Point) -> BackendCoord {
    (x * SCALE as i32, y * SCALE as i32)
}

/// The colour of a shape, and the width of its stroke in dots.
struct Stroke {
    colour: Colour,
    width: u32,
}

impl BackendStyle for Stroke {
    fn color(&self) -> BackendColor {
        let [r, g, b] = self.colour;
        BackendColor {
            alpha: 1.0,
            rgb: (r, g, b),
        }
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}

/// What plotters makes lines and circles of.
impl DrawingBackend for Dots {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn ensure_prepared(&mut self) -> Result<(), DrawingErrorKind<io::Error>> {
        Ok(())
    }

    fn present(&mut self) -> Result<(), DrawingErrorKind<io::Error>> {
        Ok(())
    }

    fn draw_pixel(
        &mut self,
        at: BackendCoord,
        BackendColor { alpha, rgb }: BackendColor,
    ) -> Result<(), DrawingErrorKind<io::Error>> {
        self.blend(at, rgb.into(), alpha);
        Ok(())
    }
}
