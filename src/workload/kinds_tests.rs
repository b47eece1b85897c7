//! Tests the kinds: the positions of each kind match its description up to any limit, and their
//! bytes never change.

use super::pile::Pile;
use super::tests::hash;
use super::*;
use crate::game::{Rule, near_whole::near_whole, published::breaks_double, tests::oracle};
use crate::problem::{Game, PileValue as _, Problem};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::num::NonZeroU64;

const LIMITS: &[&str] = &[
    "1",
    "3",
    "20",
    "1000",
    "10^9",
    "18446744073709551615",
    "2^64",
    "10^100",
];

pub(super) fn up_to(text: &str) -> Problem {
    let mut problem = Problem::default();
    problem.limits.max_pile = Some(number(text));
    problem
}

/// A number in digits, or a power.
fn number(text: &str) -> BigUint {
    let (base, exponent) = text.split_once('^').unwrap_or((text, "1"));
    let base: BigUint = base.parse().unwrap();
    base.pow(exponent.parse().unwrap())
}

/// The records of one block, each with its recorded outcome, under the normal rule.
fn records(seed: u64, mix: Mix, limit: &str, block: u64) -> Vec<(BigUint, BigUint, bool)> {
    records_under(Rule::Normal, seed, mix, limit, block)
}

/// [`records`] under `rule`.
pub(super) fn records_under(
    rule: Rule,
    seed: u64,
    mix: Mix,
    limit: &str,
    block: u64,
) -> Vec<(BigUint, BigUint, bool)> {
    let mut out = Block::default();
    let mut problem = up_to(limit);
    problem.game = Game::Wythoff(rule);
    let workload = Workload::new(seed, mix, &problem).unwrap();
    workload.fill(block, &mut out);
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
    let piles_and_cold = piles.zip(out.cold);
    piles_and_cold.map(|((a, b), cold)| (a, b, cold)).collect()
}

/// Whether the position is cold under the normal rule, by a square root. The tested code uses other
/// methods.
fn is_cold(a: &BigUint, b: &BigUint) -> bool {
    let (lower, upper) = (a.min(b), a.max(b));
    oracle::pair_by_sqrt(&(upper - lower)).0 == *lower
}

/// Whether the position is cold under `rule`, by a square root.
fn is_cold_under(rule: Rule, a: &BigUint, b: &BigUint) -> bool {
    let (lower, upper) = (a.min(b), a.max(b));
    let d = upper - lower;
    let small = |x: u32, y: u32| *lower == x.into() && *upper == y.into();
    match rule {
        Rule::Normal => is_cold(a, b),
        Rule::Misere if d < 2_u32.into() => small(0, 1) || small(2, 2),
        Rule::Misere => is_cold(a, b),
        Rule::Generalised(r) => {
            let r = BigUint::from(r.get());
            let pair = oracle::pair_generalised_by_sqrt(&(&d / &r), &r);
            (&pair.0, &pair.1) == (lower, upper)
        }
    }
}

