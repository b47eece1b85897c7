//! Who may import whom: data flows one way, and the leaves are strangers to each other.
//!
//! The table below is the design; this reads the sources and compares. It looks at the text, not
//! at a syntax tree: comments, strings and `#[cfg(test)] mod` blocks are taken out first.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A module, the modules of the crate that it may name, and the outside crates.
const TABLE: &[(&str, &[&str], &[&str])] = &[
    ("error", &[], &[]),
    ("backend", &["error"], &[]),
    ("compression", &[], &[]),
    // What the leaves below must agree on.
    ("text", &[], &[]),
    ("game", &[], &["num_bigint"]),
    ("parse", &["error", "backend", "text"], &["memchr"]),
    (
        "input",
        &["error", "compression", "text"],
        &["flate2", "memchr", "memmap2", "rustix", "libc", "zstd"],
    ),
    (
        "output",
        &["error", "compression"],
        &["flate2", "itoa", "tempfile", "rustix", "zstd"],
    ),
    ("judge", &["game", "parse", "error"], &[]),
    (
        "workload",
        &["game", "judge", "error"],
        &["itoa", "rand_xoshiro", "num_bigint"],
    ),
    (
        "pipeline",
        &[
            "input",
            "parse",
            "game",
            "output",
            "judge",
            "workload",
            "error",
            "backend",
            "compression",
            "text",
        ],
        // rustix: how much address space there is for threads.
        &["rayon", "rustix"],
    ),
    (
        "verify",
        // It feeds the pipeline a writer of its own, and looks up the records of wrong cases.
        &[
            "input",
            "parse",
            "output",
            "pipeline",
            "judge",
            "workload",
            "game",
            "error",
            "compression",
            "text",
        ],
        &["memchr", "rand_xoshiro", "rustix", "tempfile", "wait4"],
    ),
    // The command line sees the library's public API only, by the crate's name.
    (
        "cli",
        &["cli"],
        &[
            "wythoff",
            "clap",
            "clap_complete",
            "clap_mangen",
            "anyhow",
            "notosans",
            "plotters",
            "resvg",
            "indicatif",
            "rustix",
            "libc",
            "memchr",
            "rand_xoshiro",
            "serde_json",
            "mimalloc",
            "signal_hook",
            "tempfile",
        ],
    ),
];

/// Outside crates that only one place may name.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("memmap2", &["input/mmap.rs"]),
    ("signal_hook_registry", &[]),
    (
        "libc",
        &["input/mmap.rs", "cli/process.rs", "cli/memory.rs"],
    ),
    ("signal_hook", &["cli/process.rs"]),
    ("wait4", &["verify/run.rs"]),
    ("rayon", &["pipeline"]),
    (
        "clap",
        &["cli/args.rs", "cli/args", "cli/pages.rs", "cli/usage.rs"],
    ),
    ("clap_complete", &["cli/args", "cli/pages.rs"]),
    ("clap_mangen", &["cli/pages.rs"]),
    ("plotters", &["cli/plot"]),
    ("resvg", &["cli/plot/paper.rs"]),
    ("notosans", &["cli/plot/paper.rs"]),
    (
        "num_bigint",
        &[
            "game/big.rs",
            "game/big",
            "game/oracle.rs",
            "game/tests.rs",
            // Piles beyond u64 are made there, and only there.
            "workload/pile.rs",
            "workload/positions.rs",
            "workload/family.rs",
            "workload/block.rs",
            "workload/cases.rs",
            "workload/kinds_tests.rs",
        ],
    ),
    ("mimalloc", &["cli/memory.rs"]),
    ("anyhow", &["cli"]),
    ("indicatif", &["cli/progress.rs", "cli/progress"]),
    ("flate2", &["input/decode.rs", "output/compress.rs"]),
    ("zstd", &["input/decode.rs", "output/compress.rs"]),
    // The order of a bench's rounds is drawn, too.
    (
        "rand_xoshiro",
        &["workload", "cli/bench", "verify/draws.rs"],
    ),
    (
        "serde_json",
        &[
            "cli/bench",
            "cli/report.rs",
            "cli/judge.rs",
            "cli/plot/bench.rs",
        ],
    ),
];

/// Where `unsafe` may stand, each named with `allow(unsafe_code)` in its source.
const UNSAFE: &[&str] = &[
    "input/mmap.rs",
    // What must happen before `main`.
    "cli/process.rs",
    // An allocator is an unsafe trait.
    "cli/memory.rs",
    // The joint of vector parsing and vector decision: calls that need the same instructions.
    "pipeline/decide.rs",
    "parse/x86_64",
    "game/x86_64",
    "game/x86_64.rs",
];

/// Where an instruction set may be named.
const ARCH: &[&str] = &[
    "parse/x86_64",
    "game/x86_64",
    "game/x86_64.rs",
    "pipeline/decide.rs",
];

