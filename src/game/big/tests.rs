//! Tests big piles under every rule against the `u64` functions if the piles fit, and otherwise against the formula with an
//! exact root.

use proptest::prelude::*;

use super::super::beatty::wythoff_pair;
use super::super::generalised::{pair_generalised, rank_generalised};
use super::super::moves::{Move, Take, distinct_positions, partner_big};
use super::super::tests::oracle::{cold_generalised_by_numeration, pair_generalised_by_sqrt};
use super::*;

pub(in super::super) fn generalised(r: u64) -> Rule {
    Rule::Generalised(r.try_into().expect("r is not 0"))
}

fn rules() -> impl Iterator<Item = Rule> {
    let rs = [1, 2, 7, 1 << 32, u64::MAX];
    [Rule::Normal, Rule::Misere]
        .into_iter()
        .chain(rs.map(generalised))
}

fn r_of(rule: Rule) -> BigUint {
    rule.r().get().into()
}

/// Whether the position is cold, by the formula with an exact root.
pub(crate) fn cold_by_oracle(rule: Rule, a: &BigUint, b: &BigUint) -> bool {
    let (x, y) = (a.min(b), a.max(b));
    if rule == Rule::Misere && *y <= 2_u32.into() {
        let is = |lower: u32, upper: u32| (x, y) == (&lower.into(), &upper.into());
        return is(0, 1) || is(2, 2);
    }
    let r = r_of(rule);
    let (lower, upper) = pair_generalised_by_sqrt(&((y - x) / &r), &r);
    (&lower, &upper) == (x, y)
}

/// Asserts that all cold tests agree, and returns whether the position is cold.
#[track_caller]
pub(in super::super) fn checked_is_cold(rule: Rule, a: &BigUint, b: &BigUint) -> bool {
    let expected = cold_by_oracle(rule, a, b);
    for (a, b) in [(a, b), (b, a)] {
        assert_eq!(rule.is_cold_big(a, b), expected, "{rule} {a} {b}");
        let (text_a, text_b) = (format!("00{a}"), b.to_string());
        let decimal = rule.is_cold_decimal(text_a.as_bytes(), text_b.as_bytes());
        assert_eq!(decimal, expected, "decimal {rule} {a} {b}");
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            assert_eq!(rule.is_cold(a, b), expected, "u64 {rule} {a} {b}");
            let digits = cold_generalised_by_numeration(a, b, rule.r());
            assert!(
                digits == expected || rule == Rule::Misere,
                "digits {rule} {a} {b}"
            );
        }
    }
    expected
}

/// Asserts that every listed move is legal, leads to a cold position, is in the documented order and is listed once; that a move
/// is listed exactly if the position is hot (except `(0, 0)` under the misere rule); and that the functions for `u64` list the
/// same moves.
#[track_caller]
pub(in super::super) fn assert_moves(rule: Rule, a: &BigUint, b: &BigUint) {
    let moves = rule.winning_moves_big(a, b);
    assert_eq!(moves, rule.winning_moves_big(b, a));
    let zero = BigUint::ZERO;
    let terminal = rule == Rule::Misere && *a == zero && *b == zero;
    assert_eq!(
        moves.is_empty(),
        checked_is_cold(rule, a, b) || terminal,
        "{rule} {a} {b}"
    );
    let (x, y) = (a.min(b).clone(), a.max(b).clone());
    let mut order = Vec::new();
    for Move { take, to } in &moves {
        let (group, from_x, from_y) = match take {
            Take::Both(n) => (0, n, n),
            Take::Uneven { smaller, larger } => {
                let differ = smaller.max(larger) - smaller.min(larger);
                assert!(differ < r_of(rule) && *smaller > zero && *larger > zero);
                (0, smaller, larger)
            }
            Take::Larger(n) => (1, &zero, n),
            Take::Smaller(n) => (2, n, &zero),
        };
        assert!(*from_x > zero || *from_y > zero);
        let (left_x, left_y) = (&x - from_x, &y - from_y);
        let left = (left_x.clone().min(left_y.clone()), left_x.max(left_y));
        assert_eq!(*to, left, "{rule} {a} {b}");
        let leads_to_cold = checked_is_cold(rule, &to.0, &to.1);
        assert!(leads_to_cold, "{rule} {a} {b}: {to:?}");
        order.push((group, (group == 0).then(|| to.0.clone())));
    }
    assert!(
        order.is_sorted_by(|p, q| p < q),
        "{rule} {a} {b}: {moves:?}"
    );
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        let small = rule.winning_moves(a, b);
        let texts = |found: &Move<BigUint>| (format!("{:?}", found.take), found.to.0.to_string());
        let shown = |found: &Move<u64>| (format!("{:?}", found.take), found.to.0.to_string());
        assert!(
            moves.iter().map(texts).eq(small.iter().map(shown)),
            "{rule} {a} {b}"
        );
        let positions = distinct_positions(&moves).count();
        assert_eq!(positions, small.positions().count());
    }
}

