//! `wythoff completions` and `wythoff man`: clap_complete and clap_mangen make them from the definitions of the arguments.

use super::output::print;
use anyhow::{Context as _, Result};
use clap::{Args, Command, ValueHint};
use clap_complete::Shell;
use std::path::PathBuf;
use std::process::ExitCode;
use wythoff::{Error, shown};

/// Print a script that completes commands and options in a shell
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/completions.txt").trim_ascii_end())]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Print a manual page
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/man.txt").trim_ascii_end())]
pub(crate) struct Man {
    /// Print the page of this subcommand, such as `solve` or `plot moves` [default: the program]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Vec<String>,

    /// Write the pages of the program and all subcommands into DIR, which must exist
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    dir: Option<PathBuf>,
}

/// `program` has the definitions of all arguments.
pub(crate) fn completions(args: &Completions, mut program: Command) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "wythoff", &mut script);
    print(&script)
}

pub(crate) fn man(args: &Man, program: Command) -> Result<ExitCode> {
    // `wythoff help` has no manual page.
    let mut main = program.disable_help_subcommand(true);
    main.build();
    if let Some(dir) = &args.dir {
        clap_mangen::generate_to(main, dir).map_err(Error::about_path(dir))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = &main;
    for name in &args.command {
        command = command.find_subcommand(name).with_context(|| {
            format!(
                "there is no command {}; `wythoff --help` lists the commands",
                shown(name.as_bytes())
            )
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    print(&page)
}
