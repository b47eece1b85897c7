//! The arguments as they are typed; nothing is looked at or opened here.

pub(crate) mod generate;
pub(crate) mod pages;
#[cfg(feature = "plot")]
pub(crate) mod plot;
pub(crate) mod sequences;
pub(crate) mod stress;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Exact, very fast batch solver for Wythoff's game.
#[derive(Debug, Parser)]
#[command(name = "wythoff", version, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// `solve` alone: to build the definitions of all subcommands takes longer than to answer a line.
#[derive(Debug, Parser)]
#[command(name = "wythoff")]
pub(crate) struct Quick {
    #[command(subcommand)]
    pub(crate) command: QuickCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum QuickCommand {
    Solve(Solve),
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
    Judges(Judges),
    Submission(Submission),
    Check(Check),
    Moves(Moves),
    Nim(Nim),
    Cold(sequences::Cold),
    Explain(sequences::Explain),
    Grundy(sequences::Grundy),
    Bench(Bench),
    Stress(stress::Stress),
    Lint(stress::Lint),
    Gen(generate::Gen),
    #[cfg(feature = "plot")]
    #[command(subcommand)]
    Plot(plot::Plot),
    Completions(pages::Completions),
    Man(pages::Man),
}

/// Answer every pair of a file: 1 if the player to move wins (hot), 0 if that player loses (cold)
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff solve pairs.txt -o answers.txt
  echo '165580140 267914295' | wythoff solve
  wythoff solve --words A,B pairs.txt
  wythoff solve --count a.txt b.txt
  wythoff solve pairs.gz -o answers.zst --stats
  generate | wythoff solve --invalid mark > answers.txt
  wythoff solve --as 51nod1185 input.txt
  wythoff solve --in count --words Yes,No input.txt

A line holds two piles: decimal digits of any length, blanks around and between.
Empty lines are skipped. Inputs that gzip or zstd compressed are told by their first
bytes and decompressed. Exit codes: 0 done; 1 done, but invalid lines were marked;
2 it could not be done.")]
pub(crate) struct Solve {
    /// Files of pairs, answered one after the other; `-` or none: standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Write there, whole or not at all, instead of to standard output; compressed if it ends in .gz or .zst
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Read and answer as that problem of an online judge wants it; `wythoff judges` lists them
    #[arg(long = "as", value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true)]
    pub(crate) profile: Option<String>,

    /// How the records follow one another, wherever the lines end: until the end of the input (eof), as
    /// many as the first number says (count), until 0 0 (zero), or only one
    #[arg(long = "in", value_name = "FRAMING", value_enum)]
    pub(crate) framing: Option<Framing>,

    /// The rules: normal, misere (who takes the last object loses), or r=N (two takes differ by less
    /// than N) [default: normal]
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<wythoff::game::Rule>,

    /// With --as or --in: what the problem doesn't promise is an error, not a warning
    #[arg(long)]
    pub(crate) strict: bool,

    /// The two words, for hot and for cold [default: 1,0 or those of the problem]
    #[arg(long, value_name = "HOT,COLD")]
    pub(crate) words: Option<String>,

    /// Print only how many of each there are
    #[arg(long, conflicts_with = "words")]
    pub(crate) count: bool,

    /// Threads [default: as many as this process may use]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// The parser: auto (the fastest), or avx512, avx2, swar, scalar; one that this machine can't run is an error
    #[arg(
        long,
        value_name = "NAME",
        env = "WYTHOFF_BACKEND",
        default_value = "auto"
    )]
    pub(crate) backend: String,

    /// At a line that is no pair: stop there, or write `?` for it and go on
    #[arg(long, value_enum, default_value_t = Invalid::Stop)]
    pub(crate) invalid: Invalid,

    /// How to read regular files: mmap is faster, read is for files that others write to
    #[arg(long, value_enum, default_value_t = Io::Mmap)]
    pub(crate) io: Io,

    #[command(flatten)]
    pub(crate) tell: Tell,
}

