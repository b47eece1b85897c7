//! Explains why a position is cold or hot, in lines of at most [`WIDTH`] columns. Every number comes from the library and is
//! exact, except the results of doubles.

use crate::doubles::{self, Multiple};
use crate::text::{Lang, WIDTH, joined, t, wrapped};
use std::cmp::Ordering;
use std::num::NonZeroU64;
use wythoff::Rule;
use wythoff::game::{BigUint, Take, pair_big, partner_big, zeckendorf_digits_big};

/// Piles with more Fibonacci digits are shown without them, because they would not fit a line.
const MAX_DIGITS: usize = 60;

/// Explains why the position `(a, b)` is cold or hot: the cold pair with the same difference, the winning moves, the Fibonacci
/// digits of both piles, and the result of the usual formula in double. Each line can be checked by hand.
///
/// ```
/// use wythoff_explain::{Lang, explain};
/// let text = explain(&5_u32.into(), &8_u32.into(), wythoff::Rule::Normal, Lang::En);
/// assert!(text.starts_with("(5, 8) is hot: the player to move wins.\n"));
/// ```
pub fn explain(a: &BigUint, b: &BigUint, rule: Rule, lang: Lang) -> String {
    let (lower, upper) = (a.min(b), a.max(b));
    let (d, r) = (upper - lower, rule.r());
    let is_cold = rule.is_cold_big(a, b);

    // The outcome, and the rule if it is not the normal one.
    let outcome = if is_cold {
        t!(in lang; "({a}, {b}) is cold: the player to move loses.", a, b)
    } else {
        t!(in lang; "({a}, {b}) is hot: the player to move wins.", a, b)
    };
    let by_rule = match rule {
        Rule::Normal => String::new(),
        Rule::Misere => t!(in lang; "By this rule, whoever takes the last object loses."),
        _ => {
            t!(in lang; "By this rule, the amounts taken from both piles may differ by less than {r}.", r)
        }
    };
    let mut lines = vec![joined(&[outcome, by_rule], lang)];

    // The pair with the same difference.
    if rule == Rule::Misere {
        lines.push(t!(
            in lang; "The cold positions are the same as in the normal game, except that (0, 1) and (2, 2) replace (0, 0) and (1, 2)."
        ));
    }
    let nearest = Multiple::of_phi(&d);
    match rule {
        Rule::Misere if d < BigUint::from(2_u32) => {}
        Rule::Normal | Rule::Misere => {
            let (whole, fraction) = (&nearest.whole, &nearest.fraction);
            let upper = whole + &d;
            lines.push(t!(in lang; "The piles differ by d = {d}. One cold position has that difference:", d));
            if upper == BigUint::ZERO {
                lines.push(t!(in lang; "  (0, 0)."));
            } else {
                lines.push(t!(
                    in lang; "  floor(d * phi) = floor({whole}.{fraction}...) = {whole}, and d more: ({whole}, {upper}).",
                    whole, fraction, upper
                ));
                let phi = ten_decimals(rule);
                lines.push(t!(in lang; "  phi = (1 + sqrt(5)) / 2 = {phi}...", phi));
            }
            lines.push(compared(lower, whole, lang));
        }
        _ => {
            lines.push(t!(
                in lang; "Pair n is floor(n * alpha) and {r} * n more, alpha = (2 - r + sqrt(r^2 + 4)) / 2 = {alpha}..., r = {r}.",
                r, alpha = ten_decimals(rule)
            ));
            let n = &d / r.get();
            if &n * r.get() == d {
                let (first, second) = pair_big(&n, r);
                lines.push(t!(
                    in lang; "The piles differ by {d} = {r} * {n}. Only pair {n} has that difference: ({lower}, {upper}).",
                    d, r, n, lower = &first, upper = second
                ));
                lines.push(compared(lower, &first, lang));
            } else {
                lines.push(t!(
                    in lang; "The piles differ by {d}. The piles of a pair differ by a multiple of {r}, so this is not a pair: hot.",
                    d, r
                ));
            }
        }
    }

    // The winning moves.
    lines.extend(match (*upper == BigUint::ZERO, is_cold, rule) {
        (true, true, _) => {
            vec![t!(in lang; "No move is left: the other player took the last object, and has won.")]
        }
        (true, false, _) => {
            vec![t!(in lang; "No move is left: the other player took the last object, and has lost.")]
        }
        (false, true, Rule::Normal | Rule::Misere) => vec![t!(
            in lang; "Every move keeps one of the piles or their difference. No other cold position has the same pile or the same difference, so no move wins."
        )],
        (false, true, _) => {
            vec![t!(in lang; "No move leads from one pair to another, so every move leaves a hot position.")]
        }
        (false, false, _) => winning_moves(a, b, rule, lang),
    });

    // The Fibonacci digits, and doubles.
    if rule == Rule::Normal {
        if *lower != BigUint::ZERO {
            lines.extend(fibonacci_digits(lower, upper, is_cold, lang));
        }
        lines.extend(doubles::lines(lower, upper, is_cold, &nearest, lang));
    }

    // A long line is broken, and the rest is indented by two more blanks.
    let mut text = String::new();
    for line in lines {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        for line in wrapped(words, WIDTH - indent, 2) {
            text += &format!("{:indent$}{line}\n", "");
        }
    }
    text
}

