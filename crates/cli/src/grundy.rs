//! `wythoff grundy`.

use super::options::values::grundy_pile;
use super::options::{OutputOption, Watch};
use super::output::{TextOutput, write};
use super::progress::{Ticker, Total};
use clap::{ArgGroup, Args};
use std::process::ExitCode;
use wythoff::game::GrundyTable;

/// Print the Grundy value of a position, or a table of them
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("question").required(true),
    override_usage = "wythoff grundy [OPTIONS] <A> <B>\n       wythoff grundy [OPTIONS] --max <N>",
    after_help = include_str!("help/grundy.txt").trim_ascii_end()
)]
pub(crate) struct Grundy {
    /// Two piles
    #[arg(value_names = ["A", "B"], num_args = 2, value_parser = grundy_pile, group = "question")]
    piles: Vec<usize>,

    /// Print the table of all piles up to N: row a has the values of (a, 0), (a, 1), ...
    #[arg(long, value_name = "N", value_parser = grundy_pile, group = "question")]
    max: Option<usize>,

    /// Separate the values with commas
    #[arg(long, conflicts_with = "piles")]
    csv: bool,

    #[command(flatten)]
    output: OutputOption,

    #[command(flatten)]
    watch: Watch,
}

pub(crate) fn run(args: &Grundy) -> anyhow::Result<ExitCode> {
    let path = args.output.output.as_deref();
    if let [a, b] = args.piles[..] {
        let value = table(a.max(b), args.watch).get(a, b).unwrap_or_default();
        return write(path, format!("{value}\n").as_bytes());
    }
    let max = args.max.unwrap_or(0);
    let table = table(max, args.watch);
    let side = max as u64 + 1;
    let ticker = Ticker::start(args.watch, Total::Pairs(side * side));
    let mut lines = TextOutput::open(path, ticker)?;
    let rows = || (0..=max).filter_map(|a| table.row(a));
    let (separator, width) = if args.csv {
        (",", 0)
    } else {
        let largest = rows().flatten().max().unwrap_or_default();
        (" ", largest.to_string().len())
    };
    let mut digits = itoa::Buffer::new();
    for row in rows() {
        lines.append(side, |out| {
            for (i, value) in row.enumerate() {
                let separator = if i > 0 { separator } else { "" };
                let digits = digits.format(value);
                out.extend_from_slice(separator.as_bytes());
                out.resize(out.len() + width.saturating_sub(digits.len()), b' ');
                out.extend_from_slice(digits.as_bytes());
            }
            out.push(b'\n');
        })?;
    }
    lines.finish()
}

/// The table of all piles up to `max`, which was checked as an argument.
fn table(max: usize, watch: Watch) -> GrundyTable {
    let values = (max as u64 + 1) * (max as u64 + 2) / 2;
    let ticker = Ticker::start(watch, Total::Pairs(values));
    let progress = ticker.progress.clone().unwrap_or_default();
    GrundyTable::with_progress(max, &mut |values| progress.add(0, values as u64))
        .expect("`max` is at most `GrundyTable::LIMIT`")
}
