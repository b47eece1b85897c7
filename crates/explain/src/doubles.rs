//! The answer of the usual formula in doubles, compared with the exact product.

use crate::text::{Lang, joined, t};
use std::num::NonZeroU64;
use wythoff::game::{BigUint, double_int, double_lower, pair_big};

/// `d * phi`: the whole part, and digits after the point.
pub(crate) struct Multiple {
    pub(crate) whole: BigUint,
    /// The digits after the point, truncated, not rounded: three digits more than `d` has. They are enough to show the distance
    /// from a whole number, because that distance is more than `1 / (3 d)`.
    pub(crate) fraction: String,
}

impl Multiple {
    /// `d * phi`, computed as `floor(d * 10^n * phi)`, which is `d * phi` without its point.
    pub(crate) fn of_phi(d: &BigUint) -> Self {
        let decimals = d.to_string().len() as u32 + 3;
        let unit = BigUint::from(10_u32).pow(decimals);
        let digits = pair_big(&(d * &unit), NonZeroU64::MIN).0;
        let whole = &digits / &unit;
        // The unit is a 1 before the digits of the fraction, which keeps their leading zeros.
        let fraction = (digits % &unit + unit).to_string().split_off(1);
        Self { whole, fraction }
    }

    /// A sentence about the distance from the nearest whole number.
    fn distance(&self, lang: Lang) -> String {
        // The distance is shown with two digits, so a double is exact enough.
        let fraction = |digits: &str| format!("0.{digits}").parse().unwrap_or(0.0);
        let (distance, whole, side) = if self.fraction.as_bytes()[0] < b'5' {
            let whole = self.whole.clone();
            (fraction(&self.fraction), whole, t!(in lang; "above"))
        } else {
            // The digits of the distance to the next whole number, truncated as well.
            let digits = self.fraction.bytes().map(|c| char::from(b'9' - (c - b'0')));
            let digits: String = digits.collect();
            (fraction(&digits), &self.whole + 1_u32, t!(in lang; "below"))
        };
        t!(in lang; "d * phi is {near} {side} the whole number {whole}.", near = short(distance), side, whole)
    }
}

fn short(x: f64) -> String {
    if x == 0.0 || x >= 1.0 {
        format!("{x}")
    } else if x >= 0.1 {
        format!("{x:.2}")
    } else {
        format!("{x:.1e}")
    }
}

/// Explains the answer of `a == (long long)(d * (sqrt(5.0) + 1) / 2)` for a position that is `cold` or hot. `exact` is `d * phi`.
pub(crate) fn lines(
    lower: &BigUint,
    upper: &BigUint,
    cold: bool,
    exact: &Multiple,
    lang: Lang,
) -> Vec<String> {
    let piles = (u64::try_from(lower), u64::try_from(upper));
    let (Ok(lower), Ok(upper)) = piles else {
        return vec![
            t!(in lang; "The usual formula in doubles does not apply: the piles exceed 64 bits."),
        ];
    };
    let d = upper - lower;
    let found = double_int(lower, upper);
    let answer = if found {
        t!(in lang; "cold")
    } else {
        t!(in lang; "hot")
    };
    if d == 0 {
        return vec![
            t!(in lang; "In doubles 0 * phi is 0 as well: {answer}, which is right.", answer),
        ];
    }
    let value = double_lower(d as f64);
    if value >= 2_f64.powi(64) {
        return vec![t!(
            in lang; "In doubles d * (sqrt(5) + 1) / 2 is {value}. No 64-bit integer is that large, so in C the conversion is undefined.",
            value = format!("{value:.0}")
        )];
    }
    // A double has at most 17 significant digits.
    let decimals = 16_usize.saturating_sub(value.log10() as usize);
    let cut = value as u64;
    let computed = t!(
        in lang; "In doubles d * (sqrt(5) + 1) / 2 is {value}, cut to {cut}{beyond}: {answer}.",
        value = format!("{value:.decimals$}"),
        cut,
        beyond = match i64::try_from(cut) {
            Ok(_) => String::new(),
            Err(_) => t!(in lang; " (as unsigned long long; undefined as long long)"),
        },
        answer
    );
    let right = exact.whole == cut.into();
    let verdict = match (found == cold, right) {
        (true, true) => t!(in lang; "That is right here."),
        (true, false) => t!(in lang; "That is the wrong number, though hot is right."),
        (false, _) => t!(in lang; "That is wrong."),
    };
    let gap = value.next_up() - value;
    let apart = short(gap);
    let why = if right {
        t!(in lang; "Doubles of its size are {apart} apart.", apart)
    } else if gap <= 1.0 {
        t!(
            in lang; "Doubles of its size are {apart} apart, so rounding moves the result across that number.",
            apart
        )
    } else {
        t!(
            in lang; "Doubles of this size are {apart} apart, so not every whole number of this size is a double.",
            apart
        )
    };
    let near = if right || gap <= 1.0 {
        exact.distance(lang)
    } else {
        String::new()
    };
    vec![
        computed,
        format!("  {}", joined(&[verdict, near, why], lang)),
    ]
}
