//! The arguments of `wythoff judges`, `wythoff submission`, `wythoff check` and `wythoff validate`.

use super::values::{Printed, count, printed, profiles};
use clap::builder::OsStringValueParser;
use clap::{Args as Group, ValueEnum, ValueHint};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// List the problems of online judges that `--as` accepts
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/judges.txt").trim_ascii_end())]
pub(crate) struct Judges {
    /// Show only this problem, with its sample
    #[arg(value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true)]
    pub(crate) profile: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print a program that solves a judge's problem, or its checker, validator or generator
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/submission.txt").trim_ascii_end())]
pub(crate) struct Submission {
    /// The problem, such as poj1067 (`wythoff judges` lists them)
    #[arg(long = "as", value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true)]
    pub(crate) profile: String,

    /// The programming language, or a program that uses testlib; file extensions and c++ are accepted
    /// too. `wythoff judges PROFILE` lists the languages that the judge accepts
    #[arg(long, value_name = "LANG", value_parser = printed(), default_value = "cpp")]
    pub(crate) lang: Printed,

    /// Print no note on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Check whether the answers in a file are right
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/check.txt").trim_ascii_end())]
pub(crate) struct Check {
    /// The input; `-` is standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub(crate) input: PathBuf,

    /// The answers to check; `-` is standard input (with icpc: the judge's answers, not read)
    #[arg(value_name = "ANSWERS", value_hint = ValueHint::FilePath)]
    pub(crate) answers: PathBuf,

    /// More arguments of some conventions: the judge's answers (not read), or a folder for messages;
    /// testlib's file for the verdict, then -appes to write it as XML
    // An argument may be empty: online-judge-tools passes an empty one for a case without a file of answers.
    #[arg(value_name = "MORE", value_hint = ValueHint::FilePath, value_parser = OsStringValueParser::new())]
    pub(crate) more: Vec<OsString>,

    // testlib's argument -appes: clap reads it as the option -a with the value `ppes`.
    #[arg(short = 'a', short_alias = 'A', value_parser = ["ppes"], ignore_case = true, hide = true)]
    pub(crate) xml: Option<String>,

    /// The arguments, exit codes and messages that the calling program expects
    #[arg(long, value_enum, default_value_t = Convention::Plain)]
    pub(crate) convention: Convention,

    /// Print the verdict, the counts and the first wrong cases as a JSON object, or only `error` if the command fails
    #[arg(long, conflicts_with = "convention")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) format: super::options::Format,

    /// Accept the moves after a label in any order
    #[arg(long)]
    pub(crate) any_order: bool,

    /// Use at most N threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) parsing: super::options::Parsing,

    #[command(flatten)]
    pub(crate) faults: super::options::Faults,

    #[command(flatten)]
    pub(crate) watch: super::options::Watch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Convention {
    /// INPUT ANSWERS
    Plain,
    /// INPUT OUTPUT EXPECTED, as online-judge-tools calls it
    Oj,
    /// INPUT OUTPUT ANSWER [REPORT [-appes]], as checkers with testlib are called
    Testlib,
    /// INPUT ANSWER FEEDBACK_DIR, with the output on standard input, as in ICPC's problem format
    Icpc,
}

/// Check that an input has exactly the format of a problem and is within its limits
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/validate.txt").trim_ascii_end())]
pub(crate) struct Validate {
    /// The inputs, or folders with inputs that end in .in; `-`, or no FILE, is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,

    /// The exit codes and messages that the calling program expects
    #[arg(long, value_enum, default_value_t = ValidatorConvention::Plain)]
    pub(crate) convention: ValidatorConvention,

    #[command(flatten)]
    pub(crate) format: super::options::Format,

    #[command(flatten)]
    pub(crate) limits: super::options::Limits,

    /// Accepted as by programs with testlib; no effect
    #[arg(long, visible_aliases = ["group", "testCase"], value_name = "NAME")]
    pub(crate) testset: Vec<OsString>,

    /// Accepted as by programs with testlib; with --convention testlib, an empty FILE is written
    #[arg(long = "testOverviewLogFileName", visible_alias = "testMarkupFileName", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) reports: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) watch: super::options::Watch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValidatorConvention {
    /// Any number of files; the results on standard output
    Plain,
    /// Standard input, as input validators of ICPC's problem format read it
    Icpc,
    /// Standard input, as validators with testlib read it
    Testlib,
}
