//! The Grundy values as a heat map.

use super::picture::{Anchor, BESIDE, Colour, Label, Picture, SMALL, Sample, colour};
use super::plane::{Axis, Plane, SIDE};
use crate::text::{Lang, t};
use wythoff::game::GrundyTable;

/// Up to this largest pile, the values are written in the squares.
const MAX_NUMBERS: usize = 20;

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
    let words = t!(in lang; "value of a position: the least whole number that no move reaches");
    // Some values, and their colours.
    let mut values = [1, 2, 3, 4]
        .map(|part| (u32::from(max_value) * part / 4) as u16)
        .to_vec();
    values.retain(|&value| value > 0);
    values.dedup();
    let square_of = |value, words| (Sample::Square(colour_of(value, max_value)), words);
    let mut colours = vec![square_of(0, t!(in lang; "0, cold"))];
    let values = values.into_iter();
    colours.extend(values.map(|value| square_of(value, value.to_string())));
    let key = [vec![(Sample::None, words)], colours];
    // Every square has the same whole number of units: rounding would cause a pattern.
    let squares = max + 1;
    let side = (squares * (SIDE as usize).div_ceil(squares)) as i32;
    let axis = Axis::new(max as u64, side);
    let mut plane = Plane::new(&title, &key, max as u64, axis, lang);
    for (a, row) in (0..=max).filter_map(|a| Some((a, table.row(a)?))) {
        for (b, value) in row.enumerate() {
            let (x, y) = (a as f64, b as f64);
            let corners = [(x - 0.5, y + 0.5), (x + 0.5, y - 0.5)].map(|p| plane.at(p));
            plane.picture.rect(corners, colour_of(value, max_value));
            if max <= MAX_NUMBERS {
                let (at, text) = (plane.at((x, y)), value.to_string());
                let mut label = Label::new(text, at, SMALL, Anchor::Middle, BESIDE);
                if value != 0 && value < max_value / 2 {
                    label.colour = colour::WHITE;
                }
                plane.picture.text(label);
            }
        }
    }
    plane.picture
}
