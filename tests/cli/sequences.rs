//! `wythoff cold`, `wythoff explain` and `wythoff grundy`: against the rules of the game where they reach,
//! beyond that against exact square roots.

use crate::support::*;
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::fs;

/// Standard output of `wythoff ARGS`, which are separated by blanks.
#[track_caller]
fn told(args: &str) -> String {
    let args: Vec<_> = args.split(' ').collect();
    let run = ran(&args).expect(0);
    assert_eq!(run.stderr, "", "{args:?}");
    run.text().to_owned()
}

fn big(digits: &str) -> BigUint {
    digits.parse().expect("digits")
}

/// Pair `n` of the game in which two takes may differ by less than `r`: the lower number is
/// `floor(n * (2 - r + sqrt(r^2 + 4)) / 2)`, the upper one `r * n` more.
fn pair(n: &BigUint, r: u64) -> (BigUint, BigUint) {
    let wide = BigUint::from(r);
    let root = (n * n * (&wide * &wide + 4_u32)).sqrt();
    let lower = (root + n * 2_u32 - n * r) / 2_u32;
    (lower.clone(), lower + n * r)
}

fn line((lower, upper): &(BigUint, BigUint)) -> String {
    format!("{lower} {upper}\n")
}

/// Numbers where words, doubles and digits end, and some others.
fn numbers() -> Vec<BigUint> {
    let mut numbers: Vec<BigUint> = (0_u32..40).map(BigUint::from).collect();
    for bits in [31_u32, 32, 53, 62, 63, 64, 65, 128, 200] {
        let edge = BigUint::from(1_u32) << bits;
        numbers.extend([&edge - 1_u32, edge.clone(), edge + 1_u32]);
    }
    numbers.extend(
        fibonacci_digits(130)[30..]
            .iter()
            .step_by(7)
            .map(|d| big(d)),
    );
    numbers.push(big(&"7".repeat(150)));
    numbers
}

// ------------------------------------------------------------------------------------- cold

#[test]
fn pairs_ranks_and_partners_by_the_rules() {
    let pairs = pairs_by_mex(600);
    for (k, &(lower, upper)) in pairs.iter().enumerate().take(40) {
        assert_eq!(
            told(&format!("cold --nth {k}")),
            format!("{lower} {upper}\n")
        );
        assert_eq!(
            told(&format!("cold --rank {lower}")),
            format!("{k} lower\n")
        );
        assert_eq!(
            told(&format!("cold --partner {lower}")),
            format!("{upper}\n")
        );
        assert_eq!(
            told(&format!("cold --partner {upper}")),
            format!("{lower}\n")
        );
        if k > 0 {
            assert_eq!(
                told(&format!("cold --rank {upper}")),
                format!("{k} upper\n")
            );
        }
    }
    let text = |pairs: &[(u64, u64)]| -> String {
        pairs.iter().map(|(a, b)| format!("{a} {b}\n")).collect()
    };
    for count in [0, 1, 2, 100] {
        assert_eq!(told(&format!("cold --list {count}")), text(&pairs[..count]));
        let from = told(&format!("cold --list {count} --from 57"));
        assert_eq!(from, text(&pairs[57..57 + count]));
    }
    for low in [0_u64, 1, 2, 3, 4, 60] {
        for high in [low, low + 1, low + 2, low + 3, 90] {
            let within = |top: u64| -> Vec<_> {
                let lies = |pair: &&(u64, u64)| low <= pair.0 && pair.0 < top;
                pairs.iter().filter(lies).copied().collect()
            };
            assert_eq!(
                told(&format!("cold --range {low}..{high}")),
                text(&within(high))
            );
            assert_eq!(
                told(&format!("cold --range {low}..={high}")),
                text(&within(high + 1))
            );
        }
    }
}

