//! From the command line of `wythoff stress` and `wythoff lint` to a program that can be run.

use super::options::Test;
use crate::messages::t;
use crate::report;
use crate::shell_words::{command, quoted};
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, is_separator};
use std::sync::Arc;
use wythoff::{Error, ErrorKind, Profile, profile, shown_path};
use wythoff_contest::{
    COMPILE_TIME, Children, Compiled, Language, Refused, Source, Toolchain,
    has_microsoft_compilers, interpreter, is_executable, known_endings, named_files,
};

/// The limit of memory in MiB if a runtime needs memory for itself, or if the judge's limit is not known.
const MEMORY: u64 = 256;

/// The limit of memory in MiB. It is above the judge's, because pointers and libraries may be larger on this machine.
pub(super) fn memory_limit(test: &Test, judge: Option<&Profile>) -> u64 {
    let file = test.command.first().map(Path::new);
    let language = file.and_then(Language::of_file);
    let is_native = language.is_some_and(Language::is_native) && test.compile.is_none();
    let of_judge = judge.and_then(|judge| judge.memory).filter(|_| is_native);
    let usual = of_judge.map_or(MEMORY, |memory| (2 * memory).div_ceil(1 << 20) + 16);
    test.memory.unwrap_or(usual)
}

/// Compiles the solution, if the command begins with a source file. `stack` is the limit of the stack in MiB.
pub(super) fn build(
    test: &Test,
    stack: u64,
    children: &Arc<Children>,
) -> Result<Result<Compiled, Refused>, Error> {
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
    let path = shown_path(&source.path);
    let note = |text: String| {
        if !test.watch.quiet {
            report::line(&text);
        }
    };
    if source.is_compiled {
        let compiler = in_one(&source.first_command);
        note(t!("compiling {path}: {compiler}", path, compiler));
    }
    if let Some(word) = source.foreign_words().first() {
        note(t!(
            "note: {path} has {word}, which only compilers for Windows take; this judge has none",
            path,
            word
        ));
    }
    let advice = if source.is_compiled {
        "choose another compiler with --compile"
    } else {
        ANOTHER_INTERPRETER
    };
    let tool = source.first_command.first().cloned().unwrap_or_default();
    let reason = |name: &str| Some(missing_tool(&path, name, advice));
    let compiled = source.compile(COMPILE_TIME, children);
    compiled.map_err(|error| explained(error, tool.as_ref(), reason))
}

const ANOTHER_INTERPRETER: &str = "write another interpreter before the file";

/// The command that compiled the solution, with placeholders in braces.
pub(super) fn compiler(solution: &Compiled) -> Option<String> {
    let mut words = solution.source.first_command.clone();
    words.extend(solution.standard.map(str::to_owned));
    solution.source.is_compiled.then(|| in_one(&words))
}

/// The limit of the stack in bytes; `None` if a runtime sets the size of its own stack. `usual` is the limit if the source
/// requests none.
pub(super) fn stack_limit(solution: &Compiled, test: &Test, usual: u64) -> Option<u64> {
    let has_own = is_run_by(solution, "java") || is_run_by(solution, "node");
    let asked = solution.source.stack();
    let asked = asked.filter(|asked| test.stack.is_none() && *asked > usual);
    (!has_own).then_some(asked.unwrap_or(usual))
}

/// Whether the command that runs the solution begins with this name.
pub(super) fn is_run_by(solution: &Compiled, name: &str) -> bool {
    solution.run.first().is_some_and(|program| program == name)
}

/// The data files that the source or the program names and the current folder does not have.
pub(super) fn missing_files(solution: &Compiled) -> String {
    let names = named_files(&solution.source.path).into_iter();
    let missing = names.filter(|name| !Path::new(name).exists());
    missing.take(4).collect::<Vec<_>>().join(", ")
}

/// The error of a run, with advice if the program or its interpreter can't be started.
pub(super) fn explained_run(error: Error, solution: &Compiled) -> Error {
    let (source, program) = (&solution.source, &solution.run[0]);
    explained(error, program, |name| {
        let is_path = program.to_string_lossy().contains(is_separator);
        if !source.is_program && !is_path {
            let path = shown_path(&source.path);
            return Some(missing_tool(&path, name, ANOTHER_INTERPRETER));
        }
        // If the file system forbids running compiled programs, the system's message says it best.
        let is_compiled_program = !source.is_program && source.is_native();
        why_not_run(program).filter(|_| !is_compiled_program)
    })
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

/// The shell command with which a user compiles and runs the solution in the current folder, instead of the folder of results.
pub(super) fn shell(compiled: &Compiled) -> String {
    let commands = compiled.compile.iter().chain([&compiled.run]);
    let commands: Vec<_> = commands.map(|words| command(words)).collect();
    let folder = compiled.folder.to_string_lossy();
    commands.join(" && ").replace(&*folder, ".")
}

/// The error of a command that can't be started. If it is about the first word of the command, `program`, the message of
/// `reason` replaces it; `reason` gets the name of the program, and may have no message.
fn explained(error: Error, program: &OsStr, reason: impl FnOnce(&str) -> Option<String>) -> Error {
    // If a folder of PATH can't be read, the system reports a missing command as a permission error.
    let kinds = [io::ErrorKind::NotFound, io::ErrorKind::PermissionDenied];
    let is_missing = matches!(error.kind(), ErrorKind::Io(e) if kinds.contains(&e.kind()));
    let name = shown_path(Path::new(program));
    // The error may be about something else, such as a missing folder of temporary files.
    if !is_missing || error.subject() != Some(&name) {
        return error;
    }
    let reason = reason(&name).map(|reason| Error::new(ErrorKind::Argument(reason)));
    reason.unwrap_or(error)
}

fn missing_tool(path: &str, name: &str, advice: &str) -> String {
    format!("{path} needs {name}, which is not installed or not in PATH; {advice}")
}

/// Why a file can't be run as a program, and advice; `None` if there is no such file, or if the reason is not known.
fn why_not_run(program: &OsStr) -> Option<String> {
    // On Windows the extension of a program's name may be left out.
    let mut full_name = program.to_owned();
    full_name.push(EXE_SUFFIX);
    let files = [Path::new(program), Path::new(&full_name)];
    let path = files.into_iter().find(|path| path.exists())?;
    let shown = shown_path(path);
    Some(if path.is_dir() {
        format!("{shown} is a folder; name the program or the source file")
    } else if !is_executable(path) {
        format!(
            "{shown} is not an executable program, and not a source file with a known ending ({}); \
             --run gives the command for another ending, and --compile a compiler",
            known_endings()
        )
    } else if program.to_string_lossy().contains(is_separator) {
        let interpreter = interpreter(path)?;
        format!(
            "{shown} needs {interpreter}, which its first line names, and which is not installed"
        )
    } else {
        format!("{shown} is not in PATH; to run the file in this folder, write ./{shown}")
    })
}
