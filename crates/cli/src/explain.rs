//! `wythoff explain`.

use super::messages::lang;
use super::options::RuleOption;
use super::options::values::natural;
use super::output::print;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::process::ExitCode;
use wythoff::Rule;
use wythoff::game::{BigUint, NimRule};
use wythoff_explain::{explain, explain_nim};

/// Explain why a position is cold or hot
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/explain.txt").trim_ascii_end())]
pub(crate) struct Explain {
    /// Two piles, of any number of digits; 1e30 and 2^64-1 are accepted too. With more piles the game is Nim
    #[arg(value_names = ["A", "B"], num_args = 2.., required = true, value_parser = natural)]
    piles: Vec<BigUint>,

    #[command(flatten)]
    rule: RuleOption,
}

pub(crate) fn run(args: &Explain) -> Result<ExitCode> {
    let text = match &args.piles[..] {
        [a, b] => explain(a, b, args.rule.rule, lang()),
        piles => {
            let rule = match args.rule.rule {
                Rule::Normal => NimRule::Normal,
                Rule::Misere => NimRule::Misere,
                _ => bail!("--rule r=N applies only to two piles; more piles are Nim"),
            };
            let piles: Result<Vec<u64>, _> = piles.iter().map(u64::try_from).collect();
            let piles = piles.with_context(|| format!("a pile of Nim is at most {}", u64::MAX))?;
            explain_nim(&piles, rule, lang())
        }
    };
    print(text.as_bytes())
}
