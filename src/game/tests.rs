//! Compares every cold test with every oracle, mainly at positions at which approximations of phi fail.

use std::num::NonZeroU64;

use num_bigint::BigUint;
use proptest::prelude::*;

use super::big::{is_cold_big, is_cold_u128};
use super::column::is_cold_column;
use super::phi::{D_MAX_LIMB_1_UP, D_MAX_LIMBS_12, floor_alpha, floor_alpha_32};
use super::*;
use limbs::{floor_alpha_limb_1, floor_alpha_limbs_12, floor_alpha_limbs_12_up};
use oracle::{
    cold_by_quadratic_form, cold_generalised_by_numeration, cold_generalised_by_sqrt, pair_by_sqrt,
    worst_cases,
};
use searches::{partners_by_mex, search};

mod exhaustive;
mod limbs;
/// The searches and sequences that the tests of the whole library use.
#[allow(dead_code)]
#[path = "../../tests/support/numbers.rs"]
mod numbers;
pub(crate) mod oracle;
pub(super) mod searches;
#[allow(dead_code)]
#[path = "../../tests/support/searches.rs"]
pub(super) mod shared;

/// Numbers at which the range of a type, a limb or a constant ends.
#[rustfmt::skip]
const EDGES: [u64; 12] = [
    1 << 26, 1 << 31, 1 << 32, D_MAX_LIMB_1_UP, 2_971_215_073, 1 << 51, 1 << 52, 1 << 53, D_MAX_LIMBS_12,
    5_527_939_700_884_757, 1 << 63, u64::MAX,
];

fn partner(n: u64) -> Option<u64> {
    super::moves::partner(Rule::Normal, &n)
}

/// Asserts that all cold tests for `u64` agree on `(a, b)` and `(b, a)`, and returns the outcome.
#[track_caller]
fn checked_is_cold(a: u64, b: u64) -> bool {
    let expected = cold_by_quadratic_form(a, b);
    for (a, b) in [(a, b), (b, a)] {
        assert_eq!(is_cold(a, b), expected, "is_cold({a}, {b})");
        assert_eq!(is_cold_u128(a.into(), b.into()), expected, "u128 {a} {b}");
        if let (Ok(a), Ok(b)) = (u32::try_from(a), u32::try_from(b)) {
            assert_eq!(is_cold_u32(a, b), expected, "is_cold_u32({a}, {b})");
        }
    }
    assert_eq!(partner(a) == Some(b), expected, "partner({a}), {b}");
    expected
}

/// [`checked_is_cold`], including the slow oracles and the forms for decimals and big integers.
#[track_caller]
fn checked_is_cold_by_all(a: u64, b: u64) -> bool {
    let expected = checked_is_cold(a, b);
    for (a, b) in [(a, b), (b, a)] {
        let by_sqrt = cold_generalised_by_sqrt(a, b, NonZeroU64::MIN);
        assert_eq!(by_sqrt, expected, "sqrt {a} {b}");
        let by_digits = cold_generalised_by_numeration(a, b, NonZeroU64::MIN);
        assert_eq!(by_digits, expected, "zeckendorf {a} {b}");
        assert_eq!(decimal(&a.to_string(), &b.to_string()), expected);
        let big = is_cold_big(&a.into(), &b.into(), NonZeroU64::MIN);
        assert_eq!(big, expected, "big {a} {b}");
    }
    expected
}

fn decimal(a: &str, b: &str) -> bool {
    is_cold_decimal(a.as_bytes(), b.as_bytes())
}

/// `floor(d * phi)`, by an integer square root.
fn floor_phi_by_sqrt(d: u64) -> u128 {
    let (lower, _) = pair_by_sqrt(&d.into());
    lower.try_into().expect("d * phi is below 2^65")
}

