//! `wythoff plot bench`: the speeds that `bench --json` measured, as bars.
//!
//! Files of `bench FILE -- ./reader` are compared as programs. One other file shows its stages, several show their regimes.

use super::paper::{Area, Key, MARGIN, Picture, SMALL, TEXT, axes, colour, text_style, width};
use crate::bench::measurement::{FLOOR, Measurement, READER, Row, SOLVE, median, ratios};
use crate::messages::t;
use anyhow::{Context as _, Result, bail, ensure};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use std::path::{Path, PathBuf};
use wythoff::internal::shown_path;

/// Bars under each other, and what is written above them.
pub(super) struct Bars {
    title: String,
    /// The machine, and what the numbers mean.
    about: String,
    lines: Vec<Line>,
}

/// A line of the picture.
enum Line {
    Heading(String),
    Bar(Bar),
}

struct Bar {
    name: String,
    hue: RGBColor,
    /// In GB/s.
    speed: f64,
    /// The text after the bar.
    label: String,
}

impl Bar {
    /// The bar of `row`, which takes `ratio` times as long as a run at `speed`.
    fn new(name: String, row: &Row, speed: f64, ratio: f64) -> Self {
        let hue = match row.stage.as_str() {
            FLOOR => colour::VERMILION,
            _ if row.backend.is_some() => colour::BLUE,
            _ => colour::GREY,
        };
        let speed = speed / ratio;
        let digits = match speed {
            s if s < 1.0 => 2,
            s if s < 10.0 => 1,
            _ => 0,
        };
        let label = format!("{speed:.digits$} GB/s, ");
        let digits = if ratio < 9.95 { 1 } else { 0 };
        let label = label + &format!("{ratio:.digits$}x");
        Self {
            name,
            hue,
            speed,
            label,
        }
    }
}

/// The speed in GB/s of a stage with these times.
fn gigabytes(bytes: u64, seconds: &[f64]) -> f64 {
    bytes as f64 / median(seconds) / 1e9
}

/// Reads files of `bench --json`, and chooses the picture: of programs if each file has a program, of stages if none has.
pub(super) fn picture(files: &[PathBuf]) -> Result<Bars> {
    let files = files.iter().map(PathBuf::as_path);
    let read = files.map(|file| anyhow::Ok((file, read(file)?)));
    let runs: Vec<_> = read.collect::<Result<_>>()?;
    let (with, without): (Vec<_>, Vec<_>) = runs.iter().partition(|(_, run)| run.command.is_some());
    match (with.first(), without.first()) {
        (Some((with, _)), Some((without, _))) => bail!(
            "{} measures a program after --, and {} does not; draw them in separate pictures",
            shown_path(with),
            shown_path(without)
        ),
        (Some(_), None) => programs(&runs),
        _ => Ok(stages(&runs)),
    }
}

/// Reads a file that `bench --json` printed.
fn read(file: &Path) -> Result<Measurement> {
    let name = shown_path(file);
    let text =
        std::fs::read_to_string(file).map_err(|e| wythoff::Error::from(e).about(name.as_str()))?;
    let json: serde_json::Value = serde_json::from_str(&text).ok().with_context(|| {
        format!("{name}: not JSON; expected the output of `wythoff bench --json`")
    })?;
    // Another kind of JSON becomes an empty measurement, which is not whole.
    let measured: Measurement = serde_json::from_value(json).unwrap_or_default();
    let is_whole = |row: &Row| {
        !row.seconds.is_empty()
            && row.seconds.iter().all(|&t| t > 0.0)
            && measured.floor(row).is_some()
    };
    ensure!(
        measured.bytes > 0 && !measured.rows.is_empty() && measured.rows.iter().all(is_whole),
        "{name}: not the output of `wythoff bench --json` of this version"
    );
    Ok(measured)
}

/// The stages of one file, or the regimes of several, with the limit of each.
fn stages(runs: &[(&Path, Measurement)]) -> Bars {
    let mut groups = Vec::new();
    for (_, run) in runs {
        let rows = run.rows.iter();
        for floor in rows.clone().filter(|row| row.stage == FLOOR) {
            let threads = floor.threads.unwrap_or_default();
            let is_shown = |row: &&Row| runs.len() == 1 || [FLOOR, "null"].contains(&&*row.stage);
            let rows = rows.clone().filter(is_shown);
            let bars = rows.filter(|row| row.threads == floor.threads);
            let bars = bars.map(|row| {
                let name = match (row.stage.as_str(), &row.backend) {
                    (FLOOR, _) => t!("limit: read every byte"),
                    (stage, Some(backend)) => format!("{stage}, {backend}"),
                    (stage, None) => stage.to_owned(),
                };
                let ratio = median(&ratios(&row.seconds, &floor.seconds));
                Line::Bar(Bar::new(
                    name,
                    row,
                    gigabytes(run.bytes, &floor.seconds),
                    ratio,
                ))
            });
            let heading = format!("{}, {}", input(run), in_threads(threads));
            let lines: Vec<_> = [Line::Heading(heading)].into_iter().chain(bars).collect();
            groups.push((threads, lines));
        }
    }
    groups.sort_by_key(|(threads, _)| *threads);
    let first = &runs[0].1;
    Bars {
        title: match runs {
            [_] => t!("How fast each stage is: {name}", name = input(first)),
            _ => t!("Solving to /dev/null: how fast each regime is"),
        },
        about: t!(
            "{cpu}; medians of the rounds; 2x: takes twice as long as the limit",
            cpu = first.cpu
        ),
        lines: groups.into_iter().flat_map(|(_, lines)| lines).collect(),
    }
}

