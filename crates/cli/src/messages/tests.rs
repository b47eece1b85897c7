//! Tests that zh.po has exactly one text for each sentence of the program and of its help, with the same placeholders. Tests
//! the choice of the language, and help in Chinese.

use super::*;
use crate::help::{self, EXAMPLES};
use crate::usage;
use anstream::adapter::strip_str;
use clap::Command;
use std::collections::BTreeSet;
use std::path::Path;
use wythoff_explain::WIDTH;

#[path = "../../../explain/tests/texts/sentences.rs"]
mod sentences;

/// All texts of help that are keys of zh.po.
fn texts_of_help(mut command: Command) -> BTreeSet<String> {
    command.build();
    let mut texts = BTreeSet::new();
    let mut open = vec![command];
    while let Some(command) = open.pop() {
        texts.extend(command.get_about().map(ToString::to_string));
        let after = command.get_after_help().map(ToString::to_string);
        let after = after.unwrap_or_default();
        let paragraphs = after.split("\n\n").filter(|text| !text.is_empty());
        texts.extend(paragraphs.map(|text| match text.strip_prefix(EXAMPLES) {
            Some(_) => EXAMPLES.trim_end().to_owned(),
            None => text.to_owned(),
        }));
        for arg in command.get_arguments() {
            texts.extend(arg.get_help().map(ToString::to_string));
            if !arg.is_hide_possible_values_set() && arg.get_action().takes_values() {
                let values = arg.get_possible_values();
                let of_values = values.iter().filter_map(|value| value.get_help());
                texts.extend(of_values.map(ToString::to_string));
            }
        }
        open.extend(command.get_subcommands().cloned());
    }
    texts
}

#[test]
fn every_sentence_has_one_chinese_text() {
    let mut all = texts_of_help(usage::definitions());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    sentences::sentences_of_the_source(&folder, &mut all);
    assert!(all.len() > 200, "{}", all.len());
    sentences::assert_complete(CHINESE.texts(), &all);
    sentences::assert_plain(include_str!("../zh.po"));
}

#[test]
fn values_take_the_place_of_their_names() {
    let n = 3;
    assert_eq!(t!(in Lang::En; "{n} cases", n), "3 cases");
    assert_ne!(t!(in Lang::Zh; "{n} cases", n), "3 cases");
    assert!(t!(in Lang::Zh; "{n} cases", n = 3).contains('3'));
}

#[test]
fn columns_of_chinese_text() {
    assert_eq!(padded("题号", 6) + "|", "题号  |");
}

/// Variables of the environment, and whether they choose Chinese.
const LOCALES: &[(&str, bool)] = &[
    ("", false),
    ("LANG=zh_CN.UTF-8", true),
    ("LANG=zh", true),
    ("LANG=zh_TW.utf8", true),
    ("LANG=zh_SG.UTF-8@x", true),
    ("LANG=zh-Hans", true),
    ("LANG=", false),
    ("LANG=C", false),
    ("LANG=en_US.UTF-8", false),
    ("LANG=zha_CN.UTF-8", false),
    ("LANG=zh_CN.GB18030", false),
    ("LC_ALL=C LC_MESSAGES=zh LANG=zh", false),
    ("LC_ALL=zh LC_MESSAGES=C LANG=C", true),
    ("LC_ALL= LC_MESSAGES=zh LANG=C", true),
    ("LC_MESSAGES=C LANG=zh", false),
    ("LC_CTYPE=zh LANG=C", false),
];

#[test]
fn the_locale_is_that_of_posix() {
    for &(set, is_chinese) in LOCALES {
        let variable = |name: &str| {
            let mut set = set.split(' ').filter_map(|one| one.split_once('='));
            set.find_map(|(other, value)| (other == name).then(|| value.to_owned()))
        };
        let expected = if is_chinese { Lang::Zh } else { Lang::En };
        assert_eq!(of_environment(variable, || None), expected, "{set}");
        // The user's settings are used only if no variable is set.
        let is_set = !["", "LANG="].contains(&set);
        for (settings, lang) in [("zh-CN", Lang::Zh), ("en-US", Lang::En)] {
            let found = of_environment(variable, || Some(settings.to_owned()));
            let expected = if is_set { expected } else { lang };
            assert_eq!(found, expected, "{set} {settings}");
        }
    }
}

/// Help in Chinese has at most 80 columns, and no English lines.
#[test]
fn chinese_help_fits_eighty_columns() {
    let mut open = vec![help::in_chinese(usage::definitions())];
    let mut seen = 0;
    while let Some(mut command) = open.pop() {
        for text in [
            command.render_help().ansi().to_string(),
            command.render_long_help().ansi().to_string(),
        ]
        .map(|text| strip_str(&help::fitted(&text)).to_string())
        {
            for line in text.lines() {
                assert!(line.width() <= WIDTH, "{}: {line}", command.get_name());
            }
            let clap = "Usage:|Options:|Commands:|Arguments:|Print help|[default|[possible|[env";
            for word in clap.split('|') {
                assert!(!text.contains(word), "{}: {word}", command.get_name());
            }
            let has_options = command.get_opts().next().is_some();
            let usage = text.lines().find(|line| line.starts_with("用法："));
            let usage = usage.unwrap_or_else(|| panic!("no usage: {text}"));
            assert!(usage.contains(" [选项]") || !has_options, "{usage}");
            assert!(!has_options || text.contains("选项："), "{text}");
        }
        seen += 1;
        open.extend(command.get_subcommands().cloned());
    }
    assert!(seen > 20, "{seen}");
}