#[track_caller]
fn assert_floor(d: u64, floor_phi: u128) {
    let expected = floor_phi - u128::from(d);
    assert_eq!(u128::from(floor_alpha(d)), expected, "floor_alpha({d})");
    if let Ok(d) = u32::try_from(d) {
        assert_eq!(u128::from(floor_alpha_32(d)), expected, "32 bits, {d}");
    }
    if d <= D_MAX_LIMB_1_UP {
        assert_eq!(u128::from(floor_alpha_limb_1(d)), expected, "1 limb, {d}");
    }
    if d <= D_MAX_LIMBS_12 {
        let limbs = floor_alpha_limbs_12(d);
        assert_eq!(u128::from(limbs), expected, "2 limbs, {d}");
    }
    if d < 1 << 52 {
        let limbs = floor_alpha_limbs_12_up(d);
        assert_eq!(u128::from(limbs), expected, "2 limbs up, {d}");
    }
}

/// The piles `m = floor(d * phi) + offset` and `m + d`, if both fit `u64`.
fn near_pair(d: u64, floor_phi: u128, offset: i128) -> Option<(u64, u64)> {
    let a = u128::checked_add_signed(floor_phi, offset)?;
    let b = a + u128::from(d);
    Some((a.try_into().ok()?, b.try_into().ok()?))
}

#[test]
fn cold_tests_and_oracles_match_the_search() {
    const LIMIT: usize = 80;
    let grid = search(Rule::Normal, LIMIT);
    let partners = partners_by_mex(600);
    for a in 0..=600 {
        for b in 0..=600 {
            let cold = partners[a.min(b)] == a.max(b);
            let (x, y) = (a as u64, b as u64);
            if a <= LIMIT && b <= LIMIT {
                assert_eq!(grid[a][b], cold, "{a} {b}");
                checked_is_cold_by_all(x, y);
            }
            assert_eq!(is_cold(x, y), cold, "{a} {b}");
            assert_eq!(is_cold_u32(a as u32, b as u32), cold, "{a} {b}");
        }
    }
}

#[test]
fn the_recurrence_matches_the_formula() {
    const LIMIT: usize = 100_000;
    let partners = partners_by_mex(LIMIT);
    for (n, &found) in partners.iter().enumerate() {
        assert_eq!(partner(n as u64), Some(found as u64), "partner({n})");
    }
    let lower = partners
        .iter()
        .enumerate()
        .filter(|&(n, &partner)| n <= partner);
    for (k, (lower, &upper)) in (0..).zip(lower) {
        assert_eq!(wythoff_pair(k), Some((lower as u64, upper as u64)));
        assert_eq!(lower as u128, floor_phi_by_sqrt(k));
    }
}

#[test]
fn cold_tests_agree_at_worst_cases() {
    let mut cold = 0;
    for (floor_phi, d) in worst_cases(100) {
        assert_eq!(floor_phi, floor_phi_by_sqrt(d), "{d}");
        assert_floor(d, floor_phi);
        for offset in -1..=1 {
            if let Some((a, b)) = near_pair(d, floor_phi, offset) {
                assert_eq!(checked_is_cold_by_all(a, b), offset == 0, "{a} {b}");
                cold += u32::from(offset == 0);
            }
        }
    }
    assert!(cold > 3_000, "only {cold} pairs fit");
}

#[test]
fn cold_tests_agree_near_type_limits() {
    for edge in EDGES {
        for n in edge.saturating_sub(12)..=edge.saturating_add(12) {
            assert_floor(n, floor_phi_by_sqrt(n));
            assert_rank(n);
            for m in [n, n - 1, n / 2, partner(n).unwrap_or(n - 7)] {
                for m in m.saturating_sub(2)..=m.saturating_add(2) {
                    checked_is_cold_by_all(n, m);
                }
            }
            for offset in -2..=2 {
                if let Some((a, b)) = near_pair(n, floor_phi_by_sqrt(n), offset) {
                    assert_eq!(checked_is_cold_by_all(a, b), offset == 0, "{a} {b}");
                }
            }
        }
    }
}

#[track_caller]
fn assert_rank(n: u64) {
    let Rank { k, side } = rank(n);
    let lower = floor_phi_by_sqrt(k);
    let same_side = match side {
        Side::Lower => lower,
        Side::Upper => lower + u128::from(k),
    };
    assert_eq!(same_side, n.into(), "rank({n})");
    match partner(n) {
        Some(partner) => assert!(checked_is_cold(n, partner), "{n} {partner}"),
        None => assert_eq!(wythoff_pair(k), None, "partner({n})"),
    }
}