/// The ratio of the smaller pile of a cold position to its index, truncated to ten digits after the point.
fn ten_decimals(rule: Rule) -> String {
    let unit = 10_000_000_000_u64;
    let (digits, _) = pair_big(&unit.into(), rule.r());
    format!("{}.{:0>10}", &digits / unit, (&digits % unit).to_string())
}

/// Compares the smaller pile with `expected`, the smaller pile of the cold pair with the same difference.
fn compared(pile: &BigUint, expected: &BigUint, lang: Lang) -> String {
    let (difference, comparison) = match pile.cmp(expected) {
        Ordering::Equal => return t!(in lang; "These are the two piles: cold."),
        Ordering::Greater => (pile - expected, t!(in lang; "more")),
        Ordering::Less => (expected - pile, t!(in lang; "less")),
    };
    t!(
        in lang; "The smaller pile, {pile}, is {difference} {comparison} than {expected}: hot.",
        pile, difference, comparison, expected
    )
}

/// The amounts that each winning move from `(a, b)` takes from the first pile and from the second pile.
pub fn winning_takes(a: &BigUint, b: &BigUint, rule: Rule) -> Vec<(BigUint, BigUint)> {
    let moves = rule.winning_moves_big(a.min(b), a.max(b)).into_iter();
    moves
        .map(|one| {
            let (smaller, larger) = match one.take {
                Take::Both(n) => (n.clone(), n),
                Take::Larger(n) => (BigUint::ZERO, n),
                Take::Smaller(n) => (n, BigUint::ZERO),
                Take::Uneven { smaller, larger } => (smaller, larger),
                other => unreachable!("no rule has the move {other:?}"),
            };
            if a <= b {
                (smaller, larger)
            } else {
                (larger, smaller)
            }
        })
        .collect()
}

/// The winning moves in words. The piles are in the order of the position, as in pictures.
fn winning_moves(a: &BigUint, b: &BigUint, rule: Rule, lang: Lang) -> Vec<String> {
    let takes = winning_takes(a, b, rule);
    let mut lines = vec![match takes.len() {
        1 => t!(in lang; "One move wins, as it leaves a cold position:"),
        _ => t!(in lang; "These moves win, as they leave a cold position:"),
    }];
    for (first, second) in takes {
        let (a, b) = (a - &first, b - &second);
        let take = if second == BigUint::ZERO {
            t!(in lang; "{n} from the first pile", n = first)
        } else if first == BigUint::ZERO {
            t!(in lang; "{n} from the second pile", n = second)
        } else if first == second {
            t!(in lang; "{n} from both piles", n = first)
        } else {
            t!(in lang; "{n} from the first pile, {m} from the second", n = first, m = second)
        };
        lines.push(t!(in lang; "  {take}, leaving ({a}, {b})", take, a, b));
    }
    lines
}

/// Explains the outcome with the Fibonacci digits of the piles (Zeckendorf).
fn fibonacci_digits(lower: &BigUint, upper: &BigUint, is_cold: bool, lang: Lang) -> Vec<String> {
    let mut lines = vec![
        t!(in lang; "In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):"),
    ];
    let (digits, of_upper) = (zeckendorf_digits_big(lower), zeckendorf_digits_big(upper));
    // The numbers are aligned on the right, because the digits of a cold pair are the same, shifted by one place.
    let (width, places) = (upper.to_string().len(), of_upper.len());
    if places <= MAX_DIGITS {
        lines.push(format!("  {lower:>width$} = {digits:>places$}"));
        lines.push(format!("  {upper} = {of_upper}"));
    }
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    let number = match zeros {
        1 => t!(in lang; "1 zero"),
        n => t!(in lang; "{n} zeros", n),
    };
    let mut reason = Vec::new();
    if zeros % 2 == 1 {
        reason.push(t!(
            in lang; "{lower} ends in {number}, an odd number: it is not the lower number of a pair, so the position is hot.", lower, number
        ));
    } else {
        reason.push(t!(
            in lang; "{lower} ends in {number}, an even number: it is the lower number of a pair.", lower, number
        ));
        let partner = partner_big(lower, NonZeroU64::MIN);
        reason.push(if is_cold {
            t!(in lang; "One more zero makes {upper}: cold.", upper)
        } else {
            t!(in lang; "But one more zero makes {partner}, not {upper}: hot.", partner, upper)
        });
    }
    lines.push(format!("  {}", joined(&reason, lang)));
    lines
}
