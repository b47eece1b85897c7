//! Times the decision on two columns of numbers in memory, without any text, and compares it with the usual formula. (`wythoff
//! bench` times texts.) Prints the median of twenty times.
//!
//! `cargo bench --bench columns`; `cargo bench --bench columns -- cold` for the regimes with this word in their names.
//!
//! The columns have [`SIZE`] bytes, which don't repeat: more than the caches hold, and more than a branch predictor learns. There
//! is one thread. The answers of each function are compared with the right ones.

use std::hint::black_box;
use std::time::Instant;
use wythoff::workload::{REGIMES, Workload};
use wythoff::{is_cold, is_cold_column};

/// Bytes of two columns.
const SIZE: usize = 64 << 20;

fn columns(name: &str) -> (Vec<u64>, Vec<u64>) {
    let rows = SIZE / 16;
    let (mut a, mut b) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
    let regime = REGIMES.iter().find(|regime| regime.name == name);
    let regime = regime.expect("every name below is in the list");
    let workload = Workload::of_regime(1, *regime);
    for block in 0.. {
        if a.len() >= rows {
            break;
        }
        let mut text = Vec::new();
        workload.append_block(block, &mut text);
        let text = String::from_utf8(text).expect("a regime has only ASCII");
        for line in text.lines() {
            let (x, y) = line.split_once(' ').expect("one blank between two piles");
            a.push(x.parse().expect("a pile within u64"));
            b.push(y.parse().expect("a pile within u64"));
        }
    }
    (a, b)
}

/// The usual formula. It is wrong for some pairs with piles from 165580140 on. So it is a baseline only if a comparison with
/// the exact test finds no wrong pair.
fn f64_formula(a: u64, b: u64) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    ((b - a) as f64 * ((5f64.sqrt() + 1.0) / 2.0)) as u64 == a
}

/// `floor(d * phi)`, computed with an integer square root: a method that the crate does not use.
fn wythoff_lower(d: u64) -> u64 {
    let d = u128::from(d);
    u64::try_from((d + (5 * d * d).isqrt()) / 2).unwrap_or(u64::MAX)
}

type Decide = dyn Fn(&[u64], &[u64], &mut [bool]);

fn main() {
    // Cargo adds `--bench`.
    let word = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let word = word.unwrap_or_default();
    for regime in ["100", "1e9", "cold", "half-cold", "1e18", "cold-1e18"] {
        if !regime.contains(&word) {
            continue;
        }
        let (a, b) = columns(regime);
        let is_cold_pair = |(&a, &b): (&u64, &u64)| a.min(b) == wythoff_lower(a.abs_diff(b));
        let cold: Vec<bool> = a.iter().zip(&b).map(is_cold_pair).collect();
        let mut answers = vec![false; cold.len()];
        let by_pair = |cold: fn(u64, u64) -> bool| {
            move |a: &[u64], b: &[u64], answers: &mut [bool]| {
                let pairs = a.iter().zip(b).zip(answers);
                pairs.for_each(|((&a, &b), answer)| *answer = cold(a, b));
            }
        };
        let mut time = |name: &str, decide: &Decide| {
            answers.fill(!cold[0]);
            let times = (0..20).map(|_| {
                let start = Instant::now();
                decide(black_box(&a), black_box(&b), black_box(&mut answers));
                start.elapsed().as_secs_f64()
            });
            let mut times: Vec<_> = times.collect();
            times.sort_by(f64::total_cmp);
            assert!(answers == cold, "{name} differs");
            let nanoseconds = times[10] * 1e9 / cold.len() as f64;
            println!("{regime:10} {name:15} {nanoseconds:6.2} ns a row");
        };
        time("is_cold", &by_pair(is_cold));
        time("is_cold_column", &is_cold_column);
        if !regime.ends_with("1e18") {
            time("f64_formula", &by_pair(f64_formula));
        }
    }
}
