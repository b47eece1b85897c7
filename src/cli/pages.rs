//! `wythoff completions` and `wythoff man`: what the definitions of the arguments say, for shells
//! and for `man`.

use super::completion::{hinted, with_files};
use super::text_output::print;
use super::{args, manual, usage};
use anyhow::{Context as _, Result};
use clap::Command;
use clap_complete::Shell;
use std::path::Path;
use std::process::ExitCode;
use wythoff::Output;
use wythoff::internal::shown;

pub(crate) fn completions(args: args::pages::Completions) -> Result<ExitCode> {
    let mut text = Vec::new();
    let mut command = hinted(usage::command());
    clap_complete::generate(args.shell, &mut command, "wythoff", &mut text);
    if args.shell == Shell::Bash {
        text = with_files(&String::from_utf8(text)?, &command).into_bytes();
    }
    print(&text)
}

pub(crate) fn man(args: args::pages::Man) -> Result<ExitCode> {
    // `wythoff help` has no page of its own.
    let mut main = usage::command().disable_help_subcommand(true);
    main.build();
    match args.dir {
        None => {
            let mut command = &main;
            for name in &args.command {
                command = command
                    .find_subcommand(name)
                    .filter(|command| !command.is_hide_set())
                    .with_context(|| format!("there is no command {}", shown(name.as_bytes())))?;
            }
            print(&manual::page(command)?)
        }
        Some(dir) => {
            write_all(&main, &dir)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// The page of `command` and those of the commands below it.
fn write_all(command: &Command, dir: &Path) -> Result<()> {
    let page = manual::page(command)?;
    let mut output = Output::path(&dir.join(format!("{}.1", manual::name(command))))?.into_writer();
    output.append(|buffer| buffer.extend_from_slice(&page))?;
    output.finish()?;
    for command in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        write_all(command, dir)?;
    }
    Ok(())
}
