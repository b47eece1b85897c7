//! The arguments that say what records are and how they are answered: the same wherever something is read, made or
//! tried.

use super::values::{framings, profiles, rule};
use clap::Args as Group;
use wythoff::Framing;
use wythoff::game::Rule;

/// A problem of a judge; and what no profile names, or another word on a part of one.
#[derive(Clone, Debug, Default, Group)]
pub(crate) struct Format {
    /// As that problem of an online judge has it: layout, game, words and limits; `wythoff judges` lists them
    #[arg(long = "as", value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true, ignore_case = true)]
    pub(crate) profile: Option<String>,

    /// How the records follow one another, wherever the lines end: until the end of the input (eof), as
    /// many as the first number says (count), until 0 0 (zero), or only one
    #[arg(long = "in", value_name = "FRAMING", value_parser = framings())]
    pub(crate) framing: Option<Framing>,

    /// The rules: normal, misere (who takes the last object loses), or r=N (two takes differ by less
    /// than N) [default: normal]
    #[arg(long, value_name = "RULE", value_parser = rule(), hide_possible_values = true, allow_negative_numbers = true)]
    pub(crate) rule: Option<Rule>,

    /// The two words, for hot and for cold [default: 1,0 or those of the problem]
    #[arg(long, value_name = "HOT,COLD")]
    pub(crate) words: Option<String>,
}
