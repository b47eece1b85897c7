//! `wythoff explain`: why a position is cold or hot.

use super::args::sequences::Explain;
use super::cold::natural;
use super::nim;
use super::resolve::refuse;
use super::text_output::print;
use std::process::ExitCode;
use wythoff::game::NimRule;
use wythoff::{Rule, explain};

pub(crate) fn run(args: &Explain) -> anyhow::Result<ExitCode> {
    if !args.more.is_empty() {
        let rule = match args.rule {
            Rule::Normal => NimRule::Normal,
            Rule::Misere => NimRule::Misere,
            _ => refuse("--rule r=N applies only to two piles; more piles are Nim")?,
        };
        let first = [&args.a, &args.b].map(String::clone);
        let piles = nim::piles(&[&first[..], &args.more].concat())?;
        return print(nim::explanation(&piles, rule).as_bytes());
    }
    let (a, b) = (
        natural("a pile is", &args.a)?,
        natural("a pile is", &args.b)?,
    );
    print(explain(&a, &b, args.rule).as_bytes())
}
