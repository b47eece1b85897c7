//! `wythoff plot grundy`: the Grundy values as a heat map.

use super::axis;
use super::paper::{Area, Format, Key, Mark, Picture, SMALL, colour, heading, text_style};
use super::plane::{self, Frame, Plane};
use crate::messages::t;
use anyhow::{Result, bail};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use std::collections::BTreeMap;
use wythoff::game::GrundyTable;

/// Up to this pile the value is written in its square.
const NUMBERS: usize = 20;
/// Up to this pile an SVG, which has every square, has a size that viewers can handle.
const SVG: u16 = 200;
/// The approximate width of the map.
const SIDE: usize = 640;
/// The width of the scale to the right of the map.
const SCALE: i32 = 78;

/// The Grundy values of all positions up to a limit.
pub(super) struct Grundy {
    table: GrundyTable,
    max_value: u16,
    format: Format,
}

impl Grundy {
    pub(super) fn new(max: u16, format: Format) -> Result<Self> {
        if format == Format::Svg && max > SVG {
            bail!("--max {max} is too large for an SVG; write a .png file, or use at most {SVG}");
        }
        let max = usize::from(max);
        let Some(table) = GrundyTable::new(max) else {
            bail!(
                "--max {max} is too large; use at most {}",
                GrundyTable::LIMIT
            );
        };
        let rows = (0..=max).filter_map(|a| table.row(a));
        let max_value = rows.flatten().max().unwrap_or(0).max(1);
        Ok(Self {
            table,
            max_value,
            format,
        })
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

    fn key(&self) -> Vec<Vec<Key>> {
        vec![vec![
            Key::Words(t!(
                "value of a position: the least one that no move leads to"
            )),
            Key::Framed(Mark::Square, WHITE, t!("0, cold")),
        ]]
    }

    /// The squares, as one SVG path for each colour, because programs that read an SVG can't handle a million elements.
    /// `origin` is where the area of the plane begins.
    fn paths(&self, plane: &Plane<'_>, origin: (i32, i32)) -> String {
        let max = self.table.max();
        let mut paths: BTreeMap<(u8, u8, u8), String> = BTreeMap::new();
        for (a, row) in (0..=max).filter_map(|a| Some((a, self.table.row(a)?))) {
            for (b, value) in row.enumerate() {
                let (x, y) = (a as f64, b as f64);
                let (left, top) = plane.at((x - 0.5, y + 0.5));
                let (right, bottom) = plane.at((x + 0.5, y - 0.5));
                let (wide, high) = (right - left, bottom - top);
                let (left, top) = (left + origin.0, top + origin.1);
                let path = paths.entry(self.colour(value).rgb()).or_default();
                *path += &format!("M{left} {top}h{wide}v{high}h-{wide}z");
            }
        }
        let path = |((r, g, b), squares): (&(u8, u8, u8), &String)| {
            format!(
                "<path fill=\"#{r:02X}{g:02X}{b:02X}\" shape-rendering=\"crispEdges\" d=\"{squares}\"/>\n"
            )
        };
        paths.iter().map(path).collect()
    }

    /// Draws the colours and their values to the right of the map.
    fn scale(&self, area: &Area<'_>, plane: &Plane<'_>) -> Result<()> {
        let edge = plane.edge();
        let (left, bottom) = plane.at((edge, -0.5));
        let (_, top) = plane.at((edge, edge));
        let (left, right) = (left + 16, left + 32);
        let y = |value: f64| {
            let part = value / f64::from(self.max_value + 1);
            bottom - (part * f64::from(bottom - top)).round() as i32
        };
        // The scale has about this number of pixels. More steps would overlap.
        let steps = usize::from(self.max_value).min(256);
        let values = (0..=steps).map(|i| i * usize::from(self.max_value) / steps);
        let values: Vec<u16> = values.map(|v| v as u16).collect();
        for (i, &value) in values.iter().enumerate() {
            let next = values.get(i + 1).map_or(self.max_value + 1, |&v| v);
            let step = [(left, y(next.into())), (right, y(value.into()))];
            area.draw(&Rectangle::new(step, self.colour(value).filled()))?;
        }
        let frame = [(left, top), (right, bottom)];
        area.draw(&Rectangle::new(frame, colour::GREY))?;
        let style = text_style(SMALL, colour::BLACK, HPos::Left, VPos::Center);
        let between = axis::step(self.max_value.into(), 12).max(1.0) as usize;
        for value in (0..=self.max_value).step_by(between) {
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

    fn draw(&self, area: &Area<'_>) -> Result<String> {
        let max = self.table.max();
        let title = t!("Grundy values of Wythoff's game, piles up to {max}", max);
        let area = heading(area, &title, &self.key())?;
        let plane = Plane::new(&area, &self.frame())?;
        self.scale(&area, &plane)?;
        if max > NUMBERS && self.format == Format::Svg {
            let (left, top) = area.get_base_pixel();
            return Ok(self.paths(&plane, (left, top)));
        }
        for (a, row) in (0..=max).filter_map(|a| Some((a, self.table.row(a)?))) {
            for (b, value) in row.enumerate() {
                let (x, y) = (a as f64, b as f64);
                let square = [plane.at((x - 0.5, y + 0.5)), plane.at((x + 0.5, y - 0.5))];
                area.draw(&Rectangle::new(square, self.colour(value).filled()))?;
                if max > NUMBERS {
                    continue;
                }
                let on_dark = value != 0 && value < self.max_value / 2;
                let ink = if on_dark { WHITE } else { colour::BLACK };
                let style = text_style(SMALL, ink, HPos::Center, VPos::Center);
                area.draw(&Text::new(value.to_string(), plane.at((x, y)), style))?;
            }
        }
        Ok(String::new())
    }
}
