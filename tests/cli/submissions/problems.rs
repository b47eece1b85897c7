//! The problems of the judges: samples, inputs within the limits, and the right answers.

use super::oracle::*;
use crate::support::SplitMix;
use num_bigint::BigUint;
use std::collections::BTreeSet;
use wythoff::game::oracle::{pair_by_sqrt, worst_cases};

/// A record of the input, as numbers.
pub(crate) type Record = Vec<String>;

/// How an input begins and ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Framing {
    /// Records until the end.
    Eof,
    /// The number of records first.
    Count,
    /// Records until this one.
    Until(&'static [&'static str]),
    /// One record.
    One,
}

/// A judge's problem.
pub(crate) struct Problem {
    pub(crate) profile: &'static str,
    pub(crate) framing: Framing,
    /// Whether a new line begins before the record's number of that place, counted from 0.
    pub(crate) breaks: fn(usize) -> bool,
    /// The judge's own input and answers.
    pub(crate) sample: (&'static str, &'static str),
    pub(crate) records: fn() -> Vec<Record>,
    pub(crate) answer: fn(&[String]) -> String,
}

const PAIRS: (&str, &str) = ("2 1\n8 4\n4 7\n", "0\n1\n0\n");
const COUNTED: (&str, &str) = ("3\n3 5\n3 4\n1 9\n", "B\nA\nA\n");
const E18: u64 = 1_000_000_000_000_000_000;
const ZERO: Framing = Framing::Until(&["0"]);

/// All problems.
pub(crate) const PROBLEMS: &[Problem] = &[
    Problem {
        profile: "poj1067",
        framing: Framing::Eof,
        breaks: |_| false,
        sample: PAIRS,
        records: || pairs(&wythoff_cases(1_000_000_000)),
        answer: |pair| word(is_cold(pair), "0", "1"),
    },
    Problem {
        profile: "hdu1527",
        framing: Framing::Eof,
        breaks: |_| false,
        sample: PAIRS,
        records: || pairs(&killers()),
        answer: |pair| word(is_cold(pair), "0", "1"),
    },
    Problem {
        profile: "luogu-p2252",
        framing: Framing::One,
        breaks: |_| false,
        sample: ("8 4\n", "1\n"),
        records: || pairs(&few_cases()),
        answer: |pair| word(is_cold(pair), "0", "1"),
    },
    Problem {
        profile: "51nod1072",
        framing: Framing::Count,
        breaks: |_| false,
        sample: COUNTED,
        records: || pairs(&wythoff_cases(2_000_000)),
        answer: |pair| word(is_cold(pair), "B", "A"),
    },
    Problem {
        profile: "51nod1185",
        framing: Framing::Count,
        breaks: |_| false,
        sample: COUNTED,
        records: || pairs(&wythoff_cases(E18)),
        answer: |pair| word(is_cold(pair), "B", "A"),
    },
    Problem {
        profile: "hdu5973",
        framing: Framing::Eof,
        breaks: |_| false,
        sample: PAIRS,
        records: huge_cases,
        answer: |pair| word(is_cold(pair), "0", "1"),
    },
    Problem {
        profile: "hdu2177",
        framing: Framing::Until(&["0", "0"]),
        breaks: |_| false,
        sample: (
            "1 2\n5 8\n4 7\n2 2\n0 0\n",
            "0\n1\n4 7\n3 5\n0\n1\n0 0\n1 2\n",
        ),
        records: || pairs(&move_cases()),
        answer: |pair| {
            let replies = wythoff_replies(number(&pair[0]), number(&pair[1]));
            listed(&["0", "1"], &replies)
        },
    },
    Problem {
        profile: "luogu-p2197",
        framing: Framing::Count,
        breaks: |place| place == 1,
        sample: ("2\n2\n1 1\n2\n1 0\n", "No\nYes\n"),
        records: || nim_cases(10_000),
        answer: |record| word(moves(record).is_empty(), "No", "Yes"),
    },
    Problem {
        profile: "hdu1849",
        framing: ZERO,
        breaks: |place| place == 1,
        sample: ("2\n3 5\n3\n3 5 6\n0\n", "Rabbit Win!\nGrass Win!\n"),
        records: || nim_cases(1000),
        answer: |record| word(moves(record).is_empty(), "Grass Win!", "Rabbit Win!"),
    },
    Problem {
        profile: "hdu1850",
        framing: ZERO,
        breaks: |place| place == 1,
        sample: ("3\n5 7 9\n0\n", "1\n"),
        records: || nim_cases(100),
        answer: |record| format!("{}\n", moves(record).len()),
    },
    Problem {
        profile: "poj2975",
        framing: ZERO,
        breaks: |place| place == 1,
        sample: ("3\n7 11 13\n0\n", "3\n"),
        records: || nim_cases(1000),
        answer: |record| format!("{}\n", moves(record).len()),
    },
    Problem {
        profile: "hdu2176",
        framing: ZERO,
        breaks: |place| place == 1,
        sample: (
            "2\n45 45\n3\n3 6 9\n5\n5 7 8 9 10\n0\n",
            "No\nYes\n9 5\nYes\n8 1\n9 0\n10 3\n",
        ),
        records: || nim_cases(200_000),
        answer: |record| listed(&["No", "Yes"], &moves(record)),
    },
    // No sample is known except a cold position.
    Problem {
        profile: "uva11249",
        framing: Framing::Count,
        breaks: |place| place % 2 == 0,
        sample: ("1\n1 1\n2 6\n", "LOSING\n\n"),
        records: spread_cases,
        answer: |record| {
            let k = number(&record[0]);
            let answers = record[2..].chunks(2).map(|pair| {
                let cold = spread_is_cold(k, number(&pair[0]), number(&pair[1]));
                word(cold, "LOSING", "WINNING")
            });
            answers.collect::<String>() + "\n"
        },
    },
    Problem {
        profile: "haut1297",
        framing: Framing::Count,
        breaks: |place| place == 1,
        sample: ("2\n3\n2 3 2\n2\n2 1\n", "Sherlock\nWatson\n"),
        records: || {
            let two = |pair: Record| [vec!["2".to_owned()], pair].concat();
            let pairs = pairs(&wythoff_cases(i32::MAX as u64)).into_iter().map(two);
            nim_cases(1000).into_iter().chain(pairs).collect()
        },
        answer: |record| {
            let cold = match &record[1..] {
                pair @ [_, _] => is_cold(pair),
                _ => moves(record).is_empty(),
            };
            word(cold, "Watson", "Sherlock")
        },
    },
];

