//! The arguments of `wythoff stress` and `wythoff lint`.

use crate::options::values::{Seed, count, seconds, seed, upto, whole};
use crate::options::{Format, Limits, Watch};
use clap::{Args, ValueHint};
use std::ffi::OsString;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

/// Find an input on which a solution fails
#[derive(Debug, Args)]
#[command(after_help = concat!(include_str!("../help/stress.txt"), "\n", include_str!("../help/solution.txt")).trim_ascii_end())]
pub(crate) struct Stress {
    #[command(flatten)]
    pub(super) test: Test,

    /// The seed of the random batches, or `random` for a new one each time, which is printed
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed)]
    pub(super) seed: Seed,

    /// Stop after N batches [default: all known cases, then random batches for 5 seconds]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>, group = "until")]
    pub(super) batches: Option<NonZeroU64>,

    /// Stop after the batch that reaches N cases, such as 1e6
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>, group = "until")]
    pub(super) cases: Option<NonZeroU64>,

    /// Start no more batches after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds, group = "until")]
    pub(super) time: Option<Duration>,

    /// Run only this batch, to repeat a failure
    #[arg(long, value_name = "BATCH", value_parser = whole, group = "until")]
    pub(super) only: Option<u64>,
}

/// Try a solution on known hard inputs, in a few seconds
#[derive(Debug, Args)]
#[command(after_help = concat!(include_str!("../help/lint.txt"), "\n", include_str!("../help/solution.txt")).trim_ascii_end())]
pub(crate) struct Lint {
    #[command(flatten)]
    pub(super) test: Test,
}

/// The options of both commands.
#[derive(Debug, Args)]
pub(crate) struct Test {
    #[command(flatten)]
    pub(super) format: Format,

    #[command(flatten)]
    pub(super) limits: Limits,

    /// Accept the moves after a label in any order
    #[arg(long)]
    pub(super) any_order: bool,

    /// Let the solution read and write these files of its folder, not standard input and output
    #[arg(long, value_name = "INPUT,OUTPUT", value_parser = named_files)]
    pub(super) files: Option<[String; 2]>,

    /// The limit of CPU time of a run; the time on the clock may be five times as long, or 5
    /// seconds if that is more [default: twice the judge's, or 2]
    #[arg(short, long = "time-limit", value_name = "SECONDS", value_parser = seconds)]
    pub(super) time_limit: Option<Duration>,

    /// The limit of resident memory of a process and its child processes, or of Java's heap [default: 256; for C,
    /// C++, Pascal and Rust twice the judge's and 16 more]
    #[arg(long, value_name = "MIB", value_parser = upto::<0x100_0000_0000>)]
    pub(super) memory: Option<u64>,

    /// The limit of the stack [default: the limit of memory; 8 for POJ and HDU, or the value of `/STACK:` in the source]
    #[arg(long, value_name = "MIB", value_parser = upto::<0x100_0000_0000>)]
    pub(super) stack: Option<u64>,

    /// Compile the source file with this command instead, such as `g++ -O3 -o {program} {source}`
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString, value_parser = compiler)]
    pub(super) compile: Option<::std::vec::Vec<String>>,

    /// Run source files with this ending with a command, such as `.kt=java -jar {folder}/program.jar`
    #[arg(long = "run", value_name = ".ENDING=COMMAND", value_hint = ValueHint::CommandString, value_parser = run)]
    pub(super) runs: Vec<Run>,

    /// Give the solution and its compiler this variable of the environment, too
    #[arg(long, value_name = "NAME", value_parser = variable)]
    pub(super) env: Vec<OsString>,

    /// Reject right answers in a layout that some judges reject (PE)
    #[arg(long)]
    pub(super) strict_format: bool,

    /// Run at most N processes at a time [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    pub(super) jobs: Option<NonZeroUsize>,

    /// Save a failing input and its right answer in DIR, as hack-000.in and hack-000.out
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, default_value = ".")]
    pub(super) save: PathBuf,

    /// Print a line for each batch, not only for the failing one, and all of the solution's standard error
    #[arg(short, long, conflicts_with = "json")]
    pub(super) verbose: bool,

    /// Print one JSON object at the end, instead of text; it has only `error` if the command fails
    #[arg(long)]
    pub(super) json: bool,

    #[command(flatten)]
    pub(super) watch: Watch,

    /// The solution, a program or a source file, and its arguments, after --
    #[arg(last = true, required = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub(super) command: Vec<OsString>,
}

/// `--run`: an ending of source files, and the words of the command that runs them.
pub(crate) type Run = (String, Vec<String>);

fn named_files(text: &str) -> Result<[String; 2], String> {
    let names = text.split_once(',');
    let is_name =
        |name: &str| !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', ',']);
    match names {
        Some((input, output)) if is_name(input) && is_name(output) && input != output => {
            Ok([input, output].map(str::to_owned))
        }
        _ => Err("expected two names of files without folders, such as in.txt,out.txt".to_owned()),
    }
}

fn run(text: &str) -> Result<Run, String> {
    let parts = text.strip_prefix('.').and_then(|text| text.split_once('='));
    let parts = parts.and_then(|(ending, command)| Some((ending, compiler(command).ok()?)));
    match parts {
        Some((ending, words)) if !ending.is_empty() => Ok((ending.to_owned(), words)),
        _ => Err("expected an ending and a command, such as `.rb=ruby {source}`".to_owned()),
    }
}

fn variable(text: &str) -> Result<OsString, String> {
    if text.is_empty() || text.contains('=') {
        return Err("expected the name of a variable, such as CPATH".to_owned());
    }
    Ok(text.into())
}

fn compiler(text: &str) -> Result<Vec<String>, String> {
    // On Windows a backslash is part of a path, not an escape.
    let text = if cfg!(windows) {
        &text.replace('\\', r"\\")
    } else {
        text
    };
    let words = shlex::split(text).filter(|words| !words.is_empty());
    words.ok_or_else(|| "expected a command, such as `g++ -O3 -o {program} {source}`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_compiler() {
        let words = |text: &str| compiler(text).unwrap();
        let expected = ["g++", "-O2", "-o", "{program}", "{source}"];
        assert_eq!(words("g++ -O2  -o {program} {source}"), expected);
        assert_eq!(words(r#""a b/g++" -DX="c d""#), ["a b/g++", "-DX=c d"]);
        // Unquoted, only Windows keeps the backslash.
        let expected = if cfg!(windows) {
            r"C:\bin\cl"
        } else {
            "C:bincl"
        };
        assert_eq!(words(r"C:\bin\cl"), [expected]);
        assert_eq!(words(r#""C:\a b\cl""#), [r"C:\a b\cl"]);
        for text in ["", "  ", "g++ 'x"] {
            assert!(compiler(text).is_err(), "{text:?}");
        }
    }
}
