//! Functions for the tests of both catalogues: they find the sentences of a source, and check that a PO file has exactly one
//! text for each, with the same placeholders. The tests of crates/cli compile this file, too.

use std::collections::{BTreeMap, BTreeSet, HashMap};
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

/// The names in braces.
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

/// Checks that a catalogue has exactly the texts `sentences`.
pub(crate) fn assert_complete(texts: &HashMap<String, String>, sentences: &BTreeSet<String>) {
    let missing = sentences.iter().filter(|text| !texts.contains_key(*text));
    let missing: String = missing
        .map(|text| format!("\nmsgid {}\nmsgstr \"\"\n", quoted(text)))
        .collect();
    assert!(missing.is_empty(), "zh.po lacks\n{missing}");
    let unused: Vec<_> = texts
        .keys()
        .filter(|text| !sentences.contains(*text))
        .collect();
    assert!(unused.is_empty(), "no longer in the source: {unused:#?}");
}

/// Checks that the PO file has each text once, with the placeholders of its sentence.
pub(crate) fn assert_plain(po: &str) {
    let read = polib::po_file::parse_from_reader(po.as_bytes()).expect("a PO file");
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for line in po.lines().filter(|line| line.starts_with("msgid ")) {
        *seen.entry(line).or_default() += 1;
    }
    // `msgid ""` begins the header, and texts that continue on the next line, so it may occur several times.
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
