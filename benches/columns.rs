//! Times the decision on two columns of numbers in memory, without any text, and compares it with the usual formula. (`wythoff
//! bench` times texts.)
//!
//! `cargo bench --bench columns`; `cargo bench --bench columns -- cold` for some of them;
//! `cargo bench --bench columns -- --test` runs each once. Names are `regime/function`.
//!
//! The columns have [`SIZE`] bytes, which don't repeat: more than the caches hold, and more than a branch predictor learns. There
//! is one thread. Before the timing, the answers are compared.

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use std::hint::black_box;
use std::time::Duration;
use wythoff::game::is_cold_u32;
use wythoff::workload::{REGIMES, Workload};
use wythoff::{Problem, is_cold, is_cold_column};

/// Bytes of two columns.
const SIZE: usize = 64 << 20;

/// Two columns of numbers.
struct Columns<T> {
    a: Vec<T>,
    b: Vec<T>,
}

fn columns(name: &str) -> Columns<u64> {
    let rows = SIZE / 16;
    let (mut a, mut b) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
    let regime = REGIMES.iter().find(|regime| regime.name == name);
    let regime = regime.expect("every name below is in the list");
    let workload = Workload::of_regime(1, *regime, &Problem::default());
    let workload = workload.expect("a pair on each line");
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
    Columns { a, b }
}

/// Times `cold` on all rows, after a comparison with the exact test.
fn rows<T: Copy>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    columns: &Columns<T>,
    expected: &[bool],
    cold: impl Fn(T, T) -> bool + Copy,
) {
    let pairs = || columns.a.iter().zip(&columns.b);
    assert!(
        pairs()
            .map(|(&a, &b)| cold(a, b))
            .eq(expected.iter().copied()),
        "{name} differs"
    );
    let timed = || {
        let columns = black_box(columns);
        let pairs = columns.a.iter().zip(&columns.b);
        pairs.map(|(&a, &b)| u64::from(cold(a, b))).sum::<u64>()
    };
    group.bench_function(name, |bencher| bencher.iter(timed));
}

/// The usual formula. It is wrong for some pairs with piles from 165580140 on. So it is a baseline only if a comparison with
/// the exact test finds no wrong pair.
fn f64_formula(a: u64, b: u64) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    ((b - a) as f64 * ((5f64.sqrt() + 1.0) / 2.0)) as u64 == a
}

fn decide(criterion: &mut Criterion) {
    for regime in ["100", "1e9", "cold", "half-cold", "1e18", "cold-1e18"] {
        let columns = columns(regime);
        let expected: Vec<bool> = (columns.a.iter().zip(&columns.b))
            .map(|(&a, &b)| a.min(b) == wythoff_lower(a.abs_diff(b)))
            .collect();
        let mut group = criterion.benchmark_group(regime);
        group.throughput(Throughput::Elements(expected.len() as u64));
        rows(&mut group, "is_cold", &columns, &expected, is_cold);

        let mut answers = vec![false; expected.len()];
        is_cold_column(&columns.a, &columns.b, &mut answers);
        assert!(answers == expected, "is_cold_column differs");
        group.bench_function("is_cold_column", |bencher| {
            bencher.iter(|| {
                is_cold_column(
                    black_box(&columns.a),
                    black_box(&columns.b),
                    black_box(&mut answers),
                );
            });
        });

        let narrow = |column: &[u64]| -> Option<Vec<u32>> {
            column.iter().map(|&n| u32::try_from(n).ok()).collect()
        };
        if let (Some(a), Some(b)) = (narrow(&columns.a), narrow(&columns.b)) {
            let columns = Columns { a, b };
            rows(&mut group, "is_cold_u32", &columns, &expected, is_cold_u32);
        }
        if !regime.ends_with("1e18") {
            rows(&mut group, "f64_formula", &columns, &expected, f64_formula);
        }
        group.finish();
    }
}

/// `floor(d * phi)`, computed with an integer square root: a method that the crate does not use.
fn wythoff_lower(d: u64) -> u64 {
    let d = u128::from(d);
    u64::try_from((d + (5 * d * d).isqrt()) / 2).unwrap_or(u64::MAX)
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = decide
}
criterion_main!(benches);
