//! Tests that zh.po has exactly one text for each sentence of the program and of its help, with the same placeholders.

use super::*;
use crate::help::{self, EXAMPLES};
use crate::usage;
use anstream::adapter::strip_str;
use clap::Command;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The first argument of each `t!` below a folder of the source.
pub(crate) fn sentences_of_the_source(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("the source is here") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sentences_of_the_source(&path, found);
            continue;
        }
        let is_source =
            path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs");
        if !is_source {
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("a file");
        for (at, _) in source.match_indices("t!(") {
            let before = source[..at].chars().next_back();
            let is_other_macro =
                before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '`' || c == ':');
            if !is_other_macro {
                let text = literal(&source[at + 3..]);
                found.insert(
                    text.unwrap_or_else(|| panic!("{}: t! without a literal", path.display())),
                );
            }
        }
    }
}

/// The string literal at the beginning of `source`, perhaps after `in LANGUAGE;`.
fn literal(source: &str) -> Option<String> {
    let source = source.trim_start();
    let source = match source.strip_prefix("in ") {
        Some(rest) => rest.split_once(';')?.1.trim_start(),
        None => source,
    };
    let mut chars = source.strip_prefix('"')?.chars().peekable();
    let mut text = String::new();
    loop {
        match chars.next()? {
            '"' => return Some(text),
            '\\' => match chars.next()? {
                'n' => text.push('\n'),
                '\n' => while chars.next_if(|c| c.is_whitespace()).is_some() {},
                c @ ('"' | '\\') => text.push(c),
                other => panic!("\\{other} in a sentence"),
            },
            c => text.push(c),
        }
    }
}

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

fn all_sentences() -> BTreeSet<String> {
    let mut sentences = texts_of_help(usage::command());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    sentences_of_the_source(&folder, &mut sentences);
    let texts = wythoff::PROFILES
        .iter()
        .flat_map(|profile| [profile.title, profile.asks]);
    sentences.extend(texts.map(str::to_owned));
    assert!(sentences.len() > 250, "{}", sentences.len());
    sentences
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    let parts = text.split('{').skip(1);
    parts
        .filter_map(|part| Some(part.split_once('}')?.0))
        .collect()
}

/// A text as a line of a PO file.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n\"\n\""))
}

#[test]
fn every_sentence_has_a_chinese_text() {
    let missing = all_sentences()
        .into_iter()
        .filter(|text| !catalogue().contains_key(text));
    let missing: String = missing
        .map(|text| format!("\nmsgid {}\nmsgstr \"\"\n", quoted(&text)))
        .collect();
    assert!(missing.is_empty(), "crates/cli/src/zh.po lacks\n{missing}");
}

#[test]
fn every_chinese_text_is_used() {
    let sentences = all_sentences();
    let unused: Vec<_> = catalogue()
        .keys()
        .filter(|text| !sentences.contains(*text))
        .collect();
    assert!(unused.is_empty(), "no longer in the source: {unused:#?}");
}

#[test]
fn the_catalogue_is_plain() {
    let read = polib::po_file::parse_from_reader(CATALOGUE.as_bytes()).expect("a PO file");
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for line in CATALOGUE.lines().filter(|line| line.starts_with("msgid ")) {
        *seen.entry(line).or_default() += 1;
    }
    // `msgid ""` stands for the header, and for texts that begin on the next line.
    seen.remove("msgid \"\"");
    let doubled: Vec<_> = seen.iter().filter(|(_, times)| **times > 1).collect();
    assert!(doubled.is_empty(), "{doubled:?}");
    for message in read.messages() {
        let (english, chinese) = (message.msgid(), message.msgstr().expect("no plurals"));
        assert!(!message.is_fuzzy() && !chinese.is_empty(), "{english}");
        // The braces of JSON in help are not placeholders. They are the same in both texts.
        assert_eq!(
            placeholders(english),
            placeholders(chinese),
            "{english}\n{chinese}"
        );
    }
}

#[test]
fn values_take_the_place_of_their_names() {
    let values: [(&str, &dyn Display); 2] = [("a", &1), ("b", &"{a}")];
    assert_eq!(filled("{b}，{a}", &values), "{a}，1");
    assert_eq!(filled("没有", &values), "没有");
    let n = 3;
    assert_eq!(t!(in Lang::En; "{n} cases", n), "3 cases");
    assert_ne!(t!(in Lang::Zh; "{n} cases", n), "3 cases");
    assert!(t!(in Lang::Zh; "{n} cases", n = 3).contains('3'));
}

#[test]
fn the_locale_is_that_of_posix() {
    let with = |set: &[(&str, &str)]| {
        let variable = |name: &str| {
            let found = set.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let lang = of_environment(variable, || None);
        // The user's settings are used only if no variable is set.
        if set
            .iter()
            .any(|(name, value)| name.starts_with('L') && *name != "LC_CTYPE" && !value.is_empty())
        {
            for settings in ["zh-CN", "en-US"] {
                assert_eq!(of_environment(variable, || Some(settings.to_owned())), lang);
            }
        }
        lang
    };
    let by_settings = |settings: &str| of_environment(|_| None, || Some(settings.to_owned()));
    assert_eq!(by_settings("zh-CN"), Lang::Zh);
    assert_eq!(by_settings("en-US"), Lang::En);
    assert_eq!(with(&[]), Lang::En);
    for value in [
        "zh_CN.UTF-8",
        "zh",
        "zh_TW.utf8",
        "zh_CN",
        "zh_SG.UTF-8@x",
        "zh-Hans",
    ] {
        assert_eq!(with(&[("LANG", value)]), Lang::Zh, "{value}");
    }
    for value in [
        "",
        "C",
        "en_US.UTF-8",
        "zha_CN.UTF-8",
        "C.UTF-8",
        "zh_CN.GB18030",
        "POSIX",
        "zh_CN.GBK",
    ] {
        assert_eq!(with(&[("LANG", value)]), Lang::En, "{value}");
    }
    let (zh, c) = ("zh_CN.UTF-8", "C");
    assert_eq!(
        with(&[("LC_ALL", c), ("LC_MESSAGES", zh), ("LANG", zh)]),
        Lang::En
    );
    assert_eq!(
        with(&[("LC_ALL", zh), ("LC_MESSAGES", c), ("LANG", c)]),
        Lang::Zh
    );
    assert_eq!(
        with(&[("LC_ALL", ""), ("LC_MESSAGES", zh), ("LANG", c)]),
        Lang::Zh
    );
    assert_eq!(with(&[("LC_MESSAGES", c), ("LANG", zh)]), Lang::En);
    assert_eq!(with(&[("LC_CTYPE", zh), ("LANG", c)]), Lang::En);
}

#[test]
fn lines_are_broken_at_blanks_and_between_chinese_characters() {
    assert_eq!(wrapped("one two three", 7, 2), ["one two", "  three"]);
    assert_eq!(wrapped("a-b/c-d", 3, 0), ["a-b/c-d"]);
    // No line begins with a comma.
    assert_eq!(
        wrapped("先手必胜，后手必败", 8, 0),
        ["先手必", "胜，后手", "必败"]
    );
    assert_eq!(padded("题号", 6) + "|", "题号  |");
}

/// Help in Chinese has at most 80 columns, and no line of it is English.
#[test]
fn chinese_help_fits_eighty_columns() {
    let mut open = vec![help::in_chinese(usage::command())];
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
            let clap = [
                "Usage:",
                "Options:",
                "Commands:",
                "Arguments:",
                "Print help",
                "[default",
                "[possible",
                "[env",
            ];
            for word in clap {
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
