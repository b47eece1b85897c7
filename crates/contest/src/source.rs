//! Solutions: compiles a source file once, and gives the command that runs it. A program is only run.
//!
//! The extension of the file name shows the language. The compiler runs like a program under test, so that it ends with this
//! process. Its result is in the [folder](Children::folder) of the processes, which is removed with them.

use crate::children::{Children, Program};
use crate::language::{self, Language, filled_in, words};
use crate::limits::{End, RunLimits, RunResult};
use crate::microsoft;
use crate::platform::is_executable;
use crate::run::printable;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use wythoff::{Error, ErrorKind, Result, shown, shown_path};

/// The longest time that a compiler may run.
pub const COMPILE_TIME: Duration = Duration::from_secs(60);

/// The commands that compile and run source files, if they are not the usual ones.
#[derive(Clone, Debug, Default)]
pub struct Toolchain {
    /// The words of the command that compiles, with placeholders such as `{source}`.
    pub compiler: Option<Vec<String>>,
    /// The words of the command that runs the source files with this ending, without its dot.
    pub runs: Vec<(String, Vec<String>)>,
    /// Whether the judge has compilers of Microsoft or for Windows.
    pub is_microsoft: bool,
    /// The options of the usual command that runs Java.
    pub java_options: Vec<String>,
}

/// A source file or a program, and the commands that compile it and run it. Their words have placeholders such as `{source}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path of the file.
    pub path: PathBuf,
    args: Vec<OsString>,
    /// The language, if its usual compiler gets the source; otherwise [`language::NONE`].
    usual: &'static Language,
    /// The command that compiles the source, or else checks its syntax; empty if nothing does.
    pub first_command: Vec<String>,
    /// Whether the first command compiles.
    pub is_compiled: bool,
    run: Vec<String>,
    is_microsoft: bool,
    /// Whether the file is a program, which is only run.
    pub is_program: bool,
}

/// The result of [`Source::compile`]: how the solution is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The source or the program.
    pub source: Source,
    /// The command that compiled the source, if it had to be compiled.
    pub compile: Option<Vec<OsString>>,
    /// The command that runs the program.
    pub run: Vec<OsString>,
    /// Where the result of the compiler is.
    pub folder: PathBuf,
    /// The file that the compiler got: the source, or a changed copy. The program itself, if nothing was compiled.
    pub given: PathBuf,
    /// The option that chose an older standard, if the compiler refuses the source without it.
    pub standard: Option<&'static str>,
}

/// CE: the compiler refused the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The command that refused the source, with placeholders.
    pub command: Vec<String>,
    /// How the compiler ended.
    pub end: End,
    /// What the compiler printed.
    pub messages: String,
}

impl Source {
    /// The source file or the program `file`, which is run with `args`.
    ///
    /// Errors: a compiler is given for a program; the result of the given compiler can't be run.
    pub fn new(file: &OsStr, args: &[OsString], toolchain: &Toolchain) -> Result<Self> {
        let path = Path::new(file);
        let is_file = path.is_file();
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        let language = Language::of_file(path).filter(|_| is_file);
        let language = language.unwrap_or(&language::NONE);
        let is_usual = toolchain.compiler.is_none();
        let usual = || words(language.compile);
        let compiler = toolchain.compiler.clone().unwrap_or_else(usual);
        let makes = |name: &str| compiler.iter().any(|word| word.contains(name));

        // The command that runs the source; empty for a program.
        let mut runs = toolchain.runs.iter();
        let own = runs.find(|(known, _)| is_file && known == ending);
        let check = if own.is_some() { "" } else { language.check };
        let is_script = language.name == "shell" && is_executable(path);
        let run = if let Some((_, own)) = own {
            let mut run = own.clone();
            if !run.iter().any(|word| word.contains('{')) {
                run.push("{source}".to_owned());
            }
            run
        } else if is_script && interpreter(path).is_some() {
            // Judges run the source of a language by its ending, but a shell script may need another shell.
            words("{source}")
        } else if makes("{program}") {
            words("{program}")
        } else {
            let mut run = words(language.run);
            if is_usual && language.name == "java" {
                run.splice(1..1, toolchain.java_options.iter().cloned());
            }
            run
        };

        let is_run = makes("{program}") || makes("{folder}") && !run.is_empty();
        let is_complete = makes("{source}") && is_run;
        if !is_usual && !is_file {
            let expected = "expected a source file for the compiler, found ";
            return refuse(expected.to_owned() + &shown_path(path));
        }
        if !is_usual && !is_complete {
            return refuse(
                "expected {source} and {program} in the command of the compiler; they stand for the \
                 source file and for the program that it makes"
                    .to_owned(),
            );
        }
        let is_program = is_usual && run.is_empty();
        // A name that begins with `-` would be an option, and a script in the current folder would be looked for in PATH.
        let is_option = path.as_os_str().as_encoded_bytes().starts_with(b"-");
        let needs_dot = (!is_program && is_option) || run == ["{source}"];
        let is_compiled = !compiler.is_empty();
        Ok(Self {
            path: Path::new(if needs_dot { "." } else { "" }).join(path),
            args: args.to_vec(),
            usual: if is_usual { language } else { &language::NONE },
            first_command: if is_compiled { compiler } else { words(check) },
            is_compiled,
            run: if is_program { words("{source}") } else { run },
            is_microsoft: toolchain.is_microsoft,
            is_program,
        })
    }

