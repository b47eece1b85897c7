//! What shells complete, where the generated scripts fall short.
//!
//! Owns two corrections: before a script is made, of values that are no files; afterwards, for bash, of
//! files that aren't offered. Invariant: nothing is offered that isn't in the definitions.

use clap::{Arg, Command, ValueHint};

/// A value that nothing is known of is no file.
pub(super) fn hinted(command: Command) -> Command {
    let hint = |arg: Arg| match arg.get_value_hint() {
        ValueHint::Unknown if arg.get_action().takes_values() => arg.value_hint(ValueHint::Other),
        _ => arg,
    };
    command.mut_args(hint).mut_subcommands(hinted)
}

/// The script for bash, which offers a subcommand's options in place of files to whoever types neither.
/// What it has no word for, bash completes as a file.
pub(super) fn with_files(script: &str, command: &Command) -> String {
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
