//! Prints a measurement as a table.

use super::measurement::{Measurement, Spread};
use std::fmt::Write as _;

pub(super) fn table(measured: &Measurement) -> String {
    let mut text = head(measured);
    let has_reader = measured.command.is_some();
    text += "stage     parser  threads       ms  quartiles           GB/s  Mpairs/s  x floor";
    text += if has_reader { "  x solve\n" } else { "\n" };
    for row in &measured.rows {
        let times = Spread::of(&row.seconds);
        let quartiles = format!("{:.2}-{:.2}", 1e3 * times.lower, 1e3 * times.upper);
        let threads = row.threads.map_or("-".to_owned(), |n| n.to_string());
        // Writing to a string can't fail.
        let _ = write!(
            text,
            "{:<9} {:<7} {threads:>7} {:>8.2}  {quartiles:<17} {:>6.2}  {:>8.1}  {:>7.2}",
            row.stage,
            row.backend.as_deref().unwrap_or("-"),
            1e3 * times.median,
            row.bytes_per_second / 1e9,
            row.pairs_per_second / 1e6,
            row.ratio_to_floor,
        );
        if has_reader {
            let ratio = row.ratio_to_solve.map(|ratio| format!("{ratio:.2}"));
            let _ = write!(text, "  {:>7}", ratio.unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

fn head(m: &Measurement) -> String {
    let answers = match (&m.command, m.checked) {
        (None, _) => {
            let backends = m.backends.join(", ");
            format!("answers  FNV-1a {}, the same from {backends}", m.answers)
        }
        (Some(command), checked) => {
            let answers = match checked {
                Some(true) => format!("all {} answers of the reader are right", m.pairs),
                _ => "the answers of the reader were not checked (--no-check)".to_owned(),
            };
            format!("reader   {}\nanswers  {answers}", command.join(" "))
        }
    };
    let (input, bytes, pairs, cold) = (&m.input, m.bytes, m.pairs, m.cold);
    let (version, cpu, cores, rounds) = (&m.version, &m.cpu, m.cores, m.rounds);
    format!(
        "wythoff {version} bench\n\
         input    {input}: {bytes} bytes, {pairs} pairs, {cold} of them cold\n\
         {answers}\n\
         machine  {cpu}, {cores} cores\n\
         rounds   {rounds}, after one that is not counted; medians, quartiles\n\n"
    )
}
