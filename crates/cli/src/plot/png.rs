//! The pixels of a picture, as a PNG that looks like its SVG in a viewer.

use ab_glyph::{Font as _, ScaleFont as _};
use wythoff_explain::plot::{Anchor, Colour, Label, Picture, Point, Shape, font, line_height};

/// Pixels of a PNG for each unit, in both directions, so that it is sharp on screens with a high density, too.
const DENSITY: i32 = 2;
/// Dots for each unit, in both directions. Each pixel of the PNG is the mean of 2 by 2 dots, so that edges are smooth.
const SCALE: i32 = 2 * DENSITY;

pub(super) fn png(picture: &Picture) -> anyhow::Result<Vec<u8>> {
    let (width, height) = (picture.width * SCALE, picture.height * SCALE);
    let mut dots = Dots {
        width,
        height,
        dots: vec![[u8::MAX; 3]; (width * height) as usize],
    };
    for shape in &picture.shapes {
        dots.draw(shape, picture);
    }
    let mut bytes = Vec::new();
    let [width, height] = [picture.width, picture.height].map(|units| (units * DENSITY) as u32);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    // The best filter for each row takes twice the time of everything else, and saves 3% of the file.
    encoder.set_filter(png::Filter::Up);
    encoder.write_header()?.write_image_data(&dots.means())?;
    Ok(bytes)
}

/// The dots of a picture, white at first.
struct Dots {
    width: i32,
    height: i32,
    /// Red, green and blue of each dot, row by row.
    dots: Vec<Colour>,
}

impl Dots {
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

    fn draw(&mut self, shape: &Shape, picture: &Picture) {
        match *shape {
            Shape::Rect([upper, lower], hue) => {
                for y in upper.1 * SCALE..lower.1 * SCALE {
                    self.fill(
                        y,
                        f64::from(upper.0 * SCALE),
                        f64::from(lower.0 * SCALE),
                        hue,
                    );
                }
            }
            Shape::Frame([(left, top), (right, bottom)], hue) => {
                for y in [top, bottom] {
                    self.line([(left, y), (right, y)], hue, 1);
                }
                for x in [left, right] {
                    self.line([(x, top), (x, bottom)], hue, 1);
                }
            }
            Shape::Line(ends, hue, width) => self.line(ends, hue, width),
            Shape::Dot((x, y), radius, hue) => {
                let radius = radius as i32 * SCALE;
                let middle = f64::from(x * SCALE);
                for y_from_middle in -radius..radius {
                    let height = f64::from(y_from_middle) + 0.5;
                    let half = (f64::from(radius).powi(2) - height.powi(2)).sqrt();
                    self.fill(y * SCALE + y_from_middle, middle - half, middle + half, hue);
                }
            }
            Shape::Text(ref label) => self.text(label, picture),
        }
    }

    /// Fills the dots of row `y` whose middles are between `left` and `right`.
    fn fill(&mut self, y: i32, left: f64, right: f64, hue: Colour) {
        if !(0..self.height).contains(&y) {
            return;
        }
        let column = |x: f64| (x - 0.5).ceil().clamp(0.0, f64::from(self.width)) as usize;
        let (left, right, row) = (column(left), column(right), (y * self.width) as usize);
        if left < right {
            self.dots[row + left..row + right].fill(hue);
        }
    }

    /// Draws a line of this width. A dot is on the line if its middle is. In each row every condition is an interval.
    fn line(&mut self, [a, b]: [Point; 2], hue: Colour, width: u32) {
        let [from, to] = [a, b].map(|(x, y)| (f64::from(x * SCALE), f64::from(y * SCALE)));
        // `hypot` would need glibc 2.35.
        let length = ((to.0 - from.0).powi(2) + (to.1 - from.1).powi(2)).sqrt();
        if length == 0.0 {
            return;
        }
        let (x_step, y_step) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let half = f64::from(width as i32 * SCALE) / 2.0;
        let (top, bottom) = (from.1.min(to.1) - half, from.1.max(to.1) + half);
        for y in top as i32..bottom as i32 {
            let down = f64::from(y) + 0.5 - from.1;
            // The middle must be between the ends of the line (`along`) and near enough to it. For a vertical or a horizontal
            // line one bound is infinite.
            let along = [0.0, length].map(|n| (n - down * y_step) / x_step);
            let across = [-half, half].map(|n| (n + down * x_step) / y_step);
            let left = along[0].min(along[1]).max(across[0].min(across[1]));
            let right = along[0].max(along[1]).min(across[0].max(across[1]));
            self.fill(y, from.0 + left, from.0 + right, hue);
        }
    }

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
        let (at_x, at_y) = (label.at.0 * SCALE, label.at.1 * SCALE);
        for (id, x) in glyphs {
            let place = ab_glyph::point(left + x, baseline as f32);
            let glyph = id.with_scale_and_position(font.scale(), place);
            let Some(outline) = font.outline_glyph(glyph) else {
                continue;
            };
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, cover| {
                let (x, y) = (corner.x as i32 + x as i32, corner.y as i32 + y as i32);
                let (x, y) = if label.is_upward { (y, -x) } else { (x, y) };
                self.blend(at_x + x, at_y + y, label.colour, cover.into());
            });
        }
    }

    /// Mixes a colour into a dot, by its opacity.
    fn blend(&mut self, x: i32, y: i32, colour: Colour, opacity: f64) {
        if !(0..self.width).contains(&x) || !(0..self.height).contains(&y) {
            return;
        }
        let dot = &mut self.dots[(y * self.width + x) as usize];
        for (old, new) in dot.iter_mut().zip(colour) {
            let mixed = f64::from(*old) * (1.0 - opacity) + f64::from(new) * opacity;
            *old = mixed.round() as u8;
        }
    }
}
