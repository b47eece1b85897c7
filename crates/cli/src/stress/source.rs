//! From the command line of `wythoff stress` and `wythoff lint` to a program that can be run.

use super::sentences;
use crate::args::stress::{Run, Test};
use crate::colour::verdict;
use crate::messages::{Lang, lang, t};
use crate::report;
use crate::shell_words::{command, quoted};
use serde_json::json;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::io;
use std::path::{Path, is_separator};
use std::sync::Arc;
use wythoff::{Error, ErrorKind, profile, shown_path};
use wythoff_contest::{
    Children, Compiled, End, Source, Toolchain, Verdict, Wrong, has_microsoft_compilers,
    is_executable, known_endings, named_files,
};

/// A solution that can be run.
pub(super) struct Solution {
    /// The words of the command that runs the solution.
    pub(super) run: Vec<OsString>,
    /// The shell command with which a user runs the solution in the current folder.
    pub(super) shell: String,
    /// The command that compiled the solution, with placeholders in braces.
    pub(super) compiler: Option<String>,
    source: Option<Source>,
    /// Whether the program was made from a changed copy of the source.
    pub(super) is_copy: bool,
}

/// CE: the compiler refused the source.
pub(super) struct Refused {
    compiler: String,
    end: End,
    messages: String,
}

/// Compiles the solution, if the command begins with a source file.
pub(super) fn build(
    test: &Test,
    children: &Arc<Children>,
) -> Result<Result<Solution, Refused>, Error> {
    let judge = test.format.profile.as_deref().map(profile).transpose()?;
    let run = |Run(ending, words): &Run| (ending.clone(), words.clone());
    let toolchain = Toolchain {
        compiler: test.compile.as_ref().map(|words| words.0.clone()),
        runs: test.runs.iter().map(run).collect(),
        is_microsoft: judge.is_none_or(has_microsoft_compilers),
    };
    let source = Source::new(&test.command, &toolchain).map_err(|error| match error.kind() {
        ErrorKind::Argument(_) => error.about("--compile"),
        _ => error,
    })?;
    let Some(source) = source else {
        return Ok(Ok(Solution {
            run: test.command.clone(),
            shell: command(&test.command),
            compiler: None,
            source: None,
            is_copy: false,
        }));
    };
    let words = source.compiler.as_slice();
    let compiler = (!words.is_empty()).then(|| in_one(words));
    let path = shown_path(&source.path);
    if let Some(compiler) = &compiler
        && !test.watch.quiet
    {
        report::line(&t!("compiling {path}: {compiler}", path, compiler));
    }
    if let Some(word) = source.foreign_words().first()
        && !test.watch.quiet
    {
        report::line(&t!(
            "note: {path} has {word}, which only compilers for Windows take; this judge has none",
            path,
            word
        ));
    }
    let first = source.first_command();
    let compiled = source
        .compile(wythoff_contest::COMPILE_TIME, children)
        .map_err(|error| {
            let advice = match words {
                [] => "write another interpreter before the file",
                _ => "choose another compiler with --compile",
            };
            explain_missing(error, first.first().map(String::as_str), &source, advice)
        })?;
    Ok(match compiled {
        Compiled::Refused { end, messages } => Err(Refused {
            compiler: in_one(first),
            end,
            messages,
        }),
        Compiled::Ready {
            compile,
            run,
            folder,
            is_copy,
        } => Ok(Solution {
            shell: shell(compile.as_deref(), &run, &folder),
            run,
            compiler,
            is_copy,
            source: Some(source),
        }),
    })
}

impl Solution {
    /// A line of advice about the verdict, or nothing.
    pub(super) fn advice(&self, verdict: &Verdict) -> String {
        let is_java = self.run.first().is_some_and(|program| program == "java");
        let mut words = self.run.iter().map(|word| word.to_string_lossy());
        let line = match verdict {
            Verdict::MemoryLimit if is_java && !words.any(|word| word.starts_with("-Xmx")) => {
                t!(
                    "Java's heap may grow beyond the limit before it is cleaned. Run it as your judge does, such as: java -Xmx200m Main"
                )
            }
            Verdict::WrongAnswer(Wrong::Missing(0)) => match self.missing_files() {
                names if names.is_empty() => return names,
                names => t!(
                    "It names files that are not in its folder: {names}. Judges use standard input and output.",
                    names
                ),
            },
            _ => return String::new(),
        };
        line + "\n"
    }

