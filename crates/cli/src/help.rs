//! Help in Chinese, in clap's layout. The English texts are in the definitions of the arguments; each is a key in zh.po.

use super::messages::{CHINESE, Lang};
use anstream::adapter::strip_str;
use clap::builder::{PossibleValuesParser, StyledStr};
use clap::{Arg, Command};
use unicode_width::UnicodeWidthStr as _;
use wythoff_explain::{WIDTH, wrapped};

const USAGE: &str = "用法：";

const CLAP_WORDS: [(&str, &str); 11] = [
    ("Usage:", USAGE),
    ("Commands:", "命令："),
    ("Arguments:", "参数："),
    ("Options:", "选项："),
    ("Possible values:", "可选："),
    ("[OPTIONS]", "[选项]"),
    ("[env: ", "[环境变量："),
    ("[default: ", "[默认："),
    ("[alias: ", "[别名："),
    ("[aliases: ", "[别名："),
    ("[possible values: ", "[可选："),
];

/// `command` and its subcommands with Chinese texts. It is used for help only, not for parsing: clap's errors are English.
pub(crate) fn in_chinese(mut command: Command) -> Command {
    // Adds the options and subcommands that clap provides.
    command.build();
    translated(command)
}

fn translated(command: Command) -> Command {
    let about = command.get_about().map(chinese);
    let after = command.get_after_help().map(paragraphs);
    command
        .about(about.unwrap_or_default())
        .after_help(after.unwrap_or_default())
        // clap would break lines at blanks only, so `fitted` breaks them.
        .term_width(0)
        .mut_args(translated_arg)
        .mut_subcommands(translated)
}

fn translated_arg(mut arg: Arg) -> Arg {
    let mut values = arg.get_possible_values();
    let have_texts = values.iter().any(|value| value.get_help().is_some());
    for value in &mut values {
        if let Some(text) = value.get_help().map(chinese) {
            *value = value.clone().help(text);
        }
    }
    if have_texts && !arg.is_hide_possible_values_set() {
        arg = arg.value_parser(PossibleValuesParser::new(values));
    }
    let text = arg.get_help().map(chinese).unwrap_or_default();
    arg.help(text.clone()).long_help(text)
}

/// The Chinese text after the options. Paragraphs are translated one by one, because commands share some paragraphs. Only the
/// heading of examples is translated.
fn paragraphs(text: &StyledStr) -> String {
    let text = text.to_string();
    let paragraph = |text: &str| match text.strip_prefix(EXAMPLES) {
        Some(examples) => format!("{}\n{examples}", chinese(&EXAMPLES.trim_end())),
        None => chinese(&text),
    };
    let paragraphs: Vec<_> = text.split("\n\n").map(paragraph).collect();
    paragraphs.join("\n\n")
}

pub(super) const EXAMPLES: &str = "Examples:\n";

fn chinese(english: &impl ToString) -> String {
    let english = english.to_string();
    let chinese = CHINESE.translation(Lang::Zh, &english);
    chinese.map_or(english.clone(), str::to_owned)
}

/// clap's help with Chinese headings, in lines of at most [`WIDTH`] columns. The text of an option stays in its column.
pub(crate) fn fitted(help: &str) -> String {
    let mut help = help.to_owned();
    for (english, chinese) in CLAP_WORDS {
        help = help.replace(english, chinese);
    }
    let mut fitted = String::new();
    for line in help.lines().map(str::trim_end) {
        let plain = |text| strip_str(text).to_string();
        if plain(line).width() <= WIDTH {
            fitted += &format!("{line}\n");
            continue;
        }
        let (before, text) = line.split_at(line.rfind("  ").map_or(0, |blanks| blanks + 2));
        let (column, text) = (plain(before).width(), plain(text));
        // A long usage continues below its first word.
        let indent = if text.starts_with(USAGE) { 7 } else { 0 };
        let lines = wrapped(&text, WIDTH - column, indent);
        let blanks = " ".repeat(column);
        fitted += &format!("{before}{}\n", lines.join(&format!("\n{blanks}")));
    }
    fitted
}
