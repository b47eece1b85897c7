//! `wythoff explain`.

use super::*;

const PAIRS: &[(&str, &str)] = &[
    (
        "165580140 267914295",
        "\
(165580140, 267914295) is cold: the player to move loses.
The piles differ by d = 102334155. One cold position has that difference:
  floor(d * phi) = floor(165580140.999999995629...) = 165580140, and d more:
    (165580140, 267914295).
These are the two piles: cold.
Every move keeps one of the piles or their difference. No other cold position
  has the same, so no move wins.
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  165580140 =  101010101010101010101010101010101010101
  267914295 = 1010101010101010101010101010101010101010
  165580140 ends in 0 zeros, an even number: it is the lower number of a pair.
    One more zero makes 267914295.
In doubles d * (sqrt(5) + 1) / 2 is 165580141.00000000, cut to 165580141: hot.
  That is wrong. d * phi is 4.4e-9 below the whole number 165580141. Doubles of
    its size are 3.0e-8 apart, so rounding moves the result across that number.
",
    ),
    (
        "0 0",
        "\
(0, 0) is cold: the player to move loses.
The piles differ by d = 0. One cold position has that difference:
  (0, 0).
These are the two piles: cold.
No move is left: the other player took the last object, and has won.
In doubles 0 * phi is 0 as well: cold, which is right.
",
    ),
    (
        "5 8",
        "\
(5, 8) is hot: the player to move wins.
The piles differ by d = 3. One cold position has that difference:
  floor(d * phi) = floor(4.8541...) = 4, and d more: (4, 7).
The smaller pile, 5, is 1 more than 4: hot.
These moves win, as they leave a cold position:
  1 from both piles, leaving (4, 7)
  5 from the larger pile, leaving (3, 5)
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  5 =  1000
  8 = 10000
  5 ends in 3 zeros, an odd number: it is not the lower number of a pair.
In doubles d * (sqrt(5) + 1) / 2 is 4.8541019662496847, cut to 4: hot.
  That is right here. d * phi is 0.15 below the whole number 5. Doubles of its
    size are 8.9e-16 apart.
",
    ),
    (
        "11400714819323198485 18446744073709551615",
        "\
(11400714819323198485, 18446744073709551615) is cold: the player to move loses.
The piles differ by d = 7046029254386353130. One cold position has that
  difference:
  floor(d * phi) = floor(11400714819323198485.8733148736982557136487...) =
    11400714819323198485, and d more: (11400714819323198485,
    18446744073709551615).
These are the two piles: cold.
Every move keeps one of the piles or their difference. No other cold position
  has the same, so no move wins.
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  11400714819323198485 ends in 0 zeros, an even number: it is the lower number
    of a pair. One more zero makes 18446744073709551615.
In doubles d * (sqrt(5) + 1) / 2 is 11400714819323199488, cut to
  11400714819323199488 (as unsigned long long; undefined as long long): hot.
  That is wrong. Doubles of this size are 2048 apart, so not every whole number
    of this size is a double.
",
    ),
];

#[test]
fn explanations_word_by_word() {
    for &(piles, expected) in PAIRS {
        let found = printed(&format!("explain {piles}"));
        assert_eq!(found, expected, "{piles}");
    }
    assert_eq!(
        printed("explain 1 2 --rule misere"),
        "\
(1, 2) is hot: the player to move wins. By this rule, whoever takes the last
  object loses.
The cold positions are those of the normal game, but (0, 1) and (2, 2) in place
  of (0, 0) and (1, 2).
These moves win, as they leave a cold position:
  1 from both piles, leaving (0, 1)
  2 from the larger pile, leaving (0, 1)
"
    );
    assert_eq!(
        printed("explain 4 5 --rule r=2"),
        "\
(4, 5) is hot: the player to move wins. By this rule, the amounts taken from
  both piles may differ by less than 2.
Pair n is floor(n * alpha) and 2 * n more, alpha = (2 - 2 + sqrt(2^2 + 4)) / 2.
The piles differ by 1. The piles of a pair differ by a multiple of 2, so this is
  not a pair: hot.
These moves win, as they leave a cold position:
  4 from the smaller pile, 5 from the larger, leaving (0, 0)
  3 from the smaller pile, 2 from the larger, leaving (1, 3)
"
    );
}

/// The sentences of an explanation, each in one line.
fn sentences(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The part of `text` between two marks.
#[track_caller]
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let rest = text
        .split_once(start)
        .unwrap_or_else(|| panic!("no {start:?} in {text}"));
    rest.1
        .split_once(end)
        .unwrap_or_else(|| panic!("no {end:?} in {text}"))
        .0
}

