//! Prints a measurement as a table.

use super::measure::{median, quantile};
use super::measurement::{FLOOR, Measurement, Row};
use std::fmt::Write as _;
use wythoff_contest::PeakMemory;

pub(super) fn table(measured: &Measurement) -> String {
    let mut text = head(measured);
    let beside = measured.command.is_some();
    text += "stage     parser  threads       ms  quartiles           GB/s  Mpairs/s  x floor";
    text += if beside {
        "  x solve  peak MiB\n"
    } else {
        "\n"
    };
    for row in &measured.rows {
        let seconds = median(&row.seconds);
        let quartiles = format!(
            "{:.2}-{:.2}",
            1e3 * quantile(&row.seconds, 0.25),
            1e3 * quantile(&row.seconds, 0.75)
        );
        // Writing to a string can't fail.
        let _ = write!(
            text,
            "{:<9} {:<7} {:>7} {:>8.2}  {quartiles:<17} {:>6.2}  {:>8.1}  {:>7.2}",
            row.stage,
            row.backend.as_deref().unwrap_or("-"),
            threads(row),
            1e3 * seconds,
            measured.bytes as f64 / seconds / 1e9,
            measured.pairs() as f64 / seconds / 1e6,
            median(&measured.ratios_to_floor(row)),
        );
        if beside {
            let ratio = measured.ratio_to_solve(row);
            let ratio = ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"));
            let _ = write!(text, "  {ratio:>7}  {:>8}", memory(row.memory));
        }
        text.push('\n');
    }
    if let Some(spread) = busy(measured) {
        let _ = writeln!(
            text,
            "\nThe machine was busy: the quartiles of a floor are {:.0}% apart. Use the ratios, not the times.",
            1e2 * spread
        );
    }
    text
}

fn head(measured: &Measurement) -> String {
    let mut text = format!("wythoff {} bench\n", measured.version);
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<8} {value}");
    };
    let (bytes, pairs, cold) = (measured.bytes, measured.pairs(), measured.cold);
    line(
        "input",
        format!(
            "{}: {bytes} bytes, {pairs} pairs, {cold} of them cold",
            measured.input
        ),
    );
    let (hash, backends) = (&measured.answers, measured.backends.join(", "));
    match &measured.command {
        None => line(
            "answers",
            format!("FNV-1a {hash}, the same from {backends}"),
        ),
        Some(command) => {
            line("reader", command.words.join(" "));
            let answers = match command.is_checked {
                true => format!("all {pairs} answers of the reader are right"),
                false => "the answers of the reader were not checked (--no-check)".to_owned(),
            };
            line("answers", answers);
        }
    }
    line(
        "machine",
        format!("{}, {} cores", measured.cpu, measured.cores),
    );
    line(
        "rounds",
        format!(
            "{}, after one that is not counted; medians, quartiles",
            measured.rounds
        ),
    );
    text.push('\n');
    text
}

/// The number of threads, as text.
pub(super) fn threads(row: &Row) -> String {
    row.threads
        .map_or_else(|| "-".to_owned(), |n| n.to_string())
}

fn memory(memory: Option<PeakMemory>) -> String {
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    match memory {
        None => "-".to_owned(),
        Some(PeakMemory::AtMost(bytes)) => format!("<= {:.1}", mebibytes(bytes)),
        Some(PeakMemory::Exactly(bytes)) => format!("{:.1}", mebibytes(bytes)),
    }
}

/// The largest distance between the quartiles of a floor, divided by its median, if this is above 0.1. On an idle machine it
/// is 0.05 or less.
fn busy(measured: &Measurement) -> Option<f64> {
    let floors = measured.rows.iter().filter(|row| row.stage == FLOOR);
    let spread = |row: &Row| {
        let times = &row.seconds;
        (quantile(times, 0.75) - quantile(times, 0.25)) / median(times)
    };
    let worst = floors.map(spread).fold(0.0, f64::max);
    (worst > 0.1).then_some(worst)
}
