//! `wythoff plot moves`: the winning moves from a position.

use super::cold::{by_rule, is_move, mirrored, positions};
use super::paper::{Area, Key, Mark, Picture, colour};
use super::plane::{Frame, Plane, Position, point, slope};
use crate::messages::t;
use anyhow::Result;
use plotters::prelude::*;
use wythoff::Rule;

/// The squares are drawn if no pile is larger than this.
const SQUARES: u64 = 40;
/// The other cold positions are drawn if no pile is larger than this.
const POINTS: u64 = 2000;

/// The colour of winning moves that take from the first pile.
const FIRST: RGBColor = colour::BLUE;
/// The colour of winning moves that take from the second pile.
const SECOND: RGBColor = colour::GREEN;
/// The colour of winning moves from both piles.
const BOTH: RGBColor = colour::PURPLE;
/// The colour of cold positions that no winning move leads to.
const OTHER: RGBColor = RGBColor(150, 150, 150);
/// The colour of the lines of all moves.
const MOVES: RGBColor = RGBColor(200, 200, 200);

/// A position and the moves from it to cold ones.
pub(super) struct Moves {
    from: Position,
    rule: Rule,
    moves: Vec<Winning>,
}

/// One of the moves.
struct Winning {
    to: Position,
    words: String,
    hue: RGBColor,
}

impl Moves {
    pub(super) fn new(a: u64, b: u64, rule: Rule) -> Self {
        let from = (a, b);
        let winning = |to: Position| {
            let (take, hue) = match (a - to.0, b - to.1) {
                (n, 0) => (t!("{n} from the first pile", n), FIRST),
                (0, n) => (t!("{n} from the second pile", n), SECOND),
                (n, m) if n == m => (t!("{n} from both", n), BOTH),
                (n, m) => {
                    let take = t!("{n} from the first pile, {m} from the second", n, m);
                    (take, BOTH)
                }
            };
            let (a, b) = to;
            let words = t!("take {take}: ({a}, {b})", take, a, b);
            Winning { to, words, hue }
        };
        let found = rule.winning_moves(a, b);
        let ends = found
            .positions()
            .flat_map(|p| [Some(p), Some(mirrored(p)).filter(|&m| m != p)]);
        let moves = ends.flatten().filter(|&to| is_move(rule, from, to));
        let moves = moves.map(winning).collect();
        Self { from, rule, moves }
    }

    fn largest(&self) -> u64 {
        self.from.0.max(self.from.1).max(1)
    }

    /// The frame, with more space after the last position, because marks are larger than a square.
    fn frame(&self) -> Frame {
        let max = self.largest();
        let beyond = (max as f64 * 0.02).max(0.5);
        Frame {
            beyond,
            ..Frame::new(max)
        }
    }
}

impl Picture for Moves {
    fn title(&self) -> String {
        let (a, b) = self.from;
        let rule = by_rule(self.rule);
        match self.moves.len() {
            _ if self.rule.is_cold(a, b) => {
                t!("({a}, {b}) is cold{rule}: no move wins", a, b, rule)
            }
            0 => t!("({a}, {b}) is hot{rule}: no move is left", a, b, rule),
            1 => t!("({a}, {b}) is hot{rule}: the winning move", a, b, rule),
            n => t!(
                "({a}, {b}) is hot{rule}: its {n} winning moves",
                a,
                b,
                rule,
                n
            ),
        }
    }

    fn key(&self) -> Vec<Vec<Key>> {
        let mut line = vec![Key::mark(Mark::Square, colour::BLACK, t!("the position"))];
        if self.largest() <= POINTS {
            line.push(Key::mark(Mark::Dot, OTHER, t!("cold")));
        }
        let lines = match self.rule.r().get() {
            1 => t!("golden lines"),
            _ => t!("slope {s}", s = format!("{:.3}", slope(self.rule))),
        };
        line.push(Key::line(colour::ORANGE, 2, lines));
        line.push(Key::line(MOVES, 2, t!("all moves")));
        let mut key = vec![line];
        let winning = self.moves.iter();
        key.extend(winning.map(|m| vec![Key::mark(Mark::Dot, m.hue, m.words.clone())]));
        key
    }

    fn size(&self) -> (i32, i32) {
        self.frame().size()
    }

    fn draw(&self, area: &Area<'_>) -> Result<()> {
        let plane = Plane::new(area, &self.frame())?;
        if self.largest() <= SQUARES {
            plane.squares()?;
        }
        plane.golden_lines(self.rule, 2)?;
        let from = point(self.from);
        for end in [(0.0, from.1), (from.0, 0.0)] {
            plane.line(from, end, MOVES, 2)?;
        }
        // The diagonal, and with r=N the outermost ones.
        let apart = (self.rule.r().get() - 1) as f64;
        let diagonals = [(0.0, 0.0), (apart, 0.0), (0.0, apart)];
        let count = if apart > 0.0 { 3 } else { 1 };
        for (first, second) in diagonals.into_iter().take(count) {
            let (a, b) = (from.0 - first, from.1 - second);
            let both = a.min(b);
            if both > 0.0 {
                plane.line((a, b), (a - both, b - both), MOVES, 2)?;
            }
        }
        let radius = plane.radius();
        if self.largest() <= POINTS {
            for p in positions(self.rule, self.largest()) {
                plane.mark(Mark::Dot, p, radius, OTHER)?;
            }
        }
        for winning in &self.moves {
            plane.line(from, point(winning.to), winning.hue, 4)?;
        }
        let radius = radius.max(6);
        for winning in &self.moves {
            plane.mark(Mark::Dot, winning.to, radius, winning.hue)?;
        }
        plane.mark(Mark::Square, self.from, radius, colour::BLACK)
    }
}
