//! `wythoff plot bench`: the speeds that `bench --json` measured.
//!
//! Reads that JSON. Files of `bench FILE -- ./reader` give the picture `readers`, all others `roofline`.

mod readers;
mod roofline;
mod run;

use super::paper::Picture;
use crate::args::plot::Stage;
use anyhow::{Result, bail};
use readers::Readers;
use roofline::Roofline;
use run::Run;
use std::path::PathBuf;

/// Reads files of `bench --json`, and chooses the picture: of programs if each file has a program, of stages if none has.
pub(super) fn picture(files: &[PathBuf], stage: Stage) -> Result<Box<dyn Picture>> {
    let runs: Vec<Run> = files.iter().map(|f| Run::read(f)).collect::<Result<_>>()?;
    let Some(first) = runs.first() else {
        bail!("no file; name files that `wythoff bench --json` printed");
    };
    let has_program = |run: &Run| run.measured.command.is_some();
    if let Some(other) = runs
        .iter()
        .find(|run| has_program(run) != has_program(first))
    {
        let (with, without) = match has_program(first) {
            true => (first, other),
            false => (other, first),
        };
        bail!(
            "{} measures a program after --, and {} does not; draw them in separate pictures",
            with.file,
            without.file
        );
    }
    Ok(match has_program(first) {
        true => Box::new(Readers::new(&runs)?),
        false => Box::new(Roofline::new(&runs, stage)?),
    })
}
