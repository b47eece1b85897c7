//! What is said on standard error. That it can't be written is nobody's error.

use super::{FAILED, args};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;
use wythoff::{Backend, Summary};

/// Words a failure, unless it is only that the reader of the output went away.
pub(crate) fn failure(error: &anyhow::Error) -> ExitCode {
    if is_unheard(error) {
        return ExitCode::SUCCESS;
    }
    say(&format!("wythoff: {error}\n"));
    ExitCode::from(FAILED)
}

/// Whether it is only that the reader of the output went away.
pub(crate) fn is_unheard(error: &anyhow::Error) -> bool {
    let ours = error.downcast_ref::<wythoff::Error>();
    ours.is_some_and(wythoff::Error::is_broken_pipe)
}

/// The lines that were `marked`, as that says: how many, and the first few.
///
/// Allocates nothing: the output is in its place by now, and what was wrong with it is to be told even where
/// memory ends.
pub(crate) fn invalid(summary: &Summary, marked: &str) {
    if summary.invalid == 0 {
        return;
    }
    for message in &summary.first_invalid {
        line(format_args!("{message}"));
    }
    let more = summary.invalid - summary.first_invalid.len() as u64;
    if more > 0 {
        line(format_args!("... and {more} more"));
    }
    let lines = if summary.invalid == 1 {
        "line"
    } else {
        "lines"
    };
    line(format_args!(
        "{} invalid {lines}, {marked}",
        summary.invalid
    ));
}

/// In one write, unless a path in it is very long.
pub(crate) fn line(words: std::fmt::Arguments<'_>) {
    let mut room = [0; 2048];
    let mut rest = &mut room[..];
    let fits = writeln!(rest, "wythoff: {words}").is_ok();
    let left = rest.len();
    let mut stderr = std::io::stderr().lock();
    let _ = if fits {
        stderr.write_all(&room[..room.len() - left])
    } else {
        writeln!(stderr, "wythoff: {words}")
    };
}

/// What was odd about a framed input.
pub(crate) fn warnings(summary: &Summary) {
    for warning in &summary.warnings {
        line(format_args!("warning: {warning}"));
    }
}

/// What `--stats` tells.
pub(crate) fn stats(summary: &Summary, backend: Backend, time: Duration, format: args::Stats) {
    let seconds = time.as_secs_f64();
    let rate = |n: u64| n as f64 / seconds.max(1e-9);
    // As many digits as a clock is good for.
    let seconds = (seconds * 1e6).round() / 1e6;
    let gb_per_s = (rate(summary.bytes) / 1e6).round() / 1e3;
    let pairs_per_s = rate(summary.pairs()).round() as u64;
    let text = match format {
        args::Stats::Json => {
            let object = serde_json::json!({
                "pairs": summary.pairs(),
                "hot": summary.hot,
                "cold": summary.cold,
                "invalid": summary.invalid,
                "bytes": summary.bytes,
                "seconds": seconds,
                "gb_per_s": gb_per_s,
                "pairs_per_s": pairs_per_s,
                "threads": summary.threads,
                "backend": backend.name(),
                "input": summary.ways,
            });
            format!("{object}\n")
        }
        args::Stats::Text => [
            ("pairs", summary.pairs().to_string()),
            ("hot", summary.hot.to_string()),
            ("cold", summary.cold.to_string()),
            ("invalid", summary.invalid.to_string()),
            ("bytes", summary.bytes.to_string()),
            ("seconds", format!("{seconds:.6}")),
            ("GB/s", format!("{gb_per_s:.3}")),
            ("pairs/s", pairs_per_s.to_string()),
            ("threads", summary.threads.to_string()),
            ("backend", backend.name().to_owned()),
            ("input", summary.ways.join(", ")),
        ]
        .map(|(name, value)| format!("{name:<8} {value}\n"))
        .concat(),
    };
    say(&text);
}

pub(crate) fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
