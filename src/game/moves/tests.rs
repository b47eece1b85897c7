//! Tests winning moves under every rule: for small piles by a search of all moves, for large piles by [`assert_moves`].

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::super::Rule;
use super::super::big::tests::{assert_moves, generalised};
use super::super::tests::searches::{near_worst_cases, reachable, search};
use super::*;

/// Compares all positions of a square with a search of all moves.
fn assert_square(rule: Rule, limit: usize) {
    let grid = search(rule, limit);
    for a in 0..=limit {
        for b in a..=limit {
            assert_moves(rule, &a.into(), &b.into());
            let moves = rule.winning_moves(a as u64, b as u64);
            assert_eq!(rule.is_cold(a as u64, b as u64), grid[a][b]);
            let winning = reachable(rule, a, b).into_iter();
            let winning: Vec<_> = winning.filter(|&(x, y)| grid[x][y]).collect();
            // With equal piles, a move and its mirror image count as one move.
            let takes = winning.iter().map(|&(x, y)| {
                if a == b {
                    ((a - x).min(b - y), (a - x).max(b - y))
                } else {
                    (a - x, b - y)
                }
            });
            let expected: BTreeSet<_> = takes.collect();
            let listed = moves.iter().map(|found| match found.take {
                Take::Both(n) => (n as usize, n as usize),
                Take::Uneven { smaller, larger } => (smaller as usize, larger as usize),
                Take::Larger(n) => (0, n as usize),
                Take::Smaller(n) => (n as usize, 0),
            });
            let listed: BTreeSet<_> = listed.collect();
            assert_eq!(listed, expected, "{rule} {a} {b}");
            assert_eq!(moves.len(), expected.len(), "{rule} {a} {b}");
            let reached = winning
                .iter()
                .map(|&(x, y)| (x.min(y) as u64, x.max(y) as u64));
            let reached: BTreeSet<_> = reached.collect();
            let positions: Vec<_> = moves.positions().collect();
            assert_eq!(
                positions.len(),
                reached.len(),
                "{rule} {a} {b}: {positions:?}"
            );
            assert!(positions.iter().all(|to| reached.contains(to)));
        }
    }
}

#[test]
fn squares_by_search() {
    assert_square(Rule::Normal, 90);
    assert_square(Rule::Misere, 70);
    for r in [1, 2, 3, 5, 8, 13, 39, 1000] {
        assert_square(generalised(r), 40);
    }
    assert_square(generalised(u64::MAX), 20);
}

#[test]
fn differences_nearest_to_whole_numbers() {
    for (a, b) in near_worst_cases(11) {
        for rule in [Rule::Normal, Rule::Misere, generalised(1)] {
            assert_moves(rule, &a.into(), &b.into());
        }
    }
}

#[test]
fn near_u64_max() {
    let rules = [1, 2, 5, 1 << 31, 1 << 32, 1 << 33, u64::MAX / 2, u64::MAX];
    for rule in rules
        .map(generalised)
        .into_iter()
        .chain([Rule::Normal, Rule::Misere])
    {
        for (i, j) in (0..6).flat_map(|i| (0..6).map(move |j| (i, u64::MAX - j))) {
            for a in [i, (1 << 32) - 3 + i, u64::MAX / 2 - i, u64::MAX - i] {
                assert_moves(rule, &a.into(), &j.into());
            }
        }
    }
}

#[test]
fn rules_parse_as_they_print() {
    for rule in [
        Rule::Normal,
        Rule::Misere,
        generalised(1),
        generalised(u64::MAX),
    ] {
        assert_eq!(rule.to_string().parse::<Rule>().unwrap(), rule);
    }
    assert_eq!(
        format!("{:>8}|{:<5}|", Rule::Misere, generalised(3)),
        "  misere|r=3  |"
    );
    for wrong in "Normal;r;r=;r=0;r=+1;r=-1;r= 1;r=18446744073709551616;".split(';') {
        let error = wrong.parse::<Rule>().expect_err(wrong);
        assert!(error.to_string().contains("r=N"));
    }
    assert_eq!(Rule::default(), Rule::Normal);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn random_positions(
        a: u64, b: u64, r: u64, shift_a in 0_u32..64, shift_b in 0_u32..64, shift_r in 0_u32..64,
    ) {
        let (a, b, r) = (a >> shift_a, b >> shift_b, (r >> shift_r).max(1));
        for rule in [Rule::Normal, Rule::Misere, generalised(r)] {
            assert_moves(rule, &a.into(), &b.into());
        }
    }
}
