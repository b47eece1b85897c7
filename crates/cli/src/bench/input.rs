//! The input of a benchmark: a file of the user, or one that is made for it.

use crate::{args, process};
use anyhow::{Result, ensure};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use wythoff::workload::{Regime, Workload};
use wythoff::{Error, GenerateLimit, Input, Output, Problem, generate, shown_path};

/// The seed of the inputs.
const SEED: u64 = 1;

/// The input and its name in messages. Without a file of the user, one of `regime` is made: if the system can do that, it has no
/// name, so that not even `kill -9` leaves it behind. It exists as long as the third value is open.
pub(super) fn input(
    args: &args::bench::Bench,
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
    // After smaller writes the system keeps smaller parts of the file in its cache, and mapping such a file takes up to three times
    // the time of reading it.
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
