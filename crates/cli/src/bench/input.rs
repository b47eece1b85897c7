//! The input of a benchmark: the user's file, or a file that is made for the benchmark.

use super::Bench;
use crate::process;
use anyhow::{Result, ensure};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use wythoff::workload::{Regime, Workload};
use wythoff::{Error, GenerateLimit, Input, Output, Problem, generate, shown_path};

const SEED: u64 = 1;

/// The input, its name in messages, and the open file if it was made here. A file of `regime` is made if the user gives none.
/// If the system allows, it has no name, so that not even `kill -9` leaves it behind, and it exists only while it is open.
pub(super) fn input(
    args: &Bench,
    regime: Regime,
    folder: &Path,
) -> Result<(PathBuf, String, Option<File>)> {
    let Some(path) = &args.file else {
        let made = make(regime, args.size, folder);
        let (path, file) = made.map_err(|e| e.about(shown_path(folder)))?;
        return Ok((
            path,
            format!("regime {}, seed {SEED}", regime.name),
            Some(file),
        ));
    };
    let name = Input::path(path).name();
    let meta = path.metadata();
    let meta = meta.map_err(|e| Error::from(e).about(name.as_str()))?;
    ensure!(
        meta.is_file(),
        "{name}: bench reads its input several times, so it must be a regular file"
    );
    Ok((path.clone(), name, None))
}

fn make(regime: Regime, size: u64, folder: &Path) -> Result<(PathBuf, File), Error> {
    let (path, file) = process::temporary_file(folder)?;
    // After smaller writes the system keeps the file in smaller parts in its cache, and using the mapped file takes up to three
    // times as long as reading it.
    let mut buffer = BufWriter::with_capacity(16 << 20, &file);
    let output = Output::stream(&mut buffer, "the input");
    let workload = Workload::of_regime(SEED, regime, &Problem::default())?;
    let amount = GenerateLimit::bytes(size);
    generate(&workload, amount, output, None, None, None)?;
    buffer.flush()?;
    drop(buffer);
    // A later write-back would disturb the measurement.
    file.sync_all()?;
    Ok((path, file))
}
