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
        "267914296 165580141",
        "\
(267914296, 165580141) is hot: the player to move wins.
The piles differ by d = 102334155. One cold position has that difference:
  floor(d * phi) = floor(165580140.999999995629...) = 165580140, and d more:
    (165580140, 267914295).
The smaller pile, 165580141, is 1 more than 165580140: hot.
These moves win, as they leave a cold position:
  1 from both piles, leaving (165580140, 267914295)
  165580141 from the larger pile, leaving (102334155, 165580141)
165580141 is the upper number of pair 63245986; its partner is 102334155.
267914296 is the lower number of pair 165580141; its partner is 433494437.
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  165580141 =  1000000000000000000000000000000000000000
  267914296 = 10000000000000000000000000000000000000000
  165580141 ends in 39 zeros, an odd number: it is not the lower number of a
    pair.
In doubles d * (sqrt(5) + 1) / 2 is 165580141.00000000, cut to 165580141: cold.
  That is wrong. d * phi is 4.4e-9 below the whole number 165580141. Doubles of
    its size are 3.0e-8 apart, so rounding moves the result across that number.
",
    ),
    (
        "1 2",
        "\
(1, 2) is cold: the player to move loses.
The piles differ by d = 1. One cold position has that difference:
  floor(d * phi) = floor(1.6180...) = 1, and d more: (1, 2).
These are the two piles: cold.
Every move keeps one of the piles or their difference. No other cold position
  has the same, so no move wins.
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  1 =  1
  2 = 10
  1 ends in 0 zeros, an even number: it is the lower number of a pair. One more
    zero makes 2.
In doubles d * (sqrt(5) + 1) / 2 is 1.6180339887498949, cut to 1: cold.
  That is right here. d * phi is 0.38 below the whole number 2. Doubles of its
    size are 2.2e-16 apart.
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
5 is the upper number of pair 2; its partner is 3.
8 is the lower number of pair 5; its partner is 13.
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
        "7 7",
        "\
(7, 7) is hot: the player to move wins.
The piles differ by d = 0. One cold position has that difference:
  (0, 0).
The smaller pile, 7, is 7 more than 0: hot.
These moves win, as they leave a cold position:
  7 from both piles, leaving (0, 0)
  3 from the larger pile, leaving (4, 7)
7 is the upper number of pair 3; its partner is 4.
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  7 = 1010
  7 = 1010
  7 ends in 1 zero, an odd number: it is not the lower number of a pair.
In doubles 0 * phi is 0 as well: hot, which is right.
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
  11400714819323198485 = 10100101000100...010000010100010100000101 (91 digits)
  18446744073709551615 = 10100101000100...100000101000101000001010 (92 digits)
  11400714819323198485 ends in 0 zeros, an even number: it is the lower number
    of a pair. One more zero makes 18446744073709551615.
In doubles d * (sqrt(5) + 1) / 2 is 11400714819323199488, cut to
  11400714819323199488 (beyond a long long): hot.
  That is wrong. Doubles of this size are 2048 apart, so not every whole number
    of this size is a double.
",
    ),
    (
        "1000000000000000000000000000000 1618033988749894848204586834366",
        "\
(1000000000000000000000000000000, 1618033988749894848204586834366) is cold: the
  player to move loses.
The piles differ by d = 618033988749894848204586834366. One cold position has
  that difference:
  floor(d * phi) =
    floor(1000000000000000000000000000000.585537828466042863069128243253623...)
    = 1000000000000000000000000000000, and d more:
    (1000000000000000000000000000000, 1618033988749894848204586834366).
These are the two piles: cold.
Every move keeps one of the piles or their difference. No other cold position
  has the same, so no move wins.
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  ...00000000000000000 = 10000100100000...100100000000101010000001 (144 digits)
  ...94848204586834366 = 10000100100000...001000000001010100000010 (145 digits)
  1000000000000000000000000000000 ends in 0 zeros, an even number: it is the
    lower number of a pair. One more zero makes 1618033988749894848204586834366.
The usual formula in doubles does not apply: the piles exceed 64 bits.
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
4 is the lower number of pair 3; its partner is 10.
5 is the lower number of pair 4; its partner is 13.
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

/// Checks each number in an explanation by an independent method.
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

    // Each move is legal and leads to a cold position, and no move is missing.
    let leads: Vec<(u64, u64)> = text
        .split("leaving (")
        .skip(1)
        .map(|rest| {
            let piles = sentences(rest.split(')').next().expect("two piles"));
            let (x, y) = piles.split_once(", ").expect("two piles");
            (x.parse().expect("a pile"), y.parse().expect("a pile"))
        })
        .collect();
    for &(x, y) in &leads {
        assert!(reference_is_cold(x.into(), y.into()), "{text}");
        let keeps = [(a, b), (b, a)].into_iter().any(|(a, b)| {
            (x == a && y < b) || (y == a && x < b) || (y < b && b - y == a.wrapping_sub(x))
        });
        assert!(keeps, "({x}, {y}) isn't one move away: {text}");
    }
    assert_eq!(leads.is_empty(), cold, "{text}");
    if b < 400 {
        let mut all = 0;
        let is_cold = |x: u64, y: u64| reference_is_cold(x.into(), y.into());
        all += (1..=a).filter(|n| is_cold(a - n, b - n)).count();
        all += (1..=b).filter(|n| is_cold(a, b - n)).count();
        all += (1..=a).filter(|n| a != b && is_cold(a - n, b)).count();
        assert_eq!(leads.len(), all, "{text}");
    }

    // A number and its partner are a cold position.
    if !cold {
        for n in [a, b].into_iter().filter(|&n| n > 0) {
            let found = between(&flat, &format!("{n} is the "), ". ");
            let partner = big(found.rsplit(' ').next().expect("the partner"));
            let side = found.split(' ').next();
            let (x, y) = (partner.clone().min(n.into()), partner.clone().max(n.into()));
            assert_eq!(pair(&(&y - &x), 1), (x, y), "{text}");
            assert_eq!(side == Some("lower"), partner > n.into(), "{text}");
        }
    }

    // The digits add up.
    let digits: Vec<&str> = text
        .lines()
        .filter(|l| l.starts_with("  ") && l.contains(" = "))
        .collect();
    for line in digits
        .iter()
        .filter(|l| !l.contains("floor") && !l.contains("..."))
    {
        let (n, digits) = line.trim().split_once(" = ").expect("digits");
        let (mut place, mut next, mut sum) = (1_u64, 2, 0);
        for digit in digits.trim().bytes().rev() {
            sum += place * u64::from(digit - b'0');
            (place, next) = (next, place + next);
        }
        assert_eq!(sum, n.parse::<u64>().expect("a pile"), "{text}");
        assert!(!digits.contains("11"), "{text}");
    }

    // A lower number ends in an even number of zeros.
    if a > 0 {
        let below = (BigUint::from(a).pow(2) * 5_u32).sqrt() - a;
        let is_lower = pair(&(below / 2_u32 + 1_u32), 1).0 == BigUint::from(a);
        let (zeros, rest) = between(&flat, &format!("{a} ends in "), " pair.")
            .split_once(" zero")
            .expect("zeros");
        assert_eq!(
            rest.contains("even number: it is the lower number of a"),
            is_lower,
            "{text}"
        );
        assert_eq!(rest.contains("odd number"), !is_lower, "{text}");
        let zeros: usize = zeros.parse().expect("a number");
        assert_eq!(zeros.is_multiple_of(2), is_lower, "{text}");
        let ends = digits
            .iter()
            .find(|l| l.trim().starts_with(&format!("{a} = ")));
        let ends = ends
            .expect("the digits")
            .split([' ', '.'])
            .rfind(|w| w.contains('1') && !w.contains('('));
        if let Some(ends) = ends.filter(|_| !digits.iter().any(|l| l.contains("..."))) {
            assert_eq!(
                ends.len() - ends.trim_end_matches('0').len(),
                zeros,
                "{text}"
            );
        }
    }

    // The double formula.
    if d > 0 {
        let value = d as f64 * (5_f64.sqrt() + 1.0) / 2.0;
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
        if let Some((_, apart)) = flat.split_once("of its size are ") {
            // The distance of neighbouring doubles, which have 53 bits.
            let apart: f64 = apart
                .split(' ')
                .next()
                .and_then(|x| x.parse().ok())
                .expect("a number");
            let expected = (value.log2().floor() - 52.0).exp2();
            assert!((apart - expected).abs() <= 0.05 * expected, "{text}");
        }
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
#[ignore = "slow"]
fn explanations_hold() {
    for a in 0..12 {
        for b in a..12 {
            assert_facts(a, b);
        }
    }
    // Pairs at Fibonacci indices, where doubles err first, and the neighbours of each.
    let fibonacci: Vec<u64> = fibonacci_digits(92)
        .iter()
        .map(|d| d.parse().expect("u64"))
        .collect();
    for &d in &fibonacci[35..] {
        let (lower, upper) = pair(&d.into(), 1);
        let (Ok(lower), Ok(upper)) = (u64::try_from(lower), u64::try_from(upper)) else {
            continue;
        };
        assert_facts(lower, upper);
        assert_facts(lower + 1, upper + 1);
        assert_facts(upper + 2, lower + 2);
    }
    let mut numbers = SplitMix(11);
    for _ in 0..60 {
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
    for digits in [65_532, 65_533, 100_000] {
        let pile = "1".repeat(digits);
        let run = ran(&["explain", &pile, "0"]).expect(0);
        assert!(run.stderr.is_empty(), "{digits}: {}", run.stderr);
        let flat = sentences(run.text());
        let start = format!("({pile}, 0) is hot: the player to move wins.");
        assert!(flat.starts_with(&start), "{digits}");
        // floor(d * phi) of d = 11...1, which is nearly 10^n / 9, begins so.
        let shown = between(&flat, "floor(d * phi) = floor(", "...)");
        let (whole, fraction) = shown.split_once('.').expect("a point");
        assert!(whole.starts_with("17978155430554"), "{digits}");
        assert_eq!((whole.len(), fraction.len()), (digits, digits + 3));
    }
}

#[test]
fn ordinary_explanations_are_short() {
    for piles in [
        "5 8",
        "165580140 267914295",
        "1000000007 998244353",
        "1000 1618",
    ] {
        let lines = printed(&format!("explain {piles}")).lines().count();
        assert!((6..=18).contains(&lines), "{piles}: {lines} lines");
    }
}

/// Under every rule the outcome and the winning moves are those of `solve` and `moves`.
#[test]
#[ignore = "slow"]
fn explanations_agree_with_the_other_commands() {
    for rule in ["normal", "misere", "r=1", "r=2", "r=3", "r=1000"] {
        let mut positions: Vec<(BigUint, BigUint)> = Vec::new();
        for a in 0_u32..6 {
            positions.extend((a..8).map(|b| (a.into(), b.into())));
        }
        let far = BigUint::from(10_u32).pow(30);
        positions.push((far.clone(), &far * 3_u32));
        for (a, b) in positions {
            let flat = sentences(&printed(&format!("explain {a} {b} --rule {rule}")));
            let json = printed(&format!("moves {a} {b} --json --rule {rule}"));
            let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
            let cold = json["cold"] == true;
            assert_eq!(flat.contains("is cold: the player"), cold, "{flat}");
            assert_eq!(flat.contains("is hot: the player"), !cold, "{flat}");
            let moves = json["moves"].as_array().expect("moves");
            assert_eq!(flat.matches("leaving (").count(), moves.len(), "{flat}");
            for to in moves.iter().map(|one| &one["to"]) {
                if let (Some(x), Some(y)) = (to[0].as_u64(), to[1].as_u64()) {
                    assert!(flat.contains(&format!("leaving ({x}, {y})")), "{flat}");
                }
            }
        }
    }
}

/// All Fibonacci numbers up to a pile of 25 001 digits together would take about 700 MB.
#[test]
#[ignore = "slow"]
fn an_explanation_takes_no_more_memory_than_some_numbers() {
    let folder = Folder::new();
    folder.file("pile", format!("1{}", "0".repeat(25_000)));
    let script = "ulimit -v 400000; \"$W\" explain $(cat pile) 1";
    let run = shell(script, folder.path()).expect(0);
    assert!(run.text().contains("Fibonacci digits"));
}
