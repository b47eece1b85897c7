//! Tests that the first known cases separate every wrong constant for phi from the right ones.

use super::known_cases;
use crate::game::tests::oracle;
use crate::problem::{Case, Framing, Problem, profile};
use num_bigint::BigUint;
use num_traits::Float;
use std::fmt;
use std::str::FromStr;

const PHI: &str = "1.618033988749894848204586834365638";
const ALPHA: &str = "0.618033988749894848204586834365638";

/// The first and the last number that a program takes for the lower pile of the cold position of difference `d`.
type Formula = Box<dyn Fn(u64) -> (i128, i128)>;

/// What a program computes for `d * phi`.
type Value<T> = Box<dyn Fn(u64) -> T>;

/// `constant` with `digits` digits after the point: cut, and rounded.
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

/// Formulas in the type `T`. With every rounding if `all`, else only with the usual one.
fn float_formulas<T>(name: &str, all: bool, found: &mut Vec<(String, Formula)>)
where
    T: Float + FromStr<Err: fmt::Debug> + 'static,
{
    let number = |x: f64| T::from(x).unwrap();
    let from = |d: u64| T::from(d).unwrap();
    let mut values: Vec<(String, Value<T>)> = Vec::new();
    for (is_phi, text) in constants() {
        let c: T = text.parse().unwrap();
        if is_phi {
            values.push((format!("d * {text}"), Box::new(move |d| from(d) * c)));
        } else {
            values.push((
                format!("d + d * {text}"),
                Box::new(move |d| from(d) + from(d) * c),
            ));
            values.push((format!("d / {text}"), Box::new(move |d| from(d) / c)));
        }
    }
    let (root, one, two) = (number(5.0).sqrt(), number(1.0), number(2.0));
    let roots: [(&str, Value<T>); 7] = [
        (
            "d * (sqrt(5) + 1) / 2",
            Box::new(move |d| from(d) * (root + one) / two),
        ),
        (
            "d * ((sqrt(5) + 1) / 2)",
            Box::new(move |d| from(d) * ((root + one) / two)),
        ),
        (
            "d * sqrt(5) / 2 + d / 2",
            Box::new(move |d| from(d) * root / two + from(d) / two),
        ),
        (
            "d + d * (sqrt(5) - 1) / 2",
            Box::new(move |d| from(d) + from(d) * (root - one) / two),
        ),
        (
            "d * 2 / (sqrt(5) - 1)",
            Box::new(move |d| from(d) * two / (root - one)),
        ),
        (
            "d / ((sqrt(5) - 1) / 2)",
            Box::new(move |d| from(d) / ((root - one) / two)),
        ),
        ("(d + sqrt(5 * d * d)) / 2", {
            let five = number(5.0);
            Box::new(move |d| (from(d) + (five * from(d) * from(d)).sqrt()) / two)
        }),
    ];
    values.extend(roots.map(|(text, value)| (text.to_owned(), value)));
    let whole = |x: T| x.to_i128().unwrap();
    for (text, value) in values {
        let value = std::rc::Rc::new(value);
        let mut add = |rounding: String, range: Box<dyn Fn(T) -> (T, T)>| {
            let value = value.clone();
            let formula = move |d| {
                let (from, to) = range(value(d));
                // Every program knows that (0, 0) is cold.
                if d == 0 {
                    (0, 0)
                } else {
                    (whole(from), whole(to))
                }
            };
            found.push((format!("{name} {rounding} of {text}"), Box::new(formula)));
        };
        add("floor".to_owned(), Box::new(|x| (x.floor(), x.floor())));
        if !all {
            continue;
        }
        add(
            "ceil - 1".to_owned(),
            Box::new(move |x| (x.ceil() - one, x.ceil() - one)),
        );
        let half = number(0.5);
        add(
            "round".to_owned(),
            Box::new(move |x| ((x - half).round(), (x - half).round())),
        );
        for eps in [1e-3, 1e-5, 1e-7, 1e-9, 1e-11] {
            let e = number(eps);
            add(
                format!("floor, {eps} more,"),
                Box::new(move |x| ((x + e).floor(), (x + e).floor())),
            );
            add(
                format!("floor, {eps} less,"),
                Box::new(move |x| ((x - e).floor(), (x - e).floor())),
            );
            add(
                format!("within {eps}"),
                Box::new(move |x| ((x - e).floor(), (x + e).floor())),
            );
        }
    }
}

