//! Inputs that a validator must refuse, each with one fault.

use super::known_cases;
use crate::problem::{Case, Framing, Game, Problem};

/// Inputs of `problem` with one fault each, and the names of the faults.
pub fn invalid_inputs(problem: &Problem) -> Vec<(&'static str, Vec<u8>)> {
    let limits = &problem.limits;
    let is = |framing| problem.framing == framing;
    let most = problem.max_records().map_or(3, |most| most.min(3));
    let mut cases = known_cases(problem, 100);
    // Cases with numbers of several digits, if there are any.
    cases.reverse();
    cases.truncate(most as usize);
    if cases.is_empty() {
        return Vec::new();
    }
    let valid = text_of(problem, &cases);
    let mut inputs = Vec::new();
    let mut add = |name, input: String| inputs.push((name, input.into_bytes()));

    // The layout.
    let (first_line, rest) = valid.split_once('\n').expect("an input has a line end");
    add("empty", String::new());
    add("no-newline-at-end", valid[..valid.len() - 1].to_owned());
    add("crlf", valid.replace('\n', "\r\n"));
    add("blank-at-start", format!(" {valid}"));
    add("blank-at-line-end", format!("{first_line} \n{rest}"));
    add("two-blanks", valid.replacen(' ', "  ", 1));
    add("tab", valid.replacen(' ', "\t", 1));
    add("blank-line", format!("{first_line}\n\n{rest}"));
    add("blank-line-at-end", format!("{valid}\n"));
    add("text-after-end", format!("{valid}x\n"));
    add("nul-after-end", format!("{valid}\0"));
    add("byte-order-mark", format!("\u{feff}{valid}"));

    // Faults in a number: they are in the first pile of the last case.
    let start = valid.len() - problem.tail().len();
    let line = valid[..start - 1].rfind('\n').map_or(0, |end| end + 1);
    let (before, after) = valid.split_at(line);
    let digits = after.find([' ', '\n']).expect("a line has an end");
    let (pile, after) = after.split_at(digits);
    for (name, text) in [
        ("leading-zero", format!("0{pile}")),
        ("plus-sign", format!("+{pile}")),
        ("minus-sign", format!("-{pile}")),
        ("decimal-point", format!("{pile}.0")),
        ("exponent", format!("{pile}e0")),
        ("no-number", String::new()),
        ("number-too-many", format!("{pile} {pile}")),
    ] {
        add(name, format!("{before}{text}{after}"));
    }
    if limits.max_pile.is_some() {
        let large = problem.max_pile() + 1_u32;
        add("pile-above-limit", format!("{before}{large}{after}"));
    }
    if let Some(small) = limits.min_pile.checked_sub(1) {
        add("pile-below-limit", format!("{before}{small}{after}"));
    }
    if limits.smaller_first {
        let swapped = Case::new([limits.min_pile + 1, limits.min_pile]);
        add("larger-pile-first", text_of(problem, &[swapped]));
    }

    // Piles of a case.
    let of_piles = |count: u64| -> String {
        let pile = limits.min_pile.max(1);
        text_of(problem, &[Case::new((0..count).map(|_| pile))])
    };
    if let Game::Nim(_) | Game::ReturnOfTheNim = problem.game {
        // Both numbers are primes, which one game needs.
        if limits.max_piles.is_none_or(|most| most.get() > 2) {
            let (two, three) = (of_piles(2), of_piles(3));
            add("fewer-piles-than-said", two.replacen("2\n", "3\n", 1));
            add("more-piles-than-said", three.replacen("3\n", "2\n", 1));
        }
        if let Some(most) = limits.max_piles {
            add("too-many-piles", of_piles(most.get() + 1));
        }
        if let Some(fewer @ 1..) = limits.min_piles.checked_sub(1) {
            add("too-few-piles", of_piles(fewer));
        }
        if problem.game == Game::ReturnOfTheNim {
            add("piles-not-prime", of_piles(4));
        }
    }
    if let (Game::BoundedDifference, Some(bound)) = (problem.game, limits.max_bound) {
        let mut case = cases[0].clone();
        case.bound = Some(bound + 1);
        add("bound-above-limit", text_of(problem, &[case]));
    }

    // Records, and what ends them.
    if is(Framing::Count) {
        let count: u64 = first_line.parse().expect("the number of records");
        add("fewer-records-than-said", format!("{}\n{rest}", count + 1));
        add("more-records-than-said", format!("{}\n{rest}", count - 1));
        add("no-records", "0\n".to_owned());
    }
    if let (Some(most), false) = (limits.max_records, is(Framing::One)) {
        let more = cases.iter().cycle().take(most.get() as usize + 1);
        let mut more: Vec<_> = more.cloned().collect();
        // Pairs with different bounds are different records.
        for (bound, case) in (0..).zip(more.iter_mut().filter(|case| case.bound.is_some())) {
            case.bound = Some(bound % 2);
        }
        add("too-many-records", text_of(problem, &more));
    }
    if is(Framing::Zero) {
        add("no-closing-zero", valid[..start].to_owned());
        add("no-records", problem.tail().to_owned());
        add("record-after-end", format!("{valid}{}", &valid[..start]));
    }
    // Without a blank, a change of the blanks changes nothing.
    inputs.retain(|(_, input)| input != valid.as_bytes());
    inputs
}

fn text_of(problem: &Problem, cases: &[Case]) -> String {
    String::from_utf8(problem.input(cases)).expect("an input is ASCII")
}
