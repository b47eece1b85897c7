//! Explains why a position of Nim is cold or hot, with the piles in binary digits.

use crate::text::{Lang, WIDTH, t, wrapped};
use unicode_width::UnicodeWidthStr as _;
use wythoff::game::{NimMove, NimRule, nim_sum};

/// The largest number of piles, and of moves, that is listed.
const MAX_LISTED: usize = 20;

/// Explains why a position of Nim is cold or hot: the nim-sum column by column, then the winning moves.
///
/// ```
/// use wythoff_explain::{Lang, explain_nim};
/// let text = explain_nim(&[3, 5, 7], wythoff::game::NimRule::Normal, Lang::En);
/// assert!(text.contains("nim-sum = 001 = 1\n"));
/// ```
pub fn explain_nim(piles: &[u64], rule: NimRule, lang: Lang) -> String {
    let sum = nim_sum(piles);
    let largest = piles.iter().copied().max().unwrap_or(0);
    let bits = (u64::BITS - largest.leading_zeros()).max(1) as usize;
    let name = t!(in lang; "nim-sum");
    let width = largest.to_string().len().max(name.width());
    let mut text = if rule.is_cold(piles) {
        t!(in lang; "In Nim the position is cold: the player to move loses.")
    } else {
        t!(in lang; "In Nim the position is hot: the player to move wins.")
    };
    text += "\n";
    text += &t!(in lang; "The nim-sum has a 1 in each binary column with an odd number of ones:");
    text += "\n";
    let line = |pile: &u64| format!("{pile:>width$} = {pile:0bits$b}");
    text += &list(piles, line, lang);
    let blanks = " ".repeat(width - name.width());
    text += &format!("  {blanks}{name} = {sum:0bits$b} = {sum}\n");
    let cold_sum =
        u64::from(rule == NimRule::Misere && piles.iter().filter(|&&p| p > 1).count() < 2);
    let why = match (rule, cold_sum) {
        (NimRule::Normal, _) => t!(in lang; "A position is cold if its nim-sum is 0."),
        (NimRule::Misere, 0) => {
            t!(
                in lang; "By the misere rule, with two or more piles above 1, a position is cold if its nim-sum is 0, as in normal play."
            )
        }
        (NimRule::Misere, _) => {
            t!(
                in lang; "By the misere rule, with at most one pile above 1, a position is cold if its nim-sum is 1."
            )
        }
    };
    text += &(wrapped(&why, WIDTH, 0).join("\n") + "\n");
    let moves: Vec<_> = rule.winning_moves(piles).collect();
    text += &match (largest, moves.len()) {
        (0, _) => t!(in lang; "No move is left."),
        (_, 0) => t!(in lang; "No move wins."),
        (_, 1) => t!(in lang; "One move wins:"),
        _ => t!(in lang; "These moves win:"),
    };
    text += "\n";
    let line = |step: &NimMove| {
        let (pile, taken, left) = (step.pile + 1, step.from - step.to, step.to);
        t!(in lang; "from pile {pile} take {taken}: {left} is left", pile, taken, left)
    };
    text + &list(&moves, line, lang)
}

/// The first items, each on a line, and the number of the other items.
fn list<T>(items: &[T], line: impl Fn(&T) -> String, lang: Lang) -> String {
    let mut lines: Vec<_> = items.iter().take(MAX_LISTED).map(line).collect();
    if items.len() > MAX_LISTED {
        lines.push(t!(in lang; "... and {n} more", n = items.len() - MAX_LISTED));
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}
