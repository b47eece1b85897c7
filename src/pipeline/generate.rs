//! A workload into a file, and the truth about it into another.
//!
//! Owns what stands before and behind the records, and when files get their names. It refuses to know what the records
//! are, and leaves their blocks to a [`Job`].

mod run;

use super::Progress;
use super::pool::Pool;
use crate::error::{Error, ErrorKind, Result};
use crate::output::atomic_file::Ready;
use crate::output::disk_space;
use crate::output::labels::Words;
use crate::output::output::Target;
use crate::workload::Workload;
use run::{CHUNK, Job, Packers, lock};
use std::io::{self, Write};
use std::num::NonZeroUsize;

/// How much is made: all that is within both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// At most so many records.
    pub records: u64,
    /// At most so many bytes of text, of which the answers are none.
    pub bytes: u64,
}

impl Extent {
    /// So many records.
    pub fn records(records: u64) -> Self {
        let bytes = u64::MAX;
        Self { records, bytes }
    }

    /// As many whole records as fit in so many bytes.
    pub fn bytes(bytes: u64) -> Self {
        let records = u64::MAX;
        Self { records, bytes }
    }
}

/// What was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Produced {
    /// Records.
    pub records: u64,
    /// Those of them that are cold.
    pub cold: u64,
    /// Bytes as they are written, of the answers too.
    pub bytes: u64,
    /// Threads that took part.
    pub threads: usize,
}

/// The answers: where to, and in which words, for hot and for cold.
pub type Truth<'w> = (Target<'w>, Words);

/// Writes the first records of `workload` to `target`, with what belongs before and behind them, and the
/// answer to each of them to `truth`, and publishes both, on at most `threads` threads; tells `progress`
/// how far it is. There are no more records than the workload's problem allows.
///
/// Errors: what can't be written, and fewer bytes than an input without records has. Then files are
/// left as they were.
pub fn produce<'w>(
    workload: &Workload,
    extent: Extent,
    target: Target<'w>,
    truth: Option<Truth<'w>>,
    threads: Option<NonZeroUsize>,
    progress: Option<&Progress>,
) -> Result<Produced> {
    let too_few = || {
        let what = format!("{} bytes don't hold an input without records", extent.bytes);
        Error::new(ErrorKind::Argument(what))
    };
    let tail = workload.tail();
    let room = extent.bytes.checked_sub(tail.len() as u64);
    let mut extent = Extent {
        records: extent.records.min(workload.most_records()),
        bytes: room.ok_or_else(too_few)?,
    };
    let mut pool = Pool::new(threads);
    if extent.records == u64::MAX && extent.bytes != u64::MAX {
        // Before they are counted, too: that takes its time.
        let least = extent.bytes.saturating_sub(CHUNK);
        disk_space::no_less([(&target, least as f64)].into_iter())?;
    }
    if workload.is_counted() && extent.bytes != u64::MAX {
        extent.records = fitting(workload, extent, &mut pool, progress)?.ok_or_else(too_few)?;
    }
    let mut packers = Packers::default();
    let mut job = Job::new(workload, extent, &target, truth.as_ref(), &pool);
    job.progress = progress;
    let head = workload.head(extent.records);
    if !head.is_empty() {
        let mut totals = lock(&job.totals);
        totals.made = head.len() as u64;
        totals.written = packers.records.write(&target, 0, &head)?;
    }
    let (threads, mut totals) = job.run(&mut pool);
    if let Some(failure) = totals.failure {
        return Err(failure);
    }
    // Nothing is still something, where it is compressed.
    if !tail.is_empty() || totals.written == 0 {
        totals.written += packers.records.write(&target, totals.written, tail)?;
    }
    if let Some((target, _)) = truth.as_ref().filter(|_| totals.truth_written == 0) {
        totals.truth_written = packers.truth.write(target, 0, b"")?;
    }
    // As in `super::solve`.
    drop(pool);
    // Nothing but the names is left, and the truth gets its own first: whoever finds the records finds the
    // answers beside them.
    let truth = truth.map(|(target, _)| target.ready(totals.truth_written));
    let (truth, target) = (truth.transpose()?, target.ready(totals.written)?);
    truth.map_or(Ok(()), Ready::publish)?;
    target.publish()?;
    Ok(Produced {
        bytes: totals.written + totals.truth_written,
        threads,
        ..totals.done
    })
}

/// How many records fit where their number stands before them; `None` if not even a 0 does. They are
/// made to be counted, and thrown away: once, or once more for each digit too few.
fn fitting(
    workload: &Workload,
    extent: Extent,
    pool: &mut Pool,
    progress: Option<&Progress>,
) -> Result<Option<u64>> {
    let mut digits = 1;
    loop {
        let Some(bytes) = extent.bytes.checked_sub(digits + 1) else {
            return Ok(None);
        };
        let extent = Extent { bytes, ..extent };
        if let Some(progress) = progress {
            progress.begin_count();
        }
        let nowhere = Target::stream(Nowhere(progress), "nowhere");
        let (_, totals) = Job::new(workload, extent, &nowhere, None, pool).run(pool);
        if let Some(failure) = totals.failure {
            return Err(failure);
        }
        let needed = workload.head(totals.done.records).len() as u64 - 1;
        if needed <= digits {
            return Ok(Some(totals.done.records));
        }
        digits = needed;
    }
}

/// Tells how much came, and forgets it.
struct Nowhere<'p>(Option<&'p Progress>);

impl Write for Nowhere<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(progress) = self.0 {
            progress.add_counted(bytes.len() as u64);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
