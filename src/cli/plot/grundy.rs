//! `wythoff plot grundy`: the Grundy values as a heat map.

use super::axis;
use super::paper::{Area, Format, Key, Mark, Picture, SMALL, colour, heading, letters};
use super::plane::{self, Frame, Plane};
use anyhow::{Result, bail};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use wythoff::game::GrundyTable;

/// Up to here there is room for the value in its square.
const NUMBERS: usize = 20;
/// Up to here an SVG, which holds every square by itself, has a size that its readers can stand.
const SVG: u16 = 200;
/// About how wide the map is.
const SIDE: usize = 640;
/// Right of it: the scale.
const SCALE: i32 = 78;

/// The Grundy values of all positions up to a limit.
pub(super) struct Grundy {
    table: GrundyTable,
    most: u16,
}

impl Grundy {
    pub(super) fn new(max: u16, format: Format) -> Result<Self> {
        if format == Format::Svg && max > SVG {
            bail!("--max {max} is too much for an SVG; name a .png, or ask for {SVG} at most");
        }
        let max = usize::from(max);
        let Some(table) = GrundyTable::new(max) else {
            bail!(
                "--max {max} is too much; ask for {} at most",
                GrundyTable::LIMIT
            );
        };
        let rows = (0..=max).filter_map(|a| table.row(a));
        let most = rows.flatten().max().unwrap_or(0).max(1);
        Ok(Self { table, most })
    }

    /// Of a value above 0, which white is for.
    fn colour(&self, value: u16) -> RGBColor {
        match value {
            0 => WHITE,
            _ => ViridisRGB.get_color(f64::from(value) / f64::from(self.most)),
        }
    }

    /// Every square has the same whole number of units: no pattern that isn't in the values.
    fn frame(&self) -> Frame {
        let squares = self.table.max() + 1;
        Frame {
            side: (squares * SIDE.div_ceil(squares)) as i32,
            right: SCALE,
            ..Frame::new(self.table.max() as u64)
        }
    }

    fn key(&self) -> Vec<Vec<Key>> {
        vec![vec![
            Key::Words("value of a position: the least one that no move leads to".into()),
            Key::Framed(Mark::Square, WHITE, "0, cold".into()),
        ]]
    }

    /// The colours with their values, right of the map.
    fn scale<B: DrawingBackend>(&self, area: &Area<B>, plane: &Plane<'_, B>) -> Result<()>
    where
        B::ErrorType: 'static,
    {
        let edge = plane.edge();
        let (left, bottom) = plane.at((edge, -0.5));
        let (_, top) = plane.at((edge, edge));
        let (left, right) = (left + 16, left + 32);
        let y = |value: f64| {
            let part = value / f64::from(self.most + 1);
            bottom - (part * f64::from(bottom - top)).round() as i32
        };
        // More steps than units would be drawn over each other.
        let steps = usize::from(self.most).min(256);
        let values = (0..=steps).map(|i| i * usize::from(self.most) / steps);
        let values: Vec<u16> = values.map(|v| v as u16).collect();
        for (i, &value) in values.iter().enumerate() {
            let next = values.get(i + 1).map_or(self.most + 1, |&v| v);
            let step = [(left, y(next.into())), (right, y(value.into()))];
            area.draw(&Rectangle::new(step, self.colour(value).filled()))?;
        }
        let frame = [(left, top), (right, bottom)];
        area.draw(&Rectangle::new(frame, colour::GREY))?;
        let style = letters(SMALL, colour::BLACK, HPos::Left, VPos::Center);
        let between = axis::step(self.most.into(), 12).max(1.0) as usize;
        for value in (0..=self.most).step_by(between) {
            let at = (right + 6, y(f64::from(value) + 0.5));
            area.draw(&Text::new(value.to_string(), at, style.clone()))?;
        }
        Ok(())
    }
}

impl Picture for Grundy {
    fn size(&self) -> (u32, u32) {
        plane::size(&self.frame(), self.key().len())
    }

    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Result<()>
    where
        B::ErrorType: 'static,
    {
        let max = self.table.max();
        let title = format!("Grundy values of Wythoff's game, piles up to {max}");
        let area = heading(area, &title, &self.key())?;
        let plane = Plane::new(&area, &self.frame())?;
        let squares = (0..=max).filter_map(|a| Some((a, self.table.row(a)?)));
        for (a, row) in squares {
            for (b, value) in row.enumerate() {
                let (x, y) = (a as f64, b as f64);
                let square = [plane.at((x - 0.5, y + 0.5)), plane.at((x + 0.5, y - 0.5))];
                let hue = self.colour(value);
                area.draw(&Rectangle::new(square, hue.filled()))?;
                if max <= NUMBERS {
                    let on_dark = value != 0 && value < self.most / 2;
                    let ink = if on_dark { WHITE } else { colour::BLACK };
                    let style = letters(SMALL, ink, HPos::Center, VPos::Center);
                    area.draw(&Text::new(value.to_string(), plane.at((x, y)), style))?;
                }
            }
        }
        self.scale(&area, &plane)
    }
}
