//! The plane of positions: the first pile to the right, the second one up.
//!
//! Both piles have the same scale, so diagonals have 45 degrees.

use super::paper::{Area, Chart, MARGIN, Mark, axes, colour, mark};
use crate::messages::t;
use anyhow::Result;
use plotters::prelude::*;
use wythoff::Rule;

/// The sizes of a plane and of what is around it, in units of the SVG.
pub(super) struct Frame {
    /// The largest pile.
    pub(super) max: u64,
    /// How far the plane goes beyond that pile, in objects.
    pub(super) beyond: f64,
    /// The side of the plane.
    pub(super) side: i32,
    /// The space to the right of the plane.
    pub(super) right: i32,
}

/// Space below the plane.
pub(super) const BELOW: i32 = 56;
/// Space above the plane, for half the height of a number.
pub(super) const ABOVE: i32 = 8;

impl Frame {
    pub(super) fn new(max: u64) -> Self {
        Self {
            max,
            beyond: 0.5,
            side: 640,
            right: MARGIN + 8,
        }
    }

    /// The space to the left of the plane, for numbers and the name of the axis.
    fn left(&self) -> i32 {
        if self.max < 100_000 { 64 } else { 88 }
    }

    /// The size of the plane with the space around it.
    pub(super) fn size(&self) -> (i32, i32) {
        // plotters puts the last number on the last pixel, not after it.
        let side = self.side + 1;
        (self.left() + side + self.right, ABOVE + side + BELOW)
    }
}

/// About the larger pile of a cold position divided by the smaller one: the golden ratio under the normal rule. It is used
/// only to draw lines. Whether a position is cold is computed exactly.
pub(super) fn slope(rule: Rule) -> f64 {
    let r = rule.r().get() as f64;
    (r + (r * r + 4.0).sqrt()) / 2.0
}

/// Two piles: the first is on the axis to the right.
pub(super) type Position = (u64, u64);

/// A position as coordinates of a plane.
pub(super) fn point((a, b): Position) -> (f64, f64) {
    (a as f64, b as f64)
}

/// A plane from half an object below 0 to `edge`, which is beyond the largest pile, in both directions.
pub(super) struct Plane<'a> {
    /// Its coordinates are positions.
    pub(super) chart: Chart<'a>,
    max: u64,
    pub(super) edge: f64,
    side: i32,
}

impl<'a> Plane<'a> {
    pub(super) fn new(area: &Area<'a>, frame: &Frame) -> Result<Self> {
        let max = frame.max;
        let edge = max as f64 + frame.beyond;
        // Small planes have a number at every square.
        let numbers = if max <= 20 { max as usize + 1 } else { 11 };
        let mut chart = ChartBuilder::on(area)
            .margin_left(6)
            .margin_right(frame.right)
            .margin_top(ABOVE)
            .x_label_area_size(BELOW)
            .y_label_area_size(frame.left() - 6)
            .build_cartesian_2d(-0.5..edge, -0.5..edge)?;
        axes(&mut chart)
            .disable_mesh()
            .x_labels(numbers)
            .y_labels(numbers)
            .x_desc(t!("a, the first pile"))
            .y_desc(t!("b, the second pile"))
            .draw()?;
        let side = frame.side;
        Ok(Self {
            chart,
            max,
            edge,
            side,
        })
    }

    /// The radius of marks that are visible and do not touch their neighbours.
    pub(super) fn radius(&self) -> i32 {
        let square = f64::from(self.side) / (self.max as f64 + 1.0);
        ((square * 0.3) as i32).clamp(2, 9)
    }

    /// A square around each position.
    pub(super) fn squares(&self) -> Result<()> {
        let (first, last) = (-0.5, self.edge);
        for i in 0..=self.max + 1 {
            let edge = i as f64 - 0.5;
            self.line((edge, first), (edge, last), colour::PALE, 1)?;
            self.line((first, edge), (last, edge), colour::PALE, 1)?;
        }
        Ok(())
    }

    /// The two lines that the cold positions follow.
    pub(super) fn golden_lines(&self, rule: Rule, width: u32) -> Result<()> {
        let (edge, slope) = (self.edge, slope(rule));
        self.line((0.0, 0.0), (edge / slope, edge), colour::ORANGE, width)?;
        self.line((0.0, 0.0), (edge, edge / slope), colour::ORANGE, width)
    }

    pub(super) fn line(
        &self,
        from: (f64, f64),
        to: (f64, f64),
        colour: RGBColor,
        width: u32,
    ) -> Result<()> {
        let line = PathElement::new([from, to], colour.stroke_width(width));
        self.chart.plotting_area().draw(&line)?;
        Ok(())
    }

    pub(super) fn mark(&self, kind: Mark, at: Position, r: i32, hue: RGBColor) -> Result<()> {
        mark(self.chart.plotting_area(), kind, point(at), r, hue)
    }
}
