//! Why a position of Nim is cold or hot, with the piles in binary digits.

use super::cold::natural;
use super::resolve::refuse;
use std::fmt::Write as _;
use wythoff::Error;
use wythoff::game::{NimRule, Outcome, nim_sum};

/// The largest number of piles, and of moves, that are listed.
const LISTED: usize = 20;

/// The piles in `texts`.
pub(crate) fn piles(texts: &[String]) -> Result<Vec<u64>, Error> {
    let pile = |text: &String| match u64::try_from(natural("a pile is", text)?) {
        Ok(pile) => Ok(pile),
        Err(_) => refuse(format!("a pile of Nim is at most {}", u64::MAX)),
    };
    texts.iter().map(pile).collect()
}

/// The explanation, in lines: the nim-sum column by column, then the winning moves.
pub(crate) fn explanation(piles: &[u64], rule: NimRule) -> String {
    let outcome = Outcome::from_cold(rule.is_cold(piles));
    let ends = if outcome.is_cold() { "loses" } else { "wins" };
    let sum = nim_sum(piles);
    let largest = piles.iter().copied().max().unwrap_or(0);
    let bits = (u64::BITS - largest.leading_zeros()).max(1) as usize;
    let width = largest.to_string().len().max("nim-sum".len());
    let mut text = format!("In Nim the position is {outcome}: the player to move {ends}.\n");
    text += "The nim-sum has a 1 in each binary column with an odd number of ones:\n";
    for pile in piles.iter().take(LISTED) {
        let _ = writeln!(text, "  {pile:>width$} = {pile:0bits$b}");
    }
    if piles.len() > LISTED {
        let _ = writeln!(text, "  ... and {} more piles", piles.len() - LISTED);
    }
    let _ = writeln!(text, "  {:>width$} = {sum:0bits$b} = {sum}", "nim-sum");
    let cold_sum =
        u64::from(rule == NimRule::Misere && piles.iter().filter(|&&p| p > 1).count() < 2);
    text += &match (rule, cold_sum) {
        (NimRule::Normal, _) => "A position is cold if its nim-sum is 0.\n".to_owned(),
        (NimRule::Misere, 0) => {
            "With two or more piles above 1, a position is cold if its nim-sum is 0, by\n\
             the misere rule too.\n"
                .to_owned()
        }
        (NimRule::Misere, _) => {
            "By the misere rule, with at most one pile above 1, a position is cold if its\n\
             nim-sum is 1.\n"
                .to_owned()
        }
    };
    let moves: Vec<_> = rule.winning_moves(piles).collect();
    match (largest, moves.len()) {
        (0, _) => text += "No move is left.\n",
        (_, 0) => text += "No move wins.\n",
        (_, 1) => text += "One move wins:\n",
        _ => text += "These moves win:\n",
    }
    for step in moves.iter().take(LISTED) {
        let _ = writeln!(
            text,
            "  from pile {} take {}: {} is left",
            step.pile + 1,
            step.from - step.to,
            step.to
        );
    }
    if moves.len() > LISTED {
        let _ = writeln!(text, "  ... and {} more", moves.len() - LISTED);
    }
    text
}