    /// The words in the source that only compilers of Microsoft or for Windows take, if the judge has no such compiler.
    pub fn foreign_words(&self) -> Vec<&'static str> {
        if self.is_microsoft {
            return Vec::new();
        }
        microsoft::words(&self.text_in_c())
    }

    /// The bytes of the stack that the source requests, if the judge has the linker of Microsoft.
    pub fn stack(&self) -> Option<u64> {
        microsoft::stack(&self.text_in_c()).filter(|_| self.is_microsoft)
    }

    /// The text, if the usual compiler of C or C++ gets it; otherwise nothing.
    fn text_in_c(&self) -> Vec<u8> {
        let text = self.is_c().then(|| std::fs::read(&self.path).ok());
        text.flatten().unwrap_or_default()
    }

    /// Whether a run needs no runtime, as far as is known: a source of a native language, or a program without arguments.
    pub fn is_native(&self) -> bool {
        self.usual.is_native() || (self.is_program && self.args.is_empty())
    }

    /// Whether the usual compiler of C or C++ gets the source.
    fn is_c(&self) -> bool {
        ["c", "cpp"].contains(&self.usual.name)
    }

    /// Whether the usual compiler of Java gets the source.
    pub fn is_java(&self) -> bool {
        self.usual.name == "java"
    }

    /// Compiles the source in at most `time`, if it has to be compiled, or else checks its syntax.
    ///
    /// Errors: the compiler can't be started, or was stopped.
    pub fn compile(
        self,
        time: Duration,
        children: &Arc<Children>,
    ) -> Result<std::result::Result<Compiled, Refused>> {
        let folder = children.folder()?.join("programs");
        std::fs::create_dir_all(&folder).map_err(Error::about_path(&folder))?;
        let mut given = self.path.clone();
        let (mut compile, mut standard) = (None, None);
        if !self.first_command.is_empty() {
            given = self.prepared(&folder)?;
            let run = |given: &Path, standard| {
                run_compiler(self.command(given, &folder, standard), time, children)
            };
            let mut ran = run(&given, None)?;
            if let Some(class) = self.other_class(&ran, &given) {
                given = write_copy(&folder, Path::new(&class), &std::fs::read(&self.path)?)?;
                ran = run(&given, None)?;
            }
            // The compilers of many judges are older, and take names that later standards defined.
            if let End::Exit(1..) = ran.end {
                for &older in self.older_standards() {
                    let again = run(&given, Some(older))?;
                    if again.end == End::Exit(0) {
                        (ran, standard) = (again, Some(older));
                        break;
                    }
                }
            }
            if ran.end != End::Exit(0) {
                let messages = printable(&ran.stdout) + &ran.stderr;
                return Ok(Err(Refused {
                    end: ran.end,
                    messages: self.with_own_path(&messages, &given),
                    command: self.first_command,
                }));
            }
            let command = || self.command(&given, &folder, standard);
            compile = self.is_compiled.then(command);
        }
        let mut run = filled_in(&self.run, &given, &folder);
        run.extend(self.args.iter().cloned());
        Ok(Ok(Compiled {
            source: self,
            compile,
            run,
            given,
            folder,
            standard,
        }))
    }

    /// The command that compiles or checks `source`, which may be a copy of this source.
    fn command(
        &self,
        source: &Path,
        folder: &Path,
        standard: Option<&'static str>,
    ) -> Vec<OsString> {
        let mut command = filled_in(&self.first_command, source, folder);
        if self.is_c() && source != self.path {
            let beside = self.path.parent().unwrap_or(Path::new(""));
            command.extend(["-iquote".into(), Path::new(".").join(beside).into()]);
        }
        command.extend(standard.map(OsString::from));
        if self.is_java() && std::fs::read_to_string(&self.path).is_err() {
            let encoding = command.iter_mut().find(|word| *word == "UTF-8");
            *encoding.expect("the usual command names the encoding") = "GBK".into();
        }
        command
    }

    /// Options for the older standards that judges may have, from new to old.
    fn older_standards(&self) -> &'static [&'static str] {
        match self.usual.name {
            "cpp" => &["-std=gnu++14", "-std=gnu++98"],
            "c" => &["-std=gnu89"],
            _ => &[],
        }
    }

    /// The messages of a compiler that got the file `given`, which may be a copy of this source.
    fn with_own_path(&self, messages: &str, given: &Path) -> String {
        let [given, own] = [given, &self.path].map(Path::to_string_lossy);
        messages.replace(&*given, &own)
    }

    /// The file that the compiler gets: the source itself, or a changed copy that this compiler accepts.
    fn prepared(&self, folder: &Path) -> io::Result<PathBuf> {
        if !self.is_compiled || *self.usual == language::NONE {
            return Ok(self.path.clone());
        }
        let text = std::fs::read(&self.path)?;
        let name = self.path.with_extension(self.usual.extensions[0]);
        let ending = self.path.extension().unwrap_or_default();
        if self.is_c() && self.is_microsoft && !microsoft::words(&text).is_empty() {
            let text = microsoft::for_gcc(&text, &self.path.to_string_lossy());
            write_copy(folder, &name, &text)
        } else if ending == ending.to_ascii_lowercase() || ending == "C" {
            Ok(self.path.clone())
        } else {
            // Some compilers know only endings in small letters.
            write_copy(folder, &name, &text)
        }
    }

    /// The name of the file in which the Java compiler wants the public class of `source`.
    fn other_class(&self, ran: &RunResult, source: &Path) -> Option<String> {
        if !self.is_java() || ran.end == End::Exit(0) {
            return None;
        }
        let own = source.file_name()?.to_str()?;
        let messages = &ran.stderr;
        let words = messages.split(|c: char| !(c.is_alphanumeric() || "._$-".contains(c)));
        let mut files = words.filter(|word| word.ends_with(".java"));
        files.find(|file| *file != own).map(str::to_owned)
    }
}

