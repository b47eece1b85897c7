//! Rooms do not import each other in a circle, and neither do files. A room is a folder or a file at the top of a crate's source.
//! This reads the sources as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module: its names below the crate, such as `["input", "chunk"]`.
type Module = Vec<String>;

/// An imported name, and its path from the root of the crate.
struct Import {
    name: String,
    path: Module,
}

/// The files of a crate, and what each of them imports.
#[derive(Default)]
struct Sources {
    imports: BTreeMap<Module, Vec<Import>>,
}

impl Sources {
    fn of_crate(src: &Path) -> Self {
        let mut sources = Self::default();
        sources.read(src, &[]);
        sources
    }

    /// Reads the files of a folder, which is the module `parent`.
    fn read(&mut self, folder: &Path, parent: &[String]) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            let name = stem.expect("a name in UTF-8").to_owned();
            let module = match name.as_str() {
                "lib" | "main" | "mod" => parent.to_vec(),
                _ => [parent, std::slice::from_ref(&name)].concat(),
            };
            if path.is_dir() {
                self.read(&path, &module);
            } else if path.extension().is_some_and(|ending| ending == "rs")
                && !name.ends_with("tests")
            {
                let text = fs::read_to_string(&path).expect("a source");
                let imports = self.imports.entry(module.clone()).or_default();
                imports.extend(imports_of(&text, &module));
            }
        }
    }

    /// The files that define the last name of `path`. Names that other files import are followed. A name may be imported from
    /// several folders, one for each system.
    fn files_of(&self, path: &[String], depth: usize) -> Vec<&Module> {
        let known = |len: &usize| self.imports.contains_key(&path[..*len]);
        let len = (0..=path.len()).rev().find(known).unwrap_or(0);
        let Some((file, imports)) = self.imports.get_key_value(&path[..len]) else {
            return Vec::new();
        };
        let name = path.get(len).filter(|_| depth < 9);
        let imported = imports.iter().filter(|import| Some(&import.name) == name);
        let found: Vec<_> = imported
            .flat_map(|import| self.files_of(&[&import.path, &path[len + 1..]].concat(), depth + 1))
            .collect();
        if found.is_empty() { vec![file] } else { found }
    }

    /// The files that each file imports from, except those above and below it in the tree of modules: a file and its folder are
    /// one thing.
    fn files(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let found = |module: &Module, imports: &Vec<Import>| -> BTreeSet<Module> {
            let files = imports
                .iter()
                .flat_map(|import| self.files_of(&import.path, 0));
            let others =
                files.filter(|file| !file.starts_with(module) && !module.starts_with(file));
            others.cloned().collect()
        };
        let all = self.imports.iter();
        all.map(|(module, imports)| (module.clone(), found(module, imports)))
            .collect()
    }
}

/// The imports of the file of `module`, and its paths that begin with `crate` or `super`.
fn imports_of(text: &str, module: &[String]) -> Vec<Import> {
    // Unit tests may import anything.
    let code = text.split("mod tests {").next().expect("code");
    let lines = code.lines().filter_map(|line| line.split("//").next());
    let code: String = lines.map(|line| format!("{line}\n")).collect();
    let mut imports = Vec::new();
    for start in ["use ", "crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].chars().next_back();
            if before.is_none_or(|c| !c.is_alphanumeric() && !"_:$".contains(c)) {
                let tree = code[at..].trim_start_matches("use ");
                expand(tree, module, &mut Vec::new(), &mut imports);
            }
        }
    }
    imports
}

/// Adds the paths of a tree such as `a::{b, c::d as e}`. Returns the text after the tree.
fn expand<'t>(
    mut text: &'t str,
    module: &[String],
    before: &mut Module,
    imports: &mut Vec<Import>,
) -> &'t str {
    let is_end = |c: char| !c.is_alphanumeric() && c != '_';
    let depth = before.len();
    loop {
        text = text.trim_start();
        if let Some(mut inside) = text.strip_prefix('{') {
            while !inside.starts_with('}') && !inside.is_empty() {
                inside = expand(inside, module, before, imports).trim_start();
                inside = inside.trim_start_matches(',').trim_start();
            }
            before.truncate(depth);
            return inside.trim_start_matches('}');
        }
        let (name, rest) = text.split_at(text.find(is_end).unwrap_or(text.len()));
        before.push(name.to_owned());
        if let Some(rest) = rest.strip_prefix("::") {
            text = rest;
            continue;
        }
        let path = absolute(before, module);
        before.truncate(depth);
        let Some(renamed) = rest.strip_prefix(" as ") else {
            let name = name.to_owned();
            imports.push(Import { name, path });
            return rest.strip_prefix('*').unwrap_or(rest);
        };
        let (name, rest) = renamed.split_at(renamed.find(is_end).unwrap_or(renamed.len()));
        let name = name.to_owned();
        imports.push(Import { name, path });
        return rest;
    }
}

/// A path from the root of the crate on.
fn absolute(path: &[String], module: &[String]) -> Module {
    let mut from = module.to_vec();
    for name in path {
        match name.as_str() {
            "crate" => from.clear(),
            "super" => drop(from.pop()),
            "self" | "" => {}
            name => from.push(name.to_owned()),
        }
    }
    from
}

/// The groups of modules that import each other in a circle.
fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<BTreeSet<&Module>> {
    let reached = |from: &Module| -> BTreeSet<&Module> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<_> = imports[from].iter().collect();
        while let Some(module) = open.pop() {
            if reached.insert(module) {
                open.extend(&imports[module]);
            }
        }
        reached
    };
    let reached: BTreeMap<_, _> = imports.keys().map(|from| (from, reached(from))).collect();
    let circle = |from: &&Module| {
        let others = reached[from].iter().copied();
        others.filter(|to| reached[to].contains(from)).collect()
    };
    let circles = reached.keys().map(circle);
    circles
        .filter(|circle: &BTreeSet<_>| !circle.is_empty())
        .collect()
}

/// The sources of each crate, by its folder.
fn crates() -> BTreeMap<String, Sources> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut crates = BTreeMap::from([("src".to_owned(), Sources::of_crate(&root.join("src")))]);
    for entry in fs::read_dir(root.join("crates")).expect("the folder of the crates") {
        let folder = entry.expect("an entry").path();
        let name = folder.file_name().and_then(|name| name.to_str());
        let name = format!("crates/{}", name.expect("a name in UTF-8"));
        crates.insert(name, Sources::of_crate(&folder.join("src")));
    }
    crates
}

#[test]
fn files_import_in_no_circle() {
    let mut found = Vec::new();
    for (name, sources) in crates() {
        let files = sources.files();
        let most = files.values().map(BTreeSet::len).max();
        assert!(
            files.len() < 5 || most > Some(2),
            "{name}: imports are seen"
        );
        found.extend(circles(&files).into_iter().map(|circle| {
            let files: Vec<_> = circle.iter().map(|module| module.join("/")).collect();
            (name.clone(), files)
        }));
    }
    assert_eq!(found, [], "circles of files");
}

#[test]
fn rooms_of_the_library_import_in_no_circle() {
    let room = |module: &Module| module.first().cloned().into_iter().collect::<Module>();
    let mut rooms: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, imports) in crates()["src"].files() {
        let others = imports.iter().map(room);
        let others = others.filter(|other| *other != room(&module));
        rooms.entry(room(&module)).or_default().extend(others);
    }
    let found = circles(&rooms);
    assert!(found.is_empty(), "{found:?}");
}