#[test]
fn slow_numbers_of_any_size_by_square_roots() {
    for rule in [1, 2, 5, u64::MAX] {
        let flag = if rule == 1 {
            String::new()
        } else {
            format!(" --rule r={rule}")
        };
        for k in numbers() {
            let found = pair(&k, rule);
            assert_eq!(told(&format!("cold --nth {k}{flag}")), line(&found));
            let (lower, upper) = &found;
            assert_eq!(
                told(&format!("cold --rank {lower}{flag}")),
                format!("{k} lower\n")
            );
            assert_eq!(
                told(&format!("cold --partner {lower}{flag}")),
                format!("{upper}\n")
            );
            if k > BigUint::ZERO {
                assert_eq!(
                    told(&format!("cold --rank {upper}{flag}")),
                    format!("{k} upper\n")
                );
                assert_eq!(
                    told(&format!("cold --partner {upper}{flag}")),
                    format!("{lower}\n")
                );
            }
        }
    }
}

/// Across the last pair of u64, the last lower number of it and the last index.
#[test]
fn lists_and_ranges_around_the_end_of_u64() {
    // The index whose upper number, and the one whose lower number, is the first beyond u64.
    let end = BigUint::from(1_u32) << 64_u32;
    let root = (&end * &end * 5_u32).sqrt();
    for rule in [1, 2] {
        let flag = if rule == 1 { "" } else { " --rule r=2" };
        let by_upper = (&end * 3_u32 - &root) / 2_u32;
        let by_lower = (&root - &end) / 2_u32;
        for middle in [by_upper, by_lower, end.clone(), &end << 40_u32] {
            let from = &middle - 5_u32;
            let expected: String = (0_u32..11)
                .map(|i| line(&pair(&(&from + i), rule)))
                .collect();
            assert_eq!(
                told(&format!("cold --list 11 --from {from}{flag}")),
                expected
            );
            // The same pairs by their smaller piles.
            let low = pair(&from, rule).0;
            let last = pair(&(&from + 10_u32), rule).0;
            assert_eq!(
                told(&format!("cold --range {low}..={last}{flag}")),
                expected
            );
            let high = &last + 1_u32;
            assert_eq!(told(&format!("cold --range {low}..{high}{flag}")), expected);
            let but_last: String = expected.split_inclusive('\n').take(10).collect();
            assert_eq!(told(&format!("cold --range {low}..{last}{flag}")), but_last);
        }
    }
    let edge = [(&end - 4_u32), &end + 4_u32];
    let lowers: BTreeSet<_> = told(&format!("cold --range {}..{}", edge[0], edge[1]))
        .lines()
        .map(|line| big(line.split(' ').next().expect("a number")))
        .collect();
    for i in 0_u32..8 {
        let n = &edge[0] + i;
        let is_lower = told(&format!("cold --rank {n}")).ends_with("lower\n");
        assert_eq!(lowers.contains(&n), is_lower, "{n}");
    }
}

#[test]
fn a_long_list_is_whole_in_a_pipe_and_in_a_file() {
    let folder = Folder::new();
    let count = 300_000_u64;
    let pairs = pairs_by_mex(900_000);
    let expected: String = pairs[..count as usize]
        .iter()
        .map(|(a, b)| format!("{a} {b}\n"))
        .collect();
    let run = ran(&["cold", "--list", "300000"]).expect(0);
    assert_same(&run.stdout, expected.as_bytes(), "the pipe");
    folder.file("out", "old");
    let run = shell("\"$W\" cold --list 300000 -o out", folder.path()).expect(0);
    assert!(run.stdout.is_empty());
    assert_same(
        &fs::read(folder.path().join("out")).expect("the output"),
        expected.as_bytes(),
        "the file",
    );
    assert_eq!(folder.names(), ["out"]);
}

