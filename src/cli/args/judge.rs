//! The arguments of `wythoff judges`, `wythoff submission` and `wythoff check`.

use super::values::{count, profiles};
use clap::builder::OsStringValueParser;
use clap::{Args as Group, ValueEnum, ValueHint};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// List the problems of online judges that `--as` knows
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff judges
  wythoff judges hdu2177")]
pub(crate) struct Judges {
    /// All about this one, with its sample
    #[arg(value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true, ignore_case = true)]
    pub(crate) profile: Option<String>,

    /// All of it, as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print one source file, exact and fast, to submit to that judge
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff submission --as poj1067 --lang cpp > main.cpp
  wythoff submission --as hdu5973 --lang python")]
pub(crate) struct Submission {
    /// The problem; `wythoff judges` lists them
    #[arg(long = "as", value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true, ignore_case = true)]
    pub(crate) profile: String,

    /// The language: rust, cpp (or c++) or python (or py)
    #[arg(long, value_name = "LANG", value_enum)]
    pub(crate) lang: Lang,
}

/// Compare a file of answers with the truth, case by case
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff check pairs.txt answers.txt
  wythoff check --as hdu2177 input.txt output.txt
  oj test -c ./a.out --judge-command 'wythoff check --convention oj'
  wythoff check --convention testlib input.txt output.txt answer.txt
  wythoff check --convention icpc input.txt answer.txt feedback < output.txt

The first ten wrong cases are told one by one. Blanks and line ends between
answers make no difference; the positions behind a word (--as hdu2177) may come
in any order. With --invalid mark a line of the input that is no pair is a case
with the answer `?`, as wythoff solve --invalid mark has it.

Exit codes: 0 all right, marks as well (solve, which wrote them, has 1 then); 1
something is wrong; 2 it could not be done. Under testlib: 0 ok, 1 wrong answer,
2 presentation error, 3 failed; under icpc: 42 right, 43 wrong, 2 failed.")]
pub(crate) struct Check {
    /// The input that was answered; `-`: standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub(crate) input: PathBuf,

    /// The answers; `-`: standard input (under icpc the judge's, which aren't needed)
    #[arg(value_name = "ANSWERS", value_hint = ValueHint::FilePath)]
    pub(crate) answers: PathBuf,

    /// What else a convention passes: the judge's answers, which aren't needed, or a folder for messages
    // May be empty: oj says so that a case has no file of answers.
    #[arg(value_name = "MORE", value_hint = ValueHint::FilePath, value_parser = OsStringValueParser::new())]
    pub(crate) more: Vec<OsString>,

    /// How it is called, and its exit codes and words
    #[arg(long, value_enum, default_value_t = Convention::Plain)]
    pub(crate) convention: Convention,

    #[command(flatten)]
    pub(crate) format: super::Format,

    /// Threads at most [default: as many as this process may use]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) parsing: super::Parsing,

    #[command(flatten)]
    pub(crate) faults: super::Faults,

    #[command(flatten)]
    pub(crate) watch: super::Watch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Convention {
    /// INPUT ANSWERS
    Plain,
    /// INPUT OUTPUT EXPECTED, as online-judge-tools calls it
    Oj,
    /// INPUT OUTPUT ANSWER, as programs with testlib are called
    Testlib,
    /// INPUT ANSWER FEEDBACK_DIR, the output on standard input, as ICPC's problem format has it
    Icpc,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Lang {
    Rust,
    #[value(alias = "c++")]
    Cpp,
    #[value(alias = "py")]
    Python,
}
