//! `wythoff completions` and `wythoff man`: clap_complete and clap_mangen make them from the definitions of the arguments.

use super::output::print;
use super::{args, usage};
use anyhow::{Context as _, Result};
use std::process::ExitCode;
use wythoff::{Error, shown, shown_path};

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
        clap_mangen::generate_to(main, &dir).map_err(|e| Error::from(e).about(shown_path(&dir)))?;
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