/// The piles are within the limit and come near it, and the cold positions of each kind are those of the rule.
#[test]
#[ignore = "slow"]
fn piles_and_outcomes_follow_the_limit_and_the_rule() {
    for rule in ["misere", "r=1", "r=7", "r=18446744073709551615"] {
        let rule: Rule = rule.parse().unwrap();
        for &limit in LIMITS {
            let max_pile = number(limit);
            for &kind in Kind::ALL {
                let what = format!("{kind:?} by {rule} to {limit}");
                let (mut cold_ones, mut largest) = (0, BigUint::ZERO);
                let records = records_under(rule, 3, Mix::only(kind), limit, 1);
                for (i, (a, b, cold)) in records.into_iter().enumerate() {
                    assert!(a <= max_pile && b <= max_pile, "{what}: {a} {b}");
                    // The oracle is slow.
                    if i % 8 == 0 {
                        assert_eq!(cold, is_cold_under(rule, &a, &b), "{what}: {a} {b}");
                    }
                    cold_ones += usize::from(cold);
                    largest = largest.max(a).max(b);
                }
                let least = match kind {
                    // All records of a block are the same position, swapped.
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
                    // A position of this kind is a cold one plus a step along the diagonal. The step is 0 with a
                    // probability of 1 in 5, and more often near the ends.
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

/// At each difference, phi is hard to approximate. The piles are at most two steps from the pair
/// whose index is the difference.
#[test]
fn worst_differences_are_hard_to_approximate() {
    for &limit in &LIMITS[3..] {
        let mut exact = 0;
        for (a, b, cold) in records(11, Mix::only(Kind::Worst), limit, 2)
            .into_iter()
            .step_by(8)
        {
            let (lower, upper) = (a.clone().min(b.clone()), a.max(b));
            let d = &upper - &lower;
            let floor = oracle::pair_by_sqrt(&d).0;
            let (from, to) = (lower.clone().min(floor.clone()), lower.max(floor.clone()));
            assert!(&to - &from <= 2_u32.into());
            let form = |x: &BigUint| {
                let (plus, minus) = (x * x, x * &d + &d * &d);
                if plus > minus {
                    plus - minus
                } else {
                    minus - plus
                }
            };
            let least = form(&floor).min(form(&(floor + 1_u32)));
            assert!(least <= 100_u32.into(), "to {limit}: {d}");
            exact += usize::from(cold && least <= 1_u32.into());
        }
        assert!(
            exact > RECORDS_PER_BLOCK / 8 / 12,
            "to {limit}: {exact} Fibonacci pairs"
        );
    }
}

/// The purpose of the kind: the published formula is wrong for some record of one block.
#[test]
fn worst_breaks_double_precision() {
    let wrong = |limit: &str, mix: Mix| {
        let all = records(1, mix, limit, 0).into_iter();
        let wrong = all.filter(|(a, b, cold)| {
            let [a, b] = [a, b].map(|pile| u64::try_from(pile.clone()).unwrap());
            let (lower, d) = (a.min(b), a.abs_diff(b));
            let floor = (d as f64 * (5f64.sqrt() + 1.0) / 2.0) as u64;
            (floor == lower) != *cold
        });
        wrong.count()
    };
    assert!(wrong("10^9", Mix::only(Kind::Worst)) > 0);
    let wrong_to_1e18 = wrong("10^18", Mix::only(Kind::Worst));
    assert!(wrong_to_1e18 > RECORDS_PER_BLOCK / 16, "{wrong_to_1e18}");
    assert!(wrong("10^9", Mix::default()) > 0);
    assert_eq!(wrong("10^9", Mix::only(Kind::Uniform)), 0);
}

/// Up to 10^9, for each position a published formula is wrong, and about half of the positions are
/// cold.
#[test]
fn killers_break_published_formulas() {
    for (limit, positions) in [("10^9", 32), ("10^18", 1000)] {
        let all = records(1, Mix::only(Kind::Killers), limit, 0);
        let cold = all.iter().filter(|r| r.2).count();
        assert!((RECORDS_PER_BLOCK * 45 / 100..RECORDS_PER_BLOCK * 55 / 100).contains(&cold));
        let mut seen = std::collections::BTreeSet::new();
        for (a, b, cold) in all {
            assert_eq!(cold, is_cold(&a, &b), "{a} {b}");
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
        // A limit shortens the same list.
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
        for r in [2, 3, 1000, u64::MAX] {
            let r = NonZeroU64::new(r).unwrap();
            let (k, wide) = (u64::last_index(&max_pile, r), BigUint::from(r.get()));
            let (big, limit) = (
                BigUint::last_index(&max_pile.into(), r),
                BigUint::from(max_pile),
            );
            assert_eq!(BigUint::from(k), big, "to {max_pile}, r={r}");
            let upper = |k| oracle::pair_generalised_by_sqrt(&k, &wide).1;
            assert!(
                upper(k.into()) <= limit && upper(big + 1_u32) > limit,
                "to {max_pile}, r={r}"
            );
        }
        let one = NonZeroU64::MIN;
        let k = u64::last_index(&max_pile, one);
        let (big, limit) = (
            BigUint::last_index(&max_pile.into(), one),
            BigUint::from(max_pile),
        );
        assert_eq!(BigUint::from(k), big, "to {max_pile}");
        assert!(oracle::pair_by_sqrt(&big).1 <= limit, "to {max_pile}");
        assert!(
            oracle::pair_by_sqrt(&(big + 1_u32)).1 > limit,
            "to {max_pile}"
        );
    };
    (1..600).for_each(check);
    (0..300).for_each(|i| check(u64::MAX - i));
    for &(lower, d) in &oracle::worst_cases(11) {
        let upper = lower + u128::from(d);
        for max_pile in [upper - 1, upper, upper + 1] {
            u64::try_from(max_pile)
                .into_iter()
                .filter(|&max_pile| max_pile > 0)
                .for_each(check);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    /// Both types draw numbers up to the limit and print the same digits.
    #[test]
    fn both_types_draw_and_print_alike(max_pile in any::<u64>(), shift in 0..64_u32, seed in any::<u64>()) {
        let max_pile = max_pile >> shift;
        let mut draws = Draws::new(seed, 0);
        for _ in 0..50 {
            let word = draws.up_to(max_pile);
            let big = BigUint::up_to(&max_pile.into(), &mut draws);
            prop_assert!(word <= max_pile && big <= max_pile.into());
            let (mut printed, mut big_printed) = (Vec::new(), Vec::new());
            word.write_decimal(&mut printed);
            BigUint::from(word).write_decimal(&mut big_printed);
            prop_assert_eq!(&printed, &word.to_string().into_bytes());
            prop_assert_eq!(printed, big_printed);
        }
    }

    #[test]
    fn a_mix_prints_as_it_parses(weights in proptest::collection::vec(0..1000_u64, Kind::ALL.len())) {
        prop_assume!(weights.iter().any(|&w| w > 0));
        let weights: Vec<_> = Kind::ALL.iter().copied().zip(weights).collect();
        let mix = Mix::from_weights(&weights);
        prop_assert_eq!(mix.weights().collect::<Vec<_>>(), weights);
        prop_assert_eq!(mix.to_string().parse::<Mix>().unwrap(), mix);
    }

    #[test]
    fn truncate_keeps_the_first_records(records in 0..5000_usize) {
        let workload = Workload::new(1, Mix::default(), &up_to("100")).unwrap();
        let mut block = Block::default();
        workload.fill(0, &mut block);
        let whole = block.clone();
        block.truncate(records);
        let records = records.min(RECORDS_PER_BLOCK);
        prop_assert_eq!(block.ends.len(), records);
        prop_assert_eq!(block.text.iter().filter(|&&c| c == b'\n').count(), records);
        prop_assert!(whole.text.starts_with(&block.text));
        prop_assert_eq!(&block.cold, &whole.cold[..records]);
        let answers = whole.answers.iter().take(2 * records);
        prop_assert!(block.answers.iter().eq(answers));
    }
}

/// Mix, limit, and hash of the block 1000003 with seed 1. These values never change: a
/// recorded seed must give the same bytes in every version.
#[rustfmt::skip]
const GOLDEN: &[(&str, &str, u64)] = &[
    ("uniform", "20", 0xb5f8_e732_68a8_e286),
    ("digits", "20", 0x03ad_d09b_6dd5_17c2),
    ("cold", "20", 0x1f0b_d7eb_74da_13e2),
    ("near", "20", 0xcdac_170c_2a72_4af6),
    ("worst", "20", 0x8553_c5a7_ec30_e340),
    ("swapped", "20", 0x3fc0_e1e0_ee82_c325),
    ("edges", "20", 0x4d07_0da8_c87c_db9a),
    ("killers", "20", 0x8553_c5a7_ec30_e340),
    ("uniform=4,digits=4,cold=2,near=2,worst=2,swapped=1,edges=1", "20", 0x5312_7f0f_2460_2677),
    ("uniform", "10^9", 0x9290_5d67_8780_7294),
    ("digits", "10^9", 0x5bb5_e58d_d11a_ac01),
    ("cold", "10^9", 0xea84_8641_2884_95db),
    ("near", "10^9", 0x324b_9d49_19aa_d7eb),
    ("worst", "10^9", 0x3492_8d74_b938_beab),
    ("swapped", "10^9", 0xf2f2_bd9e_433b_4325),
    ("edges", "10^9", 0x8408_4842_6309_40f6),
    ("killers", "10^9", 0xa33f_00d1_4193_402d),
    ("uniform=4,digits=4,cold=2,near=2,worst=2,swapped=1,edges=1", "10^9", 0x1aa6_6641_fb87_1317),
    ("uniform", "18446744073709551615", 0x6639_3852_cb2e_1757),
    ("digits", "18446744073709551615", 0xf324_6c90_82fc_d65f),
    ("cold", "18446744073709551615", 0xb42f_2f45_ac10_c385),
    ("near", "18446744073709551615", 0xf23f_9439_6cac_b503),
    ("worst", "18446744073709551615", 0xf16b_5ee7_cbfd_6bad),
    ("swapped", "18446744073709551615", 0x4d88_567e_0136_c325),
    ("edges", "18446744073709551615", 0x32e3_5c57_3e11_4ade),
    ("killers", "18446744073709551615", 0xef6b_25d1_1cb4_5bb4),
    ("uniform=4,digits=4,cold=2,near=2,worst=2,swapped=1,edges=1", "18446744073709551615", 0x3319_afd3_def0_026a),
    ("uniform", "10^100", 0x01e7_31d1_abb6_62bf),
    ("digits", "10^100", 0xfdd8_9a1e_a591_25e9),
    ("cold", "10^100", 0x065a_cc78_8521_686a),
    ("near", "10^100", 0x5698_533d_6261_db57),
    ("worst", "10^100", 0xdfb3_c03f_f2d5_e024),
    ("swapped", "10^100", 0x93c4_29f0_b452_1325),
    ("edges", "10^100", 0x4db8_b2e6_9fc8_f368),
    ("killers", "10^100", 0xdfb3_c03f_f2d5_e024),
    ("uniform=4,digits=4,cold=2,near=2,worst=2,swapped=1,edges=1", "10^100", 0xbc40_31b4_a0e7_1496),
];

#[test]
fn the_bytes_never_change() {
    let mut mixes: Vec<_> = Kind::ALL
        .iter()
        .map(|kind| kind.name().to_owned())
        .collect();
    mixes.push(Mix::default().to_string());
    let mut found = Vec::new();
    for limit in ["20", "10^9", "18446744073709551615", "10^100"] {
        for mix in &mixes {
            let workload = Workload::new(1, mix.parse().unwrap(), &up_to(limit)).unwrap();
            let mut out = Block::default();
            workload.fill(1_000_003, &mut out);
            found.push((mix.clone(), limit, hash(&out.text)));
        }
    }
    let golden: Vec<_> = GOLDEN
        .iter()
        .map(|&(mix, limit, hash)| (mix.to_owned(), limit, hash))
        .collect();
    for (mix, limit, hash) in found.iter().filter(|_| found != golden) {
        eprintln!("    ({mix:?}, {limit:?}, 0x{hash:016x}),");
    }
    assert!(found == golden, "the bytes changed");
}
