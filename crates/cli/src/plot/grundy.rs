//! `wythoff plot grundy`: the Grundy values as a heat map.

use super::paper::{Area, Key, Mark, Picture, SMALL, axes, colour, text_style};
use super::plane::{ABOVE, BELOW, Frame, Plane};
use crate::messages::t;
use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use wythoff::game::GrundyTable;

/// Up to this pile the value is written in its square.
const NUMBERS: usize = 20;
/// The approximate width of the map.
const SIDE: usize = 640;
/// The width of the scale to the right of the map.
const SCALE: i32 = 78;
/// The width of its colours, and of the space before them.
const WIDE: i32 = 16;

/// The Grundy values of all positions up to a limit.
pub(super) struct Grundy {
    table: GrundyTable,
    max_value: u16,
}

impl Grundy {
    pub(super) fn new(max: usize) -> Self {
        let table = GrundyTable::new(max).expect("`max` is at most 1000");
        let rows = (0..=max).filter_map(|a| table.row(a));
        let max_value = rows.flatten().max().unwrap_or(0).max(1);
        Self { table, max_value }
    }

    /// The colour of a value; 0 is white.
    fn colour(&self, value: u16) -> RGBColor {
        match value {
            0 => WHITE,
            _ => ViridisRGB.get_color(f64::from(value) / f64::from(self.max_value)),
        }
    }

    /// The frame. Every square has the same whole number of units, so that rounding causes no pattern.
    fn frame(&self) -> Frame {
        let squares = self.table.max() + 1;
        Frame {
            side: (squares * SIDE.div_ceil(squares)) as i32,
            right: SCALE,
            ..Frame::new(self.table.max() as u64)
        }
    }

    /// Draws the colours and their values to the right of the map.
    fn scale(&self, area: &Area<'_>) -> Result<()> {
        let end = f64::from(self.max_value) + 0.5;
        let left = area.dim_in_pixel().0 as i32 - SCALE;
        let mut chart = ChartBuilder::on(area)
            .margin_top(ABOVE)
            .margin_bottom(BELOW)
            .margin_left(left + WIDE)
            .right_y_label_area_size(SCALE - 2 * WIDE)
            .build_cartesian_2d(0.0..1.0, -0.5..end)?;
        axes(&mut chart)
            .disable_mesh()
            .x_labels(0)
            .set_tick_mark_size(LabelAreaPosition::Right, 4)
            .y_labels(12.min(usize::from(self.max_value) + 1))
            .draw()?;
        // The scale has about this number of pixels. More steps would overlap.
        let steps = usize::from(self.max_value).min(256);
        let values = (0..=steps).map(|i| (i * usize::from(self.max_value) / steps) as u16);
        // Each colour is drawn up to the top, and the next one over it.
        for value in values {
            let step = [(0.0, f64::from(value) - 0.5), (1.0, end)];
            let step = Rectangle::new(step, self.colour(value).filled());
            chart.plotting_area().draw(&step)?;
        }
        let frame = Rectangle::new([(0.0, -0.5), (1.0, end)], colour::GREY);
        chart.plotting_area().draw(&frame)?;
        Ok(())
    }
}

impl Picture for Grundy {
    fn title(&self) -> String {
        let max = self.table.max();
        t!("Grundy values of Wythoff's game, piles up to {max}", max)
    }

    fn key(&self) -> Vec<Vec<Key>> {
        vec![vec![
            Key::words(t!(
                "value of a position: the least one that no move leads to"
            )),
            Key::mark(Mark::Square, WHITE, t!("0, cold")),
        ]]
    }

    fn size(&self) -> (i32, i32) {
        self.frame().size()
    }

    fn draw(&self, area: &Area<'_>) -> Result<()> {
        let max = self.table.max();
        let plane = Plane::new(area, &self.frame())?;
        self.scale(area)?;
        for (a, row) in (0..=max).filter_map(|a| Some((a, self.table.row(a)?))) {
            for (b, value) in row.enumerate() {
                let (x, y) = (a as f64, b as f64);
                let square = [(x - 0.5, y + 0.5), (x + 0.5, y - 0.5)];
                let square = Rectangle::new(square, self.colour(value).filled());
                plane.chart.plotting_area().draw(&square)?;
                if max > NUMBERS {
                    continue;
                }
                let on_dark = value != 0 && value < self.max_value / 2;
                let ink = if on_dark { &WHITE } else { &colour::BLACK };
                let style = text_style(SMALL, HPos::Center, VPos::Center).color(ink);
                let number = Text::new(value.to_string(), (x, y), style);
                plane.chart.plotting_area().draw(&number)?;
            }
        }
        Ok(())
    }
}
