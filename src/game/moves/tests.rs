//! Tests winning moves under every rule. Small piles are compared with a search of all moves. Large
//! piles are compared with the oracles' cold tests and with an independent count of the moves.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use proptest::prelude::*;

use super::super::tests::oracle::{
    cold_by_quadratic_form, cold_generalised_by_numeration, cold_generalised_by_sqrt,
};
use super::super::tests::searches::{near_worst_cases, reachable, search};
use super::super::{Rule, wythoff_pair};
use super::*;

fn generalised(r: u64) -> Rule {
    Rule::Generalised(r.try_into().expect("r is not 0"))
}

/// Whether the position is cold, by the oracles alone.
fn cold_by_oracle(rule: Rule, a: u64, b: u64) -> bool {
    match rule {
        Rule::Normal => cold_generalised_by_numeration(a, b, NonZeroU64::MIN),
        Rule::Misere if a.max(b) <= 2 => [(0, 1), (2, 2)].contains(&(a.min(b), a.max(b))),
        Rule::Misere => cold_by_quadratic_form(a, b),
        Rule::Generalised(r) => cold_generalised_by_sqrt(a, b, r),
    }
}

/// Asserts that each move is legal, matches its `Take`, leads to a cold position, is in the
/// documented order and is listed once.
#[track_caller]
fn assert_moves(rule: Rule, a: u64, b: u64) -> Moves {
    let moves = rule.winning_moves(a, b);
    assert_eq!(moves, rule.winning_moves(b, a), "{rule} {a} {b}");
    let (x, y) = (a.min(b), a.max(b));
    let mut order = Vec::new();
    for found in &moves {
        let (group, from_x, from_y) = match found.take {
            Take::Both(n) => (0, n, n),
            Take::Uneven { smaller, larger } => {
                let Rule::Generalised(r) = rule else {
                    panic!("{rule} {a} {b}: {found:?}");
                };
                assert!(
                    smaller.abs_diff(larger) < r.get(),
                    "{rule} {a} {b}: {found:?}"
                );
                assert!(smaller != larger && smaller > 0 && larger > 0);
                (0, smaller, larger)
            }
            Take::Larger(n) => (1, 0, n),
            Take::Smaller(n) => (2, n, 0),
        };
        assert!(from_x > 0 || from_y > 0, "{rule} {a} {b}: {found:?}");
        assert!(from_x <= x && from_y <= y, "{rule} {a} {b}: {found:?}");
        let (left_x, left_y) = (x - from_x, y - from_y);
        let left = (left_x.min(left_y), left_x.max(left_y));
        assert_eq!(found.to, left, "{rule} {a} {b}: {found:?}");
        let (lower, upper) = left;
        assert!(
            cold_by_oracle(rule, lower, upper),
            "{rule} {a} {b}: {found:?}"
        );
        assert!(rule.is_cold(lower, upper), "{rule} {a} {b}: {found:?}");
        order.push((group, if group == 0 { lower } else { 0 }));
    }
    assert!(
        order.is_sorted_by(|p, q| p < q),
        "{rule} {a} {b}: {moves:?}"
    );
    let cold = cold_by_oracle(rule, a, b);
    assert_eq!(rule.is_cold(a, b), cold, "{rule} {a} {b}");
    let terminal = rule == Rule::Misere && (a, b) == (0, 0);
    assert_eq!(moves.is_empty(), cold || terminal, "{rule} {a} {b}");
    moves
}