    /// The data files that the source or the program names and the current folder does not have.
    fn missing_files(&self) -> String {
        let program = match &self.source {
            Some(source) => Some(source.path.as_path()),
            None => self.run.first().map(Path::new),
        };
        let names = program.map(named_files).unwrap_or_default().into_iter();
        let missing = names.filter(|name| !Path::new(name).exists());
        missing.take(4).collect::<Vec<_>>().join(", ")
    }

    /// The error of a run, with advice if the interpreter is missing.
    pub(super) fn explained(&self, error: Error) -> Error {
        let interpreter = self.run.first().and_then(|word| word.to_str());
        let interpreter = interpreter.filter(|word| !word.contains(is_separator));
        match &self.source {
            Some(source) => {
                let advice = "write another interpreter before the file";
                explain_missing(error, interpreter, source, advice)
            }
            None => explain_without_path(error, self.run.first()),
        }
    }
}

impl Refused {
    pub(super) fn report(&self) -> String {
        let (letters, reason) = (verdict("CE"), sentences::refused(self.end, lang()));
        let mut text = format!("{letters}: {reason}: {}\n", self.compiler);
        // Control characters other than line ends and tabs are left out, because they could change the terminal.
        let is_shown = |c: &char| !c.is_control() || "\n\t".contains(*c);
        text.extend(self.messages.chars().filter(is_shown));
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    /// The report as a JSON object. `problem` is the options of the problem.
    pub(super) fn json(&self, problem: &str) -> String {
        let object = json!({
            "verdict": "CE",
            "problem": problem,
            "compile": self.compiler,
            "reason": sentences::refused(self.end, Lang::En),
            "messages": self.messages,
        });
        format!("{object}\n")
    }
}

/// The words of a command as one argument, for `--compile` and `--run`.
pub(super) fn in_one(words: &[String]) -> String {
    let quoted_unless_name = |word: &String| match word.replace(['{', '}'], "") {
        plain if quoted(&plain) == plain => word.clone(),
        _ => quoted(word),
    };
    let words: Vec<_> = words.iter().map(quoted_unless_name).collect();
    words.join(" ")
}

/// Both commands as one shell command, in the current folder instead of `folder`.
fn shell(compile: Option<&[OsString]>, run: &[OsString], folder: &Path) -> String {
    let commands: Vec<_> = compile.into_iter().chain([run]).map(command).collect();
    commands
        .join(" && ")
        .replace(&*folder.to_string_lossy(), ".")
}

/// The error of a command that can't be started, with advice if it names a folder, or a file that is no program.
fn explain_without_path(error: Error, command: Option<&OsString>) -> Error {
    // Something else may be missing, such as the folder of temporary files.
    let is_named = |name: &&OsString| error.subject() == Some(&*shown_path(Path::new(name)));
    let (true, Some(name)) = (is_missing(&error), command.filter(is_named)) else {
        return error;
    };
    // On Windows the extension of a program's name may be left out.
    let mut full_name = name.clone();
    full_name.push(EXE_SUFFIX);
    let files = [Path::new(name), Path::new(&full_name)];
    let Some(path) = files.into_iter().find(|path| path.exists()) else {
        return error;
    };
    let shown = shown_path(path);
    let what = if path.is_dir() {
        format!("{shown} is a folder; name the program or the source file")
    } else if !is_executable(path) {
        format!(
            "{shown} is not an executable program, and not a source file with a known ending ({}); \
             --run gives the command for another ending, and --compile a compiler",
            known_endings()
        )
    } else if name.to_string_lossy().contains(is_separator) {
        return error;
    } else {
        format!("{shown} is not in PATH; to run the file in this folder, write ./{shown}")
    };
    Error::new(ErrorKind::Argument(what))
}

/// Whether a command was not found, or is not a program. If a folder of PATH can't be read, the system reports a missing command as
/// a permission error.
fn is_missing(error: &Error) -> bool {
    let kinds = [io::ErrorKind::NotFound, io::ErrorKind::PermissionDenied];
    matches!(error.kind(), ErrorKind::Io(e) if kinds.contains(&e.kind()))
}

/// The error of a run, with advice if `tool` is missing.
fn explain_missing(error: Error, tool: Option<&str>, source: &Source, advice: &str) -> Error {
    match (error.kind(), tool) {
        (ErrorKind::Io(_), Some(tool)) if is_missing(&error) && error.subject() == Some(tool) => {
            let path = shown_path(&source.path);
            Error::new(ErrorKind::Argument(format!(
                "{path} needs {tool}, which is not installed or not in PATH; {advice}"
            )))
        }
        _ => error,
    }
}