/// Checks the moves of pair `n`, of its neighbours, and of hot positions from which one move leads
/// to the pair.
#[track_caller]
fn assert_near(rule: Rule, n: &BigUint) {
    let (lower, upper) = pair_generalised_by_sqrt(n, &r_of(rule));
    for (more, more_2) in [
        (0_u32, 0_u32),
        (1, 0),
        (0, 1),
        (1, 1),
        (2, 2),
        (5, 3),
        (0, 1000),
    ] {
        assert_moves(rule, &(&lower + more), &(&upper + more_2));
    }
    if *n < 2_u32.into() {
        return;
    }
    // From each of these three positions one move leads to the pair, so the pair must be among the
    // results.
    let pair = (lower.clone(), upper.clone());
    for (a, b) in [
        (lower.clone(), &upper + 12345_u32),
        (&lower + &upper, upper.clone()),
        (&lower + 12345_u32, &upper + 12345_u32),
    ] {
        let mut moves = rule.winning_moves_big(&a, &b).into_iter();
        assert!(moves.any(|found| found.to == pair), "{rule} {a} {b}");
    }
}

#[test]
fn near_type_limits() {
    for rule in rules() {
        for bits in [32_u32, 63, 64, 128, 332] {
            let edge = BigUint::from(1_u32) << bits;
            for n in [&edge - 1_u32, edge.clone(), &edge + 1_u32] {
                assert_near(rule, &n);
                // n is an index above; it is a pile here, and about the upper number of a pair in the last call.
                assert_moves(rule, &n, &edge);
                assert_moves(rule, &n, &0_u32.into());
                assert_moves(rule, &n, &2_u32.into());
                assert_near(rule, &(n / (r_of(rule) + 2_u32)));
            }
        }
    }
}

/// Asserts that the rank of both numbers of pair `k` is `k`, that `first_index_big` finds `k`, and that the functions for `u64`
/// agree if the numbers fit.
#[track_caller]
pub(in super::super) fn assert_sequence(r: NonZeroU64, k: &BigUint) {
    let wide = BigUint::from(r.get());
    let (lower, upper) = pair_big(k, r);
    let expected = pair_generalised_by_sqrt(k, &wide);
    assert_eq!((&lower, &upper), (&expected.0, &expected.1), "{r} {k}");
    let rank = |k: &BigUint, side| Rank { k: k.clone(), side };
    assert_eq!(rank_big(&lower, r), rank(k, Side::Lower), "{r} {k}");
    assert_eq!(partner_big(&lower, r), upper, "{r} {k}");
    if *k != BigUint::ZERO {
        assert_eq!(rank_big(&upper, r), rank(k, Side::Upper), "{r} {k}");
        assert_eq!(partner_big(&upper, r), lower, "{r} {k}");
    }
    for (number, side) in [(&lower, Side::Lower), (&upper, Side::Upper)] {
        if let Ok(number) = u64::try_from(number)
            && *k != BigUint::ZERO
        {
            let found = rank_generalised(number, r);
            assert_eq!(
                (BigUint::from(found.k), found.side),
                (k.clone(), side),
                "{r}"
            );
        }
    }
    if let Ok(k) = u64::try_from(k) {
        let fits = u64::try_from(&lower).ok().zip(u64::try_from(&upper).ok());
        assert_eq!(pair_generalised(k, r), fits, "{r} {k}");
        if r == NonZeroU64::MIN {
            assert_eq!(wythoff_pair(k), fits, "{k}");
        }
    }
    assert_eq!(first_index_big(&lower, r), *k, "{r} {k}");
    assert_eq!(first_index_big(&(&lower + 1_u32), r), k + 1_u32, "{r} {k}");
    if r == NonZeroU64::MIN {
        let (lower, upper) = (zeckendorf_digits_big(&lower), zeckendorf_digits_big(&upper));
        assert!(!upper.contains("11"), "{k}");
        if *k != BigUint::ZERO {
            assert_eq!(lower.clone() + "0", upper, "{k}");
            let zeros = lower.len() - lower.trim_end_matches('0').len();
            assert!(zeros.is_multiple_of(2), "{k}");
        }
    }
}

