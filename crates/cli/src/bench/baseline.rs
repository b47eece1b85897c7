//! Compares a measurement with an earlier one, stage by stage.
//!
//! Times are divided by the floor of their round first: the speed of a machine changes by the hour, and that of the floor
//! with it. The floor itself is compared as bytes a second.

use super::measurement::{FLOOR, Measurement, Row, Spread, Stage};
use super::table::columns;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;
use wythoff::internal::shown_path;

/// The differences between an earlier measurement and a new one.
#[derive(Serialize)]
pub(super) struct Comparison {
    /// The name of the file of the earlier measurement.
    file: String,
    version: String,
    notes: Vec<String>,
    changes: Vec<Change>,
}

/// A stage of both measurements.
#[derive(Serialize)]
struct Change {
    #[serde(flatten)]
    stage: Stage,
    unit: &'static str,
    before: Spread,
    now: Spread,
    /// The time of the stage now, divided by its time then.
    times_as_long: f64,
    within_spread: bool,
}

impl Comparison {
    pub(super) fn new(file: &Path, before: &Measurement, now: &Measurement) -> Self {
        // The stages that both measurements have, in the order of `now`.
        let change = |row: &Row| {
            let mut rows = before.rows.iter();
            let old = rows.find(|old| old.stage == row.stage)?;
            Some(Change::new(row, compared(before, old), compared(now, row)))
        };
        Self {
            file: shown_path(file),
            version: before.version.clone(),
            notes: notes(before, now),
            changes: now.rows.iter().filter_map(change).collect(),
        }
    }

    pub(super) fn table(&self) -> String {
        let mut text = format!("\nbaseline {}\n", self.file);
        for note in &self.notes {
            let _ = writeln!(text, "         {note}");
        }
        if self.changes.is_empty() {
            return text;
        }
        let _ = writeln!(
            text,
            "\nBefore and now: time / {FLOOR} (x floor); of {FLOOR} itself, GB/s.\n\
             {:<9} {:<7} {:>7}  {:<21}  {:<21}  change",
            "stage", "parser", "threads", "before, quartiles", "now, quartiles"
        );
        for change in &self.changes {
            let shown = |s: Spread| format!("{:>5.2}  {:.2}-{:.2}", s.median, s.lower, s.upper);
            let words = match change.times_as_long {
                _ if change.within_spread => "same within the spread".to_owned(),
                factor if factor > 1.0 => format!("{factor:.2}x slower"),
                factor => format!("{:.2}x faster", 1.0 / factor),
            };
            let _ = writeln!(
                text,
                "{}  {:<21}  {:<21}  {words}",
                columns(&change.stage),
                shown(change.before),
                shown(change.now),
            );
        }
        text
    }
}

impl Change {
    fn new(row: &Row, before: Spread, now: Spread) -> Self {
        let (unit, times_as_long) = match row.stage.name == FLOOR {
            true => ("GB/s", before.median / now.median),
            false => ("x floor", now.median / before.median),
        };
        Self {
            stage: row.stage.clone(),
            unit,
            before,
            now,
            times_as_long,
            within_spread: before.overlaps(now),
        }
    }
}

/// The values of a stage that are compared.
fn compared(measured: &Measurement, row: &Row) -> Spread {
    match row.stage.name == FLOOR {
        true => measured.speed(row),
        false => Spread::of(&measured.ratios_to_floor(row)),
    }
}

/// What else differs between the two measurements, and the stages that only one of them has.
fn notes(before: &Measurement, now: &Measurement) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |what: &str, before: String, now: String| {
        if before != now {
            notes.push(format!("different {what}: {before}; now {now}"));
        }
    };
    let machine = |m: &Measurement| format!("{}, {} cores", m.cpu, m.cores);
    note("machine", machine(before), machine(now));
    note("version", before.version.clone(), now.version.clone());
    let input = |m: &Measurement| match before.bytes == now.bytes && before.input == now.input {
        // The two inputs have the same name, but different content.
        true => format!("{}, answers {}", m.input, m.answers),
        false => format!("{}, {} bytes", m.input, m.bytes),
    };
    note("input", input(before), input(now));
    let reader = |m: &Measurement| {
        m.command
            .as_ref()
            .map_or("none".to_owned(), |c| c.join(" "))
    };
    note("reader", reader(before), reader(now));
    for (here, there, whose) in [(before, now, "the baseline"), (now, before, "this run")] {
        let is_missing = |row: &&Row| !there.rows.iter().any(|r| r.stage == row.stage);
        let only = here.rows.iter().filter(is_missing);
        let only: Vec<_> = only.map(|row| row.stage.to_string()).collect();
        if !only.is_empty() {
            notes.push(format!("only in {whose}: {}", only.join(", ")));
        }
    }
    let few = before.rounds.min(now.rounds);
    if few < 5 {
        notes.push(format!(
            "{few} rounds are too few to show the spread; use at least 5 (--runs 5)"
        ));
    }
    notes
}