#[test]
fn a_closed_pipe_is_no_error_and_a_full_disk_is_one() {
    let folder = Folder::new();
    for command in [
        "cold --list 1000000000000",
        "grundy --max 1500",
        "cold --list 99999999 --rule r=3",
    ] {
        let script = format!("{{ \"$W\" {command}; echo $? >code; }} | head -n 1");
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(run.text().lines().count(), 1, "{command}");
        assert_eq!(run.stderr, "", "{command}");
        let code = fs::read_to_string(folder.path().join("code")).expect("the code");
        assert_eq!(code, "0\n", "{command}");
    }
    if cfg!(target_os = "linux") {
        for command in [
            "cold --list 1",
            "cold --list 9999999",
            "explain 5 8",
            "grundy 1 2",
        ] {
            let run = shell(&format!("\"$W\" {command} >/dev/full"), folder.path()).expect(2);
            assert_eq!(run.stderr, "wythoff: <stdout>: No space left on device\n");
        }
    }
    // A file that can't be written in full leaves the old one, and nothing else.
    let folder = Folder::new();
    folder.file("out", "old");
    let script = "ulimit -f 100; \"$W\" cold --list 9999999 -o out";
    let run = shell(script, folder.path()).expect(2);
    assert_eq!(run.stderr, "wythoff: out: File too large\n");
    assert_eq!(folder.names(), ["out"]);
    assert_eq!(
        fs::read(folder.path().join("out")).expect("the old one"),
        b"old"
    );
}

#[test]
fn json_says_the_same() {
    let k = BigUint::from(1_u32) << 70_u32;
    let (lower, upper) = pair(&k, 1);
    assert_eq!(
        told("cold --list 2 --from 3 --json"),
        "{\"k\":3,\"lower\":4,\"upper\":7}\n{\"k\":4,\"lower\":6,\"upper\":10}\n"
    );
    assert_eq!(
        told(&format!("cold --nth {k} --json")),
        format!("{{\"k\":{k},\"lower\":{lower},\"upper\":{upper}}}\n")
    );
    assert_eq!(
        told("cold --rank 7 --json"),
        "{\"n\":7,\"k\":3,\"side\":\"upper\"}\n"
    );
    assert_eq!(told("cold --partner 7 --json"), "{\"n\":7,\"partner\":4}\n");
}

// ----------------------------------------------------------------------------------- grundy

#[test]
fn grundy_values_by_the_rules() {
    let values = grundy_by_mex(61);
    // The first antidiagonals, as OEIS A004481 lists them.
    let start: Vec<_> = (0..7)
        .flat_map(|n| (0..=n).map(move |i| (i, n - i)))
        .map(|(a, b)| values[a][b])
        .collect();
    let listed = [
        0, 1, 1, 2, 2, 2, 3, 0, 0, 3, 4, 4, 1, 4, 4, 5, 5, 5, 5, 5, 5, 6, 3, 3, 6, 3, 3, 6,
    ];
    assert_eq!(start, listed);

    let numbers = |text: &str| -> Vec<Vec<usize>> {
        let row = |line: &str| {
            let words = line.split([' ', ',']).filter(|word| !word.is_empty());
            words.map(|word| word.parse().expect("a value")).collect()
        };
        text.lines().map(row).collect()
    };
    let triangle: Vec<Vec<_>> = (0..61)
        .map(|n| (0..=n).map(|i| values[i][n - i]).collect())
        .collect();
    assert_eq!(numbers(&told("grundy --max 60")), values);
    assert_eq!(numbers(&told("grundy --max 60 --csv")), values);
    assert_eq!(numbers(&told("grundy --max 60 --triangle")), triangle);
    assert_eq!(numbers(&told("grundy --max 60 --triangle --csv")), triangle);
    for (a, b) in [
        (0, 0),
        (0, 60),
        (60, 0),
        (1, 2),
        (17, 41),
        (41, 17),
        (60, 60),
    ] {
        assert_eq!(
            told(&format!("grundy {a} {b}")),
            format!("{}\n", values[a][b])
        );
    }
}

