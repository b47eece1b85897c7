//! Tests the kinds: the positions of each kind match its description up to any limit.

use super::kind::KINDS;
use super::*;
use crate::game::big::tests::cold_by_oracle;
use crate::game::pile::Pile;
use crate::game::{Rule, near_whole::near_whole, published::breaks_double, tests::oracle};
use crate::output::answers::AnswerBuffer;
use crate::problem::{Game, Problem};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::num::NonZeroU64;

#[rustfmt::skip]
const LIMITS: &[&str] = &["1", "3", "20", "1000", "10^9", "18446744073709551615", "2^64", "10^100"];

pub(super) fn up_to(text: &str) -> Problem {
    let mut problem = Problem::default();
    problem.limits.max_pile = Some(number(text));
    problem
}

/// Parses digits, or a power such as `10^9`.
fn number(text: &str) -> BigUint {
    let (base, exponent) = text.split_once('^').unwrap_or((text, "1"));
    let base: BigUint = base.parse().unwrap();
    base.pow(exponent.parse().unwrap())
}

/// The records of one block under the normal rule, each with its generated answer.
fn records(seed: u64, mix: Mix, limit: &str, block: u64) -> Vec<(BigUint, BigUint, bool)> {
    records_under(Rule::Normal, seed, mix, limit, block)
}

/// Like [`records`], under `rule`.
pub(super) fn records_under(
    rule: Rule,
    seed: u64,
    mix: Mix,
    limit: &str,
    block: u64,
) -> Vec<(BigUint, BigUint, bool)> {
    let mut problem = up_to(limit);
    problem.game = Game::Wythoff(rule);
    let workload = Workload::new(seed, mix, &problem).unwrap();
    let out = filled(&workload, block, RECORDS_PER_BLOCK);
    assert_eq!(out.ends.len(), RECORDS_PER_BLOCK);
    let text = String::from_utf8(out.text).unwrap();
    let lines = text.strip_suffix('\n').unwrap().split('\n');
    let piles = lines.map(|line| {
        let (a, b) = line.split_once(' ').unwrap();
        let number = |digits: &str| {
            assert!(digits == "0" || !digits.starts_with('0'), "{line}");
            digits.parse::<BigUint>().unwrap()
        };
        (number(a), number(b))
    });
    let answers = out.answers.unwrap().text().clone();
    let mut cold = answers.chunks(2).map(|label| label == b"0\n");
    assert_eq!(cold.clone().filter(|&cold| cold).count() as u64, out.cold);
    let found = piles.map(|(a, b)| (a, b, cold.next().unwrap())).collect();
    assert_eq!(cold.next(), None);
    found
}

/// The first records of a block, with their answers.
fn filled(workload: &Workload, block: u64, records: usize) -> Block {
    let mut out = Block {
        answers: Some(AnswerBuffer::new(&workload.problem)),
        ..Block::default()
    };
    workload.fill(block, records, &mut out);
    out
}

/// All piles are within the limit, some are near it, and the outcomes of each kind are right under the rule.
#[test]
#[ignore = "slow"]
fn piles_and_outcomes_follow_the_limit_and_the_rule() {
    for rule in ["misere", "r=1", "r=7", "r=18446744073709551615"] {
        let rule: Rule = rule.parse().unwrap();
        for &limit in LIMITS {
            let max_pile = number(limit);
            for (_, kind) in KINDS {
                let what = format!("{kind:?} by {rule} to {limit}");
                let (mut cold_ones, mut largest) = (0, BigUint::ZERO);
                let records = records_under(rule, 3, Mix::only(kind), limit, 1);
                for (i, (a, b, cold)) in records.into_iter().enumerate() {
                    assert!(a <= max_pile && b <= max_pile, "{what}: {a} {b}");
                    // The oracle is slow.
                    if i % 8 == 0 {
                        assert_eq!(cold, cold_by_oracle(rule, &a, &b), "{what}: {a} {b}");
                    }
                    cold_ones += usize::from(cold);
                    largest = largest.max(a).max(b);
                }
                let least = match kind {
                    // All records of a block are the same position, swapped or not.
                    Kind::Swapped => BigUint::ZERO,
                    Kind::Worst | Kind::Killers => &max_pile * 6_u32 / 10_u32,
                    _ => &max_pile - &max_pile / 50_u32,
                };
                let is_one = rule == Rule::Generalised(NonZeroU64::MIN);
                let is_large = is_one && max_pile > 100_u32.into();
                assert!(!is_large || largest >= least, "{what}: only {largest}");
                match kind {
                    Kind::Cold => assert_eq!(cold_ones, RECORDS_PER_BLOCK, "{what}"),
                    Kind::Near => assert_eq!(cold_ones, 0, "{what}"),
                    // A position of this kind is a cold one plus -2 to 2 steps along the diagonal: 0 with a probability of 1
                    // in 5, and more often near 0 and the limit.
                    Kind::Worst => {
                        assert!(cold_ones > RECORDS_PER_BLOCK / 7, "{what}: {cold_ones}")
                    }
                    _ => {}
                }
            }
        }
    }
    assert_eq!(
        records_under("r=1".parse().unwrap(), 5, Mix::default(), "10^9", 7),
        records(5, Mix::default(), "10^9", 7)
    );
}

