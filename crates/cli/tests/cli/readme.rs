//! The shell commands of README.md and README.zh-CN.md work when they are typed in order in a fresh clone.

use crate::support::{Folder, has, ran, repository, shell};
use std::fs;

/// Commands that take minutes.
const SKIPPED: &[&str] = &["cargo test"];

/// Words of a command, and what replaces them here, so that the command does the same with less work.
const SMALLER: &[(&str, &str)] = &[("cargo run --release -- ", "wythoff ")];

/// Commands that find something wrong: exit code 1.
const FINDERS: &[&str] = &["wythoff check data/", "wythoff lint"];

/// A command, and the output that the page shows for it.
#[derive(Clone, Debug, PartialEq)]
struct Command<'p> {
    text: &'p str,
    shown: Vec<&'p str>,
}

/// The commands of the `console` blocks of a page: a line that begins with `$ ` is a command, and the lines after it are its
/// output.
fn commands(page: &str) -> Vec<Command<'_>> {
    let mut commands: Vec<Command<'_>> = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let inner = lines.by_ref().take_while(|line| *line != "```");
        match language {
            "console" => {
                for line in inner {
                    match line.strip_prefix("$ ") {
                        Some(command) => commands.push(Command {
                            text: without_comment(command),
                            shown: Vec::new(),
                        }),
                        None => commands.last_mut().expect("a command").shown.push(line),
                    }
                }
            }
            // A documentation test of the library.
            "rust" => inner.for_each(drop),
            _ => panic!("a block of `{language}`: its commands would not be run"),
        }
    }
    commands
}

/// A command without the comment after it.
fn without_comment(command: &str) -> &str {
    let comment = command.find(" #").unwrap_or(command.len());
    command[..comment].trim_end()
}

/// Whether `output` is as shown; a line `...` stands for any lines.
fn is_shown(output: &[&str], shown: &[&str]) -> bool {
    match (output, shown) {
        (_, []) => output.is_empty(),
        (_, ["...", rest @ ..]) => (0..=output.len()).any(|n| is_shown(&output[n..], rest)),
        ([line, output @ ..], [expected, shown @ ..]) => {
            line == expected && is_shown(output, shown)
        }
        ([], _) => false,
    }
}

