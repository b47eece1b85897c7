//! The stages of `wythoff bench`, below their limit. One run is shown with its stages side by side; several runs are shown
//! with one stage.

use super::super::paper::{
    Area, Chart, Key, MARGIN, Mark, Picture, Rect, SMALL, TEXT, axes, colour, mark, text_style,
    width,
};
use super::{BenchFile, gigabytes, in_threads};
use crate::args::plot::Stage;
use crate::bench::measurement::{FLOOR, Spread};
use crate::messages::t;
use anyhow::{Result, ensure};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// One column of a panel: a stage, or a regime.
struct Column {
    name: String,
    floor: Spread,
    /// The speed of each backend; "" is a stage without a backend.
    speeds: Vec<(String, Spread)>,
}

/// The speeds of some runs of `bench`, and their limit.
pub(super) struct Roofline {
    title: String,
    cpu: String,
    backends: Vec<String>,
    /// The columns that were measured on each number of threads.
    panels: Vec<(u64, Vec<Column>)>,
}

impl Roofline {
    /// With one run, its stages are shown side by side. With several runs, `stage` of each run is shown.
    pub(super) fn new(runs: &[BenchFile], stage: Stage) -> Result<Self> {
        let (stage, words) = match stage {
            Stage::Parse => ("parse", t!("Parsing")),
            Stage::Decide => ("decide", t!("Parsing and deciding")),
            Stage::Null => ("null", t!("Solving to /dev/null")),
            Stage::File => ("file", t!("Solving to a new file")),
            Stage::Replace => ("replace", t!("Solving to a file that is replaced")),
            Stage::Pipe => ("pipe", t!("Solving into a pipe")),
        };
        let first = &runs[0].measured;
        let (title, columns): (_, Vec<(&BenchFile, &str, &str)>) = match runs {
            [run] => {
                let mut names: Vec<&str> =
                    first.rows.iter().map(|r| r.stage.name.as_str()).collect();
                names.retain(|name| *name != FLOOR);
                let names = distinct(names).into_iter();
                (
                    t!("How fast each stage is: {name}", name = run.input()),
                    names.map(|name| (run, name, name)).collect(),
                )
            }
            _ => (
                t!("{words}: how fast each regime is", words),
                runs.iter().map(|run| (run, stage, run.input())).collect(),
            ),
        };
        let mut threads: Vec<u64> = first.rows.iter().filter_map(|r| r.stage.threads).collect();
        threads.sort_unstable();
        let panel = |threads| {
            let columns = columns.iter();
            let columns = columns.map(|(run, stage, name)| column(run, threads, stage, name));
            Ok((threads, columns.collect::<Result<Vec<_>>>()?))
        };
        let panels = distinct(threads).into_iter().map(panel);
        let panels = panels.collect::<Result<Vec<_>>>()?;
        let columns = panels.iter().flat_map(|(_, columns)| columns);
        let backends = columns.flat_map(|c| c.speeds.iter().map(|(name, _)| name.clone()));
        Ok(Self {
            title,
            cpu: first.cpu.clone(),
            backends: distinct(backends.collect()),
            panels,
        })
    }

    fn style_of(&self, backend: &str) -> (Mark, RGBColor) {
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
        match backend {
            "" => (Mark::Tip, colour::GREY),
            _ => STYLES[i % STYLES.len()],
        }
    }

    /// The largest speed of all panels.
    fn max_speed(&self) -> f64 {
        let columns = self.panels.iter().flat_map(|(_, columns)| columns);
        let speeds = columns.flat_map(|c| c.speeds.iter().map(|(_, s)| s).chain([&c.floor]));
        speeds.map(|s| s.upper).fold(0.0, f64::max)
    }

    fn panel(&self, area: &Area<'_>, threads: u64, columns: &[Column]) -> Result<()> {
        let style = text_style(TEXT, HPos::Left, VPos::Center);
        area.draw(&Text::new(in_threads(threads), (LEFT, 12), style))?;
        let right = columns.len() as f64;
        let mut chart = ChartBuilder::on(area)
            .margin_top(26)
            .margin_left(6)
            .margin_right(MARGIN)
            .margin_bottom(BELOW)
            .y_label_area_size(LEFT - 6)
            .build_cartesian_2d(0.0..right, 0.0..self.max_speed() * 1.1)?;
        axes(&mut chart)
            .disable_x_mesh()
            .x_labels(0)
            .y_labels(8)
            .y_desc(t!("GB/s of input"))
            .draw()?;
        let mut limit = None;
        for (i, column) in columns.iter().enumerate() {
            // The columns of one file have the same limit, which is written once.
            let is_new = limit.replace(column.floor.median) != limit;
            self.column(&chart, column, i as f64 + 0.5, is_new)?;
        }
        Ok(())
    }

