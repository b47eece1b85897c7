//! A slow validator, and a comparison with it over damaged inputs.

use super::damaged;
use crate::support::SplitMix;
use std::io::Read;
use std::num::NonZeroU64;
use wythoff::workload::{Mix, Workload};
use wythoff::{Framing, Game, Output, PROFILES, Problem};
use wythoff::{GenerateLimit, generate};
use wythoff_contest::validate;

/// A reader that returns a few bytes at a time.
struct Dribble<'t>(&'t [u8], SplitMix);

impl Read for Dribble<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let most = (1 + self.1.below(9) as usize).min(into.len());
        self.0.read(&mut into[..most])
    }
}

/// A slow validator. It first splits the text into lines of numbers, and then checks their meaning. It does not find
/// positions of faults.
fn is_valid(problem: &Problem, text: &[u8]) -> bool {
    let Some(body) = std::str::from_utf8(text)
        .ok()
        .and_then(|text| text.strip_suffix('\n'))
    else {
        return false;
    };
    let mut lines: Vec<Vec<u128>> = Vec::new();
    for line in body.split('\n') {
        // Here no number has more than 38 digits.
        let numbers = line.split(' ').map(|word| {
            let number = word.parse::<u128>().ok();
            number.filter(|number| number.to_string() == word)
        });
        match numbers.collect::<Option<Vec<_>>>() {
            Some(numbers) => lines.push(numbers),
            None => return false,
        }
    }
    let limits = &problem.limits;
    let max = u128::try_from(problem.max_pile()).expect("a limit within u128");
    let fits = |count: u128, limit: Option<NonZeroU64>| {
        (1..=u128::from(limit.map_or(u64::MAX, NonZeroU64::get))).contains(&count)
    };
    let is_pair = |line: &[u128]| {
        let in_order = !limits.smaller_first || line.is_sorted();
        line.len() == 2 && in_order && line.iter().all(|&pile| pile <= max)
    };
    let is_pairs = matches!(problem.game, Game::Wythoff(_));
    let mut rest = &lines[..];
    let mut count = None;
    match problem.framing {
        Framing::Count => match rest.split_first() {
            Some((line, behind)) if line.len() == 1 && fits(line[0], limits.max_records) => {
                (count, rest) = (Some(line[0]), behind);
            }
            _ => return false,
        },
        Framing::Zero => match rest.split_last() {
            Some((last, before)) if last[..] == [0, 0][..if is_pairs { 2 } else { 1 }] => {
                rest = before
            }
            _ => return false,
        },
        Framing::One => count = Some(1),
        _ => {}
    }
    let mut records = 0;
    while let Some((head, behind)) = rest.split_first() {
        records += 1;
        rest = behind;
        let is_record = match problem.game {
            Game::Wythoff(_) => {
                let ends = problem.framing == Framing::Zero && head[..] == [0, 0];
                is_pair(head) && !ends
            }
            Game::BoundedDifference => {
                let [bound, pairs] = head[..] else {
                    return false;
                };
                if bound > u128::from(u64::MAX) || pairs == 0 || pairs > rest.len() as u128 {
                    return false;
                }
                let (pairs, behind) = rest.split_at(pairs as usize);
                rest = behind;
                pairs.iter().all(|pair| is_pair(pair))
            }
            _ => {
                let Some((piles, behind)) = rest.split_first() else {
                    return false;
                };
                rest = behind;
                head.len() == 1
                    && fits(head[0], limits.max_piles)
                    && head[0] == piles.len() as u128
                    && piles.iter().all(|&pile| pile <= max)
            }
        };
        if !is_record {
            return false;
        }
    }
    records > 0 && count.is_none_or(|count| count == records)
}

/// Over damaged inputs of every profile whose piles the slow validator can hold.
#[test]
fn the_same_as_a_slow_validator() {
    let mut random = SplitMix(5);
    let mut seen = [0, 0];
    for profile in PROFILES.iter().filter(|profile| profile.name != "hdu5973") {
        let problem = &profile.problem;
        for seed in 1..=4_u64 {
            let workload = Workload::new(seed, Mix::default(), problem);
            let workload = workload.expect("a workload");
            let records = GenerateLimit::records(seed);
            let mut input = Vec::new();
            let output = Output::stream(&mut input, "input");
            generate(&workload, records, output, None, None, None).expect("an input");
            let rounds = if input.len() > 20_000 { 4 } else { 60 };
            for round in 0..rounds {
                let text = if round == 0 {
                    input.clone()
                } else {
                    damaged(&input, &mut random)
                };
                let expected = is_valid(problem, &text);
                let dribble = Dribble(&text, SplitMix(seed));
                let slowly = validate(problem, dribble, "x").expect("it is read");
                let at_once = validate(problem, &text[..], "x").expect("it is read");
                let shown = text.escape_ascii();
                let name = profile.name;
                assert_eq!(
                    at_once.fault.is_none(),
                    expected,
                    "{name}: {shown}: {at_once:?}"
                );
                assert_eq!(
                    format!("{slowly:?}"),
                    format!("{at_once:?}"),
                    "{name}: {shown}"
                );
                seen[usize::from(expected)] += 1;
            }
        }
    }
    assert!(seen[0] > 1200 && seen[1] > 400, "{seen:?}");
}