impl Compiled {
    /// The lines of the warnings that the compiler prints with `-Wall`, if the source is C or C++.
    ///
    /// Errors: as for [`Source::compile`].
    pub fn warnings(&self, children: &Arc<Children>) -> Result<Vec<String>> {
        let (Some(compile), true) = (&self.compile, self.source.is_c()) else {
            return Ok(Vec::new());
        };
        // Warnings about unused names and results, and about old functions, do not explain a wrong answer.
        let options = "-Wall -Wno-unused -Wno-unused-result -Wno-deprecated".split(' ');
        let command = compile.iter().cloned().chain(options.map(OsString::from));
        let ran = run_compiler(command.collect(), COMPILE_TIME, children)?;
        let messages = self.source.with_own_path(&ran.stderr, &self.given);
        let warnings = messages.lines().filter(|line| line.contains(" warning: "));
        Ok(warnings.map(str::to_owned).collect())
    }
}

fn run_compiler(
    command: Vec<OsString>,
    time: Duration,
    children: &Arc<Children>,
) -> Result<RunResult> {
    let program = Program {
        command,
        limits: RunLimits::of_compiler(time),
        named_files: None,
        children: Arc::clone(children),
    };
    program.run(b"")
}

fn write_copy(folder: &Path, name: &Path, text: &[u8]) -> io::Result<PathBuf> {
    let folder = folder.join("source");
    let copy = folder.join(name.file_name().unwrap_or_default());
    std::fs::create_dir_all(folder)?;
    std::fs::write(&copy, text)?;
    Ok(copy)
}

/// The names of data files, such as `in.txt`, in a source file or a program.
pub fn named_files(program: &Path) -> BTreeSet<String> {
    let text = std::fs::read(program).unwrap_or_default();
    let is_part = |c: &u8| c.is_ascii_alphanumeric() || b"._-".contains(c);
    let words = text.split(|c| !is_part(c)).map(String::from_utf8_lossy);
    let is_data = |word: &str| {
        let (stem, ending) = word.split_once('.').unwrap_or_default();
        !stem.is_empty() && ["txt", "in", "out", "dat"].contains(&ending)
    };
    let names = words.filter(|word| is_data(word));
    names.map(Cow::into_owned).collect()
}

fn refuse<T>(what: String) -> Result<T> {
    Err(Error::new(ErrorKind::Argument(what)))
}

/// The interpreter that the first line of a script names.
pub fn interpreter(script: &Path) -> Option<String> {
    let mut start = Vec::new();
    let file = File::open(script).ok()?;
    file.take(200).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&c| c == b'\n').next()?;
    Some(shown(line.trim_ascii_start()))
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
        let compiler = "sh|-c|echo begun; sleep 1000|{program}|{source}".split('|');
        let toolchain = Toolchain {
            compiler: Some(compiler.map(str::to_owned).collect()),
            ..Toolchain::default()
        };
        let source = Source::new(path.as_ref(), &[], &toolchain).unwrap();
        let children = Arc::new(crate::run::tests::children());
        let compiled = source.compile(Duration::from_millis(200), &children);
        let Refused { end, messages, .. } = compiled.unwrap().expect_err("it has no end");
        assert_eq!(end, End::TimeLimit);
        assert_eq!(messages, "begun\n");
        let temporary = children.folder().unwrap();
        assert!(temporary.exists());
        children.stop().unwrap();
        assert!(!temporary.exists());
    }
}