// --------------------------------------------------------------------------------- the answers

fn word(cold: bool, for_cold: &str, for_hot: &str) -> String {
    format!("{}\n", if cold { for_cold } else { for_hot })
}

/// The first label if the list is empty, else the second label and the list.
fn listed(words: &[&str; 2], list: &[(u64, u64)]) -> String {
    let mut answer = word(list.is_empty(), words[0], words[1]);
    for (first, second) in list {
        answer += &format!("{first} {second}\n");
    }
    answer
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number below 2^64")
}

fn is_cold(pair: &[String]) -> bool {
    let [a, b] = [0, 1].map(|i| pair[i].parse::<BigUint>().expect("a number"));
    wythoff_is_cold(&a, &b)
}

fn moves(record: &[String]) -> Vec<(u64, u64)> {
    let piles: Vec<_> = record[1..].iter().map(|pile| number(pile)).collect();
    nim_moves(&piles)
}

// ---------------------------------------------------------------------------------- the inputs

fn pairs(positions: &[(u64, u64)]) -> Vec<Record> {
    positions
        .iter()
        .map(|(a, b)| vec![a.to_string(), b.to_string()])
        .collect()
}

/// The differences at which `(int)(d * (sqrt(5) + 1) / 2)` is wrong in double precision, for piles
/// up to 10^9.
const DOUBLE_KILLERS: [u64; 14] = [
    102_334_155,
    141_422_324,
    180_510_493,
    204_668_310,
    219_598_662,
    243_756_479,
    267_914_296,
    282_844_648,
    307_002_465,
    321_932_817,
    336_863_169,
    346_090_634,
    361_020_986,
    370_248_451,
];

/// The first differences at which an x87 `long double` and 27 decimals of phi are wrong.
const LONG_KILLERS: [u64; 2] = [4_807_526_976, 44_945_570_212_853];

/// The positions of difference `d` whose smaller pile is at most `by` from the cold one, in both
/// orders, as far as no pile exceeds `limit`.
fn around(d: u64, by: i128, limit: u64, positions: &mut Vec<(u64, u64)>) {
    let lower = i128::try_from(pair_by_sqrt(&d.into()).0).expect("little over 2^64");
    for off in -by..=by {
        let (a, b) = (lower + off, lower + off + i128::from(d));
        if a >= 0 && b <= i128::from(limit) {
            positions.extend([(a as u64, b as u64), (b as u64, a as u64)]);
        }
    }
}

/// Cold positions on which published formulas fail, and their neighbours.
fn killers() -> Vec<(u64, u64)> {
    let mut positions = Vec::new();
    for d in DOUBLE_KILLERS {
        around(d, 1, 1_000_000_000, &mut positions);
    }
    positions
}

