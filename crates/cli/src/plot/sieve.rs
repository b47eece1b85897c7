//! `wythoff plot sieve`: the construction of the cold positions, a frame for each step.

use super::cold::{by_rule, is_move, mirrored, positions};
use super::paper::{Area, Key, MARGIN, Mark, Picture, SMALL, colour, mark, text_style};
use super::plane::Position;
use crate::messages::t;
use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use wythoff::Rule;

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
        // Row by row, each pair is the first position that no pair before strikes out.
        let steps = positions(rule, max).filter(|(a, b)| a <= b).collect();
        Self { max, rule, steps }
    }

    fn square(&self) -> i32 {
        SIDE / (self.max as i32 + 1)
    }

    fn side(&self) -> i32 {
        self.square() * (self.max as i32 + 1)
    }

    /// The colour of a position after this step.
    fn colour(&self, step: usize, p: Position) -> RGBColor {
        let strikes =
            |&cold: &Position| is_move(self.rule, p, cold) || is_move(self.rule, p, mirrored(cold));
        match self.steps[..=step].iter().position(strikes) {
            Some(by) if by == step => NOW,
            Some(_) => EARLIER,
            // The player to move has won, because the opponent took the last object.
            None if self.rule == Rule::Misere && p == (0, 0) => EARLIER,
            None => WHITE,
        }
    }

    /// Draws the step of this number into the frame whose upper left corner is `(left, top)`.
    fn frame(&self, area: &Area<'_>, step: usize, (left, top): (i32, i32)) -> Result<()> {
        let (square, side) = (self.square(), self.side());
        let (a, b) = self.steps[step];
        let words = format!("{}. ({a}, {b})", step + 1);
        let style = text_style(SMALL, HPos::Left, VPos::Bottom);
        area.draw(&Text::new(words, (left, top - 4), style))?;
        for p in (0..=self.max).flat_map(|a| (0..=self.max).map(move |b| (a, b))) {
            let (x, y) = (left + p.0 as i32 * square, top + side - p.1 as i32 * square);
            let corners = [(x, y - square), (x + square, y)];
            area.draw(&Rectangle::new(corners, self.colour(step, p).filled()))?;
            area.draw(&Rectangle::new(corners, colour::PALE))?;
            let found = &self.steps[..=step];
            if found.contains(&p) || found.contains(&mirrored(p)) {
                let middle = (x + square / 2, y - square / 2);
                let radius = (square * 3 / 10).max(2);
                mark(area, Mark::Dot, middle, radius, colour::BLACK)?;
            }
        }
        let corners = [(left, top), (left + side, top + side)];
        area.draw(&Rectangle::new(corners, colour::GREY))?;
        Ok(())
    }
}

impl Picture for Sieve {
    fn title(&self) -> String {
        let (max, rule) = (self.max, by_rule(self.rule));
        t!(
            "Finding the cold positions{rule}, piles up to {max}",
            rule,
            max
        )
    }

    fn key(&self) -> Vec<Vec<Key>> {
        let square = |hue, words| Key::mark(Mark::Square, hue, words);
        vec![
            vec![
                Key::mark(Mark::Dot, colour::BLACK, t!("cold")),
                square(NOW, t!("struck out now: it has a move to the new cold one")),
            ],
            vec![
                square(EARLIER, t!("struck out before")),
                square(WHITE, t!("not decided yet")),
            ],
        ]
    }

    fn size(&self) -> (i32, i32) {
        let columns = self.steps.len().clamp(2, COLUMNS) as i32;
        let rows = self.steps.len().div_ceil(COLUMNS) as i32;
        let width = 2 * MARGIN + columns * (self.side() + BETWEEN) - BETWEEN;
        (width.max(640), rows * (self.side() + ABOVE) + MARGIN)
    }

    fn draw(&self, area: &Area<'_>) -> Result<()> {
        for step in 0..self.steps.len() {
            let (row, column) = ((step / COLUMNS) as i32, (step % COLUMNS) as i32);
            let left = MARGIN + column * (self.side() + BETWEEN);
            let top = ABOVE + row * (self.side() + ABOVE);
            self.frame(area, step, (left, top))?;
        }
        Ok(())
    }
}
