//! `wythoff plot cold`: the cold positions on the plane.

use super::paper::{Area, Key, Mark, Picture, colour};
use super::plane::{Frame, Plane, Position, point, slope};
use crate::messages::t;
use anyhow::Result;
use wythoff::Rule;
use wythoff::game::pair_generalised;

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

/// The cold positions whose piles are at most `max`, in the order of their pairs.
pub(super) fn positions(rule: Rule, max: u64) -> impl Iterator<Item = Position> {
    (0..)
        .map_while(move |k| pair_generalised(k, rule.r()))
        .map(move |pair| match (rule, pair) {
            (Rule::Misere, (0, 0)) => (0, 1),
            (Rule::Misere, (1, 2)) => (2, 2),
            _ => pair,
        })
        .take_while(move |&(_, upper)| upper <= max)
        .flat_map(|pair| {
            let mirrored = Some(mirrored(pair)).filter(|&other| other != pair);
            std::iter::once(pair).chain(mirrored)
        })
}

/// The same position with its piles exchanged.
pub(super) fn mirrored((a, b): Position) -> Position {
    (b, a)
}

/// Whether a move leads from one position to the other.
pub(super) fn is_move(rule: Rule, from: Position, to: Position) -> bool {
    let (Some(x), Some(y)) = (from.0.checked_sub(to.0), from.1.checked_sub(to.1)) else {
        return false;
    };
    (x == 0) != (y == 0) || x > 0 && x.abs_diff(y) < rule.r().get()
}

/// The words for the rule in a title, after the name of the game.
pub(super) fn by_rule(rule: Rule) -> String {
    match rule {
        Rule::Normal => String::new(),
        Rule::Misere => t!(" (misere)"),
        rule => t!(" ({rule})", rule),
    }
}

impl Picture for Cold {
    fn title(&self) -> String {
        let (max, rule) = (self.max, by_rule(self.rule));
        t!(
            "Cold positions of Wythoff's game{rule}, piles up to {max}",
            rule,
            max
        )
    }

    fn key(&self) -> Vec<Vec<Key>> {
        let (lines, diagonals) = match self.rule.r().get() {
            1 => (t!("golden lines, b = φ·a and a = φ·b"), t!("diagonal")),
            _ => {
                let s = format!("{:.3}", slope(self.rule));
                (t!("b = s·a and a = s·b, s = {s}", s), t!("diagonals"))
            }
        };
        let mut key = vec![vec![
            Key::mark(Mark::Dot, colour::BLACK, t!("cold position")),
            Key::line(colour::ORANGE, 3, lines),
        ]];
        if self.max <= SMALL {
            key.push(vec![
                Key::words(t!("struck out by a cold position:")),
                Key::line(colour::SKY, 2, t!("its row")),
                Key::line(colour::GREEN, 2, t!("column")),
                Key::line(colour::PURPLE, 2, diagonals),
            ]);
        }
        key
    }

    fn size(&self) -> (i32, i32) {
        Frame::new(self.max).size()
    }

    fn draw(&self, area: &Area<'_>) -> Result<()> {
        let plane = Plane::new(area, &Frame::new(self.max))?;
        if self.max <= SMALL {
            plane.squares()?;
            // From each cold position to the edge: the positions that have a move to it.
            for p in positions(self.rule, self.max) {
                let (a, b) = point(p);
                let edge = plane.edge;
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
        for p in positions(self.rule, self.max) {
            plane.mark(Mark::Dot, p, plane.radius(), colour::BLACK)?;
        }
        if touch {
            plane.golden_lines(self.rule, 1)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cold_positions_of_a_square_and_no_other() {
        for rule in ["normal", "misere", "r=2", "r=7", "r=1000"] {
            let rule: Rule = rule.parse().expect("a rule");
            for max in [0, 1, 2, 3, 20, 40] {
                let mut drawn: Vec<_> = positions(rule, max).collect();
                let all = (0..=max).flat_map(|a| (0..=max).map(move |b| (a, b)));
                let cold: Vec<_> = all.filter(|&(a, b)| rule.is_cold(a, b)).collect();
                drawn.sort_unstable();
                assert_eq!(drawn, cold, "{rule}, up to {max}");
            }
        }
    }
}