fn wythoff_cases(limit: u64) -> Vec<(u64, u64)> {
    let small = (0..=60).flat_map(|a| (0..=60).map(move |b| (a, b)));
    let mut positions: Vec<_> = small.collect();
    for d in DOUBLE_KILLERS.into_iter().chain(LONG_KILLERS) {
        around(d, 2, limit, &mut positions);
    }
    for (_, d) in worst_cases(100) {
        around(d, 1, limit, &mut positions);
    }
    // The largest differences that fit the limit.
    let largest = (u128::from(limit) * 381_966_011 / 1_000_000_000) as u64;
    for d in largest.saturating_sub(20)..=largest {
        around(d, 1, limit, &mut positions);
    }
    for a in [0, 1, limit / 2, limit - 1, limit] {
        positions.extend([0, 1, limit / 2, limit - 1, limit].map(|b| (a, b)));
    }
    let mut numbers = SplitMix(limit);
    let mut below = |n: u64| numbers.below(n);
    for _ in 0..500 {
        positions.push((below(limit), below(limit)));
        positions.push((below(limit) >> below(64), below(limit) >> below(64)));
        around(below(largest), 1, limit, &mut positions);
    }
    positions
}

/// The positions that most likely fail, for a judge that gives one position a run.
fn few_cases() -> Vec<(u64, u64)> {
    let mut positions = vec![
        (0, 0),
        (1, 1),
        (2, 1),
        (0, 1_000_000_000),
        (1_000_000_000, 1_000_000_000),
    ];
    around(381_966_010, 1, 1_000_000_000, &mut positions);
    // The cold position of each difference, smaller pile first.
    positions.extend(killers().into_iter().skip(2).step_by(6));
    positions
}

/// Positions for a judge that asks for moves: smaller pile first, and never two empty piles, which end the input.
fn move_cases() -> Vec<(u64, u64)> {
    const LIMIT: u64 = 1_000_000;
    let mut positions: Vec<_> = (0..=60)
        .flat_map(|b| (0..=b).map(move |a| (a, b)))
        .collect();
    for (_, d) in worst_cases(5) {
        around(d, 1, LIMIT, &mut positions);
    }
    let mut numbers = SplitMix(2177);
    let mut below = |n: u64| numbers.below(n);
    for _ in 0..20 {
        let b = below(LIMIT + 1);
        positions.extend([(below(b + 1), b), (b, b), (0, b), (b - b / 20, b)]);
        around(below(381_966), 1, LIMIT, &mut positions);
    }
    positions.extend([(LIMIT, LIMIT), (LIMIT - 1, LIMIT), (0, LIMIT)]);
    positions.retain(|&(a, b)| a <= b && b > 0);
    positions
}

/// Piles of up to 101 digits.
fn huge_cases() -> Vec<Record> {
    let mut records = pairs(&wythoff_cases(u64::MAX));
    let limit = BigUint::from(10_u32).pow(100);
    let mut differences = Vec::new();
    // Differences from 2^64 on where d * phi is nearest to a whole number: sequences with Fibonacci's recurrence.
    for first in 1..12_u32 {
        for second in 0..first {
            let (mut x, mut d) = (BigUint::from(first + second), BigUint::from(first));
            while d < limit {
                (x, d) = (&x + &d, x);
                if d.bits() > 60 {
                    differences.push(d.clone());
                }
            }
        }
    }
    let mut numbers = SplitMix(5973);
    for digits in 1..=100 {
        for _ in 0..10 {
            let words: Vec<_> = (0..11).map(|_| numbers.next() as u32).collect();
            differences.push(BigUint::new(words) % BigUint::from(10_u32).pow(digits));
        }
        // Runs of zeros and nines carry and borrow across limbs.
        let power = BigUint::from(10_u32).pow(digits);
        differences.extend([&power - 1_u32, power]);
    }
    for d in differences {
        let (lower, upper) = pair_by_sqrt(&d);
        let mut add = |a: BigUint, b: BigUint| {
            if a <= limit && b <= limit {
                records.push(vec![a.to_string(), b.to_string()]);
            }
        };
        add(lower.clone(), upper.clone());
        add(upper.clone(), lower.clone());
        add(&lower + 1_u32, &upper + 1_u32);
        add(&upper + 1_u32, lower.clone());
        add(d.clone(), d.clone());
        add(BigUint::ZERO, d);
        if lower > BigUint::ZERO {
            add(&lower - 1_u32, &upper - 1_u32);
        }
    }
    records.push(vec![limit.to_string(), limit.to_string()]);
    records.push(vec!["0".to_owned(), limit.to_string()]);
    records
}

