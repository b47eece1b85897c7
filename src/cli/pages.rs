//! `wythoff completions` and `wythoff man`: what the definitions of the arguments say, for shells
//! and for `man`.

use super::{args, manual, process, usage};
use anyhow::Result;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use std::path::Path;
use std::process::ExitCode;
use wythoff::Target;

pub(crate) fn completions(args: args::pages::Completions) -> Result<ExitCode> {
    let mut text = Vec::new();
    let mut command = hinted(usage::command());
    clap_complete::generate(args.shell, &mut command, "wythoff", &mut text);
    if args.shell == Shell::Bash {
        text = with_files(&String::from_utf8(text)?, &command).into_bytes();
    }
    print(&text)
}

/// A value that nothing is known of is no file.
fn hinted(command: Command) -> Command {
    let hint = |arg: Arg| match arg.get_value_hint() {
        ValueHint::Unknown => arg.value_hint(ValueHint::Other),
        _ => arg,
    };
    command.mut_args(hint).mut_subcommands(hinted)
}

/// The script for bash, which offers a subcommand's options in place of files to whoever types neither.
/// What it has no word for, bash completes as a file.
fn with_files(script: &str, command: &Command) -> String {
    let files = |command: &Command| {
        command.get_positionals().any(|arg| {
            let hint = arg.get_value_hint();
            matches!(hint, ValueHint::FilePath | ValueHint::CommandWithArguments)
        })
    };
    // The case of each subcommand, as `wythoff__subcmd__plot__subcmd__bench`.
    let mut cases = Vec::new();
    let mut open = vec![("wythoff".to_owned(), command)];
    while let Some((name, command)) = open.pop() {
        for below in command.get_subcommands() {
            open.push((format!("{name}__subcmd__{}", below.get_name()), below));
        }
        if files(command) {
            cases.push(format!("{name})"));
        }
    }
    let mut text = String::new();
    let mut inside = false;
    for line in script.split_inclusive('\n') {
        let word = line.trim();
        if line.starts_with("        wythoff__") {
            inside = cases.iter().any(|case| case == word);
        }
        if inside && word.starts_with("if [[ ${cur} == -* ||") {
            text += "            if [[ ${cur} == -* ]] ; then\n";
        } else if !(inside && line.starts_with("            COMPREPLY=( $(compgen -W \"${opts}\""))
        {
            text += line;
        }
    }
    text
}

pub(crate) fn man(args: args::pages::Man) -> Result<ExitCode> {
    // `wythoff help` has no page of its own.
    let mut main = usage::command().disable_help_subcommand(true);
    main.build();
    match args.dir {
        None => print(&manual::page(&main)?),
        Some(dir) => {
            write_all(&main, &dir)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// The page of `command` and those of the commands below it.
fn write_all(command: &Command, dir: &Path) -> Result<()> {
    let page = manual::page(command)?;
    let target = Target::path(&dir.join(format!("{}.1", manual::name(command))))?;
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
