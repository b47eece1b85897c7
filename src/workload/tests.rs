//! Tests what the kinds are made from, the texts of mixes, and that the bytes of the regimes never change. (`generate` in
//! crates/cli/tests has the bytes of each kind, of sets and of inputs at the limits.)

use super::*;
use crate::game::pile::Pile;
use crate::game::{near_whole::near_whole, tests::oracle};
use crate::output::answers::AnswerBuffer;
use crate::problem::Problem;
use num_bigint::BigUint;
use proptest::prelude::*;
use std::num::NonZeroU64;

/// FNV-1a, 64 bits.
fn hash(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |h, &c| {
        (h ^ u64::from(c)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Name, first line, and hash of the blocks 0, 1 and 1000003 with seed 1. These values never change: published measurements
/// name a regime, and later ones must use the same bytes.
#[rustfmt::skip]
const GOLDEN: &[(&str, &str, u64)] = &[
    ("1e9", "438558627 308342934\n", 0xa313_550f_56a8_0fb8),
    ("1e18", "438558626650589714 308342934451991974\n", 0x17c2_a6d6_5b20_3693),
    ("mixed", "377508641 88785405858431890\n", 0xcdbb_91ec_66d9_6117),
    ("2e6", "877117 616686\n", 0x4895_f226_4feb_f94e),
    ("100", "44 31\n", 0xaaa5_cd5d_e18a_4d20),
    ("padded", "000438558627 000308342934\n", 0x1a46_e3ac_ead3_a3e2),
    ("beyond", "308342934451991974 862798389682280465\n", 0xa3bd_06ac_b8c2_4d3d),
    ("beyond-1e9", "308342934 862798390\n", 0xd77e_12ca_e484_e1fc),
    ("cold", "308342934 862798390\n", 0x67c9_30a9_f9e8_d705),
    ("cold-1e18", "308342934451991974 862798389682280465\n", 0x5f11_70b7_ccb8_4d2d),
    ("half-cold", "190566407 308342924\n", 0x7920_69d8_23e3_7be5),
    ("crlf", "438558627 308342934\r\n", 0x1eca_afcf_984e_73fe),
    ("blanks", "\t\t\t438558627   \t308342934\t\n", 0x76c0_a2a5_6819_1bd2),
    ("changing", "438558627 308342934\n", 0x0d1c_a827_dbe0_47aa),
];

#[test]
fn the_bytes_never_change() {
    let mut found = Vec::new();
    for regime in REGIMES {
        let mut text = Vec::new();
        let workload = Workload::of_regime(1, *regime);
        for b in [0, 1, 1_000_003] {
            workload.append_block(b, &mut text);
        }
        let line = text.split_inclusive(|&c| c == b'\n').next().unwrap();
        let line = String::from_utf8(line.to_vec()).unwrap();
        found.push((regime.name, line, hash(&text)));
    }
    let golden: Vec<_> = GOLDEN
        .iter()
        .map(|&(name, line, hash)| (name, line.to_owned(), hash))
        .collect();
    assert_eq!(found, golden);
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

#[test]
fn texts_of_mixes() {
    let mix = |text: &str| text.parse::<Mix>();
    for (text, same) in [
        ("uniform:cold:near:worst", "uniform=1,cold=1,near=1,worst=1"),
        (
            "uniform, cold,near=1,worst",
            "uniform=1,cold=1,near=1,worst=1",
        ),
        ("cold=2:near", "cold=2,near=1"),
        ("near=2,cold", "cold=1,near=2"),
    ] {
        assert_eq!(mix(text).unwrap(), mix(same).unwrap());
    }
    let invalid =
        "cold:;cold:cold;cold=;cold=x;cold=-1;cold=1000001;cold=0;hot;cold,cold;cold:1;cold=1,";
    for text in invalid.split(';').chain([""]) {
        let message = mix(text).unwrap_err().to_string();
        let is_one_line = !message.contains('\n') && message.len() > 20;
        assert!(is_one_line, "{text}: {message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn fewer_records_of_a_block_are_its_first_records(records in 0..=RECORDS_PER_BLOCK) {
        let workload = Workload::new(1, Mix::default(), &Problem::default()).unwrap();
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
