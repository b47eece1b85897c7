//! The stages of `wythoff bench`, below their limit. One run is shown with its stages side by side; several runs are shown
//! with one stage.

use super::super::axis::Axis;
use super::super::paper::{
    Area, Key, MARGIN, Mark, Picture, SMALL, TEXT, colour, head, heading, mark, text_style, width,
};
use super::run::{Run, Speed, gigabytes};
use crate::args::plot::Stage;
use crate::bench::measurement::{FLOOR, Row};
use crate::messages::t;
use anyhow::{Result, ensure};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// One column of a panel: a stage, or a regime.
#[derive(Debug)]
struct Column {
    name: String,
    floor: Speed,
    /// The speed of each backend; "" is a stage without a backend.
    speeds: Vec<(String, Speed)>,
}

/// The columns that were measured on this number of threads.
#[derive(Debug)]
struct Panel {
    threads: u64,
    columns: Vec<Column>,
}

/// The speeds of some runs of `bench`, and their limit.
#[derive(Debug)]
pub(super) struct Roofline {
    title: String,
    machine: String,
    backends: Vec<String>,
    panels: Vec<Panel>,
}

impl Roofline {
    /// With one run, its stages are shown side by side. With several runs, `stage` of each run is shown.
    pub(super) fn new(runs: &[Run], stage: Stage) -> Result<Self> {
        let (stage, words) = match stage {
            Stage::Parse => ("parse", t!("Parsing")),
            Stage::Decide => ("decide", t!("Parsing and deciding")),
            Stage::Null => ("null", t!("Solving to /dev/null")),
            Stage::File => ("file", t!("Solving to a new file")),
            Stage::Replace => ("replace", t!("Solving to a file that is replaced")),
            Stage::Pipe => ("pipe", t!("Solving into a pipe")),
        };
        let first = &runs[0];
        let title = match runs {
            [run] => t!("How fast each stage is: {name}", name = run.name),
            _ => t!("{words}: how fast each regime is", words),
        };
        let mut panels = Vec::new();
        for threads in first.threads() {
            let mut panel = Panel {
                threads,
                columns: Vec::new(),
            };
            for run in runs {
                if runs.len() == 1 {
                    panel.columns = stages(run, threads)?;
                } else {
                    panel.columns.push(column(run, threads, stage)?);
                }
            }
            panels.push(panel);
        }
        let mut backends: Vec<String> = Vec::new();
        for (name, _) in panels
            .iter()
            .flat_map(|p| &p.columns)
            .flat_map(|c| &c.speeds)
        {
            if !backends.contains(name) {
                backends.push(name.clone());
            }
        }
        let cpu = match first.measured.cpu.as_str() {
            "" => t!("unknown processor"),
            cpu => cpu.to_owned(),
        };
        Ok(Self {
            title,
            machine: t!(
                "{cpu}; medians of the rounds, bars from quartile to quartile",
                cpu
            ),
            backends,
            panels,
        })
    }

    fn style_of(&self, backend: &str) -> (Mark, RGBColor, i32) {
        const STYLES: [(Mark, RGBColor); 6] = [
            (Mark::Square, colour::PURPLE),
            (Mark::Triangle, colour::GREEN),
            (Mark::Diamond, colour::SKY),
            (Mark::Dot, colour::BLUE),
            (Mark::Square, colour::ORANGE),
            (Mark::Triangle, colour::BLACK),
        ];
        // In the order of the file, slowest backend first.
        let named = self.backends.iter().filter(|b| !b.is_empty());
        let i = named.take_while(|b| *b != backend).count();
        let (mark, hue) = match backend {
            "" => (Mark::Tip, colour::GREY),
            _ => STYLES[i % STYLES.len()],
        };
        (mark, hue, RADIUS)
    }

    fn key(&self) -> Vec<Vec<Key>> {
        let mut line = vec![Key::Line(
            colour::VERMILION,
            4,
            t!("limit: read every byte"),
        )];
        for name in &self.backends {
            let (mark, hue, _) = self.style_of(name);
            let words = if name.is_empty() {
                t!("no parser")
            } else {
                name.clone()
            };
            line.push(Key::Mark(mark, hue, words));
        }
        vec![vec![Key::Words(self.machine.clone())], line]
    }

    fn max_speed(&self) -> f64 {
        let columns = self.panels.iter().flat_map(|p| &p.columns);
        let speeds = columns.flat_map(|c| c.speeds.iter().map(|(_, s)| s).chain([&c.floor]));
        speeds.map(|s| s.upper).fold(0.0, f64::max)
    }

