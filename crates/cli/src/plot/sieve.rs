//! `wythoff plot sieve`: the construction of the cold positions, a frame for each step.

use super::cold::by_rule;
use super::paper::{
    Area, Key, MARGIN, Mark, Picture, SMALL, colour, head, heading, mark, text_style,
};
use crate::messages::t;
use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use wythoff::game::{Position, Rule};

/// The number of frames side by side.
const COLUMNS: usize = 3;
/// The approximate side of a frame.
const SIDE: i32 = 230;
/// Space above a frame, for its words, and between two frames.
const ABOVE: i32 = 30;
const BETWEEN: i32 = 24;
/// Positions that an earlier step strikes out, and those of this step.
const EARLIER: RGBColor = RGBColor(205, 205, 205);
const NOW: RGBColor = RGBColor(247, 205, 120);

/// The steps up to a largest pile.
pub(super) struct Sieve {
    max: u64,
    rule: Rule,
    steps: Vec<Position>,
}

impl Sieve {
    pub(super) fn new(max: u64, rule: Rule) -> Self {
        let all = (0..=max).flat_map(|a| (a..=max).map(move |b| Position::new(a, b)));
        let mut steps: Vec<Position> = Vec::new();
        for p in all {
            if !is_end(rule, p) && !steps.iter().any(|&cold| strikes(rule, cold, p)) {
                steps.push(p);
            }
        }
        Self { max, rule, steps }
    }

    fn square(&self) -> i32 {
        SIDE / (self.max as i32 + 1)
    }

    fn side(&self) -> i32 {
        self.square() * (self.max as i32 + 1)
    }

    fn key(&self) -> Vec<Vec<Key>> {
        vec![
            vec![
                Key::Mark(Mark::Dot, colour::BLACK, t!("cold")),
                Key::Framed(
                    Mark::Square,
                    NOW,
                    t!("struck out now: it has a move to the new cold one"),
                ),
            ],
            vec![
                Key::Framed(Mark::Square, EARLIER, t!("struck out before")),
                Key::Framed(Mark::Square, WHITE, t!("not decided yet")),
            ],
        ]
    }

    /// Draws the step of this number into the frame whose upper left corner is `(left, top)`.
    fn frame(&self, area: &Area<'_>, step: usize, (left, top): (i32, i32)) -> Result<()> {
        let (square, side) = (self.square(), self.side());
        let now = self.steps[step];
        let words = format!("{}. ({}, {})", step + 1, now.a, now.b);
        let style = text_style(SMALL, colour::BLACK, HPos::Left, VPos::Bottom);
        area.draw(&Text::new(words, (left, top - 4), style))?;
        for p in (0..=self.max).flat_map(|a| (0..=self.max).map(move |b| Position::new(a, b))) {
            let found = self.steps[..=step]
                .iter()
                .position(|&cold| p == cold || p == mirrored(cold));
            let struck = self.steps[..=step]
                .iter()
                .position(|&cold| strikes(self.rule, cold, p));
            let (x, y) = (left + p.a as i32 * square, top + side - p.b as i32 * square);
            let corners = [(x, y - square), (x + square, y)];
            let hue = match struck {
                Some(by) if by == step => NOW,
                Some(_) => EARLIER,
                None if is_end(self.rule, p) => EARLIER,
                None => WHITE,
            };
            area.draw(&Rectangle::new(corners, hue.filled()))?;
            area.draw(&Rectangle::new(corners, colour::PALE))?;
            if found.is_some() {
                let middle = (x + square / 2, y - square / 2);
                mark(
                    area,
                    Mark::Dot,
                    middle,
                    (square * 3 / 10).max(2),
                    colour::BLACK,
                )?;
            }
        }
        area.draw(&Rectangle::new(
            [(left, top), (left + side, top + side)],
            colour::GREY,
        ))?;
        Ok(())
    }
}

/// Whether the player to move has won, because under the misere rule the opponent took the last object.
fn is_end(rule: Rule, p: Position) -> bool {
    rule == Rule::Misere && p == Position::new(0, 0)
}

fn mirrored(p: Position) -> Position {
    Position::new(p.b, p.a)
}

/// Whether a move leads from `p` to `cold`, or to its mirror image.
fn strikes(rule: Rule, cold: Position, p: Position) -> bool {
    [cold, mirrored(cold)].into_iter().any(|to| {
        let (Some(x), Some(y)) = (p.a.checked_sub(to.a), p.b.checked_sub(to.b)) else {
            return false;
        };
        (x == 0) != (y == 0) || x > 0 && x.abs_diff(y) < rule.r().get()
    })
}

impl Picture for Sieve {
    fn size(&self) -> (u32, u32) {
        let columns = self.steps.len().clamp(2, COLUMNS) as i32;
        let rows = self.steps.len().div_ceil(COLUMNS) as i32;
        let width = 2 * MARGIN + columns * (self.side() + BETWEEN) - BETWEEN;
        let height = head(self.key().len()) + rows * (self.side() + ABOVE) + MARGIN;
        (width.max(640) as u32, height as u32)
    }

    fn draw(&self, area: &Area<'_>) -> Result<String> {
        let (max, rule) = (self.max, by_rule(self.rule));
        let title = t!(
            "Finding the cold positions{rule}, piles up to {max}",
            rule,
            max
        );
        let area = heading(area, &title, &self.key())?;
        for step in 0..self.steps.len() {
            let (row, column) = ((step / COLUMNS) as i32, (step % COLUMNS) as i32);
            let left = MARGIN + column * (self.side() + BETWEEN);
            let top = ABOVE + row * (self.side() + ABOVE);
            self.frame(&area, step, (left, top))?;
        }
        Ok(String::new())
    }
}