/// `n` with its 64 highest bits, rounded to the nearest one: the precision of an 80-bit `long double`.
fn to_64_bits(n: u128) -> u128 {
    let lost = (128 - n.leading_zeros()).saturating_sub(64);
    if lost == 0 {
        return n;
    }
    let (kept, rest, half) = (n >> lost, n & ((1 << lost) - 1), 1 << (lost - 1));
    let up = rest > half || rest == half && kept % 2 == 1;
    (kept + u128::from(up)) << lost
}

/// Formulas with whole numbers: fractions, powers of two, and an 80-bit `long double`.
fn whole_formulas(found: &mut Vec<(String, Formula)>) {
    let mut add = |text: String, value: Box<dyn Fn(u128) -> u128>| {
        let formula = move |d: u64| (value(d.into()) as i128, value(d.into()) as i128);
        found.push((text, Box::new(formula)));
    };
    for (is_phi, text) in constants() {
        let n: u128 = text.replace('.', "").parse().unwrap();
        let m = 10_u128.pow(text.len() as u32 - 2);
        // 63 bits behind the point.
        let scaled = (BigUint::from(n) << 64_u32) / m + 1_u32;
        let c = u128::try_from(scaled >> 1_u32).unwrap();
        if is_phi {
            add(format!("d * {n} / {m}"), Box::new(move |d| d * n / m));
            add(
                format!("80 bits {text}"),
                Box::new(move |d| to_64_bits(d * c) >> 63),
            );
        } else {
            add(
                format!("d + d * {n} / {m}"),
                Box::new(move |d| d + d * n / m),
            );
            add(format!("d * {m} / {n}"), Box::new(move |d| d * m / n));
            let sum = move |d: u128| to_64_bits(to_64_bits(d * c) + (d << 63)) >> 63;
            add(format!("80 bits d + d * {text}"), Box::new(sum));
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

/// On the first 120 known cases every formula fails that is wrong for some position within the limit.
#[test]
fn every_wrong_constant_fails_on_the_first_known_cases() {
    let mut formulas = Vec::new();
    float_formulas::<f32>("float", false, &mut formulas);
    float_formulas::<f64>("double", true, &mut formulas);
    whole_formulas(&mut formulas);
    assert!(formulas.len() > 1000);
    for limit in [
        100_000_u64,
        2_000_000,
        1_000_000_000,
        2_147_483_647,
        10_u64.pow(18),
    ] {
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
        let (mut wrong, mut latest) = (0, 0);
        for (name, formula) in &formulas {
            let fails = |a: i128, d: u64, lower: i128| {
                let (from, to) = formula(d);
                (from..=to).contains(&a) != (a == lower)
            };
            let is_wrong = all.iter().any(|&(lower, d)| {
                let within = |a: &i128| *a >= 0 && a + i128::from(d) <= limit.into();
                let near = (lower - 1..=lower + 1).filter(within);
                near.into_iter().any(|a| fails(a, d, lower))
            });
            let found = known
                .iter()
                .position(|&(a, d)| fails(a, d, lower(d) as i128));
            assert!(found.is_some() || !is_wrong, "up to {limit}: {name}");
            wrong += usize::from(is_wrong);
            latest = latest.max(found.unwrap_or(0) + 1);
        }
        eprintln!(
            "up to {limit}: {wrong} of {} formulas are wrong, all fail on the first {latest} cases",
            formulas.len()
        );
    }
}

/// Where an input has many records, the first batch has the same cases.
#[test]
fn the_profiles_begin_with_the_same_pairs() {
    let of = |name: &str| known_cases(&profile(name).unwrap().problem, 120);
    assert_eq!(of("luogu-p2252"), of("poj1067"));
}