/// Every outside crate that is looked for.
const OUTSIDE: &[&str] = &[
    "anyhow",
    "clap",
    "flate2",
    "clap_complete",
    "clap_mangen",
    "indicatif",
    "itoa",
    "libc",
    "memchr",
    "memmap2",
    "mimalloc",
    "notosans",
    "num_bigint",
    "num_integer",
    "num_traits",
    "plotters",
    "proptest",
    "rand_xoshiro",
    "rayon",
    "resvg",
    "rustix",
    "serde_json",
    "signal_hook",
    "signal_hook_registry",
    "tempfile",
    "wait4",
    "wythoff",
    "zstd",
];

struct Source {
    /// Below `src/`, with `/`.
    path: String,
    /// The first folder or the file's stem: the module of the crate it belongs to.
    module: String,
    /// As it stands.
    text: String,
    /// Without comments, strings, and test modules at the end of the file.
    code: String,
}

fn sources() -> Vec<Source> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![src.clone()];
    let mut all = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("src/ is read") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|e| e != "rs") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source is read");
            let below = path.strip_prefix(&src).expect("below src/");
            let path = below.to_str().expect("UTF-8").replace('\\', "/");
            let first = path.split('/').next().expect("a name");
            all.push(Source {
                module: first.trim_end_matches(".rs").to_owned(),
                code: code_of(&text),
                path,
                text,
            });
        }
    }
    all.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(all.len() > 10, "src/ has sources");
    all
}

/// The text without what is no code of the crate itself.
fn code_of(text: &str) -> String {
    let text = match text.find("#[cfg(test)]\nmod tests {") {
        Some(tests) => &text[..tests],
        None => text,
    };
    let bytes = text.as_bytes();
    let mut code = String::new();
    let mut i = 0;
    while i < bytes.len() {
        let rest = &text[i..];
        if rest.starts_with("//") {
            i += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            i += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if rest.starts_with("'\"'") || rest.starts_with("b'\"'") {
            i += rest.find("\"'").map_or(1, |end| end + 2);
        } else if bytes[i] == b'"' {
            i += 1;
            while i < bytes.len() && bytes[i] != b'"' {
                i += if bytes[i] == b'\\' { 2 } else { 1 };
            }
            i += 1;
            code.push_str("\"\"");
        } else {
            let c = rest.chars().next().expect("a character");
            code.push(c);
            i += c.len_utf8();
        }
    }
    code
}

/// Whether `path` is one of `places`, or in a folder that is.
fn inside(path: &str, places: &[&str]) -> bool {
    places
        .iter()
        .any(|place| path == *place || path.starts_with(&format!("{place}/")))
}

/// Where `word` stands as a word of its own.
fn words<'c>(code: &'c str, word: &str) -> impl Iterator<Item = &'c str> {
    let len = word.len();
    let part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word)
        .map(|(i, _)| i)
        .filter(move |&i| !code[..i].ends_with(part) && !code[i + len..].starts_with(part))
        .map(move |i| &code[i + len..])
        .collect::<Vec<_>>()
        .into_iter()
}

/// The modules that `crate::...` paths name, also `crate::{a, b::c}`; and, from the top files of a
/// module, `super::...`.
fn named(source: &Source) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut starts: Vec<&str> = words(&source.code, "crate")
        .filter_map(|rest| rest.strip_prefix("::"))
        .collect();
    // From src/NAME.rs or src/NAME/mod.rs `super` is the crate's root; deeper, `super::super`.
    let depth = source.path.matches('/').count();
    let depth = depth + usize::from(!source.path.ends_with("mod.rs"));
    let to_root = "super::".repeat(depth);
    if !to_root.is_empty() {
        starts.extend(
            source
                .code
                .match_indices(&to_root)
                .map(|(i, _)| &source.code[i + to_root.len()..]),
        );
    }
    for rest in starts {
        let rest = rest.trim_start();
        if let Some(list) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut item = String::new();
            for c in list.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        names.insert(first_name(&item));
                        item.clear();
                        continue;
                    }
                    _ => {}
                }
                item.push(c);
            }
            names.insert(first_name(&item));
        } else {
            names.insert(first_name(rest));
        }
    }
    names.remove("");
    names.remove("super");
    names
}

fn first_name(path: &str) -> String {
    path.trim_start()
        .chars()
        .take_while(|&c| c.is_alphanumeric() || c == '_')
        .collect()
}

#[test]
fn every_module_has_its_row() {
    for source in sources() {
        let root = ["lib.rs", "main.rs"].contains(&source.path.as_str());
        let known = TABLE.iter().any(|(name, ..)| *name == source.module);
        assert!(
            root || known,
            "src/{} belongs to no row of the table",
            source.path
        );
    }
}

