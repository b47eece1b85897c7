//! Solutions that are given as a source file: compiles each once, and tells which command runs it.
//!
//! The extension of the file name shows the language. The compiler runs like a program under test, so that it ends with this
//! process. It writes its result to the [folder](Children::folder) of the processes, which is removed with them.

use super::children::{Children, Program};
use super::microsoft;
use super::platform::is_executable;
use super::runner::{End, RunLimits, RunResult};
use super::verdict::printable;
use crate::language::{Language, filled_in, interpreter, words};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use wythoff::internal::shown_path;
use wythoff::{Error, ErrorKind, Result};

/// The longest time that a compiler may run.
pub const COMPILE_TIME: Duration = Duration::from_secs(60);

/// The number of bytes that a compiler may write to a file.
const COMPILED: u64 = 1 << 30;

/// What compiles and runs source files, if it is not usual.
#[derive(Clone, Debug, Default)]
pub struct Toolchain {
    /// The words of the command that compiles, with placeholders such as `{source}`.
    pub compiler: Option<Vec<String>>,
    /// The words of the command that runs the source files with this ending, without its dot.
    pub runs: Vec<(String, Vec<String>)>,
    /// Whether the judge has compilers of Microsoft or for Windows.
    pub is_microsoft: bool,
}

/// A source file, and the commands that compile it and run it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    path: PathBuf,
    /// The arguments after the file in the command.
    args: Vec<OsString>,
    language: Option<Language>,
    /// The words of the command that compiles, with placeholders such as `{source}`; empty if nothing is compiled.
    compiler: Vec<String>,
    /// The words of the command that runs the program, if it is not that of the language.
    run: Option<Vec<String>>,
    /// Whether `compiler` is the usual one.
    is_usual: bool,
    is_microsoft: bool,
}

/// The result of a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compiled {
    /// The program can be run.
    Ready {
        /// The command that compiled the source, if it had to be compiled.
        compile: Option<Vec<OsString>>,
        /// The command that runs the program.
        run: Vec<OsString>,
        /// Where the result of the compiler is.
        folder: PathBuf,
        /// Whether the compiler got a changed copy of the source.
        is_copy: bool,
    },
    /// CE: the compiler refused the source.
    Refused {
        /// How the compiler ended.
        end: End,
        /// What the compiler printed.
        messages: String,
    },
}

impl Source {
    /// The source file that is the first word of `command`; `None` if that word is a program.
    ///
    /// Errors: a compiler for a program, or a compiler whose result can't be run.
    pub fn new(command: &[OsString], toolchain: &Toolchain) -> Result<Option<Self>> {
        let Some((path, args)) = command.split_first() else {
            return Ok(None);
        };
        // A name that begins with `-` would be an option.
        let path = match path.as_encoded_bytes().first() {
            Some(b'-') => Path::new(".").join(path),
            _ => path.into(),
        };
        let language = Language::of_file(&path);
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        let mut runs = toolchain.runs.iter();
        let run = runs.find(|(known, _)| known == ending);
        let run = run.map(|(_, words)| words.clone());
        let is_run = run.is_some() || language.is_some() || interpreter(ending).is_some();
        let compiler = &toolchain.compiler;
        if !path.is_file() || compiler.is_none() && !is_run {
            return match compiler {
                Some(_) => refuse(format!(
                    "expected a source file for the compiler, found {}",
                    shown_path(&path)
                )),
                None => Ok(None),
            };
        }
        if let Some(compiler) = compiler {
            let has = |name: &str| compiler.iter().any(|word| word.contains(name));
            if !has("{source}") || !(has("{program}") || has("{folder}") && is_run) {
                return refuse(
                    "expected {source} and {program} in the command of the compiler; they stand for the \
                     source file and for the program that it makes"
                        .to_owned(),
                );
            }
        }
        let usual = || language.map_or_else(Vec::new, |language| words(language.row().compile));
        Ok(Some(Self {
            args: args.to_vec(),
            language,
            compiler: compiler.clone().unwrap_or_else(usual),
            run,
            is_usual: compiler.is_none(),
            is_microsoft: toolchain.is_microsoft,
            path,
        }))
    }

