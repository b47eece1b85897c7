//! The emulated formulas compute the same numbers as their C source does when compiled.

use std::fmt::Write as _;
use std::process::Command;
use wythoff::game::wythoff_pair;
use wythoff::workload::known_cases;
use wythoff::{Framing, Problem, is_cold};
use wythoff_page::formula::{Formula, Shape, Type};

/// Every whole number below this is tried.
const EACH: u64 = 2_000_000;

fn formulas() -> Vec<Formula> {
    let mut formulas = Vec::new();
    for kind in [Type::Float, Type::Double, Type::LongDouble] {
        formulas.push(Formula::new(Shape::Sqrt, kind, 0, false));
        for places in [0, 1, 3, 6, 9, 12, 15, 18, 20, 30] {
            for is_rounded in [false, true] {
                formulas.push(Formula::new(Shape::Difference, kind, places, is_rounded));
                formulas.push(Formula::new(Shape::Larger, kind, places, is_rounded));
                if kind == Type::Double {
                    formulas.push(Formula::new(Shape::Integers, kind, places, is_rounded));
                }
            }
        }
    }
    formulas
}

/// Numbers up to 10^18 near which formulas are wrong.
fn hard_numbers() -> Vec<u64> {
    let mut problem = Problem::default();
    problem.limits.max_pile = Some(1_000_000_000_000_000_000_u64.into());
    let cases = known_cases(&problem, 2000).into_iter();
    let piles =
        cases.map(|case| [0, 1].map(|i| u64::try_from(&case.piles[i]).expect("below 10^18")));
    piles.flat_map(|[a, b]| [a.abs_diff(b), a.max(b)]).collect()
}

/// The hash of the computed numbers, which the C program computes in the same way.
fn hashed(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, |hash: u64, a| (hash ^ a).wrapping_mul(0x100_0000_01b3))
}

#[test]
#[ignore = "slow"]
fn formulas_compute_what_c_computes() {
    if Command::new("gcc").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "needs gcc");
        return println!("skipped: needs gcc");
    }
    let formulas = formulas();
    let mut source = String::from("#include <math.h>\n#include <stdio.h>\n");
    for (i, formula) in formulas.iter().enumerate() {
        let computed = formula.source.strip_prefix("a == ").expect("a comparison");
        writeln!(
            source,
            "static unsigned long long f{i}(long long b) {{ long long a = 0; return {computed}; }}"
        )
        .unwrap();
    }
    source += "unsigned long long n[1 << 16];\nint main(void) {\n  int count = 0;\n  while (scanf(\"%llu\", &n[count]) == 1) count++;\n";
    for i in 0..formulas.len() {
        writeln!(
            source,
            "  {{ unsigned long long h = 0;
    for (long long d = 0; d < {EACH}; d++) h = (h ^ f{i}(d)) * 0x100000001b3ULL;
    for (int i = 0; i < count; i++) h = (h ^ f{i}(n[i])) * 0x100000001b3ULL;
    printf(\"%llu\\n\", h); }}"
        )
        .unwrap();
    }
    source += "}\n";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let numbers = hard_numbers();
    let text: String = numbers.iter().map(|n| format!("{n}\n")).collect();
    std::fs::write(path("f.c"), source).unwrap();
    std::fs::write(path("n"), text).unwrap();
    // Integers must wrap, as in the emulation; the compiler computes the sqrt of a constant.
    let script = "gcc -O1 -fwrapv -o f f.c -lm && ./f < n";
    let mut shell = Command::new("sh");
    let output = shell
        .args(["-c", script])
        .current_dir(folder.path())
        .output();
    let expected = String::from_utf8(output.unwrap().stdout).unwrap();
    let found = formulas.iter().map(|formula| {
        let all = (0..EACH).chain(numbers.iter().copied());
        (
            &formula.source,
            hashed(all.map(|n| formula.computed(n))).to_string(),
        )
    });
    let expected = formulas
        .iter()
        .map(|f| &f.source)
        .zip(expected.lines().map(str::to_owned));
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

/// Whether a formula calls a position cold, the smaller pile first.
type Cold = Box<dyn Fn(u64, u64) -> bool>;

/// Every formula that is wrong for one of many positions within the limit is wrong for one of the first 120 known cases.
#[test]
fn wrong_formulas_fail_on_the_first_known_cases() {
    let mut all: Vec<(String, Cold)> = Vec::new();
    for formula in formulas() {
        let source = formula.source.clone();
        let of_difference = source.contains("b - a");
        let number = move |a: u64, b: u64| if of_difference { b - a } else { b };
        all.push((
            source,
            Box::new(move |a, b| formula.computed(number(a, b)) == a),
        ));
    }
    // phi - 1 as a fraction of a power of 2, rounded down and up.
    for bits in 8..=64_u32 {
        let down = 0x9e37_79b9_7f4a_7c15_u128 >> (64 - bits);
        for c in [down, down + 1] {
            let number = move |d: u128| d + ((d * c) >> bits);
            let cold = move |a: u64, b: u64| number(u128::from(b - a)) == a.into();
            all.push((format!("d + (d * {c} >> {bits})"), Box::new(cold)));
        }
    }
    for limit in [2_000_000, 1_000_000_000, 10_u64.pow(18)] {
        let mut problem = Problem::default();
        problem.framing = Framing::One;
        problem.limits.max_pile = Some(limit.into());
        let positions = known_cases(&problem, 5000).into_iter().map(|case| {
            let [a, b] = [0, 1].map(|i| u64::try_from(&case.piles[i]).expect("within the limit"));
            (a.min(b), a.max(b))
        });
        // Independent of the known cases: multiples of Fibonacci numbers, and differences up to the limit.
        let fibonacci = std::iter::successors(Some((1, 2)), |&(a, b): &(u64, u64)| {
            Some((b, a.checked_add(b)?))
        });
        let multiples = fibonacci.flat_map(|(f, _)| (1..20).filter_map(move |k| f.checked_mul(k)));
        let spread = (1..20_000).map(|i| (limit / 52_370) * i + i);
        let pairs = multiples.chain(spread).filter_map(wythoff_pair);
        let pairs = pairs.filter(|&(_, b)| b < limit);
        let positions: Vec<_> = positions
            .chain(pairs.flat_map(|(a, b)| [(a, b), (a + 1, b + 1)]))
            .collect();
        let mut wrong = 0;
        for (name, cold) in &all {
            let first = positions
                .iter()
                .position(|&(a, b)| cold(a, b) != is_cold(a, b));
            assert!(
                first.is_none_or(|first| first < 120),
                "up to {limit}: {name}: {first:?}"
            );
            wrong += usize::from(first.is_some());
        }
        assert!(wrong > 60, "up to {limit} only {wrong} formulas are wrong");
    }
}

#[test]
fn the_first_wrong_difference_of_the_double_of_poj() {
    let formula = Formula::new(Shape::Sqrt, Type::Double, 0, false);
    let end = formula.differences(1_000_000_000);
    assert_eq!(end, 381_966_012);
    let first = formula.first(102_334_100, 102_334_200, 1_000_000_000)[0];
    assert_eq!(
        (first.a, first.b, first.is_called_cold),
        (165_580_140, 267_914_295, false)
    );
}
