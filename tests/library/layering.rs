//! The rooms of `src/` do not import each other in a circle. This reads the sources as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The sources below `folder`, without comments and without unit tests, by their path below `src/`.
fn sources(folder: &Path, src: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("src/ is readable");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        if path.is_dir() {
            return sources(&path, src);
        }
        let below = path.strip_prefix(src).expect("below src/");
        let name = below.to_str().expect("UTF-8").replace('\\', "/");
        if !name.ends_with(".rs") || name.ends_with("tests.rs") || name.contains("submissions/") {
            return Vec::new();
        }
        let text = fs::read_to_string(&path).expect("a source");
        let code = text.split("mod tests {").next().expect("code");
        let lines = code.lines().filter_map(|line| line.split("//").next());
        vec![(name, lines.collect::<Vec<_>>().join("\n"))]
    };
    paths.flat_map(read).collect()
}

/// The rooms that `code` names: `crate::ROOM`, or each room of `crate::{ROOM, ROOM}`.
fn imported(code: &str) -> BTreeSet<String> {
    let first_name = |text: &str| -> String {
        let text = text.trim_start();
        text.chars()
            .take_while(|&c| c.is_alphanumeric() || c == '_')
            .collect()
    };
    let paths = code.split("crate::").skip(1);
    paths
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => list
                .split(['}', ';'])
                .next()
                .expect("a list")
                .split(',')
                .map(first_name)
                .collect(),
            None => vec![first_name(rest)],
        })
        .collect()
}

#[test]
fn rooms_import_in_no_circle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let sources = sources(&src, &src);
    assert!(sources.len() > 100, "src/ has sources");
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, code) in &sources {
        let room = file.split(['/', '.']).next().expect("a room").to_owned();
        if room != "lib" && room != "main" {
            imports.entry(room).or_default().extend(imported(code));
        }
    }
    assert!(imports["parse"].contains("grammar"), "imports are seen");
    for (room, targets) in &mut imports {
        targets.remove(room);
    }
    // A room that imports only rooms that are gone is in no circle.
    while !imports.is_empty() {
        let rooms: BTreeSet<_> = imports.keys().cloned().collect();
        imports.retain(|_, targets| !targets.is_disjoint(&rooms));
        assert!(imports.len() < rooms.len(), "in circles: {imports:#?}");
    }
}
