//! Why a position is cold or hot.
//!
//! In: a position and a rule. Out: lines of text. Every number comes from the library and is exact, except those that
//! show what doubles compute. A line that can be broken has at most [`WIDTH`] columns.

use crate::doubles::{self, Multiple};
use crate::text::{Lang, WIDTH, joined, t, wrapped};
use std::num::NonZeroU64;
use wythoff::Rule;
use wythoff::game::{BigUint, Take, pair_big, partner_big, zeckendorf_digits_big};

/// The largest number of Fibonacci digits that are shown: with the number before them, they fit a line.
const DIGITS: usize = 60;

/// Explains why the position `(a, b)` is cold or hot: the cold pair with the same difference, the winning moves, the Fibonacci
/// digits of both piles, and the result of the usual formula in double. Each line can be checked by hand.
///
/// ```
/// use wythoff_explain::{Lang, explain};
/// let text = explain(&5_u32.into(), &8_u32.into(), wythoff::Rule::Normal, Lang::En);
/// assert!(text.starts_with("(5, 8) is hot: the player to move wins.\n"));
/// ```
pub fn explain(a: &BigUint, b: &BigUint, rule: Rule, lang: Lang) -> String {
    let of = Position::new(a, b, rule, lang);
    let mut page = Page::default();
    of.verdict(a, b, &mut page);
    match rule {
        Rule::Normal => {
            let nearest = of.pair_of_the_difference(&mut page);
            of.moves(&mut page);
            of.digits(&mut page);
            for line in doubles::lines(&of.lower, &of.upper, of.cold, &nearest, lang) {
                page.line(&line);
            }
        }
        Rule::Misere => {
            of.misere(&mut page);
            of.moves(&mut page);
        }
        _ => {
            of.pair_of_the_quotient(&mut page);
            of.moves(&mut page);
        }
    }
    page.0
}

/// Lines of text. Lines that are too long are broken.
#[derive(Default)]
struct Page(String);

impl Page {
    /// Adds `text` as a line. If the line is too long, it is broken, and the rest is indented by two more blanks.
    fn line(&mut self, text: &str) {
        let words = text.trim_start();
        let indent = text.len() - words.len();
        for line in wrapped(words, WIDTH - indent, 2) {
            self.0 += &format!("{:indent$}{line}\n", "");
        }
    }
}

/// A position, smaller pile first, and facts about it that several sentences use.
struct Position {
    lower: BigUint,
    upper: BigUint,
    d: BigUint,
    rule: Rule,
    r: NonZeroU64,
    cold: bool,
    lang: Lang,
}

impl Position {
    fn new(a: &BigUint, b: &BigUint, rule: Rule, lang: Lang) -> Self {
        let (lower, upper) = (a.min(b).clone(), a.max(b).clone());
        Self {
            d: &upper - &lower,
            cold: rule.is_cold_big(a, b),
            r: rule.r(),
            rule,
            lower,
            upper,
            lang,
        }
    }

    fn is_end(&self) -> bool {
        self.upper == BigUint::ZERO
    }

    fn verdict(&self, a: &BigUint, b: &BigUint, page: &mut Page) {
        let outcome = match self.cold {
            true => t!(in self.lang; "({a}, {b}) is cold: the player to move loses.", a, b),
            false => t!(in self.lang; "({a}, {b}) is hot: the player to move wins.", a, b),
        };
        let rule = match self.rule {
            Rule::Normal => String::new(),
            Rule::Misere => t!(in self.lang; "By this rule, whoever takes the last object loses."),
            rule => t!(
                in self.lang; "By this rule, the amounts taken from both piles may differ by less than {r}.",
                r = rule.r()
            ),
        };
        page.line(&joined(&[outcome, rule], self.lang));
    }

    fn pair_of_the_difference(&self, page: &mut Page) -> Multiple {
        let d = &self.d;
        let nearest = Multiple::of_phi(d);
        let (whole, fraction) = (&nearest.whole, &nearest.fraction);
        let upper = whole + d;
        page.line(&t!(
            in self.lang; "The piles differ by d = {d}. One cold position has that difference:",
            d
        ));
        if *d == BigUint::ZERO {
            page.line(&t!(in self.lang; "  (0, 0)."));
        } else {
            page.line(&t!(
                in self.lang; "  floor(d * phi) = floor({whole}.{fraction}...) = {whole}, and d more: ({whole}, {upper}).",
                whole,
                fraction,
                upper
            ));
        }
        self.compare(whole, page);
        nearest
    }

