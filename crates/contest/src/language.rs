//! The languages of contest programs: one table of their names and of the commands that compile and run them.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use wythoff::Profile;

/// A language of contest programs. Commands are words with a blank between them; [`filled_in`] replaces the names in braces.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// The name that [`Language::named`] takes. It also takes the extensions.
    pub name: &'static str,
    /// The extensions of a source file's name, without the dot. The first one is the usual one.
    pub extensions: &'static [&'static str],
    /// The command that compiles; empty if nothing is compiled.
    pub compile: &'static str,
    /// The command that checks the syntax of a source that is not compiled.
    pub check: &'static str,
    /// The command that runs the source, or the result of the compiler.
    pub run: &'static str,
}

/// A file in no language of the table. Most rows take one or two values from it.
pub(super) const NONE: Language = Language {
    name: "",
    extensions: &[],
    compile: "",
    check: "",
    run: "",
};

/// The languages of [`Language::ALL`], and then other languages whose sources can be run.
#[rustfmt::skip]
static TABLE: [Language; 14] = [
    // C99, but with declarations before statements as in C90.
    Language { name: "c", extensions: &["c"], run: "{program}",
        compile: "gcc -O2 -DONLINE_JUDGE -o {program} {source} -lm", ..NONE },
    // C++98 with `long long`, and no type of 128 bits. The ending `C` means C++ and `c` means C, as for GCC.
    Language { name: "cpp", extensions: &["cpp", "cc", "cxx", "c++", "C"], run: "{program}",
        compile: "g++ -O2 -DONLINE_JUDGE -o {program} {source}", ..NONE },
    // Java 8, the class `Main`.
    Language { name: "java", extensions: &["java"], run: "java -DONLINE_JUDGE=true -cp {folder} {class}",
        compile: "javac -encoding UTF-8 -d {folder} {source}", ..NONE },
    // Free Pascal in its default mode.
    Language { name: "pascal", extensions: &["pas"], run: "{program}",
        compile: "fpc -O2 -dONLINE_JUDGE -v0we -o{program} {source}", ..NONE },
    // Python 3.
    Language { name: "python", extensions: &["py"], run: "python3 {source}",
        check: "python3 -X pycache_prefix={folder} -m py_compile {source}", ..NONE },
    // Go, one file.
    Language { name: "go", extensions: &["go"], run: "{program}", compile: "go build -o {program} {source}", ..NONE },
    // JavaScript for Node.
    Language { name: "javascript", extensions: &["js"], run: "node {source}", check: "node --check {source}", ..NONE },
    // In any edition. If the name of a file begins with a digit, it can't be the name of the crate.
    Language { name: "rust", extensions: &["rs"], run: "{program}",
        compile: "rustc -O --cfg ONLINE_JUDGE --crate-name program -o {program} {source}", ..NONE },
    Language { name: "haskell", extensions: &["hs"], run: "runghc {source}", ..NONE },
    Language { name: "lua", extensions: &["lua"], run: "lua {source}", ..NONE },
    Language { name: "php", extensions: &["php"], run: "php {source}", ..NONE },
    Language { name: "perl", extensions: &["pl"], run: "perl {source}", ..NONE },
    Language { name: "ruby", extensions: &["rb"], run: "ruby {source}", ..NONE },
    Language { name: "shell", extensions: &["sh"], run: "sh {source}", ..NONE },
];

impl Language {
    /// The languages that have a solution of every problem. The comments of `TABLE` in the source say in which version.
    pub const ALL: &[Language] = TABLE.split_at(8).0;

    /// The language of [`ALL`](Self::ALL) with this name or extension.
    pub fn named(name: &str) -> Option<&'static Self> {
        let mut all = Self::ALL.iter();
        all.find(|language| language.name == name || language.extensions.contains(&name))
    }

    /// Whether programs in this language need no runtime.
    pub fn is_native(&self) -> bool {
        ["c", "cpp", "pascal", "rust"].contains(&self.name)
    }

    /// The language of a source file, according to the extension of its name. Capital letters do not matter, except in `.C`,
    /// which is C++.
    pub fn of_file(source: &Path) -> Option<&'static Self> {
        let extension = source.extension()?.to_str()?;
        let with = |extension: &str| {
            let mut rows = TABLE.iter();
            rows.find(|row| row.extensions.contains(&extension))
        };
        with(extension).or_else(|| with(&extension.to_ascii_lowercase()))
    }
}

