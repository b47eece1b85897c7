//! The arguments of `wythoff completions` and `wythoff man`.

use clap::{Args as Group, ValueHint};
use clap_complete::Shell;
use std::path::PathBuf;

/// Print a script that completes commands and options in a shell
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff completions bash > ~/.local/share/bash-completion/completions/wythoff
  wythoff completions zsh > ~/.zfunc/_wythoff
  wythoff completions fish > ~/.config/fish/completions/wythoff.fish")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// Print a manual page
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff man | man -l -
  wythoff man solve | man -l -
  wythoff man --dir ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Print the page of this subcommand, such as `solve` or `plot moves` [default: the program]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    pub(crate) command: Vec<String>,

    /// Write the pages of the program and all subcommands into DIR, which must exist
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}
