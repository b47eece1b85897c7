//! Tests the generalised game near the limits of `u64`. [`assert_sequence`] and [`checked_is_cold`] compare it with the formula
//! with an exact root and with Fraenkel's numeration system; `moves::tests` compares small positions with a search.

use num_bigint::BigUint;
use proptest::prelude::*;

use super::super::big::tests::{assert_sequence, checked_is_cold, generalised};
use super::super::tests::oracle::pair_generalised_by_sqrt;
use super::*;

#[rustfmt::skip]
const RULES: [u64; 26] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 1000, 65535, 1_000_003, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32,
    (1 << 32) + 1, 1 << 40, 1 << 52, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX,
];

fn rules() -> impl Iterator<Item = NonZeroU64> {
    RULES.into_iter().filter_map(NonZeroU64::new)
}

/// Checks pair `n` and positions beside it. A number is in one pair only, so the positions beside a pair are hot, except beside
/// (0, 0). Returns whether the pair fits `u64`.
#[track_caller]
fn assert_pair(n: u64, r: NonZeroU64) -> bool {
    assert_sequence(r, &n.into());
    let (lower, upper) = pair_generalised_by_sqrt(&n.into(), &r.get().into());
    for (a, b) in [(0_u32, 0_u32), (1, 1), (2, 2), (0, 1), (0, 2), (1, 0)] {
        let is_cold = checked_is_cold(generalised(r.get()), &(&lower + a), &(&upper + b));
        assert!(is_cold == ((a, b) == (0, 0)) || n == 0, "n={n} r={r}");
    }
    pair_generalised(n, r).is_some()
}

/// Asserts that `x` is on its side of its pair, as the rank says.
#[track_caller]
fn assert_rank(x: u64, r: NonZeroU64) {
    let Rank { k, side } = rank_generalised(x, r);
    let (lower, upper) = pair_generalised_by_sqrt(&k.into(), &r.get().into());
    let found = if side == Side::Lower { lower } else { upper };
    assert_eq!(found, x.into(), "rank of {x}, r={r}");
}

/// The index of the last pair that fits `u64`, by bisection with the exact square root.
fn last_pair(r: NonZeroU64) -> u64 {
    let (mut low, mut high) = (0, u64::MAX);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        let upper = pair_generalised_by_sqrt(&middle.into(), &r.get().into()).1;
        let fits = u64::try_from(upper).is_ok();
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
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

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
        let rule = generalised(r.get());
        assert_rank(x >> shift, r);
        checked_is_cold(rule, &(x >> shift).into(), &a.into());
        // A difference that r divides.
        let n = (a >> shift) / r;
        let b = BigUint::from(x >> shift) + n * r.get();
        checked_is_cold(rule, &(x >> shift).into(), &b);
    }
}
