//! The shell commands of README.md and README.zh-CN.md work when they are typed in order in a fresh clone.

use crate::support::{Folder, has, shell};
use std::fs;
use std::path::Path;

/// Commands that build the program or the Python package, or measure for minutes.
const SKIPPED: &[&str] = &["cargo ", "scripts/peers", "pip install "];

/// Words of a command, and what replaces them here: the same with less work.
const SMALLER: &[(&str, &str)] = &[
    ("--bytes 200M", "--bytes 2M"),
    ("--size 1500000000", "--size 1M --runs 1"),
    ("bench pairs.txt", "bench pairs.txt --runs 1"),
];

/// Commands that find something wrong: exit code 1.
const FINDERS: &[&str] = &["wythoff check", "wythoff stress", "wythoff lint"];

/// A block of commands, and the output that the page shows for it.
#[derive(Default)]
struct Block {
    commands: Vec<String>,
    output: Option<String>,
}

/// The shell blocks of a page. A block of text right behind one is its output.
fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut lines = page.lines();
    let mut follows = false;
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            follows &= line.is_empty();
            continue;
        };
        let inner: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match language {
            "sh" => blocks.push(Block {
                commands: inner.into_iter().map(command).collect(),
                output: None,
            }),
            "text" if follows => blocks.last_mut().unwrap().output = Some(inner.join("\n")),
            // Examples in Python are run by python/tests.
            "text" | "rust" | "pycon" => {}
            _ => panic!("a block of `{language}`: its commands would not be run"),
        }
        follows = language == "sh";
    }
    blocks
}

/// A line of a block without its comment.
fn command(line: &str) -> String {
    line.split(" #")
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned()
}

/// Whether `output` is as shown; a line `...` stands for any lines.
fn is_shown(output: &str, shown: &str) -> bool {
    let mut rest = output.trim_end();
    let mut parts = shown.split("\n...\n");
    let first = parts.next().unwrap_or_default();
    let Some(after) = rest.strip_prefix(first) else {
        return false;
    };
    rest = after;
    let mut is_last = rest.is_empty();
    for part in parts {
        let part = format!("\n{part}");
        let Some(at) = rest.find(&part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
        is_last = rest.is_empty();
    }
    is_last
}

#[track_caller]
fn type_all(page: &str) {
    if !has("g++") {
        return;
    }
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let clone = Folder::new();
    let bin = Folder::new();
    for name in ["data", "examples", "scripts"] {
        let script = format!("cp -R '{}' .", repository.join(name).display());
        shell(&script, clone.path()).expect(0);
    }
    shell("ln -s \"$W\" wythoff", bin.path()).expect(0);

    let text = fs::read_to_string(repository.join(page)).expect("the page");
    let mut used = [SKIPPED.len(), SMALLER.len(), FINDERS.len()].map(|n| vec![false; n]);
    let mut run_commands = 0;
    for block in blocks(&text) {
        let mut output = String::new();
        for command in block.commands {
            if let Some(i) = SKIPPED.iter().position(|s| command.starts_with(s)) {
                used[0][i] = true;
                continue;
            }
            let mut smaller = command.clone();
            for (i, (words, others)) in SMALLER.iter().enumerate() {
                used[1][i] |= smaller.contains(words);
                smaller = smaller.replace(words, others);
            }
            let finder = FINDERS.iter().position(|f| command.starts_with(f));
            if let Some(i) = finder {
                used[2][i] = true;
            }
            let script = format!("PATH='{}':\"$PATH\"\n{smaller}", bin.path().display());
            let run = shell(&script, clone.path());
            assert!(
                run.code == Some(finder.is_some().into()),
                "{page}: {command}: {:?}\n{}",
                run.code,
                run.stderr
            );
            output += run.text();
            run_commands += 1;
        }
        if let Some(shown) = block.output {
            assert!(
                is_shown(&output, &shown),
                "{page}: not\n{shown}\nbut\n{output}"
            );
        }
    }
    assert!(run_commands > 10, "{page}: {run_commands} commands");
    // An entry that no command needs any more is to be removed.
    assert!(!used.concat().contains(&false), "{page}: {used:?}");
}

#[test]
fn slow_commands_of_the_english_page() {
    type_all("README.md");
}

#[test]
fn slow_commands_of_the_chinese_page() {
    type_all("README.zh-CN.md");
}

#[test]
fn what_counts_as_shown() {
    for (output, shown, expected) in [
        ("a\nb\n", "a\nb", true),
        ("a\nb\n", "a", false),
        ("a\nb\nc\n", "a\n...\nc", true),
        ("a\nb\nc\nd\n", "a\n...\nc", false),
        ("x\nb\nc\n", "a\n...\nc", false),
    ] {
        assert_eq!(is_shown(output, shown), expected, "{output:?} {shown:?}");
    }
}
