//! The plane of positions: the first pile to the right, the second one up.
//!
//! Draws the axes and maps positions to coordinates. Both piles have the same scale, so diagonals
//! have 45 degrees.

use super::axis::Axis;
use super::canvas::Canvas;
use super::paper::{Area, MARGIN, SMALL, TEXT, colour, head, text_style};
use crate::messages::t;
use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use wythoff::game::Rule;

/// The sizes of a plane and of what is around it, in units of the SVG.
pub(super) struct Frame {
    /// The largest pile.
    pub(super) max: u64,
    /// How far the plane goes beyond that pile, in objects.
    pub(super) beyond: f64,
    /// The side of the plane.
    pub(super) side: i32,
    /// The space to the left of the plane, for numbers and the name of the axis.
    pub(super) left: i32,
    /// The space to the right of the plane.
    pub(super) right: i32,
}

impl Frame {
    pub(super) fn new(max: u64) -> Self {
        Self {
            max,
            beyond: 0.5,
            side: 640,
            left: if max < 100_000 { 64 } else { 88 },
            right: MARGIN + 8,
        }
    }

    /// The same plane with more space after the last position, for marks that are larger than a square.
    pub(super) fn wider(self) -> Self {
        let beyond = (self.max as f64 * 0.02).max(0.5);
        Self { beyond, ..self }
    }
}

/// Space below the plane.
const BELOW: i32 = 56;
/// Space above the plane, for half the height of a number.
const ABOVE: i32 = 8;

/// The size of a picture that has a plane below this many lines of a key.
pub(super) const fn size(frame: &Frame, lines: usize) -> (u32, u32) {
    // plotters puts the last number on the last pixel, not after it.
    let side = frame.side + 1;
    let width = frame.left + side + frame.right;
    let height = head(lines) + ABOVE + side + BELOW;
    (width as u32, height as u32)
}

/// About the larger pile of a cold position divided by the smaller one: the golden ratio under the normal rule. It is used
/// only to draw lines. Whether a position is cold is computed exactly.
pub(super) fn slope(rule: Rule) -> f64 {
    let r = rule.r().get() as f64;
    (r + (r * r + 4.0).sqrt()) / 2.0
}

type Chart<'a> = ChartContext<'a, Canvas<'a>, Cartesian2d<Axis, Axis>>;

/// A plane from half an object below 0 to beyond the largest pile, in both directions.
pub(super) struct Plane<'a> {
    chart: Chart<'a>,
    area: Area<'a>,
    max: u64,
    edge: f64,
    side: i32,
}

impl<'a> Plane<'a> {
    pub(super) fn new(area: &Area<'a>, frame: &Frame) -> Result<Self> {
        let max = frame.max;
        let edge = max as f64 + frame.beyond;
        let ends = -0.5..edge;
        // Small planes have a number at every square.
        let numbers = if max <= 20 { max as usize + 1 } else { 11 };
        let axis = || Axis::new(ends.clone(), numbers);
        let mut chart = ChartBuilder::on(area)
            .margin_left(6)
            .margin_right(frame.right)
            .margin_top(ABOVE)
            .x_label_area_size(BELOW)
            .y_label_area_size(frame.left - 6)
            .build_cartesian_2d(axis(), axis())?;
        let name = text_style(TEXT, colour::BLACK, HPos::Center, VPos::Center);
        let number = text_style(SMALL, colour::BLACK, HPos::Center, VPos::Center);
        let whole = |x: &f64| match x.fract() == 0.0 && *x >= 0.0 {
            true if *x < 1e6 => format!("{x}"),
            true => format!("{x:.1e}"),
            false => String::new(),
        };
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(colour::GREY)
            .x_labels(numbers)
            .y_labels(numbers)
            .x_label_formatter(&whole)
            .y_label_formatter(&whole)
            .label_style(number)
            .axis_desc_style(name)
            .x_desc(t!("a, the first pile"))
            .y_desc(t!("b, the second pile"))
            .draw()?;
        Ok(Self {
            chart,
            area: area.clone(),
            max,
            edge,
            side: frame.side,
        })
    }

    /// Where the plane ends, on both axes.
    pub(super) fn edge(&self) -> f64 {
        self.edge
    }

    /// The coordinates of a position in the area of the plane.
    pub(super) fn at(&self, position: (f64, f64)) -> (i32, i32) {
        let (x, y) = self.chart.backend_coord(&position);
        let (left, top) = self.area.get_base_pixel();
        (x - left, y - top)
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
        let ends = [self.at(from), self.at(to)];
        self.area
            .draw(&PathElement::new(ends, colour.stroke_width(width)))?;
        Ok(())
    }
}