#[test]
fn ranks_and_first_indices() {
    for r in rules().skip(2).map(Rule::r) {
        for k in (0_u32..300).map(BigUint::from) {
            assert_sequence(r, &k);
        }
        for bits in [31_u32, 32, 62, 63, 64, 65, 128, 333] {
            let edge = BigUint::from(1_u32) << bits;
            for k in [&edge - 1_u32, edge.clone(), &edge + 1_u32] {
                assert_sequence(r, &k);
            }
        }
        for n in (0..400).chain(u64::MAX - 400..=u64::MAX) {
            let (found, expected) = (rank_big(&n.into(), r), rank_generalised(n, r));
            assert_eq!((found.k, found.side), (expected.k.into(), expected.side));
        }
    }
}

#[test]
fn zeckendorf_digits() {
    let places = (0..300).scan((BigUint::from(1_u32), BigUint::from(2_u32)), |(a, b), _| {
        let next = &*a + &*b;
        Some(std::mem::replace(a, std::mem::replace(b, next)))
    });
    let places: Vec<_> = places.collect();
    let numbers = (0..3000).chain(u64::MAX - 50..=u64::MAX);
    let numbers = numbers.map(BigUint::from);
    for n in numbers.chain([BigUint::from(12_345_u32).pow(14)]) {
        let digits = zeckendorf_digits_big(&n);
        let digits_and_places = digits.bytes().rev().zip(&places);
        let ones = digits_and_places.filter(|(c, _)| *c == b'1');
        assert_eq!(ones.map(|(_, place)| place).sum::<BigUint>(), n);
        assert!(!digits.contains("11") && (digits == "0" || digits.starts_with('1')));
    }
    for (i, place) in places.iter().enumerate() {
        assert_eq!(zeckendorf_digits_big(place), format!("1{}", "0".repeat(i)));
    }
}

/// Compares with num-bigint's root, for squares and their neighbours, powers of 2, and random digits.
#[test]
fn square_roots() {
    for bits in [1_u32, 2, 63, 2047, 2048, 2049, 4100, 9001, 20_000] {
        let ones = (BigUint::from(1_u32) << bits) - 1_u32;
        let mixed = BigUint::from(7_u32).pow(bits / 3 + 1) << (bits % 5);
        for root in [ones.clone(), ones + 1_u32, mixed] {
            let square = &root * &root;
            let above = &square + &root * 2_u32;
            for n in [&square - 1_u32, square, above.clone(), above + 1_u32, root] {
                assert_eq!(sqrt(&n), n.sqrt(), "{n}");
            }
        }
    }
}

#[test]
fn remainders() {
    let digits = "98765432109876543210987654321098765432109876543210";
    for r in [1, 2, 3, 10, 97, 1 << 32, 10_u64.pow(19), u64::MAX] {
        let r = NonZeroU64::new(r).expect("not 0");
        for length in 0..=digits.len() {
            let expected = digits[..length].parse::<BigUint>().unwrap_or_default() % r.get();
            assert_eq!(expected, remainder(&digits.as_bytes()[..length], r).into());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20) })]

    #[test]
    fn random_big(a in "[0-9]{1,60}", b in "[0-9]{1,60}", r: u64, shift in 0_u32..64) {
        let big = |digits: &str| digits.parse::<BigUint>().expect("digits");
        for rule in [Rule::Normal, Rule::Misere, generalised((r >> shift).max(1))] {
            assert_moves(rule, &big(&a), &big(&b));
            assert_near(rule, &big(&a));
            assert_sequence(rule.r(), &big(&a));
        }
    }
}
