//! The commands of the READMEs and of the pages in docs/ work when they are typed in order. Both READMEs use one fresh clone, and
//! each other page uses a folder of its own.

use crate::support::{Folder, has, repository, shell};
use rayon::prelude::*;
use std::fs;
use std::path::Path;

/// Commands that need the network, a cluster or minutes, and commands that are run elsewhere: by `ranges` (docs/scale.md),
/// `scripts/try-contest-tools` (oj, the scripts of a package), `python/tests/test_docs.py`.
const SKIPPED: &[&str] = &[
    "cargo test",
    "cargo mutants",
    "WYTHOFF_TEST_",
    ".ci/run",
    "scripts/",
    "pip install",
    "python",
    "hyperfine",
    "venv/bin/",
    "oj ",
    "seq 4 |",
    "cat answers.[1-4]",
    "parallel",
    "for pairs in 1e6",
    "wythoff lint --compile 'kotlinc",
];

/// Words of a command, and their replacement, with which the command does the same with less work.
const SMALLER: &[(&str, &str)] = &[
    ("cargo run --release -- ", "wythoff "),
    ("--cases 1000000 ", "--cases 20000 "),
    ("wythoff bench", "wythoff bench --runs 1 --size 1M"),
    ("--size 1M pairs.txt", "pairs.txt"),
    ("-- ./a.out", "-- wythoff solve --in count --words Yes,No"),
];

/// Commands whose exit code is not 0: their first words, and the code.
const CODES: &[(&str, i32)] = &[
    ("wythoff check data/", 1),
    ("wythoff check --as poj1067 test/", 1),
    ("wythoff check --convention testlib", 1),
    ("wythoff check --convention icpc", 43),
    ("wythoff lint -- examples/double.cpp", 1),
    ("wythoff lint -- double.cpp", 1),
    ("wythoff lint -- ./double", 1),
    ("wythoff lint --lang zh", 1),
    ("wythoff stress -j 1", 1),
    ("wythoff validate --convention icpc", 42),
    ("printf '3 05", 1),
];

/// A command, and the output that the page shows for it.
#[derive(Clone, Debug, PartialEq)]
struct Command {
    text: String,
    shown: Option<Vec<String>>,
}

/// The blocks of code of a page: their language and text.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let indent = &line[..line.len() - line.trim_start().len()];
        if let Some(language) = line[indent.len()..].strip_prefix("```") {
            let inner = lines.by_ref().map(|l| l.strip_prefix(indent).unwrap_or(l));
            let inner = inner.take_while(|line| *line != "```");
            let text = inner.flat_map(|line| [line, "\n"]).collect();
            blocks.push((language, text));
        }
    }
    blocks
}

/// The commands of the `console` and `sh` blocks of a page. In a `console` block a line that begins with `$ ` is a command, and
/// the lines after it are its output.
fn commands(page: &str) -> Vec<Command> {
    let mut commands = Vec::new();
    for (language, text) in blocks(page) {
        match language {
            "console" => {
                for console in text.split("$ ").skip(1) {
                    let (command, shown) = console.split_once('\n').expect("a line");
                    commands.push(Command {
                        text: without_comment(command).to_owned(),
                        shown: Some(shown.lines().map(str::to_owned).collect()),
                    });
                }
            }
            "sh" if text.starts_with("#!") => {}
            "sh" => {
                let mut whole = String::new();
                for line in text.lines() {
                    whole += without_comment(line);
                    let is_open = whole.starts_with("for ") && line != "done";
                    if is_open || line.ends_with('\\') {
                        whole.push('\n');
                    } else {
                        commands.push(Command {
                            text: std::mem::take(&mut whole),
                            shown: None,
                        });
                    }
                }
                assert!(whole.is_empty(), "{whole} does not end");
            }
            // These blocks are files, texts and quotations. Rust in a README and Python are doctests.
            "cpp" | "text" | "rust" | "coq" | "pycon" | "python" => {}
            _ => panic!("a block of `{language}`: nothing tests it"),
        }
    }
    commands
}

/// A command without the comment after it.
fn without_comment(command: &str) -> &str {
    let comment = command.find(" # ").unwrap_or(command.len());
    command[..comment].trim_end()
}

/// Whether `output` is as shown; a line `...` stands for any lines.
fn is_shown(output: &[String], shown: &[String]) -> bool {
    match (output, shown) {
        (_, []) => output.is_empty(),
        (_, [any, rest @ ..]) if any == "..." => {
            (0..=output.len()).any(|n| is_shown(&output[n..], rest))
        }
        ([line, output @ ..], [expected, shown @ ..]) => {
            line == expected && is_shown(output, shown)
        }
        ([], _) => false,
    }
}

/// The pages of the repository, with their texts.
fn pages() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for folder in [".", "docs", "data", "scripts"] {
        for entry in fs::read_dir(repository().join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "md") {
                let name = path.file_name().and_then(|name| name.to_str());
                let name = format!("{folder}/{}", name.expect("UTF-8"));
                let text = fs::read_to_string(&path).expect("the page");
                pages.push((name.trim_start_matches("./").to_owned(), text));
            }
        }
    }
    pages.sort();
    pages
}

