//! The languages of contest programs: one table of their names and of the commands that compile and run them.

use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use wythoff::{Error, ErrorKind};

/// A language that solutions are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// C99, but with declarations before statements as in C90.
    C,
    /// C++98 with `long long`, and no type of 128 bits.
    Cpp,
    /// Java 8, the class `Main`.
    Java,
    /// Free Pascal in its default mode.
    Pascal,
    /// Python 3.
    Python,
    /// Go, one file.
    Go,
    /// JavaScript for Node.
    JavaScript,
    /// Rust in one file, for `rustc` without Cargo, in any edition.
    Rust,
}

/// What [`Language`] knows of a language: a row of its table.
struct Facts {
    name: &'static str,
    /// The extensions of a source file's name, without the dot. The first one is the usual one.
    extensions: &'static [&'static str],
    /// The words of the command that compiles; empty if nothing is compiled. [`filled_in`] replaces the names in braces.
    compile: &'static [&'static str],
    /// The words of the command that runs the result.
    run: &'static [&'static str],
}

/// The command that runs Python 3. On Windows the installer provides only this name.
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

impl Language {
    /// All languages.
    pub const ALL: &[Language] = &[
        Language::C,
        Language::Cpp,
        Language::Java,
        Language::Pascal,
        Language::Python,
        Language::Go,
        Language::JavaScript,
        Language::Rust,
    ];

    const fn facts(self) -> Facts {
        match self {
            Language::C => Facts {
                name: "c",
                extensions: &["c"],
                compile: &["gcc", "-O2", "-o", "{program}", "{source}", "-lm"],
                run: &["{program}"],
            },
            Language::Cpp => Facts {
                name: "cpp",
                extensions: &["cpp", "cc", "cxx", "c++"],
                compile: &["g++", "-O2", "-o", "{program}", "{source}"],
                run: &["{program}"],
            },
            Language::Java => Facts {
                name: "java",
                extensions: &["java"],
                compile: &["javac", "-d", "{folder}", "{source}"],
                run: &["java", "-cp", "{folder}", "{class}"],
            },
            Language::Pascal => Facts {
                name: "pascal",
                extensions: &["pas"],
                compile: &["fpc", "-O2", "-v0we", "-o{program}", "{source}"],
                run: &["{program}"],
            },
            Language::Python => Facts {
                name: "python",
                extensions: &["py"],
                compile: &[],
                run: &[PYTHON, "{source}"],
            },
            Language::Go => Facts {
                name: "go",
                extensions: &["go"],
                compile: &["go", "build", "-o", "{program}", "{source}"],
                run: &["{program}"],
            },
            Language::JavaScript => Facts {
                name: "javascript",
                extensions: &["js"],
                compile: &[],
                run: &["node", "{source}"],
            },
            // If the name of a file begins with a digit, it can't be the name of the crate.
            Language::Rust => Facts {
                name: "rust",
                extensions: &["rs"],
                compile: &[
                    "rustc",
                    "-O",
                    "--crate-name",
                    "program",
                    "-o",
                    "{program}",
                    "{source}",
                ],
                run: &["{program}"],
            },
        }
    }

    /// The name that [`FromStr`] takes. It also takes the extension and other usual names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The usual extension of a source file's name, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        self.facts().extensions[0]
    }

    /// The language of a source file, according to the extension of its name.
    #[doc(hidden)]
    #[must_use]
    pub fn of_file(source: &Path) -> Option<Self> {
        let extension = source.extension()?.to_str()?;
        let mut all = Self::ALL.iter().copied();
        all.find(|language| language.facts().extensions.contains(&extension))
    }

    /// The other names that [`FromStr`] takes.
    #[doc(hidden)]
    pub fn aliases(self) -> impl Iterator<Item = &'static str> {
        let Facts {
            name, extensions, ..
        } = self.facts();
        let extensions = extensions.iter().copied();
        extensions.filter(move |extension| *extension != name)
    }

    /// The words of the command that compiles, with placeholders such as `{source}`; empty if nothing is compiled.
    #[doc(hidden)]
    #[must_use]
    pub const fn compiler(self) -> &'static [&'static str] {
        self.facts().compile
    }

    /// The command that compiles `source` into `folder`; `None` if nothing is compiled.
    #[doc(hidden)]
    #[must_use]
    pub fn compile(self, source: &Path, folder: &Path) -> Option<Vec<OsString>> {
        let words = self.compiler();
        (!words.is_empty()).then(|| filled_in(words, source, folder))
    }

    /// The command that runs what [`compile`](Self::compile) made of `source` in `folder`.
    #[doc(hidden)]
    #[must_use]
    pub fn run(self, source: &Path, folder: &Path) -> Vec<OsString> {
        filled_in(self.facts().run, source, folder)
    }
}

