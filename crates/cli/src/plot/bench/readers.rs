//! `wythoff plot bench` of programs: the speed of each as a bar, beside `wythoff solve`, `wc -l` and the limit.
//!
//! Reads what `bench FILE -- ./reader --json` printed, a file for each program. A program has the name of its file.

use super::super::axis::Axis;
use super::super::paper::{
    Area, Key, MARGIN, Picture, SMALL, TEXT, colour, head, heading, text_style, width,
};
use super::run::{Run, gigabytes, of_seconds};
use crate::bench::measure::{median, ratios};
use crate::bench::measurement::{FLOOR, SOLVE};
use crate::messages::t;
use anyhow::{Result, bail, ensure};
use plotters::coord::ranged1d::{LightPoints, ValueFormatter as _};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// A bar: a program, or the limit.
#[derive(Debug)]
struct Bar {
    name: String,
    hue: RGBColor,
    /// The median over the rounds of its time divided by that of `wythoff solve` on the largest number of threads.
    ratio: f64,
    /// Bytes a second: the speed of that `wythoff solve` in all files, divided by the ratio. So bars of different files can be
    /// compared, even if the machine was slower for one of them.
    speed: f64,
}

/// The speeds of some programs on the same input, fastest first.
#[derive(Debug)]
pub(super) struct Readers {
    title: String,
    machine: String,
    bars: Vec<Bar>,
}

/// The times of a stage, from all files.
struct Stage {
    stage: String,
    threads: Option<u64>,
    seconds: Vec<f64>,
    ratios: Vec<f64>,
}

impl Readers {
    /// The speeds of programs. There is one run for each program, all with the same input.
    pub(super) fn new(runs: &[Run]) -> Result<Self> {
        let first = &runs[0];
        let mut stages: Vec<Stage> = Vec::new();
        for run in runs {
            let same = |run: &Run| (run.measured.bytes, run.measured.answers.clone());
            ensure!(
                same(run) == same(first),
                "{}: the input is not that of {}; measure every program on the same file",
                run.file,
                first.file
            );
            let solves = run.measured.rows.iter().filter(|row| row.stage == SOLVE);
            let Some(solve) = solves.max_by_key(|row| row.threads) else {
                bail!("{}: no stage `{SOLVE}`", run.file);
            };
            for row in &run.measured.rows {
                // The program's own stage is the only one that isn't shared by the files.
                let is_shared = [FLOOR, SOLVE, "wc -l"].contains(&row.stage.as_str());
                let stage = match is_shared {
                    true => row.stage.clone(),
                    false => run.stem.clone(),
                };
                let ratios = ratios(&row.seconds, &solve.seconds);
                let same =
                    |s: &&mut Stage| is_shared && (&s.stage, s.threads) == (&stage, row.threads);
                match stages.iter_mut().find(same) {
                    Some(known) => {
                        known.seconds.extend(&row.seconds);
                        known.ratios.extend(ratios);
                    }
                    None => stages.push(Stage {
                        stage,
                        threads: row.threads,
                        seconds: row.seconds.clone(),
                        ratios,
                    }),
                }
            }
        }
        // The limit is drawn once: on the largest number of threads.
        let limit = stages.iter().filter(|s| s.stage == FLOOR);
        let limit = limit.filter_map(|s| s.threads).max();
        stages.retain(|s| s.stage != FLOOR || s.threads == limit);
        let solves = stages.iter().filter(|s| s.stage == SOLVE);
        let solve = solves.max_by_key(|s| s.threads).expect("each run has one");
        let solve = of_seconds(first.measured.bytes, &solve.seconds).middle;
        let mut bars: Vec<Bar> = stages.iter().map(|s| s.bar(solve)).collect();
        bars.sort_by(|a, b| b.speed.total_cmp(&a.speed));
        let megabytes = format!("{:.0}", first.measured.bytes as f64 / 1e6);
        let cpu = &first.measured.cpu;
        Ok(Self {
            title: t!(
                "How fast programs answer a file of {megabytes} MB",
                megabytes
            ),
            machine: t!(
                "{cpu}; whole processes, medians of the rounds; 2x: takes twice as long as wythoff",
                cpu
            ),
            bars,
        })
    }

