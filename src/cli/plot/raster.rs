//! A picture as pixels, and those as a PNG.
//!
//! Owns smoothness and the letters. Pictures are drawn in the units of the SVG; here each unit is
//! `DENSITY` pixels of the PNG and each of those is the mean of `SAMPLES` squared, since plotters'
//! own bitmaps have steps on every edge that isn't straight. Letters come from outlines that are
//! linked in: no font has to be on the machine. Invariant: the same picture is the same bytes.

use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont as _, point};
use plotters::prelude::*;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind, FontTransform,
};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Pixels of the PNG for a unit of the picture, each way: sharp on dense screens too.
pub(super) const DENSITY: u32 = 2;
/// Samples for a pixel, each way.
const SAMPLES: u32 = 2;
/// Samples for a unit.
const FINE: i32 = (DENSITY * SAMPLES) as i32;

type Drawn<E> = Result<(), DrawingErrorKind<E>>;

/// A backend with `FINE` samples for a unit over one of plotters' that has one.
pub(super) struct Fine<'b> {
    samples: BitMapBackend<'b>,
    size: (u32, u32),
    font: FontRef<'static>,
}

/// The room that `Fine` needs for a picture of so many units.
pub(super) fn room((width, height): (u32, u32)) -> Vec<u8> {
    let samples = FINE as usize * FINE as usize;
    vec![255; 3 * samples * width as usize * height as usize]
}

impl<'b> Fine<'b> {
    pub(super) fn new(room: &'b mut [u8], size: (u32, u32), font: FontRef<'static>) -> Self {
        let fine = (size.0 * FINE as u32, size.1 * FINE as u32);
        Self {
            samples: BitMapBackend::with_buffer(room, fine),
            size,
            font,
        }
    }
}

/// A style whose stroke is as wide in samples as the other's is in units.
struct Widened<'s, S>(&'s S);

impl<S: BackendStyle> BackendStyle for Widened<'_, S> {
    fn color(&self) -> BackendColor {
        self.0.color()
    }

    fn stroke_width(&self) -> u32 {
        self.0.stroke_width() * FINE as u32
    }
}

fn fine((x, y): BackendCoord) -> BackendCoord {
    (x * FINE, y * FINE)
}

