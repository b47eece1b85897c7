//! The input of a benchmark: a file of the user, or one that is made for it.

use crate::{args, process};
use anyhow::{Result, ensure};
use std::fs::File;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wythoff::workload::{Regime, Workload};
use wythoff::{Error, Input, Problem, shown_path};

/// The seed of the inputs.
const SEED: u64 = 1;

/// The input and its name in messages. Without a file, one is made: if the system can do that, it has no name, so that not even
/// `kill -9` leaves it behind. It exists as long as the third value is open.
pub(super) fn input(
    args: &args::bench::Bench,
    folder: &Path,
) -> Result<(PathBuf, String, Option<File>)> {
    let mut open = None;
    let (file, source) = match &args.file {
        Some(file) => (file.clone(), Input::path(file).name()),
        None => {
            let regime = args.regime;
            let mut made = || {
                let (path, file) = process::temporary_file(folder)?;
                make(open.insert(file), regime, args.size)?;
                Ok(path)
            };
            let path = made().map_err(|e: io::Error| Error::from(e).about(shown_path(folder)))?;
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

/// The number of bytes in a write; see [`make`].
const WRITE: usize = 1 << 20;

/// Writes the first `size` bytes of `regime` to `file`, up to the end of a line. Waits until they are on the disk, because a
/// later write-back would disturb the measurement. Writes aligned mebibytes. After small writes the system would keep single
/// pages in its cache, and mapping such a file takes three times the time of reading it.
fn make(file: &mut File, regime: Regime, size: u64) -> io::Result<()> {
    let workload = Workload::of_regime(SEED, regime, &Problem::default());
    let workload = workload.expect("the default problem has a pair on each line");
    let mut written = 0;
    let mut text = Vec::new();
    for block in 0.. {
        workload.append_block(block, &mut text);
        if written + text.len() as u64 >= size {
            break;
        }
        let whole = text.len() / WRITE * WRITE;
        if whole > 0 {
            file.write_all(&text[..whole])?;
            text.drain(..whole);
            written += whole as u64;
        }
    }
    // The file ends with the line in which `size` is reached.
    let last = (size - written) as usize - 1;
    let end = memchr::memchr(b'\n', &text[last..]).map_or(text.len(), |i| last + i + 1);
    file.write_all(&text[..end])?;
    file.sync_all()
}
