//! Converts options to types of the library: a problem, a solver, inputs.

use super::options::{Format, Limits, MAX_DIGITS, Parsing, parse_number};
use anyhow::{Result, bail, ensure};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use wythoff::game::BigUint;
use wythoff::{
    AnswerLabels, Backend, CasePrefix, Error, Framing, Game, Input, OnInvalid, Problem, Solver,
    descriptor_of,
};

/// The problem that `--as`, `--in`, `--rule`, `--words` and `--prefix` describe.
pub(crate) fn problem(format: &Format) -> Result<Problem> {
    let labels = format.words.as_deref().map(labels).transpose()?;
    let mut problem = Problem::from_options(
        format.profile.as_deref(),
        format.framing,
        format.rule,
        labels,
    )?;
    let prefix = format.prefix.as_deref().map(CasePrefix::new).transpose();
    problem.case_prefix = prefix.map_err(|e| e.about("--prefix"))?;
    Ok(problem)
}

fn labels(words: &str) -> Result<AnswerLabels> {
    let words: Vec<&str> = words.split(',').collect();
    let [hot, cold] = words[..] else {
        bail!("--words takes two words with one comma between them, such as A,B");
    };
    Ok(AnswerLabels::new(hot, cold).map_err(|e| e.about("--words"))?)
}

/// The problem that the options describe, within `limits`.
pub(crate) fn limited_problem(format: &Format, limits: &Limits) -> Result<Problem> {
    let mut problem = problem(format)?;
    let name = problem.name.as_deref().unwrap_or("the problem").to_owned();
    let own = &mut problem.limits;
    if limits.max_k.is_some() {
        ensure!(
            problem.game == Game::BoundedDifference,
            "--max-k applies only to uva11249, whose cases have a K"
        );
        // `--max-k` may exceed the limit of the profile, because the judge's statement gives no limit.
        own.max_bound = limits.max_k;
    }
    let max = limits.max.as_deref().map(largest_pile).transpose()?;
    narrow(&mut own.max_pile, max, "the largest pile", &name)?;
    if let Some(min) = limits.min {
        let least = own.min_pile;
        ensure!(
            min >= least,
            "the smallest pile must be at least {least}, the limit of {name}"
        );
        let max = own.max_pile.as_ref();
        ensure!(
            max.is_none_or(|max| BigUint::from(min) <= *max),
            "the smallest pile must not be larger than the largest one"
        );
        own.min_pile = min;
    }
    if let Some(max) = limits.max_piles {
        let least = own.min_piles;
        ensure!(
            matches!(problem.game, Game::Nim(_) | Game::ReturnOfTheNim),
            "--max-piles applies only to problems with any number of piles"
        );
        ensure!(
            max.get() >= least,
            "--max-piles must be at least {least}, the fewest piles of {name}"
        );
    }
    let (max_piles, max_records) = (limits.max_piles, limits.max_records);
    narrow(&mut own.max_piles, max_piles, "--max-piles", &name)?;
    narrow(&mut own.max_records, max_records, "--max-records", &name)?;
    Ok(problem)
}

/// Replaces a limit of the problem `name` by a new one, if there is one. It must be within the old limit.
fn narrow<T: PartialOrd + Display>(
    own: &mut Option<T>,
    new: Option<T>,
    what: &str,
    name: &str,
) -> Result<()> {
    if let (Some(limit), Some(value)) = (&own, &new) {
        ensure!(
            value <= limit,
            "{what} must be at most {limit}, the limit of {name}"
        );
    }
    *own = new.or(own.take());
    Ok(())
}

fn largest_pile(text: &str) -> Result<BigUint> {
    let end = BigUint::from(10_u32).pow(MAX_DIGITS);
    match parse_number(text) {
        Some(max) if max != BigUint::ZERO && max < end => Ok(max),
        _ => bail!(
            "the largest pile must be a whole number, at least 1 and of at most {MAX_DIGITS} digits, such as 1e18 or 2^64-1"
        ),
    }
}

/// A solver of `problem` with the options `--invalid` and `--backend`.
pub(crate) fn solver(problem: Problem, parsing: &Parsing) -> Result<Solver> {
    let on_invalid = parsing.faults.invalid;
    ensure!(
        on_invalid != OnInvalid::Mark || problem.framing == Framing::Lines,
        "--invalid mark requires one record on each line, so it can't be used with --as or --in"
    );
    Ok(Solver {
        on_invalid,
        backend: backend(&parsing.backend)?,
        ..Solver::new(problem)
    })
}

/// The backend with this name; the fastest one if the name is empty.
pub(crate) fn backend(name: &str) -> Result<Backend, Error> {
    if name.is_empty() { "auto" } else { name }.parse()
}

pub(crate) fn inputs(files: &[PathBuf]) -> Vec<Input<'static>> {
    match files {
        [] => vec![Input::Stdin],
        files => files.iter().map(|file| input(file)).collect(),
    }
}

pub(crate) fn input(path: &Path) -> Input<'static> {
    if path == Path::new("-") || descriptor_of(path) == Some(0) {
        Input::Stdin
    } else {
        Input::path(path)
    }
}