/// Programs on the same input, fastest first, with `wythoff solve`, `wc -l` and the limit. The times of each
/// file are divided by those of its own `wythoff solve`, so that bars can be compared even if the machine was slower for one.
fn programs(runs: &[(&Path, Measurement)]) -> Result<Bars> {
    let (first_file, first) = &runs[0];
    let mut solves = Vec::new();
    let mut rows: Vec<(String, &Row, Vec<f64>)> = Vec::new();
    for (file, run) in runs {
        ensure!(
            (run.bytes, &run.answers) == (first.bytes, &first.answers),
            "{}: the input is not that of {}; measure every program on the same file",
            shown_path(file),
            shown_path(first_file)
        );
        let no_solve = || format!("{}: no stage `{SOLVE}`", shown_path(file));
        let solve = run.solve().with_context(no_solve)?;
        solves.extend(&solve.seconds);
        for row in &run.rows {
            let threads = row.threads;
            let name = match row.stage.as_str() {
                READER => shown_path(file.file_stem().map_or(file, Path::new)),
                // The limit is drawn once: on the largest number of threads.
                FLOOR if threads != solve.threads => continue,
                FLOOR => t!("limit: read every byte"),
                SOLVE => t!(
                    "wythoff, {threads}",
                    threads = threads.map(in_threads).unwrap_or_default()
                ),
                other => other.to_owned(),
            };
            let ratios = ratios(&row.seconds, &solve.seconds);
            // Each program has one file. All files have the other stages.
            match rows
                .iter_mut()
                .find(|(known, ..)| *known == name && row.stage != READER)
            {
                Some((.., known)) => known.extend(ratios),
                None => rows.push((name, row, ratios)),
            }
        }
    }
    let speed = gigabytes(first.bytes, &solves);
    let bar =
        |(name, row, ratios): (String, &Row, Vec<f64>)| Bar::new(name, row, speed, median(&ratios));
    let mut bars: Vec<_> = rows.into_iter().map(bar).collect();
    bars.sort_by(|a, b| b.speed.total_cmp(&a.speed));
    Ok(Bars {
        title: t!(
            "How fast programs answer a file of {megabytes} MB",
            megabytes = format!("{:.0}", first.bytes as f64 / 1e6)
        ),
        about: t!(
            "{cpu}; whole processes, medians of the rounds; 2x: takes twice as long as wythoff",
            cpu = first.cpu
        ),
        lines: bars.into_iter().map(Line::Bar).collect(),
    })
}

/// The regime, or the name of the input file.
fn input(run: &Measurement) -> &str {
    let made = run.input.strip_prefix("regime ");
    let name = made.and_then(|made| made.split(',').next());
    let name = name.unwrap_or(&run.input);
    name.rsplit('/').next().unwrap_or(name)
}

fn in_threads(threads: u64) -> String {
    match threads {
        1 => t!("1 thread"),
        n => t!("{n} threads", n),
    }
}

/// Height of a line with the space around it.
const LINE: i32 = 27;
/// Width of the longest bar.
const BAR: i32 = 420;
/// Space below the bars, for the numbers of the axis.
const BELOW: i32 = 52;

impl Bars {
    fn bars(&self) -> impl Iterator<Item = &Bar> {
        self.lines.iter().filter_map(|line| match line {
            Line::Bar(bar) => Some(bar),
            Line::Heading(_) => None,
        })
    }

    /// The width of the longest name and the space around it.
    fn names(&self) -> i32 {
        let names = self.bars().map(|bar| width(&bar.name, TEXT));
        names.max().unwrap_or(0) + 2 * MARGIN + 10
    }
}

impl Picture for Bars {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn key(&self) -> Vec<Vec<Key>> {
        vec![vec![Key::words(self.about.clone())]]
    }

    fn size(&self) -> (i32, i32) {
        let labels = self.bars().map(|bar| width(&bar.label, TEXT));
        let plane = self.names() + BAR + labels.max().unwrap_or(0) + 8 + MARGIN;
        let key = width(&self.about, SMALL) + 2 * MARGIN;
        let height = LINE * self.lines.len() as i32 + BELOW;
        (plane.max(key).max(640), height)
    }

    fn draw(&self, area: &Area<'_>) -> Result<()> {
        let fastest = self.bars().map(|bar| bar.speed).fold(0.0, f64::max);
        let mut chart = ChartBuilder::on(area)
            .y_label_area_size(self.names())
            .x_label_area_size(BELOW)
            .margin_right(self.size().0 - self.names() - BAR)
            .build_cartesian_2d(0.0..fastest, self.lines.len() as f64..0.0)?;
        axes(&mut chart)
            .disable_y_mesh()
            .x_labels(9)
            .y_labels(0)
            .x_desc(t!("GB/s of input"))
            .draw()?;
        let plane = chart.plotting_area();
        let text = |text: &str, (x, y): (f64, f64), right: i32, side: HPos| {
            let style = text_style(TEXT, side, VPos::Center);
            let text = Text::new(text.to_owned(), (right, 0), style);
            plane.draw(&(EmptyElement::at((x, y)) + text))
        };
        for (i, line) in self.lines.iter().enumerate() {
            let middle = i as f64 + 0.5;
            match line {
                Line::Heading(words) => text(words, (0.0, middle), 8, HPos::Left)?,
                Line::Bar(bar) => {
                    let corners = [(0.0, middle - 0.33), (bar.speed, middle + 0.33)];
                    plane.draw(&Rectangle::new(corners, bar.hue.filled()))?;
                    text(&bar.name, (0.0, middle), -8, HPos::Right)?;
                    text(&bar.label, (bar.speed, middle), 8, HPos::Left)?;
                }
            }
        }
        Ok(())
    }
}
