//! The rooms of `src/` do not import each other in a circle. This reads the sources as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The code of a room, without comments and unit tests.
fn code(path: &Path) -> String {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder of src/");
        return entries
            .map(|entry| code(&entry.expect("an entry").path()))
            .collect();
    }
    if path.to_string_lossy().ends_with("tests.rs") {
        return String::new();
    }
    let text = fs::read_to_string(path).expect("a source");
    let code = text.split("mod tests {").next().expect("code");
    code.lines()
        .filter_map(|line| line.split("//").next())
        .collect()
}

#[test]
fn rooms_import_in_no_circle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(src).expect("src/ is readable");
    let rooms: BTreeMap<String, String> = entries
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            (
                path.file_stem()
                    .expect("a name")
                    .to_str()
                    .expect("UTF-8")
                    .to_owned(),
                code(&path),
            )
        })
        .filter(|(room, _)| room != "lib")
        .collect();
    let imports = |code: &str| -> BTreeSet<&String> {
        rooms
            .keys()
            .filter(|room| code.contains(&format!("crate::{room}")))
            .collect()
    };
    let mut left: BTreeMap<_, _> = rooms
        .iter()
        .map(|(room, code)| (room, imports(code)))
        .collect();
    assert!(
        left[&"parse".to_owned()].contains(&"grammar".to_owned()),
        "imports are seen"
    );
    left.iter_mut()
        .for_each(|(room, imports)| imports.retain(|other| other != room));
    // A room that imports only rooms that are gone is in no circle.
    while !left.is_empty() {
        let before: BTreeSet<_> = left.keys().copied().collect();
        left.retain(|_, imports| !imports.is_disjoint(&before));
        assert!(left.len() < before.len(), "in circles: {left:#?}");
    }
}
