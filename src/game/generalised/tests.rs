//! Tests the generalised game: compared with its formula with an exact root, and with Fraenkel's
//! numeration system. `moves::tests` compares small positions with a search.

use proptest::prelude::*;

use super::super::is_cold;
use super::super::tests::oracle::{
    cold_generalised_by_numeration, cold_generalised_by_sqrt, pair_generalised_by_sqrt, worst_cases,
};
use super::*;

#[rustfmt::skip]
const RULES: [u64; 26] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 1000, 65535, 1_000_003, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32,
    (1 << 32) + 1, 1 << 40, 1 << 52, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX,
];

fn rules() -> impl Iterator<Item = NonZeroU64> {
    RULES.into_iter().filter_map(NonZeroU64::new)
}

#[track_caller]
fn checked_is_cold(a: u64, b: u64, r: NonZeroU64) -> bool {
    let expected = cold_generalised_by_sqrt(a, b, r);
    assert_eq!(is_cold_generalised(a, b, r), expected, "{a} {b} r={r}");
    assert_eq!(is_cold_generalised(b, a, r), expected, "{b} {a} r={r}");
    let digits = cold_generalised_by_numeration(a, b, r);
    assert_eq!(digits, expected, "digits {a} {b} r={r}");
    if r.get() == 1 {
        assert_eq!(is_cold(a, b), expected, "{a} {b}");
    }
    expected
}

/// Pair `n` by the square root, if it fits `u64`.
fn pair_by_sqrt(n: u64, r: NonZeroU64) -> Option<(u64, u64)> {
    let (lower, upper) = pair_generalised_by_sqrt(&n.into(), &r.get().into());
    Some((lower.try_into().ok()?, upper.try_into().ok()?))
}

/// Checks pair `n` and positions near it. Returns whether the pair fits `u64`.
#[track_caller]
fn assert_pair(n: u64, r: NonZeroU64) -> bool {
    let pair = pair_by_sqrt(n, r);
    assert_eq!(pair_generalised(n, r), pair, "n={n} r={r}");
    let Some((lower, upper)) = pair else {
        return false;
    };
    assert!(checked_is_cold(lower, upper, r));
    for offset in [-2, -1, 1, 2] {
        let shifted = (
            lower.checked_add_signed(offset),
            upper.checked_add_signed(offset),
        );
        if let (Some(a), Some(b)) = shifted {
            assert!(!checked_is_cold(a, b, r), "{a} {b} r={r}");
        }
        if let Some(b) = upper.checked_add_signed(offset) {
            // A number is in one pair only, so changing one pile makes the position hot, except at
            // (0, 0).
            assert!(!checked_is_cold(lower, b, r) || n == 0, "{lower} {b} r={r}");
        }
    }
    if n > 0 {
        for (number, side) in [(lower, Side::Lower), (upper, Side::Upper)] {
            assert_eq!(
                rank_generalised(number, r),
                Rank { k: n, side },
                "{number} r={r}"
            );
        }
    }
    true
}

/// Asserts that the pair and the side that the rank of `x` names contain `x`.
#[track_caller]
fn assert_rank(x: u64, r: NonZeroU64) {
    let Rank { k, side } = rank_generalised(x, r);
    let (lower, upper) = pair_generalised_by_sqrt(&k.into(), &r.get().into());
    let found = if side == Side::Lower { lower } else { upper };
    assert_eq!(found, x.into(), "rank of {x}, r={r}");
}

/// The index of the last pair that fits `u64`, by bisection with the square root alone.
fn last_pair(r: NonZeroU64) -> u64 {
    let (mut low, mut high) = (0, u64::MAX);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        let fits = pair_by_sqrt(middle, r).is_some();
        *(if fits { &mut low } else { &mut high }) = middle;
    }
    low
}

#[test]
fn pairs_are_none_beyond_u64() {
    for r in rules() {
        let last = last_pair(r);
        for back in 0..=last.min(20) {
            assert!(assert_pair(last - back, r));
        }
        for on in 1..20 {
            assert!(!assert_pair(last + on, r));
        }
        assert!(!assert_pair(u64::MAX, r));
        for back in 0..200 {
            assert_rank(u64::MAX - back, r);
            assert_rank((u64::MAX / 2).saturating_add(100) - back, r);
            assert_rank(r.get().saturating_add(100).saturating_sub(back), r);
            assert_rank(r.get().saturating_mul(3).saturating_sub(back), r);
        }
    }
}

/// Indices at which `n * alpha_r` is nearest to a whole number. `(n, e)` and `(r*n + e, n)` have
/// the same `|e*(e + r*n) - n^2|`, so all such `n` descend from small ones.
#[test]
#[ignore = "slow"]
fn indices_nearest_to_whole_numbers() {
    let mut fit = 0;
    for r in rules() {
        for first_n in 0..25 {
            for first_e in 0..25 {
                let (mut n, mut e) = (first_n, first_e);
                while n > 0 && assert_pair(n, r) {
                    fit += 1;
                    let Some(next) = n.checked_mul(r.get()).and_then(|d| d.checked_add(e)) else {
                        break;
                    };
                    (n, e) = (next, n);
                }
            }
        }
    }
    assert!(fit > 50_000, "only {fit} pairs fit");
    for (a, d) in worst_cases(100) {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(a + u128::from(d))) {
            assert!(checked_is_cold(a, b, NonZeroU64::MIN));
        }
    }
}

#[test]
fn positions_where_sums_wrap_are_hot() {
    let one = NonZeroU64::MIN;
    assert!(!checked_is_cold(
        1_293_530_146_158_671_551,
        13_493_690_561_280_548_289,
        one
    ));
    for r in rules() {
        assert!(!checked_is_cold(u64::MAX, u64::MAX, r));
        assert!(!checked_is_cold(0, u64::MAX, r));
        assert!(!checked_is_cold(0, r.get(), r));
        assert!(checked_is_cold(0, 0, r));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    #[test]
    fn random_indices(n: u64, r: u64, shift in 0_u32..64, shift_r in 0_u32..64) {
        let r = NonZeroU64::new(r >> shift_r).unwrap_or(NonZeroU64::MIN);
        assert_pair(n >> shift, r);
        // An index whose pair fits, for every r.
        let last = u64::MAX / r.get().saturating_add(2);
        assert_pair(((u128::from(n) * u128::from(last)) >> 64) as u64, r);
    }

    #[test]
    fn random_numbers(x: u64, r: u64, a: u64, shift in 0_u32..64, shift_r in 0_u32..64) {
        let r = NonZeroU64::new(r >> shift_r).unwrap_or(NonZeroU64::MIN);
        assert_rank(x >> shift, r);
        checked_is_cold(x >> shift, a, r);
        // A difference that r divides.
        let n = (a >> shift) / r;
        if let Some(b) = (x >> shift).checked_add(n * r.get()) {
            checked_is_cold(x >> shift, b, r);
        }
    }
}
