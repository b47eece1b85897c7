//! Compares a measurement with an earlier one, stage by stage.
//!
//! Times are divided by the floor of their round first: the speed of a machine changes by the hour, and that of the floor
//! with it. The floor itself is compared as bytes a second.

use super::measure::{median, quantile};
use super::measurement::{FLOOR, Measurement, Row};
use super::show::threads;
use anyhow::Result;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use wythoff::internal::shown_path;

/// An earlier measurement.
pub(super) struct Baseline {
    /// The name of the file of the earlier measurement.
    name: String,
    measured: Measurement,
}

/// A median and its quartiles.
#[derive(Clone, Copy, Debug)]
struct Spread {
    lower: f64,
    middle: f64,
    upper: f64,
}

impl Spread {
    fn of(values: &[f64]) -> Self {
        Self {
            lower: quantile(values, 0.25),
            middle: median(values),
            upper: quantile(values, 0.75),
        }
    }

    /// Whether the quartiles of both overlap.
    fn overlaps(self, other: Self) -> bool {
        self.lower <= other.upper && other.lower <= self.upper
    }

    fn to_json(self) -> Value {
        json!({ "lower": self.lower, "median": self.middle, "upper": self.upper })
    }
}

/// A stage of both measurements: time / floor, or bytes a second of the floor.
struct Change<'m> {
    row: &'m Row,
    before: Spread,
    now: Spread,
}

impl Change<'_> {
    fn is_same(&self) -> bool {
        self.before.overlaps(self.now)
    }

    /// The time of the stage now, divided by its time then.
    fn factor(&self) -> f64 {
        match self.row.stage == FLOOR {
            true => self.before.middle / self.now.middle,
            false => self.now.middle / self.before.middle,
        }
    }

    fn words(&self) -> String {
        let factor = self.factor();
        match self.is_same() {
            true => "same within the spread".to_owned(),
            false if factor > 1.0 => format!("{factor:.2}x slower"),
            false => format!("{:.2}x faster", 1.0 / factor),
        }
    }
}

impl Baseline {
    pub(super) fn read(file: &Path) -> Result<Self> {
        Ok(Self {
            name: shown_path(file),
            measured: Measurement::read(file)?,
        })
    }

    /// The stages that both measurements have, in the order of `now`.
    fn changes<'m>(&self, now: &'m Measurement) -> Vec<Change<'m>> {
        let before = |row: &Row| {
            let mut rows = self.measured.rows.iter();
            rows.find(|old| old.is_same_stage(row))
        };
        let change = |row| {
            Some(Change {
                row,
                before: compared(&self.measured, before(row)?),
                now: compared(now, row),
            })
        };
        now.rows.iter().filter_map(change).collect()
    }

    /// What else differs between the two measurements, and the number of stages that only one of them has.
    fn notes(&self, now: &Measurement) -> Vec<String> {
        let before = &self.measured;
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
        let command = |m: &Measurement| {
            let words = m.command.as_ref().map(|command| command.words.join(" "));
            words.unwrap_or_else(|| "none".to_owned())
        };
        note("reader", command(before), command(now));
        for (here, there, whose) in [(before, now, "the baseline"), (now, before, "this run")] {
            let is_missing = |row: &&Row| !there.rows.iter().any(|r| r.is_same_stage(row));
            let only: Vec<_> = here.rows.iter().filter(is_missing).map(described).collect();
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

    pub(super) fn table(&self, now: &Measurement) -> String {
        let mut text = format!("\nbaseline {}\n", self.name);
        for note in self.notes(now) {
            let _ = writeln!(text, "         {note}");
        }
        let changes = self.changes(now);
        if changes.is_empty() {
            return text;
        }
        let _ = writeln!(
            text,
            "\nBefore and now: time / {FLOOR} (x floor); of {FLOOR} itself, GB/s.\n\
             {:<9} {:<7} {:>7}  {:<21}  {:<21}  change",
            "stage", "parser", "threads", "before, quartiles", "now, quartiles"
        );
        for change in changes {
            let row = change.row;
            let shown = |s: Spread| format!("{:>5.2}  {:.2}-{:.2}", s.middle, s.lower, s.upper);
            let _ = writeln!(
                text,
                "{:<9} {:<7} {:>7}  {:<21}  {:<21}  {}",
                row.stage,
                row.backend.as_deref().unwrap_or("-"),
                threads(row),
                shown(change.before),
                shown(change.now),
                change.words()
            );
        }
        text
    }

    pub(super) fn json(&self, now: &Measurement) -> Value {
        let changes = self.changes(now);
        let changes = changes.iter().map(|change| {
            let unit = match change.row.stage == FLOOR {
                true => "GB/s",
                false => "x floor",
            };
            json!({
                "stage": change.row.stage,
                "backend": change.row.backend,
                "threads": change.row.threads,
                "unit": unit,
                "before": change.before.to_json(),
                "now": change.now.to_json(),
                "times_as_long": change.factor(),
                "within_spread": change.is_same(),
            })
        });
        json!({
            "file": self.name,
            "version": self.measured.version,
            "notes": self.notes(now),
            "changes": changes.collect::<Vec<_>>(),
        })
    }
}

/// The values of a stage that are compared.
fn compared(measured: &Measurement, row: &Row) -> Spread {
    if row.stage == FLOOR {
        let bytes = measured.bytes as f64;
        let speeds: Vec<_> = row.seconds.iter().map(|s| bytes / s / 1e9).collect();
        return Spread::of(&speeds);
    }
    Spread::of(&measured.ratios_to_floor(row))
}

fn described(row: &Row) -> String {
    let backend = row.backend.as_ref().map(|b| format!(" with {b}"));
    let threads = row.threads.map(|n| format!(" on {n} thread(s)"));
    let parts = [backend, threads].map(Option::unwrap_or_default);
    format!("{}{}", row.stage, parts.concat())
}
