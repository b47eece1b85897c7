//! `wythoff explain`: why a position is cold or hot.
//!
//! In: a position and a rule. Out: lines of text. Every number comes from the library and is exact, except those that
//! show what doubles compute. A line that can be broken has at most [`WIDTH`] columns.

mod doubles;

use super::args::sequences::Explain;
use super::messages::{WIDTH, joined, t, wrapped};
use super::nim;
use super::resolve::refuse;
use super::text_output::print;
use doubles::Multiple;
use std::num::NonZeroU64;
use std::process::ExitCode;
use wythoff::Rule;
use wythoff::game::{BigUint, NimRule, Take, pair_big, partner_big, zeckendorf_digits_big};

/// The largest number of Fibonacci digits that are shown: with the number before them, they fit a line.
const DIGITS: usize = 60;

pub(crate) fn run(args: &Explain) -> anyhow::Result<ExitCode> {
    let [a, b] = &args.piles[..] else {
        let rule = match args.rule.rule {
            Rule::Normal => NimRule::Normal,
            Rule::Misere => NimRule::Misere,
            _ => refuse("--rule r=N applies only to two piles; more piles are Nim")?,
        };
        let piles = nim::piles(&args.piles)?;
        return print(nim::explanation(&piles, rule).as_bytes());
    };
    print(text(a, b, args.rule.rule).as_bytes())
}

/// The explanation of one position, in lines.
pub(crate) fn text(a: &BigUint, b: &BigUint, rule: Rule) -> String {
    let of = Position::new(a, b, rule);
    let mut page = Page::default();
    of.verdict(a, b, &mut page);
    match rule {
        Rule::Normal => {
            let nearest = of.pair_of_the_difference(&mut page);
            of.moves(&mut page);
            of.digits(&mut page);
            for line in doubles::lines(&of.lower, &of.upper, of.cold, &nearest) {
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
}

impl Position {
    fn new(a: &BigUint, b: &BigUint, rule: Rule) -> Self {
        let (lower, upper) = (a.min(b).clone(), a.max(b).clone());
        Self {
            d: &upper - &lower,
            cold: rule.is_cold_big(a, b),
            r: rule.r(),
            rule,
            lower,
            upper,
        }
    }

    fn is_end(&self) -> bool {
        self.upper == BigUint::ZERO
    }

    fn verdict(&self, a: &BigUint, b: &BigUint, page: &mut Page) {
        let outcome = match self.cold {
            true => t!("({a}, {b}) is cold: the player to move loses.", a, b),
            false => t!("({a}, {b}) is hot: the player to move wins.", a, b),
        };
        let rule = match self.rule {
            Rule::Normal => String::new(),
            Rule::Misere => t!("By this rule, whoever takes the last object loses."),
            rule => t!(
                "By this rule, the amounts taken from both piles may differ by less than {r}.",
                r = rule.r()
            ),
        };
        page.line(&joined(&[outcome, rule]));
    }

    fn pair_of_the_difference(&self, page: &mut Page) -> Multiple {
        let d = &self.d;
        let nearest = Multiple::of_phi(d);
        let (whole, fraction) = (&nearest.whole, &nearest.fraction);
        let upper = whole + d;
        page.line(&t!(
            "The piles differ by d = {d}. One cold position has that difference:",
            d
        ));
        if *d == BigUint::ZERO {
            page.line(&t!("  (0, 0)."));
        } else {
            page.line(&t!(
                "  floor(d * phi) = floor({whole}.{fraction}...) = {whole}, and d more: ({whole}, {upper}).",
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
            "Pair n is floor(n * alpha) and {r} * n more, alpha = (2 - {r} + sqrt({r}^2 + 4)) / 2.",
            r
        ));
        let n = d / r.get();
        if &n * r.get() != *d {
            page.line(&t!(
                "The piles differ by {d}. The piles of a pair differ by a multiple of {r}, so this is not a pair: hot.",
                d,
                r
            ));
            return;
        }
        let (lower, upper) = pair_big(&n, r);
        page.line(&t!(
            "The piles differ by {d} = {r} * {n}. Only pair {n} has that difference: ({lower}, {upper}).",
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
            t!("These are the two piles: cold.")
        } else {
            let (difference, comparison) = match pile > expected {
                true => (pile - expected, t!("more")),
                false => (expected - pile, t!("less")),
            };
            t!(
                "The smaller pile, {pile}, is {difference} {comparison} than {expected}: hot.",
                pile,
                difference,
                comparison,
                expected
            )
        });
    }

    fn misere(&self, page: &mut Page) {
        page.line(&t!(
            "The cold positions are those of the normal game, but (0, 1) and (2, 2) in place of (0, 0) and (1, 2)."
        ));
        if self.d >= BigUint::from(2_u32) {
            self.pair_of_the_difference(page);
        }
    }

    fn moves(&self, page: &mut Page) {
        if self.is_end() {
            page.line(&match self.cold {
                true => {
                    t!("No move is left: the other player took the last object, and has won.")
                }
                false => {
                    t!("No move is left: the other player took the last object, and has lost.")
                }
            });
            return;
        }
        if self.cold {
            page.line(&match self.rule {
                Rule::Normal | Rule::Misere => t!(
                    "Every move keeps one of the piles or their difference. No other cold position has the same, so no move wins."
                ),
                _ => t!("No move leads from one pair to another, so every move leaves a hot position."),
            });
            return;
        }
        let moves = self.rule.winning_moves_big(&self.lower, &self.upper);
        page.line(&match moves.len() {
            1 => t!("One move wins, as it leaves a cold position:"),
            _ => t!("These moves win, as they leave a cold position:"),
        });
        for one in &moves {
            let (lower, upper) = &one.to;
            let take = take(&one.take);
            page.line(&t!(
                "  {take}, leaving ({lower}, {upper})",
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
            "In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):"
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
            1 => t!("1 zero"),
            n => t!("{n} zeros", n),
        };
        let end = match zeros % 2 {
            1 => t!(
                "{lower} ends in {number}, an odd number: it is not the lower number of a pair.",
                lower,
                number
            ),
            _ => t!(
                "{lower} ends in {number}, an even number: it is the lower number of a pair.",
                lower,
                number
            ),
        };
        let partner = match (zeros % 2, self.cold) {
            (1, _) => String::new(),
            (_, true) => t!("One more zero makes {upper}.", upper),
            (_, false) => t!(
                "But one more zero makes {partner}.",
                partner = partner_big(lower, self.r)
            ),
        };
        page.line(&format!("  {}", joined(&[end, partner])));
    }
}

/// What a move takes.
fn take(take: &Take<BigUint>) -> String {
    match take {
        Take::Both(n) => t!("{n} from both piles", n),
        Take::Larger(n) => t!("{n} from the larger pile", n),
        Take::Smaller(n) => t!("{n} from the smaller pile", n),
        Take::Uneven { smaller, larger } => {
            t!(
                "{smaller} from the smaller pile, {larger} from the larger",
                smaller,
                larger
            )
        }
        // The rules have no other kinds of moves.
        other => other.to_string(),
    }
}