/// What is said on standard error besides errors.
#[derive(Clone, Copy, Debug, Default, Group)]
pub(crate) struct Tell {
    /// How far it is, on standard error: auto is on a terminal, after half a second; always is at once, and in plain lines where there is no terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Progress::Auto)]
    pub(crate) progress: Progress,

    /// Nothing on standard error but errors, and what --stats asks for
    #[arg(short, long, conflicts_with = "progress")]
    pub(crate) quiet: bool,

    /// At the end, on standard error: how much, how fast and in which way; `--stats json` as one JSON object
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) stats: Option<Stats>,
}

/// List the problems of online judges that `--as` knows
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff judges
  wythoff judges hdu2177")]
pub(crate) struct Judges {
    /// All about this one, with its sample
    #[arg(value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true)]
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
    #[arg(long = "as", value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true)]
    pub(crate) profile: String,

    /// The language: rust, cpp or python
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
in any order. Exit codes: 0 all right; 1 something is wrong; 2 it could not be
done. Under testlib: 0 ok, 1 wrong answer, 2 presentation error, 3 failed; under
icpc: 42 right, 43 wrong, 2 failed.")]
pub(crate) struct Check {
    /// The input that was answered
    #[arg(value_name = "INPUT")]
    pub(crate) input: PathBuf,

    /// The answers; `-`: standard input (under icpc the judge's, which aren't needed)
    #[arg(value_name = "ANSWERS")]
    pub(crate) answers: PathBuf,

    /// What else a convention passes: the judge's answers, which aren't needed, or a folder for messages
    #[arg(value_name = "MORE")]
    pub(crate) more: Vec<PathBuf>,

    /// How it is called, and its exit codes and words
    #[arg(long, value_enum, default_value_t = Convention::Plain)]
    pub(crate) convention: Convention,

    /// Read and answer as that problem of an online judge wants it; `wythoff judges` lists them
    #[arg(long = "as", value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true)]
    pub(crate) profile: Option<String>,

    /// How the records follow one another, wherever the lines end
    #[arg(long = "in", value_name = "FRAMING", value_enum)]
    pub(crate) framing: Option<Framing>,

    /// The rules: normal, misere or r=N [default: normal]
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<wythoff::game::Rule>,

    /// The two words, for hot and for cold [default: 1,0 or those of the problem]
    #[arg(long, value_name = "HOT,COLD")]
    pub(crate) words: Option<String>,

    /// Threads [default: as many as this process may use]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Tell the winning moves from a position, or from every position of a file
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff moves 5 8
  wythoff moves 4 7 --positions
  wythoff moves pairs.txt -o moves.txt
  wythoff moves --rule r=2 --json < pairs.txt

First what takes from both piles, then from the larger one, then from the
smaller one; `-` if there is none. Two numbers are a position; for a file of
such a name write ./5.")]
pub(crate) struct Moves {
    /// Two piles, or files of pairs; `-` or none: standard input
    #[arg(value_name = "A B | FILE")]
    pub(crate) what: Vec<PathBuf>,

    /// The positions that the moves lead to, each once
    #[arg(long, conflicts_with = "json")]
    pub(crate) positions: bool,

    /// A JSON object for each position
    #[arg(long)]
    pub(crate) json: bool,

    /// The rules: normal, misere or r=N
    #[arg(long, value_name = "RULE", default_value = "normal")]
    pub(crate) rule: wythoff::game::Rule,

    /// Write there, whole or not at all, instead of to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Threads [default: as many as this process may use]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Nim: is the position won, by how many moves, and which? One position, or one a line
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff nim 3 5 7
  wythoff nim --count 5 7 9
  wythoff nim --moves piles.txt
  echo '3 4 5' | wythoff nim

Answers 1 (hot: the player to move wins) or 0 (cold). Numbers are a position;
for a file of such a name write ./5. For the layouts of judges:
wythoff solve --as luogu-p2197, hdu1850, hdu2176, ...")]
pub(crate) struct Nim {
    /// Piles, or files with a position a line; `-` or none: standard input
    #[arg(value_name = "PILE... | FILE")]
    pub(crate) what: Vec<PathBuf>,

