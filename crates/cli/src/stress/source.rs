//! From the command line of `wythoff stress` and `wythoff lint` to a program that can be run.

use super::options::Test;
use super::sentences;
use crate::colour::verdict;
use crate::messages::{Lang, lang, t};
use crate::report;
use crate::shell_words::{command, quoted};
use serde_json::json;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf, is_separator};
use std::sync::Arc;
use wythoff::{Error, ErrorKind, Profile, profile, shown_path};
use wythoff_contest::{
    Children, Compiled, End, Language, Source, Toolchain, Trial, Verdict, Wrong,
    has_microsoft_compilers, interpreter, is_executable, known_endings, named_files,
};

pub(super) struct Solution {
    pub(super) run: Vec<OsString>,
    /// The shell command with which a user runs the solution in the current folder.
    pub(super) shell: String,
    /// The command that compiled the solution, with placeholders in braces.
    pub(super) compiler: Option<String>,
    pub(super) source: Source,
    /// The command that compiled the source, and the file that the compiler got.
    compile: Option<(Vec<OsString>, PathBuf)>,
    /// The option for the older standard that the source needs.
    standard: Option<&'static str>,
    pub(super) is_copy: bool,
    output: Option<String>,
}

/// CE: the compiler refused the source.
pub(super) struct Refused {
    compiler: String,
    end: End,
    messages: String,
}

/// The limit of memory in MiB if a runtime needs memory for itself, or if the judge's limit is not known.
const MEMORY: u64 = 256;

/// The memory that the runtime of Java needs besides its heap.
const JAVA_MEMORY: u64 = 256 << 20;

/// The limit of memory in MiB. It is above the judge's, because pointers and libraries may be larger on this machine.
pub(super) fn memory_limit(test: &Test, judge: Option<&Profile>) -> u64 {
    let language = test
        .command
        .first()
        .and_then(|file| Language::of_file(Path::new(file)));
    let is_native = language.is_some_and(Language::is_native);
    let of_judge = judge.and_then(|judge| judge.memory);
    let of_judge = of_judge.filter(|_| is_native && test.compile.is_none());
    let usual = of_judge.map_or(MEMORY, |memory| (2 * memory).div_ceil(1 << 20) + 16);
    test.memory.unwrap_or(usual)
}

/// Compiles the solution, if the command begins with a source file. `stack` is the limit of the stack in MiB.
pub(super) fn build(
    test: &Test,
    stack: u64,
    children: &Arc<Children>,
) -> Result<Result<Solution, Refused>, Error> {
    let judge = test.format.profile.as_deref().map(profile).transpose()?;
    let toolchain = Toolchain {
        compiler: test.compile.clone(),
        runs: test.runs.clone(),
        is_microsoft: judge.is_none_or(has_microsoft_compilers),
        java_options: vec![
            format!("-Xmx{}m", test.memory.unwrap_or(MEMORY)),
            // Java takes at most 1 GiB.
            format!("-Xss{}m", stack.min(1024)),
        ],
    };
    let (file, args) = test.command.split_first().expect("clap requires a command");
    let source = Source::new(file, args, &toolchain).map_err(|error| match error.kind() {
        ErrorKind::Argument(_) => error.about("--compile"),
        _ => error,
    })?;
    let output = test.files.as_ref().map(|[_, output]| output.clone());
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
            given,
            standard,
        } => Ok(Solution {
            shell: shell(compile.as_deref(), &run, &folder),
            run,
            compiler: compiler.map(|compiler| match standard {
                Some(standard) => format!("{compiler} {standard}"),
                None => compiler,
            }),
            is_copy: given != source.path,
            source,
            compile: compile.map(|compile| (compile, given)),
            standard,
            output,
        }),
    })
}

impl Solution {
    /// The memory that the solution's runtime needs besides the heap, if the limit is for the heap.
    pub(super) fn runtime_memory(&self) -> u64 {
        if self.source.is_java() {
            JAVA_MEMORY
        } else {
            0
        }
    }

    /// The limit of the stack in bytes; `None` if a runtime sets the size of its own stack. `usual` is the limit if the source
    /// requests none.
    pub(super) fn stack(&self, test: &Test, usual: u64) -> Option<u64> {
        let has_own = self
            .run
            .first()
            .is_some_and(|program| program == "java" || program == "node");
        let asked = self.source.stack();
        let asked = asked.filter(|asked| test.stack.is_none() && *asked > usual);
        (!has_own).then_some(asked.unwrap_or(usual))
    }

    /// What the compiler warns of, if it is one of C or C++.
    pub(super) fn warnings(&self, children: &Arc<Children>) -> Result<Vec<String>, Error> {
        match &self.compile {
            Some((compile, given)) => self.source.warnings(compile, given, children),
            None => Ok(Vec::new()),
        }
    }

    pub(super) fn note(&self, lang: Lang) -> Option<String> {
        let standard = self.standard?;
        Some(t!(
            in lang;
            "the compiler takes the source only with {standard}, as older judges have it",
            standard
        ))
    }