    /// The source file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The words of the command that compiles, with placeholders such as `{source}`; empty if nothing is compiled.
    pub fn compiler(&self) -> &[String] {
        &self.compiler
    }

    /// The words in the source that only compilers of Microsoft or for Windows take, if the judge has none.
    pub fn foreign_words(&self) -> Vec<&'static str> {
        match std::fs::read(&self.path) {
            Ok(text) if self.is_c() && !self.is_microsoft => microsoft::words(&text),
            _ => Vec::new(),
        }
    }

    /// The ending of the file's name, without its dot.
    fn ending(&self) -> &str {
        self.path
            .extension()
            .and_then(OsStr::to_str)
            .unwrap_or_default()
    }

    /// Whether the usual compiler of C or C++ gets the source.
    fn is_c(&self) -> bool {
        self.is_usual && matches!(self.language, Some(Language::C | Language::Cpp))
    }

    /// The words of the command that compiles the source or checks its syntax; empty if nothing does.
    pub fn first_command(&self) -> Vec<String> {
        match self.language {
            _ if !self.compiler.is_empty() => self.compiler.clone(),
            Some(language) if self.run.is_none() && !self.is_script() => {
                words(language.row().check)
            }
            _ => Vec::new(),
        }
    }

    /// Whether the system runs the file itself.
    fn is_script(&self) -> bool {
        self.compiler.is_empty() && self.run.is_none() && is_script_with_interpreter(&self.path)
    }

    /// Compiles the source in at most `time`, if it has to be compiled, or else checks its syntax.
    ///
    /// Errors: the compiler can't be started, or was stopped.
    pub fn compile(&self, time: Duration, children: &Arc<Children>) -> Result<Compiled> {
        let folder = children.folder()?;
        let folder = folder.as_path();
        let first = self.first_command();
        let run = |source: &Path| {
            let mut command = filled_in(&first, source, folder);
            if source != self.path {
                self.adapt(&mut command);
            }
            let program = Program {
                command: command.clone(),
                limits: RunLimits::on_the_clock(time),
                children: Arc::clone(children),
            };
            Ok::<_, Error>((program.run(b"", COMPILED / 16)?, command))
        };
        let mut source = self.prepared(folder)?;
        let mut compile = None;
        if !first.is_empty() {
            let (mut ran, mut command) = run(&source)?;
            if let Some(class) = self.other_class(&ran, &source) {
                source = copy(&self.path, folder, &class)?;
                (ran, command) = run(&source)?;
            }
            if ran.end != End::Exit(0) {
                let messages = printable(&ran.stdout) + &ran.stderr;
                let [given, own] = [&source, &self.path].map(|path| path.to_string_lossy());
                return Ok(Compiled::Refused {
                    end: ran.end,
                    messages: messages.replace(&*given, &own),
                });
            }
            compile = (!self.compiler.is_empty()).then_some(command);
        }
        let makes_program = self.compiler.iter().any(|word| word.contains("{program}"));
        let mut run = match (&self.run, self.language) {
            (Some(words), _) => filled_in(words, &source, folder),
            _ if self.is_script() => vec![Path::new(".").join(&self.path).into()],
            _ if makes_program => filled_in(&["{program}"], &source, folder),
            (None, Some(language)) => filled_in(&words(language.row().run), &source, folder),
            (None, None) => {
                let command = interpreter(self.ending()).unwrap_or_default();
                filled_in(&words(command), &source, folder)
            }
        };
        run.extend(self.args.iter().cloned());
        Ok(Compiled::Ready {
            compile,
            run,
            folder: folder.to_owned(),
            is_copy: source != self.path,
        })
    }

    /// The file that the compiler gets: the source itself, or a copy that this compiler takes.
    fn prepared(&self, folder: &Path) -> io::Result<PathBuf> {
        let Some(language) = self
            .language
            .filter(|_| self.is_usual && !self.compiler.is_empty())
        else {
            return Ok(self.path.clone());
        };
        let text = std::fs::read(&self.path)?;
        let stem = self.path.file_stem().unwrap_or_default();
        let name = format!("{}.{}", stem.to_string_lossy(), language.extension());
        if self.is_c() && self.is_microsoft && !microsoft::words(&text).is_empty() {
            let text = microsoft::for_gcc(&text, &self.path.to_string_lossy());
            return write_copy(folder, &name, &text);
        }
        // Some compilers know only endings in small letters. In Java the encoding has to be given.
        let ending = self.ending();
        let has_known_ending = ending == ending.to_lowercase() || ending == "C";
        let has_encoding = language != Language::Java || std::str::from_utf8(&text).is_ok();
        match has_known_ending && has_encoding {
            true => Ok(self.path.clone()),
            false => write_copy(folder, &name, &text),
        }
    }

    /// Changes the command of a compiler that gets a copy of the source.
    fn adapt(&self, command: &mut Vec<OsString>) {
        let beside = match self.path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if self.is_c() {
            command.extend(["-iquote".into(), beside.into()]);
        }
        let is_utf_8 = std::fs::read_to_string(&self.path).is_ok();
        if self.language == Some(Language::Java) && !is_utf_8 {
            command.extend(["-encoding", "GBK"].map(OsString::from));
        }
    }

    /// The name of the file in which the Java compiler wants the public class of `source`.
    fn other_class(&self, ran: &RunResult, source: &Path) -> Option<String> {
        if self.language != Some(Language::Java) || !self.is_usual || ran.end == End::Exit(0) {
            return None;
        }
        let own = source.file_name()?.to_str()?;
        let messages = &ran.stderr;
        let words = messages.split(|c: char| !(c.is_alphanumeric() || "._$-".contains(c)));
        let mut files = words.filter(|word| word.ends_with(".java"));
        files.find(|file| *file != own).map(str::to_owned)
    }
}

