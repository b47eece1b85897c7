//! Checks the imports of the files in `src/`: a file imports only from floors below it or from its own room, and imports
//! form no circle. The test reads `use` lines and paths as text, without comments and unit tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The floors of the library, from the bottom up. Each floor has rooms, which are folders or files in `src/`. Rooms of one
/// floor do not import each other.
const FLOORS: &[&[&str]] = &[
    &["grammar", "error", "platform"],
    &["backend", "game"],
    &["compress"],
    &["input", "output"],
    &["problem"],
    &["workload", "parse"],
    &["pipeline"],
    &["check", "stress"],
];

/// Files and folders with unsafe code: mappings, system calls, vector instructions.
const UNSAFE: &[&str] = &[
    "input/mmap.rs",
    "platform/unix",
    "platform/windows",
    "cli/process",
    "pipeline/decide.rs",
    "parse/aarch64",
    "parse/x86_64",
    "game/aarch64",
    "game/x86_64",
    "stress/windows/job.rs",
];

/// Crates, and the only files and folders that may name them.
const HOMES: &[(&str, &[&str])] = &[
    ("memmap2", &["input/mmap.rs", "platform"]),
    ("libc", &["platform/unix/sigbus.rs", "cli/process"]),
    ("rustix", &["platform/unix", "cli/process", "stress/unix"]),
    ("signal_hook", &["cli/process"]),
    ("ctrlc", &["cli/process"]),
    ("wait4", &["stress/unix/process.rs"]),
    ("winapi_util", &["platform/windows"]),
    (
        "windows_sys",
        &["stress/windows/job.rs", "platform/windows", "cli/process"],
    ),
    ("junction", &["stress/windows/scratch.rs"]),
    ("rayon", &["pipeline/pool.rs"]),
    ("flate2", &["compress"]),
    ("zstd", &["compress"]),
    ("mimalloc", &["main.rs"]),
    ("clap", &["cli"]),
    ("anyhow", &["cli"]),
    ("serde_json", &["cli"]),
    ("shlex", &["cli"]),
    ("indicatif", &["cli"]),
];

/// The code of each file below `src/`, by its path.
fn sources() -> BTreeMap<String, String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut sources) = (vec![src.clone()], BTreeMap::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("src/ is readable") {
            let path = entry.expect("an entry").path();
            let below = path.strip_prefix(&src).expect("below src/");
            let name = below.to_str().expect("UTF-8").replace('\\', "/");
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".rs") && !name.contains("submissions/") {
                let text = fs::read_to_string(&path).expect("a source");
                sources.insert(name, code_of(&text));
            }
        }
    }
    assert!(sources.len() > 100, "src/ has sources");
    sources
}

/// `text` without line comments and the unit tests at its end.
fn code_of(text: &str) -> String {
    const TESTS: [&str; 2] = ["mod tests {", "pub(super) mod tests {"];
    let tests = TESTS.map(|module| text.find(&format!("#[cfg(test)]\n{module}")));
    let end = tests.into_iter().flatten().min().unwrap_or(text.len());
    let lines = text[..end].lines().map(|line| line.split("//").next());
    lines.flatten().collect::<Vec<_>>().join("\n")
}

/// The paths in `code` that begin with `crate::`, `super::` or a module that it declares, except those that it re-exports.
fn paths(code: &str) -> Vec<String> {
    let declared = code.split("mod ").skip(1).filter_map(|rest| {
        let name = rest.split(';').next()?;
        (!name.contains(' ')).then(|| format!("{name}::"))
    });
    let starts: Vec<String> = ["crate::".into(), "super::".into()]
        .into_iter()
        .chain(declared)
        .collect();
    let mut all = Vec::new();
    for statement in code.split_inclusive([';', '{', '}']) {
        if statement.contains("pub use ") || statement.contains(") use ") {
            continue;
        }
        for start in &starts {
            for (i, _) in statement.match_indices(start.as_str()) {
                let is_within = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                if !statement[..i].ends_with(is_within) {
                    let at = statement.as_ptr().addr() - code.as_ptr().addr() + i;
                    expand(&code[at..], String::new(), &mut all);
                }
            }
        }
    }
    all
}

