//! Explains why a position of Nim is cold or hot, with the piles in binary digits.

use super::messages::{WIDTH, t, wrapped};
use super::resolve::refuse;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr as _;
use wythoff::Error;
use wythoff::game::{BigUint, NimMove, NimRule, nim_sum};

/// The largest number of piles that are listed, and of moves.
const LISTED: usize = 20;

/// The piles as numbers of 64 bits.
pub(crate) fn piles(piles: &[BigUint]) -> Result<Vec<u64>, Error> {
    let pile = |pile: &BigUint| match u64::try_from(pile) {
        Ok(pile) => Ok(pile),
        Err(_) => refuse(format!("a pile of Nim is at most {}", u64::MAX)),
    };
    piles.iter().map(pile).collect()
}

/// The explanation, in lines: the nim-sum column by column, then the winning moves.
pub(crate) fn explanation(piles: &[u64], rule: NimRule) -> String {
    let sum = nim_sum(piles);
    let largest = piles.iter().copied().max().unwrap_or(0);
    let bits = (u64::BITS - largest.leading_zeros()).max(1) as usize;
    let name = t!("nim-sum");
    let width = largest.to_string().len().max(name.width());
    let mut text = match rule.is_cold(piles) {
        true => t!("In Nim the position is cold: the player to move loses."),
        false => t!("In Nim the position is hot: the player to move wins."),
    };
    text += "\n";
    text += &t!("The nim-sum has a 1 in each binary column with an odd number of ones:");
    text += "\n";
    let line = |pile: &u64| format!("{pile:>width$} = {pile:0bits$b}");
    text += &list(piles, line);
    let blanks = " ".repeat(width - name.width());
    let _ = writeln!(text, "  {blanks}{name} = {sum:0bits$b} = {sum}");
    let cold_sum =
        u64::from(rule == NimRule::Misere && piles.iter().filter(|&&p| p > 1).count() < 2);
    let why = match (rule, cold_sum) {
        (NimRule::Normal, _) => t!("A position is cold if its nim-sum is 0."),
        (NimRule::Misere, 0) => {
            t!(
                "With two or more piles above 1, a position is cold if its nim-sum is 0, by the misere rule too."
            )
        }
        (NimRule::Misere, _) => {
            t!(
                "By the misere rule, with at most one pile above 1, a position is cold if its nim-sum is 1."
            )
        }
    };
    text += &(wrapped(&why, WIDTH, 0).join("\n") + "\n");
    let moves: Vec<_> = rule.winning_moves(piles).collect();
    text += &match (largest, moves.len()) {
        (0, _) => t!("No move is left."),
        (_, 0) => t!("No move wins."),
        (_, 1) => t!("One move wins:"),
        _ => t!("These moves win:"),
    };
    text += "\n";
    let line = |step: &NimMove| {
        let (pile, taken, left) = (step.pile + 1, step.from - step.to, step.to);
        t!(
            "from pile {pile} take {taken}: {left} is left",
            pile,
            taken,
            left
        )
    };
    text + &list(&moves, line)
}

/// The first items, each on a line, and the number of the others.
fn list<T>(items: &[T], line: impl Fn(&T) -> String) -> String {
    let mut lines: Vec<_> = items.iter().take(LISTED).map(line).collect();
    if items.len() > LISTED {
        lines.push(t!("... and {n} more", n = items.len() - LISTED));
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}
