//! The arguments that name a problem: solve, check, gen, stress and lint share them.

use super::values::{framings, profiles, rule};
use clap::Args as Group;
use wythoff::Framing;
use wythoff::game::Rule;

/// A problem of an online judge, and changes to it.
#[derive(Clone, Debug, Default, Group)]
pub(crate) struct Format {
    /// A problem of an online judge, such as poj1067; `wythoff judges` lists them
    #[arg(long = "as", value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true, ignore_case = true)]
    pub(crate) profile: Option<String>,

    /// Where the records end, whatever the lines are: at the end of the input (eof), after as many as
    /// the first number says (count), at 0 0 (zero), after the first (one)
    #[arg(long = "in", value_name = "FRAMING", value_parser = framings())]
    pub(crate) framing: Option<Framing>,

    /// The rules: normal, misere (taking the last object loses), or r=N (the amounts taken from both
    /// piles differ by less than N) [default: normal]
    #[arg(long, value_name = "RULE", value_parser = rule(), hide_possible_values = true, allow_negative_numbers = true)]
    pub(crate) rule: Option<Rule>,

    /// The answers for hot and cold, such as Yes,No [default: 1,0 or those of the problem]
    #[arg(long, value_name = "HOT,COLD")]
    pub(crate) words: Option<String>,
}
