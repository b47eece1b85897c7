//! Tests that the first known cases separate every wrong constant for phi from the right ones.

use super::known_cases;
use crate::game::tests::oracle;
use crate::problem::{Case, Framing, Problem, profile};
use num_bigint::BigUint;

const PHI: &str = "1.618033988749894848204586834365638";
const ALPHA: &str = "0.618033988749894848204586834365638";

/// A program's answer for difference `d`: the smallest and the largest number that it takes for the lower pile of the cold
/// position.
type Formula = Box<dyn Fn(u64) -> (i128, i128)>;

/// The value that a program computes for `d * phi`.
type Value = Box<dyn Fn(f64) -> f64>;

/// `constant` with `digits` digits after the point: truncated, and rounded.
fn decimals(constant: &str, digits: usize) -> [String; 2] {
    let cut = &constant[..2 + digits];
    let plain: u128 = cut.replace('.', "").parse().unwrap();
    let up = u128::from(constant.as_bytes()[2 + digits] >= b'5');
    let rounded = format!("{:0width$}", plain + up, width = digits + 1);
    [
        cut.to_owned(),
        format!("{}.{}", &rounded[..1], &rounded[1..]),
    ]
}

/// All constants: phi and 1/phi, with 3 to 20 digits after the point.
fn constants() -> impl Iterator<Item = (bool, String)> {
    let both = [(true, PHI), (false, ALPHA)].into_iter();
    both.flat_map(|(is_phi, constant)| {
        (3..=20).flat_map(move |digits| decimals(constant, digits).map(|text| (is_phi, text)))
    })
}

/// Formulas in double precision, with every usual rounding.
fn double_formulas(found: &mut Vec<(String, Formula)>) {
    let mut values: Vec<(String, Value)> = Vec::new();
    for (is_phi, text) in constants() {
        let c: f64 = text.parse().unwrap();
        if is_phi {
            values.push((format!("d * {text}"), Box::new(move |d| d * c)));
        } else {
            values.push((format!("d + d * {text}"), Box::new(move |d| d + d * c)));
            values.push((format!("d / {text}"), Box::new(move |d| d / c)));
        }
    }
    type OfRoot = fn(f64, f64) -> f64;
    let roots: [(&str, OfRoot); 7] = [
        ("d * (r + 1) / 2", |d, r| d * (r + 1.0) / 2.0),
        ("d * ((r + 1) / 2)", |d, r| d * ((r + 1.0) / 2.0)),
        ("d * r / 2 + d / 2", |d, r| d * r / 2.0 + d / 2.0),
        ("d + d * (r - 1) / 2", |d, r| d + d * (r - 1.0) / 2.0),
        ("d * 2 / (r - 1)", |d, r| d * 2.0 / (r - 1.0)),
        ("d / ((r - 1) / 2)", |d, r| d / ((r - 1.0) / 2.0)),
        ("(d + sqrt(5 * d * d)) / 2", |d, _| {
            (d + (5.0 * d * d).sqrt()) / 2.0
        }),
    ];
    values.extend(roots.map(|(text, value)| -> (String, Value) {
        let name = format!("{text}, r = sqrt(5)");
        (name, Box::new(move |d| value(d, 5_f64.sqrt())))
    }));
    // Rounding down, with an amount that is subtracted from the value for the smallest number, and one that is added for the
    // largest.
    let mut roundings = vec![("floor".to_owned(), 0.0, 0.0)];
    for e in [1e-3, 1e-5, 1e-7, 1e-9, 1e-11] {
        roundings.push((format!("floor, {e} more,"), -e, e));
        roundings.push((format!("floor, {e} less,"), e, -e));
        roundings.push((format!("within {e}"), e, e));
    }
    for (text, value) in values {
        let value = std::rc::Rc::new(value);
        for (rounding, less, more) in roundings.clone() {
            let value = value.clone();
            // Every program knows that (0, 0) is cold.
            let formula = move |d: u64| match d {
                0 => (0, 0),
                d => [-less, more]
                    .map(|by| (value(d as f64) + by).floor() as i128)
                    .into(),
            };
            found.push((format!("double {rounding} of {text}"), Box::new(formula)));
        }
    }
}