/// Up to `longest` piles in a record.
fn nim_cases(longest: u64) -> Vec<Record> {
    let mut numbers = SplitMix(longest);
    let mut cases: Vec<Vec<u64>> = vec![vec![0], vec![1], vec![0, 0], vec![0; 5]];
    for n in 0..10_000_u64 {
        let digits = [n % 10, n / 10 % 10, n / 100 % 10, n / 1000];
        cases.push(digits[..1 + n as usize % 4].to_vec());
    }
    let mut random = |count: u64, limit: u64| {
        let mut piles: Vec<_> = (0..count).map(|_| numbers.below(limit)).collect();
        // Every second record is made cold, and every third of these is then changed by one.
        if numbers.below(2) == 0 {
            let nim_sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
            piles[0] ^= nim_sum;
            piles[0] ^= u64::from(numbers.below(3) == 0);
        }
        piles
    };
    for i in 0..1000 {
        let count = 1 + i % 20;
        cases.push(random(count, 8));
        cases.push(random(count, 1 << 31));
    }
    cases.push(random(longest, 1 << 31));
    cases.push(random(longest, 2));
    let tokens = |piles: Vec<u64>| {
        let mut record = vec![piles.len().to_string()];
        record.extend(piles.iter().map(u64::to_string));
        record
    };
    cases.into_iter().map(tokens).collect()
}

/// A case for each bound on the difference of two takes.
fn spread_cases() -> Vec<Record> {
    let mut numbers = SplitMix(11249);
    let bounds = [
        0,
        1,
        2,
        3,
        7,
        99,
        100_000,
        1 << 31,
        1 << 32,
        1 << 40,
        1 << 63,
        u64::MAX,
    ];
    let mut records = vec![vec!["5".to_owned(), "0".to_owned()]];
    for k in bounds {
        let r = BigUint::from(k) + 1_u32;
        let mut positions: Vec<_> = (0..=20)
            .flat_map(|a| (0..=40).map(move |b| (a, b)))
            .collect();
        if k == 0 {
            positions.extend(killers());
        }
        let max = u64::MAX;
        positions.extend([(0, max), (max, 0), (1, max), (max - 1, max), (max, max)]);
        // n * t is nearest to a whole number at the denominators of the continued fraction of t,
        // which is r, r, r, ... behind the point.
        let (mut last, mut n) = (BigUint::ZERO, BigUint::from(1_u32));
        let mut indices = Vec::new();
        while n.bits() <= 64 {
            indices.extend([n.clone(), &n + 1_u32, &n * 2_u32, &n * 3_u32]);
            (last, n) = (n.clone(), n * &r + last);
        }
        for _ in 0..100 {
            indices.push(((numbers.next() / k.saturating_add(3)) >> numbers.below(8)).into());
        }
        for n in indices {
            let (lower, upper) = spread_pair(&r, &n);
            for off in -2..=2_i128 {
                for wide in [0, 1, i128::from(k) / 2] {
                    let at = |x: &BigUint| i128::try_from(x.clone()).map_or(-9, |x| x + off);
                    let near = (u64::try_from(at(&lower)), u64::try_from(at(&upper) + wide));
                    if let (Ok(a), Ok(b)) = near {
                        positions.push(if numbers.below(2) == 0 {
                            (a, b)
                        } else {
                            (b, a)
                        });
                    }
                }
            }
        }
        let mut record = vec![k.to_string(), positions.len().to_string()];
        record.extend(pairs(&positions).concat());
        records.push(record);
    }
    records
}

#[test]
fn the_inputs_break_floating_point() {
    let cold_in_double = |a: u64, b: u64| {
        let d = a.abs_diff(b);
        (d as f64 * (5_f64.sqrt() + 1.0) / 2.0) as u64 == a.min(b)
    };
    for profile in ["poj1067", "hdu1527", "luogu-p2252", "51nod1185"] {
        let problem = PROBLEMS.iter().find(|problem| problem.profile == profile);
        let broken: BTreeSet<u64> = (problem.expect("a problem").records)()
            .iter()
            .filter(|pair| {
                let (a, b) = (number(&pair[0]), number(&pair[1]));
                cold_in_double(a, b) != is_cold(pair)
            })
            .map(|pair| number(&pair[0]).abs_diff(number(&pair[1])))
            .collect();
        for d in DOUBLE_KILLERS {
            assert!(broken.contains(&d), "{profile}: {d} breaks no formula");
        }
    }
}
