//! Tests that the bytes of the regimes never change.

use super::*;
use crate::problem::Problem;

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
        let workload = Workload::of_regime(1, *regime, &Problem::default()).unwrap();
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
