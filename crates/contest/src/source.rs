//! Solutions that are given as a source file: compiles each once, and tells which command runs it.
//!
//! The extension of the file name shows the language. The compiler runs like a program under test, so that it ends with this
//! process. It writes its result to the [folder](Children::folder) of the processes, which is removed with them.

use super::children::Children;
use super::platform::is_executable;
use super::program::Program;
use super::runner::{End, Limits};
use crate::language::{Language, filled_in};
use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use wythoff::internal::shown_path;
use wythoff::{Error, ErrorKind, Result};

/// The longest time that a compiler may run.
pub const COMPILE_TIME: Duration = Duration::from_secs(60);

/// The number of bytes that a compiler may write to a file.
const COMPILED: u64 = 1 << 30;

/// A source file, and the commands that compile it and run it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    path: PathBuf,
    /// The arguments after the file in the command.
    args: Vec<OsString>,
    language: Option<Language>,
    /// The words of the command that compiles, with placeholders such as `{source}`; empty if nothing is compiled.
    compiler: Vec<String>,
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
    /// The source file that is the first word of `command`; `None` if that word is a program. `compiler` replaces the usual
    /// command that compiles.
    ///
    /// Errors: a `compiler` for a program, or a `compiler` whose result can't be run.
    pub fn new(command: &[OsString], compiler: Option<&[String]>) -> Result<Option<Self>> {
        let Some((path, args)) = command.split_first() else {
            return Ok(None);
        };
        let path = Path::new(path);
        let language = Language::of_file(path);
        if !path.is_file() || compiler.is_none() && language.is_none() {
            return match compiler {
                Some(_) => refuse(format!(
                    "expected a source file for the compiler, found {}",
                    shown_path(path)
                )),
                None => Ok(None),
            };
        }
        let usual = language.map(Language::compiler).unwrap_or_default();
        let usual = || usual.iter().map(|&word| word.to_owned()).collect();
        let source = Self {
            path: path.to_owned(),
            args: args.to_vec(),
            language,
            compiler: compiler.map_or_else(usual, <[String]>::to_vec),
        };
        if compiler.is_some() {
            let has = |name: &str| source.compiler.iter().any(|word| word.contains(name));
            let has_result = has("{program}") || has("{folder}") && language.is_some();
            if !has("{source}") || !has_result {
                return refuse(
                    "expected {source} and {program} in the command of the compiler; they stand for the \
                     source file and for the program that it makes"
                        .to_owned(),
                );
            }
        }
        Ok(Some(source))
    }

    /// The source file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The words of the command that compiles, with placeholders such as `{source}`; empty if nothing is compiled.
    pub fn compiler(&self) -> &[String] {
        &self.compiler
    }

    /// Compiles the source in at most `time`, if it has to be compiled.
    ///
    /// Errors: the compiler can't be started, or was stopped.
    pub fn compile(&self, time: Duration, children: &Arc<Children>) -> Result<Compiled> {
        let folder = children.folder()?;
        let mut compile = None;
        if !self.compiler.is_empty() {
            let command = filled_in(&self.compiler, &self.path, &folder);
            let program = Program {
                command: command.clone(),
                limits: Limits::on_the_clock(time),
                children: Arc::clone(children),
            };
            let ran = program.run(b"", COMPILED / 16)?;
            if ran.end != End::Exit(0) {
                let stdout = String::from_utf8_lossy(&ran.stdout);
                return Ok(Compiled::Refused {
                    end: ran.end,
                    messages: format!("{stdout}{}", ran.stderr),
                });
            }
            compile = Some(command);
        }
        let makes_program = self.compiler.iter().any(|word| word.contains("{program}"));
        let mut run = match self.language {
            Some(_) if self.compiler.is_empty() && is_script_with_interpreter(&self.path) => {
                vec![Path::new(".").join(&self.path).into()]
            }
            Some(language) if !makes_program => language.run(&self.path, &folder),
            _ => filled_in(&["{program}"], &self.path, &folder),
        };
        run.extend(self.args.iter().cloned());
        Ok(Compiled::Ready {
            compile,
            run,
            folder,
        })
    }
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
        let compiler = compiler.map(str::to_owned);
        let source = Source::new(&[path.into()], Some(&compiler))
            .unwrap()
            .unwrap();
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