/// A published formula is wrong for every position, and about half of the positions are cold.
#[test]
fn killers_break_published_formulas() {
    for (limit, positions) in [("10^9", 32), ("10^18", 1000)] {
        let all = records(1, Mix::only(Kind::Killers), limit, 0);
        let cold = all.iter().filter(|r| r.2).count();
        assert!((RECORDS_PER_BLOCK * 45 / 100..RECORDS_PER_BLOCK * 55 / 100).contains(&cold));
        let mut seen = std::collections::BTreeSet::new();
        for (a, b, cold) in all {
            assert_eq!(cold, cold_by_oracle(Rule::Normal, &a, &b), "{a} {b}");
            let [a, b] = [a, b].map(|pile| u64::try_from(pile).unwrap());
            assert!(breaks_double(a, b), "{a} {b}");
            seen.insert((a.min(b), a.max(b)));
        }
        assert!(seen.len() == positions || positions > 32 && seen.len() > positions);
    }
    // Up to this limit there is no hot killer.
    let below = |kind| records(1, Mix::only(kind), "267914295", 0);
    assert_eq!(below(Kind::Killers), below(Kind::Worst));
    assert_ne!(
        records(1, Mix::only(Kind::Killers), "267914296", 0),
        records(1, Mix::only(Kind::Worst), "267914296", 0)
    );
}

#[test]
fn differences_match_the_oracle() {
    for bound in [1, 11, 100] {
        let found = near_whole(bound, NonZeroU64::MIN, &u64::MAX);
        let mut expected = vec![0];
        expected.extend(oracle::worst_cases(bound.into()).iter().map(|&(_, d)| d));
        assert_eq!(found, expected, "bound {bound}");
        // A smaller limit gives a prefix of the same list.
        for limit in (0..40_u64).chain([1000, 1 << 40]) {
            let found = near_whole(bound, NonZeroU64::MIN, &BigUint::from(limit)).len();
            let expected = expected.iter().filter(|&&d| d <= limit).count();
            assert_eq!(found, expected, "bound {bound} to {limit}");
        }
    }
}

#[test]
fn last_index_is_the_largest_that_fits() {
    let check = |max_pile: u64| {
        for r in [1, 2, 3, 1000, u64::MAX] {
            let r = NonZeroU64::new(r).unwrap();
            let (limit, wide) = (BigUint::from(max_pile), BigUint::from(r.get()));
            let big = limit.last_index(r);
            let what = format!("to {max_pile}, r={r}");
            assert_eq!(BigUint::from(max_pile.last_index(r)), big, "{what}");
            let upper = |k: &BigUint| oracle::pair_generalised_by_sqrt(k, &wide).1;
            assert!(
                upper(&big) <= limit && upper(&(&big + 1_u32)) > limit,
                "{what}"
            );
        }
    };
    (1..600).for_each(check);
    (0..300).for_each(|i| check(u64::MAX - i));
    for &(lower, d) in &oracle::worst_cases(11) {
        let upper = lower + u128::from(d);
        let around = [upper - 1, upper, upper + 1].map(u64::try_from);
        around
            .into_iter()
            .flatten()
            .filter(|&max| max > 0)
            .for_each(check);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn fewer_records_of_a_block_are_its_first_records(records in 0..=RECORDS_PER_BLOCK) {
        let workload = Workload::new(1, Mix::default(), &up_to("100")).unwrap();
        let [mut whole, mut part] =
            [RECORDS_PER_BLOCK, records].map(|records| filled(&workload, 0, records));
        prop_assert_eq!(&part.ends, &whole.ends[..records]);
        prop_assert_eq!(part.text.len(), part.ends.last().copied().unwrap_or(0));
        prop_assert!(whole.text.starts_with(&part.text));
        let [whole, part] = [&mut whole, &mut part].map(|block| block.answers.as_mut().unwrap().text());
        prop_assert_eq!(part.len(), 2 * records);
        prop_assert!(whole.starts_with(part));
    }
}
