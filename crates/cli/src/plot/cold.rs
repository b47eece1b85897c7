//! `wythoff plot cold`: the cold positions on the plane.

use super::paper::{Area, Key, Mark, Picture, colour, heading, mark};
use super::plane::{self, Frame, Plane, slope};
use crate::messages::t;
use anyhow::Result;
use wythoff::game::{Position, Rule, pair_generalised};

/// Up to this pile the squares and the lines that each position rules out are drawn. Beyond it the
/// lines would cover the picture.
const SMALL: u64 = 40;
/// Beyond this pile the points touch each other.
const TOUCH: u64 = 200;

/// The cold positions whose piles are at most `max`.
pub(super) struct Cold {
    pub(super) max: u64,
    pub(super) rule: Rule,
}

/// The cold positions whose piles are at most `right` and `top`, in the order of their pairs.
pub(super) fn positions(rule: Rule, right: u64, top: u64) -> impl Iterator<Item = Position> {
    (0..)
        .map_while(move |k| pair_generalised(k, rule.r()))
        .map(move |pair| match (rule, pair) {
            (Rule::Misere, (0, 0)) => (0, 1),
            (Rule::Misere, (1, 2)) => (2, 2),
            _ => pair,
        })
        .take_while(move |&(lower, upper)| lower <= right.min(top) && upper <= right.max(top))
        .flat_map(|(lower, upper)| {
            let mirrored = (lower != upper).then(|| Position::new(upper, lower));
            std::iter::once(Position::new(lower, upper)).chain(mirrored)
        })
        .filter(move |p| p.a <= right && p.b <= top)
}

/// The words for the rule in a title, after the name of the game.
pub(super) fn by_rule(rule: Rule) -> String {
    match rule {
        Rule::Normal => String::new(),
        Rule::Misere => t!(" (misere)"),
        rule => t!(" ({rule})", rule),
    }
}

impl Cold {
    fn key(&self) -> Vec<Vec<Key>> {
        let mut key = vec![vec![
            Key::Mark(Mark::Dot, colour::BLACK, t!("cold position")),
            Key::Line(
                colour::ORANGE,
                3,
                match self.rule.r().get() {
                    1 => t!("golden lines, b = φ·a and a = φ·b"),
                    _ => t!(
                        "b = s·a and a = s·b, s = {s}",
                        s = format!("{:.3}", slope(self.rule))
                    ),
                },
            ),
        ]];
        if self.max <= SMALL {
            key.push(vec![
                Key::Words(t!("struck out by a cold position:")),
                Key::Line(colour::SKY, 2, t!("its row")),
                Key::Line(colour::GREEN, 2, t!("column")),
                Key::Line(
                    colour::PURPLE,
                    2,
                    match self.rule.r().get() {
                        1 => t!("diagonal"),
                        _ => t!("diagonals"),
                    },
                ),
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
        let (max, rule) = (self.max, by_rule(self.rule));
        let title = t!(
            "Cold positions of Wythoff's game{rule}, piles up to {max}",
            rule,
            max
        );
        let area = heading(area, &title, &self.key())?;
        let plane = Plane::new(&area, &Frame::new(self.max))?;
        if self.max <= SMALL {
            plane.squares()?;
            // From each cold position to the edge: the positions that have a move to it.
            for p in positions(self.rule, self.max, self.max) {
                let (a, b) = (p.a as f64, p.b as f64);
                let edge = plane.edge();
                plane.line((a, b), (edge, b), colour::SKY, 2)?;
                plane.line((a, b), (a, edge), colour::GREEN, 2)?;
                // The amounts taken from both piles differ by less than r, and neither is 0.
                let apart = self.rule.r().get().min(self.max + 1) - 1;
                for (right, up) in (0..=apart).flat_map(|n| [(n, 0), (0, n)]).skip(1) {
                    let (a, b) = (a + right as f64, b + up as f64);
                    let length = edge - a.max(b);
                    if length > 0.0 {
                        plane.line((a, b), (a + length, b + length), colour::PURPLE, 2)?;
                    }
                }
            }
        }
        // Points that touch would hide the lines.
        let touch = self.max > TOUCH;
        if !touch {
            plane.golden_lines(self.rule, 3)?;
        }
        for p in positions(self.rule, self.max, self.max) {
            let at = plane.at((p.a as f64, p.b as f64));
            mark(&area, Mark::Dot, at, plane.radius(), colour::BLACK)?;
        }
        if touch {
            plane.golden_lines(self.rule, 1)?;
        }
        Ok(String::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cold_positions_of_a_rectangle_and_no_other() {
        for rule in ["normal", "misere", "r=2", "r=7", "r=1000"] {
            let rule: Rule = rule.parse().expect("a rule");
            for (right, top) in [(0, 0), (1, 2), (2, 2), (20, 20), (7, 40), (40, 7), (3, 5)] {
                let drawn = positions(rule, right, top).map(|p| (p.a, p.b));
                let mut drawn: Vec<_> = drawn.collect();
                let all = (0..=right).flat_map(|a| (0..=top).map(move |b| (a, b)));
                let cold: Vec<_> = all.filter(|&(a, b)| rule.is_cold(a, b)).collect();
                drawn.sort_unstable();
                assert_eq!(drawn, cold, "{rule}, up to {right}, {top}");
            }
        }
    }
}
