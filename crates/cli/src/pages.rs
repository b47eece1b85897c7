//! `wythoff completions` and `wythoff man`: completion scripts and manual pages, made from the
//! definitions of the arguments by clap_complete and clap_mangen.

use super::text_output::{print, write};
use super::{args, usage};
use anyhow::{Context as _, Result};
use clap::Command;
use clap_mangen::Man;
use std::path::Path;
use std::process::ExitCode;
use wythoff::internal::shown;

pub(crate) fn completions(args: args::pages::Completions) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut usage::command(), "wythoff", &mut script);
    print(&script)
}

pub(crate) fn man(args: args::pages::Man) -> Result<ExitCode> {
    // `wythoff help` has no manual page.
    let mut main = usage::command().disable_help_subcommand(true);
    main.build();
    if let Some(dir) = args.dir {
        write_pages(&main, &dir)?;
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
    manual(command).render(&mut page)?;
    print(&page)
}

fn manual(command: &Command) -> Man {
    Man::new(command.clone()).source(concat!("wythoff ", env!("CARGO_PKG_VERSION")))
}

/// Writes the pages of `command` and of its subcommands into `dir`.
fn write_pages(command: &Command, dir: &Path) -> Result<()> {
    let man = manual(command);
    let mut page = Vec::new();
    man.render(&mut page)?;
    write(Some(&dir.join(man.get_filename())), &page)?;
    for subcommand in command.get_subcommands() {
        write_pages(subcommand, dir)?;
    }
    Ok(())
}
