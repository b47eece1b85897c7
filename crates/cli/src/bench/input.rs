//! The input of a benchmark: a file of the user, or one that is made for it.

use crate::{args, process};
use anyhow::{Result, ensure};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wythoff::workload::{REGIMES, Regime, Workload};
use wythoff::{Error, GenerateLimit, Input, Output, Problem, generate, shown_path};

/// The seed of the inputs.
const SEED: u64 = 1;

/// The input and its name in messages. Without a file, one is made: if the system can do that, it has no name, so that not even
/// `kill -9` leaves it behind. It exists as long as the third value is open.
pub(super) fn input(
    args: &args::bench::Bench,
    regime: Option<Regime>,
    folder: &Path,
) -> Result<(PathBuf, String, Option<File>)> {
    let mut open = None;
    let (file, source) = match (&args.file, regime) {
        (Some(file), _) => (file.clone(), Input::path(file).name()),
        (None, regime) => {
            let regime = regime.unwrap_or(REGIMES[0]);
            let mut made = || {
                let (path, file) = process::temporary_file(folder)?;
                let file = open.insert(file);
                let output = Output::stream(&mut *file, "the input");
                let workload = Workload::of_regime(SEED, regime, &Problem::default())?;
                let amount = GenerateLimit::bytes(args.size);
                generate(&workload, amount, output, None, None, None)?;
                // A later write-back would disturb the measurement.
                file.sync_all()?;
                Ok(path)
            };
            let path = made().map_err(|e: Error| e.about(shown_path(folder)))?;
            (path, format!("regime {}, seed {SEED}", regime.name))
        }
    };
    let meta = file
        .metadata()
        .map_err(|e| Error::from(e).about(source.as_str()))?;
    ensure!(
        meta.is_file(),
        "{source}: bench reads its input several times, so it must be a regular file"
    );
    Ok((file, source, open))
}

/// Removes the folder, even if runs still write to it. A file that is created after the folder was listed makes the removal
/// fail, so the removal is tried again.
pub(super) fn remove(folder: &Path) {
    let start = Instant::now();
    while std::fs::remove_dir_all(folder).is_err_and(|e| e.kind() != ErrorKind::NotFound) {
        // An empty folder that the umask made unreadable can't be listed, but removed. The user interrupted the program and
        // should not wait longer than a second.
        if std::fs::remove_dir(folder).is_ok() || start.elapsed() > Duration::from_secs(1) {
            break;
        }
    }
}