    fn panel(&self, area: &Area<'_>, panel: &Panel) -> Result<()> {
        let words = match panel.threads {
            1 => t!("1 thread"),
            n => t!("{n} threads", n),
        };
        let style = text_style(TEXT, colour::BLACK, HPos::Left, VPos::Center);
        area.draw(&Text::new(words, (LEFT, 12), style))?;
        let right = panel.columns.len() as f64;
        let mut chart = ChartBuilder::on(area)
            .margin_top(26)
            .margin_left(6)
            .margin_right(MARGIN)
            .margin_bottom(BELOW)
            .y_label_area_size(LEFT - 6)
            .build_cartesian_2d(
                Axis::new(0.0..right, 1),
                Axis::new(0.0..self.max_speed() / 1e9 * 1.1, 8),
            )?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .y_max_light_lines(0)
            .bold_line_style(colour::PALE)
            .axis_style(colour::GREY)
            .label_style(text_style(SMALL, colour::BLACK, HPos::Center, VPos::Center))
            .axis_desc_style(text_style(TEXT, colour::BLACK, HPos::Center, VPos::Center))
            .y_desc(t!("GB/s of input"))
            .draw()?;
        let (left, top) = area.get_base_pixel();
        let at = |x: f64, speed: f64| {
            let (x, y) = chart.backend_coord(&(x, speed / 1e9));
            (x - left, y - top)
        };
        for (i, column) in panel.columns.iter().enumerate() {
            let middle = i as f64 + 0.5;
            let (x, bottom) = at(middle, 0.0);
            let style = text_style(SMALL, colour::BLACK, HPos::Center, VPos::Top);
            area.draw(&Text::new(column.name.as_str(), (x, bottom + 8), style))?;
            let line = |from, to, hue: RGBColor, wide| {
                area.draw(&PathElement::new([from, to], hue.stroke_width(wide)))
            };
            let roof = column.floor.middle;
            line(
                at(middle - 0.42, roof),
                at(middle + 0.42, roof),
                colour::VERMILION,
                4,
            )?;
            // Side by side, so that bars don't hide each other.
            let count = column.speeds.len() as f64;
            let mut marks = Vec::new();
            for (j, (backend, speed)) in column.speeds.iter().enumerate() {
                let x = middle + (j as f64 - (count - 1.0) / 2.0) * 0.8 / count.max(4.0);
                let (kind, hue, radius) = self.style_of(backend);
                line(at(x, speed.lower), at(x, speed.upper), hue, 2)?;
                mark(area, kind, at(x, speed.middle), radius, hue)?;
                marks.push((at(x, speed.lower), at(x, speed.upper)));
            }
            // The columns of one file have the same limit.
            let before = i.checked_sub(1).map(|i| panel.columns[i].floor.middle);
            if before != Some(roof) {
                label_limit(area, roof, at(middle, roof), &marks)?;
            }
        }
        Ok(())
    }
}

/// A place of the picture.
type Place = (i32, i32);

/// Writes the speed of the limit at its line, where no bar or mark (each between two places) hides it: in the middle above
/// the line, else to the left or to the right, else below the line.
fn label_limit(area: &Area<'_>, speed: f64, (x, y): Place, marks: &[(Place, Place)]) -> Result<()> {
    let words = gigabytes(speed);
    let half = width(&words, SMALL) / 2 + RADIUS;
    let beside = [0, -COLUMN / 3, COLUMN / 3];
    let places = [-5, 20].map(|down| beside.map(|right| (x + right, y + down)));
    let is_free = |&(x, bottom): &Place| {
        marks.iter().all(|&((at, low), (_, high))| {
            (at - x).abs() > half || low + RADIUS < bottom - 16 || high - RADIUS > bottom
        })
    };
    let free = places.into_iter().flatten().find(is_free);
    let place = free.unwrap_or((x, y - 5));
    let style = text_style(SMALL, colour::VERMILION, HPos::Center, VPos::Bottom);
    area.draw(&Text::new(words, place, style))?;
    Ok(())
}

/// The radius of a mark.
const RADIUS: i32 = 6;
/// Space to the left of a panel.
const LEFT: i32 = 60;
/// Space below a panel, for the names of the columns.
const BELOW: i32 = 34;
/// Height of a panel.
const PANEL: i32 = 330;
/// The smallest width of a column.
const COLUMN: i32 = 96;
/// The smallest width of the picture.
const WIDTH: i32 = 640;

impl Picture for Roofline {
    fn size(&self) -> (u32, u32) {
        let columns = self
            .panels
            .iter()
            .map(|p| p.columns.len())
            .max()
            .unwrap_or(1) as i32;
        let names = self.panels.iter().flat_map(|p| &p.columns);
        let name = names.map(|c| width(&c.name, SMALL) + 16).max().unwrap_or(0);
        let plane = LEFT + columns * COLUMN.max(name) + MARGIN;
        let height = head(self.key().len()) + PANEL * self.panels.len() as i32;
        (plane.max(WIDTH) as u32, height as u32)
    }

    fn draw(&self, area: &Area<'_>) -> Result<String> {
        let area = heading(area, &self.title, &self.key())?;
        let parts = area.split_evenly((self.panels.len(), 1));
        for (part, panel) in parts.iter().zip(&self.panels) {
            self.panel(part, panel)?;
        }
        Ok(String::new())
    }
}

/// The stages of a run, except the floor, in the order of the file.
fn stages(run: &Run, threads: u64) -> Result<Vec<Column>> {
    let mut names: Vec<&str> = Vec::new();
    for row in &run.measured.rows {
        if row.stage != FLOOR && !names.contains(&row.stage.as_str()) {
            names.push(&row.stage);
        }
    }
    let named = |&name: &&str| {
        let column = column(run, threads, name)?;
        let name = name.to_owned();
        Ok(Column { name, ..column })
    };
    names.iter().map(named).collect()
}

/// One stage of a run.
fn column(run: &Run, threads: u64, stage: &str) -> Result<Column> {
    let here = |name: &str| {
        let rows = run.measured.rows.iter();
        let found = rows.filter(|r| r.stage == name && r.threads == Some(threads));
        let entry = |r: &Row| (r.backend.clone().unwrap_or_default(), run.speed(r));
        found.map(entry).collect::<Vec<_>>()
    };
    let floor = here(FLOOR);
    let speeds = here(stage);
    ensure!(
        !floor.is_empty() && !speeds.is_empty(),
        "{}: no stage `{stage}` on {threads} thread(s); use the same --threads for all files",
        run.file
    );
    Ok(Column {
        name: run.name.clone(),
        floor: floor[0].1,
        speeds,
    })
}
