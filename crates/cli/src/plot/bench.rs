//! `wythoff plot bench`: the speeds that `bench --json` measured.
//!
//! Reads that JSON. Files of `bench FILE -- ./reader` give the picture `readers`, all others `roofline`.

mod readers;
mod roofline;

use super::paper::Picture;
use crate::args::plot::Stage;
use crate::bench::measurement::Measurement;
use crate::messages::t;
use anyhow::{Result, bail};
use readers::Readers;
use roofline::Roofline;
use std::path::{Path, PathBuf};
use wythoff::internal::shown_path;

/// One file of `bench --json`.
struct BenchFile {
    /// The name of the file in messages.
    file: String,
    /// The name of the file without folder and extension.
    stem: String,
    measured: Measurement,
}

impl BenchFile {
    fn read(path: &Path) -> Result<Self> {
        Ok(Self {
            file: shown_path(path),
            stem: shown_path(path.file_stem().map_or(path, Path::new)),
            measured: Measurement::read(path)?,
        })
    }

    /// The regime, or the name of the input file.
    fn input(&self) -> &str {
        let input = self.measured.input.as_str();
        let made = input.strip_prefix("regime ");
        let name = made.map_or(input, |m| m.split(',').next().unwrap_or(m));
        name.rsplit('/').next().unwrap_or(name)
    }

    fn has_program(&self) -> bool {
        self.measured.command.is_some()
    }
}

/// Reads files of `bench --json`, and chooses the picture: of programs if each file has a program, of stages if none has.
pub(super) fn picture(files: &[PathBuf], stage: Stage) -> Result<Box<dyn Picture>> {
    let runs: Vec<BenchFile> = files
        .iter()
        .map(|file| BenchFile::read(file))
        .collect::<Result<_>>()?;
    let with = runs.iter().find(|run| run.has_program());
    let without = runs.iter().find(|run| !run.has_program());
    Ok(match (with, without) {
        (Some(with), Some(without)) => bail!(
            "{} measures a program after --, and {} does not; draw them in separate pictures",
            with.file,
            without.file
        ),
        (Some(_), None) => Box::new(Readers::new(&runs)?),
        _ => Box::new(Roofline::new(&runs, stage)?),
    })
}

/// The speed in GB/s with at least two digits: 0.94, 3.1, 28.
fn gigabytes(speed: f64) -> String {
    let digits = match speed {
        s if s < 1.0 => 2,
        s if s < 10.0 => 1,
        _ => 0,
    };
    format!("{speed:.digits$}")
}

fn in_threads(threads: u64) -> String {
    match threads {
        1 => t!("1 thread"),
        n => t!("{n} threads", n),
    }
}
