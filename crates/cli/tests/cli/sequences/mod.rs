//! `wythoff cold`, `wythoff explain` and `wythoff grundy`, compared with the rules of the game for small numbers, and with
//! Python's integers for large ones.

mod cold;
mod explain;
mod grundy;

use crate::support::*;
use std::collections::BTreeSet;

/// Numbers may be written as powers.
#[test]
fn numbers_as_powers() {
    for (short, long) in [
        ("cold --nth 1e3", "cold --nth 1000"),
        ("cold --range 1e3..=2^10", "cold --range 1000..=1024"),
        ("explain 1e3 1618", "explain 1000 1618"),
        ("grundy 1e1 2^4", "grundy 10 16"),
        (
            "gen --pairs 2^3-1 --seed 1e6",
            "gen --pairs 7 --seed 1000000",
        ),
        (
            "gen --bytes 3K --threads 2^1",
            "gen --bytes 3072 --threads 2",
        ),
    ] {
        assert_eq!(printed(short, ""), printed(long, ""));
    }
}
