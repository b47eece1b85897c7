//! Arguments in the syntax of a shell, for commands that users copy: a shell of Unix, or `cmd` of Windows.

use super::args::Format;
use std::ffi::OsString;

/// `text` as one word of a shell command.
pub(crate) fn quoted(text: &str) -> String {
    let plain =
        |c: char| c.is_alphanumeric() || "_./-+=,:@%".contains(c) || (cfg!(windows) && c == '\\');
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    match cfg!(windows) {
        true => format!("\"{}\"", text.replace('"', "\\\"")),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// The words as a shell command. `cmd` takes a slash in the name of a program for an option.
pub(crate) fn command(words: &[OsString]) -> String {
    let mut words: Vec<_> = words
        .iter()
        .map(|word| quoted(&word.to_string_lossy()))
        .collect();
    if let (true, Some(program)) = (cfg!(windows), words.first_mut()) {
        *program = program.replace('/', "\\");
    }
    words.join(" ")
}

/// A command that reads a file from standard input. PowerShell has no `<`, so on Windows `cmd` runs it. In PowerShell a
/// quote within the quotes would end them, so a command that has quotes is shown for `cmd` only.
pub(crate) fn with_stdin(command: &str, file: &str) -> String {
    let command = format!("{command} < {}", quoted(file));
    match cfg!(windows) && !command.contains('"') {
        true => format!("cmd /c \"{command}\""),
        false => command,
    }
}

/// The options of `format`, with a blank before each.
pub(crate) fn format_options(format: &Format) -> String {
    let framing = format.framing.map(|framing| framing.name().to_owned());
    let options = [
        ("--as", format.profile.clone()),
        ("--in", framing),
        ("--rule", format.rule.map(|rule| rule.to_string())),
        ("--words", format.words.clone()),
    ];
    let options = options.into_iter();
    let given = options.filter_map(|(name, value)| Some((name, value?)));
    given
        .map(|(name, value)| format!(" {name} {}", quoted(&value)))
        .collect()
}