#[test]
fn grundy_tables_as_they_look() {
    assert_eq!(told("grundy --max 0"), "0\n");
    assert_eq!(
        told("grundy --max 5"),
        "0 1 2 3 4 5\n1 2 0 4 5 3\n2 0 1 5 3 4\n3 4 5 6 2 0\n4 5 3 2 7 6\n5 3 4 0 6 8\n"
    );
    assert_eq!(told("grundy --max 2 --csv"), "0,1,2\n1,2,0\n2,0,1\n");
    let table = told("grundy --max 30");
    let widths: BTreeSet<_> = table.lines().map(str::len).collect();
    assert_eq!(widths.len(), 1, "columns are straight");
    let folder = Folder::new();
    shell("\"$W\" grundy --max 30 -o out", folder.path()).expect(0);
    let file = fs::read_to_string(folder.path().join("out")).expect("the output");
    assert_eq!(file, table);
}

// ---------------------------------------------------------------------------------- explain

const PAIRS: &[(&str, &str)] = &[
    (
        "165580140 267914295",
        "\
(165580140, 267914295) is cold: the player to move loses.
The piles differ by d = 102334155. One cold position has that difference:
  floor(d * phi) = floor(165580140.999999995629...) = 165580140, and d more:
    (165580140, 267914295).
These are the two piles: cold.
A move keeps a pile or the difference; no other cold position has it: none wins.
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  165580140 =  101010101010101010101010101010101010101
  267914295 = 1010101010101010101010101010101010101010
  165580140 ends in 0 zeros (even: a lower number), one more makes 267914295.
In doubles d * (sqrt(5) + 1) / 2 is 165580141.00000000, cut to 165580141: hot.
  That is wrong. d * phi is 4.4e-9 below the whole number 165580141, and doubles
    of its size are 3.0e-8 apart: rounding takes it across.
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
  165580141 ends in 39 zeros (odd): it is no pair's lower number.
In doubles d * (sqrt(5) + 1) / 2 is 165580141.00000000, cut to 165580141: cold.
  That is wrong. d * phi is 4.4e-9 below the whole number 165580141, and doubles
    of its size are 3.0e-8 apart: rounding takes it across.
",
    ),
    (
        "1 2",
        "\
(1, 2) is cold: the player to move loses.
The piles differ by d = 1. One cold position has that difference:
  floor(d * phi) = floor(1.6180...) = 1, and d more: (1, 2).
These are the two piles: cold.
A move keeps a pile or the difference; no other cold position has it: none wins.
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  1 =  1
  2 = 10
  1 ends in 0 zeros (even: a lower number), one more makes 2.
In doubles d * (sqrt(5) + 1) / 2 is 1.6180339887498949, cut to 1: cold.
  That is right here. d * phi is 0.38 below the whole number 2, doubles of its
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
  5 ends in 3 zeros (odd): it is no pair's lower number.
In doubles d * (sqrt(5) + 1) / 2 is 4.8541019662496847, cut to 4: hot.
  That is right here. d * phi is 0.15 below the whole number 5, doubles of its
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
  7 ends in 1 zero (odd): it is no pair's lower number.
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
A move keeps a pile or the difference; no other cold position has it: none wins.
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  11400714819323198485 = 10100101000100...010000010100010100000101 (91 digits)
  18446744073709551615 = 10100101000100...100000101000101000001010 (92 digits)
  11400714819323198485 ends in 0 zeros (even: a lower number), one more makes
    18446744073709551615.
In doubles d * (sqrt(5) + 1) / 2 is 11400714819323199488, cut to
  11400714819323199488 (beyond a long long): hot.
  That is wrong. Doubles of this size are 2048 apart: not every whole number is
    among them.
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
A move keeps a pile or the difference; no other cold position has it: none wins.
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  ...00000000000000000 = 10000100100000...100100000000101010000001 (144 digits)
  ...94848204586834366 = 10000100100000...001000000001010100000010 (145 digits)
  1000000000000000000000000000000 ends in 0 zeros (even: a lower number), one
    more makes 1618033988749894848204586834366.
The usual formula in doubles can't be asked: the piles exceed 64 bits.
",
    ),
];

