//! `wythoff explain`.

use super::args::sequences::Explain;
use super::messages::lang;
use super::output::print;
use super::resolve::refuse;
use std::process::ExitCode;
use wythoff::game::{BigUint, NimRule};
use wythoff::{Error, Rule};
use wythoff_explain::{explain, explain_nim};

pub(crate) fn run(args: &Explain) -> anyhow::Result<ExitCode> {
    let text = match &args.piles[..] {
        [a, b] => explain(a, b, args.rule.rule, lang()),
        piles => {
            let rule = match args.rule.rule {
                Rule::Normal => NimRule::Normal,
                Rule::Misere => NimRule::Misere,
                _ => refuse("--rule r=N applies only to two piles; more piles are Nim")?,
            };
            let piles: Result<Vec<_>, Error> = piles.iter().map(pile).collect();
            explain_nim(&piles?, rule, lang())
        }
    };
    print(text.as_bytes())
}

fn pile(pile: &BigUint) -> Result<u64, Error> {
    u64::try_from(pile).or_else(|_| refuse(format!("a pile of Nim is at most {}", u64::MAX)))
}
