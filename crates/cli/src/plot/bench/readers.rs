//! `wythoff plot bench` of programs: the speed of each as a bar, beside `wythoff solve`, `wc -l` and the limit.
//!
//! Reads what `bench FILE -- ./reader --json` printed, a file for each program. A program has the name of its file.

use super::super::paper::{
    Area, Key, MARGIN, Picture, SMALL, TEXT, axes, colour, text_style, width,
};
use super::{BenchFile, gigabytes, in_threads};
use crate::bench::measurement::{FLOOR, READER, SOLVE, median, ratios};
use crate::messages::t;
use anyhow::{Result, bail, ensure};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// The speeds of some programs on the same input, fastest first.
pub(super) struct Readers {
    megabytes: String,
    cpu: String,
    bars: Vec<Bar>,
}

/// A bar: a program, or the limit.
struct Bar {
    name: String,
    hue: RGBColor,
    /// The median over the rounds of its time divided by that of `wythoff solve` on the largest number of threads.
    ratio: f64,
    /// The speed of that `wythoff solve` in all files, divided by the ratio, in GB/s. So bars of different files can be
    /// compared, even if the machine was slower for one of them.
    speed: f64,
}

impl Readers {
    /// The speeds of programs. There is one run for each program, all with the same input.
    pub(super) fn new(runs: &[BenchFile]) -> Result<Self> {
        let first = &runs[0];
        let mut stages: Vec<(String, RGBColor, Vec<f64>)> = Vec::new();
        let mut solves = Vec::new();
        for run in runs {
            let input = |run: &BenchFile| (run.measured.bytes, run.measured.answers.clone());
            ensure!(
                input(run) == input(first),
                "{}: the input is not that of {}; measure every program on the same file",
                run.file,
                first.file
            );
            let Some(solve) = run.measured.solve() else {
                bail!("{}: no stage `{SOLVE}`", run.file);
            };
            solves.extend(&solve.seconds);
            for row in &run.measured.rows {
                // The limit is drawn once: on the largest number of threads.
                let limit = run.measured.floor(row);
                if row.stage.name == FLOOR
                    && limit.is_some_and(|limit| limit.stage.threads != row.stage.threads)
                {
                    continue;
                }
                let (name, hue) = match row.stage.name.as_str() {
                    FLOOR => (t!("limit: read every byte"), colour::VERMILION),
                    SOLVE => {
                        let threads = row.stage.threads.map(in_threads).unwrap_or_default();
                        (t!("wythoff, {threads}", threads), colour::BLUE)
                    }
                    READER => (run.stem.clone(), colour::GREY),
                    other => (other.to_owned(), colour::GREY),
                };
                let ratios = ratios(&row.seconds, &solve.seconds);
                // Each program has one file. All files have the other stages.
                let known = stages.iter_mut().find(|(known, ..)| *known == name);
                match known.filter(|_| row.stage.name != READER) {
                    Some((.., known)) => known.extend(ratios),
                    None => stages.push((name, hue, ratios)),
                }
            }
        }
        let bytes = first.measured.bytes as f64;
        let speed = bytes / median(&solves) / 1e9;
        let bar = |(name, hue, ratios): (String, RGBColor, Vec<f64>)| {
            let ratio = median(&ratios);
            Bar {
                name,
                hue,
                ratio,
                speed: speed / ratio,
            }
        };
        let mut bars: Vec<Bar> = stages.into_iter().map(bar).collect();
        bars.sort_by(|a, b| b.speed.total_cmp(&a.speed));
        Ok(Self {
            megabytes: format!("{:.0}", bytes / 1e6),
            cpu: first.measured.cpu.clone(),
            bars,
        })
    }

    /// The width of the longest name.
    fn names(&self) -> i32 {
        let names = self.bars.iter().map(|bar| width(&bar.name, TEXT));
        names.max().unwrap_or(0) + MARGIN + 8
    }

    fn machine(&self) -> String {
        t!(
            "{cpu}; whole processes, medians of the rounds; 2x: takes twice as long as wythoff",
            cpu = self.cpu
        )
    }
}

/// Height of a bar with the space around it.
const ROW: i32 = 30;
/// Width of the longest bar.
const BAR: i32 = 420;
/// Space below the bars, for the numbers of the axis.
const BELOW: i32 = 52;

impl Bar {
    /// The text after the bar.
    fn label(&self) -> String {
        let digits = if self.ratio < 9.95 { 1 } else { 0 };
        let speed = gigabytes(self.speed);
        format!("{speed} GB/s, {:.digits$}x", self.ratio)
    }
}

impl Picture for Readers {
    fn title(&self) -> String {
        t!(
            "How fast programs answer a file of {megabytes} MB",
            megabytes = self.megabytes
        )
    }

    fn key(&self) -> Vec<Vec<Key>> {
        vec![vec![Key::words(self.machine())]]
    }

    fn size(&self) -> (i32, i32) {
        let labels = self.bars.iter().map(|bar| width(&bar.label(), TEXT));
        let plane = self.names() + BAR + labels.max().unwrap_or(0) + 8 + MARGIN;
        let key = width(&self.machine(), SMALL) + 2 * MARGIN;
        let height = ROW * self.bars.len() as i32 + BELOW;
        (plane.max(key).max(640), height)
    }

    fn draw(&self, area: &Area<'_>) -> Result<()> {
        let mut chart = ChartBuilder::on(area)
            .y_label_area_size(self.names())
            .x_label_area_size(BELOW)
            .margin_right(self.size().0 - self.names() - BAR)
            .build_cartesian_2d(0.0..self.bars[0].speed, self.bars.len() as f64..0.0)?;
        axes(&mut chart)
            .disable_y_mesh()
            .x_labels(9)
            .y_labels(0)
            .x_desc(t!("GB/s of input"))
            .draw()?;
        let plane = chart.plotting_area();
        for (i, bar) in self.bars.iter().enumerate() {
            let top = i as f64;
            let corners = [(0.0, top + 0.17), (bar.speed, top + 0.83)];
            plane.draw(&Rectangle::new(corners, bar.hue.filled()))?;
            let style = text_style(TEXT, HPos::Right, VPos::Center);
            let name = Text::new(bar.name.clone(), (-8, 0), style);
            plane.draw(&(EmptyElement::at((0.0, top + 0.5)) + name))?;
            let style = text_style(TEXT, HPos::Left, VPos::Center);
            let label = Text::new(bar.label(), (8, 0), style);
            plane.draw(&(EmptyElement::at((bar.speed, top + 0.5)) + label))?;
        }
        Ok(())
    }
}
