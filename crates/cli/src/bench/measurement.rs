//! What `bench` measured, and its JSON, which `--baseline` and `plot bench` read again.
//!
//! The JSON holds the time of every counted run, so that other statistics can be computed from it.

use super::measure::{median, ratios};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::path::Path;
use wythoff::internal::shown_path;
use wythoff_contest::PeakMemory;

/// The name of the stage that is the floor.
pub(crate) const FLOOR: &str = "touch";

/// The name of the stage that runs `wythoff solve` as a process.
pub(crate) const SOLVE: &str = "solve";

/// A measurement: what all stages have in common, and the stages.
#[derive(Debug)]
pub(crate) struct Measurement {
    pub(crate) version: String,
    /// The name of the file, or the regime and the seed.
    pub(crate) input: String,
    pub(crate) bytes: u64,
    pub(crate) hot: u64,
    pub(crate) cold: u64,
    /// The hash of the answers.
    pub(crate) answers: String,
    pub(crate) backends: Vec<String>,
    pub(crate) cpu: String,
    pub(crate) cores: u64,
    pub(crate) rounds: u64,
    /// The program that was measured together with `wythoff solve`.
    pub(crate) command: Option<Command>,
    pub(crate) rows: Vec<Row>,
}

/// A program that the user named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    /// The program and its arguments, as the user wrote them.
    pub(crate) words: Vec<String>,
    /// Whether the answers of the program were compared with the right answers.
    pub(crate) is_checked: bool,
}

/// A stage, and its times in the order of the rounds.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) stage: String,
    pub(crate) backend: Option<String>,
    /// `None` for a program that chooses the number itself.
    pub(crate) threads: Option<u64>,
    pub(crate) seconds: Vec<f64>,
    /// The peak memory of a stage that is a process of its own.
    pub(crate) memory: Option<PeakMemory>,
}