/// `line` with `_` for each number of seconds that was measured, and without the number of runs, which depends on the time.
fn without_times(line: &str) -> String {
    let has_runs = line.contains(" runs") || line.contains("运行了");
    let end = line.find([',', '（']).filter(|_| has_runs);
    let words: Vec<_> = line[..end.unwrap_or(line.len())].split(' ').collect();
    let is_time = |i: usize| {
        let unit = words.get(i + 1).copied().unwrap_or_default();
        words[i].contains('.') && ["s", "秒"].contains(&unit.trim_end_matches([':', ',', '：']))
    };
    let shown = (0..words.len()).map(|i| if is_time(i) { "_" } else { words[i] });
    shown.collect::<Vec<_>>().join(" ")
}

/// Runs the commands of a page in `folder`, except those in `seen`.
fn run_page(page: &str, text: &str, folder: &Folder, seen: &mut Vec<Command>) {
    for (_, program) in blocks(text).into_iter().filter(|block| block.0 == "cpp") {
        folder.file("double.cpp", program);
    }
    let lang = if page.contains("zh-CN") {
        "zh_CN.UTF-8"
    } else {
        "C"
    };
    let bin = Path::new(env!("CARGO_BIN_EXE_wythoff")).parent();
    let bin = bin.expect("a folder").display();
    for command in commands(text) {
        let Command { text, shown } = &command;
        if seen.contains(&command) || SKIPPED.iter().any(|start| text.starts_with(start)) {
            continue;
        }
        let mut smaller = text.clone();
        for (words, others) in SMALLER {
            smaller = smaller.replace(words, others);
        }
        let code = CODES.iter().find(|(start, _)| text.starts_with(start));
        let code = code.map_or(0, |(_, code)| *code);
        let script = format!("export LANG={lang} PATH='{bin}':\"$PATH\"\n{smaller}");
        let run = shell(&script, folder.path());
        assert_eq!(run.code, Some(code), "{page}: {text}: {}", run.stderr);
        if let Some(shown) = shown {
            let plain: Vec<_> = run.text().lines().map(without_times).collect();
            let shown: Vec<_> = shown.iter().map(|line| without_times(line)).collect();
            assert!(is_shown(&plain, &shown), "{page}: {text}: {}", run.text());
        }
        seen.push(command);
    }
}

/// A command that both READMEs have, with the same output, is run once.
#[test]
#[ignore = "slow"]
fn commands_of_the_pages() {
    if !has("g++") || !has("git") {
        return;
    }
    // Both READMEs use a clone, one after the other.
    let is_readme = |(page, _): &(String, String)| page.starts_with("README");
    let (readmes, others): (Vec<_>, Vec<_>) = pages().into_iter().partition(is_readme);
    let readmes_in_a_clone = || {
        let (clone, mut seen) = (Folder::new(), Vec::new());
        for name in ["data", "examples", "scripts", ".gitignore"] {
            let script = format!("cp -R '{}' .", repository().join(name).display());
            shell(&script, clone.path()).expect(0);
        }
        shell("git init -q && git add -A", clone.path()).expect(0);
        for (page, text) in &readmes {
            run_page(page, text, &clone, &mut seen);
        }
        assert!(seen.len() > 15, "{} commands", seen.len());
        let left = shell("git ls-files --others --exclude-standard", clone.path()).expect(0);
        assert_eq!(left.text(), "", "files that .gitignore does not name");
    };
    let each_other = || {
        others.par_iter().for_each(|(page, text)| {
            let own = Folder::new();
            let double = include_str!("../../../../examples/double.cpp");
            own.file("double.cpp", double);
            shell("mkdir -p docs/pictures", own.path()).expect(0);
            own.file("pairs.txt", "1 2\n3 5\n8 4\n");
            run_page(page, text, &own, &mut Vec::new());
        });
    };
    rayon::join(readmes_in_a_clone, each_other);
}

/// Each quotation in the pages is in the source, perhaps with other spaces.
#[test]
fn quotations_of_the_pages_are_in_the_source() {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let proof = fs::read_dir(repository().join("docs/proof")).expect("docs/proof");
    let mut files: Vec<_> = proof.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "v"));
    files.push(repository().join("src/problem/profiles.rs"));
    let read = |file| plain(&fs::read_to_string(file).expect("a source"));
    let source: String = files.into_iter().map(read).collect();
    let mut quotations = 0;
    for (page, text) in pages() {
        for (language, quotation) in blocks(&text) {
            if language == "coq" || (language == "rust" && page.starts_with("docs/")) {
                assert!(source.contains(&plain(&quotation)), "{page}: {quotation}");
                quotations += 1;
            }
        }
    }
    assert!(quotations > 5, "{quotations} quotations");
}

/// Each link names a file of the repository, and after `#` a heading of that file.
#[test]
fn links_of_the_pages_lead_somewhere() {
    let mut links = 0;
    for (page, text) in pages() {
        let path = repository().join(&page);
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

/// docs/reliability.md names only tests of the repository.
#[test]
fn tests_of_the_promises_exist() {
    let repository = repository();
    let page = fs::read_to_string(repository.join("docs/reliability.md")).expect("the page");
    let grep = "grep -rhoE '(fn|def) [a-z_0-9]+\\(' tests crates python/tests";
    let defined = shell(grep, repository).expect(0);
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let names = rows.filter_map(|row| row.rsplit(" | ").next());
    let quoted = names.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let mut count = 0;
    for name in quoted.filter_map(|name| name.rsplit("::").next()) {
        let is_test = name.len() > 12 && name.contains('_') && !name.contains(['/', '.', ' ']);
        if is_test {
            assert!(
                defined.text().contains(&format!(" {name}(")),
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