#[test]
fn modules_import_what_the_table_allows() {
    let mut faults = Vec::new();
    for source in sources() {
        // Unit tests compare a module with others, and may use what tests need.
        if source.path.ends_with("tests.rs") {
            continue;
        }
        let Some((_, inside, outside)) = TABLE.iter().find(|(n, ..)| *n == source.module) else {
            continue;
        };
        for name in named(&source) {
            // Its own rooms, and the root's re-exports of nothing but itself.
            if name != source.module && !inside.contains(&name.as_str()) {
                faults.push(format!("src/{}: crate::{name}", source.path));
            }
        }
        for name in OUTSIDE {
            let used = words(&source.code, name).any(|rest| rest.starts_with("::"));
            if used && !outside.contains(name) {
                faults.push(format!("src/{}: {name}", source.path));
            }
        }
    }
    assert!(faults.is_empty(), "imports against the table: {faults:#?}");
}

#[test]
fn some_crates_have_one_home() {
    let mut faults = Vec::new();
    // Unit tests as above.
    let parts = sources()
        .into_iter()
        .filter(|source| !source.path.ends_with("tests.rs"));
    for source in parts {
        for (name, homes) in ONLY_IN {
            let used = words(&source.code, name).any(|rest| rest.starts_with("::"));
            if used && !inside(&source.path, homes) {
                faults.push(format!("src/{}: {name}", source.path));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// clap's derive is in `args.rs` and below `args/`; `usage.rs` calls the parser and words its errors.
/// What prints its definitions has them from there.
#[test]
fn clap_stays_in_its_room() {
    for source in sources().iter().filter(|s| s.path == "cli/pages.rs") {
        for rest in words(&source.code, "clap") {
            assert!(
                rest.starts_with("::Command"),
                "cli/pages.rs: clap{rest:.20}"
            );
        }
    }
}

#[test]
fn unsafe_and_instruction_sets_are_fenced_in() {
    for source in sources() {
        if !inside(&source.path, UNSAFE) {
            let used = words(&source.code, "unsafe").next().is_some();
            assert!(!used, "src/{}: unsafe", source.path);
            let allowed = source.code.contains("allow(unsafe_code)");
            assert!(!allowed, "src/{}: allow(unsafe_code)", source.path);
        }
        for arch in ["core::arch", "std::arch"] {
            let used = source.code.contains(arch) && !inside(&source.path, ARCH);
            // Asking what the machine has is no use of an instruction.
            let asked = source.path == "backend.rs"
                && source.code.matches(arch).count()
                    == source.code.matches("arch::is_x86_feature_detected").count();
            assert!(!used || asked, "src/{}: {arch}", source.path);
        }
    }
}

/// One unsafe operation a block, each with its reason above it.
#[test]
fn every_unsafe_block_has_its_reason() {
    for source in sources() {
        let lines: Vec<_> = source.text.lines().collect();
        for (i, line) in lines.iter().enumerate() {
            let block = line.contains("unsafe {") && !line.trim_start().starts_with("//");
            let above = lines[i.saturating_sub(8)..=i].iter();
            let reason = above.clone().any(|l| l.contains("SAFETY:"));
            assert!(
                !block || reason,
                "src/{}:{}: no SAFETY line",
                source.path,
                i + 1
            );
        }
    }
}

#[test]
fn main_reads_as_the_architecture() {
    let sources = sources();
    let main = sources
        .iter()
        .find(|s| s.path == "main.rs")
        .expect("main.rs");
    let lines = main.text.lines().count();
    assert!(lines <= 60, "src/main.rs has {lines} lines");
    for source in &sources {
        for vague in ["util", "utils", "common", "helpers", "misc"] {
            let name = source
                .path
                .split('/')
                .any(|p| p.trim_end_matches(".rs") == vague);
            assert!(!name, "src/{}: a name that says nothing", source.path);
        }
    }
}

/// The test would be worth nothing if it saw nothing.
#[test]
fn this_test_sees_what_it_looks_for() {
    let source = |path: &str, text: &str| Source {
        path: path.to_owned(),
        module: path.split(['/', '.']).next().unwrap_or("").to_owned(),
        text: text.to_owned(),
        code: code_of(text),
    };
    let see = |path, text| named(&source(path, text)).into_iter().collect::<Vec<_>>();
    assert_eq!(see("game/a.rs", "use crate::error::Error;"), ["error"]);
    assert_eq!(
        see("game/a.rs", "use crate::{error::{A, B}, input};"),
        ["error", "input"]
    );
    assert_eq!(
        see("game/a.rs", "let x = crate::pipeline::solve();"),
        ["pipeline"]
    );
    assert_eq!(see("game/a.rs", "use super::super::output;"), ["output"]);
    assert_eq!(see("game/mod.rs", "use super::output;"), ["output"]);
    assert_eq!(
        see("game/a.rs", "// crate::error\n\"crate::input\""),
        [""; 0]
    );
    assert_eq!(
        words(&code_of("let unsafely = 1; // unsafe"), "unsafe").count(),
        0
    );
    assert_eq!(
        words(&code_of("x = '\"'; unsafe { \"\\\"\" }"), "unsafe").count(),
        1
    );
    let sees_real = sources()
        .iter()
        .any(|s| s.module == "pipeline" && named(s).contains("game"));
    assert!(sees_real, "the pipeline imports the game");
}
