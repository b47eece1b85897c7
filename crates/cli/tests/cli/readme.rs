//! The commands of the READMEs and of the pages in docs/ work when they are typed in order. Both READMEs use one fresh clone, and
//! each other page uses a folder of its own.

use crate::support::{Folder, has, repository, shell};
use std::fs;

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
fn is_shown(output: &[&str], shown: &[String]) -> bool {
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

/// A command that both READMEs have, with the same output, is run once.
#[test]
#[ignore = "slow"]
fn commands_of_the_pages() {
    if !has("g++") || !has("git") {
        return;
    }
    let repository = repository();
    let bin = Folder::new();
    shell("ln -s \"$W\" wythoff", bin.path()).expect(0);
    let clone = Folder::new();
    for name in ["data", "examples", "scripts", ".gitignore"] {
        let script = format!("cp -R '{}' .", repository.join(name).display());
        shell(&script, clone.path()).expect(0);
    }
    shell("git init -q && git add -A", clone.path()).expect(0);

    let mut used = [SKIPPED.len(), SMALLER.len(), CODES.len()].map(|n| vec![false; n]);
    let mut seen = Vec::new();
    for (page, text) in pages() {
        let own = Folder::new();
        let folder = if page.starts_with("README") {
            &clone
        } else {
            own.file(
                "double.cpp",
                include_str!("../../../../examples/double.cpp"),
            );
            shell("mkdir -p docs/pictures", own.path()).expect(0);
            own.file("pairs.txt", "1 2\n3 5\n8 4\n");
            &own
        };
        for (_, program) in blocks(&text).into_iter().filter(|block| block.0 == "cpp") {
            folder.file("double.cpp", program);
        }
        for command in commands(&text) {
            if page.starts_with("README") {
                if seen.contains(&command) {
                    continue;
                }
                seen.push(command.clone());
            }
            let Command { text, shown } = command;
            if let Some(i) = SKIPPED.iter().position(|s| text.starts_with(s)) {
                used[0][i] = true;
                continue;
            }
            let mut smaller = text.clone();
            for (i, (words, others)) in SMALLER.iter().enumerate() {
                used[1][i] |= smaller.contains(words);
                smaller = smaller.replace(words, others);
            }
            let code = CODES.iter().position(|(start, _)| text.starts_with(start));
            if let Some(i) = code {
                used[2][i] = true;
            }
            let script = format!("PATH='{}':\"$PATH\"\n{smaller}", bin.path().display());
            let run = shell(&script, folder.path());
            assert!(
                run.code == Some(code.map_or(0, |i| CODES[i].1)),
                "{page}: {text}: {:?}\n{}",
                run.code,
                run.stderr
            );
            let output: Vec<&str> = run.text().lines().collect();
            if let Some(shown) = shown {
                assert!(
                    is_shown(&output, &shown),
                    "{page}: {text}: not\n{}\nbut\n{}",
                    shown.join("\n"),
                    run.text()
                );
            }
        }
    }
    assert!(seen.len() > 15, "{} commands", seen.len());
    // An entry that no command needs must be removed.
    assert!(!used.concat().contains(&false), "{used:?}");
    let left = shell("git ls-files --others --exclude-standard", clone.path()).expect(0);
    assert_eq!(left.text(), "", "files that .gitignore does not name");
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

/// `cargo test --test cli WORD` on a page runs a test: not only ignored ones without `--include-ignored`.
#[test]
fn tests_of_the_pages_run() {
    let listed = |args: &[&str]| {
        let program = std::env::current_exe().expect("this program");
        let list = std::process::Command::new(program).args(args).output();
        let list = list.expect("it starts").stdout;
        list.split(|&byte| byte == b'\n')
            .filter(|line| line.ends_with(b": test"))
            .count()
    };
    let mut commands = 0;
    for (page, text) in pages() {
        for command in text.split("--test cli ").skip(1) {
            let command = command.split(['`', '\n', '#']).next().expect("a line");
            let word = command.split(' ').next().expect("a word");
            let all = listed(&[word, "--list"]);
            let ignored = listed(&[word, "--list", "--ignored"]);
            let run = match command {
                _ if command.contains("--include-ignored") => all,
                _ if command.contains("--ignored") => ignored,
                _ => all - ignored,
            };
            assert!(run > 0, "{page}: --test cli {command}: no test runs");
            commands += 1;
        }
    }
    assert!(commands > 7, "{commands} commands");
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