    fn pair_of_the_quotient(&self, page: &mut Page) {
        let (d, r) = (&self.d, self.r);
        page.line(&t!(
            in self.lang; "Pair n is floor(n * alpha) and {r} * n more, alpha = (2 - {r} + sqrt({r}^2 + 4)) / 2.",
            r
        ));
        let n = d / r.get();
        if &n * r.get() != *d {
            page.line(&t!(
                in self.lang; "The piles differ by {d}. The piles of a pair differ by a multiple of {r}, so this is not a pair: hot.",
                d,
                r
            ));
            return;
        }
        let (lower, upper) = pair_big(&n, r);
        page.line(&t!(
            in self.lang; "The piles differ by {d} = {r} * {n}. Only pair {n} has that difference: ({lower}, {upper}).",
            d,
            r,
            n,
            lower,
            upper
        ));
        self.compare(&lower, page);
    }

    /// Compares the smaller pile with the smaller pile of the cold pair that has the same difference.
    fn compare(&self, expected: &BigUint, page: &mut Page) {
        let pile = &self.lower;
        page.line(&if pile == expected {
            t!(in self.lang; "These are the two piles: cold.")
        } else {
            let (difference, comparison) = match pile > expected {
                true => (pile - expected, t!(in self.lang; "more")),
                false => (expected - pile, t!(in self.lang; "less")),
            };
            t!(
                in self.lang; "The smaller pile, {pile}, is {difference} {comparison} than {expected}: hot.",
                pile,
                difference,
                comparison,
                expected
            )
        });
    }

    fn misere(&self, page: &mut Page) {
        page.line(&t!(
            in self.lang; "The cold positions are those of the normal game, but (0, 1) and (2, 2) in place of (0, 0) and (1, 2)."
        ));
        if self.d >= BigUint::from(2_u32) {
            self.pair_of_the_difference(page);
        }
    }

    fn moves(&self, page: &mut Page) {
        if self.is_end() {
            page.line(&match self.cold {
                true => {
                    t!(in self.lang; "No move is left: the other player took the last object, and has won.")
                }
                false => {
                    t!(in self.lang; "No move is left: the other player took the last object, and has lost.")
                }
            });
            return;
        }
        if self.cold {
            page.line(&match self.rule {
                Rule::Normal | Rule::Misere => t!(
                    in self.lang; "Every move keeps one of the piles or their difference. No other cold position has the same, so no move wins."
                ),
                _ => t!(in self.lang; "No move leads from one pair to another, so every move leaves a hot position."),
            });
            return;
        }
        let moves = self.rule.winning_moves_big(&self.lower, &self.upper);
        page.line(&match moves.len() {
            1 => t!(in self.lang; "One move wins, as it leaves a cold position:"),
            _ => t!(in self.lang; "These moves win, as they leave a cold position:"),
        });
        for one in &moves {
            let (lower, upper) = &one.to;
            let take = take(&one.take, self.lang);
            page.line(&t!(
                in self.lang; "  {take}, leaving ({lower}, {upper})",
                take,
                lower,
                upper
            ));
        }
    }

    /// Explains the outcome with the Fibonacci digits of the piles (Zeckendorf).
    fn digits(&self, page: &mut Page) {
        if self.lower == BigUint::ZERO {
            return;
        }
        page.line(&t!(
            in self.lang; "In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):"
        ));
        let (lower, upper) = (&self.lower, &self.upper);
        let (digits, of_upper) = (zeckendorf_digits_big(lower), zeckendorf_digits_big(upper));
        // Right-aligned, to show that one number is the other one, shifted.
        let (width, places) = (upper.to_string().len(), of_upper.len());
        if places <= DIGITS {
            page.0 += &format!("  {lower:>width$} = {digits:>places$}\n  {upper} = {of_upper}\n");
        }
        let zeros = digits.len() - digits.trim_end_matches('0').len();
        let number = match zeros {
            1 => t!(in self.lang; "1 zero"),
            n => t!(in self.lang; "{n} zeros", n),
        };
        let end = match zeros % 2 {
            1 => t!(
                in self.lang; "{lower} ends in {number}, an odd number: it is not the lower number of a pair.",
                lower,
                number
            ),
            _ => t!(
                in self.lang; "{lower} ends in {number}, an even number: it is the lower number of a pair.",
                lower,
                number
            ),
        };
        let partner = match (zeros % 2, self.cold) {
            (1, _) => String::new(),
            (_, true) => t!(in self.lang; "One more zero makes {upper}.", upper),
            (_, false) => t!(
                in self.lang; "But one more zero makes {partner}.",
                partner = partner_big(lower, self.r)
            ),
        };
        page.line(&format!("  {}", joined(&[end, partner], self.lang)));
    }
}

/// What a move takes.
fn take(take: &Take<BigUint>, lang: Lang) -> String {
    match take {
        Take::Both(n) => t!(in lang; "{n} from both piles", n),
        Take::Larger(n) => t!(in lang; "{n} from the larger pile", n),
        Take::Smaller(n) => t!(in lang; "{n} from the smaller pile", n),
        Take::Uneven { smaller, larger } => {
            t!(
                in lang; "{smaller} from the smaller pile, {larger} from the larger",
                smaller,
                larger
            )
        }
        // The rules have no other kinds of moves.
        other => other.to_string(),
    }
}
