//! The pixels of a picture, as a PNG that looks like its SVG in a viewer.

use ab_glyph::{Font as _, OutlineCurve};
use anyhow::Context as _;
use tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, Rect, Stroke, Transform};
use wythoff_explain::Lang;
use wythoff_explain::plot::{Anchor, Label, Picture, Point, Shape, font, letters};

/// Pixels of a PNG for each unit, in both directions, so that it is sharp on screens with a high density, too.
const DENSITY: i32 = 2;

pub(super) fn png(picture: &Picture) -> anyhow::Result<Vec<u8>> {
    let [width, height] = [picture.width, picture.height].map(|units| (units * DENSITY) as u32);
    let mut pixmap = Pixmap::new(width, height).context("the picture is too large")?;
    for shape in &picture.shapes {
        draw(shape, picture.lang, &mut pixmap);
    }
    Ok(pixmap.encode_png()?)
}

fn draw(shape: &Shape, lang: Lang, pixmap: &mut Pixmap) {
    let mut paint = Paint::default();
    let mut path = PathBuilder::new();
    let mut transform = Transform::identity();
    let mut stroke = None;
    let colour = match *shape {
        Shape::Rect(corners, colour) => {
            // As in the SVG, so that no line is visible between adjacent squares.
            paint.anti_alias = false;
            add_rect(corners, &mut path);
            colour
        }
        Shape::Frame(corners, colour) => {
            add_rect(corners, &mut path);
            stroke = Some(1);
            colour
        }
        Shape::Line([from, to], colour, width) => {
            path.move_to(from.0 as f32, from.1 as f32);
            path.line_to(to.0 as f32, to.1 as f32);
            stroke = Some(width);
            colour
        }
        Shape::Dot((x, y), radius, colour) => {
            path.push_circle(x as f32, y as f32, radius as f32);
            colour
        }
        Shape::Text(ref label) => {
            transform = write(label, lang, &mut path);
            label.colour
        }
    };
    let [red, green, blue] = colour;
    paint.set_color_rgba8(red, green, blue, u8::MAX);
    let transform = transform.post_scale(DENSITY as f32, DENSITY as f32);
    // A text of blanks has no outlines, so its path is empty.
    let Some(path) = path.finish() else { return };
    match stroke {
        None => pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None),
        Some(width) => {
            let stroke = Stroke {
                width: width as f32,
                ..Stroke::default()
            };
            pixmap.stroke_path(&path, &paint, &stroke, transform, None);
        }
    }
}

fn add_rect([upper, lower]: [Point; 2], path: &mut PathBuilder) {
    let [left, top, right, bottom] = [upper.0, upper.1, lower.0, lower.1].map(|at| at as f32);
    if let Some(rect) = Rect::from_ltrb(left, top, right, bottom) {
        path.push_rect(rect);
    }
}

/// Adds the outlines of the letters to `path`, in the units of the font. Returns the transform from these
/// units to the units of the picture.
fn write(label: &Label, lang: Lang, path: &mut PathBuilder) -> Transform {
    let font = font(lang);
    let em = font.units_per_em().unwrap_or(1000.0);
    let (letters, width) = letters(&label.text, lang);
    for (letter, before) in letters {
        let x = before * em;
        let curves = font.outline(letter).map(|outline| outline.curves);
        for curve in curves.unwrap_or_default() {
            let (OutlineCurve::Line(start, _)
            | OutlineCurve::Quad(start, ..)
            | OutlineCurve::Cubic(start, ..)) = curve;
            let start = tiny_skia::Point::from_xy(x + start.x, start.y);
            if path.last_point() != Some(start) {
                path.move_to(start.x, start.y);
            }
            match curve {
                OutlineCurve::Line(_, to) => path.line_to(x + to.x, to.y),
                OutlineCurve::Quad(_, a, to) => path.quad_to(x + a.x, a.y, x + to.x, to.y),
                OutlineCurve::Cubic(_, a, b, to) => {
                    path.cubic_to(x + a.x, a.y, x + b.x, b.y, x + to.x, to.y);
                }
            }
        }
    }
    let left = match label.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -width / 2.0,
        Anchor::End => -width,
    };
    let size = label.em as f32;
    let turn = if label.is_upward { -90.0 } else { 0.0 };
    // The outlines have their y axis upward.
    Transform::from_scale(size / em, -size / em)
        .post_translate(left * size, label.baseline as f32 * size)
        .post_concat(Transform::from_rotate(turn))
        .post_translate(label.at.0 as f32, label.at.1 as f32)
}