/// Checks the outcome, the decimals and the formula in doubles by independent methods. The moves and the
/// Fibonacci digits are those of the library, which has tests of them.
#[track_caller]
fn assert_facts(a: u64, b: u64) {
    let text = printed(&format!("explain {a} {b}"));
    let (a, b) = (a.min(b), a.max(b));
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    assert!(text.lines().count() <= 25, "{text}");
    let flat = sentences(&text);
    let cold = reference_is_cold(a.into(), b.into());
    assert_eq!(
        flat.contains("is cold: the player to move loses."),
        cold,
        "{text}"
    );
    assert_eq!(
        flat.contains("is hot: the player to move wins."),
        !cold,
        "{text}"
    );

    // d * phi, digit by digit: floor(d * 10^n * (1 + sqrt 5) / 2).
    let d = b - a;
    let lower = pair(&d.into(), 1).0;
    assert_eq!(
        flat.contains("These are the two piles: cold."),
        BigUint::from(a) == lower
    );
    if d > 0 {
        let (whole, fraction) = between(&flat, "= floor(", "...)")
            .split_once('.')
            .expect("a point");
        let unit = BigUint::from(10_u32).pow(fraction.len() as u32);
        let scaled = d * &unit;
        let expected = (&scaled + (&scaled * &scaled * 5_u32).sqrt()) / 2_u32;
        assert_eq!(big(whole) * &unit + big(fraction), expected, "{text}");
        assert_eq!(
            big(between(&flat, "...) = ", ", and d more")),
            lower,
            "{text}"
        );
    }

    // The double formula.
    if d > 0 {
        let value = d as f64 * (5_f64.sqrt() + 1.0) / 2.0;
        if value >= 2_f64.powi(64) {
            let says = format!("/ 2 is {value:.0}. No 64-bit integer is that large");
            return assert!(flat.contains(&says), "{text}");
        }
        let shown: f64 = between(&flat, "/ 2 is ", ", cut to")
            .parse()
            .expect("a double");
        assert_eq!(shown, value, "{text}");
        let says = if value as u64 == a { "cold" } else { "hot" };
        assert!(
            between(&flat, ", cut to ", ". That").ends_with(says),
            "{text}"
        );
        let right = (value as u64 == a) == cold;
        assert_eq!(flat.contains("That is wrong."), !right, "{text}");
        let lucky = right && BigUint::from(value as u64) != lower;
        assert_eq!(flat.contains("That is the wrong number"), lucky, "{text}");
        if let Some((_, rest)) = flat.split_once("d * phi is ") {
            // The distance follows from x^2 - x*d - d^2 = (x - d*phi) * (x + d/phi), whose left side is a whole number.
            let (near, rest) = rest.split_once(' ').expect("a distance");
            let (way, rest) = rest.split_once(" the whole number ").expect("a number");
            let x: i128 = rest
                .split(['.', ' '])
                .next()
                .and_then(|x| x.parse().ok())
                .expect("x");
            let wide = i128::from(d);
            let form = x * x - x * wide - wide * wide;
            assert_eq!(way, if form > 0 { "below" } else { "above" }, "{text}");
            let far = form.abs() as f64 / (x as f64 + value - d as f64);
            let near: f64 = near.parse().expect("a distance");
            assert!(
                (near - far).abs() <= 0.006_f64.max(0.06 * far),
                "{near} {far}: {text}"
            );
            assert!(
                far > 0.01 || (near - far).abs() <= 0.06 * far,
                "{near} {far}: {text}"
            );
        }
    }
}

#[test]
fn explanations_hold() {
    for (a, b) in (0..5).flat_map(|a| (a..5).map(move |b| (a, b))) {
        assert_facts(a, b);
    }
    // Pairs at Fibonacci indices, where doubles err first, and the neighbours of each.
    let fibonacci: Vec<u64> = fibonacci_digits(92)
        .iter()
        .map(|d| d.parse().expect("u64"))
        .collect();
    for &d in fibonacci[35..].iter().step_by(8) {
        let (lower, upper) = pair(&d.into(), 1);
        let (Ok(lower), Ok(upper)) = (u64::try_from(lower), u64::try_from(upper)) else {
            continue;
        };
        assert_facts(lower, upper);
        assert_facts(lower + 1, upper + 1);
        assert_facts(upper + 2, lower + 2);
    }
    let mut numbers = SplitMix(11);
    for _ in 0..10 {
        assert_facts(numbers.any_length(), numbers.any_length());
        let d = numbers.any_length() >> 3;
        let (lower, upper) = pair(&d.into(), 1);
        assert_facts(
            lower.try_into().expect("below 2^63"),
            upper.try_into().expect("below 2^63"),
        );
    }
    assert_facts(u64::MAX, u64::MAX);
    assert_facts(0, u64::MAX);
}

/// The explanation of a difference of 65533 digits prints 65536 decimals. The largest width in `format!` is 65535.
#[test]
#[ignore = "slow"]
fn explanations_of_very_long_piles() {
    let digits = 65_533;
    let pile = "1".repeat(digits);
    let run = ran(&["explain", &pile, "0"]).expect(0);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    let flat = sentences(run.text());
    let start = format!("({pile}, 0) is hot: the player to move wins.");
    assert!(flat.starts_with(&start));
    // floor(d * phi) of d = 11...1, which is nearly 10^n / 9, begins so.
    let shown = between(&flat, "floor(d * phi) = floor(", "...)");
    let (whole, fraction) = shown.split_once('.').expect("a point");
    assert!(whole.starts_with("17978155430554"));
    assert_eq!((whole.len(), fraction.len()), (digits, digits + 3));
}