    /// A line of advice about the verdict; empty if there is none. `stack` is the limit of the stack in bytes.
    pub(super) fn advice(&self, trial: &Trial, stack: Option<u64>) -> String {
        let is_java = self.run.first().is_some_and(|program| program == "java");
        let mut words = self.run.iter().map(|word| word.to_string_lossy());
        let line = match (&trial.verdict, stack) {
            (Verdict::RuntimeError(End::Signal(SIGSEGV)), Some(stack)) => t!(
                "A recursion that is too deep ends like this: the stack has {mib} MiB (--stack). In C and C++ this shows the place: -g -fsanitize=address,undefined",
                mib = stack >> 20
            ),
            (Verdict::RuntimeError(_), _) => match python_2(&trial.run.stderr, lang()) {
                Some(hint) => hint,
                None => return String::new(),
            },
            (Verdict::MemoryLimit, _) if is_java && !words.any(|word| word.starts_with("-Xmx")) => {
                t!(
                    "Java's heap may grow beyond the limit before it is cleaned. Run it as your judge does, such as: java -Xmx200m Main"
                )
            }
            (Verdict::WrongAnswer(Wrong::Missing(0)), _) if self.output.is_some() => t!(
                "It wrote nothing into the file {file}.",
                file = self.output.as_deref().unwrap_or_default()
            ),
            (Verdict::WrongAnswer(Wrong::Missing(0)), _) => match self.missing_files() {
                names if names.is_empty() => return names,
                names => t!(
                    "It names files that are not in its folder: {names}. Judges use standard input and output; for a contest with files: --files INPUT,OUTPUT",
                    names
                ),
            },
            _ => return String::new(),
        };
        line + "\n"
    }

    /// The data files that the source or the program names and the current folder does not have.
    fn missing_files(&self) -> String {
        let names = named_files(&self.source.path).into_iter();
        let missing = names.filter(|name| !Path::new(name).exists());
        missing.take(4).collect::<Vec<_>>().join(", ")
    }

    /// The error of a run, with advice if the interpreter is missing.
    pub(super) fn explained(&self, error: Error) -> Error {
        let interpreter = self.run.first().and_then(|word| word.to_str());
        let interpreter = interpreter.filter(|word| !word.contains(is_separator));
        let is_source = !self.source.is_program;
        if is_source && interpreter.is_some() {
            let advice = "write another interpreter before the file";
            explain_missing(error, interpreter, &self.source, advice)
        } else if is_source && self.source.is_native() {
            // The file system of the compiled programs may forbid running them.
            error
        } else {
            explain_without_path(error, self.run.first())
        }
    }
}

const SIGSEGV: i32 = 11;

const OF_PYTHON_2: [&str; 6] = [
    "Missing parentheses in call to 'print'",
    "name 'raw_input' is not defined",
    "name 'xrange' is not defined",
    "name 'long' is not defined",
    "'str' object cannot be interpreted as an integer",
    "can only concatenate str (not \"int\") to str",
];

/// A hint if `messages` are Python 3's messages about a program for Python 2.
fn python_2(messages: &str, lang: Lang) -> Option<String> {
    let is_one = OF_PYTHON_2.iter().any(|message| messages.contains(message));
    is_one.then(|| {
        t!(
            in lang;
            "This looks like Python 2, where input() evaluates what it reads. To run it with Python 2: --run .py=python2"
        )
    })
}

const SHOWN: usize = 40;

impl Refused {
    /// All messages if they are few; otherwise the messages from the first error on.
    fn first_errors(&self) -> String {
        let lines: Vec<_> = self.messages.lines().collect();
        let is_error = |line: &&str| line.to_ascii_lowercase().contains("error");
        let from = match lines.iter().position(is_error) {
            // The line before the error names the function.
            Some(at) if lines.len() > SHOWN => at.saturating_sub(1),
            _ => 0,
        };
        let to = lines.len().min(from + SHOWN);
        let mut text = lines[from..to].join("\n");
        if to - from < lines.len() {
            let rest = lines.len() - (to - from);
            text += "\n";
            text += &t!("... {rest} more lines: -v", rest);
        }
        text
    }

    pub(super) fn report(&self, is_verbose: bool) -> String {
        let (letters, reason) = (verdict("CE"), sentences::refused(self.end, lang()));
        let mut text = format!("{letters}: {reason}: {}\n", self.compiler);
        // Control characters other than line ends and tabs are left out, because they could change the terminal.
        let is_shown = |c: &char| !c.is_control() || "\n\t".contains(*c);
        let messages = if is_verbose {
            self.messages.clone()
        } else {
            self.first_errors()
        };
        text.extend(messages.chars().filter(is_shown));
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text + &python_2(&self.messages, lang()).map_or_else(String::new, |hint| hint + "\n")
    }

    /// The report as a JSON object. `problem` has the options that choose the problem.
    pub(super) fn json(&self, problem: &str) -> String {
        let object = json!({
            "verdict": "CE",
            "problem": problem,
            "compile": self.compiler,
            "reason": sentences::refused(self.end, Lang::En),
            "messages": self.messages,
            "hint": python_2(&self.messages, Lang::En),
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

/// The error of a command that can't be started, with advice if the command is a folder or a file that is not a program.
fn explain_without_path(error: Error, command: Option<&OsString>) -> Error {
    // The error may be about something else, such as a missing folder of temporary files.
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
        let Some(interpreter) = interpreter(path) else {
            return error;
        };
        format!(
            "{shown} needs {interpreter}, which its first line names, and which is not installed"
        )
    } else {
        format!("{shown} is not in PATH; to run the file in this folder, write ./{shown}")
    };
    Error::new(ErrorKind::Argument(what))
}

/// Whether a command was not found, or can't be run as a program. If a folder of PATH can't be read, the system reports a
/// missing command as a permission error.
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
