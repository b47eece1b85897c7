//! The Grundy values as a heat map.

use super::picture::{Anchor, Colour, Height, Key, Label, Mark, Picture, SMALL, colour, measured};
use super::plane::{Axis, Frame, Plane, number};
use crate::text::{Lang, t};
use wythoff::game::GrundyTable;

/// Up to this largest pile, the values are written in the squares.
const MAX_NUMBERS: usize = 20;
const SIDE: usize = 640;
/// The width of the scale to the right of the map.
const SCALE: i32 = 78;
/// The width of the coloured bar of the scale, and of the space before it.
const COLOURS: i32 = 16;

/// Viridis, the usual colours of heat maps, from dark blue to yellow. People with colour blindness can tell them apart
/// (<https://doi.org/10.1371/journal.pone.0199239>).
const VIRIDIS: [Colour; 8] = [
    [68, 1, 84],
    [70, 50, 127],
    [54, 92, 141],
    [39, 127, 143],
    [31, 162, 136],
    [74, 194, 110],
    [160, 219, 57],
    [254, 232, 37],
];

/// The colour of a value, between two colours of [`VIRIDIS`]. Value 0 is white.
fn colour_of(value: u16, max_value: u16) -> Colour {
    if value == 0 {
        return colour::WHITE;
    }
    let at = f64::from(value) / f64::from(max_value) * (VIRIDIS.len() - 1) as f64;
    let [lower, upper] = [at.floor(), at.ceil()].map(|i| VIRIDIS[i as usize]);
    let part = at.ceil() - at;
    std::array::from_fn(|i| {
        ((1.0 - part) * f64::from(upper[i]) + part * f64::from(lower[i])).round() as u8
    })
}

/// The Grundy values of all positions with piles up to `max`, which is at most [`GrundyTable::LIMIT`].
pub fn grundy(max: usize, lang: Lang) -> Picture {
    let table = GrundyTable::new(max).expect("`max` is at most `GrundyTable::LIMIT`");
    let rows = (0..=max).filter_map(|a| table.row(a));
    let max_value = rows.flatten().max().unwrap_or(0).max(1);
    let title = t!(in lang; "Grundy values of Wythoff's game, piles up to {max}", max);
    let key = [vec![
        Key::Words(t!(in lang; "value of a position: the least whole number that no move reaches")),
        Key::Mark(Mark::Square, colour::WHITE, t!(in lang; "0, cold")),
    ]];
    // Every square has the same whole number of units: rounding would cause a pattern.
    let squares = max + 1;
    let frame = Frame {
        side: (squares * SIDE.div_ceil(squares)) as i32,
        right: SCALE,
        ..Frame::new(max as u64)
    };
    let mut plane = Plane::new(&title, &key, &frame, lang);
    add_scale(&mut plane, max_value);
    for (a, row) in (0..=max).filter_map(|a| Some((a, table.row(a)?))) {
        for (b, value) in row.enumerate() {
            let (x, y) = (a as f64, b as f64);
            let corners = [(x - 0.5, y + 0.5), (x + 0.5, y - 0.5)].map(|p| plane.at(p));
            plane.picture.rect(corners, colour_of(value, max_value));
            if max <= MAX_NUMBERS {
                let (at, text) = (plane.at((x, y)), value.to_string());
                let mut label = Label::new(text, at, SMALL, Anchor::Middle, Height::Centred);
                if value != 0 && value < max_value / 2 {
                    label.colour = colour::WHITE;
                }
                plane.picture.text(label);
            }
        }
    }
    plane.picture
}

fn add_scale(plane: &mut Plane, max_value: u16) {
    let (side, bottom) = (plane.axis.side, plane.corner.1);
    let picture = &mut plane.picture;
    let lang = picture.lang;
    let top = bottom - side;
    let left = picture.width - SCALE + COLOURS;
    let right = left + COLOURS - 1;
    let axis = Axis {
        edge: f64::from(max_value) + 0.5,
        side,
    };

    // Numbers are aligned at their right end, except numbers that are at least twice as wide as the narrowest one.
    let x = right + 1;
    picture.line([(x, top), (x, bottom)], colour::GREY, 1);
    let numbers: Vec<_> = axis.numbers(12.min(usize::from(max_value) + 1)).collect();
    let width = |value: &f64| measured(&number(*value), SMALL, lang);
    let widths: Vec<_> = numbers.iter().map(width).collect();
    let narrowest = widths.iter().copied().min().unwrap_or(1).max(1);
    let usual = widths.iter().copied().filter(|&w| w < 2 * narrowest).max();
    let column = usual.unwrap_or(narrowest);
    for (value, width) in numbers.into_iter().zip(widths) {
        let y = bottom - axis.units(value);
        let (at, anchor) = if width >= column {
            ((x + 8, y), Anchor::Start)
        } else {
            ((x + 8 + column, y), Anchor::End)
        };
        let text = number(value);
        picture.text(Label::new(text, at, SMALL, anchor, Height::Centred));
        picture.line([(x, y), (x + 4, y)], colour::GREY, 1);
    }

    // At most 256 steps: the scale has few more units, and thinner steps would hide each other.
    let steps = usize::from(max_value).min(256);
    let values = (0..=steps).map(|i| (i * usize::from(max_value) / steps) as u16);
    // Each colour is drawn up to the top, and covered by the next one.
    for value in values {
        let y = bottom - axis.units(f64::from(value) - 0.5);
        picture.rect([(left, y), (right, top)], colour_of(value, max_value));
    }
    picture.frame([(left, top), (right, bottom)], colour::GREY);
}
