//! Help in Chinese. The English text is in the definitions of the arguments; each part of it is a key of zh.po.

use super::args::Lang;
use super::messages::{WIDTH, translation, wrapped};
use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command};

/// `command` and its subcommands with Chinese help. Not used for parsing: clap's own words in errors are English.
pub(crate) fn in_chinese(mut command: Command) -> Command {
    // Adds the options and subcommands that clap provides.
    command.build();
    translated(command)
}

fn translated(mut command: Command) -> Command {
    let usage = usage(&mut command);
    let template = template(&command);
    let [options, positionals] = [false, true].map(|is_positional| {
        let shown = command
            .get_arguments()
            .filter(|arg| arg.is_positional() == is_positional);
        shown.map(|arg| arg.to_string().len()).max().unwrap_or(0)
    });
    // clap indents by two columns, reserves four columns for the short option, and leaves two before the text. If values
    // have their own texts, these are on lines below the option.
    let is_long = command.get_arguments().any(has_texts_of_values);
    let [options, positionals] = match is_long {
        true => [10, 10],
        false => [options + 8, positionals + 4],
    };
    let about = command
        .get_about()
        .map(|text| StyledStr::from(chinese(&text.to_string())));
    let after = command
        .get_after_help()
        .map(|text| StyledStr::from(paragraphs(&text.to_string())));
    command
        .about(about.map_or(Resettable::Reset, Resettable::Value))
        .after_help(after.map_or(Resettable::Reset, Resettable::Value))
        .override_usage(usage)
        .help_template(template)
        .term_width(0)
        .next_line_help(is_long)
        .mut_args(|arg| {
            let column = match arg.is_positional() {
                true => positionals,
                false => options,
            };
            translated_arg(arg, WIDTH - column)
        })
        .mut_subcommands(translated)
}

fn has_texts_of_values(arg: &Arg) -> bool {
    let is_shown = arg.get_action().takes_values() && !arg.is_hide_possible_values_set();
    is_shown
        && arg
            .get_possible_values()
            .iter()
            .any(|value| value.get_help().is_some())
}

/// clap's own template, with Chinese headings.
fn template(command: &Command) -> StyledStr {
    let heading = command.get_styles().get_header();
    let mut text = format!("{{about}}\n\n{heading}用法：{heading:#}{{usage}}");
    let mut section = |is_there: bool, name: &str, tag: &str| {
        if is_there {
            text += &format!("\n\n{heading}{name}：{heading:#}\n{{{tag}}}");
        }
    };
    section(command.has_subcommands(), "命令", "subcommands");
    section(
        command.get_positionals().next().is_some(),
        "参数",
        "positionals",
    );
    section(true, "选项", "options");
    (text + "{after-help}").into()
}

fn usage(command: &mut Command) -> String {
    let usage = command.render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let usage = usage
        .replace("[OPTIONS]", "[选项]")
        .replace("[COMMAND]", "[命令]");
    let lines = usage.lines().map(str::trim_start);
    // 用法： takes six columns.
    let lines: Vec<_> = lines.flat_map(|line| wrapped(line, WIDTH - 6, 0)).collect();
    lines.join("\n      ")
}

/// Translates the text of `arg` and clap's notes after it, in lines of at most `columns` columns.
fn translated_arg(arg: Arg, columns: usize) -> Arg {
    let mut text = arg
        .get_help()
        .map(|text| chinese(&text.to_string()))
        .unwrap_or_default();
    if let Some(name) = arg.get_env().filter(|_| !arg.is_hide_env_set()) {
        text += &format!(" [环境变量：{}]", name.to_string_lossy());
    }
    let defaults: Vec<_> = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy())
        .collect();
    if !defaults.is_empty() && !arg.is_hide_default_value_set() && arg.get_action().takes_values() {
        text += &format!(" [默认：{}]", defaults.join(" "));
    }
    let mut values = String::new();
    if !arg.is_hide_possible_values_set() && arg.get_action().takes_values() {
        let possible = arg.get_possible_values();
        let names: Vec<_> = possible.iter().map(|value| value.get_name()).collect();
        if has_texts_of_values(&arg) {
            for value in &possible {
                let help = value.get_help().map(|text| chinese(&text.to_string()));
                values += &format!("\n- {}：{}", value.get_name(), help.unwrap_or_default());
            }
        } else if !names.is_empty() {
            text += &format!(" [可选：{}]", names.join(", "));
        }
    }
    let lines: Vec<_> = (text + &values)
        .lines()
        .flat_map(|line| wrapped(line, columns, 0))
        .collect();
    let text = lines.join("\n");
    let arg = arg
        .hide_default_value(true)
        .hide_possible_values(true)
        .hide_env(true);
    match arg.get_long_help() {
        Some(_) => arg.long_help(text.clone()).help(text),
        None => arg.help(text),
    }
}

/// The Chinese text after the options. Each paragraph is translated separately, because several commands have the same
/// paragraph. In examples only the heading is translated.
fn paragraphs(text: &str) -> String {
    let paragraphs = text
        .split("\n\n")
        .map(|paragraph| match paragraph.strip_prefix(EXAMPLES) {
            Some(examples) => format!("{}\n{examples}", chinese(EXAMPLES.trim_end())),
            None => {
                let lines = chinese(paragraph);
                let lines: Vec<_> = lines
                    .lines()
                    .flat_map(|line| wrapped(line, WIDTH, 0))
                    .collect();
                lines.join("\n")
            }
        });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

const EXAMPLES: &str = "Examples:\n";

fn chinese(english: &str) -> String {
    translation(Lang::Zh, english).unwrap_or(english).to_owned()
}

/// All texts of help that are keys of zh.po.
#[cfg(test)]
pub(super) fn keys(mut command: Command) -> std::collections::BTreeSet<String> {
    command.build();
    let mut keys = std::collections::BTreeSet::new();
    let mut open = vec![command];
    while let Some(command) = open.pop() {
        keys.extend(command.get_about().map(ToString::to_string));
        let after = command
            .get_after_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        let paragraphs = after.split("\n\n").filter(|text| !text.is_empty());
        keys.extend(paragraphs.map(|text| match text.strip_prefix(EXAMPLES) {
            Some(_) => EXAMPLES.trim_end().to_owned(),
            None => text.to_owned(),
        }));
        for arg in command.get_arguments() {
            keys.extend(arg.get_help().map(ToString::to_string));
            if !arg.is_hide_possible_values_set() && arg.get_action().takes_values() {
                let values = arg.get_possible_values();
                keys.extend(
                    values
                        .iter()
                        .filter_map(|value| value.get_help())
                        .map(ToString::to_string),
                );
            }
        }
        open.extend(command.get_subcommands().cloned());
    }
    keys
}
