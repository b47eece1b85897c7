//! Commands that users copy, in the syntax of a Unix shell, or of `cmd` on Windows.

use super::options::{Format, Limits};
use std::ffi::OsString;
use wythoff::Framing;

/// `text` as one word of a shell command.
pub(crate) fn quoted(text: &str) -> String {
    let plain =
        |c: char| c.is_alphanumeric() || "_./-+=,:@%".contains(c) || (cfg!(windows) && c == '\\');
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    if cfg!(windows) {
        format!("\"{}\"", text.replace('"', "\\\""))
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// The words as a shell command. On Windows the program's name gets backslashes, because `cmd` reads a slash as the start of an
/// option.
pub(crate) fn command(words: &[OsString]) -> String {
    let texts = words.iter().map(|word| word.to_string_lossy());
    let mut words: Vec<_> = texts.map(|text| quoted(&text)).collect();
    if cfg!(windows)
        && let Some(program) = words.first_mut()
    {
        *program = program.replace('/', "\\");
    }
    words.join(" ")
}

/// `command` with a file as standard input. PowerShell has no `<`, so on Windows `cmd /c "..."` runs the command. A command
/// with quotes is not wrapped and runs only in `cmd`, since PowerShell would end the outer quotes at the first inner quote.
pub(crate) fn with_stdin(command: &str, file: &str) -> String {
    let command = format!("{command} < {}", quoted(file));
    if cfg!(windows) && !command.contains('"') {
        format!("cmd /c \"{command}\"")
    } else {
        command
    }
}

/// `command` after a copy of `file` into the file `name` of the current folder.
pub(crate) fn with_file(command: &str, file: &str, name: &str) -> String {
    let copy = if cfg!(windows) { "copy" } else { "cp" };
    format!("{copy} {} {} && {command}", quoted(file), quoted(name))
}

/// The options that describe a problem, with a blank before each.
pub(crate) fn problem_options(format: &Format, limits: &Limits) -> String {
    fn text<T: ToString>(value: Option<T>) -> Option<String> {
        value.map(|value| value.to_string())
    }
    let options = [
        ("--as", text(format.profile.as_ref())),
        ("--in", text(format.framing.map(Framing::name))),
        ("--rule", text(format.rule)),
        ("--words", text(format.words.as_ref())),
        ("--prefix", text(format.prefix.as_ref())),
        ("--min", text(limits.min)),
        ("--max", text(limits.max.as_ref())),
        ("--max-k", text(limits.max_k)),
        ("--max-piles", text(limits.max_piles)),
        ("--max-records", text(limits.max_records)),
    ];
    let option = |(name, value): (_, Option<String>)| Some(format!(" {name} {}", quoted(&value?)));
    options.into_iter().filter_map(option).collect()
}
