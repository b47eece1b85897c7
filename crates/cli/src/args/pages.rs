//! The arguments of `wythoff completions` and `wythoff man`.

use clap::{Args as Group, ValueHint};
use clap_complete::Shell;
use std::path::PathBuf;

/// Print a script that completes commands and options in a shell
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/completions.txt").trim_ascii_end())]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// Print a manual page
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/man.txt").trim_ascii_end())]
pub(crate) struct Man {
    /// Print the page of this subcommand, such as `solve` or `plot moves` [default: the program]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    pub(crate) command: Vec<String>,

    /// Write the pages of the program and all subcommands into DIR, which must exist
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}
