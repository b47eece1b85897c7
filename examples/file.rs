//! Solves a file, writes the answers to another file, and shows the progress.
//!
//! ```text
//! cargo run --release --example file -- pairs.txt answers.txt
//! ```
//!
//! Without arguments it makes a file of a million pairs and solves it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use wythoff::{Input, OnInvalid, Output, Progress, Solver};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    match args.as_slice() {
        [] => a_file_of_its_own(),
        [pairs, answers] => solve(pairs, answers),
        _ => Err("usage: file [PAIRS ANSWERS]".into()),
    }
}

pub(crate) fn a_file_of_its_own() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let mut text = String::new();
    (0..1_000_000).try_for_each(|i| writeln!(text, "{i} {}", 2 * i))?;
    let pairs = folder.path().join("pairs.txt");
    std::fs::write(&pairs, text)?;
    solve(&pairs, &folder.path().join("answers.txt"))
}

fn solve(pairs: &Path, answers: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let size = std::fs::metadata(pairs)?.len();
    let output = Output::path(answers)?;
    let progress = Arc::new(Progress::default());
    let solver = Solver {
        on_invalid: OnInvalid::Mark,
        progress: Some(Arc::clone(&progress)),
        ..Solver::default()
    };
    let summary = thread::scope(|scope| {
        let run = scope.spawn(|| solver.solve(vec![Input::path(pairs)], output));
        while !run.is_finished() {
            eprint!("\r{:3} %", 100 * progress.bytes() / size.max(1));
            thread::sleep(Duration::from_millis(50));
        }
        run.join().expect("solving doesn't panic")
    })?;
    eprintln!();

    println!(
        "{} hot, {} cold, {} invalid",
        summary.hot, summary.cold, summary.invalid
    );
    assert!(answers.exists());
    Ok(())
}