/// Adds the path that `text` begins with, or each path of a list in braces. Returns the rest of the text.
fn expand<'t>(text: &'t str, prefix: String, all: &mut Vec<String>) -> &'t str {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let text = text.trim_start();
    let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let path = prefix + &text[..end];
    let mut rest = &text[end..];
    if !path.ends_with("::") || !rest.starts_with('{') {
        all.push(path);
        return rest;
    }
    while rest.starts_with(['{', ',']) {
        rest = rest[1..].trim_start();
        if !rest.starts_with('}') {
            rest = expand(rest, path.clone(), all).trim_start();
            rest = rest.find([',', '}']).map_or("", |i| &rest[i..]);
        }
    }
    rest.strip_prefix('}').unwrap_or(rest)
}

/// The file that defines the item to which `path`, in the file `from`, refers.
fn target(from: &str, path: &str, sources: &BTreeMap<String, String>) -> Option<String> {
    let mut module: Vec<&str> = from.trim_end_matches(".rs").split('/').collect();
    module.retain(|&part| part != "mod");
    for part in path.split("::") {
        match part {
            "crate" => module.clear(),
            "super" => drop(module.pop()),
            "self" => {}
            part => module.push(part),
        }
    }
    while !module.is_empty() {
        let stem = module.join("/");
        let found = [format!("{stem}.rs"), format!("{stem}/mod.rs")];
        if let Some(file) = found.into_iter().find(|file| sources.contains_key(file)) {
            return Some(file);
        }
        module.pop();
    }
    None
}

/// The other files of `src/` that each file imports. Files of unit tests are left out.
fn imports(sources: &BTreeMap<String, String>) -> BTreeMap<&str, BTreeSet<String>> {
    let mut imports = BTreeMap::new();
    for (file, code) in sources
        .iter()
        .filter(|(file, _)| !file.ends_with("tests.rs"))
    {
        let named = paths(code).into_iter();
        let targets = named.filter_map(|path| target(file, &path, sources));
        imports.insert(
            file.as_str(),
            targets.filter(|target| target != file).collect(),
        );
    }
    imports
}

#[test]
fn rooms_import_from_floors_below() {
    let sources = sources();
    let room = |file: &str| file.split(['/', '.']).next().expect("a room").to_owned();
    let floor = |room: &str| FLOORS.iter().position(|floor| floor.contains(&room));
    let mut faults = Vec::new();
    for (file, targets) in imports(&sources) {
        let own = room(file);
        if ["lib", "main"].contains(&own.as_str()) {
            continue;
        }
        if own != "cli" && floor(&own).is_none() {
            faults.push(format!("{file} is in no room"));
        }
        for target in targets.iter().filter(|target| room(target) != own) {
            if floor(&room(target)) >= floor(&own) || own == "cli" {
                faults.push(format!("{file} imports {target}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn no_imports_run_in_a_circle() {
    let sources = sources();
    let mut imports = imports(&sources);
    // A file that imports none of the others, or is imported by none of them, is in no circle.
    loop {
        let files: BTreeSet<String> = imports.keys().map(|&file| file.to_owned()).collect();
        let imported: BTreeSet<String> = imports.values().flatten().cloned().collect();
        imports.retain(|&file, targets| imported.contains(file) && !targets.is_disjoint(&files));
        if imports.len() == files.len() {
            break;
        }
    }
    assert!(imports.is_empty(), "circles: {imports:#?}");
}

#[test]
fn some_crates_have_one_home() {
    for (file, code) in sources() {
        let is_in = |places: &[&str]| places.iter().any(|place| file.starts_with(place));
        for (name, homes) in HOMES {
            let named =
                code.contains(&format!("{name}::")) && !code.contains(&format!("_{name}::"));
            assert!(!named || is_in(homes), "src/{file} names {name}");
        }
        let is_unsafe = code.contains("unsafe ") || code.contains("allow(unsafe_code)");
        assert!(!is_unsafe || is_in(UNSAFE), "src/{file} has unsafe code");
        let has_vectors = code.contains("core::arch") || code.contains("std::arch::");
        assert!(
            !has_vectors || is_in(UNSAFE),
            "src/{file} names instructions"
        );
    }
}

/// Every form of an import is found.
#[test]
fn imports_are_seen() {
    let code = code_of(
        "mod k; k::l(); use crate::a::{b, c::{D, e}}; // crate::comment\n\
         let x = super::f::g(); pub use crate::h::I; pub(crate) use super::j::K;",
    );
    let expected = [
        "k::l",
        "crate::a::b",
        "crate::a::c::D",
        "crate::a::c::e",
        "super::f::g",
    ];
    assert_eq!(paths(&code), expected);
}