    /// How many winning moves there are
    #[arg(long, conflicts_with_all = ["moves", "json"])]
    pub(crate) count: bool,

    /// The winning moves: each pile as it is and as it is to be
    #[arg(long, conflicts_with = "json")]
    pub(crate) moves: bool,

    /// A JSON object for each position
    #[arg(long)]
    pub(crate) json: bool,

    /// Who takes the last object loses
    #[arg(long)]
    pub(crate) misere: bool,

    /// Write there, whole or not at all, instead of to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Threads [default: as many as this process may use]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Time each stage on this machine beside its floor, which is to read every byte once
#[derive(Debug, Group)]
#[command(after_help = "\
Stages, each on one thread and on all:
  touch     map the file and look at every byte, for one that isn't there: the floor
  newlines  count newlines (memchr)
  parse     parse every pair, ask of it the least that needs every digit
  decide    parse and decide every pair, count the answers
  null      all of `solve`, to /dev/null
  file      all of `solve`, to a new file
  replace   all of `solve`, to a file that is there and is replaced as a whole
  pipe      all of `solve`, into a pipe that another thread empties

Every run opens and maps the file and starts its threads anew, as a process would,
and takes it all down again. The file is in the page cache: disks are not measured.
A round runs each stage once, in an order of its own; the first round isn't counted.
x floor is the median over the rounds of time / touch on as many threads in the
same round. Before anything is timed all backends have to give the same answers,
byte by byte; every timed run is checked against their counts.

Examples:
  wythoff bench
  wythoff bench --regime mixed --size 2G --runs 31
  wythoff bench pairs.txt --backend avx512 --json > figures.json")]
pub(crate) struct Bench {
    /// A file of pairs [default: one is made]
    #[arg(value_name = "FILE", conflicts_with_all = ["regime", "size"])]
    pub(crate) file: Option<PathBuf>,

    /// Make an input of this kind, in $TMPDIR, removed at the end
    #[arg(long, value_name = "NAME", default_value = "1e9")]
    pub(crate) regime: String,

    /// How large an input to make; K, M and G are powers of 1024
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = size)]
    pub(crate) size: u64,

    /// What "all threads" are [default: as many as this process may use]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Rounds that are counted
    #[arg(long, value_name = "N", default_value = "15")]
    pub(crate) runs: NonZeroUsize,

    /// Only this parser [default: all that this machine runs]
    #[arg(long, value_name = "NAME", env = "WYTHOFF_BACKEND")]
    pub(crate) backend: Option<String>,

    /// One JSON object, with the time of every run, instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// A number of bytes, perhaps with a K, M or G behind it.
fn size(text: &str) -> Result<u64, String> {
    let (number, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "a number of bytes, as in 1000000 or 512M".to_owned())?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("not even one byte".to_owned()),
        Some(bytes) => Ok(bytes),
        None => Err("more than there are".to_owned()),
    }
}

/// The names that `--as` takes, so that shells complete them and a slip gets a hint.
fn profiles() -> PossibleValuesParser {
    let values = wythoff::judge::PROFILES
        .iter()
        .map(|profile| PossibleValue::new(profile.name).help(profile.asks));
    PossibleValuesParser::new(values)
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Framing {
    Eof,
    Count,
    Zero,
    One,
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
    Cpp,
    Python,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Invalid {
    Stop,
    Mark,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Io {
    Mmap,
    Read,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Default)]
pub(crate) enum Progress {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Stats {
    Text,
    Json,
}

/// The arguments with `--stats json` as `--stats=json`: a format may stand behind `--stats` or not,
/// so any other word there is a file, not a format misspelt.
pub(crate) fn joined(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut words = true;
    for arg in args {
        words &= arg != "--";
        match joined.last_mut() {
            Some(last) if words && last == "--stats" && (arg == "json" || arg == "text") => {
                last.push("=");
                last.push(arg);
            }
            _ => joined.push(arg),
        }
    }
    joined
}
