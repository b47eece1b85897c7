//! The plane of positions: the first pile to the right, the second one up.
//!
//! Both piles have the same scale, so diagonals have 45 degrees.

use super::picture::{
    ABOVE, Anchor, BELOW, BESIDE, Colour, Key, Label, MARGIN, Picture, Point, SMALL, TEXT, colour,
};
use crate::text::{Lang, t};
use wythoff::Rule;

/// The usual length of an axis, in units of the SVG.
pub(super) const SIDE: i32 = 640;
/// The space below the plane, for the numbers and the name of the axis.
const SPACE_BELOW: i32 = 56;
/// The space above the plane, for half the height of a number.
const SPACE_ABOVE: i32 = 8;

/// The approximate ratio of the piles of a cold position; under the normal rule the golden ratio. It is used only for drawing
/// lines.
pub(super) fn slope(rule: Rule) -> f64 {
    let r = rule.r().get() as f64;
    (r + (r * r + 4.0).sqrt()) / 2.0
}

/// Two piles. The axis of the first one goes to the right.
pub(super) type Position = (u64, u64);

pub(super) fn point((a, b): Position) -> (f64, f64) {
    (a as f64, b as f64)
}

/// An axis from half an object below 0 to `edge`, `side` units long.
pub(super) struct Axis {
    pub(super) edge: f64,
    pub(super) side: i32,
}

impl Axis {
    pub(super) fn new(max: u64, side: i32) -> Self {
        let edge = max as f64 + 0.5;
        Self { edge, side }
    }

    pub(super) fn units(&self, x: f64) -> i32 {
        let part = (x + 0.5) / (self.edge + 0.5);
        // The thousandth compensates for rounding errors.
        (f64::from(self.side) * part + 1e-3).floor() as i32
    }

    /// At most `count` numbers of the axis: the multiples of 1, 2 or 5 times a power of ten.
    pub(super) fn numbers(&self, count: usize) -> impl Iterator<Item = f64> {
        let (edge, mut step) = (self.edge, 1.0);
        for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
            if (edge / step).floor() + 1.0 <= count as f64 {
                break;
            }
            step *= factor;
        }
        let last = (edge / step).floor() as u64;
        (0..=last).map(move |i| i as f64 * step)
    }
}

pub(super) fn number(x: f64) -> String {
    if x < 1e6 {
        format!("{x}")
    } else {
        format!("{x:.1e}")
    }
}

/// A picture of the plane, both axes from half an object below 0 to beyond the largest pile.
pub(super) struct Plane {
    pub(super) picture: Picture,
    max: u64,
    pub(super) axis: Axis,
    pub(super) corner: Point,
}

impl Plane {
    /// A plane for piles up to `max`. Both axes are `axis`.
    pub(super) fn new(title: &str, key: &[Vec<Key>], max: u64, axis: Axis, lang: Lang) -> Self {
        let side = axis.side;
        // The space to the left of the plane, for the numbers and the name of the axis.
        let left = if max < 100_000 { 64 } else { 88 };
        // One more unit, because a coordinate may be equal to the side.
        let width = left + side + 1 + MARGIN + 8;
        let size = (width, SPACE_ABOVE + side + 1 + SPACE_BELOW);
        let mut picture = Picture::new(title, key, size, lang);
        let top = picture.top + SPACE_ABOVE;
        let bottom = top + side;
        let middle = (left + (side + 1) / 2, top + (side + 1) / 2);
        let name = t!(in lang; "b, the second pile");
        picture.text(Label {
            is_upward: true,
            ..Label::new(name, (6, middle.1), TEXT, Anchor::Middle, BELOW)
        });
        let name = t!(in lang; "a, the first pile");
        let at = (middle.0, bottom + 1 + SPACE_BELOW);
        picture.text(Label::new(name, at, TEXT, Anchor::Middle, ABOVE));
        // Small planes have a number at every square.
        let count = if max <= 20 { max as usize + 1 } else { 11 };
        let x = left - 1;
        picture.line([(x, top), (x, bottom)], colour::GREY, 1);
        for b in axis.numbers(count) {
            let y = bottom - axis.units(b);
            let (at, text) = ((left - 10, y), number(b));
            picture.text(Label::new(text, at, SMALL, Anchor::End, BESIDE));
            picture.line([(x - 5, y), (x, y)], colour::GREY, 1);
        }
        let y = bottom + 1;
        picture.line([(left, y), (left + side, y)], colour::GREY, 1);
        for a in axis.numbers(count) {
            let x = left + axis.units(a);
            let (at, text) = ((x, y + 10), number(a));
            picture.text(Label::new(text, at, SMALL, Anchor::Middle, BELOW));
            picture.line([(x, y), (x, y + 5)], colour::GREY, 1);
        }
        Self {
            picture,
            max,
            axis,
            corner: (left, bottom),
        }
    }

    pub(super) fn at(&self, (a, b): (f64, f64)) -> Point {
        let (left, bottom) = self.corner;
        (left + self.axis.units(a), bottom - self.axis.units(b))
    }

    /// The radius of marks: large enough to be visible and, if there is space, small enough not to touch neighbours.
    pub(super) fn radius(&self) -> i32 {
        let square = f64::from(self.axis.side) / (self.max as f64 + 1.0);
        ((square * 0.3) as i32).clamp(2, 9)
    }

    /// A line for each row and each column. With `first` 0.0 the lines go through the positions, with -0.5 between them.
    pub(super) fn grid(&mut self, first: f64) {
        let (start, end) = (-0.5, self.axis.edge);
        for i in 0..=self.max + 1 {
            let at = i as f64 + first;
            if at <= end {
                self.line((at, start), (at, end), colour::PALE, 1);
                self.line((start, at), (end, at), colour::PALE, 1);
            }
        }
    }

    /// The two lines that the cold positions follow.
    pub(super) fn golden_lines(&mut self, rule: Rule, width: u32) {
        let (edge, slope) = (self.axis.edge, slope(rule));
        self.line((0.0, 0.0), (edge / slope, edge), colour::ORANGE, width);
        self.line((0.0, 0.0), (edge, edge / slope), colour::ORANGE, width);
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), hue: Colour, width: u32) {
        let ends = [self.at(from), self.at(to)];
        self.picture.line(ends, hue, width);
    }

    pub(super) fn dot(&mut self, at: Position, radius: i32, hue: Colour) {
        self.picture.dot(self.at(point(at)), radius, hue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_an_axis() {
        for (edge, count, step, last) in [
            (0.5, 1, 1.0, 0.0),
            (20.5, 21, 1.0, 20.0),
            (21.5, 11, 2.0, 20.0),
            (40.5, 11, 5.0, 40.0),
            (100.5, 11, 10.0, 100.0),
            (110.5, 11, 20.0, 100.0),
            (1.88e19, 11, 2e18, 1.8e19),
        ] {
            let numbers: Vec<_> = Axis { edge, side: 640 }.numbers(count).collect();
            assert_eq!(numbers.last(), Some(&last), "{edge}");
            assert!(
                numbers.windows(2).all(|pair| pair[1] - pair[0] == step),
                "{edge}"
            );
        }
        let axis = Axis {
            edge: 20.5,
            side: 640,
        };
        assert_eq!([-0.5, 0.0, 20.5].map(|x| axis.units(x)), [0, 15, 640]);
        assert_eq!(
            [20.0, 999_999.0, 2e18].map(number),
            ["20", "999999", "2.0e18"]
        );
    }
}