/// Compares all positions of a square with a search of all moves.
fn assert_square(rule: Rule, limit: usize) {
    let grid = search(rule, limit);
    for a in 0..=limit {
        for b in a..=limit {
            let moves = assert_moves(rule, a as u64, b as u64);
            assert_eq!(rule.is_cold(a as u64, b as u64), grid[a][b]);
            let winning = reachable(rule, a, b).into_iter();
            let winning: Vec<_> = winning.filter(|&(x, y)| grid[x][y]).collect();
            // With equal piles, a move and its mirror image count as one move.
            let takes = winning.iter().map(|&(x, y)| match a == b {
                true => ((a - x).min(b - y), (a - x).max(b - y)),
                false => (a - x, b - y),
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

/// The number of winning moves, computed without the rank of a number. The partner of a pile is
/// found by bisection over the pairs of `rule`, which are ascending.
fn count_by_bisection(rule: Rule, a: u64, b: u64) -> usize {
    let r = match rule {
        Rule::Generalised(r) => r.get(),
        _ => 1,
    };
    let pair = |n: u64| match rule {
        Rule::Misere if n < 2 => Some([(2, 2), (0, 1)][n as usize]),
        Rule::Normal | Rule::Misere => wythoff_pair(n),
        Rule::Generalised(r) => super::super::pair_generalised(n, r),
    };
    let (x, y) = (a.min(b), a.max(b));
    let pair_containing = |pile: u64| {
        let pair_with = |side: fn((u64, u64)) -> u64| {
            let (mut low, mut high) = (0, u64::MAX);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                match pair(middle) {
                    Some(found) if side(found) <= pile => low = middle,
                    _ => high = middle,
                }
            }
            (low..=high.min(low + 2)).chain(0..3).find_map(|n| {
                let found = pair(n)?;
                (side(found) == pile).then_some(found)
            })
        };
        pair_with(|found| found.0).or_else(|| pair_with(|found| found.1))
    };
    let partner_of = |pile: u64| {
        let (lower, upper) = pair_containing(pile)?;
        Some(if lower == pile { upper } else { lower })
    };
    let from_one_pile = usize::from(partner_of(x).is_some_and(|rest| rest < y))
        + usize::from(x < y && partner_of(y).is_some_and(|rest| rest < x));
    let d = y - x;
    let near = (d / r).saturating_sub(3)..=(d / r).saturating_add(3);
    let both = near.filter(|&n| {
        pair(n).is_some_and(|(lower, upper)| {
            lower < x && upper < y && (x - lower).abs_diff(y - upper) < r
        })
    });
    from_one_pile + both.count()
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

/// The documented order of moves, at the samples of a judge.
#[test]
fn documented_order_without_duplicates() {
    let positions = |a, b| winning_moves(a, b).positions().collect::<Vec<_>>();
    assert_eq!(positions(1, 2), []);
    assert_eq!(positions(5, 8), [(4, 7), (3, 5)]);
    assert_eq!(positions(4, 7), []);
    assert_eq!(positions(2, 2), [(0, 0), (1, 2)]);
    assert_eq!(positions(0, 5), [(0, 0)]);
    assert_eq!(positions(2, 3), [(1, 2)]);
    let all_three = winning_moves(13, 10);
    let takes: Vec<_> = all_three.iter().map(|found| found.take).collect();
    assert_eq!(takes, [Take::Both(6), Take::Larger(7), Take::Smaller(2)]);
    assert_eq!(Take::Both(4_u64).to_string(), "4 from both piles");
}

#[test]
fn differences_nearest_to_whole_numbers() {
    let mut hot = 0;
    for (a, b) in near_worst_cases(11) {
        for rule in [Rule::Normal, Rule::Misere, generalised(1)] {
            let moves = assert_moves(rule, a, b);
            let expected = count_by_bisection(rule, a, b);
            assert_eq!(moves.len(), expected, "{rule} {a} {b}");
            hot += usize::from(!moves.is_empty());
        }
    }
    assert!(hot > 4_000, "only {hot} hot positions");
}

#[test]
fn near_u64_max() {
    let rules = [
        1,
        2,
        3,
        5,
        1 << 31,
        1 << 32,
        1 << 33,
        u64::MAX / 2,
        u64::MAX - 1,
        u64::MAX,
    ];
    let rules = rules.map(generalised).into_iter();
    for rule in rules.chain([Rule::Normal, Rule::Misere]) {
        for i in 0..12 {
            for j in 0..12 {
                for (a, b) in [
                    (u64::MAX - i, u64::MAX - j),
                    (i, u64::MAX - j),
                    (u64::MAX / 2 - i, u64::MAX - j),
                    ((1 << 32) - 6 + i, u64::MAX - j),
                    ((1 << 32) - 6 + i, (1 << 32) - 6 + j),
                ] {
                    let moves = assert_moves(rule, a, b);
                    let expected = count_by_bisection(rule, a, b);
                    assert_eq!(moves.len(), expected, "{rule} {a} {b}");
                }
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
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    #[test]
    fn random_positions(
        a: u64, b: u64, r: u64, shift_a in 0_u32..64, shift_b in 0_u32..64, shift_r in 0_u32..64,
    ) {
        let (a, b, r) = (a >> shift_a, b >> shift_b, (r >> shift_r).max(1));
        for rule in [Rule::Normal, Rule::Misere, generalised(r)] {
            prop_assert_eq!(assert_moves(rule, a, b).len(), count_by_bisection(rule, a, b));
        }
        let numeration = cold_generalised_by_numeration(a, b, r.try_into().expect("at least 1"));
        prop_assert_eq!(generalised(r).is_cold(a, b), numeration);
    }
}