    /// Draws a column around `middle`, with the speed of its limit if `writes_limit`.
    fn column(
        &self,
        chart: &Chart<'_>,
        column: &Column,
        middle: f64,
        writes_limit: bool,
    ) -> Result<()> {
        let plane = chart.plotting_area();
        let style = text_style(SMALL, HPos::Center, VPos::Top);
        let name = Text::new(column.name.clone(), (0, 8), style);
        plane.draw(&(EmptyElement::at((middle, 0.0)) + name))?;
        let limit = column.floor.median;
        let ends = [(middle - 0.42, limit), (middle + 0.42, limit)];
        plane.draw(&PathElement::new(ends, colour::VERMILION.stroke_width(4)))?;
        // Side by side, so that bars don't hide each other.
        let count = column.speeds.len() as f64;
        let mut marks = Vec::new();
        for (j, (backend, speed)) in column.speeds.iter().enumerate() {
            let x = middle + (j as f64 - (count - 1.0) / 2.0) * 0.8 / count.max(4.0);
            let (kind, hue) = self.style_of(backend);
            let ends = [(x, speed.lower), (x, speed.upper)];
            plane.draw(&PathElement::new(ends, hue.stroke_width(2)))?;
            mark(plane, kind, (x, speed.median), RADIUS, hue)?;
            let [(x, bottom), (_, top)] = ends.map(|end| chart.backend_coord(&end));
            marks.push(Rect {
                middle: (x, bottom.midpoint(top)),
                half: (RADIUS, (bottom - top) / 2 + RADIUS),
            });
        }
        if !writes_limit {
            return Ok(());
        }
        // In the middle above the line, else to the left or to the right, else below the line.
        let words = gigabytes(limit);
        let (x, y) = chart.backend_coord(&(middle, limit));
        let half = (width(&words, SMALL) / 2, 8);
        let offsets = [-13, 12].map(|down| [0, -COLUMN / 3, COLUMN / 3].map(|right| (right, down)));
        let is_free = |&(right, down): &(i32, i32)| {
            let middle = (x + right, y + down);
            Rect { middle, half }.is_free_of(&marks)
        };
        let free = offsets.into_iter().flatten().find(is_free);
        let (right, down) = free.unwrap_or((0, -13));
        let style = text_style(SMALL, HPos::Center, VPos::Bottom).color(&colour::VERMILION);
        let label = Text::new(words, (right, down + half.1), style);
        plane.draw(&(EmptyElement::at((middle, limit)) + label))?;
        Ok(())
    }
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
    fn title(&self) -> String {
        self.title.clone()
    }

    fn key(&self) -> Vec<Vec<Key>> {
        let cpu = match self.cpu.as_str() {
            "" => t!("unknown processor"),
            cpu => cpu.to_owned(),
        };
        let machine = t!(
            "{cpu}; medians of the rounds, bars from quartile to quartile",
            cpu
        );
        let limit = t!("limit: read every byte");
        let mut line = vec![Key::line(colour::VERMILION, 4, limit)];
        for name in &self.backends {
            let (kind, hue) = self.style_of(name);
            let words = match name.as_str() {
                "" => t!("no parser"),
                name => name.to_owned(),
            };
            line.push(Key::mark(kind, hue, words));
        }
        vec![vec![Key::words(machine)], line]
    }

    fn size(&self) -> (i32, i32) {
        let counts = self.panels.iter().map(|(_, columns)| columns.len() as i32);
        let columns = self.panels.iter().flat_map(|(_, columns)| columns);
        let widths = columns.map(|c| width(&c.name, SMALL) + 16);
        let width = widths.max().unwrap_or(0).max(COLUMN);
        let plane = LEFT + counts.max().unwrap_or(1) * width + MARGIN;
        (plane.max(WIDTH), PANEL * self.panels.len() as i32)
    }

    fn draw(&self, area: &Area<'_>) -> Result<()> {
        let parts = area.split_evenly((self.panels.len(), 1));
        for (part, (threads, columns)) in parts.iter().zip(&self.panels) {
            self.panel(part, *threads, columns)?;
        }
        Ok(())
    }
}

/// One stage of a run.
fn column(run: &BenchFile, threads: u64, stage: &str, name: &str) -> Result<Column> {
    let speeds = |stage: &str| {
        let rows = run.measured.rows.iter();
        let found = rows.filter(|r| r.stage.name == stage && r.stage.threads == Some(threads));
        let speed = found.map(|r| {
            let backend = r.stage.backend.clone().unwrap_or_default();
            (backend, run.measured.speed(r))
        });
        speed.collect::<Vec<_>>()
    };
    let (floor, speeds) = (speeds(FLOOR), speeds(stage));
    ensure!(
        !floor.is_empty() && !speeds.is_empty(),
        "{}: no stage `{stage}` on {threads} thread(s); use the same --threads for all files",
        run.file
    );
    Ok(Column {
        name: name.to_owned(),
        floor: floor[0].1,
        speeds,
    })
}

/// The values without duplicates, in their order.
fn distinct<T: PartialEq>(values: Vec<T>) -> Vec<T> {
    let mut found = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}
