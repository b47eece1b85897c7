//! `wythoff grundy`.

use super::args::sequences::Grundy;
use super::args::{Progress, Watch};
use super::cold::{natural, number};
use super::progress::{Ticker, Total};
use super::resolve::refuse;
use super::text_output::TextOutput;
use std::process::ExitCode;
use wythoff::Error;
use wythoff::game::GrundyTable;
use wythoff::game::big::BigUint;

pub(crate) fn run(args: &Grundy) -> anyhow::Result<ExitCode> {
    if let Some(a) = &args.a {
        let Some(b) = &args.b else {
            return Ok(refuse(
                "expected two piles, found one; for example: wythoff grundy 2 3",
            )?);
        };
        if args.triangle || args.csv {
            refuse("--triangle and --csv print a table: use --max N instead of two piles")?;
        }
        let (a, b) = (pile("a pile is", a)?, pile("a pile is", b)?);
        let value = table(a.max(b), args.watch)?.get(a, b).unwrap_or_default();
        let quietly = Watch {
            progress: Progress::Never,
            ..args.watch
        };
        let mut lines = TextOutput::open(args.output.as_deref(), quietly, Total::Unknown)?;
        lines.append(|out| out.extend_from_slice(format!("{value}\n").as_bytes()))?;
        return lines.finish();
    }
    let max = largest(args.max.as_deref().unwrap_or("0"))?;
    let table = table(max, args.watch)?;
    let side = max as u64 + 1;
    let values = if args.triangle {
        side * (side + 1) / 2
    } else {
        side * side
    };
    let mut lines = TextOutput::open(args.output.as_deref(), args.watch, Total::Pairs(values))?;
    let largest = (0..=max).filter_map(|a| table.row(a)?.max()).max();
    let separation = if args.csv {
        Separation::Commas
    } else {
        Separation::Columns(largest.unwrap_or_default().to_string().len())
    };
    for a in 0..=max {
        if args.triangle {
            let row = (0..=a).filter_map(|i| table.get(i, a - i));
            lines.append(|out| separation.append_row(row, out))?;
            lines.count(a as u64 + 1);
        } else if let Some(row) = table.row(a) {
            lines.append(|out| separation.append_row(row, out))?;
            lines.count(side);
        }
    }
    lines.finish()
}

/// How values are separated.
#[derive(Clone, Copy)]
enum Separation {
    Commas,
    /// Right-aligned in columns of this width.
    Columns(usize),
}

impl Separation {
    fn append_row(self, values: impl Iterator<Item = u16>, out: &mut Vec<u8>) {
        for (i, value) in values.enumerate() {
            match self {
                Self::Commas if i > 0 => out.push(b','),
                Self::Commas => {}
                Self::Columns(width) => {
                    let digits = value.checked_ilog10().unwrap_or(0) as usize + 1;
                    let blanks = width - digits + usize::from(i > 0);
                    out.resize(out.len() + blanks, b' ');
                }
            }
            number(value.into(), out);
        }
        out.push(b'\n');
    }
}

fn table(max: usize, watch: Watch) -> Result<GrundyTable, Error> {
    let values = (max as u64 + 1) * (max as u64 + 2) / 2;
    let ticker = Ticker::start(watch, || Total::Pairs(values));
    let progress = ticker.progress();
    let count = |values| {
        if let Some(progress) = &progress {
            progress.add_records(values as u64);
        }
    };
    match GrundyTable::with_progress(max, count) {
        Some(table) => Ok(table),
        None => beyond(),
    }
}

fn largest(text: &str) -> Result<usize, Error> {
    within(natural("--max takes", text)?)
}

fn pile(what: &str, text: &str) -> Result<usize, Error> {
    within(natural(what, text)?)
}

fn within(pile: BigUint) -> Result<usize, Error> {
    match usize::try_from(pile) {
        Ok(pile) if pile <= GrundyTable::LIMIT => Ok(pile),
        _ => beyond(),
    }
}

fn beyond<T>() -> Result<T, Error> {
    refuse(format!(
        "Grundy values are computed only for piles up to {}; `wythoff explain` takes larger piles",
        GrundyTable::LIMIT
    ))
}
