//! Solves a file into another one, with progress.
//!
//! ```text
//! cargo run --release --example file -- pairs.txt answers.txt
//! ```
//!
//! Without arguments it makes a file of its own and solves that.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use wythoff::{Input, OnInvalid, Output, Problem, Progress, Solver};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let (pairs, answers) = match (args.next(), args.next()) {
        (Some(pairs), Some(answers)) if pairs.exists() => (pairs, answers),
        _ => {
            let mut text = String::new();
            (0..1_000_000).try_for_each(|i| writeln!(text, "{i} {}", 2 * i))?;
            let pairs = folder.path().join("pairs.txt");
            std::fs::write(&pairs, text)?;
            (pairs, folder.path().join("answers.txt"))
        }
    };

    let size = std::fs::metadata(&pairs)?.len();
    let progress = Progress::with_callback(move |progress| {
        eprint!("\r{:3} %", 100 * progress.bytes() / size.max(1));
    });
    let summary = Solver::new(Problem::default())
        .on_invalid(OnInvalid::Mark)
        .progress(Arc::new(progress))
        .solve(vec![Input::path(&pairs)], Output::path(&answers)?)?;
    eprintln!();

    println!(
        "{} hot, {} cold, {} invalid",
        summary.hot, summary.cold, summary.invalid
    );
    assert_eq!(summary.bytes, size);
    assert!(answers.exists());
    Ok(())
}
