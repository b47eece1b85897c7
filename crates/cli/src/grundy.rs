//! `wythoff grundy`.

use super::args::Watch;
use super::args::sequences::Grundy;
use super::progress::{Ticker, Total};
use super::text_output::{TextOutput, write};
use std::process::ExitCode;
use wythoff::game::GrundyTable;

pub(crate) fn run(args: &Grundy) -> anyhow::Result<ExitCode> {
    if let [a, b] = args.piles[..] {
        let value = table(a.max(b), args.watch).get(a, b).unwrap_or_default();
        return write(
            args.output.output.as_deref(),
            format!("{value}\n").as_bytes(),
        );
    }
    let max = args.max.unwrap_or(0);
    let table = table(max, args.watch);
    let side = max as u64 + 1;
    let ticker = Ticker::start(args.watch, || Total::Pairs(side * side));
    let mut lines = TextOutput::open(args.output.output.as_deref(), ticker)?;
    let largest = (0..=max).filter_map(|a| table.row(a)?.max()).max();
    let (separator, width) = if args.csv {
        (",", 0)
    } else {
        (" ", largest.unwrap_or_default().to_string().len())
    };
    for row in (0..=max).filter_map(|a| table.row(a)) {
        lines.append(side, |out| append_row(row, separator, width, out))?;
    }
    lines.finish()
}

/// Appends a line of values, which have at least `width` columns.
fn append_row(values: impl Iterator<Item = u16>, separator: &str, width: usize, out: &mut Vec<u8>) {
    let mut buffer = itoa::Buffer::new();
    for (i, value) in values.enumerate() {
        let separator = if i > 0 { separator } else { "" };
        let digits = buffer.format(value);
        out.extend_from_slice(separator.as_bytes());
        out.resize(out.len() + width.saturating_sub(digits.len()), b' ');
        out.extend_from_slice(digits.as_bytes());
    }
    out.push(b'\n');
}

/// The table of all piles up to `max`, which was checked as an argument.
fn table(max: usize, watch: Watch) -> GrundyTable {
    let values = (max as u64 + 1) * (max as u64 + 2) / 2;
    let ticker = Ticker::start(watch, || Total::Pairs(values));
    let progress = ticker.progress();
    let count = |values| {
        if let Some(progress) = &progress {
            progress.add(0, values as u64);
        }
    };
    GrundyTable::with_progress(max, count).expect("`max` is at most `GrundyTable::LIMIT`")
}
