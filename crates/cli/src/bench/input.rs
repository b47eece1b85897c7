//! The input of a benchmark: a file of the user, or one that is made for it.

use crate::{args, process};
use anyhow::{Result, ensure};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
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
                let mut whole = WholeWrites(file, Vec::new());
                let output = Output::stream(&mut whole, "the input");
                let workload = Workload::of_regime(SEED, regime, &Problem::default())?;
                let amount = GenerateLimit::bytes(args.size);
                generate(&workload, amount, output, None, None, None)?;
                whole.0.write_all(&whole.1)?;
                // A later write-back would disturb the measurement.
                whole.0.sync_all()?;
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

/// Writes aligned pieces of 16 MiB to a file. After smaller writes the system keeps smaller parts of it in its cache, and mapping
/// such a file takes up to three times the time of reading it.
struct WholeWrites<'f>(&'f mut File, Vec<u8>);

impl Write for WholeWrites<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        const PIECE: usize = 16 << 20;
        self.1.extend_from_slice(bytes);
        if self.1.len() >= PIECE {
            self.0.write_all(&self.1[..PIECE])?;
            self.1.drain(..PIECE);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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
