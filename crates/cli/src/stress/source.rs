//! From the command line of `wythoff stress` and `wythoff lint` to a program that can be run.

use super::sentences;
use crate::args::stress::Test;
use crate::colour::verdict;
use crate::messages::{Lang, lang, t};
use crate::report;
use serde_json::json;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, is_separator};
use std::sync::Arc;
use wythoff::{Error, ErrorKind, Profile, profile, shown_path};
use wythoff_contest::{
    Children, Compiled, End, Language, Source, Toolchain, Trial, Verdict, Wrong,
    has_microsoft_compilers, known_endings, named_files,
};

pub(super) struct Solution {
    pub(super) run: Vec<OsString>,
    /// The command that compiled the solution, with placeholders in braces.
    pub(super) compiler: Option<String>,
    source: Option<Source>,
    compile: Option<Vec<OsString>>,
    /// The option for the older standard that the source needs.
    standard: Option<&'static str>,
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
    let native = [Language::C, Language::Cpp, Language::Pascal, Language::Rust];
    let language = test
        .command
        .first()
        .and_then(|file| Language::of_file(Path::new(file)));
    let is_native = language.is_some_and(|language| native.contains(&language));
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
    let source = Source::new(&test.command, &toolchain).map_err(|error| match error.kind() {
        ErrorKind::Argument(_) => error.about("--compile"),
        _ => error,
    })?;
    let output = test.files.as_ref().map(|[_, output]| output.clone());
    let Some(source) = source else {
        return Ok(Ok(Solution {
            run: test.command.clone(),
            compiler: None,
            source: None,
            compile: None,
            standard: None,
            output,
        }));
    };
    let words = source.compiler.as_slice();
    let compiler = (!words.is_empty()).then(|| words.join(" "));
    let path = shown_path(&source.path);
    if let Some(compiler) = &compiler
        && !test.watch.quiet
    {
        report::line(&t!("compiling {path}: {compiler}", path, compiler));
    }
    let first = source.first_command();
    let compiled = source.compile(wythoff_contest::COMPILE_TIME, children);
    let compiled = compiled.map_err(|error| match first {
        [compiler, ..] => explained(error, compiler.as_ref()),
        [] => error,
    })?;
    Ok(match compiled {
        Compiled::Refused { end, messages } => Err(Refused {
            compiler: first.join(" "),
            end,
            messages,
        }),
        Compiled::Ready {
            compile,
            run,
            standard,
        } => Ok(Solution {
            run,
            compiler: compiler.map(|compiler| match standard {
                Some(standard) => format!("{compiler} {standard}"),
                None => compiler,
            }),
            source: Some(source),
            compile,
            standard,
            output,
        }),
    })
}

impl Solution {
    /// The memory that the solution's runtime needs besides the heap, if the limit is for the heap.
    pub(super) fn runtime_memory(&self) -> u64 {
        let is_java = self.source.as_ref().is_some_and(Source::is_java);
        if is_java { JAVA_MEMORY } else { 0 }
    }

    /// `stack` as a limit; `None` if a runtime sets the size of its own stack.
    pub(super) fn stack_limit(&self, stack: u64) -> Option<u64> {
        let has_own = self
            .run
            .first()
            .is_some_and(|program| program == "java" || program == "node");
        (!has_own).then_some(stack)
    }

    /// What the compiler warns of, if it is one of C or C++.
    pub(super) fn warnings(&self, children: &Arc<Children>) -> Result<Vec<String>, Error> {
        match (&self.source, &self.compile) {
            (Some(source), Some(compile)) => source.warnings(compile, children),
            _ => Ok(Vec::new()),
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
        let line = match (&trial.verdict, stack) {
            (Verdict::RuntimeError(End::Signal(SIGSEGV)), Some(stack)) => t!(
                "A recursion that is too deep ends like this: the stack has {mib} MiB (--stack). In C and C++ this shows the place: -g -fsanitize=address,undefined",
                mib = stack >> 20
            ),
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
        let program = match &self.source {
            Some(source) => Some(source.path.as_path()),
            None => self.run.first().map(Path::new),
        };
        let names = program.map(named_files).unwrap_or_default().into_iter();
        let missing = names.filter(|name| !Path::new(name).exists());
        missing.take(4).collect::<Vec<_>>().join(", ")
    }

    /// The error of a run, with advice if the program or the interpreter is missing.
    pub(super) fn explained(&self, error: Error) -> Error {
        match (&self.source, self.run.first()) {
            // The file system of the compiled programs may forbid running them.
            (Some(source), _) if source.is_native() => error,
            (_, Some(program)) => explained(error, program),
            _ => error,
        }
    }
}

const SIGSEGV: i32 = 11;

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
        text
    }

    /// The report as a JSON object. `problem` is the name of the problem.
    pub(super) fn json(&self, problem: Option<&str>) -> String {
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

/// The error of a command, with advice if its program can't be started.
fn explained(error: Error, program: &OsStr) -> Error {
    let path = Path::new(program);
    let name = shown_path(path);
    // If a folder of PATH can't be read, the system reports a missing program as a permission error.
    let kinds = [io::ErrorKind::NotFound, io::ErrorKind::PermissionDenied];
    let is_missing = matches!(error.kind(), ErrorKind::Io(e) if kinds.contains(&e.kind()));
    // The error may be about something else, such as a missing folder of temporary files.
    if !is_missing || error.subject() != Some(&*name) {
        return error;
    }
    let what = if path.exists() {
        format!(
            "{name} is not an executable program, and not a source file with a known ending ({}); a program in this folder \
             is named with ./, and --run gives the command for another ending",
            known_endings()
        )
    } else if program.to_string_lossy().contains(is_separator) {
        return error;
    } else {
        format!(
            "{name} is not installed or not in PATH; --compile gives another compiler, and --run another interpreter"
        )
    };
    Error::new(ErrorKind::Argument(what))
}
