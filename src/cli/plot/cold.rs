//! `wythoff plot cold`: the cold positions on the plane.

use super::paper::{Area, Key, Mark, Picture, colour, heading, mark};
use super::plane::{self, Frame, Plane};
use anyhow::Result;
use wythoff::game::{Position, wythoff_pair};

/// Up to this pile the squares and the lines that each position rules out are drawn. Beyond it the
/// lines would cover the picture.
const SMALL: u64 = 40;
/// Beyond this pile the points touch each other.
const TOUCH: u64 = 200;

/// The cold positions whose piles are at most `max`.
pub(super) struct Cold {
    pub(super) max: u64,
}

/// The cold positions whose piles are at most `right` and `top`, in the order of their pairs.
pub(super) fn positions(right: u64, top: u64) -> impl Iterator<Item = Position> {
    (0..)
        .map_while(wythoff_pair)
        .take_while(move |&(lower, upper)| lower <= right.min(top) && upper <= right.max(top))
        .flat_map(|(lower, upper)| {
            let mirrored = (lower != upper).then(|| Position::new(upper, lower));
            std::iter::once(Position::new(lower, upper)).chain(mirrored)
        })
        .filter(move |p| p.a <= right && p.b <= top)
}

impl Cold {
    fn key(&self) -> Vec<Vec<Key>> {
        let mut key = vec![vec![
            Key::Mark(Mark::Dot, colour::BLACK, "cold position".into()),
            Key::Line(
                colour::ORANGE,
                3,
                "golden lines, b = φ·a and a = φ·b".into(),
            ),
        ]];
        if self.max <= SMALL {
            key.push(vec![
                Key::Words("struck out by a cold position:".into()),
                Key::Line(colour::SKY, 2, "its row".into()),
                Key::Line(colour::GREEN, 2, "column".into()),
                Key::Line(colour::PURPLE, 2, "diagonal".into()),
            ]);
        }
        key
    }
}

impl Picture for Cold {
    fn size(&self) -> (u32, u32) {
        plane::size(&Frame::new(self.max), self.key().len())
    }

    fn draw(&self, area: &Area<'_>) -> Result<String> {
        let title = format!("Cold positions of Wythoff's game, piles up to {}", self.max);
        let area = heading(area, &title, &self.key())?;
        let plane = Plane::new(&area, &Frame::new(self.max))?;
        if self.max <= SMALL {
            plane.squares()?;
            // From each cold position to the edge: the positions that have a move to it.
            for p in positions(self.max, self.max) {
                let (a, b) = (p.a as f64, p.b as f64);
                let edge = plane.edge();
                let length = edge - a.max(b);
                plane.line((a, b), (edge, b), colour::SKY, 2)?;
                plane.line((a, b), (a, edge), colour::GREEN, 2)?;
                plane.line((a, b), (a + length, b + length), colour::PURPLE, 2)?;
            }
        }
        // Points that touch would hide the lines.
        let touch = self.max > TOUCH;
        if !touch {
            plane.golden_lines(3)?;
        }
        for p in positions(self.max, self.max) {
            let at = plane.at((p.a as f64, p.b as f64));
            mark(&area, Mark::Dot, at, plane.radius(), colour::BLACK)?;
        }
        if touch {
            plane.golden_lines(1)?;
        }
        Ok(String::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cold_positions_of_a_rectangle_and_no_other() {
        for (right, top) in [(0, 0), (1, 2), (20, 20), (7, 40), (40, 7), (3, 5)] {
            let mut drawn: Vec<_> = positions(right, top).map(|p| (p.a, p.b)).collect();
            let all = (0..=right).flat_map(|a| (0..=top).map(move |b| (a, b)));
            let cold: Vec<_> = all.filter(|&(a, b)| wythoff::is_cold(a, b)).collect();
            drawn.sort_unstable();
            assert_eq!(drawn, cold, "up to {right}, {top}");
        }
    }
}