#[test]
#[should_panic(expected = "differ in length")]
fn columns_of_unequal_lengths_panic() {
    is_cold_column(&[1, 2], &[1], &mut [false]);
}

#[test]
#[should_panic(expected = "differs in length")]
fn outcomes_of_unequal_length_panic() {
    is_cold_column(&[1], &[1], &mut []);
}

#[test]
fn cold_decimals_of_every_length() {
    // If the index d is a Fibonacci number, d * phi is nearest to a whole number. At powers of ten the lengths of numbers
    // change.
    let (mut f, mut next) = (BigUint::from(1_u32), BigUint::from(1_u32));
    let mut ten_power = BigUint::from(1_u32);
    for _ in 0..520 {
        assert_big_neighbours(&f);
        (f, next) = (next.clone(), f + next);
    }
    for _ in 0..110 {
        assert_big_neighbours(&ten_power);
        assert_big_neighbours(&(&ten_power * 381_966_011_u32 / 1_000_000_000_u32));
        ten_power *= 10_u32;
    }
}

/// Asserts that pair `k` is cold, and that all cold tests agree with the square root at positions a few steps from it.
#[track_caller]
fn assert_big_neighbours(k: &BigUint) {
    let (lower, upper) = pair_by_sqrt(k);
    for (shift_lower, shift_upper) in [
        (0_u32, 0_u32),
        (1, 0),
        (0, 1),
        (1, 1),
        (2, 2),
        (2, 0),
        (1, 3),
    ] {
        let (a, b) = (&lower + shift_lower, &upper + shift_upper);
        let expected = big::tests::checked_is_cold(Rule::Normal, &a, &b);
        assert_eq!((shift_lower, shift_upper) == (0, 0), expected);
        let zeros = "0".repeat(40);
        assert_eq!(decimal(&a.to_string(), &format!("{zeros}{b}")), expected);
        if let (Ok(a), Ok(b)) = (u128::try_from(a), u128::try_from(b)) {
            assert_eq!(is_cold_u128(a, b), expected, "u128 {a} {b}");
        }
    }
}

#[test]
fn decimal_edge_cases() {
    assert!(decimal("", "") && decimal("0", "000") && decimal("0001", "02"));
    assert!(!decimal("", "1") && !decimal(&"9".repeat(200), ""));
    assert!(!decimal(&"9".repeat(200), &"9".repeat(200)));
    assert!(!decimal("0", &"1".repeat(20)) && !decimal("9", &"1".repeat(20)));
    assert!(!is_cold_u128(u128::MAX, u128::MAX));
    assert!(!is_cold_u128(u128::MAX - 1, u128::MAX) && !is_cold_u128(0, u128::MAX));
    let k = BigUint::from(u128::MAX) * 381_966_011_250_105_151_u64 / 10_u64.pow(18);
    assert_big_neighbours(&k);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    #[test]
    fn random_differences(d: u64, shift in 0_u32..64, offset in -2_i128..=2) {
        let d = d >> shift;
        let floor_phi = floor_phi_by_sqrt(d);
        assert_floor(d, floor_phi);
        if let Some((a, b)) = near_pair(d, floor_phi, offset) {
            prop_assert_eq!(checked_is_cold_by_all(a, b), offset == 0);
        }
    }

    #[test]
    fn random_positions(a: u64, b: u64, shift_a in 0_u32..64, shift_b in 0_u32..64) {
        checked_is_cold_by_all(a >> shift_a, b >> shift_b);
        assert_rank(a >> shift_a);
    }

    #[test]
    fn random_u128(d: u128, shift in 0_u32..128, offset in 0_u32..3) {
        let (lower, upper) = pair_by_sqrt(&(d >> shift).into());
        let pair = (u128::try_from(lower + offset), u128::try_from(upper + offset));
        if let (Ok(a), Ok(b)) = pair {
            prop_assert_eq!(is_cold_u128(a, b), offset == 0);
            prop_assert_eq!(is_cold_u128(b, a), offset == 0);
        }
    }
}