impl Measurement {
    /// A measurement of the input `file` on this machine, without results yet.
    pub(super) fn new(file: &Path) -> std::io::Result<Self> {
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            input: shown_path(file),
            bytes: file.metadata()?.len(),
            hot: 0,
            cold: 0,
            answers: String::new(),
            backends: Vec::new(),
            cpu: cpu(),
            cores: std::thread::available_parallelism().map_or(1, |n| n.get() as u64),
            rounds: 0,
            command: None,
            rows: Vec::new(),
        })
    }

    pub(crate) fn pairs(&self) -> u64 {
        self.hot + self.cold
    }

    /// The floor with which a row is compared: that on the same number of threads. If a program is measured, it is the floor
    /// on the largest number of threads, for every row.
    pub(crate) fn floor(&self, row: &Row) -> Option<&Row> {
        let floors = self.rows.iter().filter(|r| r.stage == FLOOR);
        match self.command {
            Some(_) => floors.max_by_key(|r| r.threads),
            None => floors.into_iter().find(|r| r.threads == row.threads),
        }
    }

    /// The times of a row divided by those of the floor, round by round.
    pub(crate) fn ratios_to_floor(&self, row: &Row) -> Vec<f64> {
        let floor = self.floor(row).map_or(&[][..], |floor| &floor.seconds);
        ratios(&row.seconds, floor)
    }

    /// The median of the times of a row divided by those of `wythoff solve` on the largest number of threads; `None` if that
    /// was not measured.
    pub(crate) fn ratio_to_solve(&self, row: &Row) -> Option<f64> {
        let all = self.rows.iter().filter(|r| r.stage == SOLVE);
        let solve = all.max_by_key(|r| r.threads)?;
        Some(median(&ratios(&row.seconds, &solve.seconds)))
    }

    pub(crate) fn to_json(&self) -> Value {
        let stages: Vec<_> = self.rows.iter().map(|row| self.row_to_json(row)).collect();
        let mut object = json!({
            "version": self.version,
            "input": self.input,
            "bytes": self.bytes,
            "pairs": self.pairs(),
            "hot": self.hot,
            "cold": self.cold,
            "answers_fnv1a": self.answers,
            "backends": self.backends,
            "cpu": self.cpu,
            "cores": self.cores,
            "rounds": self.rounds,
            "stages": stages,
        });
        if let Some(command) = &self.command {
            object["command"] = json!(command.words);
            object["checked"] = json!(command.is_checked);
        }
        object
    }

    fn row_to_json(&self, row: &Row) -> Value {
        let seconds = median(&row.seconds);
        let mut object = json!({
            "stage": row.stage,
            "backend": row.backend,
            "threads": row.threads,
            "seconds": row.seconds,
            "median_seconds": seconds,
            "bytes_per_second": self.bytes as f64 / seconds,
            "pairs_per_second": self.pairs() as f64 / seconds,
            "ratio_to_floor": median(&self.ratios_to_floor(row)),
        });
        if let Some(ratio) = self.ratio_to_solve(row) {
            object["ratio_to_solve"] = json!(ratio);
        }
        if let Some(memory) = row.memory {
            let (bytes, is_exact) = match memory {
                PeakMemory::AtMost(bytes) => (bytes, false),
                PeakMemory::Exactly(bytes) => (bytes, true),
            };
            object["peak_resident_bytes"] = json!(bytes);
            object["peak_is_exact"] = json!(is_exact);
        }
        object
    }

    /// Reads a file that `bench --json` printed. Facts about the machine may be missing.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let name = shown_path(file);
        let text = std::fs::read_to_string(file)
            .map_err(|e| wythoff::Error::from(e).about(name.as_str()))?;
        let json: Value = serde_json::from_str(&text).ok().with_context(|| {
            format!("{name}: not JSON; expected the output of `wythoff bench --json`")
        })?;
        match Self::from_json(&json) {
            Some(measurement) => Ok(measurement),
            None => {
                bail!("{name}: not the output of `wythoff bench --json` of this version")
            }
        }
    }

    fn from_json(json: &Value) -> Option<Self> {
        let text = |key: &str| json[key].as_str().unwrap_or_default().to_owned();
        let number = |key: &str| json[key].as_u64().unwrap_or_default();
        let words = |key: &str| -> Option<Vec<String>> {
            let words = json[key].as_array()?.iter();
            words.map(|w| w.as_str().map(str::to_owned)).collect()
        };
        let rows: Vec<Row> = json["stages"]
            .as_array()?
            .iter()
            .map(Row::from_json)
            .collect::<Option<_>>()?;
        let measurement = Self {
            version: text("version"),
            input: json["input"].as_str()?.to_owned(),
            bytes: json["bytes"].as_u64()?,
            hot: number("hot"),
            cold: number("cold"),
            answers: text("answers_fnv1a"),
            backends: words("backends").unwrap_or_default(),
            cpu: text("cpu"),
            cores: number("cores"),
            rounds: number("rounds"),
            command: words("command").map(|words| Command {
                words,
                is_checked: json["checked"].as_bool().unwrap_or_default(),
            }),
            rows,
        };
        let is_whole = !measurement.rows.is_empty()
            && measurement.bytes > 0
            && measurement
                .rows
                .iter()
                .all(|r| measurement.floor(r).is_some());
        is_whole.then_some(measurement)
    }
}

impl Row {
    fn from_json(json: &Value) -> Option<Self> {
        let times = json["seconds"].as_array()?;
        let seconds: Vec<f64> = times.iter().map(Value::as_f64).collect::<Option<_>>()?;
        let is_valid = !seconds.is_empty() && seconds.iter().all(|&t| t > 0.0);
        is_valid.then_some(())?;
        let threads = match &json["threads"] {
            Value::Null => None,
            number => Some(number.as_u64()?),
        };
        Some(Self {
            stage: json["stage"].as_str()?.to_owned(),
            backend: json["backend"].as_str().map(str::to_owned),
            threads,
            seconds,
            memory: None,
        })
    }

    /// Whether both are the same stage.
    pub(crate) fn is_same_stage(&self, other: &Self) -> bool {
        (&self.stage, &self.backend, self.threads) == (&other.stage, &other.backend, other.threads)
    }
}

/// The name of the processor.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    info.lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim())
        .to_owned()
}