/// The languages that the judge of `profile` takes; `None` if no public page lists them.
pub fn languages_of_judge(profile: &Profile) -> Option<&'static [Language]> {
    let judges = [
        // C, C++, Java and Pascal. The FAQ of each: poj.org/page?id=1000, acm.hdu.edu.cn/faq.php.
        ("poj", &Language::ALL[..4]),
        ("hdu", &Language::ALL[..4]),
        // help.luogu.com.cn/manual/luogu/problem/judging.
        ("luogu", Language::ALL),
        // The form for submissions offers Python, too.
        ("uva", &Language::ALL[..5]),
    ];
    let mut judges = judges.into_iter();
    let judge = judges.find(|(judge, _)| profile.name.starts_with(judge));
    judge.map(|(_, languages)| languages)
}

/// The words of a command of the table.
#[doc(hidden)]
pub fn words(command: &str) -> Vec<String> {
    let words = command.split_whitespace().map(|word| match word {
        // The installer of Windows provides only this name.
        "python3" if cfg!(windows) => "python",
        word => word,
    });
    words.map(str::to_owned).collect()
}

/// The endings of the names of source files, each with its dot.
pub fn known_endings() -> String {
    let endings = TABLE.iter().flat_map(|row| row.extensions);
    let endings: Vec<_> = endings.map(|ending| format!(".{ending}")).collect();
    endings.join(" ")
}

/// A variable that gives Go a cache in `folder`, if the user has none. Without a cache it compiles nothing.
#[cfg(unix)]
pub(super) fn missing_caches(folder: &Path) -> Option<(&'static str, PathBuf)> {
    let places = [
        ("GOCACHE", ""),
        ("XDG_CACHE_HOME", "go-build"),
        ("HOME", ".cache/go-build"),
    ];
    let mut caches = places.iter().filter_map(|(variable, below)| {
        Some(PathBuf::from(std::env::var_os(variable)?).join(below))
    });
    let may_write = |cache: PathBuf| {
        let existing = cache.ancestors().find(|path| path.exists());
        existing.is_some_and(|path| tempfile::tempfile_in(path).is_ok())
    };
    (!caches.next().is_some_and(may_write)).then(|| ("GOCACHE", folder.join("go-build")))
}

/// The words of a command. Paths replace these names: `{source}`; `{folder}`, the folder of results; `{program}`, a file in
/// that folder; `{class}`, the name of a compiled Java class.
#[doc(hidden)]
pub fn filled_in<W: AsRef<str>>(words: &[W], source: &Path, folder: &Path) -> Vec<OsString> {
    let fill_in = |word: &W| {
        let mut filled = OsString::new();
        for piece in word.as_ref().split_inclusive('}') {
            let (before, name) = piece.rsplit_once('{').unwrap_or((piece, ""));
            filled.push(before);
            match name {
                "source}" => filled.push(source),
                "folder}" => filled.push(folder),
                "program}" => filled.push(folder.join(format!("program{EXE_SUFFIX}"))),
                "class}" => filled.push(class(source, folder)),
                _ => filled.push(&piece[before.len()..]),
            }
        }
        filled
    };
    words.iter().map(fill_in).collect()
}

/// The full name of the class that `javac` made from `source` in `folder`. The class has the name of the file, or else the
/// name `Main`, or else a method `main`. It is in the package that the source names.
fn class(source: &Path, folder: &Path) -> OsString {
    let stem = source.file_stem().unwrap_or_default();
    let rank = |class: &Path| match class.file_stem() {
        Some(name) if name == stem => Some(0),
        Some(name) if name == "Main" => Some(1),
        _ => has_main(class).then_some(2),
    };
    let classes = classes_below(folder).into_iter();
    let ranked = classes.filter_map(|class| Some((rank(&class)?, class.iter().count(), class)));
    let class = match ranked.min() {
        Some((.., class)) => class.with_extension(""),
        None => folder.join(stem),
    };
    let words: Vec<_> = class.iter().skip(folder.iter().count()).collect();
    words.join(".".as_ref())
}