    fn max_speed(&self) -> f64 {
        let speeds = self.bars.iter().map(|bar| bar.speed);
        speeds.fold(0.0, f64::max)
    }

    fn key(&self) -> Vec<Vec<Key>> {
        vec![vec![Key::Words(self.machine.clone())]]
    }

    /// The width of the longest name.
    fn names(&self) -> i32 {
        let names = self.bars.iter().map(|bar| width(&bar.name, TEXT));
        names.max().unwrap_or(0) + MARGIN + 8
    }
}

impl Stage {
    fn bar(&self, solve: f64) -> Bar {
        let threads = match self.threads {
            Some(1) => t!("1 thread"),
            Some(n) => t!("{n} threads", n),
            None => String::new(),
        };
        let (name, hue) = match self.stage.as_str() {
            FLOOR => (t!("limit: read every byte"), colour::VERMILION),
            SOLVE => (t!("wythoff, {threads}", threads), colour::BLUE),
            other => (other.to_owned(), colour::GREY),
        };
        let ratio = median(&self.ratios);
        Bar {
            name,
            hue,
            ratio,
            speed: solve / ratio,
        }
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
        let ratio = match self.ratio {
            r if r < 9.95 => format!("{r:.1}"),
            r => format!("{r:.0}"),
        };
        format!("{} GB/s, {ratio}x", gigabytes(self.speed))
    }
}

impl Picture for Readers {
    fn size(&self) -> (u32, u32) {
        let labels = self.bars.iter().map(|bar| width(&bar.label(), TEXT));
        let plane = self.names() + BAR + labels.max().unwrap_or(0) + 8 + MARGIN;
        let key = width(&self.machine, SMALL) + 2 * MARGIN;
        let height = head(self.key().len()) + ROW * self.bars.len() as i32 + BELOW;
        (plane.max(key).max(640) as u32, height as u32)
    }

    fn draw(&self, area: &Area<'_>) -> Result<String> {
        let area = heading(area, &self.title, &self.key())?;
        let left = self.names();
        let bottom = ROW * self.bars.len() as i32;
        let most = self.max_speed() / 1e9;
        let axis = Axis::new(0.0..most, 8);
        let at = |speed: f64| axis.map(&speed, (left, left + BAR));
        for number in axis.key_points(LightPoints::new(8, 8)) {
            let x = at(number);
            area.draw(&PathElement::new([(x, 0), (x, bottom)], colour::PALE))?;
            let style = text_style(SMALL, colour::BLACK, HPos::Center, VPos::Top);
            area.draw(&Text::new(Axis::format(&number), (x, bottom + 6), style))?;
        }
        let style = text_style(SMALL, colour::BLACK, HPos::Center, VPos::Top);
        let words = t!("GB/s of input");
        area.draw(&Text::new(words, (left + BAR / 2, bottom + 26), style))?;
        for (i, bar) in self.bars.iter().enumerate() {
            let top = ROW * i as i32;
            let end = at(bar.speed / 1e9).max(left + 1);
            let corners = [(left, top + 5), (end, top + ROW - 5)];
            area.draw(&Rectangle::new(corners, bar.hue.filled()))?;
            let style = text_style(TEXT, colour::BLACK, HPos::Right, VPos::Center);
            let middle = top + ROW / 2;
            area.draw(&Text::new(bar.name.as_str(), (left - 8, middle), style))?;
            let style = text_style(TEXT, colour::BLACK, HPos::Left, VPos::Center);
            area.draw(&Text::new(bar.label(), (end + 8, middle), style))?;
        }
        Ok(String::new())
    }
}