/// Adds formulas in whole numbers, which approximate phi by a decimal fraction or by a fraction of 2^k.
fn whole_formulas(found: &mut Vec<(String, Formula)>) {
    let mut add = |text: String, value: Box<dyn Fn(u128) -> u128>| {
        let formula = move |d: u64| (value(d.into()) as i128, value(d.into()) as i128);
        found.push((text, Box::new(formula)));
    };
    for (is_phi, text) in constants() {
        let n: u128 = text.replace('.', "").parse().unwrap();
        let m = 10_u128.pow(text.len() as u32 - 2);
        if is_phi {
            add(format!("d * {n} / {m}"), Box::new(move |d| d * n / m));
        } else {
            add(
                format!("d + d * {n} / {m}"),
                Box::new(move |d| d + d * n / m),
            );
            add(format!("d * {m} / {n}"), Box::new(move |d| d * m / n));
        }
    }
    for bits in 8..=64_u32 {
        let cut = 0x9e37_79b9_7f4a_7c15_u128 >> (64 - bits);
        for c in [cut, cut + 1] {
            add(
                format!("d + (d * {c} >> {bits})"),
                Box::new(move |d| d + ((d * c) >> bits)),
            );
        }
    }
}

/// Differences at which formulas fail, found without the code under test.
fn differences(last: u64) -> Vec<u64> {
    let worst = oracle::worst_cases(200);
    let mut all: Vec<_> = worst.iter().map(|&(_, d)| d).collect();
    all.extend(0..1000);
    all.extend((0..1000).map(|i| last.saturating_sub(i)));
    let mut random = 1_u64;
    all.extend((0..1000).map(|_| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        random % (last + 1)
    }));
    all.retain(|&d| d <= last);
    all.sort_unstable();
    all.reverse();
    all
}

fn lower(d: u64) -> u128 {
    let square = BigUint::from(d) * d * 5_u32;
    u128::try_from((square.sqrt() + d) >> 1_u32).unwrap()
}

/// Every formula that is wrong for some position within the limit fails on the first 120 known cases.
#[test]
fn every_wrong_constant_fails_on_the_first_known_cases() {
    let mut formulas = Vec::new();
    double_formulas(&mut formulas);
    whole_formulas(&mut formulas);
    assert!(formulas.len() > 1000);
    for limit in [2_000_000, 1_000_000_000, 10_u64.pow(18)] {
        let mut problem = Problem {
            framing: Framing::One,
            ..Problem::default()
        };
        problem.limits.max_pile = Some(limit.into());
        let pair = |case: &Case| {
            let [a, b] = [0, 1].map(|i| u64::try_from(&case.piles[i]).unwrap());
            (i128::from(a.min(b)), a.abs_diff(b))
        };
        let known: Vec<_> = known_cases(&problem, 120).iter().map(pair).collect();
        // The last difference within the limit.
        let last = (0..64).rev().fold(0, |last, bit| {
            let d = last | 1 << bit;
            let fits = lower(d) + u128::from(d) <= limit.into();
            if fits { d } else { last }
        });
        let all = differences(last);
        let all: Vec<_> = all.into_iter().map(|d| (lower(d) as i128, d)).collect();
        let mut wrong = 0;
        for (name, formula) in &formulas {
            let fails = |a: i128, d: u64, lower: i128| {
                let (from, to) = formula(d);
                (from..=to).contains(&a) != (a == lower)
            };
            let is_wrong = all.iter().any(|&(lower, d)| {
                let within = |a: &i128| *a >= 0 && a + i128::from(d) <= limit.into();
                (lower - 1..=lower + 1)
                    .filter(within)
                    .any(|a| fails(a, d, lower))
            });
            let is_found = known.iter().any(|&(a, d)| fails(a, d, lower(d) as i128));
            assert!(is_found || !is_wrong, "up to {limit}: {name}");
            wrong += usize::from(is_wrong);
        }
        assert!(wrong > 500, "up to {limit} only {wrong} formulas are wrong");
    }
}

/// For a problem with many records in an input, the first batch has the same cases.
#[test]
fn the_profiles_begin_with_the_same_pairs() {
    let of = |name: &str| known_cases(&profile(name).unwrap().problem, 120);
    assert_eq!(of("luogu-p2252"), of("poj1067"));
}