/// A variable that gives Go a cache in `folder`, if the user has none. Without a cache it compiles nothing.
#[cfg(unix)]
pub(super) fn missing_caches(folder: &Path) -> Option<(&'static str, PathBuf)> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from);
    let home_cache = || variable("HOME").map(|home| home.join(".cache"));
    let cache = variable("GOCACHE").or_else(|| {
        Some(
            variable("XDG_CACHE_HOME")
                .or_else(home_cache)?
                .join("go-build"),
        )
    });
    let may_write = |cache: PathBuf| {
        let existing = cache.ancestors().find(|path| path.exists());
        existing.is_some_and(|path| tempfile::tempfile_in(path).is_ok())
    };
    (!cache.is_some_and(may_write)).then(|| ("GOCACHE", folder.join("go-build")))
}

/// The words of a command. Paths replace these names: `{source}`; `{folder}`, the folder of results; `{program}`, a file in
/// that folder; `{class}`, the name of a compiled Java class.
pub(crate) fn filled_in<W: AsRef<str>>(words: &[W], source: &Path, folder: &Path) -> Vec<OsString> {
    let fill_in = |word: &W| {
        let mut filled = OsString::new();
        for piece in word.as_ref().split_inclusive('}') {
            let Some((before, name)) = piece.rsplit_once('{') else {
                filled.push(piece);
                continue;
            };
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
/// name `Main`. It is in the package that the source names.
fn class(source: &Path, folder: &Path) -> OsString {
    let stem = source.file_stem().unwrap_or_default();
    let found = [stem, "Main".as_ref()].into_iter().find_map(|name| {
        let mut file = name.to_owned();
        file.push(".class");
        file_below(folder, &file)
    });
    let class = found.map(|file| file.with_extension(""));
    let class = class.as_deref().unwrap_or(Path::new(stem));
    class.iter().collect::<Vec<_>>().join(".".as_ref())
}

/// The path, relative to `folder`, of a file with this name in `folder` or below it.
fn file_below(folder: &Path, name: &OsStr) -> Option<PathBuf> {
    if folder.join(name).is_file() {
        return Some(name.into());
    }
    let entries = folder.read_dir().ok()?.flatten();
    let mut folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.find_map(|below| {
        let file = file_below(&below.path(), name)?;
        Some(Path::new(&below.file_name()).join(file))
    })
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Language {
    type Err = Error;

    /// The language with this name. The error lists all names.
    fn from_str(name: &str) -> Result<Self, Error> {
        let is_named = |language: &Language| {
            language.name() == name || language.aliases().any(|alias| alias == name)
        };
        let mut all = Self::ALL.iter().copied();
        all.find(is_named).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|language| language.name()).collect();
            Error::new(ErrorKind::Argument(format!(
                "unknown language `{}`; the languages are {}",
                name.escape_debug(),
                names.join(", ")
            )))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn languages_are_found_by_name() {
        let mut names = BTreeSet::new();
        for &language in Language::ALL {
            for name in language.aliases().chain([language.name()]) {
                assert_eq!(name.parse::<Language>().unwrap(), language);
                assert!(names.insert(name), "{name} twice");
            }
            assert_eq!(language.extension().parse::<Language>().unwrap(), language);
        }
        let error = "cobol".parse::<Language>().unwrap_err().to_string();
        assert!(error.contains("c, cpp, java, pascal"), "{error}");
    }

    #[test]
    fn commands_name_the_source_and_the_folder() {
        let (source, folder) = (Path::new("in/Main.x"), Path::new("out"));
        let compiled = Language::Java.compile(source, folder);
        assert_eq!(
            compiled.unwrap().join(" ".as_ref()),
            "javac -d out in/Main.x"
        );
        let run = Language::Java.run(source, folder);
        assert_eq!(run.join(" ".as_ref()), "java -cp out Main");
        let compiled = Language::Pascal.compile(source, folder).unwrap();
        let program = folder.join(format!("program{EXE_SUFFIX}"));
        let option = format!("-o{}", program.display());
        assert!(compiled.contains(&option.into()), "{compiled:?}");
        assert_eq!(Language::Python.compile(source, folder), None);
        let words = ["{source}:{folder}", "{x}{", "}{program}z"];
        let last = format!("}}{}z", program.display());
        let filled = ["in/Main.x:out", "{x}{", &last].map(OsString::from);
        assert_eq!(filled_in(&words, source, folder), filled);
    }

    #[test]
    fn java_classes_in_packages() {
        let folder = tempfile::tempdir().unwrap();
        let run = |source: &str| {
            let words = Language::Java.run(Path::new(source), folder.path());
            words.last().unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(run("a/Other.java"), "Other");
        let package = folder.path().join("org/contest");
        std::fs::create_dir_all(&package).unwrap();
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
            ("a.cpp", Some(Language::Cpp)),
            ("b/a.x.cc", Some(Language::Cpp)),
            ("Main.java", Some(Language::Java)),
            ("a.js", Some(Language::JavaScript)),
            ("cpp", None),
            ("a.out", None),
            ("a.cpp.bak", None),
            ("a.python", None),
        ] {
            assert_eq!(Language::of_file(Path::new(file)), language, "{file}");
        }
    }
}
