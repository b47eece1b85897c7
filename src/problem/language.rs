//! The languages that contest programs are written in: one table of their names and of the commands that compile and
//! run them.

use crate::error::{Error, ErrorKind};
use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A language that solutions are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// C99, declarations before statements as C90 has them.
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
    /// One crate root for plain `rustc`, any edition.
    Rust,
}

/// What the table says of a language.
struct Facts {
    name: &'static str,
    /// How a source file's name ends, without the dot.
    extension: &'static str,
    /// Other names, besides the extension.
    aliases: &'static [&'static str],
    /// The words of the command that compiles, empty where nothing is compiled. A word ends in at most one of
    /// `{source}`; `{folder}`, where results go; `{program}`, a file in it; `{class}`, the source's name without its
    /// extension.
    compile: &'static [&'static str],
    /// The words of the command that runs the result.
    run: &'static [&'static str],
}

impl Language {
    /// All of them.
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
                extension: "c",
                aliases: &[],
                compile: &["gcc", "-O2", "-o", "{program}", "{source}", "-lm"],
                run: &["{program}"],
            },
            Language::Cpp => Facts {
                name: "cpp",
                extension: "cpp",
                aliases: &["c++"],
                compile: &["g++", "-O2", "-o", "{program}", "{source}"],
                run: &["{program}"],
            },
            Language::Java => Facts {
                name: "java",
                extension: "java",
                aliases: &[],
                compile: &["javac", "-d", "{folder}", "{source}"],
                run: &["java", "-cp", "{folder}", "{class}"],
            },
            Language::Pascal => Facts {
                name: "pascal",
                extension: "pas",
                aliases: &[],
                compile: &["fpc", "-O2", "-v0we", "-o{program}", "{source}"],
                run: &["{program}"],
            },
            Language::Python => Facts {
                name: "python",
                extension: "py",
                aliases: &[],
                compile: &[],
                run: &["python3", "{source}"],
            },
            Language::Go => Facts {
                name: "go",
                extension: "go",
                aliases: &[],
                compile: &["go", "build", "-o", "{program}", "{source}"],
                run: &["{program}"],
            },
            Language::JavaScript => Facts {
                name: "javascript",
                extension: "js",
                aliases: &[],
                compile: &[],
                run: &["node", "{source}"],
            },
            // A crate can't have the name of a file that begins with a digit.
            Language::Rust => Facts {
                name: "rust",
                extension: "rs",
                aliases: &[],
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

    /// The name that [`FromStr`] takes, besides the extension and other usual names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// How a source file's name ends, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        self.facts().extension
    }

    /// The other names that [`FromStr`] takes.
    #[doc(hidden)]
    pub fn aliases(self) -> impl Iterator<Item = &'static str> {
        let Facts {
            name,
            extension,
            aliases,
            ..
        } = self.facts();
        let extension = Some(extension).filter(|extension| *extension != name);
        extension.into_iter().chain(aliases.iter().copied())
    }

    /// The command that compiles `source` into `folder`; `None` where nothing is compiled.
    #[doc(hidden)]
    #[must_use]
    pub fn compile(self, source: &Path, folder: &Path) -> Option<Vec<OsString>> {
        let words = self.facts().compile;
        (!words.is_empty()).then(|| filled_in(words, source, folder))
    }

    /// The command that runs what [`compile`](Self::compile) made of `source` in `folder`.
    #[doc(hidden)]
    #[must_use]
    pub fn run(self, source: &Path, folder: &Path) -> Vec<OsString> {
        filled_in(self.facts().run, source, folder)
    }
}

fn filled_in(words: &[&str], source: &Path, folder: &Path) -> Vec<OsString> {
    let fill_in = |word: &&str| {
        let (before, place) = word.split_once('{').unwrap_or((word, ""));
        let mut filled = OsString::from(before);
        match place {
            "source}" => filled.push(source),
            "folder}" => filled.push(folder),
            "program}" => filled.push(folder.join("program")),
            "class}" => filled.push(source.file_stem().unwrap_or_default()),
            _ => {}
        }
        filled
    };
    words.iter().map(fill_in).collect()
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Language {
    type Err = Error;

    /// The language of that name; the error lists them all.
    fn from_str(name: &str) -> Result<Self, Error> {
        let is_named = |language: &Language| {
            language.name() == name || language.aliases().any(|alias| alias == name)
        };
        let mut all = Self::ALL.iter().copied();
        all.find(is_named).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|language| language.name()).collect();
            Error::new(ErrorKind::Argument(format!(
                "there is no language `{}`; there are {}",
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
        assert!(compiled.contains(&"-oout/program".into()), "{compiled:?}");
        assert_eq!(Language::Python.compile(source, folder), None);
    }
}
