//! Writes a workload into one file, and the right answers into another file.
//!
//! This module writes the text before and after the records, and publishes both files together. [`run`] writes the records.

mod run;

use super::pool::Pool;
use super::progress::Progress;
use crate::error::{Error, Result};
use crate::output::Output;
use crate::output::disk_space;
use crate::output::encoder::OutputEncoder;
use crate::problem::Framing;
use crate::workload::Workload;
use run::{CHUNK, GenerateWork, Totals};
use std::num::NonZeroUsize;

/// The amount to generate: the largest number of records that both limits allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateLimit {
    /// The largest number of records.
    pub records: u64,
    /// The largest number of bytes of text, without the answers.
    pub bytes: u64,
}

impl GenerateLimit {
    /// A number of records.
    pub fn records(records: u64) -> Self {
        let bytes = u64::MAX;
        Self { records, bytes }
    }

    /// The whole records that fit in `bytes` bytes.
    pub fn bytes(bytes: u64) -> Self {
        let records = u64::MAX;
        Self { records, bytes }
    }
}

/// The amount that was generated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GenerateSummary {
    /// Records.
    pub records: u64,
    /// Cold positions.
    pub cold: u64,
    /// Bytes that were written, answers included.
    pub bytes: u64,
}

/// Writes the first records of `workload` to `output`, with the text that belongs before and after them. Writes the answer
/// to each record to `answers`. Publishes both outputs. The number of records is at most what the problem of the workload
/// allows.
///
/// Errors: an output cannot be written; both outputs are the same file; `amount` allows no record, and the problem needs one,
/// as every problem does that is not framed by lines. After an error files are as they were.
pub fn generate<'w>(
    workload: &Workload,
    amount: GenerateLimit,
    output: Output<'w>,
    answers: Option<Output<'w>>,
    threads: Option<NonZeroUsize>,
    progress: Option<&Progress>,
) -> Result<GenerateSummary> {
    let needs_record = workload.problem.framing != Framing::Lines;
    let too_few = || {
        Error::argument(match amount.bytes {
            u64::MAX => "an input of this problem has at least one record".to_owned(),
            bytes => format!("{bytes} bytes are too few for an input of this problem"),
        })
    };
    if needs_record && amount.records == 0 {
        return Err(too_few());
    }
    refuse_same_file(&output, answers.as_ref())?;
    let tail = workload.problem.tail().as_bytes();
    let bytes = amount.bytes.checked_sub(tail.len() as u64);
    let most = workload.problem.max_records().unwrap_or(u64::MAX);
    let mut amount = GenerateLimit {
        records: amount.records.min(most),
        bytes: bytes.ok_or_else(too_few)?,
    };
    let mut pool = Pool::new(threads);
    if amount.records == u64::MAX && amount.bytes != u64::MAX {
        // The space is checked before the records are counted, because counting takes time.
        let least = amount.bytes.saturating_sub(CHUNK) as f64;
        disk_space::require(&[(&output, least)])?;
    }
    if workload.problem.framing == Framing::Count && amount.bytes != u64::MAX {
        let count = count_fitting(workload, amount, &mut pool, progress)?;
        amount.records = count.filter(|&count| count > 0).ok_or_else(too_few)?;
    }
    let mut encoder = OutputEncoder::default();
    let head = workload.head(amount.records);
    let mut before = Totals::default();
    if !head.is_empty() {
        before.generated = head.len() as u64;
        before.written[0] = encoder.write(&output, 0, &head)?;
    }
    let right = answers.as_ref();
    let work = GenerateWork::new(workload, amount, &output, right, &pool, progress);
    let mut totals = work.generate_records(before, &mut pool)?;
    if needs_record && totals.done.records == 0 {
        return Err(too_few());
    }
    if !tail.is_empty() {
        totals.written[0] += encoder.write(&output, totals.written[0], tail)?;
    }
    // The threads end before the outputs are published.
    drop(pool);
    let [written, answers_written] = totals.written;
    publish((output, written), answers.map(|a| (a, answers_written)))?;
    Ok(GenerateSummary {
        bytes: totals.written.iter().sum(),
        ..totals.done
    })
}

/// Writes the text of an input to `output` and its answers to `answers`, and publishes both.
///
/// Errors: an output cannot be written. After an error files are as they were.
pub fn write_input<'w>(
    [input, right_answers]: [&[u8]; 2],
    output: Output<'w>,
    answers: Option<Output<'w>>,
) -> Result<()> {
    refuse_same_file(&output, answers.as_ref())?;
    let write = |output: Output<'w>, text| {
        let written = OutputEncoder::default().write(&output, 0, text)?;
        Ok::<_, Error>((output, written))
    };
    let output = write(output, input)?;
    let answers = answers
        .map(|answers| write(answers, right_answers))
        .transpose()?;
    publish(output, answers)
}

/// Refuses answers that would replace the records.
fn refuse_same_file(output: &Output<'_>, answers: Option<&Output<'_>>) -> Result<()> {
    match answers {
        Some(answers) if answers.is_same_file(output) => {
            let what = "the pairs and the answers can't both be written there";
            Err(Error::argument(what).about(answers.name()))
        }
        _ => Ok(()),
    }
}

/// Publishes outputs, each with its length. The answers are published first: a program that finds the records finds the
/// answers too.
fn publish((output, written): (Output<'_>, u64), answers: Option<(Output<'_>, u64)>) -> Result<()> {
    if let Some((answers, written)) = answers {
        answers.publish(written)?;
    }
    output.publish(written)
}

/// The number of records that fit if their number is written before them; `None` if not even the number 0 fits. The records
/// are generated to count them: once, and once more for each digit that the number has more than assumed.
fn count_fitting(
    workload: &Workload,
    amount: GenerateLimit,
    pool: &mut Pool,
    progress: Option<&Progress>,
) -> Result<Option<u64>> {
    let mut digits = 1;
    loop {
        let Some(bytes) = amount.bytes.checked_sub(digits + 1) else {
            return Ok(None);
        };
        let amount = GenerateLimit { bytes, ..amount };
        let nowhere = Output::stream(std::io::sink(), "nowhere");
        let mut work = GenerateWork::new(workload, amount, &nowhere, None, pool, progress);
        work.only_counts = true;
        let totals = work.generate_records(Totals::default(), pool)?;
        let needed = workload.head(totals.done.records).len() as u64 - 1;
        if needed <= digits {
            return Ok(Some(totals.done.records));
        }
        digits = needed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::profile;
    use crate::workload::Mix;

    /// What is generated only to be counted is not part of the progress.
    #[test]
    fn progress_is_what_was_written() {
        let problem = &profile("51nod1072").unwrap().problem;
        let workload = Workload::new(1, Mix::default(), problem).unwrap();
        let (mut text, progress) = (Vec::new(), Progress::default());
        let output = Output::stream(&mut text, "text");
        let amount = GenerateLimit::bytes(100_000);
        let done = generate(&workload, amount, output, None, None, Some(&progress)).unwrap();
        let head = workload.head(done.records).len() as u64;
        assert_eq!(progress.records(), done.records);
        assert_eq!(progress.bytes() + head, text.len() as u64);
        assert_eq!(done.bytes, text.len() as u64);
    }
}
