//! `wythoff completions` and `wythoff man`: what the definitions of the arguments say, for shells
//! and for `man`.

use super::{args, process, usage};
use anyhow::Result;
use clap_mangen::Man;
use std::path::Path;
use std::process::ExitCode;
use wythoff::Target;

pub(crate) fn completions(args: args::pages::Completions) -> Result<ExitCode> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut usage::command(), "wythoff", &mut text);
    print(&text)
}

pub(crate) fn man(args: args::pages::Man) -> Result<ExitCode> {
    // `wythoff help` has no page of its own.
    let mut main = usage::command().disable_help_subcommand(true);
    main.build();
    match args.dir {
        None => {
            let mut page = Vec::new();
            Man::new(main).render(&mut page)?;
            print(&page)
        }
        Some(dir) => {
            write_all(&main, &dir)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// The page of `command` and those of the commands below it.
fn write_all(command: &clap::Command, dir: &Path) -> Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    let target = Target::path(&dir.join(format!("{name}.1")))?;
    target.write(0, &page)?;
    target.publish(page.len() as u64)?;
    for command in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        write_all(command, dir)?;
    }
    Ok(())
}

/// Writes to standard output.
pub(crate) fn print(text: &[u8]) -> Result<ExitCode> {
    process::stdout()?;
    let target = Target::stdout()?;
    target.write(0, text)?;
    target.publish(text.len() as u64)?;
    Ok(ExitCode::SUCCESS)
}