#[test]
fn explanations_word_by_word() {
    for &(piles, expected) in PAIRS {
        let found = told(&format!("explain {piles}"));
        assert_eq!(found, expected, "{piles}");
    }
    assert_eq!(
        told("explain 1 2 --rule misere"),
        "\
(1, 2) is hot: the player to move wins. By this rule, who takes the last object
  loses.
The cold positions are those of the normal game, but (0, 1) and (2, 2) in place
  of (0, 0) and (1, 2).
These moves win, as they leave a cold position:
  1 from both piles, leaving (0, 1)
  2 from the larger pile, leaving (0, 1)
"
    );
    assert_eq!(
        told("explain 4 5 --rule r=2"),
        "\
(4, 5) is hot: the player to move wins. By this rule, two takes may differ by
  less than 2.
Pair n is floor(n * alpha) and 2 * n more, alpha = (2 - 2 + sqrt(2^2 + 4)) / 2.
The piles differ by 1, which 2 doesn't divide. Those of no pair do: hot.
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

/// What stands in `text` between two marks.
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

/// Each number in an explanation, by means of its own.
#[track_caller]
fn assert_facts(a: u64, b: u64) {
    let text = told(&format!("explain {a} {b}"));
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

    // Each move is legal and ends cold; as many as an exhaustive look at the three kinds finds.
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

    // Partners are cold with their numbers.
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

    // An even number of zeros is what lower numbers end in.
    if a > 0 {
        let below = (BigUint::from(a).pow(2) * 5_u32).sqrt() - a;
        let is_lower = pair(&(below / 2_u32 + 1_u32), 1).0 == BigUint::from(a);
        let (zeros, rest) = between(&flat, &format!("{a} ends in "), ")")
            .split_once(" zero")
            .expect("zeros");
        assert_eq!(rest.contains("(even: a lower number"), is_lower, "{text}");
        assert_eq!(rest.contains("(odd"), !is_lower, "{text}");
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
            // The distance of neighbours, from the 52 bits behind the first one.
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
            // How far: by x^2 - x*d - d^2 = (x - d*phi) * (x + d/phi), whose left side is whole.
            let (near, rest) = rest.split_once(' ').expect("a distance");
            let (way, rest) = rest.split_once(" the whole number ").expect("a number");
            let x: i128 = rest
                .split([',', ' '])
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
fn slow_explanations_hold() {
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

/// A difference of 65533 digits has 65536 behind the point: more than a format's width can be.
#[test]
fn slow_explanations_of_very_long_piles() {
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
        let lines = told(&format!("explain {piles}")).lines().count();
        assert!((6..=18).contains(&lines), "{piles}: {lines} lines");
    }
}

/// Every rule tells its verdict and winning moves, as `solve` and `moves` do.
#[test]
fn slow_explanations_agree_with_the_other_commands() {
    for rule in ["normal", "misere", "r=1", "r=2", "r=3", "r=1000"] {
        let mut positions: Vec<(BigUint, BigUint)> = Vec::new();
        for a in 0_u32..6 {
            positions.extend((a..8).map(|b| (a.into(), b.into())));
        }
        let far = BigUint::from(10_u32).pow(30);
        positions.push((far.clone(), &far * 3_u32));
        for (a, b) in positions {
            let flat = sentences(&told(&format!("explain {a} {b} --rule {rule}")));
            let json = told(&format!("moves {a} {b} --json --rule {rule}"));
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

// ----------------------------------------------------------------------------------- errors

#[test]
fn errors_are_one_line_and_say_what_to_do() {
    for (args, message) in [
        (
            "cold --nth x",
            "--nth takes a whole number in decimal digits, or as 1e30 or 2^64-1, not `x`",
        ),
        (
            "cold --nth +1",
            "--nth takes a whole number in decimal digits, or as 1e30 or 2^64-1, not `+1`",
        ),
        (
            "cold --rank 1_0",
            "--rank takes a whole number in decimal digits, or as 1e30 or 2^64-1, not `1_0`",
        ),
        (
            "cold --partner 1.5",
            "--partner takes a whole number in decimal digits, or as 1e30 or 2^64-1, not `1.5`",
        ),
        (
            "cold --list 1 --from 0x1",
            "--from takes a whole number in decimal digits, or as 1e30 or 2^64-1, not `0x1`",
        ),
        (
            "cold --range 5",
            "--range takes LO..HI or LO..=HI, as in 10..20, not `5`",
        ),
        (
            "cold --range 5..",
            "--range takes a whole number in decimal digits, or as 1e30 or 2^64-1, not ``",
        ),
        (
            "cold --range 5..4",
            "--range takes the smaller number first, not `5..4`",
        ),
        (
            "grundy 1 2 --csv",
            "--triangle and --csv are for a table; write --max N for the piles",
        ),
        ("cold --nth 1 --from 2", "--from goes with --list"),
        (
            "cold --nth 1 --rule misere",
            "--rule misere has the pairs of --rule normal, but 0 1 and 2 2 in place of 0 0 and 1 2",
        ),
        (
            "explain 1 x",
            "a pile is a whole number in decimal digits, or as 1e30 or 2^64-1, not `x`",
        ),
        (
            "grundy 1 x",
            "a pile is a whole number in decimal digits, or as 1e30 or 2^64-1, not `x`",
        ),
        (
            "grundy --max 21846",
            "Grundy values are tabled for piles up to 21845; `wythoff explain` takes any pile",
        ),
        (
            "grundy 0 99999999999999999999999",
            "Grundy values are tabled for piles up to 21845; `wythoff explain` takes any pile",
        ),
    ] {
        let args: Vec<_> = args.split(' ').collect();
        let run = ran(&args).expect(2);
        assert!(run.stdout.is_empty(), "{args:?}");
        assert_eq!(run.stderr, format!("wythoff: {message}\n"), "{args:?}");
    }
    for args in [
        "cold",
        "cold --nth 1 --rank 2",
        "grundy",
        "grundy 1",
        "explain 1",
    ] {
        let args: Vec<_> = args.split(' ').collect();
        let run = ran(&args).expect(2);
        assert!(run.stdout.is_empty() && !run.stderr.is_empty(), "{args:?}");
    }
}

/// Whoever types them needn't count zeros.
#[test]
fn numbers_as_powers() {
    for (short, long) in [
        (
            "cold --nth 1e30",
            "cold --nth 1000000000000000000000000000000",
        ),
        ("cold --rank 2^64-1", "cold --rank 18446744073709551615"),
        ("cold --partner 10^3", "cold --partner 1000"),
        ("cold --range 1e3..=2^10", "cold --range 1000..=1024"),
        ("cold --list 1e1 --from 2^5", "cold --list 10 --from 32"),
        ("explain 1e3 1618", "explain 1000 1618"),
        ("grundy 1e1 2^4", "grundy 10 16"),
    ] {
        let [short, long] = [short, long].map(|line| {
            let args: Vec<_> = line.split(' ').collect();
            run(&mut wythoff(&args), Feed::Nothing).expect(0).stdout
        });
        assert!(!short.is_empty() && short == long);
    }
}

/// Its Fibonacci digits are as many numbers as large; all of them at once would be some 700 MB.
#[test]
fn an_explanation_takes_no_more_memory_than_some_numbers() {
    let folder = Folder::new();
    folder.file("pile", format!("1{}", "0".repeat(25_000)));
    let script = "ulimit -v 400000; \"$W\" explain $(cat pile) 1";
    let run = shell(script, folder.path()).expect(0);
    assert!(run.text().contains("Fibonacci digits"));
}