/// The texts of the pages whose commands are run.
fn pages() -> [(&'static str, String); 2] {
    ["README.md", "README.zh-CN.md"].map(|page| {
        let path = repository().join(page);
        (page, fs::read_to_string(path).expect("the page"))
    })
}

/// Subcommands and options exist: with `--help` the program checks the words before it, and does no work.
#[test]
fn options_of_the_pages_exist() {
    let mut calls = 0;
    for (page, text) in pages() {
        for Command { text, .. } in commands(&text) {
            let text = text.replace(SMALLER[0].0, SMALLER[0].1);
            let Some((_, args)) = text.split_once("wythoff ") else {
                continue;
            };
            let words = args.split(' ');
            let words = words.take_while(|word| !["|", ">", "--"].contains(word));
            let args: Vec<_> = words.chain(["--help"]).collect();
            let run = ran(&args);
            assert_eq!(run.code, Some(0), "{page}: {text}: {}", run.stderr);
            calls += 1;
        }
    }
    assert!(calls > 10, "{calls} calls");
}

/// A command that both pages have, with the same output, is run once.
#[test]
#[ignore = "slow"]
fn commands_of_the_pages() {
    if !has("g++") {
        return;
    }
    let repository = repository();
    let clone = Folder::new();
    let bin = Folder::new();
    for name in ["data", "examples", "scripts"] {
        let script = format!("cp -R '{}' .", repository.join(name).display());
        shell(&script, clone.path()).expect(0);
    }
    shell("ln -s \"$W\" wythoff", bin.path()).expect(0);

    let pages = pages();
    let all = pages.iter().flat_map(|(page, text)| {
        let commands = commands(text).into_iter();
        commands.map(|command| (*page, command))
    });
    let mut used = [SKIPPED.len(), SMALLER.len(), FINDERS.len()].map(|n| vec![false; n]);
    let mut seen = Vec::new();
    for (page, command) in all {
        if seen.contains(&command) {
            continue;
        }
        seen.push(command.clone());
        let Command { text, shown } = command;
        if let Some(i) = SKIPPED.iter().position(|s| text.starts_with(s)) {
            used[0][i] = true;
            continue;
        }
        let mut smaller = text.to_owned();
        for (i, (words, others)) in SMALLER.iter().enumerate() {
            used[1][i] |= smaller.contains(words);
            smaller = smaller.replace(words, others);
        }
        let finder = FINDERS.iter().position(|f| text.starts_with(f));
        if let Some(i) = finder {
            used[2][i] = true;
        }
        let script = format!("PATH='{}':\"$PATH\"\n{smaller}", bin.path().display());
        let run = shell(&script, clone.path());
        assert!(
            run.code == Some(finder.is_some().into()),
            "{page}: {text}: {:?}\n{}",
            run.code,
            run.stderr
        );
        let output: Vec<&str> = run.text().lines().collect();
        assert!(
            is_shown(&output, &shown),
            "{page}: {text}: not\n{}\nbut\n{}",
            shown.join("\n"),
            run.text()
        );
    }
    assert!(seen.len() > 15, "{} commands", seen.len());
    // An entry that no command needs must be removed.
    assert!(!used.concat().contains(&false), "{used:?}");
}

/// The target of each link exists: the file, and the heading that the part after `#` names.
#[test]
fn links_of_the_pages_lead_somewhere() {
    let repository = repository();
    let mut pages = vec![
        "README.md".into(),
        "README.zh-CN.md".into(),
        "CHANGELOG.md".into(),
    ];
    for folder in ["docs", "data", "scripts"] {
        for entry in fs::read_dir(repository.join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name();
            let name = name.to_str().expect("UTF-8");
            if name.ends_with(".md") {
                pages.push(format!("{folder}/{name}"));
            }
        }
    }
    let mut links = 0;
    for page in &pages {
        let path = repository.join(page);
        let text = fs::read_to_string(&path).expect("the page");
        for target in text.split("](").skip(1) {
            let target = target.split(')').next().unwrap_or_default();
            if target.starts_with("http") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = match file {
                "" => path.clone(),
                _ => path.with_file_name(file),
            };
            assert!(file.exists(), "{page}: {target} does not exist");
            if !heading.is_empty() {
                let text = fs::read_to_string(&file).expect("a page");
                let mut anchors = text.lines().filter(|l| l.starts_with('#')).map(anchor);
                assert!(anchors.any(|a| a == heading), "{page}: no heading {target}");
            }
            links += 1;
        }
    }
    assert!(links > 50, "{links} links");
}

/// The tests that docs/reliability.md names exist.
#[test]
fn tests_of_the_promises_exist() {
    let repository = repository();
    let page = fs::read_to_string(repository.join("docs/reliability.md")).expect("the page");
    let mut sources = String::new();
    let mut folders = ["tests", "crates", "python/tests"]
        .map(|folder| repository.join(folder))
        .to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.extension().and_then(|e| e.to_str()) {
                Some("rs" | "py") => sources += &fs::read_to_string(path).expect("UTF-8"),
                _ if path.is_dir() => folders.push(path),
                _ => {}
            }
        }
    }
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let names = rows.filter_map(|row| row.rsplit(" | ").next());
    let quoted = names.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let mut count = 0;
    for name in quoted.filter_map(|name| name.rsplit("::").next()) {
        let is_test = name.len() > 12 && name.contains('_') && !name.contains(['/', '.', ' ']);
        if is_test {
            let defined = [format!("fn {name}("), format!("def {name}(")];
            assert!(
                defined.iter().any(|d| sources.contains(d)),
                "no test {name}"
            );
            count += 1;
        }
    }
    assert!(count > 30, "{count} tests");
}

/// The name that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