/// Whether a class file has a method `main`, which takes an array of strings.
fn has_main(file: &Path) -> bool {
    let names = ["main", "([Ljava/lang/String;)V"];
    let has = |bytes: &[u8], name: &str| memchr::memmem::find(bytes, name.as_bytes()).is_some();
    std::fs::read(file).is_ok_and(|bytes| names.iter().all(|name| has(&bytes, name)))
}

fn classes_below(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let paths = entries.flat_map(|entry| match entry.path() {
        folder if folder.is_dir() => classes_below(&folder),
        file => vec![file],
    });
    let is_class = |file: &PathBuf| file.extension() == Some("class".as_ref());
    paths.filter(is_class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn languages_are_found_by_name() {
        let mut names = BTreeSet::new();
        for language in Language::ALL {
            let own = language.extensions.iter().chain([&language.name]);
            let own: BTreeSet<_> = own.collect();
            for name in own {
                assert_eq!(Language::named(name), Some(language));
                assert!(names.insert(name), "{name} twice");
            }
        }
        assert_eq!(Language::named("cobol"), None);
    }

    #[test]
    fn commands_name_the_source_and_the_folder() {
        let (source, folder) = (Path::new("in/Main.x"), Path::new("out"));
        let java = Language::named("java").unwrap();
        let filled = |command| filled_in(&words(command), source, folder).join(" ".as_ref());
        assert_eq!(
            filled(java.compile),
            "javac -encoding UTF-8 -d out in/Main.x"
        );
        assert_eq!(filled(java.run), "java -DONLINE_JUDGE=true -cp out Main");
        let program = folder.join(format!("program{EXE_SUFFIX}"));
        let words = ["{source}:{folder}", "{x}{", "}{program}z"];
        let last = format!("}}{}z", program.display());
        let filled = ["in/Main.x:out", "{x}{", &last].map(OsString::from);
        assert_eq!(filled_in(&words, source, folder), filled);
    }

    #[test]
    fn java_classes_in_packages() {
        let folder = tempfile::tempdir().unwrap();
        let run = |source: &str| {
            let words = filled_in(&["{class}"], Path::new(source), folder.path());
            words[0].to_str().unwrap().to_owned()
        };
        assert_eq!(run("a/Other.java"), "Other");
        let package = folder.path().join("org/contest");
        std::fs::create_dir_all(&package).unwrap();
        let main = b"\x01\x04main\x01\x16([Ljava/lang/String;)V";
        std::fs::write(package.join("Any.class"), main).unwrap();
        std::fs::write(package.join("Before.class"), "main").unwrap();
        assert_eq!(run("a/Other.java"), "org.contest.Any");
        std::fs::write(package.join("Main.class"), "").unwrap();
        assert_eq!(run("a/Other.java"), "org.contest.Main");
        std::fs::write(package.join("Other.class"), "").unwrap();
        assert_eq!(run("a/Other.java"), "org.contest.Other");
        std::fs::write(folder.path().join("Other.class"), "").unwrap();
        assert_eq!(run("a/Other.java"), "Other");
    }

    #[test]
    fn languages_of_files() {
        for (file, language) in [
            ("a.cpp", "cpp"),
            ("b/a.x.cc", "cpp"),
            ("A.CPP", "cpp"),
            ("a.C", "cpp"),
            ("A.PAS", "pascal"),
            ("Main.java", "java"),
            ("a.js", "javascript"),
            ("cpp", ""),
            ("a.out", ""),
            ("a.cpp.bak", ""),
            ("a.python", ""),
        ] {
            let found = Language::of_file(Path::new(file));
            assert_eq!(found.map_or("", |found| found.name), language, "{file}");
        }
    }
}