impl<'b> DrawingBackend for Fine<'b> {
    type ErrorType = <BitMapBackend<'b> as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn<Self::ErrorType> {
        self.samples.ensure_prepared()
    }

    fn present(&mut self) -> Drawn<Self::ErrorType> {
        self.samples.present()
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Drawn<Self::ErrorType> {
        let (x, y) = at;
        self.draw_rect(at, (x + 1, y + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn<Self::ErrorType> {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn<Self::ErrorType> {
        if fill {
            let (from, to) = (fine((left, top)), fine((right, bottom)));
            return self.samples.draw_rect(from, to, &style.color(), true);
        }
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        self.draw_path(
            corners.into_iter().chain([(left, top), (right, top)]),
            style,
        )
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn<Self::ErrorType> {
        let path = path.into_iter().map(fine);
        self.samples.draw_path(path, &Widened(style))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn<Self::ErrorType> {
        let radius = radius * FINE as u32;
        self.samples
            .draw_circle(fine(center), radius, &Widened(style), fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn<Self::ErrorType> {
        let corners = corners.into_iter().map(fine);
        self.samples.fill_polygon(corners, &style.color())
    }

    /// Where the SVG has it: plotters' own forgets the room before a letter, and would set "l"
    /// against its left neighbour.
    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        at: BackendCoord,
    ) -> Drawn<Self::ErrorType> {
        let em = em(style.size()) * FINE as f32;
        let units = self.font.units_per_em().unwrap_or(1000.0);
        let scale = PxScale::from(em * self.font.height_unscaled() / units);
        let font = self.font.as_scaled(scale);
        let width: f32 = text.chars().map(|c| font.h_advance(font.glyph_id(c))).sum();
        let mut x = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => -width / 2.0,
            HPos::Right => -width,
        };
        // The distances that plotters' SVG has, with the "ex" of the linked font.
        let ex = 0.536 * em;
        let y = match style.anchor().v_pos {
            VPos::Top => 0.76 * em,
            VPos::Center => 0.5 * ex,
            VPos::Bottom => -0.5 * ex,
        };
        let (left, top) = fine(at);
        let turn = style.transform();
        let color = style.color();
        for c in text.chars() {
            let id = font.glyph_id(c);
            let glyph = id.with_scale_and_position(scale, point(x, y));
            x += font.h_advance(id);
            let Some(outline) = self.font.outline_glyph(glyph) else {
                continue;
            };
            let bounds = outline.px_bounds();
            let mut covered = Vec::new();
            outline.draw(|dx, dy, part| {
                let (x, y) = (
                    bounds.min.x as i32 + dx as i32,
                    bounds.min.y as i32 + dy as i32,
                );
                covered.push(((x, y), part));
            });
            for ((x, y), part) in covered {
                // A quarter turn puts the sample at -1 where 0 was.
                let (x, y) = match turn {
                    FontTransform::None => (x, y),
                    FontTransform::Rotate90 => (-y - 1, x),
                    FontTransform::Rotate180 => (-x - 1, -y - 1),
                    FontTransform::Rotate270 => (y, -x - 1),
                };
                let part = f64::from(part.min(1.0));
                self.samples
                    .draw_pixel((left + x, top + y), color.mix(part))?;
            }
        }
        Ok(())
    }
}

/// The size of the letters in an SVG of plotters', which divides what is asked for by this.
pub(super) fn em(size: f64) -> f32 {
    (size / 1.24) as f32
}

/// The samples of a picture as a PNG.
pub(super) fn png(
    samples: &[u8],
    (width, height): (u32, u32),
) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = (width * DENSITY, height * DENSITY);
    let pixels = means(samples, width as usize, height as usize);
    let (palette, indices) = indexed(&pixels);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette);
    encoder.set_compression(png::Compression::High);
    // Neighbours in a palette are no neighbours in colour: nothing is gained by filters.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header()?.write_image_data(&indices)?;
    Ok(bytes)
}

/// The mean of the samples of each pixel.
fn means(samples: &[u8], width: usize, height: usize) -> Vec<u8> {
    let each = SAMPLES as usize;
    let row = 3 * each * width;
    let mut pixels = Vec::with_capacity(3 * width * height);
    for y in 0..height {
        for x in 0..width {
            for colour in 0..3 {
                let sample = |i: usize| {
                    let (dx, dy) = (i % each, i / each);
                    u32::from(samples[(each * y + dy) * row + 3 * (each * x + dx) + colour])
                };
                let count = SAMPLES * SAMPLES;
                let sum: u32 = (0..each * each).map(sample).sum();
                pixels.push(((sum + count / 2) / count) as u8);
            }
        }
    }
    pixels
}

/// A palette and the index of each pixel: a quarter of the file that three bytes a pixel make. The
/// 256 commonest colours are in it; what is rarer (a few pixels where smoothed edges cross) becomes
/// the nearest of them.
fn indexed(pixels: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let pixels: &[[u8; 3]] = pixels.as_chunks().0;
    let mut counts = HashMap::new();
    for &pixel in pixels {
        *counts.entry(pixel).or_insert(0_usize) += 1;
    }
    let mut colours: Vec<_> = counts.into_iter().collect();
    colours.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
    let palette: Vec<[u8; 3]> = colours
        .iter()
        .take(256)
        .map(|&(colour, _)| colour)
        .collect();
    let nearest = |colour: [u8; 3]| {
        let apart = |other: [u8; 3]| -> u32 {
            let channels = colour.iter().zip(other);
            channels
                .map(|(&x, y)| u32::from(x.abs_diff(y)).pow(2))
                .sum()
        };
        let places = 0..palette.len();
        places.min_by_key(|&i| apart(palette[i])).unwrap_or(0) as u8
    };
    let places: HashMap<_, _> = colours.iter().map(|&(c, _)| (c, nearest(c))).collect();
    let indices = pixels.iter().map(|pixel| places[pixel]).collect();
    (palette.concat(), indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_is_the_mean_of_its_samples() {
        // Two pixels side by side, of four samples each.
        let (w, b, g) = ([255; 3], [0; 3], [0, 200, 0]);
        let samples = [w, b, g, g, w, b, g, g].concat();
        assert_eq!(means(&samples, 2, 1), [128, 128, 128, 0, 200, 0]);
    }

    #[test]
    fn rare_colours_become_the_nearest_common_one() {
        let (palette, indices) = indexed(&[9, 9, 9, 1, 2, 3, 9, 9, 9]);
        assert_eq!((palette, indices), (vec![9, 9, 9, 1, 2, 3], vec![0, 1, 0]));
        // 256 colours twice, and one once that lies beside (0, 7, 0).
        let twice: Vec<u8> = (0..=255).chain(0..=255).flat_map(|i| [0, i, 0]).collect();
        let (palette, indices) = indexed(&[&twice[..], &[1, 7, 1]].concat());
        assert_eq!(palette.len(), 3 * 256);
        assert_eq!(indices[512], indices[7]);
    }
}
