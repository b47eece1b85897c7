//! The arguments of `wythoff solve`.

use super::options::{Faults, Format, Parsing, Stats, Watch};
use super::values::{Lines, count, part, range, read_modes};
use clap::{Args as Group, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use wythoff::ReadMode;

/// Answer every position: 1 if the player to move wins, 0 if not
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/solve.txt").trim_ascii_end())]
pub(crate) struct Solve {
    /// Input files, two piles on each line; `-` is standard input [default: -]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) output: super::options::OutputOption,

    /// Solve only the lines of FILE that start in these bytes, such as 0..1000000 or 1000000..; not with --as or --in
    #[arg(long, value_name = "START..END", value_parser = range, group = "lines", conflicts_with_all = ["profile", "framing"], allow_hyphen_values = true)]
    pub(crate) range: Option<Lines>,

    /// Solve only part I of N parts of FILE (from 1); the joined answers of all parts are the answers of FILE; not with --as or --in
    #[arg(long, value_name = "I/N", value_parser = part, group = "lines", conflicts_with_all = ["profile", "framing"], allow_hyphen_values = true)]
    pub(crate) part: Option<Lines>,

    #[command(flatten)]
    pub(crate) format: Format,

    /// With --as or --in: fail on input that the problem does not allow, instead of printing a warning
    #[arg(long)]
    pub(crate) strict: bool,

    /// Print only the number of hot and of cold positions
    #[arg(long, conflicts_with = "words")]
    pub(crate) count: bool,

    /// Use at most N threads [default: one for each processor, or one for an input below 32 MiB (512 KiB
    /// if the output is compressed)]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) parsing: Parsing,

    #[command(flatten)]
    pub(crate) faults: Faults,

    /// How to read files: mmap (faster), read, or auto (read on network file systems, else mmap)
    #[arg(long, value_parser = read_modes(), default_value = "auto")]
    pub(crate) io: ReadMode,

    #[command(flatten)]
    pub(crate) watch: Watch,

    /// Print counts, time and speed to standard error at the end, as text or as JSON
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) stats: Option<Stats>,
}