/// Copies a source to a file with this name. Returns its path.
fn copy(path: &Path, folder: &Path, name: &str) -> io::Result<PathBuf> {
    write_copy(folder, name, &std::fs::read(path)?)
}

fn write_copy(folder: &Path, name: &str, text: &[u8]) -> io::Result<PathBuf> {
    let folder = folder.join("source");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join(name), text)?;
    Ok(folder.join(name))
}

/// The names of data files, such as `in.txt`, in a source file or a program.
pub fn named_files(program: &Path) -> Vec<String> {
    let text = std::fs::read(program).unwrap_or_default();
    let is_part = |c: &u8| c.is_ascii_alphanumeric() || b"._-".contains(c);
    let words = text.split(|c| !is_part(c)).map(String::from_utf8_lossy);
    let mut names: Vec<String> = Vec::new();
    for word in words {
        let is_data = [".txt", ".in", ".out", ".dat"].iter().any(|ending| {
            let stem = word.strip_suffix(ending).unwrap_or_default();
            !stem.is_empty() && !stem.contains('.')
        });
        if is_data && !names.iter().any(|name| *name == word) {
            names.push(word.into_owned());
        }
    }
    names
}

fn refuse<T>(what: String) -> Result<T> {
    Err(Error::new(ErrorKind::Argument(what)))
}

/// Whether the system runs the file with the interpreter that its first line names.
fn is_script_with_interpreter(path: &Path) -> bool {
    let mut start = [0; 2];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *b"#!" && is_executable(path)
}

// Only on Unix, because the tests use shell scripts as compilers.
#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_without_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("main.c");
        std::fs::write(&path, "").unwrap();
        let compiler = [
            "sh",
            "-c",
            "echo begun; sleep 1000",
            "{program}",
            "{source}",
        ];
        let toolchain = Toolchain {
            compiler: Some(compiler.map(str::to_owned).to_vec()),
            ..Toolchain::default()
        };
        let source = Source::new(&[path.into()], &toolchain).unwrap().unwrap();
        let children = Arc::new(crate::unix::tests::children());
        let compiled = source.compile(Duration::from_millis(200), &children);
        let Compiled::Refused { end, messages } = compiled.unwrap() else {
            panic!("it ended");
        };
        assert_eq!(end, End::TimeLimit);
        assert_eq!(messages, "begun\n");
        let temporary = children.folder().unwrap();
        assert!(temporary.exists());
        children.stop().unwrap();
        assert!(!temporary.exists());
    }
}
